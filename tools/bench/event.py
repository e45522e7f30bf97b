"""An event on this machine: from a table's entry to the organiser's commit and to an open page of the board; ingest
against a bare subscriber; a thousand watchers; how soon an hour of play is there after the broker comes back.

Everything listens on the loopback and ends with the measuring.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from device.common.event import broker as files
from device.common.event import messages, wire
from device.common.web.serve import free_port
from device.organiser.board.pages import CARDS
from rules.game import SECOND
from tools.bench.costs import Cost, Costs, child_of
from tools.bench.crowd import Crowd
from tools.bench.measure import NotMeasured, Result, p99
from tools.play.event.demo import LOOPBACK, access, reach, running_broker
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

EVENT = "bench"
LOADS = {30: 20.0, 300: 8.0, 3000: 2.0}
"""Tables, and how many times as fast as the recorded games they play."""
LATEST = {1: 100.0, 1000: 500.0}
"""Milliseconds from an entry to the page of 99 of 100 readers, by how many there are."""
LISTEN_S = 12.0
"""How long each load is measured."""
MESSAGES = 1900
"""Messages of an ingest round: what the broker holds for a subscriber that is behind."""
ROUNDS = 3
AHEAD = 1500
"""Messages that wait at most where ingest is full: fewer than a broker holds."""
PACE = 107.0
"""Rows a second of 3,000 tables (docs/scale.md)."""
WATCHERS = 1000
RECOVERY_S = 120.0
"""How long the recovery may take."""


def folder_on_disk() -> Path:
    """A folder on the disk of this project: /tmp may be memory, which makes nothing durable."""
    folder = Path.cwd() / "out"
    folder.mkdir(exist_ok=True)
    return folder


class RunningEvent:
    """Broker and organiser for so many tables."""

    def __init__(self, folder: Path, tables: int) -> None:
        self.tables = tables
        self.store = folder / "event.db"
        self.board, self.desk = free_port(18000), free_port(18100)
        self.files = files.make(folder / "broker", EVENT, tables, LOOPBACK, free_port(18883), address=LOOPBACK)
        self._process: subprocess.Popen[bytes] | None = None
        self.costs = Costs(folder / "costs")

    def start(self, *more: str) -> None:
        """Start the organiser."""
        command = [sys.executable, "-m", "device", "organiser", "--event", EVENT, "--store", str(self.store), "run"]
        command += ["--broker-files", str(self.files.folder), "--board-host", LOOPBACK]
        command += ["--board-port", str(self.board), "--desk-port", str(self.desk), *more]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.costs.environment())
        reach(self.board, 60)
        self.costs.programs |= {"organiser": self._process.pid, "board": child_of(self._process.pid, "\0board\0")}

    def close(self) -> None:
        """End the organiser."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=20)
            self._process.kill()

    def simulated(self, speed: float) -> SimulatedTables:
        """The tables, waiting for `SimulatedTables.begin`."""
        later = time.monotonic_ns() + 3600 * SECOND
        tables = [SimulatedTable(n, EVENT, ("polish_doubles",), speed, begin=later) for n in range(1, self.tables + 1)]
        return SimulatedTables(tables, lambda n: access(self.files, n))


@contextlib.contextmanager
def running_event(tables: int, speed: float, *more: str) -> Iterator[tuple[RunningEvent, SimulatedTables]]:
    """An event with all of its tables there. ``more`` are options of the organiser."""
    with TemporaryDirectory(dir=folder_on_disk()) as folder, contextlib.ExitStack() as stack:
        running = RunningEvent(Path(folder), tables)
        running.costs.programs["broker"] = stack.enter_context(running_broker(running.files)).pid
        stack.callback(running.close)
        running.start(*more)
        simulated = running.simulated(speed)
        stack.callback(simulated.close)
        until(simulated, lambda: all(table.online for table in simulated.tables), 180, f"all {tables} tables there")
        yield running, simulated


