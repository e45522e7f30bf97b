"""The settings file and the journal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.app import state_files
from device.doctor.finding import Finding
from device.files.small_file import aside_of
from device.journal import JournalTrouble, connect, games
from device.settings.reading import path_of
from device.settings.settings import Settings
from device.table.referee_pin import LOCKED, UNREADABLE, read_pin
from device.table.referee_pin import file_of as pin_file
from device.updates import room
from rules.message import Message, msg


def settings_file(trouble: Message | None, given: Path | None) -> Finding:
    """Whether the settings could be used."""
    if trouble is not None:
        return Finding("settings", False, trouble)
    path = path_of(given)
    if path is None:
        return Finding("settings", True, msg("There is no settings file; the defaults hold."))
    if before := aside_of(path):
        text = msg(
            "{file} was damaged and set aside; copy it away where it is still wanted, then remove it.", file=before[-1]
        )
        return Finding("settings", False, text)
    return Finding("settings", True, msg("The settings {path} are in order.", path=path))


def journal(settings: Settings) -> Iterator[Finding]:
    """The journal's file, its entries, its place."""
    path = settings.journal_path
    if os.path.lexists(path):
        yield _kept(path)
    else:
        yield Finding("journal", True, msg("There is no journal {path} yet; the first start makes it.", path=path))
    yield _place(path)


def small_files(settings: Settings) -> Iterator[Finding]:
    """The small files of this device: which is damaged, and which were and have been set aside."""
    for file in (*state_files.first_files(settings), *state_files.later_files(settings)):
        if (trouble := file.trouble()) is not None:
            yield Finding(file.path.name, False, trouble)
    if read_pin(settings.pin_path).stored == UNREADABLE and pin_file(settings.pin_path).trouble() is None:
        yield Finding("pin", False, LOCKED)
    for path in state_files.paths(settings):
        for one in aside_of(path):
            text = msg(
                "{file} was damaged and set aside; copy it away where it is still wanted, then remove it.", file=one
            )
            yield Finding("set aside", False, text)


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


def _kept(path: Path) -> Finding:
    try:
        with contextlib.closing(connect(path, read_only=True)) as db:
            answer = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
            count = len(games(db))
    except JournalTrouble as said:
        return Finding("journal", False, said.message)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        answer, count = str(error), 0
    if answer != "ok":
        text = msg(
            "The journal {path} is damaged; the next start of the table begins a new one with what can be read.",
            path=path,
        )
        return Finding("journal", False, text)
    size = path.stat().st_size // 1024 + 1
    return Finding(
        "journal",
        True,
        msg("The journal {path} is whole: {size} kB, number of games {count}.", path=path, size=size, count=count),
    )


def _place(path: Path) -> Finding:
    folder = next(one for one in path.absolute().parents if one.exists())
    writable = os.access(folder, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.W_OK))
    if not writable:
        text = msg(
            "The disk does not let {folder} be written; look at its rights and whether it is read-only.", folder=folder
        )
        return Finding("disk", False, text)
    if (trouble := room.too_little(folder)) is not None:
        return Finding("disk", False, trouble)
    free = room.free_mb(folder) or 0
    return Finding("disk", True, msg("The journal can be written; {free} MB are free.", free=free))
