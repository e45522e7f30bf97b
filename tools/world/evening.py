"""One evening: who is there, what goes wrong, and whether everything that was promised held."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.common.event import broker as broker_files
from device.common.event.messages import RETAINED
from device.common.event.ticket import Ticket
from rules.games import KEYS
from tools.world.broker import Broker
from tools.world.disk import Disk
from tools.world.drawn_games import drawn_game
from tools.world.event_stores import FileStore, HallStore, ServerStore
from tools.world.liars import NOBODY, liar_of
from tools.world.liars.liar import Subject
from tools.world.machine import Machine
from tools.world.meetings import NONE, chosen
from tools.world.network import Network
from tools.world.oracles.closing import Closing
from tools.world.oracles.watching import Oracles
from tools.world.organiser import Organiser
from tools.world.people import People
from tools.world.phone import phones_of
from tools.world.plan import Outcome, Plan
from tools.world.readers import PublicBoard, SecondMachine
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler
from tools.world.server_troubles import ServerTroubles
from tools.world.store_kinds import POSTGRESQL, store_of
from tools.world.table import HallTable
from tools.world.troubles import Troubles, nothing_more
from tools.world.versions.changes import changes_of
from tools.world.versions.program import Program

EVENT = "pisek"
MEMORY = Path("/dev/shm")
BROKER = "10.0.0.1"
HOUR = 3600 * SECOND
QUIET = 15 * 60 * SECOND
"""After the evening: as long, at most, nothing goes wrong any more, and people finish what they play."""
LOOK = 30 * SECOND
"""How often somebody looks whether all of them have."""
LAST = 2 * 60 * SECOND
"""Then nobody does anything, and what waits arrives."""
WALLS = (0, -10 * 365 * 86400 * SECOND, 3600 * SECOND)
"""How far off tables' wall clocks are: a Pi has no battery."""
SYNC_TIMES = tuple(ms * MILLISECOND for ms in (2, 8, 40, 300))
"""What a sync takes: good cards and bad ones."""
RATES = (0.3, 1.0, 1.0, 3.0)
"""How often something goes wrong, in multiples of the usual."""
LATENCIES = tuple(ms * MILLISECOND for ms in (2, 10, 60))


