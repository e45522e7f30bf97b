"""``dvojtah stats``: the statistics in a shell."""

from __future__ import annotations

import argparse
import json
import sys

from device.cli.failure import Failure
from device.i18n import t
from device.settings.settings import Settings
from device.statistics.counting import count_journal
from device.statistics.figures import data, table_csv, table_text
from device.statistics.standings import keys, select_lines, standings


def run_stats(options: argparse.Namespace, settings: Settings) -> int:
    """Print the statistics. Raises `Failure` and `JournalTrouble`."""
    counted = count_journal(settings.journal_path)
    played = keys(counted.lines)
    key = options.game or (played[0] if played else "")
    key = "" if key == "all" else key
    found = select_lines(counted.lines, options.period, key, options.person)
    rows = standings(found, options.pairs, counted.said)
    if options.json:
        print(json.dumps(data(rows, key), ensure_ascii=False, indent=2))
    elif options.csv:
        sys.stdout.write(table_csv(rows, key, options.pairs))
    elif not found:
        raise Failure(t("No game that fits is finished and signed yet."))
    else:
        print(table_text(rows, key, options.pairs))
    return 0
