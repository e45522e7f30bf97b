"""A journal from a USB stick into this device's: merged by game, nothing doubled, nothing of this device lost.

A game that is not here comes whole. One that went on there gets what is missing here. Where the two went on apart, this
device's stays as it is and the other comes as a game beside it, once. What is damaged on the stick gives what can be
read: the file is copied first and mended there, the stick is not written.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from device.carry.identity import (
    MOST,
    GameTooLarge,
    Key,
    Row,
    are_same,
    bounded_entries,
    entries,
    identities,
    limit_value_length,
)
from device.common.files.private import touch_private
from device.common.files.usb_sticks import FOLDER, StickOutcome, failure
from device.common.trouble import Trouble
from device.journal import APPLICATION, VERSION, Journal, JournalTrouble
from device.journal.heartbeats import INTERVAL, last_beat
from device.journal.jobs import KeptElsewhere
from device.journal.outbox import GameShare
from device.journal.repair import open_journal
from device.journal.reserve import ReserveFile
from device.journal.stand_ins import StandIn, after, remove, unmark
from device.people import declared
from device.people.directory import Declaration
from rules.message import Message, msg, msgs

LARGEST = 1 << 30
"""Bytes of a journal that is taken from a stick."""
LARGEST_DAMAGED = 32 << 20
"""Bytes of a damaged one that are looked at: several hundred games."""
CHUNK = 1 << 20
INCOMING = ".incoming-"
"""Begins the name of the folder beside the journal into which a file is copied; a power cut may leave one."""
BATCH = 100
"""Games between two waits for the disk."""
LARGEST_WAITING = 16 << 20
"""Characters of entries that wait for it at most."""


@dataclass(slots=True)
class ImportCounts:
    """What came: games that are new here, games that went on, games that were here already; ``large``: what is there
    as a game and is larger than one can be."""

    new: int = 0
    longer: int = 0
    here: int = 0
    playing: int = 0
    large: int = 0
    damaged: bool = False


NO_JOURNAL = msg("There is no journal on the USB stick; write one there first.")


def bring_from(root: Path, target: Journal, playing: int | None = None) -> StickOutcome:
    """Take the journals in the folder on the stick at ``root``, and beside it. Never raises; takes its time.

    The game ``playing`` is on the table and stays as it is.
    """
    try:
        files = [path for folder in (root / FOLDER, root) if folder.is_dir() for path in sorted(folder.glob("*.db"))]
    except OSError as error:
        return StickOutcome(False, failure(error))
    files = [file for file in files if file.is_file() and not file.is_symlink() and not file.name.startswith(".")]
    if not files:
        return StickOutcome(False, NO_JOURNAL)
    brought, refused = ImportCounts(), None
    for file in files:
        try:
            _bring(file, target, brought, playing)
        except _RefusedFile as trouble:
            refused = trouble.message
    if refused is not None and not (brought.new or brought.longer or brought.here):
        return StickOutcome(False, refused)
    if not target.flush(60):
        return StickOutcome(
            False, msg("This device's disk cannot be written now; the games are added as soon as it can.")
        )
    return StickOutcome(True, summary(brought))


def summary(brought: ImportCounts) -> Message:
    """What came, in one sentence."""
    new = msgs("{n} new game", "{n} new games", brought.new)
    text = msg(
        "From the USB stick: {new}, {longer} longer than here, {here} here already.",
        new=new,
        longer=brought.longer,
        here=brought.here,
    )
    if brought.large:
        text = msg("{text} Games that were left there because they are too large: {n}.", text=text, n=brought.large)
    if brought.damaged:
        return msg("{text} A file was damaged; what could be read is here.", text=text)
    if brought.playing:
        return msg("{text} The game on the table was left as it is.", text=text)
    return text


class _RefusedFile(Trouble):
    """A file of which nothing is taken; ``message`` says why."""


def _bring(file: Path, target: Journal, brought: ImportCounts, playing: int | None) -> None:
    """Take one file. Raises `_RefusedFile`."""
    _check_head(file)
    try:
        for left in target.path.parent.glob(f"{INCOMING}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=INCOMING, dir=target.path.parent) as folder:
            copy = Path(folder) / "journal.db"
            for ending in ("", "-wal"):
                beside = file.with_name(file.name + ending)
                if beside.is_file():
                    _copied(beside, copy.with_name(copy.name + ending), file)
            messages: list[Message] = []
            lock, db = open_journal(copy, messages.append, LARGEST_DAMAGED)
            with lock, contextlib.closing(db):
                limit_value_length(db)
                if messages and not db.execute("SELECT 1 FROM game").fetchone():
                    raise _RefusedFile(
                        msg("{file} on the USB stick is not a journal that can be read.", file=file.name)
                    )
                brought.damaged = brought.damaged or bool(messages)
                _merge(db, target, brought, playing)
    except JournalTrouble:
        raise _RefusedFile(msg("{file} on the USB stick is not a journal that can be read.", file=file.name)) from None
    except sqlite3.Error:
        raise _RefusedFile(msg("{file} on the USB stick cannot be read to its end.", file=file.name)) from None
    except OSError:
        raise _RefusedFile(msg("This device has no room for the journal; make room and try again.")) from None


def _check_head(file: Path) -> None:
    """Whether it can be a journal of this program: a damaged head says nothing against it. Raises `_RefusedFile`."""
    try:
        with file.open("rb") as opened_:
            head = opened_.read(100)
            size = os.fstat(opened_.fileno()).st_size
    except OSError as error:
        raise _RefusedFile(failure(error)) from None
    if size > LARGEST:
        raise _RefusedFile(msg("{file} on the USB stick is too large to be a journal.", file=file.name))
    if head[:16] != b"SQLite format 3\0":
        return
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        raise _RefusedFile(msg("{file} on the USB stick belongs to another program.", file=file.name))
    if int.from_bytes(head[60:64], "big") > VERSION:
        raise _RefusedFile(
            msg("{file} on the USB stick was made by a newer version; update this device.", file=file.name)
        )


def _copied(source: Path, copy: Path, named: Path) -> None:
    """Copy a file; places that the stick does not give are zeros. Raises OSError, `_RefusedFile` where it is gone."""
    failed = 0
    touch_private(copy)
    with source.open("rb") as reader, copy.open("wb") as writer:
        size = min(os.fstat(reader.fileno()).st_size, LARGEST)
        for place in range(0, size, CHUNK):
            length = min(CHUNK, size - place)
            try:
                content = os.pread(reader.fileno(), length, place)
            except OSError as error:
                failed += 1
                if failed > 8 or not source.exists():
                    raise _RefusedFile(failure(error)) from None
                content = b""
            writer.write(content.ljust(length, b"\0"))
    if not named.exists():
        raise _RefusedFile(msg("The USB stick was pulled out or is damaged; plug it in and try again."))


def _known(db: sqlite3.Connection, brought: ImportCounts) -> dict[Key, list[int]]:
    """What `identities` gives, without a game that is too large to be one. Raises sqlite3.Error."""
    numbers_of: dict[Key, list[int]] = {}
    numbers = [row[0] for row in db.execute("SELECT id FROM game ORDER BY id LIMIT ?", (MOST + 1,))]
    if len(numbers) > MOST:
        raise sqlite3.DataError("too many games")
    for number in numbers:
        try:
            created, key, boot = db.execute("SELECT created, key, boot FROM game WHERE id = ?", (number,)).fetchone()
        except sqlite3.DataError:
            brought.large += 1
        else:
            numbers_of.setdefault((created, key, boot), []).append(number)
    return numbers_of


def _merge(db: sqlite3.Connection, target: Journal, brought: ImportCounts, playing: int | None) -> None:
    """Take the games of an open journal. Raises sqlite3.Error."""
    target.flush()
    here = target.reading(identities)
    waiting = 0
    for done, (key, numbers) in enumerate(_known(db, brought).items(), 1):
        for number in numbers:
            try:
                theirs = bounded_entries(db, number)
                game = db.execute("SELECT created, key, setup, boot FROM game WHERE id = ?", (number,)).fetchone()
            except (GameTooLarge, sqlite3.DataError):
                brought.large += 1
                continue
            waiting += sum(len(row[-1]) for row in theirs)
            if waiting > LARGEST_WAITING:
                target.flush()
                waiting = 0
            mine, length = _counterpart(target, here.get(key, ()), theirs)
            if mine is None:
                target.bring(game, theirs)
                brought.new += 1
            elif length >= len(theirs):
                brought.here += 1
            elif mine == playing:
                brought.playing += 1
            else:
                target.extend(mine, theirs[length:])
                brought.longer += 1
        if done % BATCH == 0:
            target.flush()
    _declare(target, declared.read_bounded(db))


def _counterpart(target: Journal, games: Iterable[int], theirs: Sequence[Row]) -> tuple[int | None, int]:
    """Of ``games`` here the one that has all of ``theirs``, else the one that went on as they do, and its length."""
    mine = {game: target.reading(partial(entries, game=game)) for game in games}
    for game_id, rows in mine.items():
        if are_same(rows[: len(theirs)], theirs):
            return game_id, len(rows)
    return next(
        ((game_id, len(rows)) for game_id, rows in mine.items() if are_same(theirs[: len(rows)], rows)), (None, 0)
    )


def _declare(target: Journal, people: Mapping[str, Declaration]) -> None:
    """Keep what was declared there of people of whom nothing was declared here."""
    known = target.reading(declared.read)
    for person, declaration in people.items():
        if person not in known:
            target.note(*declared.statements(person, declaration))


def bring_back(stand_in: StandIn, target: Journal) -> int:
    """Take the games that were kept in a file while ``target`` could not be used; how many of them were missing.

    With each comes all that belongs to it, in one commit; the file goes once everything is safe. So where the power
    goes in between, the next start does the rest. It belongs to the loop's thread. Raises `JournalTrouble`, OSError and
    sqlite3.Error where the file cannot be read or taken away.
    """
    lock, db = open_journal(stand_in.path, lambda message: None, LARGEST_DAMAGED)
    with lock, contextlib.closing(db):
        last = after(db, stand_in, target.path)
        if last is None or not target.flush():
            return 0
        here = target.reading(identities)
        numbers = [row[0] for row in db.execute("SELECT id FROM game WHERE id > ? ORDER BY id", (last,))]
        count = sum(_take_back(db, target, here, number, ReserveFile(stand_in.path)) for number in numbers)
        calls = db.execute("SELECT event, text FROM outbox WHERE n < 0 AND text NOT NULL ORDER BY pos").fetchall()
        target.outbox.bring_calls(calls)
        _declare(target, declared.read(db))
        if not target.flush(60):
            return count
        if stand_in.shared:
            unmark(db, target.path)
            return count
    remove(stand_in)
    return count


def _take_back(
    db: sqlite3.Connection, target: Journal, here: Mapping[Key, list[int]], number: int, reserve: ReserveFile
) -> bool:
    """Keep a game of a stand-in with its share and heartbeat; whether something of it was missing.

    One that this device took over there from the organiser is known by its uid, and by the time of each entry.
    """
    theirs = entries(db, number)
    game = db.execute("SELECT created, key, setup, boot FROM game WHERE id = ?", (number,)).fetchone()
    row = db.execute("SELECT uid, event, pairing FROM share WHERE game = ?", (number,)).fetchone()
    share = None if row is None else GameShare(*row)
    beat = last_beat(db, number, reserve)
    elsewhere = KeptElsewhere(share, None if beat is None else (beat[0], beat[1] or INTERVAL))
    mine, length = _counterpart(target, here.get((game[0], game[1], game[3]), ()), theirs)
    taken_over = None if share is None else target.outbox.game(share.uid)
    if mine is None and taken_over is not None:
        there = target.reading(partial(entries, game=taken_over))
        if all(ours[:2] == other[:2] for ours, other in zip(there, theirs, strict=False)):
            mine, length = taken_over, len(there)
    if mine is None:
        target.bring(game, theirs, elsewhere)
    elif length < len(theirs) or (share is not None and not target.outbox.is_shared(mine)):
        target.extend(mine, theirs[length:], elsewhere)
    else:
        return False
    return True
