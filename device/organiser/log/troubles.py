"""What needs the organiser: tables that never began, results that are missing, calls and games sent back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.organiser.log.event_state import EventState
from device.organiser.log.rounds import rounds_of
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from rules.game import SECOND, Progress
from rules.message import Message, msg

SILENT_S = 300
"""Seconds after which a table that plays and says nothing is looked at."""
LATE_S = 300
"""Seconds after the end of a round in which a result is still on its way."""
IDLE_S = 300
"""Seconds after the start of a round in which a table may still be sitting down."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that needs the organiser: its table (0: none), a word for its kind, a sentence; ``since`` (wall ns) is
    when it was asked for, 0 where nobody asked. ``game`` is the id of the game whose result was sent back.
    """

    table: int
    kind: str
    text: Message
    since: int = 0
    game: str = ""


def coming_round(state: EventState, now: int) -> int:
    """The number of the round that comes: the one that is set and has not started yet, else the one after the last."""
    on = state.round
    if on.round and now < on.starts and on.paused_at is None:
        return on.round
    return min(state.last_round + 1, 99)


def troubles(state: EventState, now: int) -> list[Trouble]:
    """What needs the organiser's eyes when the event's clock shows ``now`` (ns), the most urgent first, of calls the
    oldest.
    """
    games_of = state.games_by_table()
    found = [trouble for place in state.tables() for trouble in _at_table(state, place, games_of[place.number], now)]
    for game in state.games.values():
        if game.conflicts:
            n = game.conflicts[0]
            found.append(Trouble(game.table, "conflict", msg("entry {n} was said in two ways; the first stands", n=n)))
        if game.stuck is not None:
            found.append(Trouble(game.table, "stuck", game.stuck))
    for game in state.sent_back():
        text = msg("the result was sent back: {reason}", reason=game.returned)
        found.append(Trouble(game.table, "returned", text, game=game.uid))
    order = (
        "call",
        "coming",
        "stranger",
        "conflict",
        "stuck",
        "dispute",
        "offline",
        "idle",
        "silent",
        "missing",
        "returned",
    )
    return sorted(found, key=lambda one: (order.index(one.kind), one.since, one.table))


def _at_table(state: EventState, place: TableState, games: Sequence[TableGame], now: int) -> list[Trouble]:
    found = []

    def add(kind: str, text: Message, since: int = 0) -> None:
        found.append(Trouble(place.number, kind, text, since))

    if (call := place.call) is not None:
        if call.coming:
            add("coming", msg("the referee is on the way"), call.since)
        else:
            add("call", msg("calls the referee"), call.since)
    if place.strangers:
        add("stranger", msg("another device uses this number; give it one of its own"))
    game = state.game_at(place)
    progress = None if game is None else game.progress
    playing = progress in (Progress.PLAYING, Progress.RESULT)
    if place.online is False and playing:
        minutes = (now - place.since) // (60 * SECOND)
        add("offline", msg("without a connection for {n} min", n=minutes) if minutes else msg("without a connection"))
    if idle(state, place, games, now):
        add("idle", msg("no game of round {n} was begun", n=state.round.round))
    if game is None:
        return found
    if (card := game.card) is not None and card.open is not None:
        add("dispute", card.open)
    if playing and place.online and now - game.heard > SILENT_S * SECOND:
        add("silent", msg("nothing played for {n} min", n=(now - game.heard) // (60 * SECOND)))
    if missing(state, place, game, now):
        add("missing", msg("the result is missing"))
    return found


def idle(state: EventState, place: TableState, games: Sequence[TableGame], now: int) -> bool:
    """Whether the round that is on began a while ago, and this table, known or paired, has begun no game of it.

    ``games`` are those of the table.
    """
    on = state.round
    moment = now if on.paused_at is None else min(now, on.paused_at)
    if on.round == 0 or moment < on.starts + IDLE_S * SECOND:
        return False
    return is_expected(state, place) and not any(state.is_of_this_round(game) for game in games)


def is_expected(state: EventState, place: TableState) -> bool:
    """Whether a game of the round that is on should be played at a table: it is paired for it, or has been heard of."""
    if place.released:
        return False
    paired = place.pairing is not None and place.pairing.round in (0, state.round.round)
    return paired or place.online is not None or place.game is not None


def begun_of(state: EventState) -> tuple[int, list[int]]:
    """How many tables have begun the round that is on, and the numbers of those that should and have not."""
    if state.round.round == 0:
        return 0, []
    games_of = state.games_by_table()
    begun = {number for number, games in games_of.items() if any(state.is_of_this_round(game) for game in games)}
    waits = [place.number for place in state.tables() if is_expected(state, place) and place.number not in begun]
    return len(begun), waits


def missing(state: EventState, place: TableState, game: TableGame, now: int) -> bool:
    """Whether the round is over for longer than results take, and this table's game of it is not signed."""
    on = state.round
    if on.round == 0 or on.paused_at is not None or now < on.starts + (on.length_s + LATE_S) * SECOND:
        return False
    if (begun := rounds_of(game)) is not None:
        return begun.get(on.round) is False
    return state.round_of(game) == on.round and game.progress is not Progress.SIGNED
