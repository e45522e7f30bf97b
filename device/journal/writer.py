"""The journal of a running table: a writer thread owns the connection, so that a press never waits for a card.

When writing fails, entries wait in order and are tried again; nothing is dropped.
"""

from __future__ import annotations

import contextlib
import itertools
import queue
import sqlite3
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
from msgspec.structs import replace

from device.journal.file import (
    ADD_ENTRY,
    ADD_GAME,
    COUNTED,
    LOCKED,
    UNLOCKED,
    JournalTrouble,
    empty_log,
    load_into_memory,
    remove_database,
)
from device.journal.heartbeats import CommitDelays, Heartbeat, boot_of, brought_statements, last_beat
from device.journal.heartbeats import statements as beating
from device.journal.jobs import Job, JobQueue, KeptElsewhere
from device.journal.outbox import Outbox, Statement
from device.journal.reading import StoredGame, games, load
from device.journal.repair import open_journal
from device.journal.reserve import ReservedBeat, ReserveFile
from rules.game import Entry, Game, Nanoseconds, Setup
from rules.history import History
from rules.message import Message, msg
from rules.stored_game import kept_text, kept_texts

T = TypeVar("T")

RETRY_S = 1.0
"""Seconds between attempts while the disk does not take anything."""
TAKES_NOTHING = msg("The disk takes no entries; make room or look whether it is read-only. The game goes on.")


