"""The settings file, the journal, and the small files beside it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.app import state_files
from device.common.files.machine import free_mb
from device.common.files.small_file import aside_of
from device.common.settings.reading import path_of
from device.common.settings.settings import Settings
from device.common.sheets import left_out, own_sheets, sheets
from device.doctor.common import Findings
from device.journal import JournalTrouble, connect, games
from device.journal.file import logs_of_others, open_to_read
from device.journal.stand_ins import after, stand_ins
from device.table.referee_pin import LOCKED, UNREADABLE, read_pin
from device.table.referee_pin import file_of as pin_file
from device.updates import room
from device.word_lists import WordLists
from rules.message import Message, msg


def settings_file(trouble: Message | None, given: Path | None, remark: Message | None = None) -> tuple[bool, Message]:
    """Whether the settings could be used; ``trouble`` is what was wrong with them, ``given`` their path.

    ``remark`` is what holds because an earlier version wrote it.
    """
    if trouble is not None:
        return False, trouble
    path = path_of(given)
    if path is None:
        return True, msg("There is no settings file; the defaults apply.")
    if before := aside_of(path):
        return False, _was_set_aside(before[-1])
    return True, remark or msg("The settings {path} are in order.", path=path)


def journal(settings: Settings) -> Findings:
    """The journal's file and its entries, and games that were kept elsewhere and are not in it."""
    yield from _file(settings.journal_path)
    for stand_in in stand_ins(settings.journal_path, Settings().journal_path):
        try:
            with open_to_read(stand_in.path) as db:
                last = after(db, stand_in, settings.journal_path)
                if last is None or db.execute("SELECT 1 FROM game WHERE id > ?", (last,)).fetchone() is None:
                    continue
        except JournalTrouble as trouble:
            if not stand_in.shared:
                yield False, trouble.message
            continue
        text = msg("{file} has games that are not in the journal; the next start brings them in.", file=stand_in.path)
        yield False, text


def _file(path: Path) -> Findings:
    if not os.path.lexists(path):
        yield True, msg("There is no journal {path} yet; the first start makes it.", path=path)
        return
    try:
        with contextlib.closing(connect(path, read_only=True)) as db:
            answer = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
            count = len(games(db))
    except JournalTrouble as trouble:
        yield False, trouble.message
        return
    except (sqlite3.Error, UnicodeDecodeError) as error:
        answer, count = str(error), 0
    if answer != "ok":
        text = msg(
            "The journal {path} is damaged; the next start of the table begins a new one with what can be read.",
            path=path,
        )
        yield False, text
        return
    size = path.stat().st_size // 1024 + 1
    text = msg("The journal {path} is whole: {size} kB, number of games {count}.", path=path, size=size, count=count)
    yield True, text


def others_rights(settings: Settings) -> Findings:
    """Whether others may read the journal although the table runs, which takes that from them when it opens it."""
    path = settings.journal_path
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077 and table_runs(path):
            text = msg(
                "Others on this machine may read {file}, and the table may not change that; check its owner and the "
                "disk.",
                file=path,
            )
            yield False, text


def place(settings: Settings) -> Findings:
    """Whether the journal's place takes what is written."""
    path = settings.journal_path
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        text = msg(
            "{folder} cannot be written; check its permissions and whether the disk is read-only.", folder=folder
        )
        yield False, text
    elif (trouble := room.too_little(folder)) is not None:
        yield False, trouble
    else:
        yield True, msg("The journal can be written; {free} MB are free.", free=free_mb(folder) or 0)


def score_sheets(settings: Settings) -> Findings:
    """How many score sheets are offered, and which of the club's files are not, with the reason."""
    own = len(own_sheets(settings))
    yield True, msg("Score sheets: {n}, of them your own: {own}.", n=len(sheets(settings)), own=own)
    for left in left_out(settings):
        file = settings.sheets_path / left.file
        yield False, msg("The score sheet {file} is not offered: {reason}", file=file, reason=left.reason)


def word_list(settings: Settings) -> Findings:
    """What is asked about a word while a move is judged."""
    asked = WordLists(settings.word_lists_path).source()
    if asked is None:
        yield (
            True,
            msg("There is no word list; people decide. Import one (dvojtah words import FILE) or install hunspell-cs."),
        )
    elif asked.dictionary:
        yield True, msg("Words are looked up in {name}, a spelling dictionary; it gives advice only.", name=asked.name)
    else:
        yield True, msg("Words are looked up in the list {name}; it gives advice only.", name=asked.name)


def small_files(settings: Settings) -> Iterator[tuple[str, Message]]:
    """The small files of this device: which is damaged, and which were and have been set aside, each with its part."""
    for file in (*state_files.first_files(settings), *state_files.later_files(settings)):
        if not os.access(file.path.parent, os.X_OK):  # the table's own folder, to whoever has only logged in
            continue
        if (trouble := file.trouble()) is not None:
            yield file.path.name, trouble
    if read_pin(settings.pin_path).stored == UNREADABLE and pin_file(settings.pin_path).trouble() is None:
        yield "pin", LOCKED
    for path in state_files.paths(settings):
        for aside in aside_of(path):
            yield "set aside", _was_set_aside(aside)
    for log in logs_of_others(settings.journal_path):
        text = msg(
            "{file} has the newest entries of a journal that was moved away; rename it to the name of that file with "
            "-wal at its end, or remove it.",
            file=log,
        )
        yield "set aside", text


def _was_set_aside(file: Path) -> Message:
    return msg("{file} was damaged and set aside; copy it away if it is still wanted, then remove it.", file=file)


def table_runs(path: Path) -> bool:
    """Whether a table holds this journal now."""
    try:
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
        with os.fdopen(os.open(path.with_name(path.name + ".lock"), flags)) as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
