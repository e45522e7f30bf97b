"""A session of the server: its transaction, what it waits for, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from tools.world.postgresql.locks import Key, Lock
from tools.world.postgresql.messages import Answer, DatabaseError, ErrorResponse, Notification, Query
from tools.world.postgresql.rows import Statement, Values, steps
from tools.world.scheduler import MILLISECOND

if TYPE_CHECKING:
    from tools.world.packets import DatabaseMessage
    from tools.world.postgresql.server import Server

CALL = re.compile(r"(pg_\w+)\(([^)]*)\)")
SAVEPOINT = re.compile(r"(SAVEPOINT|ROLLBACK TO|RELEASE) (\S+)")
SETTINGS = {
    "search_path": "public",
    "client_min_messages": "notice",
    "lock_timeout": "0",
    "default_transaction_read_only": "off",
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "7200",
    "tcp_keepalives_interval": "75",
    "tcp_keepalives_count": "9",
    "tcp_user_timeout": "0",
}
"""The settings that a session may have, and what they are where nobody says anything (Linux's own for TCP)."""


class Pause:
    """A statement's wait: for a lock (None: for the disk that its commit is synced to)."""

    def __init__(self, lock: Lock | None = None) -> None:
        self.lock = lock


Work = Generator[Pause, None, list[tuple[Any, ...]] | None]


class Session:
    """A client's session. ``send`` takes its answers to the client, ``pid`` is the number of its process."""

    def __init__(self, server: Server, pid: int, send: Callable[[DatabaseMessage], None]) -> None:
        self.server, self.pid, self.send = server, pid, send
        self.settings = dict(SETTINGS)
        self.alive = True
        self.channels: set[str] = set()
        self.written: list[Statement] = []
        self.notifications: list[tuple[str, str]] = []
        self.committing = False
        """The commit is on its way to the disk: after a crash it may stand or not."""
        self._open = self._failed = False
        self._savepoints: list[tuple[str, int, int]] = []
        self._work: Work | None = None
        self._turn = 0
        self._undelivered: list[Notification] = []
        self._is_alone = False

    @property
    def is_read_only(self) -> bool:
        """True where a transaction may write nothing."""
        return self.settings["default_transaction_read_only"] == "on" or self.server.read_only

    @property
    def in_transaction(self) -> bool:
        """True once the client has begun a transaction."""
        return self._open

    # -- statements ---------------------------------------------------------------------------------------------------

    def on_query(self, query: Query) -> None:
        """Begin with a statement; it is answered when it is done."""
        self._work = self._perform(query)
        self.go_on()

    def go_on(self, error: DatabaseError | None = None) -> None:
        """Go on with the statement that waits, or break it off with ``error``."""
        work = self._work
        if work is None or not self.alive:
            return
        self._turn += 1
        try:
            pause = next(work) if error is None else work.throw(error)
        except StopIteration as done:
            self._finish(Answer(done.value, self._open))
        except DatabaseError as refused:
            if self._open:
                self._failed = True
            else:
                self._end_transaction()
            self._finish(ErrorResponse(refused.sqlstate, refused.text, in_transaction=self._open))
        else:
            self._wait(pause, self._turn)

    def _finish(self, answer: DatabaseMessage) -> None:
        self._work = None
        if self._is_alone:
            self.server.break_off(self)
            return
        self.send(answer)
        if not self._open:
            waiting, self._undelivered = self._undelivered, []
            for notification in waiting:
                self.send(notification)

    def _wait(self, pause: Pause, turn: int) -> None:
        if pause.lock is None:
            self.server.after(self.server.time_to_sync(), self._resume, turn)
        elif patience := int(self.settings["lock_timeout"]):
            self.server.after(patience * MILLISECOND, self._lose_patience, turn, pause.lock)

    def _on_granted(self) -> None:
        self.server.after(0, self._resume, self._turn)

    def _resume(self, turn: int) -> None:
        if turn == self._turn:
            self.go_on()

    def _lose_patience(self, turn: int, lock: Lock) -> None:
        if turn == self._turn and self.server.locks.give_up(lock):
            self.go_on(DatabaseError("55P03", "canceling statement due to lock timeout"))

    def _perform(self, query: Query) -> Work:
        sql = query.sql
        if sql == "COMMIT":
            if self._failed:
                self._end_transaction()
                return None
            yield from self._commit()
        elif sql == "ROLLBACK":
            self._end_transaction()
        elif savepoint := SAVEPOINT.fullmatch(sql):
            self._on_savepoint(*savepoint.groups())
        elif self._failed:
            raise DatabaseError(
                "25P02", "current transaction is aborted, commands ignored until end of transaction block"
            )
        elif sql == "BEGIN":
            self._open = True
        else:
            rows = yield from self._statement(query)
            if not self._open:
                yield from self._commit()
            return rows
        return None

    def _on_savepoint(self, verb: str, name: str) -> None:
        names = [known for known, _, _ in self._savepoints]
        if verb == "SAVEPOINT":
            self._savepoints.append((name, len(self.written), len(self.notifications)))
            return
        _, written, notified = self._savepoints[at := names.index(name)]
        if verb == "ROLLBACK TO":
            del self.written[written:], self.notifications[notified:], self._savepoints[at + 1 :]
            self._failed = False
        elif self._failed:
            raise DatabaseError("25P02", "current transaction is aborted")
        else:
            del self._savepoints[at:]

    def _statement(self, query: Query) -> Work:
        sql = query.sql
        if sql.startswith("SELECT pg_"):
            (values,) = query.values or ((),)
            return (yield from self._call(sql, list(values)))
        if sql.startswith("LISTEN "):
            self.channels.add(sql.removeprefix("LISTEN "))
        elif sql.startswith("SET "):
            name, _, value = sql.removeprefix("SET ").partition(" = ")
            self.set(name, value)
        else:
            return self._run(sql, query.values, many=query.many)
        return None

    def set(self, name: str, value: str) -> None:
        """Change a setting. Raises KeyError for one that is not modelled."""
        if name not in SETTINGS:
            raise KeyError(f"the setting {name} is not modelled")
        self.settings[name] = value

    def _run(self, sql: str, values: Values, *, many: bool) -> list[tuple[Any, ...]] | None:
        rows = None
        for step in steps(sql):
            if step.writes and self.is_read_only:
                raise DatabaseError("25006", f"cannot execute {step.writes} in a read-only transaction")
            if step.ids and self.server.full:
                raise DatabaseError("53100", "could not extend file: No space left on device")
            statement = self.server.rows.statement(step, values)
            rows = self.server.rows.run(self.written, statement)
            if step.writes:
                self.written.append(statement)
        return None if many else rows

    def _call(self, sql: str, values: list[Any]) -> Work:
        """Functions, one after another, and what each gives: locks, and notifications."""
        row: list[Any] = []
        for name, arguments in CALL.findall(sql):
            given: list[Any] = [values.pop(0) if text.strip() == "%s" else int(text) for text in arguments.split(",")]
            row.append("")
            if name == "pg_notify":
                if tuple(given) not in self.notifications:
                    self.notifications.append((given[0], given[1]))
            elif name == "pg_advisory_unlock":
                row[-1] = self.server.locks.release(self, tuple(given))
            elif name in ("pg_advisory_lock", "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared"):
                key: Key = tuple(given)
                lock = Lock(self, key, name.endswith("shared"), name == "pg_advisory_lock", self._on_granted)
                if not self.server.locks.ask(lock):
                    yield Pause(lock)
            else:
                raise AssertionError(f"not modelled: {name}")
        return [tuple(row)]

    # -- transactions -------------------------------------------------------------------------------------------------

    def _commit(self) -> Work:
        if self.written or self.notifications:
            if self.settings["synchronous_commit"] == "on":
                self.committing = True
                yield Pause()
                self.committing = False
            try:
                self.server.on_commit(self)
            except DatabaseError:
                self._end_transaction()
                raise
        self._end_transaction()
        return None

    def _end_transaction(self) -> None:
        self.written, self.notifications, self._savepoints = [], [], []
        self._open = self._failed = False
        self.server.locks.release_all(self, of_session=False)

    def on_notification(self, notification: Notification) -> None:
        """Pass it on, now or when no statement or transaction is under way."""
        if self._open or self._work is not None:
            self._undelivered.append(notification)
        else:
            self.send(notification)

    def on_lost(self) -> None:
        """The client is gone. Who runs a statement, waits for a lock or commits notices it when he answers."""
        if self._work is None:
            self.server.break_off(self)
        else:
            self._is_alone = True
            self.server.lost_answers += self.committing

    def end(self) -> None:
        """Roll back and let everything go: the client is gone, or the server ends the session."""
        if self.alive:
            self.alive, self._work = False, None
            self.server.locks.release_all(self, of_session=True)
            self.server.sessions.discard(self)
