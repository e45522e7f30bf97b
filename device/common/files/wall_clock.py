"""Whether this machine's wall clock can be believed."""

from __future__ import annotations

import ctypes
from datetime import UTC, datetime
from pathlib import Path

from device.common.files.machine import read_line

FIRST = datetime(2026, 11, 1, tzinfo=UTC)
"""This program is no older: a clock that shows less is wrong, whatever it was set from."""
_TIME_ERROR = 5
"""What adjtimex(2) answers while the kernel's clock is not synchronised."""
_TIMEX_BYTES = 512
"""More than a ``struct timex`` has; all zeros, it asks and sets nothing."""
TIMESYNC = Path("/run/systemd/timesync/synchronized")
"""A file of systemd-timesyncd: the clock was set by the network since the system started."""
RTC = Path("/sys/class/rtc/rtc0/hctosys")
"""Whether the kernel set its clock from one with a battery when the system started."""


def is_synchronised(timesync: Path = TIMESYNC) -> bool:
    """Whether the network has set the wall clock. Sets nothing; a sandbox may keep the kernel from answering."""
    try:
        library = ctypes.CDLL(None)
        asked: int = library.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        asked = -1
    return 0 <= asked < _TIME_ERROR or timesync.exists()


def from_battery(rtc: Path = RTC) -> bool:
    """Whether the wall clock was set from a clock with a battery."""
    return read_line(rtc) == "1"


def machine_vouches(newest: datetime | None = None) -> bool:
    """Whether this machine's wall clock can be believed; a battery only where it is not behind ``newest``, a moment
    that has been already."""
    now = datetime.now(UTC)
    if now < FIRST:
        return False
    return is_synchronised() or (from_battery() and (newest is None or now >= newest))