def pages_of(tables: int) -> int:
    """How many pages of the board's overview so many tables have."""
    return -(-tables // CARDS)


def lateness(simulated: SimulatedTables, seen: Iterable[tuple[int, int, int]], since: int) -> list[float]:
    """Milliseconds from an entry to the pages that have ``seen`` it: when (ns), which table, which entry."""
    times_made = {table.number: table.made for table in simulated.tables}
    latencies = []
    for now, card, entry in seen:
        when = times_made.get(card, {}).get(entry)
        if when is not None and when > since and now > when:
            latencies.append((now - when) / 1e6)
    return latencies


def line_of(label: str, values: Sequence[float], more: str = "") -> str:
    """What came of ``values`` in ms: half of them, and 99 of 100. Raises `NotMeasured` where nothing came."""
    if not values:
        raise NotMeasured(f"{label}: nothing came")
    return f"{label:42} p50 {median(values):8.1f} ms  p99 {p99(values):8.1f} ms  of {len(values)} {more}"


def until(simulated: SimulatedTables, done: Callable[[], bool], seconds: float, awaited: str) -> float:
    """Play until ``done``; how many seconds that took. Raises `NotMeasured` where it takes longer than ``seconds``."""
    begin = time.monotonic()
    if not simulated.run(done, seconds):
        missing = sum(len(table.rows) - table.acked for table in simulated.tables)
        away = sum(not table.online for table in simulated.tables)
        raise NotMeasured(
            f"not within {seconds:g} s: {awaited}; {missing} rows are not acknowledged, {away} tables are away"
        )
    return time.monotonic() - begin


_each: dict[int, dict[str, float]] = {}
"""Microseconds of processor time that each program took for a row, by the number of tables."""


def spent(tables: int, rows: int, costs: Mapping[str, Cost], seconds: float) -> Iterator[Result | str]:
    """What the programs of an event took in so many seconds, in which so many rows came."""
    _each[tables] = {}
    for name, cost in costs.items():
        part = 1e3 * cost.seconds / seconds
        yield Result(f"{tables} tables: processor time of the {name}", part, "one core", 1e3)
        queries = f", {cost.queries / seconds:.0f} statements/s" if cost.queries else ""
        each = f"{1e3 * part / tables:.0f} µs/s a table, {1e6 * cost.seconds / max(1, rows):.0f} µs a row"
        yield f"{'':42} {each}, {cost.megabytes:.0f} MB{queries}"
        _each[tables][name] = 1e6 * cost.seconds / max(1, rows)
        if fewer := [count for count in _each if count < tables and name in _each[count]]:
            before = _each[max(fewer)][name]
            yield Result(f"{name}: a row of {tables} tables", _each[tables][name], f"of {max(fewer)}", before, "µs")


def load(tables: int, pages: int = 1) -> Iterator[Result | str]:
    """So many tables play, and pages of the board are open; each entry to its commit, and to a page."""
    print(f"event: {tables} tables; load of the machine {os.getloadavg()[0]:.1f}")
    with (
        running_event(tables, LOADS[tables]) as (running, simulated),
        contextlib.closing(Crowd("stream", running.board, max(pages, pages_of(tables)), pages_of(tables))) as watchers,
    ):
        simulated.begin(20 * SECOND)
        end = time.monotonic() + 22
        until(simulated, lambda: time.monotonic() > end and watchers.are_there(), 60, f"{pages} pages open")
        until(simulated, lambda: simulated.all_acknowledged, 60, "everything acknowledged")
        for table in simulated.tables:
            table.latencies.clear()
        begin = time.monotonic_ns()
        rows = sum(len(table.rows) for table in simulated.tables)
        costs = running.costs.now()
        end = time.monotonic() + LISTEN_S
        simulated.run(lambda: time.monotonic() > end, LISTEN_S + 1)
        costs = {name: cost - costs[name] for name, cost in running.costs.now().items()}
        rows = sum(len(table.rows) for table in simulated.tables) - rows
        rate = rows / LISTEN_S
        watchers.end()
        late = lateness(simulated, watchers.seen, begin)
        if pages == 1:
            latencies = [latency / 1e6 for table in simulated.tables for latency in table.latencies]
            yield line_of(f"{tables} tables: entry to acknowledged commit", latencies, f"({rate:.0f} rows/s)")
            yield line_of(f"{tables} tables: entry to an open page", late)
        else:
            yield line_of(f"{watchers.open} pages, {tables} tables: entry to page", late)
        aim = 1 if tables > 30 or pages > 1 else None
        yield Result(
            f"99 of 100, {tables} tables, {pages} pages", p99(late), "what is aimed at", LATEST[pages], aim=aim
        )
        if pages == 1:
            yield from spent(tables, rows, costs, LISTEN_S)
        else:
            yield Result(f"the board with {pages} streams", 1e3 * costs["board"].seconds / LISTEN_S, "one core", 1e3)


tables_30, tables_300, tables_3000 = (partial(load, tables) for tables in LOADS)
watchers_1000 = partial(load, 30, WATCHERS)


def recovery(tables: int = 30) -> Iterator[str]:
    """The broker is away for an hour of play; from its start to the last acknowledgement."""
    with TemporaryDirectory(dir=folder_on_disk()) as folder, contextlib.ExitStack() as stack:
        running = RunningEvent(Path(folder), tables)
        stack.callback(running.close)
        simulated = running.simulated(600.0)
        stack.callback(simulated.close)
        with running_broker(running.files):
            running.start()
            until(simulated, lambda: all(table.online for table in simulated.tables), 60, f"all {tables} tables there")
        simulated.begin(SECOND)
        end = time.monotonic() + 6  # an hour, at this pace
        simulated.run(lambda: time.monotonic() > end, 7)
        for table in simulated.tables:
            table.rounds = table.played  # nothing new is begun
        waiting = sum(len(table.rows) - table.acked for table in simulated.tables)
        label = "broker back after an hour: all committed"
        with running_broker(running.files):
            took = until(simulated, lambda: simulated.all_acknowledged, RECOVERY_S, label)
            yield f"{label:42} {took:8.2f} s for {waiting} rows of {tables} tables"


BARE = """
import sqlite3, sys
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
port, user, password, topic, path = sys.argv[1:]
db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = FULL")
db.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, topic TEXT, body BLOB)")
def keep(client, data, message):
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO log (topic, body) VALUES (?, ?)", (message.topic, message.payload))
    db.execute("COMMIT")
client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
client.username_pw_set(user, password)
client.on_connect = lambda c, *rest: c.subscribe(topic, 1)
client.on_subscribe = lambda *rest: print("ready", flush=True)
client.on_message = keep
client.connect("127.0.0.1", int(port))
client.loop_forever()
"""
"""A subscriber that inserts and commits each message, and nothing else."""


def _messages(boot: int, count: int = MESSAGES, rows: int = 1) -> Iterator[tuple[str, bytes]]:
    """So many messages of so many ``rows``, of a hundred tables in turn."""
    event = msgspec.Raw(b'{"event": "move", "word": "\xc5\x99eka", "points": 23}')
    for n in range(count):
        table, first = 1 + n % 100, 1 + n // 100 * rows
        game = f"{boot:08x}{table:08x}"
        entries = tuple(messages.EntryRow(game=game, n=n, at=n, event=event) for n in range(first, first + rows))
        message = messages.Rows(boot=game, first=first, rows=entries)
        yield wire.Topics(EVENT).of_table(table, "rows"), wire.encode(message)


@contextlib.contextmanager
def _speaking(folder: Path) -> Iterator[tuple[RunningEvent, Client, sqlite3.Connection]]:
    """An organiser, somebody who may speak for each of its hundred tables, and its store."""
    with contextlib.ExitStack() as stack:
        running = RunningEvent(folder, 100)
        with (running.files.folder / "rights").open("a") as rights:  # the last user may speak for every table
            rights.write("topic write dvojtah/1/#\n")
        stack.enter_context(running_broker(running.files))
        way = access(running.files, 100)
        speaker = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        speaker.username_pw_set(way.user, way.password)
        speaker.max_inflight_messages_set(2000)
        speaker.connect(way.host, way.port)
        speaker.loop_start()
        stack.callback(speaker.loop_stop)
        stack.callback(running.close)
        running.start()
        store = sqlite3.connect(f"file:{running.store}?mode=ro", uri=True)
        _wait(store, 1, 60)  # its first row says that it has reached the broker
        yield running, speaker, store


def full() -> Iterator[Result | str]:
    """Rows a second where more are always waiting, in messages of one row and of as many as a table sends at most."""
    for rows in (1, messages.MOST_ROWS):
        with TemporaryDirectory(dir=folder_on_disk()) as folder, _speaking(Path(folder)) as (running, speaker, store):
            coming, sent = _messages(1, 10**9, rows), 0
            there, costs, begin = store.execute(COUNT).fetchone()[0], running.costs.now(), time.monotonic()
            done = 0
            while time.monotonic() < begin + LISTEN_S:
                done = store.execute(COUNT).fetchone()[0] - there
                for topic, payload in islice(coming, max(0, AHEAD // rows + 20 - (sent - done // rows))):
                    speaker.publish(topic, payload, qos=1)
                    sent += 1
                time.sleep(0.01)
            seconds = time.monotonic() - begin
            spent_s = running.costs.now()["organiser"].seconds - costs["organiser"].seconds
            label = f"rows a second, {rows} in a message: full"
            yield Result(label, done / seconds, "3,000 tables at twice the pace of people", PACE, "")
            yield f"{'':42} the organiser's program {spent_s / seconds:.2f} of a core"


def ingest() -> Iterator[Result]:
    """Milliseconds until so many messages are committed: the organiser, and the bare subscriber, by turns."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(dir=folder_on_disk()))
        running, speaker, ours = stack.enter_context(_speaking(Path(folder)))
        mine = median(_timed(speaker, _messages(turn + 1), ours) for turn in range(ROUNDS))
        running.close()
        path = Path(folder) / "bare.db"
        arguments = [str(running.files.port), *running.files.desk, wire.Topics(EVENT).of_table("+", "rows"), str(path)]
        bare = stack.enter_context(subprocess.Popen([sys.executable, "-c", BARE, *arguments], stdout=subprocess.PIPE))
        stack.callback(bare.terminate)
        if bare.stdout is not None:
            bare.stdout.readline()
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        theirs = median(_timed(speaker, _messages(turn + 50), db) for turn in range(ROUNDS))
        bare_name = "bare paho subscriber, insert and commit each"
        yield Result(f"ingest of {MESSAGES} messages", mine, bare_name, theirs, aim=1.5)


def _timed(speaker: Client, messages: Iterable[tuple[str, bytes]], db: sqlite3.Connection) -> float:
    """Milliseconds from the first message to the last commit. Raises `NotMeasured`."""
    wanted, messages = db.execute(COUNT).fetchone()[0] + MESSAGES, list(messages)
    begin = time.perf_counter()
    for topic, payload in messages:
        speaker.publish(topic, payload, qos=1)
    _wait(db, wanted, 60)
    return 1e3 * (time.perf_counter() - begin)


COUNT = "SELECT count(*) FROM log"


def _wait(db: sqlite3.Connection, rows: int, seconds: float) -> None:
    """Until so many rows are committed. Raises `NotMeasured` where that takes longer."""
    end = time.monotonic() + seconds
    while (there := db.execute(COUNT).fetchone()[0]) < rows:
        if time.monotonic() > end:
            raise NotMeasured(f"not within {seconds:g} s: {rows} rows committed; {there} are")
        time.sleep(0.005)
