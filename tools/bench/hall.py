"""A hall with people in it: a board on which nothing happens, and five thousand watchers behind a caching proxy."""

from __future__ import annotations

import contextlib
import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from device.common.web.serve import free_port
from device.organiser.store import open_store
from rules.game import SECOND
from tools.bench.costs import Cost, Costs, child_of
from tools.bench.crowd import Crowd
from tools.bench.desk import rows_of
from tools.bench.event import (
    EVENT,
    LATEST,
    LISTEN_S,
    folder_on_disk,
    lateness,
    line_of,
    pages_of,
    running_event,
    until,
)
from tools.bench.measure import Result, p99
from tools.play.event.caching_proxy import CachingProxy
from tools.play.event.demo import LOOPBACK, reach

IDLE = (125, 400, 1250)
"""Games on a board on which nothing happens."""
ENTRIES = 20
"""Rows of each of them."""
LEAST = 1e3 / 1200
"""Milliseconds a second below which the kernel counts nothing, over `LISTEN_S`."""
CROWDS = (500, 1500, 5000)
"""Watchers behind a caching proxy."""
COMING_S = 120
"""How long they may take to come."""


def idle() -> Iterator[Result]:
    """A board of so many games on which nothing happens: what it takes of a core."""
    parts = []
    for games in IDLE:
        with TemporaryDirectory(dir=folder_on_disk()) as folder, contextlib.ExitStack() as stack:
            path, port = str(Path(folder) / "event.db"), free_port(18000)
            with contextlib.closing(open_store(path, EVENT)) as store:
                for table in range(1, games + 1):
                    store.append(list(islice(rows_of(table), ENTRIES)))
            costs = Costs(Path(folder) / "costs")
            command = [sys.executable, "-m", "device", "organiser", "--event", EVENT, "--store", path, "board"]
            command += ["--host", LOOPBACK, "--port", str(port)]
            board = stack.enter_context(subprocess.Popen(command, env=costs.environment()))
            stack.callback(board.terminate)
            reach(port, 60)
            while _status(port) == 503:
                time.sleep(0.2)
            costs.programs["board"] = board.pid
            before = _at_rest(costs)
            time.sleep(LISTEN_S)
            cost = costs.now()["board"] - before
            parts.append(1e3 * cost.seconds / LISTEN_S)
            yield Result(f"idle board of {games:,} games", parts[-1], "one core", 1e3, aim=0.01)
            looks = cost.queries / LISTEN_S
            yield Result(f"{cost.megabytes:.0f} MB; statements a second", looks, "one look each 40 ms", 25, "")


def _at_rest(costs: Costs) -> Cost:
    """What the board has taken once it has made of its store what it shows: a second took less than a tenth of one."""
    now = costs.now()["board"]
    while True:
        time.sleep(1)
        before, now = now, costs.now()["board"]
        if (now - before).seconds < 0.1:
            return now


def _status(port: int) -> int:
    line = http.client.HTTPConnection(LOOPBACK, port, timeout=240)
    line.request("GET", "/cs/table/1")
    return line.getresponse().status


def crowds(*counts: int, tables: int = 30) -> Iterator[Result | str]:
    """Watchers behind nginx, a third of whom never read: how late they see an entry, and what it costs."""
    took: dict[str, float] = {}
    for count in counts or CROWDS:
        costs, late, crowd = _watched(tables, count)
        yield f"{'':42} {crowd.open} open, {crowd.failed} failed; {crowd.hits} of {crowd.answers} answers were kept"
        yield line_of(f"{count} behind a proxy: entry to page", late)
        yield Result(f"{count} behind a proxy, 99 of 100", p99(late), "as aimed at for 1,000", LATEST[1000])
        for name, cost in costs.items():
            part = 1e3 * cost.seconds / LISTEN_S
            yield Result(f"{count} behind a proxy: {name}", part, "one core", 1e3)
            if name in took and "watchers" not in name:
                yield Result(f"{name}: {count} watchers", part, "a third as many", max(took[name], LEAST))
            took[name] = part


many_pages = partial(crowds, 1500, tables=3000)


def _watched(tables: int, count: int) -> tuple[dict[str, Cost], list[float], Crowd]:
    """What each program cost, how late entries were seen (ms), and the watchers."""
    with contextlib.ExitStack() as stack:
        options = ("--address", "http://bench/", "--trusted-proxy", LOOPBACK)
        running, simulated = stack.enter_context(running_event(tables, 1.0, *options))
        proxy = CachingProxy(running.store.with_name("nginx"), running.board)
        stack.callback(proxy.close)
        simulated.begin(10 * SECOND)
        crowd = Crowd("parts", proxy.port, count, pages_of(tables))
        stack.callback(crowd.close)
        until(simulated, crowd.are_there, COMING_S, f"{count} watchers are there")
        running.costs.programs |= {"proxy": child_of(proxy.process.pid, "worker process")}
        running.costs.programs |= {f"watchers {n}": program.pid for n, program in enumerate(crowd.programs, start=1)}
        before, begin = running.costs.now(), time.monotonic_ns()
        simulated.run(lambda: False, LISTEN_S)
        costs = {name: cost - before[name] for name, cost in running.costs.now().items()}
        crowd.end()
    return costs, lateness(simulated, crowd.seen, begin), crowd
