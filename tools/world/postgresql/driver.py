"""Psycopg, as far as the product uses it, over the simulated network: what it raises is psycopg's own.

Who waits for the server parks in the heap.
"""

from __future__ import annotations

import contextlib
import urllib.parse
from collections import deque
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self

import psycopg

from tools.world.packets import DatabaseMessage
from tools.world.postgresql.messages import (
    Answer,
    ErrorResponse,
    Notification,
    Query,
    Startup,
    Terminate,
)
from tools.world.scheduler import MILLISECOND, SECOND, Task, current

if TYPE_CHECKING:
    from tools.world.network import End
    from tools.world.packets import Packet
    from tools.world.postgresql.server import Server

CLOSED = "consuming input failed: server closed the connection unexpectedly"
_servers: dict[tuple[object, str], Server] = {}


def know(server: Server) -> None:
    """Let programs of this simulation find a server by its host's name; those of earlier ones are forgotten."""
    scheduler = current()
    for known in [key for key in _servers if key[0] is not scheduler]:
        del _servers[known]
    _servers[scheduler, server.host] = server


def connect(
    url: str,
    *,
    autocommit: bool = False,
    options: str = "",
    connect_timeout: int = 130,
    keepalives_idle: int = 7200,
    keepalives_interval: int = 75,
    keepalives_count: int = 9,
    tcp_user_timeout: int = 0,
) -> Connection:
    """As `psycopg.connect`. Raises psycopg.OperationalError."""
    if not autocommit:
        raise AssertionError("not modelled: a connection that is not autocommit")
    host = urllib.parse.urlsplit(url).hostname or ""
    words = [word for word in options.split() if word != "-c"]
    startup = Startup(dict(word.split("=", 1) for word in words))
    server = _servers[current(), host]
    connection = Connection()
    connection.open(server, startup, connect_timeout * SECOND)
    end = connection.end
    assert end is not None
    end.user_timeout = tcp_user_timeout * MILLISECOND or end.user_timeout
    end.keep_alive(keepalives_idle * SECOND, keepalives_interval * SECOND, keepalives_count)
    return connection


