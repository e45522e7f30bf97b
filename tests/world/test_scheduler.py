"""The scheduler runs threads in the order of a seed, and nothing runs beside it."""

from __future__ import annotations

import queue
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.world import stand_ins
from tools.world.loading import Change, StaleChange, changed
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler, WouldBlock


def computer(scheduler: Scheduler, name: str = "table") -> Any:
    """A machine of which only the clock is asked."""
    return SimpleNamespace(
        name=name,
        up=True,
        tasks=[],
        restarts=0,
        node=5,
        monotonic=lambda true=None: scheduler.now,
        wall=lambda: scheduler.now,
        owed_for_syncs=lambda: 0,
        notice_cut=lambda: None,
    )


@pytest.fixture
def scheduler(tmp_path: Path) -> Scheduler:
    scheduler = Scheduler(1, tmp_path)
    scheduler.machine = computer(scheduler)
    return scheduler


def meetings(seed: int, root: Path) -> tuple[int, list[str]]:
    """Five threads that take one lock for a while, and hand something on."""
    scheduler = Scheduler(seed, root)
    scheduler.machine = computer(scheduler)
    lock, letters, order = stand_ins.Lock(), stand_ins.Queue(), []

    def work(name: str) -> None:
        for _ in range(3):
            with lock:
                stand_ins.TIME.sleep(0.001)
                scheduler.note(name)
                letters.put(name)

    for name in "abcde":
        stand_ins.Thread(target=work, name=name, args=(name,)).start()
    stand_ins.Thread(target=lambda: [order.append(letters.get()) for _ in range(15)], name="reader").start()
    scheduler.run(SECOND)
    return scheduler.trace, order


def test_one_seed_gives_one_order_and_another_seed_another(tmp_path: Path) -> None:
    assert meetings(3, tmp_path) == meetings(3, tmp_path)
    assert len({tuple(meetings(seed, tmp_path)[1]) for seed in range(8)}) > 4


def test_nobody_holds_a_lock_that_another_has(scheduler: Scheduler) -> None:
    lock, inside = stand_ins.Lock(), []

    def work() -> None:
        with lock:
            inside.append(1)
            assert len(inside) == 1
            stand_ins.TIME.sleep(0.5)
            inside.pop()

    for _ in range(4):
        stand_ins.Thread(target=work).start()
    scheduler.run(3 * SECOND)
    assert scheduler.failures == []
    assert not lock.locked()


def test_a_reentrant_lock_is_its_owners_until_the_last_release(scheduler: Scheduler) -> None:
    lock, log = stand_ins.RLock(), []

    def first() -> None:
        with lock:
            with lock:
                log.append("inner")
            stand_ins.TIME.sleep(1)
            log.append("outer")

    def second() -> None:
        stand_ins.TIME.sleep(0.5)
        with lock:
            log.append("other")

    for work in (first, second):
        stand_ins.Thread(target=work).start()
    scheduler.run(3 * SECOND)
    assert log == ["inner", "outer", "other"]


def test_waiting_ends_with_its_time_or_with_what_was_waited_for(scheduler: Scheduler) -> None:
    event, log = stand_ins.Event(), []

    def wait() -> None:
        log.append((event.wait(2), scheduler.now // SECOND))
        log.append((event.wait(60), scheduler.now // SECOND))
        with pytest.raises(queue.Empty):
            stand_ins.Queue().get(timeout=1)
        log.append(("empty", scheduler.now // SECOND))

    stand_ins.Thread(target=wait).start()
    scheduler.at(5 * SECOND, event.set)
    scheduler.run(60 * SECOND)
    assert log == [(False, 2), (True, 5), ("empty", 6)]


def test_a_full_queue_holds_up_whoever_fills_it(scheduler: Scheduler) -> None:
    letters, log = stand_ins.Queue(maxsize=1), []

    def fill() -> None:
        for number in range(3):
            letters.put(number)
            log.append((number, scheduler.now // SECOND))

    def empty() -> None:
        for _ in range(3):
            stand_ins.TIME.sleep(2)
            letters.get()

    for work in (fill, empty):
        stand_ins.Thread(target=work).start()
    scheduler.run(60 * SECOND)
    assert log == [(0, 0), (1, 2), (2, 4)]


def test_who_may_not_wait_fails_with_its_name(scheduler: Scheduler) -> None:
    def work() -> None:
        scheduler.strict += 1
        stand_ins.TIME.sleep(0.001)

    stand_ins.Thread(target=work, name="loop").start()
    scheduler.run(SECOND)
    [failure] = scheduler.failures
    assert "table/loop waits where the table must not wait" in failure.text
    assert WouldBlock.__name__ in failure.stack


def test_a_thread_that_dies_ends_the_evening(scheduler: Scheduler) -> None:
    def work() -> None:
        raise KeyError("no such table")

    stand_ins.Thread(target=work, name="ingest").start()
    scheduler.at(2 * SECOND, lambda: scheduler.note("later"))
    scheduler.run(5 * SECOND)
    assert [failure.text for failure in scheduler.failures] == ["table/ingest died: KeyError('no such table')"]
    assert scheduler.now < 10 * MILLISECOND


def test_what_has_no_power_runs_no_more(scheduler: Scheduler) -> None:
    log: list[str] = []
    machine = computer(scheduler, "desk")

    def work() -> None:
        try:
            while True:
                stand_ins.TIME.sleep(1)
                log.append("tick")
        finally:
            log.append("gone")

    scheduler.spawn(work, machine)

    def off() -> None:
        machine.up = False
        scheduler.kill(machine.tasks)

    scheduler.at(3 * SECOND + SECOND // 2, off)
    scheduler.run(10 * SECOND)
    assert log == ["tick"] * 3 + ["gone"]
    assert scheduler.failures == []


ASKS = """
import sys
from pathlib import Path
from types import SimpleNamespace
from tools.world import loading
from tools.world.scheduler import Scheduler
loading.simulate([loading.Change("rules.message", "class Refusal", "planted = 7\\n\\n\\nclass Refusal")])
scheduler = Scheduler(1, Path("/nowhere"))
scheduler.machine = SimpleNamespace(monotonic=lambda: 1234, node=9)
from device.journal import file, writer
from rules import message
print(writer.time.monotonic_ns(), writer.threading.Thread.__module__, message.planted)
"""


def test_the_product_reads_the_clock_of_its_machine() -> None:
    run = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["1234", "tools.world.stand_ins", "7"], run.stderr


def test_a_fault_whose_text_has_changed_is_told_and_not_passed_over() -> None:
    with pytest.raises(StaleChange, match="is there 2 times"):
        changed("a = 1\na = 1\n", [Change("rules.x", "a = 1", "a = 2")])
