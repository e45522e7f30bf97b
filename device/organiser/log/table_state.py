"""A table as the organiser knows it, and what a row of the log changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from device.organiser.acts import decisions
from rules.game import Nanoseconds

T = TypeVar("T")


def own_copy(value: T) -> T:
    """The same, with dicts, lists and sets of its own; what is in these is shared."""
    copy = object.__new__(type(value))
    fields: dict[str, Any] = vars(value)
    vars(copy).update(
        {name: value.copy() if type(value) in (dict, list, set) else value for name, value in fields.items()}
    )
    return copy


@dataclass(frozen=True, slots=True)
class TableCall:
    """A table's call for the referee."""

    call: str
    since: Nanoseconds
    why: str = ""
    side: int | None = None
    coming: bool = False


@dataclass
class TableState:
    """A table: which device holds its number, which game is on it, who calls.

    ``since`` is since when it is online or not (ns of the event's clock, as all moments here), ``online`` None before
    it was heard of. ``holders`` are all devices that ever held the number, ``other_devices`` those that used it
    although it was another's. ``offered`` is the game that stood here when the number was released: whoever takes the
    number over may go on with it, after another one of their own, too.
    """

    number: int
    holder: str | None = None
    was: str | None = None
    released: bool = False
    offered: str | None = None
    online: bool | None = None
    silent: bool = False
    since: Nanoseconds = 0
    heard: Nanoseconds = 0
    game: str | None = None
    pairing: decisions.Paired | None = None
    calls: dict[str, TableCall] = field(default_factory=dict)
    note: str = ""
    other_devices: dict[str, int] = field(default_factory=dict)
    holders: set[str] = field(default_factory=set)

    @property
    def call(self) -> TableCall | None:
        """The oldest open call."""
        return next(iter(self.calls.values()), None)


@dataclass(frozen=True, slots=True)
class RowEffect:
    """What a row changed: the table and the game it concerns (0, empty: none), whether all tables are concerned.

    ``order``: whether what is sent to its table may have changed, ``orders``: what is sent to every table. ``ranks``:
    whether results at the desk did, ``cards``: whether every table shows something else.
    """

    table: int = 0
    game: str = ""
    all: bool = False
    order: bool = True
    orders: bool = False
    ranks: bool = False
    cards: bool = False
