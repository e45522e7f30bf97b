"""What the screens of one game's history are drawn from."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from device.kiosk.table_spec import TableSpec
from device.pocket.page import OpenPage
from device.screens.history.exports import Writer
from rules.game import SECOND
from rules.timeline import Timeline

END = 1_000_000
"""The last page, however many there are."""


MINUTE = 60 * SECOND


class Filter(enum.Enum):
    """What a list lets through."""

    ALL = enum.auto()
    CLOCKS = enum.auto()
    CHANGES = enum.auto()


@dataclass(frozen=True, slots=True)
class PastGame:
    """One game looked back at.

    ``when`` is when it was begun, for people, ``created`` the journal's label of it; ``live``: it is on the table now;
    ``screens`` are its own, None where
    this device has none; ``against_opening`` is why it cannot be put on the table from here, None where it can;
    ``folder`` is where copies go, ``writer`` writes them. ``page`` is the page that is open for telephones, of any
    game, for ``page_left`` ns more; one can be opened for ``page_minutes`` (0: none can).
    """

    game_id: int
    timeline: Timeline
    when: str
    created: str
    live: bool
    screens: TableSpec | None
    against_opening: str | None
    folder: str
    writer: Writer
    page: OpenPage | None = None
    page_minutes: int = 20
    page_left: int = field(default=0, compare=False)

    @property
    def minutes_left(self) -> int:
        """For how many more minutes, the begun one included."""
        return -(-self.page_left // MINUTE)
