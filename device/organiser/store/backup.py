"""An organiser's event in one file, and put back from it: the store, the broker's secrets, the settings.

The file is a ZIP archive: the store as one SQLite file, whatever database it is in, the rest as it lies on the disk,
and a manifest with the SHA-256 of each. It has passwords and contacts, so only its owner may read it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sqlite3
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.event import broker
from device.files.atomic_write import OWNER, atomic_write, sync_folder
from device.files.os_errors import explain
from device.files.small_file import Damaged, plain_file, read_bounded
from device.organiser.store import SqliteStore, StoreTrouble, copy_store, with_new_nonce
from device.trouble import Trouble
from rules.message import msg

FORMAT = 1
MANIFEST, STORE, SETTINGS = "backup.json", "event.db", "settings.toml"
NAMES = frozenset({STORE, SETTINGS, *broker.FILES})
"""All that an organiser's start reads."""
LARGEST = 1 << 20
"""Bytes of anything but the store."""
PIECE = 1 << 20


class BackupTrouble(Trouble):
    """A backup cannot be made or put back; ``message`` says why, and nothing is left half done."""


class Version(msgspec.Struct, kw_only=True):
    """What a backup of any version says of itself."""

    format: int


class Manifest(Version, kw_only=True):
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
            with self._made(target.absolute().parent) as (archive, manifest):
                with archive.open("rb") as written:
                    os.fsync(written.fileno())
                archive.rename(target)
                sync_folder(target.absolute().parent)
        except OSError as error:
            raise BackupTrouble(explain(error, target)) from None
        return manifest

    def data(self) -> tuple[bytes, Manifest]:
        """The bytes of the backup. Raises `BackupTrouble` and `StoreTrouble`."""
        try:
            with self._made(None) as (archive, manifest):
                return archive.read_bytes(), manifest
        except OSError as error:
            raise BackupTrouble(explain(error)) from None

    @contextlib.contextmanager
    def _made(self, beside: Path | None) -> Iterator[tuple[Path, Manifest]]:
        """The archive in a folder that goes away again, in ``beside`` or where temporary files lie. Raises OSError."""
        with tempfile.TemporaryDirectory(prefix=".dvojtah-", dir=beside) as name:
            folder = Path(name)
            try:
                copy_store(self.store, folder / STORE)
                events = _store(folder / STORE).events()
            except sqlite3.Error as error:
                raise OSError(errno.EIO, str(error)) from None
            small = dict(self._small())
            with (folder / STORE).open("rb") as file:
                sums = {STORE: hashlib.file_digest(file, "sha256").hexdigest()}
            sums |= {one: hashlib.sha256(content).hexdigest() for one, content in small.items()}
            made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            manifest = Manifest(format=FORMAT, events=events, made=made, files=sums)
            archive = folder / "archive"
            archive.touch(OWNER)
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
                target.writestr(MANIFEST, msgspec.json.encode(manifest))
                target.write(folder / STORE, STORE)
                for one, content in small.items():
                    target.writestr(one, content)
            yield archive, manifest

    def _small(self) -> Iterator[tuple[str, bytes]]:
        """Everything but the store. Raises `BackupTrouble`."""
        paths = [] if self.broker is None else [self.broker / name for name in broker.FILES]
        if self.broker is not None:
            _loaded(self.broker)
        if self.settings is not None:
            paths.append(self.settings)
        for path in paths:
            try:
                yield SETTINGS if path is self.settings else path.name, read_bounded(path, LARGEST)
            except FileNotFoundError:
                continue
            except Damaged:
                raise BackupTrouble(msg("{file} cannot be read; nothing was backed up.", file=path)) from None


def _loaded(folder: Path) -> broker.BrokerFiles:
    try:
        return broker.load(folder)
    except broker.BrokerTrouble as trouble:
        raise BackupTrouble(msg("The broker's files cannot be used: {reason}.", reason=str(trouble))) from None


def _store(path: Path) -> SqliteStore:
    return SqliteStore(path, "", read_only=True)


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
                manifest = _unpacked(backup, Path(name))
                _put(Path(name), folder, manifest)
        except BaseException:
            for one in folder.iterdir():
                one.unlink()
            if not there:
                folder.rmdir()
            raise
    except StoreTrouble as trouble:
        raise BackupTrouble(trouble.message) from None
    except OSError as error:
        raise BackupTrouble(explain(error, error.filename or folder)) from None
    return manifest


def _unpacked(backup: Path, folder: Path) -> Manifest:
    """The files of a backup, each as it was when it was made. Raises `BackupTrouble`, `StoreTrouble` and OSError."""
    damaged = BackupTrouble(msg("The backup {file} is damaged; take another one. Nothing was put back.", file=backup))
    try:
        with plain_file(backup) as file, zipfile.ZipFile(file) as archive:
            manifest = _manifest(backup, archive)
            if STORE not in manifest.files or not manifest.files.keys() <= NAMES:
                raise damaged
            for name, expected in manifest.files.items():
                found = hashlib.sha256()
                with archive.open(name) as source, (folder / name).open("wb") as target:
                    os.fchmod(target.fileno(), OWNER)
                    while piece := source.read(PIECE):
                        found.update(piece)
                        target.write(piece)
                if found.hexdigest() != expected:
                    raise damaged
    except (Damaged, zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError):
        raise damaged from None
    except (ValueError, struct.error, OverflowError, msgspec.MsgspecError):
        raise damaged from None
    _store(folder / STORE).close()  # one of a newer version says so
    return manifest


def _manifest(backup: Path, archive: zipfile.ZipFile) -> Manifest:
    """Raises `BackupTrouble`, and what a damaged archive raises."""
    with archive.open(MANIFEST) as file:
        raw = file.read(LARGEST)
    if msgspec.json.decode(raw, type=Version).format > FORMAT:
        raise BackupTrouble(msg("The backup {file} was made by a newer version; update this machine.", file=backup))
    return msgspec.json.decode(raw, type=Manifest)


def _put(unpacked: Path, folder: Path, manifest: Manifest) -> None:
    """Put what was unpacked in its place; the store, without which there is no event, last."""
    for name in manifest.files.keys() - {STORE}:
        atomic_write(folder / name, read_bounded(unpacked / name, LARGEST), OWNER)
    if broker.SECRETS in manifest.files:
        try:
            broker.make_again(folder)  # the configuration names the folder in which it was
        except broker.BrokerTrouble as trouble:
            raise BackupTrouble(msg("The broker's files cannot be used: {reason}.", reason=str(trouble))) from None
    with_new_nonce(unpacked / STORE)
    (unpacked / STORE).rename(folder / STORE)
