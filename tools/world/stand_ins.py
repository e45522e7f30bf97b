"""The modules that the product gets in a simulation for ``time``, ``threading``, ``queue`` and others.

Each is a copy of the real one in which only that is another's what reads a clock, waits, starts a thread or draws a
random number. What waits parks its task in the scheduler.
"""

from __future__ import annotations

import datetime
import queue
import secrets
import threading
import time
import types
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tools.world.postgresql import driver
from tools.world.scheduler import MILLISECOND, SECOND, Task, current

PAYS_FOR_SYNCS = ("journal", "ingest", "announcer")
"""Threads that write: they wait for a slow disk, and for nobody else."""


def _copy(real: types.ModuleType, **other: object) -> types.ModuleType:
    module = types.ModuleType(real.__name__, real.__doc__)
    module.__dict__.update({name: value for name, value in real.__dict__.items() if not name.startswith("__")})
    module.__dict__.update(other)
    return module


# -- time ---------------------------------------------------------------------------------------------------------


def _pay_for_syncs() -> None:
    """A slow disk: whoever synced waits for it before it reads the clock next."""
    scheduler = current()
    task = scheduler.task
    if task is None or scheduler.strict or scheduler.ending or task.name not in PAYS_FOR_SYNCS:
        return
    if scheduler.machine is task.machine and (owed := task.machine.owed_for_syncs()) > 0:
        scheduler.park(owed)


def _monotonic_ns(*_: object) -> int:
    _pay_for_syncs()
    return _read_monotonic()


def _read_monotonic(*_: object) -> int:
    return current().machine.monotonic()


def _wall_ns() -> int:
    return current().machine.wall()


def _sleep(seconds: float) -> None:
    current().park(int(seconds * SECOND))


TIME = _copy(
    time,
    monotonic_ns=_monotonic_ns,
    monotonic=lambda: _monotonic_ns() / SECOND,
    perf_counter_ns=_read_monotonic,
    perf_counter=lambda: _read_monotonic() / SECOND,
    clock_gettime_ns=_read_monotonic,
    clock_gettime=lambda which: _read_monotonic() / SECOND,
    time_ns=_wall_ns,
    time=lambda: _wall_ns() / SECOND,
    sleep=_sleep,
)


class _DateTime(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return datetime.datetime.fromtimestamp(_wall_ns() / SECOND, tz or datetime.UTC)


DATETIME = _copy(datetime, datetime=_DateTime)


# -- threads ------------------------------------------------------------------------------------------------------


def _end(timeout: float | None) -> int | None:
    return None if timeout is None else current().now + int(timeout * SECOND)


def _rest(end: int | None) -> int | None:
    return None if end is None else end - current().now


class Event:
    """Stands for `threading.Event`."""

    def __init__(self) -> None:
        self._set = False
        self._waiting: list[Task | None] = []

    def is_set(self) -> bool:
        """As `threading.Event`."""
        return self._set

    def clear(self) -> None:
        """As `threading.Event`."""
        self._set = False

    def set(self) -> None:
        """As `threading.Event`."""
        self._set = True
        for task in self._waiting:
            current().wake(task)
        self._waiting.clear()

    def wait(self, timeout: float | None = None) -> bool:
        """As `threading.Event`."""
        scheduler, end = current(), _end(timeout)
        while not self._set:
            if end is not None and scheduler.now >= end:
                return False
            self._waiting.append(scheduler.task)
            scheduler.park(_rest(end))
        return True


class Lock:
    """Stands for `threading.Lock`. What is done outside of tasks waits for nobody, so it is one owner."""

    reentrant = False

    def __init__(self) -> None:
        self._owner: object = None
        self._depth = 0
        self._waiting: deque[Task | None] = deque()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """As `threading.Lock`."""
        scheduler = current()
        me: object = scheduler.task or scheduler
        while self._owner is not None and not (self.reentrant and self._owner is me):
            if not blocking:
                return False
            if scheduler.ending:
                return True
            self._waiting.append(scheduler.task)
            scheduler.park()
        self._owner = me
        self._depth += 1
        return True

    def release(self) -> None:
        """As `threading.Lock`."""
        self._depth -= 1
        if self._depth <= 0:
            self._owner, self._depth = None, 0
            while self._waiting:
                current().wake(self._waiting.popleft())

    def locked(self) -> bool:
        """As `threading.Lock`."""
        return self._owner is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class RLock(Lock):
    """Stands for `threading.RLock`."""

    reentrant = True


class Condition(RLock):
    """Stands for `threading.Condition` with a lock of its own, taken once."""

    def __init__(self) -> None:
        super().__init__()
        self._waits: deque[Task | None] = deque()

    def wait(self, timeout: float | None = None) -> bool:
        """As `threading.Condition`."""
        scheduler, end = current(), _end(timeout)
        me = scheduler.task
        self._waits.append(me)
        self.release()
        while me in self._waits and not scheduler.ending and (end is None or scheduler.now < end):
            scheduler.park(_rest(end))
        was_notified = me not in self._waits
        if not was_notified:
            self._waits.remove(me)
        self.acquire()
        return was_notified

    def notify(self, n: int = 1) -> None:
        """As `threading.Condition`."""
        for _ in range(min(n, len(self._waits))):
            current().wake(self._waits.popleft())

    def notify_all(self) -> None:
        """As `threading.Condition`."""
        self.notify(len(self._waits))


class Thread:
    """Stands for `threading.Thread`: a task on the machine that starts it."""

    def __init__(
        self,
        group: None = None,
        target: Callable[..., object] | None = None,
        name: str = "thread",
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        daemon: bool | None = None,
    ) -> None:
        self.name = name
        self.daemon = daemon
        self._target, self._args, self._kwargs = target, args, dict(kwargs or {})
        self._task: Task | None = None

    def run(self) -> None:
        """As `threading.Thread`."""
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self) -> None:
        """As `threading.Thread`."""
        scheduler = current()
        self._task = scheduler.spawn(self.run, name=self.name, delay=scheduler.random.randrange(MILLISECOND))

    def is_alive(self) -> bool:
        """As `threading.Thread`."""
        return self._task is not None and not self._task.done

    def join(self, timeout: float | None = None) -> None:
        """As `threading.Thread`."""
        scheduler, end = current(), _end(timeout)
        while self.is_alive() and not scheduler.ending and (end is None or scheduler.now < end):
            scheduler.park(5 * MILLISECOND)


