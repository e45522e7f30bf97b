"""An organiser's event in one file, and put back from it: the store, the broker's secrets, the settings.

The file is a ZIP archive: the store as one SQLite file, whatever database it is in, the rest as it lies on the disk,
and a manifest with the SHA-256 of each. It has passwords and contacts, so only its owner may read it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import sqlite3
import struct
import tempfile
import time
import uuid
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from device.common.event import broker
from device.common.files.atomic_write import OWNER, atomic_write
from device.common.files.os_errors import explain
from device.common.files.private import touch_private
from device.common.files.small_file import Damaged, plain_file, read_bounded
from device.common.trouble import Trouble
from device.organiser.store import PostgresStore, SqliteStore, StoreTrouble, events_in, is_postgres, sqlite_path
from device.organiser.store.sql import insert_into
from device.organiser.store.sqlite import WALL_CLOCK
from rules.loading import readable
from rules.message import msg

FORMAT = 3
"""1: without the desk's password; 2: without accounts, as that of an event which has none still is."""
MANIFEST, STORE, SETTINGS = "backup.json", "event.db", "settings.toml"
DESK_PASSWORD = "desk-password"
"""The file in the store's folder that has the desk's password, for its owner alone."""
DESK_ACCOUNTS = "desk-accounts"
"""The file beside it that has the accounts of who helps at the desk; a backup of an event without has none."""
NAMES = frozenset({STORE, SETTINGS, DESK_PASSWORD, DESK_ACCOUNTS, *broker.FILES})
"""All that an organiser's start reads."""
LARGEST, LARGEST_STORE = 1 << 20, 2 << 30
"""Bytes of anything but the store, and of the store, in which a season of large events has some hundred MB."""


class BackupTrouble(Trouble):
    """A backup cannot be made or put back; ``message`` says why, and nothing is left half done."""


class BackupVersion(msgspec.Struct, kw_only=True):
    """What a backup of any version says of itself."""

    format: int


class Manifest(BackupVersion, kw_only=True):
    """What a backup says of itself: the events in its store, when it was made (UTC), each file's SHA-256."""

    events: list[str]
    made: str
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class Backup:
    """What is backed up: the store (`open_store`), the folder of the broker's files and the settings file, if any."""

    store: str
    broker: Path | None = None
    settings: Path | None = None

    def write(self, target: Path) -> Manifest:
        """Write the backup to ``target``, which is not there yet, whole or not at all. Takes its time.

        Raises `BackupTrouble` and `StoreTrouble`.
        """
        if os.path.lexists(target):
            raise BackupTrouble(msg("{file} is there already; name another file.", file=target))
        try:
            data, manifest = self._archive(target.absolute().parent)
            atomic_write(target, data, OWNER)
        except OSError as error:
            raise BackupTrouble(explain(error, target)) from None
        return manifest

    def data(self) -> tuple[bytes, Manifest]:
        """The bytes of the backup. Raises `BackupTrouble` and `StoreTrouble`."""
        try:
            return self._archive(None)
        except OSError as error:
            raise BackupTrouble(explain(error)) from None

    def _archive(self, beside: Path | None) -> tuple[bytes, Manifest]:
        """The backup; the store is copied into a folder in ``beside``, or where temporary files lie. Raises OSError."""
        with tempfile.TemporaryDirectory(prefix=".dvojtah-", dir=beside) as name:
            copy = Path(name) / STORE
            try:
                copy_store(self.store, copy)
                events = events_in(str(copy))
            except sqlite3.Error as error:
                raise OSError(errno.EIO, str(error)) from None
            small = dict(self.small_files())
            with copy.open("rb") as file:
                sums = {STORE: hashlib.file_digest(file, "sha256").hexdigest()}
            sums |= {name: hashlib.sha256(content).hexdigest() for name, content in small.items()}
            created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            manifest = Manifest(format=FORMAT if DESK_ACCOUNTS in sums else 2, events=events, made=created, files=sums)
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, msgspec.json.encode(manifest))
                archive.write(copy, STORE)
                for file_name, content in small.items():
                    archive.writestr(file_name, content)
            return data.getvalue(), manifest

    def small_files(self) -> Iterator[tuple[str, bytes]]:
        """Everything but the store. Raises `BackupTrouble`."""
        paths: dict[str, Path] = {}
        if self.broker is not None:
            with _usable_broker():
                broker.load(self.broker)
            paths = {name: self.broker / name for name in broker.FILES}
        if not is_postgres(self.store):
            for name in (DESK_PASSWORD, DESK_ACCOUNTS):
                with contextlib.suppress(FileNotFoundError, Damaged):  # the next start makes a new one
                    yield name, read_bounded(sqlite_path(self.store).parent / name, LARGEST)
        if self.settings is not None:
            paths[SETTINGS] = self.settings
        for name, path in paths.items():
            try:
                with contextlib.suppress(FileNotFoundError):
                    yield name, read_bounded(path, LARGEST)
            except Damaged:
                raise BackupTrouble(msg("{file} cannot be read; nothing was backed up.", file=path)) from None


@contextlib.contextmanager
def _usable_broker() -> Iterator[None]:
    """Raises `BackupTrouble` where the broker's files cannot be used."""
    try:
        yield
    except broker.BrokerTrouble as trouble:
        raise BackupTrouble(msg("The broker's files cannot be used. {reason}", reason=trouble.message)) from None


