"""``dvojtah backup``: every game of this device in one file, while the table runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.carry.saving import save_as
from device.cli.failure import Failure
from device.files.os_errors import explain
from device.i18n import t, tr
from device.settings.settings import Settings
from rules.message import msgs


def run_backup(options: argparse.Namespace, settings: Settings) -> int:
    """Write the file, whole or not at all; the exit status. Raises `Failure` and `JournalTrouble`."""
    target: Path = options.file
    try:
        count = save_as(settings.journal_path, target)
    except FileExistsError:
        raise Failure(t("{file} is there already; name another file.", file=target)) from None
    except OSError as error:
        raise Failure(tr(explain(error, target))) from None
    print(tr(msgs("{n} game is in {file}.", "{n} games are in {file}.", count, file=target)))
    return 0
