"""A table as the organiser knows it, and what a row of the log changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.organiser.acts import decisions


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call for the referee."""

    call: str
    since: int
    why: str = ""
    side: int | None = None
    coming: bool = False


@dataclass
class TableState:
    """A table: which device holds its number, which game is on it, who calls.

    ``since`` is since when it is online or not (ns of the event's clock, as all moments here), ``online`` None before
    it was heard of. ``holders`` are all devices that ever held the number, ``strangers`` those that used it although it
    was another's.
    """

    number: int
    holder: str | None = None
    was: str | None = None
    released: bool = False
    online: bool | None = None
    silent: bool = False
    since: int = 0
    heard: int = 0
    changed: int = 0
    game: str | None = None
    pairing: decisions.Paired | None = None
    calls: dict[str, Call] = field(default_factory=dict)
    note: str = ""
    strangers: dict[str, int] = field(default_factory=dict)
    holders: set[str] = field(default_factory=set)

    @property
    def call(self) -> Call | None:
        """The oldest open call."""
        return next(iter(self.calls.values()), None)


@dataclass(frozen=True, slots=True)
class Touched:
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