@dataclass
class Evening:
    """Everybody and everything in the hall. ``game`` is the word by which the event knows what is drawn.

    ``signed`` is what people saw signed and safe, by the game's name.

    ``entered`` are the figures that the desk entered for a round and a table, ``taken_up`` the games that a spare goes
    on with, and which it is.
    """

    plan: Plan
    root: Path
    counts: Counter[str] = field(default_factory=Counter)
    entered: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    signed: dict[str, tuple[tuple[str, str, str], ...] | None] = field(default_factory=dict)
    taken_up: dict[str, HallTable] = field(default_factory=dict)
    broken: set[int] = field(default_factory=set)
    released: set[int] = field(default_factory=set)
    courses: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    at_end: list[Callable[[], None]] = field(default_factory=list)
    closing: bool = False
    """Nothing goes wrong any more, and nobody sends a result back."""
    finished: bool = False
    """Nobody does anything any more."""

    def __post_init__(self) -> None:
        plan = self.plan
        self.event, self.end = EVENT, int(plan.hours * HOUR)
        self.game = drawn_game(plan)
        self.numbers = list(range(1, plan.tables + 1))
        self.scheduler = scheduler = Scheduler(plan.seed, self.root)
        if plan.lines:
            scheduler.lines = []
        self.disk = Disk.install()
        self.disk.seed(plan.seed)
        self.outside = Machine(scheduler, "outside")
        scheduler.machine = self.outside
        draw = scheduler.random
        self.network = Network(scheduler, in_turn=RETAINED)
        self.network.latency = draw.choice(LATENCIES)
        rate = draw.choice(RATES) if plan.rate is None else plan.rate
        if rate:
            self.network.twice = draw.choice((0.0, 0.02, 0.15, 0.5))
            self.network.out_of_turn = draw.choice((0.0, 0.02, 0.1))
        self.present = Program(self)
        self.plays_long = False
        self.on_act: list[Callable[[HallTable, dict[str, Any]], None]] = []
        """Is told what people are about to do, by whoever waits for it."""
        self.on_press: list[Callable[[HallTable], None]] = []
        """Is told that a press was recorded at a table."""
        self.broker = self._broker()
        self.tables = [self._table(number) for number in self.numbers]
        desk = Machine(scheduler, "desk", draw.randrange(-60, 60))
        self.store: HallStore = (
            ServerStore(scheduler, self.network, EVENT)
            if store_of(plan.seed, plan.store) == POSTGRESQL
            else FileStore(desk, EVENT)
        )
        self.organiser = Organiser(self, desk, plan.rounds)
        self.board = PublicBoard(self)
        self.second = SecondMachine(self, Machine(scheduler, "second", draw.randrange(-60, 60)))
        self.spare_machine = Machine(scheduler, "spare", draw.randrange(-60, 60))
        self.people = [People(self, table) for table in self.tables]
        self.troubles = Troubles(self, rate, plan.without)
        self.server_troubles = ServerTroubles(self, self.store.server, rate, plan.without)
        meeting, luck = chosen(plan.seed, NONE if plan.meeting is None and not rate else plan.meeting, plan.versions)
        if meeting is not None:
            meeting(self, luck)
        self.liar = liar_of(self, plan.liar)
        lying = None if self.liar is None else self.liar.phone
        self.versions = changes_of(self, plan.versions, plan.earlier)
        self.games = KEYS if self.versions is None else self.versions.games
        self.phones = [] if plan.liar == NOBODY or self.versions else phones_of(self, lying)
        self.oracles = Oracles(self)
        self._coming: set[str] = set()
        self._disturbed: dict[str, int] = {}
        self.broker.on_publish.append(self.on_published)

    # -- who is there -------------------------------------------------------------------------------------------------

    def _broker(self) -> Broker:
        machine = Machine(self.scheduler, "broker")
        with self.scheduler.on(machine):
            files = broker_files.make(machine.folder / "mosquitto", self.event, len(self.numbers), BROKER)
        self.files = files
        return Broker(self.network, machine, files.configuration, BROKER)

    def ticket(self, number: int) -> Ticket:
        """What the organiser gives to a table."""
        return self.files.ticket(number)

    def _table(self, number: int) -> HallTable:
        draw = self.scheduler.random
        machine = Machine(self.scheduler, f"t{number}", draw.randrange(-60, 60), draw.choice(WALLS))
        machine.sync_time = draw.choice(SYNC_TIMES)
        return HallTable(self, machine, number)

    @property
    def machines(self) -> list[Machine]:
        """Whose power, lines and disks may fail."""
        tables = [table.machine for table in self.tables]
        return [
            *tables,
            *dict.fromkeys((self.organiser.machine, self.broker.machine, self.second.machine, self.store.machine)),
        ]

    # -- the evening --------------------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """Play it, and look at what it came to."""
        scheduler = self.scheduler
        self.broker.start()
        scheduler.after(0, self._boot, self.organiser.machine, self.organiser.boot)
        scheduler.after(0, self._boot, self.second.machine, self.second.boot)
        for table, people in zip(self.tables, self.people, strict=True):
            with scheduler.on(table.machine):
                table.join()
            scheduler.after(scheduler.random.randrange(20 * SECOND), self._boot, table.machine, table.boot)
            people.start()
        self.oracles.start()
        self._switch_on()
        for phone in self.phones:
            phone.start()
        if self.liar is not None:
            self.liar.start()
        self.troubles.start()
        self.server_troubles.start()
        if self.versions is not None:
            self.versions.start()
        scheduler.run(self.end)
        self._close()
        self._compare()
        self._leave()
        return Outcome(
            self.plan,
            scheduler.now,
            scheduler.trace,
            scheduler.failures,
            self.counts,
            self.troubles.happened + self.server_troubles.happened,
            scheduler.lines or [],
        )

    def _boot(self, machine: Machine, boot: Callable[[], None]) -> None:
        with self.scheduler.on(machine):
            boot()

    def _close(self) -> None:
        """Nothing goes wrong any more; then nobody does anything any more."""
        scheduler, network = self.scheduler, self.network
        self.closing = True
        for machine in self.machines:
            network.mend(machine)
        network.twice = network.out_of_turn = 0
        nothing_more(self.tables, [self.organiser.machine, self.second.machine])
        self.server_troubles.stop()
        for table in self.tables:
            table.retired = False
        self._finish_games()
        if self.versions is not None and not scheduler.failures:
            self._look("versions", self.versions.check)
            self.versions.upgrade_all()
            self._finish_games()
        self.finished = True
        scheduler.run(scheduler.now + LAST)

    def _finish_games(self) -> None:
        """People finish what they play, and what waits arrives."""
        scheduler = self.scheduler
        until = scheduler.now + QUIET
        while scheduler.now < until and not scheduler.failures:
            scheduler.run(scheduler.now + LOOK)
            if all(table.is_settled for table in self.tables) and self.organiser.service is not None:
                break

    def _compare(self) -> None:
        """Look at what the evening came to."""

        def compare() -> None:
            Closing(self).check()
            self.board.check()
            self.second.check()

        self._look("closing", compare)

    def _look(self, name: str, check: Callable[[], None]) -> None:
        """Look at something in a task: who reads from a server waits for it."""
        scheduler = self.scheduler
        until = scheduler.now + QUIET
        task = scheduler.spawn(check, self.organiser.machine, name)
        while not task.done and not scheduler.failures:
            if scheduler.now >= until:
                scheduler.fail("the organiser's store could not be read to its end")
            scheduler.run(scheduler.now + MILLISECOND)

    def _leave(self) -> None:
        """Let go of all files."""
        for do in self.at_end:
            do()
        others = [phone.machine for phone in self.phones] + (self.liar.machines if self.liar is not None else [])
        self.scheduler.end([*self.machines, self.outside, self.spare_machine, *others])
        for table in self.tables:
            table.close_files()
        self.organiser.close_files()

    # -- what happens in the hall -------------------------------------------------------------------------------------

    def on_seen(self, uid: str, scores: tuple[tuple[str, str, str], ...] | None) -> None:
        """People see a game signed and safe, with these scores; None: it is not signed (any more)."""
        if scores is None:
            if uid in self.signed:
                self.signed[uid] = None
            return
        if self.signed.get(uid) != scores:
            self.counts["signed"] += 1
            self.scheduler.note("signed", uid[:6], scores)
        self.signed[uid] = scores

    def cut_line(self, machine: Machine, duration: int, *, loud: bool) -> None:
        """Cut a machine off for ``duration`` ns."""
        self.network.cut(machine, duration, loud=loud)
        self.disturb(machine, duration)

    def disturb(self, machine: Machine, duration: int) -> None:
        """Something is wrong with a machine for ``duration`` ns."""
        until = self.scheduler.now + duration
        self._disturbed[machine.name] = max(self._disturbed.get(machine.name, 0), until)

    def disturbed_until(self, *machines: Machine) -> int:
        """Until when one of these was cut off last."""
        return max(self._disturbed.get(machine.name, 0) for machine in machines)

    def on_published(self, user: str, topic: str, payload: bytes, retain: bool) -> None:
        """Whatever is said goes into the evening's checksum, and its story."""
        self.scheduler.mix(topic.encode() + payload)
        if self.scheduler.lines is not None:
            self.scheduler.lines.append(f"{self.scheduler.now} {topic} {payload[:300].decode(errors='replace')}")

    def met(self, meeting: str) -> None:
        """A rare meeting came about."""
        self.counts[f"met: {meeting}"] += 1
        self.scheduler.note("met", meeting)

    def table_at(self, number: int) -> HallTable | None:
        """The device with that number that is on."""
        return next((table for table in self.tables if table.number == number and table.inbox is not None), None)

    def is_lied_about(self, subject: Subject) -> bool:
        """Whether a liar spoke of ``subject`` in a way that only seals would stop."""
        return self.liar is not None and self.liar.is_beyond(subject)

    def excuses(self, subject: Subject) -> bool:
        """Whether a liar may have spoilt ``subject`` in a way that only seals would stop."""
        return self.liar is not None and self.liar.excuses(subject)

    def _switch_on(self) -> None:
        """Each second: somebody sees that a machine is off, and switches it on after a while."""
        boots: list[tuple[Machine, Callable[[], None]]] = [
            (table.machine, table.boot) for table in self.tables if not table.retired
        ]
        boots += [
            (self.organiser.machine, self.organiser.boot),
            (self.broker.machine, self.broker.start),
            (self.second.machine, self.second.boot),
        ]
        if self.store.server is not None:
            boots.append((self.store.machine, self.store.server.start))
        for machine, boot in boots:
            machine.notice_cut()
            if not machine.up and machine.name not in self._coming:
                self._coming.add(machine.name)
                self.scheduler.after(int(self.scheduler.random.uniform(2, 40) * SECOND), self._press_on, machine, boot)
        self.scheduler.after(SECOND, self._switch_on)

    def _press_on(self, machine: Machine, boot: Callable[[], None]) -> None:
        self._coming.discard(machine.name)
        if not machine.up:
            machine.power_on(boot)

    def break_table(self, table: HallTable, wait: int) -> None:
        """A table is broken for good, and ``wait`` ns later a spare comes."""
        if self.closing or self.broken or not table.machine.up:
            return
        self.scheduler.note("broken", table.machine.name)
        self.broken.add(table.number)
        table.retired = True
        table.machine.power_off()
        self.scheduler.after(wait, self._bring_spare, table)

    def _bring_spare(self, broken: HallTable) -> None:
        spare = HallTable(self, self.spare_machine, broken.number)
        self.tables.append(spare)
        for people in self.people:
            if people.table is broken:
                people.table, people.phone = spare, None
        with self.scheduler.on(self.spare_machine):
            spare.join()
            spare.boot()
        self.scheduler.note("spare", broken.number)


def play(plan: Plan) -> Outcome:
    """Play one evening in a folder that lies in memory, where there is one, and clear it away."""
    root = Path(tempfile.mkdtemp(prefix="world-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        return Evening(plan, root).run()
    finally:
        shutil.rmtree(root, ignore_errors=True)