class Journal:
    """The device's journal: this program's alone while it is open.

    ``on_saved(game, n)`` is called from the writer thread once entry ``n`` is safe on disk, ``on_trouble(message)``
    when the disk stops taking entries, and with None when it takes them again. With ``patient`` it also begins on a
    disk that takes nothing yet, whatever is the reason: entries wait in memory, and the file is opened once that works.
    With ``on_mended`` a damaged file is begun anew with what can be read of it, and the message says so; without, it is
    left as it is. ``now`` reads the device's monotonic clock in ns,
    to see how long commits take. ``label`` makes a label of the wall clock's text.
    """

    def __init__(
        self,
        path: Path,
        on_saved: Callable[[int, int], None] = lambda game, n: None,
        on_trouble: Callable[[Message | None], None] = lambda message: None,
        *,
        patient: bool = False,
        on_mended: Callable[[Message], None] | None = None,
        now: Callable[[], Nanoseconds] = time.monotonic_ns,
    ) -> None:
        self.path = path
        self.now = now
        self.label: Callable[[str], str] = str
        self._pace = CommitDelays()
        self._reserve = ReserveFile(path)
        self._on_mended = on_mended
        self.boot = uuid.uuid4().hex
        self._on_saved = on_saved
        self._on_trouble = on_trouble
        self._lock: IO[str] | None = None
        self._late = False
        self._told: Message | None = None
        try:
            self._lock, self._db = open_journal(path, on_mended)
            with contextlib.suppress(sqlite3.Error):  # after a power cut it has what was erased just before
                empty_log(self._db)
            self._reserve.make()
        except JournalTrouble as trouble:
            if not (patient and trouble.passing):
                raise
            try:
                self._db = load_into_memory(path)
            except (OSError, sqlite3.Error):
                raise trouble from None
            self._late = True
            self._tell(TAKES_NOTHING)
        self._guard = threading.Lock()
        self._jobs = JobQueue()
        self.together = self._jobs.together
        self._stop = threading.Event()
        self._counting = threading.Lock()
        self._waiting: Counter[int] = Counter()
        self._deferred: list[Job] = []
        self._stuck = self._late
        self._numbers = itertools.count(1 + (self._db.execute("SELECT max(id) FROM game").fetchone()[0] or 0))
        self.outbox = Outbox(self, self._db)
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """Begin a game; its number."""
        number = next(self._numbers)
        begun = ADD_GAME, (number, self._label(), game.key, _json(setup), self.boot)
        shared = self.outbox.game_statements(number, game.key)
        self._keep(Job((begun, *shared), number, shared=bool(shared)))
        return number

    def append(
        self, game_id: int, entry: Entry, source: str, source_ns: int, version: tuple[int, int] | None = None
    ) -> None:
        """Keep an entry; returns at once, `on_saved` is called when it is on disk.

        ``version`` is the format that it has to say (`rules.stored_game.kept_text`).
        """
        text = kept_text(entry.event, version)
        values = (game_id, entry.n, entry.at, source, source_ns, self.boot, self._label(), text)
        shared = self.outbox.entry_statements(game_id, entry.n)
        self._keep(Job(((ADD_ENTRY, values), *shared), game_id, entry.n, shared=bool(shared)))

    def adopt(self, uid: str, event: str, history: History, at: Nanoseconds) -> int:
        """Keep a game that was begun on another device, with all its entries; its number here.

        ``at`` is the game time (ns) until which it was seen to be played there.
        """
        number = next(self._numbers)
        setup, *texts = kept_texts(history)
        begun = ADD_GAME, (number, self._label(), history.game.key, setup, self.boot)
        rows = [
            (entry.n, entry.at, "organiser", 0, self.boot, self._label(), text)
            for entry, text in zip(history.entries, texts, strict=True)
        ]
        shared = self.outbox.adopted_statements(number, uid, event)
        beat = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?)", (number, max(at, history.last_at))
        self._keep(Job((begun, *_rows(number, rows), *shared, beat), number))
        return number

    def _label(self) -> str:
        """The wall clock for people, as far as somebody vouches for it (`device.table.calendar`)."""
        return self.label(_wall())

    def bring(
        self, game: Sequence[str], entries: Sequence[Sequence[Any]], elsewhere: KeptElsewhere | None = None
    ) -> int:
        """Keep a game of another journal as it is there, from any thread; its number here.

        ``game`` is when it was begun, its word, setup and boot, ``entries`` their rows without the game's number. It
        belongs to no event, but for one of this device's own (``elsewhere``), which the loop's thread brings.
        """
        number = next(self._numbers)
        self._bring(number, ((ADD_GAME, (number, *game)), *_rows(number, entries)), elsewhere)
        return number

    def extend(self, game_id: int, entries: Sequence[Sequence[Any]], elsewhere: KeptElsewhere | None = None) -> None:
        """Keep entries of a game that were made in another journal; from any thread, ``elsewhere`` as in `bring`."""
        self._bring(game_id, _rows(game_id, entries), elsewhere)

    def _bring(self, game_id: int, rows: tuple[Statement, ...], elsewhere: KeptElsewhere | None) -> None:
        shared = () if elsewhere is None else self.outbox.brought_statements(game_id, elsewhere.share)
        beat = () if elsewhere is None or elsewhere.beat is None else brought_statements(game_id, *elsewhere.beat)
        self._keep(Job((*rows, *shared, *beat), game_id, shared=bool(shared)))

    def heartbeat(self, game_id: int, at: Nanoseconds, *, first: bool = False) -> None:
        """Note that the clock of the game was seen running at game time ``at`` (ns); ``first``: it has stood before."""
        self._jobs.put(Job((), replaceable=True, beat=Heartbeat(game_id, at, self.now(), first)))

    def doubt(self, game_id: int) -> Nanoseconds | None:
        """How long after its last heartbeat the clock of a game may have run on (ns); None where nobody wrote that."""
        beat = self.reading(lambda db: last_beat(db, game_id, self._reserve))
        return None if beat is None else beat[1]

    def note(
        self, *statements: Statement, shared: bool = False, replaceable: bool = False, deferrable: bool = False
    ) -> None:
        """Commit ``statements`` together, after what was appended before. They may not touch games and entries.

        Where the disk takes nothing ``replaceable`` ones are dropped, and ``deferrable`` ones wait until it does.
        """
        self._keep(Job(statements, replaceable=replaceable, deferrable=deferrable, shared=shared))

    def rewrite(self, *statements: Statement, gone: Sequence[str] = ()) -> bool:
        """Change games and entries that are on record, all of it or nothing, and leave no old text in the file.

        Only erasing a person does that (`device.people.erasing`), whose names are ``gone``: where one still stands in
        the file, in what earlier versions deleted there for instance, the file is written anew. False where the disk
        has not taken it yet; it is tried again like everything that waits.
        """
        self._forget_counted()
        self._keep(Job((*UNLOCKED, *statements, *LOCKED), gone=tuple(gone)))
        if not self.flush():
            return False
        self._forget_counted()
        return True

    def _sweep(self, gone: Sequence[str]) -> None:
        """Leave nothing of what was rewritten in the file or beside it. Belongs to the writer's thread."""
        with contextlib.suppress(sqlite3.Error, OSError):
            self.reading(empty_log)
            raw = self.path.read_bytes()
            if any(name.encode() in raw for name in gone):
                self.reading(lambda db: db.execute("VACUUM"))
                self.reading(empty_log)

    def _forget_counted(self) -> None:
        """What was counted names people as they were."""
        remove_database(self.path.with_name(COUNTED))

    def reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What ``read`` finds in what is committed, from any thread. It must not write."""
        with self._guard:
            return read(self._db)

    def _keep(self, job: Job) -> None:
        if job.game:
            with self._counting:
                self._waiting[job.game] += 1
        self._jobs.put(replace(job, stamp=self.now()))

    def games(self) -> list[StoredGame]:
        """The games on disk, newest first."""
        self.flush()
        return self.reading(games)

    def load(self, game_id: int) -> tuple[History, int | None]:
        """A kept game and the game time of its last heartbeat.

        Raises `JournalTrouble` where it cannot be folded, or where the disk has not taken all of it yet.
        """
        self.flush()
        with self._counting:
            waiting = self._waiting[game_id]
        if waiting:
            raise JournalTrouble(msg("The disk takes no entries now; try again when it does."))
        return self.reading(lambda db: load(db, game_id, self._reserve))

    def flush(self, timeout: float = 3.0) -> bool:
        """Wait until everything appended so far is on disk; False where that takes longer than ``timeout`` seconds.

        While the disk takes nothing, that is known at once.
        """
        reached = threading.Event()
        self._jobs.put(reached)
        end = time.monotonic() + timeout
        while not reached.wait(0.05):
            if self._stuck or time.monotonic() > end:
                return False
        return True

    def close(self) -> None:
        """Write what waits and let the file go."""
        self._stop.set()
        self._jobs.put(None)
        self._writer.join(timeout=5)
        with self._guard:
            self._db.close()
        if self._lock is not None:
            self._lock.close()

    def _open_late(self) -> None:
        """Open the file that could not be opened at the start. Raises sqlite3.Error where that still fails."""
        try:
            lock, db = open_journal(self.path, self._on_mended)
        except JournalTrouble as trouble:
            raise sqlite3.OperationalError(str(trouble)) from None
        with self._guard:
            self._db.close()
            self._lock, self._db, self._late, self._stuck = lock, db, False, False
        self._reserve.make()

    def _write(self) -> None:
        last = False
        while not last:
            batch: list[Job] = []
            reached: list[threading.Event] = []
            try:
                order = self._jobs.get(RETRY_S if self._late or self._deferred else None)
            except queue.Empty:
                self._commit([])
                continue
            with contextlib.suppress(queue.Empty):
                while order is not None:
                    if isinstance(order, list):
                        batch += order
                    else:
                        reached.append(order)
                    order = self._jobs.get(0)
            last = order is None
            if batch:
                self._commit(batch)
            for event in reached:
                event.set()

    def _commit(self, jobs: list[Job]) -> None:
        batch = [*self._deferred, *jobs]
        self._deferred = []
        while True:
            try:
                if self._late:
                    self._open_late()
                with self._guard, self._db:
                    self._db.execute("BEGIN IMMEDIATE")
                    for job in batch:
                        beat = job.beat and beating(job.beat, self._pace.doubt(job.beat, self.now()))
                        for sql, values in beat or job.statements:
                            self._db.execute(sql, values)
                break
            except sqlite3.Error:
                is_kept = self._keep_apart(batch)
                if all(job.replaceable or job.deferrable for job in batch):
                    self._deferred = [job for job in batch if job.deferrable]
                    if not is_kept:
                        self._tell(TAKES_NOTHING)
                    return
                self._stuck = True
                self._tell(TAKES_NOTHING)
                if self._stop.wait(RETRY_S):
                    return
        self._stuck = False
        self._measure(batch)
        self._tell(None)
        for job in batch:
            if job.gone is not None:
                self._sweep(job.gone)
        with self._counting:
            self._waiting.subtract(job.game for job in batch if job.game)
        for job in batch:
            if job.n:
                self._on_saved(job.game, job.n)
        if any(job.shared for job in batch):
            self.outbox.on_more()

    def _tell(self, trouble: Message | None) -> None:
        if self._told != trouble:
            self._told = trouble
            self._on_trouble(trouble)

    def _keep_apart(self, batch: list[Job]) -> bool:
        """Keep the last heartbeat of a batch that the journal does not take in the reserve; False where that fails.

        One behind an entry that waits says nothing about what is on disk: the clock may be another's since. So for as
        long as an entry waits the last one that is on disk is kept again, and with each attempt more is unknown after
        it.
        """
        before = itertools.takewhile(lambda job: not job.game, batch)
        newer = next((job.beat for job in reversed(list(before)) if job.beat is not None), None)
        beat = newer or self._pace.last
        if beat is None:
            return True
        try:
            boot = self.reading(lambda db: boot_of(db, beat.game))
            if boot is not None:
                self._reserve.write(ReservedBeat(beat.game, boot, beat.at, self._pace.doubt(beat, self.now())))
        except (OSError, sqlite3.Error):
            return False
        if newer is not None and newer is not self._pace.last:
            self._pace.on_heartbeat(newer, self.now())
        return True

    def _measure(self, committed: list[Job]) -> None:
        """What these commits say about the time that heartbeats leave unknown."""
        now = self.now()
        for job in committed:
            if job.stamp is not None:
                self._pace.on_commit(job.stamp, now)
            if job.beat is not None:
                self._pace.on_heartbeat(job.beat, now)


def _rows(game_id: int, entries: Sequence[Sequence[Any]]) -> tuple[Statement, ...]:
    return tuple((ADD_ENTRY, (game_id, *row)) for row in entries)


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _wall() -> str:
    """The wall clock as a label for people; no time is ever computed from it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