def restore(backup: Path, folder: Path) -> Manifest:
    """Put everything of ``backup`` into ``folder``, which is empty or not there; what the backup says of itself.

    The store gets a name of its own, so that tables send again what it has not got. Raises `BackupTrouble`; then the
    folder is as it was.
    """
    try:
        there = os.path.lexists(folder)
        if there and (not folder.is_dir() or any(folder.iterdir())):
            raise BackupTrouble(msg("{folder} is not empty; name an empty folder, or a new one.", folder=folder))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with tempfile.TemporaryDirectory(prefix=".dvojtah-", dir=folder) as name:
                manifest = _unpack(backup, Path(name))
                _put(Path(name), folder, manifest)
        except BaseException:
            for path in folder.iterdir():
                path.unlink()
            if not there:
                folder.rmdir()
            raise
    except StoreTrouble as trouble:
        raise BackupTrouble(trouble.message) from None
    except OSError as error:
        raise BackupTrouble(explain(error, error.filename or folder)) from None
    return manifest


def _unpack(backup: Path, folder: Path) -> Manifest:
    """The files of a backup, each as it was when it was made. Raises `BackupTrouble`, `StoreTrouble` and OSError."""
    damaged = BackupTrouble(msg("The backup {file} is damaged; take another one. Nothing was put back.", file=backup))
    try:
        with plain_file(backup) as file, zipfile.ZipFile(file) as archive:
            manifest = _manifest(backup, archive)
            if STORE not in manifest.files or not manifest.files.keys() <= NAMES:
                raise damaged
            for name, expected in manifest.files.items():
                touch_private(folder / name)
                with archive.open(name) as source, (folder / name).open("w+b") as target:
                    _copy_bounded(source, target, LARGEST_STORE if name == STORE else LARGEST)
                    target.seek(0)
                    if hashlib.file_digest(target, "sha256").hexdigest() != expected:
                        raise damaged
    except (Damaged, zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError):
        raise damaged from None
    except (ValueError, struct.error, OverflowError, msgspec.MsgspecError):
        raise damaged from None
    SqliteStore(folder / STORE, "", read_only=True).close()  # one of a newer version says so
    return manifest


def _copy_bounded(source: IO[bytes], target: IO[bytes], most: int) -> None:
    """Copy at most so many bytes, whatever the archive says of itself. Raises ValueError where there are more."""
    while part := source.read(1 << 20):
        if (most := most - len(part)) < 0:
            raise ValueError("too large")
        target.write(part)


def _manifest(backup: Path, archive: zipfile.ZipFile) -> Manifest:
    """Raises `BackupTrouble`, and what a damaged archive raises."""
    with archive.open(MANIFEST) as file:
        raw = file.read(LARGEST)
    if msgspec.json.decode(raw, type=readable(BackupVersion)).format > FORMAT:
        raise BackupTrouble(msg("The backup {file} was made by a newer version; update this machine.", file=backup))
    return msgspec.json.decode(raw, type=readable(Manifest))


def _put(unpacked: Path, folder: Path, manifest: Manifest) -> None:
    """Put what was unpacked in its place; the store, without which there is no event, last."""
    put_files({name: read_bounded(unpacked / name, LARGEST) for name in manifest.files.keys() - {STORE}}, folder)
    with_new_nonce(unpacked / STORE)
    (unpacked / STORE).rename(folder / STORE)


def put_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Put everything but the store in its place. Raises `BackupTrouble` and OSError."""
    for name, content in files.items():
        atomic_write(folder / name, content, OWNER)
    if broker.SECRETS in files:
        with _usable_broker():
            broker.make_again(folder)  # the configuration names the folder in which it was


def copy_store(url: str, new: Path) -> None:
    """Copy the store at ``url`` into the file ``new``, which is not there yet, whole and on the medium.

    The copy has no write-ahead log beside it. Raises `StoreTrouble`, OSError and sqlite3.Error.
    """
    if is_postgres(url):
        _copy_postgres(url, new)
    else:
        path = sqlite_path(url)
        SqliteStore(path, "", read_only=True).close()  # says what is wrong with it
        touch_private(new)
        with (
            contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(new)) as target,
        ):
            source.backup(target)  # in one step: it has what is in the write-ahead log, too
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise StoreTrouble(msg("The store {path} is damaged; what can be read of it is not all.", path=url))
    with new.open("rb") as file:
        os.fsync(file.fileno())


def _copy_postgres(url: str, new: Path) -> None:
    SqliteStore(new, "").close()
    with (
        contextlib.closing(PostgresStore(url, "", read_only=True)) as source,
        contextlib.closing(sqlite3.connect(new)) as target,
    ):
        for table in ("log", "refusal"):
            after = 0
            while rows := source.rows_after(table, after):
                target.executemany(insert_into(table), rows)
                after = rows[-1][0]
        target.executemany(insert_into("contact"), source.all_contacts())
        target.commit()


def with_new_nonce(path: Path) -> None:
    """Make a copy a store of its own: tables that know the old one say again what they have since. sqlite3.Error.

    It goes by the clock of the machine that it comes to.
    """
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("UPDATE store SET nonce = ?", (uuid.uuid4().hex[:8],))
        db.execute(f"DROP TABLE IF EXISTS {WALL_CLOCK}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