class Cursor:
    """As `psycopg.Cursor`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[tuple[Any, ...]] | None = None

    def __enter__(self) -> Self:
        """As `psycopg.Cursor`."""
        return self

    def __exit__(self, *_: object) -> None:
        """As `psycopg.Cursor`."""

    def execute(self, sql: str, values: Sequence[Any] | None = None) -> Self:
        """As `psycopg.Cursor.execute`."""
        self._rows = self._connection.ask(Query(sql, None if values is None else (_checked(values),)))
        return self

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """As `psycopg.Cursor.executemany`."""
        self._rows = self._connection.ask(Query(sql, tuple(_checked(values) for values in rows), many=True))

    def fetchall(self) -> list[tuple[Any, ...]]:
        """As `psycopg.Cursor.fetchall`."""
        if self._rows is None:
            raise psycopg.ProgrammingError("the last operation didn't produce records")
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> Any:
        """As `psycopg.Cursor.fetchone`."""
        if self._rows is None:
            raise psycopg.ProgrammingError("the last operation didn't produce records")
        return self._rows.pop(0) if self._rows else None


def _checked(values: Sequence[Any]) -> tuple[Any, ...]:
    """Values as psycopg takes them."""
    for value in values:
        if isinstance(value, str) and b"\0" in value.encode():
            raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return tuple(values)


class Connection:
    """As `psycopg.Connection`, with ``autocommit``."""

    def __init__(self) -> None:
        self.end: End | None = None
        self.closed = False
        self._lost = False
        self._last_words: ErrorResponse | None = None
        self._answers: deque[Answer | ErrorResponse] = deque()
        self._notifications: deque[Notification] = deque()
        self._waiting: Task | None = None
        self._in_transaction = False
        self._depth = 0

    def open(self, server: Server, startup: Startup, timeout: int) -> None:
        """Connect within ``timeout`` ns. Raises psycopg.OperationalError."""
        scheduler = current()
        machine, until = scheduler.machine, scheduler.now + timeout
        try:
            self.end = end = server.network.connect(machine, server.host, server.port, timeout)
        except TimeoutError:
            raise psycopg.errors.ConnectionTimeout("connection timeout expired") from None
        except OSError as error:
            raise psycopg.OperationalError(f"connection failed: {error}") from None
        finally:
            scheduler.machine = machine
        end.on_packet, end.on_lost = self._on_message, self._on_lost
        end.send(startup)
        while not self._answers and not self._lost:
            if (left := until - scheduler.now) <= 0:
                self.close()
                raise psycopg.errors.ConnectionTimeout("connection timeout expired")
            self._wait(left)
        if not self._answers:
            self.closed = True
            raise psycopg.OperationalError(f"connection failed: {self._last_words or CLOSED}")
        self._answers.clear()

    # -- what arrives -------------------------------------------------------------------------------------------------

    def _on_message(self, message: Packet) -> None:
        match message:
            case Answer() | ErrorResponse(fatal=False):
                self._answers.append(message)
            case ErrorResponse():
                self._last_words = message
            case Notification():
                self._notifications.append(message)
        self._wake()

    def _on_lost(self) -> None:
        self._lost = True
        self._wake()

    def _wake(self) -> None:
        task, self._waiting = self._waiting, None
        current().wake(task)

    def _wait(self, timeout: int | None = None) -> None:
        """Until something arrives, or for ``timeout`` ns; whoever waits goes on where he was."""
        scheduler = current()
        machine, self._waiting = scheduler.machine, scheduler.task
        scheduler.park(timeout)
        scheduler.machine = machine

    def _send(self, message: DatabaseMessage) -> None:
        assert self.end is not None
        self.end.send(message)

    # -- what is asked ------------------------------------------------------------------------------------------------

    def ask(self, query: Query) -> list[tuple[Any, ...]] | None:
        """The rows of a statement. Raises psycopg.Error."""
        if self.closed:
            raise psycopg.OperationalError("the connection is closed")
        if not self._lost:
            self._send(query)
        while not self._answers:
            if self._lost:
                self._break(is_announced=True)
            self._wait()
        answer = self._answers.popleft()
        self._in_transaction = answer.in_transaction
        if isinstance(answer, ErrorResponse):
            raise psycopg.errors.lookup(answer.sqlstate)(answer.text)
        return answer.rows

    def _break(self, *, is_announced: bool) -> None:
        """The connection is lost. Raises psycopg.OperationalError: the server's last words where somebody asks."""
        self.closed = True
        self._in_transaction = False
        if is_announced and self._last_words is not None:
            raise psycopg.errors.lookup(self._last_words.sqlstate)(self._last_words.text)
        raise psycopg.OperationalError(CLOSED)

    def execute(self, sql: str, values: Sequence[Any] | None = None) -> Cursor:
        """As `psycopg.Connection.execute`."""
        return Cursor(self).execute(sql, values)

    def cursor(self) -> Cursor:
        """As `psycopg.Connection.cursor`."""
        return Cursor(self)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """As `psycopg.Connection.transaction`: a savepoint within another one."""
        if self.closed:
            raise psycopg.OperationalError("the connection is lost")
        is_outer = not self._in_transaction
        self._depth += 1
        name = f'"_pg3_{self._depth}"'
        try:
            self.ask(Query("BEGIN" if is_outer else f"SAVEPOINT {name}"))
            try:
                yield
            except BaseException:
                if not self.closed:
                    with contextlib.suppress(psycopg.Error):
                        self.ask(Query("ROLLBACK" if is_outer else f"ROLLBACK TO {name}"))
                        if not is_outer:
                            self.ask(Query(f"RELEASE {name}"))
                raise
            if not self.closed:
                self.ask(Query("COMMIT" if is_outer else f"RELEASE {name}"))
        finally:
            self._depth -= 1

    def notifies(self, *, timeout: float, stop_after: int) -> Iterator[psycopg.Notify]:
        """As `psycopg.Connection.notifies`."""
        if self.closed:
            raise psycopg.OperationalError("the connection is closed")
        scheduler, count = current(), 0
        until = scheduler.now + int(timeout * SECOND)
        while count < stop_after:
            if not self._notifications:
                if self._lost:
                    self._break(is_announced=False)
                if scheduler.now >= until:
                    return
                self._wait(until - scheduler.now)
            while self._notifications:
                notification = self._notifications.popleft()
                count += 1
                yield psycopg.Notify(notification.channel, notification.payload, notification.pid)

    def close(self) -> None:
        """As `psycopg.Connection.close`."""
        if not self.closed:
            self.closed = True
            if not self._lost:
                self._send(Terminate())
            if self.end is not None:
                self.end.close()


def stand_in() -> ModuleType:
    """The module that the product gets for psycopg."""
    module = ModuleType("psycopg", psycopg.__doc__)
    module.__dict__.update({name: getattr(psycopg, name) for name in ("Error", "OperationalError", "errors")})
    module.__dict__["connect"] = connect
    return module
