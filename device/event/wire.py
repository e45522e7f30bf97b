"""What tables and the organiser say to each other: topics, messages, and the one codec that both ends use.

Every topic begins with ``dvojtah/1/<event>/``; the 1 is the version of this vocabulary (docs/event-protocol.md).

| topic | from | message | kept by the broker |
| --- | --- | --- | --- |
| ``table/<table>/rows`` | table | `Rows`: what the journal keeps, in order | no |
| ``table/<table>/state`` | table | `State`: what runs now, or that the table is away (its last will) | yes |
| ``table/<table>/ask-time`` | table | `AskTime` | no |
| ``table/<table>/ask-game`` | table | `AskGame`: rows of a game to take up | no |
| ``desk/<table>/ack`` | organiser | `Ack`: what is committed at the organiser's | no |
| ``desk/<table>/order`` | organiser | `Order`: pairing, referee, a result sent back, who holds the number | yes |
| ``desk/<table>/time`` | organiser | `Time` | no |
| ``desk/<table>/game`` | organiser | `GamePart` | no |
| ``desk/all/round`` | organiser | `Round` | yes |
| ``desk/all/notice`` | organiser | `Notice` | yes |

All are sent with QoS 1, and all may come twice, late or not at all: nothing here relies on the broker for more.

**What makes a row the same row.** ``(event, table, boot, seq)``: ``boot`` is random, drawn anew whenever a table's
program starts or joins an event, and ``seq`` counts from 1 within it without a gap. Two devices with one number,
cloned cards included, therefore never share an id. What the row *says* is known by the game's own random ``uid`` and
the entry's number ``n``: a row that was sent again under another boot is the same entry, and two different entries with
one uid and n are a conflict for people to settle, not something to overwrite.

**When a row has arrived.** The organiser commits rows of one boot in the order of seq, without gaps, and then says in
an `Ack` through which seq everything of that boot is committed. It answers every `Rows`, those it had already too, with
how far it is. A table sends again from the first row that is not acknowledged.

**Messages are JSON**, at most `LARGEST` bytes. `decode` raises `BadMessage` for everything that does not fit, with a
reason for the log; unknown fields are passed over, so that a later version may add some.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

VERSION = 1
"""Version of the vocabulary, part of every topic."""
LARGEST = 64 * 1024
"""Bytes of a message, beyond which nobody reads it; the broker's configuration has the same bound."""
LONGEST_ROW = 24 * 1024
"""Bytes of one row's JSON; a record's longest line is 10,000 characters, and one that long in Czech fits."""
MOST_ROWS = 200
"""Rows in one message."""

EVENT = r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?"
"""An event's id: small letters, digits and hyphens inside, at most 32."""

