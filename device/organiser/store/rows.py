"""Rows of the log, their kinds, and the one decoder by which they are read: what it does not read is never committed.

`read` stands before the commit (`EventStore.append`) and wherever the log is folded, so what is in the log can be read
by everybody who folds it. A row that an earlier or a later version left and that cannot be read is `UnreadableRow`:
readers count it, say so and go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from device.common.event import messages
from device.organiser.acts import decisions, observations
from device.organiser.acts.rollout_step import RolloutStep
from rules.game import Nanoseconds
from rules.loading import readable

DESK = ""
"""The table of rows that the organiser wrote."""
ACT, SEEN, LINK, CLOCK, BEGUN, ENTRY, CALL = "act", "seen", "link", "clock", "begun", "entry", "call"
ROLLOUT = "rollout"
"""Kinds of rows: the organiser's decisions, what a device said of itself, the link to the broker, the event's clock; a
game begun, an entry, a call for the referee; a step of an update from table to table."""
OWN = frozenset({ACT, LINK, CLOCK, ROLLOUT})
"""Kinds that belong to no table."""


class LogRow(NamedTuple):
    """A row of the log.

    ``id`` grows with every row. ``table``, ``boot`` and ``seq`` are the id its sender gave it (`DESK` for the
    organiser's own), ``kind`` says what ``body`` (JSON) is, ``game`` and ``n`` name an entry of a game, ``at`` its game
    time in ns. Of what was decided at once ``n`` counts the acts from 0; in logs of earlier versions each has 0.
    ``heard`` is the event's clock in ns: a label, and what tells how long a table is silent.
    """

    id: int
    table: str
    boot: str
    seq: int
    kind: str
    game: str
    n: int
    at: Nanoseconds
    heard: Nanoseconds
    body: str

    @property
    def table_number(self) -> int:
        """The number of its table; 0 where it has none."""
        text = self.table
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


class RefusedMessage(NamedTuple):
    """A message that was not taken: when, where it came in, why, its size in bytes and its beginning."""

    heard: Nanoseconds
    topic: str
    reason: str
    size: int
    sample: str


class UnreadableRow(Exception):
    """A row that this version cannot read, and why."""


class UnreadRow(NamedTuple):
    """A row that was passed over: its id, kind and table (0: the organiser's), when it was written, and why."""

    id: int
    kind: str
    table: int
    heard: Nanoseconds
    reason: str


class BegunGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game begun: its setup as it came (JSON), the id of the pairing that was confirmed for it, the table's label."""

    setup: str
    pairing: str | None = None
    created: str = ""


RowContent = (
    decisions.AnyAct
    | observations.DeviceSeen
    | observations.BrokerLink
    | observations.ClockSet
    | RolloutStep
    | messages.CallRow
    | BegunGame
    | None
)
"""What a row says; None for an entry, whose event only the rules of its game can read."""
_DECODE: dict[str, Callable[[str], RowContent]] = {
    ACT: decisions.decode,
    SEEN: msgspec.json.Decoder(readable(observations.DeviceSeen)).decode,
    LINK: msgspec.json.Decoder(readable(observations.BrokerLink)).decode,
    CLOCK: msgspec.json.Decoder(readable(observations.ClockSet)).decode,
    ROLLOUT: msgspec.json.Decoder(readable(RolloutStep)).decode,
    BEGUN: msgspec.json.Decoder(readable(BegunGame)).decode,
    CALL: msgspec.json.Decoder(readable(messages.CallRow)).decode,
    ENTRY: lambda body: None,
}


def read(row: LogRow) -> RowContent:
    """What a row says. Raises `UnreadableRow`."""
    decode = _DECODE.get(row.kind)
    if decode is None:
        raise UnreadableRow(f"rows of the kind {row.kind[:40]!r} are not known here")
    if row.kind not in OWN and not 1 <= row.table_number <= 9999:
        raise UnreadableRow(f"{row.table[:40]!r} is no table's number")
    try:
        return decode(row.body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnreadableRow(str(error)[:200]) from None
