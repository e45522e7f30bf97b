"""One stage for two databases: the model of `tools.world.postgresql` with its driver, and PostgreSQL behind relays.

A script says what programs do with the product's own `PostgresStore`; both stages write down what each of them got,
and `DatabaseStage.records` compares alike.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import psycopg

from device.organiser.store import LogRow, PostgresStore, StoreTrouble
from tests.event.rig import until as wait_until
from tests.organiser.postgres import Postgres
from tests.world.relay import Relay
from tools.world.network import Network
from tools.world.postgresql import driver
from tools.world.postgresql.server import Server
from tools.world.postgresql.session import Session
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler

Script = Callable[[PostgresStore], Any]
COUNT = "SELECT count(*) FROM dvojtah.log"


def row(seq: int, table: str = "7", body: str = "{}") -> LogRow:
    """A row of the log."""
    return LogRow(0, table, "b" * 8, seq, "entry", "a" * 8, seq, seq * 10, 1, body)


class Member:
    """A program with a handle on the store, and what it got of it."""

    def __init__(self, stage: DatabaseStage, name: str, event: str = "pisek", *, read_only: bool = False) -> None:
        self.stage, self.name = stage, name
        self.record: list[Any] = []
        self.store: PostgresStore
        self._began = self._done = 0
        self._put = stage.thread(self)
        self._transaction: Any = None
        self.does(lambda _: self._open(event, read_only), of_store=False)

    def _open(self, event: str, read_only: bool) -> None:
        self.store = PostgresStore(self.stage.url_of(self), event, read_only=read_only)

    def begins(self, script: Script, *, of_store: bool = True) -> None:
        """Do something, and do not wait for the end of it."""
        self._began += 1
        self._put(lambda: self._run(script, of_store))

    def ends(self) -> None:
        """Wait until everything that was begun is done."""
        self.stage.until(lambda: self._done == self._began, f"{self.name} is done")

    def does(self, script: Script, *, of_store: bool = True) -> None:
        """Do something, and wait for the end of it."""
        self.begins(script, of_store=of_store)
        self.ends()

    def waits(self) -> None:
        """Wait until it stands in line for a lock."""
        self.stage.until(lambda: self.stage.is_waiting(self), f"{self.name} waits")

    def executes(self, sql: str, *values: Any) -> None:
        """Run a statement of its own."""
        self.does(lambda store: _rows_of(store._db.execute(sql, values or None)))

    def begins_transaction(self) -> None:
        """Open a transaction that stays open."""

        def begin(store: PostgresStore) -> None:
            self._transaction = store._db.transaction()
            self._transaction.__enter__()

        self.does(begin)

    def commits(self) -> None:
        """End it."""
        self.does(lambda store: self._transaction.__exit__(None, None, None) and None)

    def rolls_back(self) -> None:
        """End it as one that failed."""
        self.does(lambda store: self._leave(ValueError()))

    def _leave(self, error: Exception) -> None:
        with contextlib.suppress(ValueError):
            self._transaction.__exit__(type(error), error, None)

    def _run(self, script: Script, of_store: bool) -> None:
        try:
            result = script(self.store if of_store else None)  # type: ignore[arg-type]
            if result is not None:
                self.record.append(result)
        except StoreTrouble as trouble:
            text = str(trouble.message).replace(self.stage.where_of(self), "DATABASE")
            self.record.append(("StoreTrouble", text, type(trouble.__context__).__name__))
        except (psycopg.Error, UnicodeError) as error:
            closed = hasattr(self, "store") and self.store._db.closed
            self.record.append((type(error).__name__, getattr(error, "sqlstate", None), closed))
        except BaseException as error:
            self.record.append(("broken script", repr(error)))
            raise
        finally:
            self._done += 1


def _rows_of(cursor: Any) -> Any:
    with contextlib.suppress(psycopg.ProgrammingError):
        return cursor.fetchall()


class DatabaseStage(ABC):
    """A server and the programs at it."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.notes: list[Any] = []

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.close()

    def member(self, name: str, event: str = "pisek", *, read_only: bool = False) -> Member:
        """A program that has opened the store."""
        member = Member(self, name, event, read_only=read_only)
        self.members.append(member)
        return member

    def records(self) -> dict[str, list[Any]]:
        """What everybody got."""
        return {"notes": self.notes} | {member.name: member.record for member in self.members}

    def stands(self, count: int) -> None:
        """Wait until so many rows are in the log, seen from outside."""
        self.until(lambda: self.count() == count, f"{count} rows stand")

    @abstractmethod
    def thread(self, member: Member) -> Callable[[Callable[[], None]], None]:
        """A thread of that program, which does what it is given."""

    @abstractmethod
    def url_of(self, member: Member) -> str:
        """Where that program finds the store."""

    def where_of(self, member: Member) -> str:
        """The same as people are told it."""
        return self.url_of(member).rpartition("@")[2]

    @abstractmethod
    def until(self, holds: Callable[[], Any], awaited: str) -> None:
        """Wait for something to be so."""

    @abstractmethod
    def count(self) -> int:
        """How many rows of the log are committed."""

    @abstractmethod
    def is_waiting(self, member: Member) -> bool:
        """Whether that program's session stands in line for a lock."""

    @abstractmethod
    def start(self) -> None:
        """Start the server."""

    @abstractmethod
    def stop(self) -> None:
        """Stop it as a service is stopped."""

    @abstractmethod
    def crash(self) -> None:
        """One of its processes dies, and it comes back by itself."""

    @abstractmethod
    def stop_log_writer(self) -> None:
        """Nothing brings to the disk what no commit waits for."""

    @abstractmethod
    def terminate(self, member: Member) -> None:
        """End that program's session as an administrator does."""

    @abstractmethod
    def break_line(self, member: Member, *, in_line: bool = False) -> None:
        """Break its connection. ``in_line``: its session waits for a lock, and does not notice yet."""

    @abstractmethod
    def lose_question(self, member: Member, script: Script) -> None:
        """Break its connection while the last thing that ``script`` says is on its way to the server: the commit."""

    @abstractmethod
    def lose_answer(self, member: Member, script: Script, count: int) -> None:
        """Break its connection when ``count`` rows stand and the answer is on its way."""

    @abstractmethod
    def fill_disk(self) -> None:
        """No table can grow any more."""

    @abstractmethod
    def make_read_only(self) -> None:
        """Nobody may write any more."""

    @abstractmethod
    def close(self) -> None:
        """End everything."""


