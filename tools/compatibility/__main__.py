"""Keep what a version writes, so that every later one can be held to it (tests/compatibility/README.md).

    git worktree add ../old v0.3.0
    PYTHONPATH=../old .venv/bin/python -P tools/compatibility tests/compatibility/0.3.0

The code that writes is the one that PYTHONPATH names. Everything is written by the program's own parts: the journal
by the table, records and tallies by the command, the event's store by the organiser's program that real MQTT messages
reach. Only time is made up, and which game is played: seeds that are fixed.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
# Where this project is installed for development, a module that the version has not would be taken from there.
sys.meta_path[:] = [
    protocol for protocol in sys.meta_path if not getattr(protocol, "__module__", "").startswith("__editable__")
]

import club
import msgspec
import walks
from fold import progress, seen
from output import compact, printed, tally
from settings_files import settings
from table_files import beside_the_games, files, statistics

import device
from device.common.event import broker as brokers
from device.common.event import ticket as tickets
from device.common.web.serve import free_port
from device.journal import Journal
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import TableSeating
from device.organiser.store import open_store
from device.table.table import HEARTBEAT, Table
from rules.game import SECOND, Progress
from rules.games import GAMES
from rules.message import Refusal
from rules.record import BadRecord, read
from tools.play.event.demo import access, reach, running_broker
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

EVENT = "pisek-2026"
CLUB = "klub-2026"
"""A second event in the same store, at whose desk people did everything themselves."""
FOLDER = Path("/srv/dvojtah")
"""Where the event's files lie while they are made: their absolute paths stand in the broker's configuration."""
BOTH = 25_000_000
"""Nanoseconds between the two buttons of a both-hold."""
LATE = 700_000_000
"""Nanoseconds by which a press is reported late."""
CASES = Path(__file__).parent / "cases"
"""Games whose events are chosen by hand, for readings that chance seldom meets; a version plays those that it knows."""


def main(target: Path) -> int:
    """Write everything into ``target``, made anew."""
    print(f"writing what {Path(device.__file__).parent.parent} writes")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    journal(target / "table")
    files(target / "table", EVENT)
    records(target / "table" / "journal.db", target / "records")
    statistics(target / "table")
    for left in ("journal.db-wal", "journal.db-shm"):
        (target / "table" / left).unlink(missing_ok=True)
    settings(target / "settings")
    with contextlib.ExitStack() as stack:
        event(stack, target / "event")
    for stray in target.rglob("*.lock"):
        stray.unlink()
    return 0


# -- a table -----------------------------------------------------------------------------------------------------------


class Walk:
    """A table at which games are played by chance; its device's clock is moved by hand."""

    def __init__(self, path: Path) -> None:
        self.now = 1000 * SECOND
        self.journal = Journal(path)
        self.table = Table(self.journal, GAMES, now=lambda: self.now)

    def play(self, key: str, n: int, most: int) -> None:
        """Game number ``n`` of that kind: walked to its end, or left as it stands after ``most`` entries."""
        rng = random.Random(f"{key} {n}")
        while True:
            try:
                self.table.new(walks.setup_of(key, rng, n))
                break
            except Refusal:
                continue
        refused = after = 0
        while len(self.table.playing.entries) < most and refused < 400 and after < 4:
            self.wait(rng)
            if rng.random() < 0.012:
                self.power_cut(rng)
            event = walks.event_of(key, rng, self.table.state)
            last = self.table.playing.entries[-1:]
            chance, follows = walks.FOLLOWS.get(type(last[0].event), (0, event)) if last else (0, event)
            if rng.random() < chance:
                event = follows
            try:
                if isinstance(event, walks.Press):
                    self.press(event, late=rng.random() < 0.04)
                else:
                    self.table.do(event)
            except Refusal:
                refused += 1
            after = after + 1 if self.table.game.progress(self.table.state) is Progress.SIGNED else 0
        far = self.table.game.progress(self.table.state).value
        print(f"  {key} {n}: {len(self.table.playing.entries)} entries, {far}; {refused} refused")

    def play_case(self, path: Path) -> None:
        """A game whose events stand in a record, where this version knows them all."""
        try:
            history = read(path.read_text(encoding="utf-8").splitlines())
        except BadRecord as bad:
            print(f"  {path.stem}: not of this version ({bad.message})")
            return
        self.table.new(history.setup)
        began = self.now
        for entry in history.entries:
            self.now = began + entry.at
            self.table.do(entry.event)
        print(f"  {path.stem}: {len(history.entries)} entries")

    def wait(self, rng: random.Random) -> None:
        """Some seconds go by, beat by beat; now and then a turn takes too long."""
        end = self.now + round(rng.choice((0.4, 3, 9, 20, 45) if rng.random() < 0.97 else (150, 200)) * SECOND)
        while self.now < end:
            self.table.heartbeat()
            self.now = min(end, self.now + HEARTBEAT)

    def press(self, press: walks.Press, *, late: bool) -> None:
        """A clock button goes down, alone, for long, or with the other one; ``late``: a pod reports it late."""
        began = self.now
        if late:
            self.table.on_press(press.side, began - LATE)
            return
        self.table.on_press(press.side, began)
        if press.both:
            self.now += BOTH
            self.table.on_press(1 - press.side, self.now)
            self.now += 2 * SECOND
            self.table.on_both_held(self.now)
        elif press.held:
            self.now += 2 * SECOND
            self.table.on_hold(press.side, began, self.now)

    def power_cut(self, rng: random.Random) -> None:
        """Power goes and comes back: nothing is closed, the table reads its journal."""
        game = self.table.game_id
        assert game is not None
        self.journal.flush()
        self.now += rng.randint(5, 500) * SECOND
        self.table = Table(self.journal, GAMES, now=lambda: self.now)
        self.table.resume(game)


