"""What day it is, as far as somebody vouches for it.

A Raspberry Pi has no clock that runs while it is off: it begins at the moment at which it was switched off, or in 1970.
So a label of the journal is written plain only where the wall clock was set by the network or from a clock with a
battery, where the organiser gave the time, or people at the table the day. Any other is marked, `UNKNOWN` at
its beginning, and nobody who reads it takes it for a date: it is no ISO 8601.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from device.common.files.machine import read_line
from device.common.files.small_file import SmallFile, decoder
from rules.game import SECOND
from rules.message import msg

UNKNOWN = "?"
"""Begins a label for which nobody vouches; what follows is the clock as it stood."""
VOUCHED = f"created NOT LIKE '{UNKNOWN}%'"
"""Rows of the journal's games with a label for which somebody vouches, as SQL."""
DAY = "day.json"
"""The file beside the journal that has what people said."""
FAR = 8_000_000_000 * SECOND
"""Nanoseconds since 1970 beyond which nobody plays: two hundred years from now."""
BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Another each time the system starts."""


class SaidDay(Struct, frozen=True):
    """What people said in the run of the system ``boot``: nanoseconds since 1970 less the monotonic clock.

    ``offset`` None: they have left it open.
    """

    boot: str
    offset: Annotated[int, Meta(ge=0, le=FAR)] | None = None


def file_of(path: Path) -> SmallFile[SaidDay]:
    """The file of what people said."""
    return SmallFile(path, decoder(SaidDay), msg("What day it is may be asked again."))


class Calendar:
    """The day of this device. ``now`` is its monotonic clock in ns; ``vouches`` says whether the wall clock is right.

    ``organiser`` gives the organiser's clock: nanoseconds since 1970 less ``now``, None where that is not known.
    ``day_file`` is the file in which the answer outlives the program, until the system itself starts anew.
    """

    def __init__(
        self,
        now: Callable[[], int],
        vouches: Callable[[], bool] = lambda: True,
        organiser: Callable[[], int | None] = lambda: None,
        day_file: Path | None = None,
    ) -> None:
        self._now = now
        self.vouches = vouches
        self._organiser = organiser
        self._boot = read_line(BOOT) or ""
        self._kept = None if day_file is None else file_of(day_file)
        day = None if self._kept is None else self._kept.read_or_none()
        answered = day is not None and bool(self._boot) and day.boot == self._boot
        self._said: int | None = day.offset if day is not None and answered else None
        self.declined = answered and self._said is None
        """Whether people have left it open: papers stay without a date."""

    @property
    def is_known(self) -> bool:
        """Whether somebody vouches for the day."""
        return self.vouches() or self._offset() is not None

    @property
    def asks(self) -> bool:
        """Whether people should be asked: nobody knows, and they have not left it open."""
        return not self.declined and not self.is_known

    def _offset(self) -> int | None:
        organiser = self._organiser()
        return self._said if organiser is None else organiser

    def today(self) -> datetime:
        """The moment, as well as it is known, in this device's time zone."""
        offset = None if self.vouches() else self._offset()
        if offset is None:
            return datetime.now(UTC).astimezone()
        seconds, rest = divmod(offset + self._now(), SECOND)
        return (datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=rest // 1000)).astimezone()

    def say(self, moment: datetime) -> None:
        """People at the table say what time it is; it holds until the device is switched off or knows better."""
        self._said = round(moment.timestamp()) * SECOND - self._now()
        self._keep()

    def decline(self) -> None:
        """People leave it open; they are not asked again until the device is switched off."""
        self.declined = True
        self._keep()

    def _keep(self) -> None:
        """What the disk does not take holds as long as the program runs."""
        if self._kept is not None:
            with contextlib.suppress(OSError):
                self._kept.replace(msgspec.json.encode(SaidDay(self._boot, self._said)))

    def label(self, plain: str) -> str:
        """The journal's label for now, where ``plain`` is the wall clock's."""
        if self.vouches():
            return plain
        if self._offset() is None:
            return UNKNOWN + plain
        return self.today().astimezone(UTC).isoformat(timespec="seconds")
