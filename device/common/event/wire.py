"""What tables and the organiser say to each other: topics, and the one codec that both ends use.

Every topic begins with ``dvojtah/1/<event>/``; the 1 is the version of this vocabulary (docs/event-protocol.md).

| topic | from | message | kept by the broker |
| --- | --- | --- | --- |
| ``table/<table>/rows`` | table | `Rows`: what the journal keeps, in order | no |
| ``table/<table>/state`` | table | `TableSnapshot`: what runs now, or that the table is away (its last will) | yes |
| ``table/<table>/ask-time`` | table | `AskTime` | no |
| ``table/<table>/ask-game`` | table | `AskGame`: rows of a game to take up | no |
| ``desk/<table>/ack`` | organiser | `Ack`: what is committed at the organiser's | no |
| ``desk/<table>/order`` | organiser | `Order`: pairing, referee, a result sent back, who holds the number | yes |
| ``desk/<table>/time`` | organiser | `Time` | no |
| ``desk/<table>/game`` | organiser | `GamePart` | no |
| ``desk/all/round`` | organiser | `CurrentRound` | yes |
| ``desk/all/notice`` | organiser | `Notice` | yes |

All are sent with QoS 1, and all may come twice, late or not at all: nothing here relies on the broker for more.

**What makes a row the same row.** ``(event, table, boot, seq)``: ``boot`` is random, drawn anew whenever a table's
program starts or joins an event, and seq counts from 1 within it without a gap. Two devices with one number,
cloned cards included, therefore never share an id. What the row *says* is known by the game's own random uid and
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
from typing import Any, TypeVar

import msgspec

from device.common.event.messages import (
    EVENT,
    FOR_ALL,
    FROM_DESK,
    FROM_TABLE,
    LARGEST,
    LONGEST_ROW,
    RETAINED,
    GamePart,
    Rows,
)
from rules.loading import readable

VERSION = 1
"""Version of the vocabulary, part of every topic."""


class BadMessage(Exception):
    """A topic or a payload that does not belong here; the reason is for the log."""


# -- topics ------------------------------------------------------------------------------------------------------------


class Topics(msgspec.Struct, frozen=True):
    """The topics of one event.

    >>> Topics("pisek-2026").of_table(7, "rows")
    'dvojtah/1/pisek-2026/table/7/rows'
    """

    event: str

    @property
    def root(self) -> str:
        """What all of them begin with."""
        return f"dvojtah/{VERSION}/{self.event}"

    def of_table(self, table: int | str, word: str) -> str:
        """A topic on which table number ``table`` publishes (``"+"``: all tables)."""
        return f"{self.root}/table/{table}/{word}"

    def of_desk(self, table: int | str, word: str) -> str:
        """A topic on which the organiser publishes for a table (``"all"``: for every table)."""
        return f"{self.root}/desk/{table}/{word}"

    def state(self, table: int | str) -> str:
        """A table's snapshot, and its last will."""
        return self.of_table(table, "state")

    def for_desk(self) -> tuple[str, ...]:
        """What an organiser subscribes to."""
        return tuple(self.of_table("+", word) for word in FROM_TABLE)

    def for_table(self, table: int) -> tuple[str, ...]:
        """What a table subscribes to: what the organiser sends to it and to all, and what goes out under its number."""
        return f"{self.root}/desk/{table}/+", f"{self.root}/desk/all/+", self.state(table)


class TopicAddress(msgspec.Struct, frozen=True):
    """A topic taken apart: whether a table or the desk publishes on it, which table (0: all), and the last word."""

    desk: bool
    table: int
    word: str


_TOPIC = re.compile(rf"dvojtah/{VERSION}/({EVENT})/(table|desk)/([1-9][0-9]{{0,3}}|all)/([a-z-]{{1,20}})")


def parse_topic(event: str, topic: str) -> TopicAddress:
    """What ``topic`` is within ``event``. Raises `BadMessage` for a foreign event and for what is no topic of ours.

    >>> parse_topic("pisek", "dvojtah/1/pisek/table/7/rows")
    TopicAddress(desk=False, table=7, word='rows')
    """
    match = _TOPIC.fullmatch(topic)
    if match is None:
        raise BadMessage(f"no topic of this vocabulary: {topic[:120]!r}")
    named, who, table, word = match.groups()
    if named != event:
        raise BadMessage(f"event {named!r} is not {event!r}")
    desk = who == "desk"
    number = 0 if table == "all" else int(table)
    words = (FOR_ALL if desk else {}) if number == 0 else FROM_DESK if desk else FROM_TABLE
    if word not in words:
        raise BadMessage(f"no topic of this vocabulary: {topic[:120]!r}")
    return TopicAddress(desk, number, word)


def user_of(event: str, table: int) -> str:
    """The broker's user for a table: its rights are its own topics (`device.common.event.broker`)."""
    return f"{event}.{table}"


def desk_user(event: str) -> str:
    """The broker's user for the organiser of ``event``."""
    return f"{event}.desk"


# -- the codec ---------------------------------------------------------------------------------------------------------

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
        message = msgspec.json.decode(payload, type=readable(kind))
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


def read(event: str, topic: str, payload: bytes) -> tuple[TopicAddress, Any]:
    """Where a message came in and what it says; None where a topic was emptied. Raises `BadMessage`."""
    where = parse_topic(event, topic)
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
