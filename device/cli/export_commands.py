"""``dvojtah export``, ``card`` and ``replay``: games as files and tallies; loaded once one of them is asked for."""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.cli.unplayed import asks_data_of_nothing
from device.common.address import Address
from device.common.cli.failure import Failure
from device.common.cli.reading import GCG, read_text
from device.common.exports import time_of
from device.common.exports.report_text import report_text
from device.common.files.atomic_write import atomic_write
from device.common.files.os_errors import explain
from device.common.games.registry import SPECS
from device.common.i18n import t, tr
from device.common.progress import ProgressLine
from device.common.settings.settings import Settings
from device.game_files import every_format, export_formats_of, fetch
from device.journal import games, load
from device.journal.archive import summarize
from device.journal.file import open_to_read
from rules.game import Report
from rules.history import History
from rules.record import BadRecord, read, write

if TYPE_CHECKING:
    from device.common.files.usb_sticks import StickOutcome

CARD: Address[Callable[[str], bytes]] = Address("device.game_files.card_pdf:card_pdf")
CARD_NAME: Address[Callable[[str], str]] = Address("device.game_files.card_pdf:card_name")
SAVE: Address[Callable[[Mapping[str, bytes]], StickOutcome]] = Address("device.game_files.usb:save")
WRITE_TO_STICK: Address[Callable[[Path, int | None], StickOutcome]] = Address("device.game_files.usb:write_to_stick")


def run_export(options: argparse.Namespace, settings: Settings) -> int:
    """Write a game of the journal as a file; the exit status. Raises `Failure`, ``JournalTrouble``, ``ExportError``."""
    if options.usb:
        if options.output is not None:
            raise Failure(t("-o does not go with --usb; the files name themselves."))
        return _on_stick(lambda: WRITE_TO_STICK(settings.journal_path, options.game))
    filed = fetch(settings.journal_path, options.game)
    if filed is None:
        raise Failure(t("No game has been played yet."))
    offered = export_formats_of(filed.history.game.key)
    kind = next(kind for kind in every_format() if getattr(options, kind))
    if kind not in offered:
        raise Failure(
            t("This game is not exported as {kind}; choose from {kinds}.", kind=kind, kinds=", ".join(offered))
        )
    _hand_out(options.output, partial(offered[kind].make, filed), binary=offered[kind].binary)
    return 0


def run_games(options: argparse.Namespace, settings: Settings) -> int:
    """Print every game of the journal, the newest first; the exit status. Raises `Failure` and `JournalTrouble`."""
    if asks_data_of_nothing(options, settings):
        print("[]")
        return 0
    with open_to_read(settings.journal_path) as db:
        stored_games = games(db)
        with ProgressLine(t("Games:"), len(stored_games)) as progress:
            summaries = [(game, summarize(partial(load, db), game.id)) for game in progress.of(stored_games)]
    if options.json:
        data = [
            {
                "number": game.id,
                "begun": game.created,
                "game": game.key,
                "entries": game.entries,
                "stage": None if summary.progress is None else summary.progress.value,
                "summary": tr(summary.line),
            }
            for game, summary in summaries
        ]
        print(json.dumps(data, ensure_ascii=False, indent=2))
    elif not summaries:
        raise Failure(t("No game has been played yet."))
    else:
        for game, summary in summaries:
            print(f"{game.id:>4}  {time_of(game.created):<20}  {tr(summary.line)}")
    return 0


def run_card(options: argparse.Namespace, settings: Settings) -> int:
    """The printed card of a game; the exit status. Raises `Failure`."""
    if options.usb:
        return _on_stick(lambda: SAVE({CARD_NAME(options.game): CARD(options.game)}))
    _hand_out(options.output, partial(CARD, options.game), binary=True)
    return 0


def _hand_out(output: Path | None, make: Callable[[], bytes], *, binary: bool) -> None:
    """To the file, or to standard output. Raises `Failure` where the file, or a terminal, does not take it."""
    if output is None and binary and sys.stdout.isatty():
        raise Failure(t("This is not for a terminal; name a file with -o."))
    content = make()
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        _write_out(output, content)
    except FileExistsError:
        raise Failure(t("{file} is not a plain file; rename it and try again.", file=output)) from None
    except OSError as error:
        raise Failure(tr(explain(error, output))) from None


def _write_out(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, never through a link. A pipe gets it where somebody reads, standard output too.

    Raises OSError; FileExistsError where a link or something else that is no file lies there.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        mode = stat.S_IFREG
    if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or path.parent == Path("/dev"):
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_NONBLOCK), "wb") as file:
            os.set_blocking(file.fileno(), True)
            file.write(content)
        return
    if path.is_dir() and not path.is_symlink():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.parent.is_dir():
        number = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
        raise OSError(number, os.strerror(number))
    atomic_write(path, content, follow=False)


def _on_stick(save: Callable[[], StickOutcome]) -> int:
    """Write to a stick and say what became of it. Raises `Failure` where not everything is there."""
    with ProgressLine(t("Onto the USB stick, which may be slow:")):
        outcome = save()
    if not outcome.ok:
        raise Failure(tr(outcome.message))
    print(tr(outcome.message))
    for path in outcome.files:
        print(f"  {path}")
    return 0


SCHEMAS: Mapping[str, Address[Callable[[], dict[str, Any]]]] = {
    "record": Address("rules.schema:record_schema"),
    "event": Address("device.common.event.schema:event_schema"),
}
"""What `dvojtah schema` prints, by its word."""
ORDINARY: Address[Callable[[list[str]], Report | None]] = Address("rules.scrabble.ordinary:report_of")


def run_replay(options: argparse.Namespace, settings: Settings) -> int:
    """Fold the record and print what came of it; the exit status. Raises `Failure`."""
    report, history = _replay(options.file)
    if options.record:
        if history is None:
            raise Failure(t("This is an ordinary game of Scrabble, one move a turn; it cannot be printed as a record."))
        print(write(history), end="")
    elif options.json:
        print(json.dumps(report.data, ensure_ascii=False, indent=2))
    else:
        print(report_text(report), end="")
    return 0


def run_schema(options: argparse.Namespace, settings: Settings) -> int:
    """Print a JSON Schema; the exit status."""
    print(json.dumps(SCHEMAS[options.what](), ensure_ascii=False, indent=2))
    return 0


def read_record(name: str | Path) -> History:
    """The game of a record file. Raises `Failure`, for a bad line with its number as editors know it."""
    with _lines_of(name) as lines:
        return read(lines)


def _replay(name: str) -> tuple[Report, History | None]:
    """The tally of a record or a GCG file, and its game; None where that is one of which there are no records."""
    if name.lower().endswith(".gcg"):
        with _lines_of(name, GCG) as lines:
            if (ordinary := ORDINARY(lines)) is not None:
                return ordinary, None
            history = next(spec.from_gcg for spec in SPECS.values() if spec.from_gcg is not None)(lines)
    else:
        history = read_record(name)
    return history.game.report(history.state), history


@contextlib.contextmanager
def _lines_of(name: str | Path, encoding: str = "utf-8") -> Iterator[list[str]]:
    """The lines of a file. Raises `Failure`, for a bad one with its number."""
    try:
        yield read_text(str(name), encoding).split("\n")
    except BadRecord as bad:
        raise Failure(f"{name}:{bad.line}: {tr(bad.reason)}") from None
