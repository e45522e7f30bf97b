"""Read reports that strangers sent (`dvojtah doctor --report`): ``python -m tools.reports FILE...``

For each device what was measured, a ``!`` where that is not as it should be, and at the end a table with one row per
device. The files come from outside: what is none is refused in one sentence.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from device.common.files.small_file import Damaged, read_bounded
from device.doctor.readings import Value
from device.doctor.trial import FORMAT, PRESSES
from rules.loading import readable

LARGEST = 64 * 1024
HOT = 80
BOUNCE_MS = 25
"""The lock-out that the settings begin with: a longer bounce would be a second press."""
LATE_MS = 50
OFF_PX = 40
"""Half a small touch target of 800 x 480."""
DRIFT_PPM = 100
"""Four times what a Pi's crystal is allowed."""

Row = tuple[str, str, Value, bool]
"""Part, name, value, whether it is as it should be."""


class Report(msgspec.Struct, frozen=True):
    """The file: its format and the values of each part by their names."""

    format: int
    parts: dict[str, dict[str, Value]]


class NoReport(Exception):
    """A file that is no report; its text is the sentence."""


def _is_in(least: float, most: float) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int | float) and least <= value <= most


def _is_true(value: object) -> bool:
    return value is True


LIMITS: dict[str, Callable[[Any], bool]] = {
    "doctor.not_well": lambda value: value == [],
    "wifi.joined": _is_true,
    "lamps.lamp_a": _is_true,
    "lamps.lamp_b": _is_true,
    "lamps.buzzer": _is_true,
    "oleds.oled_a_clean": _is_true,
    "oleds.oled_b_clean": _is_true,
    "screen.clean": _is_true,
    "screen.off_px": lambda value: isinstance(value, list) and all(map(_is_in(0, OFF_PX), value)),
    "sound.heard": _is_true,
    "load.before": lambda value: value == "0x0",
    "load.after": lambda value: value == "0x0",
    "load.heat_most": _is_in(-20, HOT - 1),
    "load.drift_ppm": _is_in(-DRIFT_PPM, DRIFT_PPM),
    "load.minutes": _is_in(19, 60),
    **{
        f"buttons.{key}_{side}": test
        for side in "ab"
        for key, test in {
            "presses": _is_in(PRESSES, PRESSES),
            "edges_of_the_other": _is_in(0, 0),
            "bounce_ms": _is_in(0, BOUNCE_MS - 1),
            "late_ms": _is_in(0, LATE_MS),
        }.items()
    },
}
"""What has to hold of a value, by part and name; of any other nothing is asked."""
NEVER = ("failed", "left_out")
"""Names, or ends of names, that say that something was not measured."""
COLUMNS = ("versions.board", "versions.system", "versions.dvojtah", "screen.connected", "starts.table_s")


def read_report(file: Path) -> Report:
    """The report in that file. Raises `NoReport`."""
    try:
        values = tomllib.loads(read_bounded(file, LARGEST).decode())
        report = msgspec.convert({"format": values.pop("format", 0), "parts": values}, readable(Report))
    except (Damaged, OSError, ValueError, RecursionError) as error:  # msgspec's and tomllib's are ValueErrors
        raise NoReport(f"{file} is no report: {error}") from None
    if report.format != FORMAT:
        raise NoReport(f"{file} has format {report.format}; this program reads {FORMAT}.")
    return report


def judge(report: Report) -> list[Row]:
    """Every value of the report, and whether it is as it should be."""
    rows = []
    for part, values in report.parts.items():
        for name, value in values.items():
            test = LIMITS.get(f"{part}.{name}", lambda _: True)
            rows.append((part, name, value, not name.endswith(NEVER) and test(value)))
    return rows


def _printable(value: object) -> str:
    """A value in one line, whatever a stranger wrote."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(char if char.isprintable() and char != "|" else "?" for char in text)[:200]


def main(files: Sequence[str]) -> int:
    """Print all of them; 0, or 1 where one is no report, 2 where none is named."""
    if not files:
        print("Which files? python -m tools.reports FILE...", file=sys.stderr)
        return 2
    status, table = 0, []
    for file in map(Path, files):
        try:
            report = read_report(file)
        except NoReport as trouble:
            print(trouble, file=sys.stderr)
            status = 1
            continue
        print(f"{file}")
        rows = judge(report)
        for part, name, value, well in rows:
            print(f"{'+' if well else '!'} {_printable(part):9} {_printable(name)}: {_printable(value)}")
        wrong = [f"{part}.{name}" for part, name, _, well in rows if not well]
        known = {f"{part}.{name}": value for part, name, value, _ in rows}
        cells = [*(known.get(name, "?") for name in COLUMNS), wrong or "all well"]
        table.append("| " + " | ".join(map(_printable, cells)) + " |")
    print("\n".join(table))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
