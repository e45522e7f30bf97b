"""``dvojtah replay``: a recorded game; loaded once it is asked for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from device.address import Address
from device.cli.failure import Failure
from device.cli.reading import read_text
from device.exports.report_text import report_text
from device.i18n import tr
from device.settings.settings import Settings
from rules.history import History
from rules.record import BadRecord, read, write

FROM_GCG: Address[Callable[[list[str]], History]] = Address("rules.polish_doubles.from_gcg:from_gcg")


def run_replay(options: argparse.Namespace, settings: Settings) -> int:
    """Fold the record and print what came of it; the exit status. Raises `Failure`."""
    history = read_record(options.file)
    report = history.game.report(history.state)
    if options.record:
        print(write(history), end="")
    elif options.json:
        print(json.dumps(report.data, ensure_ascii=False, indent=2))
    else:
        print(report_text(report), end="")
    return 0


def read_record(name: str | Path) -> History:
    """The game of a record file. Raises `Failure`, for a bad line with its number as editors know it."""
    try:
        lines = read_text(str(name)).split("\n")
        return FROM_GCG(lines) if str(name).lower().endswith(".gcg") else read(lines)
    except BadRecord as bad:
        raise Failure(f"{name}:{bad.line}: {tr(bad.reason)}") from None
