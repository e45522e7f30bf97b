"""What tables and organiser say to each other: the messages and their limits; `wire` carries them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.people import PersonId, PersonIds
from rules.sheet_terms import SheetTerms

LARGEST = 64 * 1024
"""Bytes of a message, beyond which nobody reads it; the broker's configuration has the same bound."""
LONGEST_ROW = 24 * 1024
"""Bytes of one row's JSON; a record's longest line is 10,000 characters, and one that long in Czech fits."""
MOST_LISTED = 400
"""People on a list that is sent to a table: with everything else they fit into one message."""
MOST_ROWS = 200
"""Rows in one message."""

EVENT = r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?"
"""An event's id: small letters, digits and hyphens inside, at most 32."""

EventId = Annotated[str, Meta(pattern=rf"^{EVENT}\Z")]
TableNumber = Annotated[int, Meta(ge=1, le=9999)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{8,32}\Z")]
"""Random, in small hexadecimal digits: a boot, a game's uid, a device, a message that people answer to."""
Count = Annotated[int, Meta(ge=0, le=2**53)]
WireNanoseconds = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Short = Annotated[str, Meta(max_length=100)]
Text = Annotated[str, Meta(max_length=500)]


# -- what a table says -------------------------------------------------------------------------------------------------


class EventMessage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message, or a part of one."""


class GameRow(EventMessage, frozen=True, kw_only=True, tag_field="row"):
    """One thing that the journal keeps. ``game`` is the uid of the game it belongs to."""

    game: Nonce


class SetupRow(GameRow, tag="begun", frozen=True, kw_only=True):
    """A game was begun: its setup, as the first line of a record has it (``"game"`` says which game).

    ``pairing`` is the id of the `Pairing` that was confirmed for it, or empty. ``created`` is the table's wall clock, a
    label for people that may be hours off.
    """

    setup: msgspec.Raw
    pairing: Nonce | None = None
    created: Short = ""


class EntryRow(GameRow, tag="entry", frozen=True, kw_only=True):
    """An entry: its number from 1, its game time in ns, the event as a record has it (without ``"t"``)."""

    n: Annotated[int, Meta(ge=1, le=1_000_000)]
    at: WireNanoseconds
    event: msgspec.Raw


class CallRow(EventMessage, frozen=True, kw_only=True, tag_field="row", tag="call"):
    """The table calls the referee, or (``over``) needs nobody any more.

    ``call`` is the call's own id, ``game`` the uid of the game on the table (None: none is), ``why`` a word for the
    reason or empty, ``side`` the side of the table that called (0 or 1; None: not known).
    """

    call: Nonce
    game: Nonce | None = None
    over: bool = False
    why: Short = ""
    side: Annotated[int, Meta(ge=0, le=1)] | None = None


AnyRow = SetupRow | EntryRow | CallRow


class Rows(EventMessage, frozen=True, kw_only=True):
    """Rows of one boot, one after another: the first has the number ``first``."""

    boot: Nonce
    first: Annotated[int, Meta(ge=1, le=2**53)]
    rows: Annotated[tuple[AnyRow, ...], Meta(min_length=1, max_length=MOST_ROWS)]

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.first + len(self.rows) - 1


class TurnState(EventMessage, frozen=True, kw_only=True):
    """The open turn of a game with clocks: whose (0 or 1), what is left of it in ns, whether its clock runs."""

    side: Annotated[int, Meta(ge=0, le=1)]
    left: WireNanoseconds
    running: bool = False


SUPPLY = "supply"
"""The part of a table that is its supply."""
SUPPLY_WELL, SUPPLY_WAS_LOW, SUPPLY_LOW = "well", "was low", "low"
"""How a table's supply is: well, too weak at some time since the start, too weak now."""
MOST_FAULTS = 20


class TableFault(EventMessage, frozen=True, kw_only=True):
    """A ``part`` of the table does not work (as `device.io.inputs.PeripheralStatus` names it), and a sentence about it
    in the table's language."""

    part: Short
    text: Text = ""


class TableHealth(EventMessage, frozen=True, kw_only=True):
    """How a table's machine is. None and an empty ``supply`` say that it cannot tell.

    ``free_mb`` is the room on its disk, ``degrees`` the heat of its processor in °C. ``takes_updates``: it takes those
    that the organiser orders; one that its system updates by other means does not.
    """

    free_mb: Count | None = None
    degrees: Annotated[int, Meta(ge=-100, le=300)] | None = None
    supply: Short = ""
    takes_updates: bool = False
    faults: Annotated[tuple[TableFault, ...], Meta(max_length=MOST_FAULTS)] = ()


WAITING, PLAYING, BRINGING, BROUGHT = "waiting", "playing", "bringing", "brought"
INSTALLING, DONE, FAILED = "installing", "done", "failed"
"""How far an ordered update is; ``playing``: a game is on the table, or is being set up, and the update waits."""


class UpdateProgress(EventMessage, frozen=True, kw_only=True):
    """How far an `UpdateOrder` is at a table (``stage``: waiting, playing, bringing, brought, installing, done or
    failed), and what is to be said of it in the table's language."""

    update: Nonce
    stage: Short
    text: Text = ""


class TableSnapshot(EventMessage, frozen=True, kw_only=True):
    """A table's snapshot, for people and for whoever asks whether it is there. Nothing is recorded from it.

    Sent after a change and now and then without one; as last will with ``online`` false. ``device`` is its id, other
    for cloned cards, and stays over restarts. ``game`` is the uid of the game on the table, None where
    there is none; ``kind`` its game's word, ``at`` its game time in ns when this was sent, ``n`` its entries, ``line``
    it in one line in the table's own language. ``waiting`` is how many rows had not been acknowledged; ``call`` the id
    of an open call; ``doubt`` by how much (ns) the table may be wrong about the organiser's clock, None while it does
    not know it; ``health`` is None from tables of earlier versions; ``update``: how far the
    update is that was ordered last.
    """

    boot: Nonce
    device: Nonce
    online: bool = True
    version: Short = ""
    kind: Short = ""
    game: Nonce | None = None
    n: Count = 0
    at: WireNanoseconds = 0
    turn: TurnState | None = None
    line: Text = ""
    waiting: Count = 0
    call: Nonce | None = None
    doubt: Count | None = None
    health: TableHealth | None = None
    update: UpdateProgress | None = None


class AskTime(EventMessage, frozen=True, kw_only=True):
    """What time is it at the organiser's? ``asked`` is the table's monotonic clock in ns."""

    boot: Nonce
    asked: WireNanoseconds


class AskGame(EventMessage, frozen=True, kw_only=True):
    """The number's game is taken up by ``device``: send its entries after number ``after``.

    Asked again until all have come. ``taken`` says that the game stands on this device now: the number is its own.
    """

    boot: Nonce
    device: Nonce
    game: Nonce
    after: Count = 0
    taken: bool = False


# -- what the organiser says -------------------------------------------------------------------------------------------


class Ack(EventMessage, frozen=True, kw_only=True):
    """Everything of ``boot`` through ``seq`` is committed in the organiser's store (0: nothing yet).

    ``store`` is the store's own random id. A table that sees another store than before sends everything of this event
    again from its journal, under a boot of its own: the old store may be lost.
    """

    boot: Nonce
    seq: Count
    store: Nonce


class Pairing(EventMessage, frozen=True, kw_only=True):
    """Who should play here next, to be confirmed at the table.

    ``kind`` is the game's word. ``seats`` are names in the order of the seats, in groups where
    people play together: two pairs ``(("Jan", "Eva"), ("Petr", "Ivo"))``, four single players
    ``(("Jan",), ("Eva",), ("Petr",), ("Ivo",))``. ``names`` name the groups, where they have names of their own.
    ``people`` are the ids of all of them one after another, where the organiser knows them. ``goes_on``: a game of that
    kind that is on the table and between two rounds goes on with them (M31); without it a new game is set up for them.
    ``terms`` are those of the score sheet that they play on; None where they play another game.
    """

    pairing: Nonce
    kind: Short
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    title: Text = ""
    names: Annotated[tuple[Short, ...], Meta(max_length=24)] = ()
    seats: Annotated[tuple[Annotated[tuple[Short, ...], Meta(max_length=8)], ...], Meta(max_length=24)]
    people: PersonIds = ()
    goes_on: bool = False
    terms: SheetTerms | None = None


class ReturnedResult(EventMessage, frozen=True, kw_only=True):
    """The result of ``game`` is sent back to the table, to be reopened for ``reason``; gone once that is done."""

    game: Nonce
    reason: Text


class HeldGame(EventMessage, frozen=True, kw_only=True):
    """A game that a spare table may take up: its uid, its game's word, its entries, and it in one line."""

    game: Nonce
    kind: Short
    entries: Count
    line: Text = ""


class Participant(EventMessage, frozen=True, kw_only=True):
    """Somebody who takes part, for names to be offered: the name, and the id, where the organiser knows it."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    person: PersonId = ""


class NextSeat(EventMessage, frozen=True, kw_only=True):
    """Where somebody who played here plays next: the ``table`` (0: nowhere, a bye) and the ``others`` there.

    ``place`` is the place in the standings when that was drawn, 0 where there are none yet.
    """

    name: Short
    table: Annotated[int, Meta(ge=0, le=9999)] = 0
    others: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()
    place: Count = 0


class NextSeats(EventMessage, frozen=True, kw_only=True):
    """A draw that was published, for those who played at this table in the round before it.

    ``of``: how many stand in the standings.
    """

    round: Annotated[int, Meta(ge=1, le=99)]
    seats: Annotated[tuple[NextSeat, ...], Meta(max_length=8)] = ()
    of: Count = 0


class UpdateOrder(EventMessage, frozen=True, kw_only=True):
    """The table is to take an update once no game is on it.

    ``update`` is the order's own id. ``address`` is the file's, of ``size`` bytes and this ``version``; empty: whatever
    is newest where the builder keeps updates, as far as the table knows that place.
    """

    update: Nonce
    version: Short = ""
    address: Text = ""
    size: Count = 0


class Order(EventMessage, frozen=True, kw_only=True):
    """What the organiser wants of one table now; each message replaces the one before.

    ``holder`` is the device that the number belongs to: the first that was seen, or the one that took the number over;
    None when it was released or never given. ``released`` offers the number, and its game in ``held``, to a spare
    device: to any but ``was``, which held it until now. ``referee`` is the id of the call to which the referee is on
    the way. ``pairing`` is taken out once a game was begun with it. ``note`` is a sentence for this table alone.
    ``people`` are who takes part: names that are typed are completed from them, too. ``next`` is where those who sit
    here play next. ``telephones``: telephones may be clock buttons in the event's games. Tables of earlier versions
    look at none of these three.
    ``version`` is the organiser's, empty from earlier ones; ``update``: the table is to take an update.
    """

    holder: Nonce | None = None
    released: bool = False
    was: Nonce | None = None
    held: HeldGame | None = None
    pairing: Pairing | None = None
    referee: Nonce | None = None
    returned: Annotated[tuple[ReturnedResult, ...], Meta(max_length=20)] = ()
    note: Text = ""
    people: Annotated[tuple[Participant, ...], Meta(max_length=MOST_LISTED)] = ()
    next: NextSeats | None = None
    telephones: bool = True
    version: Short = ""
    update: UpdateOrder | None = None


class Time(EventMessage, frozen=True, kw_only=True):
    """The organiser's clock in ns, in answer to an `AskTime` of ``boot`` with the same ``asked``.

    ``clock`` is a random id of that clock, drawn anew when an organiser's program starts; times of different clocks
    have nothing to do with each other. The clock must never jump while the id stays; programs that share a store share
    it. ``wall`` is the organiser's wall clock (ns since 1970), for the labels of a table that does not know the day;
    None where nobody vouches for it.
    """

    boot: Nonce
    asked: WireNanoseconds
    now: WireNanoseconds
    clock: Nonce
    wall: WireNanoseconds | None = None


class CurrentRound(EventMessage, frozen=True, kw_only=True):
    """The round that is on: its number (0: none), when it starts by the organiser's ``clock`` (ns), how long it is (s).

    ``paused_at`` is the moment at which its countdown stands, None while it runs. What is left at the organiser's time
    is ``starts + length_s * 10**9 - now``; before the start it begins in ``starts - now``. A program that
    starts anew sends the round anew, in its own clock. Whoever goes on after a pause moves ``starts`` by its length.
    ``kind`` is the word of the game whose clocks follow it; empty: of any. ``ended`` is the round that the organiser
    ended, while none is on: its time is up. A table of an earlier version passes over the word.
    """

    clock: Nonce
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    title: Text = ""
    starts: WireNanoseconds = 0
    length_s: Annotated[int, Meta(ge=0, le=24 * 3600)] = 0
    paused_at: WireNanoseconds | None = None
    kind: Short = ""
    ended: Annotated[int, Meta(ge=0, le=99)] = 0


class Notice(EventMessage, frozen=True, kw_only=True):
    """An announcement to every table, shown until the people there have read it; ``text`` empty: none.

    ``text_en`` is the same in English, where somebody wrote it.
    """

    notice: Nonce
    text: Text = ""
    text_en: Text = ""


class GamePart(EventMessage, frozen=True, kw_only=True):
    """Entries of a game that is taken up: ``setup`` and ``entries`` after the number that was asked for.

    ``total`` is how many entries the game has; ``at`` the game time in ns until which it was seen to be played.
    """

    boot: Nonce
    game: Nonce
    setup: msgspec.Raw
    after: Count
    total: Count
    at: WireNanoseconds = 0
    entries: Annotated[tuple[EntryRow, ...], Meta(max_length=MOST_ROWS)] = ()


FROM_TABLE: dict[str, type[Any]] = {"rows": Rows, "state": TableSnapshot, "ask-time": AskTime, "ask-game": AskGame}
FROM_DESK: dict[str, type[Any]] = {"ack": Ack, "order": Order, "time": Time, "game": GamePart}
FOR_ALL: dict[str, type[Any]] = {"round": CurrentRound, "notice": Notice}
RETAINED = frozenset({"state", "order", "round", "notice"})
"""The last words of the topics whose newest message the broker keeps."""
