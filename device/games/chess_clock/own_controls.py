"""The time controls that people made at this table: a small file beside the journal, the newest first (C10)."""

from __future__ import annotations

import msgspec

from device.common.files.small_file import SmallFile
from device.common.settings.settings import Settings
from rules.chess_clock.control import TimeControl, check
from rules.loading import readable
from rules.message import msg

MOST = 6
"""Own time controls that are kept; with one more the oldest goes."""


def file_of(settings: Settings) -> SmallFile[tuple[TimeControl, ...]]:
    """Where they are kept."""
    path = settings.journal_path.with_name("chess-clock-controls.json")
    return SmallFile(path, _decode, msg("Set your own time controls again."))


def _decode(raw: bytes) -> tuple[TimeControl, ...]:
    controls = msgspec.json.decode(raw, type=readable(tuple[TimeControl, ...]))
    for control in controls:
        check(control)
    return controls[:MOST]


def load(settings: Settings) -> tuple[TimeControl, ...]:
    """The time controls of this table, the newest first."""
    return file_of(settings).read_or_none() or ()


def keep(settings: Settings, control: TimeControl) -> None:
    """Keep one more, as the newest. Raises OSError where that fails."""
    others = [time_control for time_control in load(settings) if time_control != control]
    _write(settings, (control, *others[: MOST - 1]))


def forget(settings: Settings, control: TimeControl) -> None:
    """Keep that one no more. Raises OSError where that fails."""
    _write(settings, tuple(time_control for time_control in load(settings) if time_control != control))


def _write(settings: Settings, controls: tuple[TimeControl, ...]) -> None:
    file_of(settings).replace(msgspec.json.encode(controls))