def journal(folder: Path) -> None:
    """The journal of a table: games of its own, then those of an event, some of which have not been sent."""
    folder.mkdir()
    path = folder / "journal.db"
    walk = Walk(path)
    for path_of_case in sorted(CASES.glob("*.jsonl")):
        walk.play_case(path_of_case)
    walk.table.leave()
    for key, (_, _, games, most) in walks.WALKS.items():
        for n in range(games):
            if n == games // 2:
                walk.journal.outbox.join(EVENT, 3)
                walk.journal.outbox.on_store("0f1e2d3c")
                walk.journal.outbox.pair("aa00bb11cc22dd33", key)
            walk.play(key, n, most)
        if key == "kourici_kocka":
            walk.journal.outbox.say('{"row":"call","call":"abcdef0123456789","game":null,"side":0}')
        walk.journal.outbox.leave()
        walk.table.leave()
    for n in range(99, 60, -1):  # the last one is cut off while its clock runs
        walk.play("polish_doubles", n, 45)
        if walk.table.clock_runs:
            break
        walk.table.leave()
    walk.now += 7 * SECOND
    walk.table.heartbeat()
    walk.journal.flush()
    boot, seq = walk.journal.reading(
        lambda db: db.execute("SELECT boot, max(seq) FROM outbox GROUP BY boot ORDER BY pos LIMIT 1").fetchone()
    )
    walk.journal.outbox.on_delivered(EVENT, boot, seq - 350)
    walk.journal.flush()
    game = walk.table.game_id
    assert game is not None
    if rows := beside_the_games(walk.journal, game, len(walk.table.playing.entries)):
        compact(folder / "drafts.json", rows)
    walk.journal.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def records(path: Path, folder: Path) -> None:
    """Each game as a record, and its tally."""
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as db:
        games = db.execute("SELECT id, key FROM game ORDER BY id").fetchall()
    for number, key in games:
        name = folder / f"{number:02d}-{key.replace('_', '-')}.jsonl"
        printed("--journal", str(path), "export", "--record", "--game", str(number), "-o", str(name))
        tally(name)


# -- an event ----------------------------------------------------------------------------------------------------------


