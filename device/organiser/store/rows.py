"""Kinds of rows of the log, and the one decoder by which they are read: what it does not read is never committed.

`check` stands before the commit (`device.organiser.store`), `read` wherever the log is folded, so what is in the log
can be read by everybody who folds it. A row that an earlier or a later version left and that cannot be read is
`Unreadable`: readers count it, say so and go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from device.event import messages
from device.organiser.acts import decisions

if TYPE_CHECKING:
    from device.organiser.store import Row

ACT, SEEN, LINK, CLOCK, BEGUN, ENTRY, CALL = "act", "seen", "link", "clock", "begun", "entry", "call"
"""Kinds of rows: the organiser's decisions, what a device said of itself, the link to the broker, the event's clock; a
game begun, an entry, a call for the referee."""


class Unreadable(Exception):
    """A row that this version cannot read, and why."""


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """A game begun: its setup as it came (JSON), the id of the pairing that was confirmed for it, the table's label."""

    setup: str
    pairing: str | None = None
    created: str = ""


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A row that was passed over: its id, kind and table (0: the organiser's), when it was written, and why."""

    id: int
    kind: str
    table: int
    heard: int
    reason: str


AnyRow = decisions.AnyAct | decisions.Seen | decisions.Link | decisions.Clock | messages.CallRow | Begun | None
"""What a row says; None for an entry, whose event only the rules of its game can read."""

OWN = frozenset({ACT, LINK, CLOCK})
"""Kinds that belong to no table."""
_DECODE: dict[str, Callable[[str], AnyRow]] = {
    ACT: decisions.decode,
    SEEN: msgspec.json.Decoder(decisions.Seen).decode,
    LINK: msgspec.json.Decoder(decisions.Link).decode,
    CLOCK: msgspec.json.Decoder(decisions.Clock).decode,
    BEGUN: msgspec.json.Decoder(Begun).decode,
    CALL: msgspec.json.Decoder(messages.CallRow).decode,
    ENTRY: lambda body: None,
}


def read(row: Row) -> AnyRow:
    """What a row says. Raises `Unreadable`."""
    decode = _DECODE.get(row.kind)
    if decode is None:
        raise Unreadable(f"rows of the kind {row.kind[:40]!r} are not known here")
    if row.kind not in OWN and not 1 <= table_of(row) <= 9999:
        raise Unreadable(f"{row.table[:40]!r} is no table's number")
    try:
        return decode(row.body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:200]) from None


def check(row: Row) -> None:
    """Whether every reader will read ``row``. Raises `Unreadable`."""
    read(row)


def table_of(row: Row) -> int:
    """The number of a row's table; 0 where it has none."""
    return int(row.table) if row.table.isascii() and row.table.isdecimal() and len(row.table) < 6 else 0


def unread(row: Row, error: Unreadable) -> Unread:
    """What people read of a row that cannot be read."""
    return Unread(id=row.id, kind=row.kind, table=table_of(row), heard=row.heard, reason=str(error))
