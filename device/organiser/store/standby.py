"""A second machine that holds a copy of the store, never more than a minute old, and goes on from it when the first is
lost.

The copy is a whole store in a folder with the broker's files, the desk's password and the settings. The second machine
asks for what came after the newest row that it has (`CopyRequest`) and commits each answer (`CopyPart`) whole or not at
all; the log of the event is in order, so what stands there is the event as it was at one moment, wherever a copy was
cut off. The store of the first machine may be in PostgreSQL: rows are rows.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from device.common.files.atomic_write import sync_folder
from device.common.files.os_errors import explain
from device.organiser.acts import decisions
from device.organiser.store.backup import NAMES, STORE, Backup, BackupTrouble, put_files
from device.organiser.store.rows import ACT
from device.organiser.store.sql import PAGE, EventStore, StoreTrouble, act_in, insert_into
from device.organiser.store.sqlite import COPY_OF, WALL_CLOCK, SqliteStore
from rules.game import Nanoseconds
from rules.message import msg

FORMAT = 1
ROOM = 4 << 20
"""Bytes of rows in one part, beyond which the rest follows in the next."""
LARGEST_PART = 64 << 20
"""Bytes that a part may have."""
BEING_MADE = ".event.db.new"
"""The first copy until it is whole."""
NEWER = msg("The organiser's machine has a newer version; update this machine.")

LogColumns = tuple[int, str, str, str, int, str, str, int, int, int, str]
RefusalColumns = tuple[int, str, int, str, str, int, str]
ContactColumns = tuple[str, str, str]


class CopyFormat(msgspec.Struct, kw_only=True, frozen=True):
    """What both machines say first: the format of the rest."""

    format: int = FORMAT


class CopyRequest(CopyFormat, kw_only=True, frozen=True):
    """What stands at the second machine: rows through these ids, and the digest of what lies beside the log."""

    log: int = 0
    refusal: int = 0
    beside: str = ""


class CopyExtras(msgspec.Struct, frozen=True, kw_only=True):
    """What lies beside the log: contacts, and the small files by their names."""

    contacts: tuple[ContactColumns, ...]
    files: dict[str, bytes]


class CopyPart(CopyFormat, kw_only=True, frozen=True):
    """What came after that, ``source`` the store's own id; ``more``: there is more to be asked for at once.

    ``beside`` is None where it is as the second machine has it; ``digest`` is that of what stands at the first, and
    ``wall`` its store's clock (ns) then; None: an earlier version does not say it.
    """

    source: str
    log: tuple[LogColumns, ...] = ()
    refusal: tuple[RefusalColumns, ...] = ()
    beside: CopyExtras | None = None
    digest: str = ""
    wall: Nanoseconds | None = None
    more: bool = False


Ask = Callable[[CopyRequest], CopyPart]
"""Asks the first machine. Raises what it likes."""


def next_part(store: EventStore, backup: Backup, request: CopyRequest) -> CopyPart:
    """What the second machine lacks of ``store``. Raises `StoreTrouble` and `BackupTrouble`."""
    contacts, files = tuple(store.all_contacts()), dict(backup.small_files())
    digest = hashlib.sha256(msgspec.msgpack.encode((contacts, sorted(files.items())))).hexdigest()
    log, more = _within(store.rows_after("log", request.log))
    refusal, more_refused = _within(store.rows_after("refusal", request.refusal))
    return CopyPart(
        source=store.nonce,
        log=log,
        refusal=refusal,
        beside=None if digest == request.beside else CopyExtras(contacts=contacts, files=files),
        digest=digest,
        wall=store.now(),
        more=more or more_refused,
    )


def _within(rows: list[tuple[Any, ...]]) -> tuple[tuple[Any, ...], bool]:
    """As many of the rows as one part takes, and whether there may be more."""
    room = ROOM
    for n, row in enumerate(rows):
        room -= len(row[-1])
        if room < 0 and n:
            return tuple(rows[:n]), True
    return tuple(rows), len(rows) == PAGE


ENDED = msg("The event goes on from this copy now; copying has ended.")


class CopyEnded(StoreTrouble):
    """The event goes on from the copy: it is a store of its own, and nothing more is copied into it."""


class _CopyStore(SqliteStore):
    """The copy, open for whoever copies into it."""

    def _begin(self) -> None:
        if self.path.name == BEING_MADE:
            self._db.execute(f"CREATE TABLE IF NOT EXISTS {COPY_OF} (source TEXT, beside TEXT, copied INTEGER)")
            empty = f"INSERT INTO {COPY_OF} SELECT '', '', 0 WHERE NOT EXISTS (SELECT 1 FROM {COPY_OF})"
            self._db.execute(empty)

    def source_mark(self) -> tuple[str, str]:
        """Whose copy it is, and the digest of what lies beside the log. Raises `CopyEnded`."""
        if not self._run("SELECT 1 FROM sqlite_master WHERE name = ?", (COPY_OF,)):
            raise CopyEnded(ENDED)
        ((source, beside),) = self._run(f"SELECT source, beside FROM {COPY_OF}", ())
        return source, beside

    def position(self) -> CopyRequest:
        """What stands here. Raises `CopyEnded`."""
        _, beside = self.source_mark()
        ((log, refusal),) = self._run("SELECT (SELECT max(id) FROM log), (SELECT max(id) FROM refusal)", ())
        return CopyRequest(log=log or 0, refusal=refusal or 0, beside=beside)

    def take(self, part: CopyPart) -> None:
        """Commit a part, whole or not at all. Raises `CopyEnded`, too."""
        work: list[tuple[str, Any]] = [
            (insert_into(name), rows) for name, rows in (("log", part.log), ("refusal", part.refusal)) if rows
        ]
        acts = [(row[1], act_in(row[-1])) for row in part.log if row[5] == ACT]
        emptied = {event for event, act in acts if isinstance(act, decisions.ContactsDeleted)}
        for event in emptied:
            work += self._deletion(event)
        if part.beside is not None:
            work.append(("DELETE FROM contact", ()))
            if part.beside.contacts:
                work.append((insert_into("contact"), part.beside.contacts))
        if part.wall is not None:
            work.append((f"CREATE TABLE IF NOT EXISTS {WALL_CLOCK} (one INTEGER PRIMARY KEY, ahead INTEGER)", ()))
            work.append((f"INSERT OR REPLACE INTO {WALL_CLOCK} VALUES (1, ?)", [(part.wall - time.time_ns(),)]))
        # Where it is no copy any more that table is gone, and with it the whole transaction.
        work.append(
            (f"UPDATE {COPY_OF} SET source = ?, beside = ?, copied = ?", [(part.source, part.digest, time.time_ns())])
        )
        try:
            self._write(work)
        except StoreTrouble:
            self.source_mark()
            raise
        if emptied:
            self._sweep()

    def copy_time(self) -> int:
        """When the newest part came (ns of this machine's wall clock)."""
        return int(self._run(f"SELECT copied FROM {COPY_OF}", ())[0][0])


class StandbyCopy:
    """The copy in ``folder``, which is empty at first or has one already. Belongs to one thread.

    Raises `BackupTrouble` where the folder has anything else, and `StoreTrouble`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path, self._new = folder / STORE, folder / BEING_MADE
        self.source_rows = 0
        """Rows of the log that came in so far."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_ours = self._path.exists() or self._new.exists()
            if not is_ours and any(not path.name.startswith(".") for path in folder.iterdir()):
                raise BackupTrouble(msg("{folder} is not empty; name an empty folder, or a new one.", folder=folder))
        except OSError as error:
            raise BackupTrouble(explain(error, folder)) from None
        try:
            self._open().close()
        except CopyEnded:
            text = msg("{folder} has a store from which an event was run; name an empty folder.", folder=folder)
            raise BackupTrouble(text) from None

    def _open(self) -> _CopyStore:
        store = _CopyStore(self._path if self._path.exists() else self._new, "")
        try:
            store.source_mark()
        except StoreTrouble:
            store.close()
            raise
        return store

    @property
    def copy_time(self) -> int:
        """Until when the copy has everything (ns of this machine's wall clock); 0 before it is whole."""
        if not self._path.exists():
            return 0
        with contextlib.closing(self._open()) as store:
            return store.copy_time()

    def catch_up(self, ask: Ask) -> None:
        """Copy everything that has come since, and say to the first machine that it stands here.

        Raises `CopyEnded` once the event goes on from the copy, `BackupTrouble`, `StoreTrouble`, and what ``ask``
        raises: what was here before is here then, and so is each part that came whole.
        """
        try:
            with contextlib.closing(self._open()) as store:
                while self._take(store, ask(store.position())).more:
                    pass
            if not self._path.exists():
                self._new.rename(self._path)
                sync_folder(self._folder)
            with contextlib.closing(self._open()) as store:
                self._take(store, ask(store.position()))
        except OSError as error:
            raise StoreTrouble(explain(error, error.filename or self._folder), passing=True) from None

    def _take(self, store: _CopyStore, part: CopyPart) -> CopyPart:
        source, _ = store.source_mark()
        if source not in ("", part.source):
            text = msg("{folder} has the copy of another store; name an empty folder.", folder=self._folder)
            raise BackupTrouble(text)
        if part.beside is not None:
            if not part.beside.files.keys() <= NAMES:
                raise BackupTrouble(NEWER)
            put_files(part.beside.files, self._folder)
        store.take(part)
        self.source_rows += len(part.log)
        return part
