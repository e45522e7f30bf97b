"""``dvojtah replay`` and ``play-sample``: a recorded game; loaded once one of them is asked for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from device.address import Address
from device.cli.failure import Failure
from device.cli.reading import read_named
from device.demo.samples import SAMPLES
from device.exports.report_text import report_text
from device.i18n import t, tr
from device.registry import GAME_SAMPLES
from device.settings.settings import Settings
from rules.games import DEFAULT_KEY
from rules.history import History
from rules.record import BadRecord, read, write

if TYPE_CHECKING:
    from device.demo.gallery import Players

FROM_GCG: Address[Callable[[list[str]], History]] = Address("rules.polish_doubles.from_gcg:from_gcg")
PLAYERS: Address[Players] = Address("device.demo.players:PLAYERS")
PLAY_SAMPLE: Address[Callable[[History, Players, Path], int]] = Address("device.demo.gallery:play_sample")


def run_replay(options: argparse.Namespace, settings: Settings) -> int:
    """Fold the record and print what came of it; the exit status. Raises `Failure`."""
    history = _record(options.file)
    report = history.game.report(history.state)
    if options.record:
        print(write(history), end="")
    elif options.json:
        print(json.dumps(report.data, ensure_ascii=False, indent=2))
    else:
        print(report_text(report), end="")
    return 0


def run_sample(options: argparse.Namespace, settings: Settings) -> int:
    """Play the record through buttons and touches; the exit status. Raises `Failure` and OSError."""
    return PLAY_SAMPLE(_record(options.file or SAMPLES / GAME_SAMPLES[DEFAULT_KEY].full), PLAYERS.load(), options.out)


def _record(name: str | Path) -> History:
    """The game of a record file. Raises `Failure`, for a bad line with its number as editors know it."""
    try:
        lines = _text(str(name)).split("\n")
        return FROM_GCG(lines) if str(name).lower().endswith(".gcg") else read(lines)
    except BadRecord as bad:
        raise Failure(f"{name}:{bad.line}: {tr(bad.reason)}") from None


def _text(name: str) -> str:
    """The record's text. Raises `Failure` where it cannot be read."""
    try:
        return read_named(name).decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(t("{file} is not a record: it is not UTF-8 text.", file=name)) from None
