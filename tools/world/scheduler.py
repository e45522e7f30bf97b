"""The one clock of a simulation, and the heap of what happens next.

A thread of the product is a greenlet here. Whatever it blocks on parks it in the heap, and the seed decides, among what
is due, who goes on: the same seed gives the same run to the byte.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import random
import traceback
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import greenlet

if TYPE_CHECKING:
    from tools.world.machine import Machine

SECOND = 10**9
MILLISECOND = 10**6
WAKING = 300_000
"""Nanoseconds within which a thread that was woken runs: the system's own scheduler takes as long."""


class WouldBlock(AssertionError):
    """Somebody waited where nobody may wait."""


class Failure(NamedTuple):
    """A promise of the product that did not hold: when (true time, ns), the sentence, and the stack if there is one."""

    at: int
    text: str
    stack: str


class Task:
    """A thread of the product, or somebody who acts in the hall, on its machine."""

    def __init__(self, scheduler: Scheduler, run: Callable[[], object], machine: Machine, name: str) -> None:
        self.scheduler, self.machine, self.name = scheduler, machine, name
        self.done = False
        self.turn = 0
        """Counts how often it was parked, so that a wake-up which comes late is known as that of an earlier wait."""
        self.greenlet = greenlet.greenlet(self._run, scheduler.hub)
        self._work = run

    def _run(self) -> None:
        try:
            self._work()
        except greenlet.GreenletExit:
            pass
        except BaseException as error:
            if not self.scheduler.ending:
                self.scheduler.fail(f"{self.machine.name}/{self.name} died: {error!r}", error)
        self.done = True


class Scheduler:
    """Runs what is due in the order of its time; ties and all other choices are the seed's.

    ``now`` is true time in ns since the evening began, which no part of the product can read: each machine has clocks
    of its own. ``random`` is for what happens, ``ids`` for the random numbers that the product asks for. ``root`` holds
    the folders of the machines.
    """

    def __init__(self, seed: int, root: Path) -> None:
        Scheduler._current = self
        self.seed, self.now, self.root = seed, 0, root
        self.random = random.Random(f"world {seed}")
        self.ids = random.Random(f"ids {seed}")
        self.hub = greenlet.getcurrent()
        self.task: Task | None = None
        self.machine: Machine = None  # type: ignore[assignment]  # set as soon as the first machine stands
        self.strict = 0
        """Above 0, whoever would wait fails: the table's loop waits for nothing."""
        self.ending = False
        self.failures: list[Failure] = []
        self.stops_at_failure = True
        self.trace = zlib.crc32(b"")
        """A checksum of everything that happened: two runs of one seed have the same."""
        self.lines: list[str] | None = None
        """The story of the evening, a line an event, where somebody wants to read it."""
        self.switches = 0
        self.after_step: list[Callable[[], None]] = []
        """Is called once after the step that runs now: what may not be done within a task."""
        self._heap: list[tuple[int, float, int, Callable[..., object], tuple[Any, ...], Machine | None]] = []
        self._order = itertools.count()
        self._doomed: list[Task] = []

    _current: Scheduler

    # -- the record of a run --------------------------------------------------------------------------------------

    def note(self, *words: object) -> None:
        """Add a line to the evening's story, and to its checksum."""
        text = f"{self.now} {' '.join(map(str, words))}".replace(str(self.root), "")
        self.trace = zlib.crc32(text.encode(), self.trace)
        if self.lines is not None:
            self.lines.append(text)

    def mix(self, data: bytes) -> None:
        """Add bytes to the checksum alone."""
        self.trace = zlib.crc32(data, zlib.crc32(b"%d" % self.now, self.trace))

    def fail(self, text: str, error: BaseException | None = None) -> None:
        """A promise does not hold: the evening ends here."""
        self.note("FAIL", text)
        stack = "".join(traceback.format_exception(error)) if error else ""
        self.failures.append(Failure(self.now, text, stack))

    # -- running --------------------------------------------------------------------------------------------------

    def at(self, when: int, do: Callable[..., object], *args: Any, machine: Machine | None = None) -> None:
        """Call ``do`` at a true time, on ``machine`` if that has power then."""
        heapq.heappush(self._heap, (max(when, self.now), self.random.random(), next(self._order), do, args, machine))

    def after(self, delay: int, do: Callable[..., object], *args: Any, machine: Machine | None = None) -> None:
        """Call ``do`` after ``delay`` ns."""
        self.at(self.now + delay, do, *args, machine=machine)

    def spawn(
        self, run: Callable[[], object], machine: Machine | None = None, name: str = "task", delay: int = 0
    ) -> Task:
        """Start a thread on ``machine`` (by default on the one that runs now)."""
        task = Task(self, run, machine or self.machine, name)
        task.machine.tasks.append(task)
        self.after(delay, self._resume, task, 0)
        return task

    def _resume(self, task: Task, turn: int) -> None:
        if task.done or task.turn != turn or not task.machine.up:
            return
        self.switches += 1
        before, self.task, self.machine = self.machine, task, task.machine
        task.greenlet.switch()
        self.task, self.machine = None, before
        task.machine.notice_cut()

    def park(self, timeout: int | None = None) -> None:
        """The running task waits until `wake`, or for ``timeout`` ns."""
        task = self.task
        if task is None:
            raise WouldBlock("somebody waits outside of a task")
        if self.strict:
            raise WouldBlock(f"{task.machine.name}/{task.name} waits where the table must not wait")
        if self.ending or not task.machine.up:
            raise greenlet.GreenletExit
        task.turn += 1
        if timeout is not None:
            self.after(max(0, timeout), self._resume, task, task.turn)
        self.hub.switch()
        if not task.machine.up:
            raise greenlet.GreenletExit

    def wake(self, task: Task | None) -> None:
        """Let a parked task go on, within the time that a system takes for it."""
        if task is not None:
            self.after(self.random.randrange(WAKING), self._resume, task, task.turn)

    @contextlib.contextmanager
    def on(self, machine: Machine) -> Iterator[None]:
        """Whatever asks for time, a folder or a number within this asks ``machine``."""
        before, self.machine = self.machine, machine
        try:
            yield
        finally:
            self.machine = before

    def run(self, until: int) -> None:
        """Go on until true time ``until``, or to the first failure."""
        outside = self.machine
        while self._heap and self._heap[0][0] <= until:
            if self.failures and self.stops_at_failure:
                return
            when, _, _, do, args, machine = heapq.heappop(self._heap)
            self.now = when
            if machine is not None:
                if not machine.up:
                    continue
                self.machine = machine
            do(*args)
            self.machine = outside
            if self._doomed or self.after_step:
                self._bury()
        self.now = max(self.now, until)

    def kill(self, tasks: list[Task]) -> None:
        """End these where they are, as soon as nobody runs: their machine has no power."""
        self._doomed.extend(task for task in tasks if not task.done)

    def _bury(self) -> None:
        outside, self.ending = self.machine, True
        doomed, self._doomed = self._doomed, []
        for task in doomed:
            self.task, self.machine = task, task.machine
            if task.greenlet:
                task.greenlet.throw(greenlet.GreenletExit)
            task.done = True
        self.task, self.machine, self.ending = None, outside, False
        for do in self.after_step:
            do()
        self.after_step.clear()

    def end(self, machines: list[Machine]) -> None:
        """The evening is over: no task is left, nothing happens any more."""
        for machine in machines:
            self.kill(machine.tasks)
            machine.up = False
        self._bury()
        self.ending = True
        self._heap.clear()


def current() -> Scheduler:
    """The simulation that runs in this process."""
    return Scheduler._current
