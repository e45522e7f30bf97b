"""The organiser's own hand: what may be decided, and what needs somebody's eyes. Used by the command and the desk page.

Every decision is a row of the log. Whoever runs the organiser's program (`device.organiser.service`) sees it there and
tells the tables, so a decision may be made from any program that can open the store.
"""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from device.organiser import acts
from device.organiser.hall import ACT, Hall, Place
from device.organiser.played import Played
from device.organiser.store import DESK, Refused, Row, Store, everything
from rules.game import SECOND, Stage
from rules.games import GAMES
from rules.message import Message, Refusal, msg

SILENT_S = 300
"""Seconds after which a table that plays and says nothing is looked at."""
LONGEST_NAME = 40
"""Characters of a name, as every game takes it."""
LATE_S = 300
"""Seconds after the end of a round in which a result is still on its way."""


def nonce() -> str:
    """A random id."""
    return uuid.uuid4().hex[:16]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that needs the organiser: its table (0: none), a word for its kind, a sentence; ``since`` (wall ns) is
    when it was asked for, 0 where nobody asked.
    """

    table: int
    kind: str
    said: Message
    since: int = 0


class Desk:
    """Decides. ``store`` takes the rows; `hall` is the event as this desk has read it so far.

    Every method that decides raises `Refusal` with one sentence where it makes no sense; then nothing was decided.
    """

    def __init__(self, store: Store, wall: Callable[[], int] = time.time_ns) -> None:
        self._store = store
        self._wall = wall
        self._boot = "@" + nonce()
        self._seq = 0
        self.hall = Hall()
        self.read()

    def read(self) -> Hall:
        """Everything that stands in the log by now."""
        for row in everything(self._store, self.hall.last):
            self.hall.take(row)
        return self.hall

    def refusals(self) -> list[Refused]:
        """The messages that were not taken, newest first."""
        return self._store.refusals()

    # -- deciding --------------------------------------------------------------------------------------------------

    def name(self, title: str) -> None:
        """What the event is called."""
        self._decide(acts.Named(title=title.strip()))

    def pair(self, table: int, kind: str, groups: Sequence[Sequence[str]], names: Sequence[str] = (),
             round: int | None = None) -> None:  # fmt: skip
        """Who plays at ``table`` next: ``groups`` of names by seat; ``names`` of the groups, where they have any."""
        if kind not in GAMES:
            raise Refusal("", "There is no game {key}; known are {known}.", key=kind, known=", ".join(GAMES))
        wanted = {"polish_doubles": (2, 2, "S1"), "marias": (3, 5, "M31"), "polyssimo": (2, 4, "P1"),
                  "kourici_kocka": (4, 4, "K1")}[kind]  # fmt: skip
        if not wanted[0] <= len(groups) <= wanted[1]:
            raise Refusal(wanted[2], "This game is for {least} to {most} players or pairs; {n} are named.",
                          least=wanted[0], most=wanted[1], n=len(groups))  # fmt: skip
        if long := [name for name in (*names, *itertools.chain(*groups)) if len(name) > LONGEST_NAME]:
            raise Refusal("", "The name {name} is too long; {most} characters fit.", name=long[0], most=LONGEST_NAME)
        number = self.read().round.round if round is None else round
        self._decide(acts.Paired(table=table, pairing=nonce(), kind=kind, round=number, names=tuple(names),
                                 seats=tuple(tuple(group) for group in groups)))  # fmt: skip

    def unpair(self, table: int) -> None:
        """Nobody is to play at ``table`` after all."""
        self._decide(acts.Paired(table=table, pairing=nonce()))

    def round(self, number: int, length_s: int, kind: str = "", starts_in_s: int = 0) -> None:
        """Round ``number`` starts in so many seconds and lasts ``length_s``."""
        starts = self._wall() + starts_in_s * SECOND
        self._decide(acts.RoundSet(round=number, kind=kind or self.read().round.kind, starts=starts, length_s=length_s))

    def round_length(self, length_s: int) -> None:
        """The round that is on lasts ``length_s`` from its start (M3: announced before it, for mariáš)."""
        self._decide(msgspec.structs.replace(self._on(), length_s=length_s))

    def pause_round(self) -> None:
        """The countdown stands."""
        if (on := self._on()).paused_at is None:
            self._decide(msgspec.structs.replace(on, paused_at=self._wall()))

    def resume_round(self) -> None:
        """The countdown goes on from where it stood."""
        if (on := self._on()).paused_at is not None:
            stood = self._wall() - on.paused_at
            self._decide(msgspec.structs.replace(on, starts=on.starts + stood, paused_at=None))

    def end_round(self) -> None:
        """No round is on."""
        self._decide(acts.RoundSet(round=0, kind=self.read().round.kind))

    def notice(self, text: str, text_en: str = "") -> None:
        """Tell everybody; an empty text takes the announcement down."""
        self._decide(acts.Noticed(notice=nonce(), text=text.strip(), text_en=text_en.strip()))

    def tell(self, table: int, text: str) -> None:
        """Tell one table; an empty text takes it back."""
        self._decide(acts.Told(table=self._known(table).number, text=text.strip()))

    def coming(self, table: int) -> None:
        """The referee is on the way to the table that called."""
        place = self._known(table)
        if place.call is None:
            raise Refusal("", "Table {n} has not called a referee.", n=table)
        self._decide(acts.Coming(table=table, call=place.call.call))

    def settled(self, table: int) -> None:
        """The call of the table is settled."""
        for call in list(self._known(table).calls.values()):
            self._decide(acts.Coming(table=table, call=call.call, done=True))

    def send_back(self, table: int, reason: str) -> None:
        """The signed result of the table goes back to be opened again."""
        game = self._game(table)
        if game.stage is not Stage.SIGNED:
            raise Refusal("", "The result of table {n} is not signed; there is nothing to send back.", n=table)
        if not reason.strip():
            raise Refusal("", "Say why the result goes back; the table reads it.")
        self._decide(acts.SentBack(game=game.uid, reason=reason.strip()))

    def count(self, game: str, counts: bool, reason: str = "") -> None:
        """Whether a game counts in the standings."""
        if game not in self.read().games:
            raise Refusal("", "There is no game {key} here.", key=game)
        self._decide(acts.Counted(game=game, counts=counts, reason=reason))

    def release(self, table: int) -> None:
        """The number of a broken table is free for a spare, with its game."""
        if self._known(table).released:
            raise Refusal("", "The number {n} is free already.", n=table)
        self._decide(acts.Released(table=table))

    def _decide(self, act: acts.Act) -> None:
        self._seq += 1
        body = msgspec.json.encode(act).decode()
        self._store.append([Row(0, DESK, self._boot, self._seq, ACT, "", 0, 0, self._wall(), body)])
        self.read()

    def _on(self) -> acts.RoundSet:
        on = self.read().round
        if on.round == 0:
            raise Refusal("", "No round is on.")
        return on

    def _known(self, table: int) -> Place:
        found = self.read().places.get(table)
        if found is None:
            raise Refusal("", "There is no table {n} at this event.", n=table)
        return found

    def _game(self, table: int) -> Played:
        game = self.hall.game_at(self._known(table))
        if game is None:
            raise Refusal("", "Nothing has been played at table {n} yet.", n=table)
        return game


def troubles(hall: Hall, now: int) -> list[Trouble]:
    """What needs the organiser's eyes at wall time ``now`` (ns), the most urgent first, of calls the oldest."""
    found = [trouble for place in hall.tables() for trouble in _at_table(hall, place, now)]
    for game in hall.games.values():
        if game.conflicts:
            n = game.conflicts[0]
            found.append(Trouble(game.table, "conflict", msg("entry {n} was said in two ways; the first stands", n=n)))
        if game.stuck is not None:
            found.append(Trouble(game.table, "stuck", game.stuck))
    order = ("call", "coming", "stranger", "conflict", "stuck", "dispute", "offline", "silent", "missing", "returned")
    return sorted(found, key=lambda one: (order.index(one.kind), one.since, one.table))