EventId = Annotated[str, Meta(pattern=rf"^{EVENT}\Z")]
TableNumber = Annotated[int, Meta(ge=1, le=9999)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{8,32}\Z")]
"""Random, in small hexadecimal digits: a boot, a game's uid, a device, a message that people answer to."""
Count = Annotated[int, Meta(ge=0, le=2**53)]
Nanoseconds = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Short = Annotated[str, Meta(max_length=100)]
Text = Annotated[str, Meta(max_length=500)]


class BadMessage(Exception):
    """A topic or a payload that does not belong here; the reason is for the log."""


# -- topics ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one event.

    >>> Topics("pisek-2026").rows(7)
    'dvojtah/1/pisek-2026/table/7/rows'
    """

    event: str

    @property
    def root(self) -> str:
        """What all of them begin with."""
        return f"dvojtah/{VERSION}/{self.event}"

    def of_table(self, table: int | str, word: str) -> str:
        """A topic on which table number ``table`` speaks (``"+"``: all tables)."""
        return f"{self.root}/table/{table}/{word}"

    def of_desk(self, table: int | str, word: str) -> str:
        """A topic on which the organiser speaks to a table (``"all"``: to every table)."""
        return f"{self.root}/desk/{table}/{word}"

    def rows(self, table: int | str) -> str:
        """What a table's journal keeps."""
        return self.of_table(table, "rows")

    def state(self, table: int | str) -> str:
        """A table's snapshot, and its last will."""
        return self.of_table(table, "state")

    def for_desk(self) -> tuple[str, ...]:
        """What an organiser subscribes to."""
        return tuple(self.of_table("+", word) for word in FROM_TABLE)

    def for_table(self, table: int) -> tuple[str, ...]:
        """What a table subscribes to: what the organiser tells it and everybody, and what goes out under its number."""
        return f"{self.root}/desk/{table}/+", f"{self.root}/desk/all/+", self.state(table)


@dataclass(frozen=True, slots=True)
class Address:
    """A topic taken apart: whether a table or the desk speaks, which table (0: all), and the last word."""

    desk: bool
    table: int
    word: str


_TOPIC = re.compile(rf"dvojtah/{VERSION}/({EVENT})/(table|desk)/([1-9][0-9]{{0,3}}|all)/([a-z-]{{1,20}})")


def address(event: str, topic: str) -> Address:
    """What ``topic`` is within ``event``. Raises `BadMessage` for a foreign event and for what is no topic of ours.

    >>> address("pisek", "dvojtah/1/pisek/table/7/rows")
    Address(desk=False, table=7, word='rows')
    """
    found = _TOPIC.fullmatch(topic)
    if found is None:
        raise BadMessage(f"no topic of this vocabulary: {topic[:120]!r}")
    named, who, table, word = found.groups()
    if named != event:
        raise BadMessage(f"event {named!r} is not {event!r}")
    desk = who == "desk"
    number = 0 if table == "all" else int(table)
    words = (FOR_ALL if desk else {}) if number == 0 else FROM_DESK if desk else FROM_TABLE
    if word not in words:
        raise BadMessage(f"no topic of this vocabulary: {topic[:120]!r}")
    return Address(desk, number, word)


def user_of(event: str, table: int) -> str:
    """The broker's user for a table: its rights are its own topics (`device.event.broker`)."""
    return f"{event}.{table}"


def desk_user(event: str) -> str:
    """The broker's user for the organiser of ``event``."""
    return f"{event}.desk"


# -- what a table says -------------------------------------------------------------------------------------------------


class _Said(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message, or a part of one."""


class Row(_Said, frozen=True, kw_only=True, tag_field="row"):
    """One thing that the journal keeps. ``game`` is the uid of the game it belongs to."""

    game: Nonce


class Begun(Row, tag="begun", frozen=True, kw_only=True):
    """A game was begun: its setup, as the first line of a record has it (``"game"`` says which game).

    ``pairing`` is the id of the `Pairing` that was confirmed for it, or empty. ``created`` is the table's wall clock, a
    label for people that may be hours off.
    """

    setup: msgspec.Raw
    pairing: Nonce | None = None
    created: Short = ""


class Entered(Row, tag="entry", frozen=True, kw_only=True):
    """An entry: its number from 1, its game time in ns, the event as a record has it (without ``"t"``)."""

    n: Annotated[int, Meta(ge=1, le=1_000_000)]
    at: Nanoseconds
    event: msgspec.Raw


class Called(_Said, frozen=True, kw_only=True, tag_field="row", tag="call"):
    """The table calls the referee, or (``over``) needs nobody any more.

    ``call`` is the call's own id, ``game`` the uid of the game on the table (None: none is), ``why`` a word for the
    reason or empty, ``side`` the side of the table that called (0 or 1; None: not known).
    """

    call: Nonce
    game: Nonce | None = None
    over: bool = False
    why: Short = ""
    side: Annotated[int, Meta(ge=0, le=1)] | None = None


AnyRow = Begun | Entered | Called


class Rows(_Said, frozen=True, kw_only=True):
    """Rows of one boot, one after another: the first has the number ``first``."""

    boot: Nonce
    first: Annotated[int, Meta(ge=1, le=2**53)]
    rows: Annotated[tuple[AnyRow, ...], Meta(min_length=1, max_length=MOST_ROWS)]

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.first + len(self.rows) - 1


class Turn(_Said, frozen=True, kw_only=True):
    """The open turn of a game with clocks: whose (0 or 1), what is left of it in ns, whether its clock runs."""

    side: Annotated[int, Meta(ge=0, le=1)]
    left: Nanoseconds
    running: bool = False


class State(_Said, frozen=True, kw_only=True):
    """A table's snapshot, for people and for whoever asks whether it is there. Nothing is recorded from it.

    Sent after a change and now and then without one; as last will with ``online`` false. ``device`` tells devices
    apart, cloned cards included, and stays over restarts. ``game`` is the uid of the game on the table, None where
    there is none; ``kind`` its game's word, ``at`` its game time in ns when this was said, ``n`` its entries, ``line``
    it in one line in the table's own language. ``waiting`` is how many rows had not been acknowledged; ``call`` the id
    of an open call.
    """

    boot: Nonce
    device: Nonce
    online: bool = True
    version: Short = ""
    kind: Short = ""
    game: Nonce | None = None
    n: Count = 0
    at: Nanoseconds = 0
    turn: Turn | None = None
    line: Text = ""
    waiting: Count = 0
    call: Nonce | None = None


class AskTime(_Said, frozen=True, kw_only=True):
    """What time is it at the organiser's? ``asked`` is the table's monotonic clock in ns."""

    boot: Nonce
    asked: Nanoseconds


class AskGame(_Said, frozen=True, kw_only=True):
    """The number's game is taken up by ``device``: send its entries after number ``after``.

    Asked again until all have come. ``taken`` says that the game stands on this device now: the number is its own.
    """

    boot: Nonce
    device: Nonce
    game: Nonce
    after: Count = 0
    taken: bool = False


# -- what the organiser says -------------------------------------------------------------------------------------------


class Ack(_Said, frozen=True, kw_only=True):
    """Everything of ``boot`` through ``seq`` is committed in the organiser's store (0: nothing yet).

    ``store`` is the store's own random id. A table that sees another store than before sends everything of this event
    again from its journal, under a boot of its own: the old store may be lost.
    """

    boot: Nonce
    seq: Count
    store: Nonce


class Pairing(_Said, frozen=True, kw_only=True):
    """Who should play here next, to be confirmed at the table.

    ``kind`` is the game's word (``"polish_doubles"``). ``seats`` are names in the order of the seats, in groups where
    people play together: two pairs ``(("Jan", "Eva"), ("Petr", "Ivo"))``, four single players
    ``(("Jan",), ("Eva",), ("Petr",), ("Ivo",))``. ``names`` name the groups, where they have names of their own.
    """

    pairing: Nonce
    kind: Short
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    title: Text = ""
    names: Annotated[tuple[Short, ...], Meta(max_length=24)] = ()
    seats: Annotated[tuple[Annotated[tuple[Short, ...], Meta(max_length=8)], ...], Meta(max_length=24)]


class Returned(_Said, frozen=True, kw_only=True):
    """The result of ``game`` is sent back to the table, to be reopened for ``reason``; gone once that is done."""

    game: Nonce
    reason: Text


class Held(_Said, frozen=True, kw_only=True):
    """A game that a spare table may take up: its uid, its game's word, its entries, and it in one line."""

    game: Nonce
    kind: Short
    entries: Count
    line: Text = ""


class Order(_Said, frozen=True, kw_only=True):
    """What the organiser wants of one table now; each message replaces the one before.

    ``holder`` is the device that the number belongs to: the first that was seen, or the one that took the number over;
    None when it was released or never given. ``released`` offers the number, and its game in ``held``, to a spare
    device: to any but ``was``, which held it until now. ``referee`` is the id of the call to which the referee is on
    the way. ``pairing`` is taken out once a game was begun with it. ``note`` is a sentence for this table alone.
    """

    holder: Nonce | None = None
    released: bool = False
    was: Nonce | None = None
    held: Held | None = None
    pairing: Pairing | None = None
    referee: Nonce | None = None
    returned: Annotated[tuple[Returned, ...], Meta(max_length=20)] = ()
    note: Text = ""


class Time(_Said, frozen=True, kw_only=True):
    """The organiser's clock in ns, in answer to an `AskTime` of ``boot`` with the same ``asked``.

    ``clock`` is a random id of that clock, drawn anew when the organiser's program starts; times of different clocks
    have nothing to do with each other. The clock must never jump while the id stays.
    """

    boot: Nonce
    asked: Nanoseconds
    now: Nanoseconds
    clock: Nonce


class Round(_Said, frozen=True, kw_only=True):
    """The round that is on: its number (0: none), when it starts by the organiser's ``clock`` (ns), how long it is (s).

    ``paused_at`` is the moment at which its countdown stands, None while it runs. What is left at the organiser's time
    ``now`` is ``starts + length_s * 10**9 - now``; before the start it begins in ``starts - now``. A program that
    starts anew sends the round anew, in its own clock. Whoever goes on after a pause moves ``starts`` by its length.
    """

    clock: Nonce
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    title: Text = ""
    starts: Nanoseconds = 0
    length_s: Annotated[int, Meta(ge=0, le=24 * 3600)] = 0
    paused_at: Nanoseconds | None = None


class Notice(_Said, frozen=True, kw_only=True):
    """An announcement to every table, shown until the people there have read it; ``text`` empty: none.

    ``text_en`` is the same in English, where somebody wrote it.
    """

    notice: Nonce
    text: Text = ""
    text_en: Text = ""


class GamePart(_Said, frozen=True, kw_only=True):
    """Entries of a game that is taken up: ``setup`` and ``entries`` after the number that was asked for.

    ``total`` is how many entries the game has; ``at`` the game time in ns until which it was seen to be played.
    """

    boot: Nonce
    game: Nonce
    setup: msgspec.Raw
    after: Count
    total: Count
    at: Nanoseconds = 0
    entries: Annotated[tuple[Entered, ...], Meta(max_length=MOST_ROWS)] = ()


FROM_TABLE: dict[str, type[Any]] = {"rows": Rows, "state": State, "ask-time": AskTime, "ask-game": AskGame}
FROM_DESK: dict[str, type[Any]] = {"ack": Ack, "order": Order, "time": Time, "game": GamePart}
FOR_ALL: dict[str, type[Any]] = {"round": Round, "notice": Notice}
RETAINED = frozenset({"state", "order", "round", "notice"})
"""The last words of the topics whose newest message the broker keeps."""

M = TypeVar("M")


def encode(message: msgspec.Struct) -> bytes:
    """The payload. Raises `BadMessage` where it would be too large for anybody to read."""
    payload = msgspec.json.encode(message)
    if len(payload) > LARGEST:
        raise BadMessage(f"a {type(message).__name__} of {len(payload)} bytes; {LARGEST} is the most")
    return payload


def decode(payload: bytes, kind: type[M]) -> M:
    """The message. Raises `BadMessage`, with a reason, for everything that is not a whole message of that kind."""
    if len(payload) > LARGEST:
        raise BadMessage(f"{len(payload)} bytes; {LARGEST} is the most")
    try:
        message = msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadMessage(f"no {kind.__name__}: {str(error)[:200]}") from None
    parts: tuple[Any, ...] = ()
    if isinstance(message, Rows):
        parts = message.rows
    elif isinstance(message, GamePart):
        parts = (message, *message.entries)
    for part in parts:
        _check(part)
    return message


def read(event: str, topic: str, payload: bytes) -> tuple[Address, Any]:
    """Where a message came in and what it says; None where a topic was emptied. Raises `BadMessage`."""
    where = address(event, topic)
    if not payload and where.word in RETAINED:
        return where, None
    kinds = FROM_TABLE if not where.desk else FOR_ALL if where.table == 0 else FROM_DESK
    return where, decode(payload, kinds[where.word])


def _check(part: Any) -> None:
    """What the types cannot say: the raw JSON inside is an object of a decent size."""
    raw = getattr(part, "setup", None) or getattr(part, "event", None)
    if raw is None:
        return
    text = bytes(raw)
    if len(text) > LONGEST_ROW:
        raise BadMessage(f"a row of {len(text)} bytes; {LONGEST_ROW} is the most")
    if not text.startswith(b"{"):
        raise BadMessage("a setup or an event is not a JSON object")
