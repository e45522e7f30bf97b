"""What needs the organiser: tables that never began, results that are missing, calls and games sent back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import is_idle, is_late, is_on_paper, is_past_its_end, stale_tables
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from rules.game import SECOND, Nanoseconds, Progress
from rules.message import Message, msg

SILENT_S = 300
"""Seconds after which a table that plays and says nothing is looked at."""
TROUBLES = {
    "call": msg("calls"),
    "coming": msg("referee coming"),
    "stranger": msg("another device"),
    "claim": msg("another table"),
    "conflict": msg("two versions"),
    "stuck": msg("does not fit"),
    "dispute": msg("dispute"),
    "offline": msg("no connection"),
    "idle": msg("not begun"),
    "silent": msg("silent"),
    "missing": msg("no result"),
    "returned": msg("sent back"),
}
"""What can need somebody at a table, in a word, the most urgent first."""


@dataclass(frozen=True, slots=True)
class TableTrouble:
    """Something that needs the organiser: its table (0: none), a word for its kind, a sentence; ``since`` (wall ns) is
    when it was asked for, 0 where nobody asked. ``game`` is the id of the game whose result was sent back, or that is
    claimed ``by`` a table and device that do not hold it (`TableGame.claims`).
    """

    table: int
    kind: str
    text: Message
    since: Nanoseconds = 0
    game: str = ""
    by: tuple[str, str] = ("", "")


def troubles(state: EventState, now: Nanoseconds) -> list[TableTrouble]:
    """What needs the organiser's eyes when the event's clock shows ``now`` (ns), the most urgent first, of calls the
    oldest.
    """
    games_of = state.games_by_table()
    table_troubles = [
        trouble for place in state.tables() for trouble in _at_table(state, place, games_of[place.number], now)
    ]
    for game in state.games.values():
        if game.conflicts:
            text = msg("entry {n} arrived in two versions; the first counts", n=game.conflicts[0])
            if n := game.older_copy:
                text = msg("went on from an older copy of its card at entry {n}; what it says since counts", n=n)
            table_troubles.append(TableTrouble(game.table, "conflict", text))
        for by, claim in game.claims.items():
            if claim.is_open:
                text = claim_text(game, by)
                table_troubles.append(TableTrouble(game.table, "claim", text, game=game.uid, by=by))
        if game.trouble is not None:
            table_troubles.append(TableTrouble(game.table, "stuck", game.trouble))
    for game in state.sent_back():
        text = msg("the result was sent back: {reason}", reason=game.returned)
        table_troubles.append(TableTrouble(game.table, "returned", text, game=game.uid))
    order = list(TROUBLES)
    return sorted(table_troubles, key=lambda trouble: (order.index(trouble.kind), trouble.since, trouble.table))


def claim_text(game: TableGame, by: tuple[str, str]) -> Message:
    """A claim on a game, in a sentence."""
    claim, table = game.claims[by], by[0]
    if not claim.entries:
        return msg("table {n} has this game, too, which it does not hold; that counts nowhere", n=table)
    numbers = {"first": claim.first, "last": claim.last}
    if table == str(game.table):
        return msg("another device says entries {first} to {last} of this game; they do not count", **numbers)
    return msg("table {n} says entries {first} to {last} of this game; they do not count", n=table, **numbers)


def _at_table(state: EventState, place: TableState, games: Sequence[TableGame], now: Nanoseconds) -> list[TableTrouble]:
    table_troubles = []

    def add(kind: str, text: Message, since: Nanoseconds = 0) -> None:
        table_troubles.append(TableTrouble(place.number, kind, text, since))

    if (call := place.call) is not None:
        if call.coming:
            add("coming", msg("the referee is on the way"), call.since)
        else:
            add("call", msg("calls the referee"), call.since)
    if place.other_devices:
        add("stranger", msg("another device uses this number; give it one of its own"))
    game = state.game_at(place)
    is_later = game is not None and state.round_of(game) > state.last_round
    if not is_later and state.tournament.results.get((state.last_round, place.number)) is not None:
        return table_troubles  # whatever its device says, the desk has its result
    if place.number in stale_tables(state):
        return table_troubles
    if is_on_paper(place):
        paired = place.pairing is not None and place.pairing.round == state.round.round
        if paired and is_past_its_end(state, now):
            add("missing", msg("its paper slip is missing"))
        return table_troubles
    progress = None if game is None else game.progress
    playing = progress in (Progress.PLAYING, Progress.RESULT)
    if place.online is False and playing:
        minutes = (now - place.since) // (60 * SECOND)
        add("offline", msg("without a connection for {n} min", n=minutes) if minutes else msg("without a connection"))
    if is_idle(state, place, games, now):
        add("idle", msg("no game of round {n} was begun", n=state.round.round))
    if game is None:
        return table_troubles
    if (card := game.card) is not None and card.open is not None:
        add("dispute", card.open)
    if playing and place.online and now - game.heard > SILENT_S * SECOND:
        add("silent", msg("nothing played for {n} min", n=(now - game.heard) // (60 * SECOND)))
    if is_late(state, place, game, now):
        add("missing", msg("the result is missing"))
    return table_troubles