def _at_table(hall: Hall, place: Place, now: int) -> list[Trouble]:
    found = []

    def add(kind: str, said: Message, since: int = 0) -> None:
        found.append(Trouble(place.number, kind, said, since))

    if (call := place.call) is not None:
        if call.coming:
            add("coming", msg("the referee is on the way"), call.since)
        else:
            add("call", msg("calls the referee"), call.since)
    if place.strangers:
        add("stranger", msg("another device uses this number; give it one of its own"))
    game = hall.game_at(place)
    stage = None if game is None else game.stage
    playing = stage in (Stage.PLAYING, Stage.RESULT)
    if place.online is False and playing:
        minutes = (now - place.since) // (60 * SECOND)
        add("offline", msg("without a connection for {n} min", n=minutes) if minutes else msg("without a connection"))
    if game is None:
        return found
    if (card := game.card) is not None and card.open is not None:
        add("dispute", card.open)
    if playing and place.online and now - game.heard > SILENT_S * SECOND:
        add("silent", msg("nothing played for {n} min", n=(now - game.heard) // (60 * SECOND)))
    if missing(hall, place, game, now):
        add("missing", msg("the result is missing"))
    if game.returned is not None and stage is Stage.SIGNED:
        add("returned", msg("the result was sent back: {reason}", reason=game.returned))
    return found


def missing(hall: Hall, place: Place, game: Played, now: int) -> bool:
    """Whether the round is over for longer than results take, and this table's game of it is not signed."""
    on = hall.round
    if on.round == 0 or on.paused_at is not None or now < on.starts + (on.length_s + LATE_S) * SECOND:
        return False
    return hall.round_of(game) == on.round and game.stage is not Stage.SIGNED
