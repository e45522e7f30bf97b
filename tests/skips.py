"""In continuous integration a skipped test has an accepted reason, in ``tests/accepted_skips.txt``, or is a failure."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

LIST = Path(__file__).with_name("accepted_skips.txt")


def reasons(text: str) -> dict[str, str]:
    """Beginnings of the names of tests, and why they may be skipped. ValueError for a line without a reason."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in lines:
        if len(line.split(maxsplit=1)) < 2:
            raise ValueError(f"{LIST.name}: no reason for {line}")
    return dict(line.split(maxsplit=1) for line in lines)


def without_reason(skipped: Iterable[str], text: str) -> list[str]:
    """Those of the skipped tests, by name, that no line of the list accepts."""
    beginnings = tuple(reasons(text))
    return sorted(name for name in skipped if not name.startswith(beginnings))