THREADING = _copy(threading, Thread=Thread, Event=Event, Lock=Lock, RLock=RLock, Condition=Condition)


class Queue:
    """Stands for `queue.Queue` and `queue.SimpleQueue`."""

    def __init__(self, maxsize: int = 0) -> None:
        self.maxsize = maxsize
        self._items: deque[Any] = deque()
        self._getters: deque[Task | None] = deque()
        self._putters: deque[Task | None] = deque()

    def qsize(self) -> int:
        """As `queue.Queue`."""
        return len(self._items)

    def empty(self) -> bool:
        """As `queue.Queue`."""
        return not self._items

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """As `queue.Queue`."""
        scheduler, end = current(), _end(timeout)
        while self.maxsize and len(self._items) >= self.maxsize and not scheduler.ending:
            if not block or (end is not None and scheduler.now >= end):
                raise queue.Full
            self._putters.append(scheduler.task)
            scheduler.park(_rest(end))
        self._items.append(item)
        while self._getters:
            scheduler.wake(self._getters.popleft())

    def put_nowait(self, item: Any) -> None:
        """As `queue.Queue`."""
        self.put(item, False)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """As `queue.Queue`."""
        scheduler = current()
        end = None if timeout is None else scheduler.now + int(timeout * SECOND) + 1000
        while not self._items:
            if not block or (end is not None and scheduler.now >= end):
                raise queue.Empty
            self._getters.append(scheduler.task)
            scheduler.park(_rest(end))
        item = self._items.popleft()
        while self._putters:
            scheduler.wake(self._putters.popleft())
        return item

    def get_or(self, other: Any, timeout: float) -> Any:
        """As `get`, and ``other`` where nothing comes in time."""
        try:
            return self.get(timeout=timeout)
        except queue.Empty:
            return other

    def get_nowait(self) -> Any:
        """As `queue.Queue`."""
        return self.get(False)


QUEUE = _copy(queue, Queue=Queue, SimpleQueue=Queue)


# -- random numbers -----------------------------------------------------------------------------------------------


def _choice(items: Sequence[Any]) -> Any:
    return current().ids.choice(items)


def _randbelow(limit: int) -> int:
    return current().ids.randrange(limit)


UUID = _copy(
    uuid,
    uuid4=lambda: uuid.UUID(int=current().ids.getrandbits(128), version=4),
    getnode=lambda: current().machine.node,
)
SECRETS = _copy(
    secrets,
    choice=_choice,
    randbelow=_randbelow,
    token_bytes=lambda size=32: current().ids.randbytes(size),
    token_hex=lambda size=32: current().ids.randbytes(size).hex(),
    token_urlsafe=lambda size=32: current().ids.randbytes(size).hex(),
)

MODULES = {module.__name__: module for module in (TIME, DATETIME, THREADING, QUEUE, UUID, SECRETS, driver.stand_in())}
"""By its name, what stands for a module."""