class PostgresStage(DatabaseStage):
    """PostgreSQL, each program in a thread of its own behind a relay of its own."""

    def __init__(self, server: Postgres, url: str) -> None:
        super().__init__()
        self._server, self._url = server, url
        self._relays: dict[Member, Relay] = {}
        self._ends: list[Callable[[], None]] = []

    def thread(self, member):
        work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._relays[member] = Relay(self._server.port)

        def run() -> None:
            while (do := work.get()) is not None:
                do()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self._ends.append(lambda: work.put(None))
        return work.put

    def url_of(self, member):
        name = self._url.partition("?")[0].rpartition("/")[2]
        return f"postgresql://dvojtah@127.0.0.1:{self._relays[member].port}/{name}"

    def until(self, holds, awaited):
        wait_until(holds, 60, awaited)

    def _ask(self, sql: str, *values: Any, wait: bool = True) -> Any:
        with psycopg.connect(self._url, autocommit=True) as db:
            cursor = db.execute(sql, values or None)
            return cursor.fetchall() if cursor.description else None

    def count(self):
        return self._ask(COUNT)[0][0]

    def is_waiting(self, member):
        pid = member.store._db.info.backend_pid
        ((event,),) = self._ask("SELECT wait_event_type FROM pg_stat_activity WHERE pid = %s", pid)
        return event == "Lock"

    def start(self):
        self._server.start()

    def stop(self):
        self._server.stop()

    def crash(self):
        with psycopg.connect(self._url) as db:
            pid = db.info.backend_pid
            ((started,),) = self._ask("SELECT pg_postmaster_start_time()")
            others = {
                other
                for (other,) in self._ask("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
            }
            os.kill(pid, signal.SIGKILL)
            assert started

            def is_back() -> bool:
                with contextlib.suppress(psycopg.OperationalError):
                    now = self._ask("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
                    return not others & {other for (other,) in now}
                return False

            self.until(is_back, "it has recovered")

    def stop_log_writer(self):
        ((pid,),) = self._ask("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
        os.kill(pid, signal.SIGSTOP)  # the server ends it with all others when it crashes

    def terminate(self, member):
        pid = member.store._db.info.backend_pid
        self._ask("SELECT pg_terminate_backend(%s)", pid)
        self._until_gone(pid)

    def _until_gone(self, pid: int) -> None:
        here = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
        self.until(lambda: not self._ask(here, pid), "its session is over")
        time.sleep(0.02)  # what its process said last is on its way through the relay

    def break_line(self, member, *, in_line=False):
        pid = member.store._db.info.backend_pid
        self._relays[member].break_lines()
        if not in_line:
            self._until_gone(pid)

    def lose_question(self, member, script):
        pid, relay = member.store._db.info.backend_pid, self._relays[member]
        member.does(script)
        relay.up.clear()
        member.begins(lambda store: member._transaction.__exit__(None, None, None) and None)
        time.sleep(0.05)  # it is in the relay, or comes into a line that is broken: the same
        relay.break_lines()
        member.ends()
        self._until_gone(pid)

    def lose_answer(self, member, script, count):
        pid, relay = member.store._db.info.backend_pid, self._relays[member]
        member.does(script)
        relay.down.clear()
        member.begins(lambda store: member._transaction.__exit__(None, None, None) and None)
        self.stands(count)
        relay.break_lines()
        member.ends()
        self._until_gone(pid)

    def fill_disk(self):
        """A trigger says what PostgreSQL says of a full disk, at the moment at which it says it."""
        self._ask(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;"
            " CREATE TRIGGER no_room BEFORE INSERT ON dvojtah.log EXECUTE FUNCTION no_room()"
        )

    def make_read_only(self):
        name = self._url.partition("?")[0].rpartition("/")[2]
        self._ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    def close(self):
        for member in self.members:
            with contextlib.suppress(Exception):
                member.store.close()
        for end in self._ends:
            end()
        for relay in self._relays.values():
            relay.close()


class ModelStage(DatabaseStage):
    """The model of PostgreSQL, on the clock of a seed; each program is a task on a machine of its own."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__()
        self.scheduler = Scheduler(seed, folder)
        self.scheduler.machine = self._machine("hall")
        self.network = Network(self.scheduler)
        self.server = Server(self.network, self._machine("database"), "database", random.Random(seed))
        self.server.start()
        driver.know(self.server)
        self._machines: dict[Member, Any] = {}
        self._module = sys.modules["psycopg"]
        sys.modules["psycopg"] = driver.stand_in()

    def _machine(self, name: str) -> Any:
        return SimpleNamespace(
            name=name,
            up=True,
            restarts=0,
            tasks=[],
            on_cut=[],
            notice_cut=lambda: None,
            wall=lambda: 10**18 + self.scheduler.now,
        )

    def thread(self, member):
        machine = self._machines[member] = self._machine(member.name)
        return lambda do: self.scheduler.spawn(do, machine)

    def url_of(self, member):
        return "postgresql://dvojtah@database/event"

    def until(self, holds, awaited):
        end = self.scheduler.now + 600 * SECOND
        while not holds():
            assert self.scheduler.now < end, f"not within ten minutes: {awaited}"
            self.scheduler.run(self.scheduler.now + MILLISECOND)
            assert not self.scheduler.failures, self.scheduler.failures[0].stack

    def count(self):
        return self.server.rows.read("SELECT count(*) FROM log")[0][0]

    def _session(self, member: Member) -> Session:
        end = member.store._db.end
        return next(session for session, other in self.server._ends.items() if other.peer is end)

    def is_waiting(self, member):
        return self.server.locks.is_waiting(self._session(member))

    def start(self):
        self.server.start()

    def stop(self):
        self.server.stop()
        self.scheduler.run(self.scheduler.now + SECOND)

    def crash(self):
        self.server.crash()
        self.scheduler.run(self.scheduler.now + 2 * SECOND)

    def stop_log_writer(self):
        self.server.flushed_after = 3600 * SECOND

    def terminate(self, member):
        self.server.terminate(self._session(member))
        self.scheduler.run(self.scheduler.now + SECOND)

    def break_line(self, member, *, in_line=False):
        self.server.break_line(self._session(member))

    def lose_question(self, member, script):
        member.does(script)
        session = self._session(member)
        member.begins(lambda store: member._transaction.__exit__(None, None, None) and None)
        self.scheduler.run(self.scheduler.now + 310_000)  # whoever was woken runs: it was said
        self.server.break_line(session)
        member.ends()

    def lose_answer(self, member, script, count):
        member.does(script)
        session = self._session(member)
        member.begins(lambda store: member._transaction.__exit__(None, None, None) and None)
        while self.count() < count:
            self.scheduler.run(self.scheduler.now + MILLISECOND // 100)
        self.server.break_line(session)
        member.ends()

    def fill_disk(self):
        self.server.full = True

    def make_read_only(self):
        self.server.read_only = True

    def close(self):
        """The evening is over."""
        sys.modules["psycopg"] = self._module
        self.scheduler.end([*self._machines.values(), self.server.machine])