def event(stack: contextlib.ExitStack, target: Path) -> None:
    """An event's folder: the broker's files and codes, and the store that the organiser's program filled."""
    folder = FOLDER / EVENT
    if folder.exists():
        raise SystemExit(f"{folder} is in the way")
    stack.callback(shutil.rmtree, FOLDER)
    port, board, desk_port = free_port(11883), free_port(18000), free_port(18100)
    target.mkdir()
    command = ["broker", "--event", EVENT, "--tables", "6", "--host", "192.168.1.10", "--port", str(port)]
    (target / "codes.txt").write_text(printed(*command[:1], str(folder), *command[1:]))
    tls = ["--event", EVENT, "--tables", "2", "--host", "broker.hry.example", "--tls"]
    (target / "codes-tls.txt").write_text(printed("broker", str(FOLDER / "tls"), *tls))
    broker, store = brokers.load(folder), str(folder / "event.db")
    desk = OrganiserDesk(open_store(store, EVENT))
    desk.name("Písecké hry")
    desk.pair_all("polish_doubles", [TableSeating(1, [["Jana", "Petr"], ["Eva", "Karel"]], ["Krtci", "Sloky"])], 1)
    desk.pair_all("marias", [TableSeating(2, [["Adam"], ["Bára"], ["Cyril"], ["Dana"]])], 1)
    desk.pair_all("polish_doubles", [TableSeating(5, [["Emil", "Gita"], ["Hynek", "Olga"]], ["Káně", "Čejky"])])
    desk.pair_all("kourici_kocka", [TableSeating(6, [["Adam"], ["Bára"], ["Cyril"], ["Dana"]])])
    desk.unpair(6)
    desk.round(1, 3000, "polish_doubles")
    arguments = [
        "--event",
        EVENT,
        "--store",
        store,
        "run",
        "--broker-files",
        str(folder),
        "--board-host",
        "127.0.0.1",
        "--board-port",
        str(board),
        "--desk-port",
        str(desk_port),
    ]
    stack.enter_context(running_broker(broker))
    organiser = stack.enter_context(program([sys.executable, "-P", "-m", "device", "organiser", *arguments]))
    reach(board, 30)
    now = time.monotonic_ns()
    kinds = tuple(GAMES)
    tables = [
        SimulatedTable(
            n, EVENT, (kinds[n % 4],), 400.0, rounds=1 + n % 2, begin=now + n * SECOND // 4, wall="2026-10-17T09:00:00"
        )
        for n in range(6, 0, -1)
    ]
    crowd = SimulatedTables(tables, lambda n: access(broker, n))

    def run(seconds: float) -> None:
        end = time.monotonic() + seconds
        crowd.run(lambda: time.monotonic() > end, seconds + 1)

    run(3)
    tables[1].call_referee()
    run(2)
    desk.answer_call(tables[1].number)
    desk.notice("Za deset minut je přestávka.", "There is a break in ten minutes.")
    desk.pause_round()
    run(2)
    desk.resume_round()
    desk.settle_call(tables[1].number)
    desk.tell(4, "Doneste partiář.")
    desk.end_round()
    desk.round(2, 1800, "polish_doubles", 60)
    run(2)
    # Somebody who has a table's rights says what no table says.
    table = crowd.members[0]
    table.client.publish(table.table.topics.of_table(table.table.number, "rows"), b'{"nonsense": true}', qos=1)
    crowd.run(lambda: all(table.has_played_all for table in tables) and crowd.all_acknowledged, 60)
    run(1)
    signed = [game for game in desk.read().games.values() if progress(game) == "signed"]
    desk.send_back(signed[0].table, "chybí podpis druhé dvojice")
    desk.count(signed[1].uid, False, "hráno mimo soutěž")
    desk.release(2)
    desk.notice("")
    crowd.close()
    organiser.terminate()
    organiser.wait(20)
    print(f"  event: {len(desk.read().games)} games, {len(signed)} signed, {len(desk.refusals())} refused")
    evenings = OrganiserDesk(open_store(store, CLUB))
    club.evenings(evenings)
    compact(target / "club.json", club.seen(evenings))
    compact(target / "club-hall.json", seen(evenings.state))
    with contextlib.closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    compact(target / "hall.json", seen(desk.state))
    for name in ("codes", "codes-tls"):
        codes = [line.split("\t")[1] for line in (target / f"{name}.txt").read_text().splitlines()]
        compact(target / f"{name}.json", [msgspec.to_builtins(tickets.read_code(code)) for code in codes])
    shutil.copytree(folder, target / "broker", ignore=shutil.ignore_patterns("event.db*", "mosquitto.log"))
    shutil.copytree(FOLDER / "tls", target / "broker-tls")
    shutil.copy(store, target / "event.db")
    for part in ("standings", "state"):
        (target / f"{part}.txt").write_text(
            printed("--lang", "en", "organiser", "--event", EVENT, "--store", store, part)
        )
    games = target / "records"
    printed("organiser", "--event", EVENT, "--store", store, "records", "--out", str(games))
    for path in games.glob("*.jsonl"):
        tally(path)


@contextlib.contextmanager
def program(arguments: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs until the end of the block."""
    process = subprocess.Popen(arguments, env=os.environ | {"DVOJTAH_DESK_PASSWORD": "heslo"})
    try:
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
