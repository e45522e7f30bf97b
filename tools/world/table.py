"""A table of the hall: the product's journal, table and event client on a machine, with the kiosk's loop.

Whoever sits there acts through `HallTable.act` and `HallTable.press`; the loop may not wait for anything meanwhile.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from device.common.settings.settings import Settings
from device.event.client import EventClient
from device.journal import Journal
from device.organiser.log.table_game import GameView
from device.table.table import Table
from rules.clock.acts import PowerLoss
from rules.game import Progress
from rules.message import Message, Refusal
from tools.world.machine import Machine
from tools.world.oracles.kept import Kept
from tools.world.scheduler import MILLISECOND, SECOND
from tools.world.stand_ins import Queue
from tools.world.versions.program import scores_in
from tools.world.vfs import FULL

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.small_files import SmallFiles

FOUND_AGAIN = "the newest entries were recovered."
IDLE = 5 * SECOND
"""How long the loop sleeps where no clock runs."""
ANSWERS = 4 * SECOND
"""Within which the loop comes round."""
HANDLING = 8 * MILLISECOND
"""What a press may be off beside its doubt: crystals, and the loop's own way to the clock (ns)."""
EARLY = 50 * MILLISECOND
"""What a record may be ahead of the clock at a cut: the last entry was stamped, and the loop not yet round."""


class Saved(NamedTuple):
    """The journal's word that a game is kept through its ``n``-th entry."""

    game: int
    n: int


class Asked(NamedTuple):
    """Something that people do at the table, in the loop's turn."""

    do: Callable[[Table], None]


class Lost(NamedTuple):
    """Where a running clock truly was when power went: of which game, and when an earlier cut had stopped it."""

    uid: str | None
    at: int
    stopped_at: int | None


class HallTable:
    """A device with the number of a table. ``retired``: it was broken, and a spare has come for it."""

    def __init__(self, evening: Evening, machine: Machine, number: int) -> None:
        self.evening, self.machine, self.number = evening, machine, number
        self.scheduler = evening.scheduler
        self.settings = Settings(journal=str(machine.folder / "journal.db"))
        self.table: Table | None = None
        self.client: EventClient | None = None
        self.journal: Journal | None = None
        self.inbox: Queue | None = None
        self.program = evening.present
        """The version that it runs from its next start on."""
        self.small_files: SmallFiles | None = None
        """Those that people change this evening, if they do."""
        self.retired = False
        self.disk_took_nothing = False
        """That its disk was broken, not only full, when power went: then nothing bounds what is lost."""
        self.on_turn: list[Callable[[Table], None]] = []
        """Is called at the end of each turn of the loop."""
        self._lost: Lost | None = None
        self._kept = Kept(self.scheduler, machine.name)
        machine.on_cut.append(self._on_cut)

    # -- power --------------------------------------------------------------------------------------------------------

    def boot(self) -> None:
        """Start the program."""
        self.table = self.client = None
        self.scheduler.spawn(self._run, self.machine, "loop")

    def _on_cut(self) -> None:
        self.evening.counts["power cuts"] += 1
        table, self.table, self.inbox, self._lost = self.table, None, None, None
        fault = self.machine.disk.fault
        self.disk_took_nothing = fault is not None and fault.code != FULL
        if table is not None and table.history is not None and table.clock_runs:
            at = table.game_time(self.machine.monotonic())
            stops = [entry.at for entry in table.history.entries if isinstance(entry.event, PowerLoss)]
            self._lost = Lost(self.uid(table.game_id), at, stops[-1] if stops else None)
        self.close_files()

    def close_files(self) -> None:
        """Let go of what a dead program has open, or the next one would meet its locks."""
        if self.journal is not None:
            with contextlib.suppress(Exception):
                self.journal._db.close()
            with contextlib.suppress(Exception):
                if self.journal._lock is not None:
                    self.journal._lock.close()

    @property
    def runs_clock(self) -> bool:
        """Whether it is on and a clock runs."""
        return self.table is not None and self.table.clock_runs

    @property
    def is_settled(self) -> bool:
        """Whether it is on, or broken for good, shows no game under way, and has nothing left to send."""
        if self.machine.up and self.table is not None and self.journal is not None:
            history = self.table.history
            plays = history is not None and history.game.progress(history.state) is not Progress.SIGNED
            return not plays and not self.journal.outbox.count(self.evening.event)
        return self.number in self.evening.broken and self.machine is not self.evening.spare_machine

    def forget(self, game: int) -> None:
        """Somebody took a game out of the journal: it is no longer safe there."""
        self._kept.forget(game)

    def uid(self, game: int | None) -> str | None:
        """The name of a game at the event."""
        assert self.journal is not None
        return self.journal.outbox.uid(game)

    def join(self) -> None:
        """Take the ticket of the table's number from the organiser."""
        self.program.store_ticket(self.settings.ticket_path, self.evening.ticket(self.number))

    def type_code(self) -> None:
        """People type the code of the event again, where the ticket was damaged."""
        client = self.client
        if client is not None and client.ticket is None:
            self.act(lambda table: client.join(self.evening.ticket(self.number), table), may_wait=True)

    # -- the loop -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        inbox, program = Queue(), self.program
        if self.small_files is not None:
            self.small_files.on_boot()
        self.journal = journal = self._open(inbox)
        self._kept.on_opened(journal)
        table = program.table(journal)
        self.client = program.event_client(self, journal, inbox.put)
        self.client.start()
        if games := journal.games():
            self._go_on(table, games[0].id)
        self.table, self.inbox = table, inbox
        self._look(table)
        while True:
            self._turn(table, inbox)

    def _open(self, inbox: Queue) -> Journal:
        while True:
            try:
                return self.program.journal(self.settings.journal_path, partial(self._on_saved, inbox), self._on_mended)
            except Exception as error:
                self.scheduler.note("no journal", self.machine.name, error)
                self.scheduler.park(2 * SECOND)

    def _on_saved(self, inbox: Queue, game: int, n: int) -> None:
        self._kept.on_saved(game, n)
        inbox.put(Saved(game, n))

    def _on_mended(self, message: Message) -> None:
        """What a cut may leave is a commit that nobody was told of, whose later frames came onto the medium alone."""
        self.evening.counts["journals mended"] += 1
        self.scheduler.note("mended", self.machine.name, message)
        if not message.id.endswith(FOUND_AGAIN):
            self.scheduler.fail(f"{self.machine.name}: journal mended after a cut: {message}")

    def _turn(self, table: Table, inbox: Queue) -> None:
        assert self.client is not None
        beat = table.heartbeat()
        wait = IDLE if beat is None else max(MILLISECOND, beat - self.machine.monotonic())
        match inbox.get_or(None, wait / SECOND):
            case None:
                pass
            case Saved(game, n):
                table.saved_through(game, n)
                self._look(table)
            case Asked(do):
                do(table)
            case update:
                try:
                    if self.program.on_update(self.client, update, table):
                        self.evening.counts["taken over"] += 1
                        self.evening.taken_up[self.uid(table.game_id) or ""] = self
                except Refusal as refusal:
                    self.scheduler.note("not taken", self.machine.name, refusal)
        self.program.follow(self.client, table, self.machine.monotonic())
        for look in self.on_turn:
            look(table)

    def _go_on(self, table: Table, game: int) -> None:
        """With the newest game, where the program can read it; an earlier one may say that it cannot."""
        try:
            self._resume(table, game)
        except Refusal as refusal:
            if self.program.is_present:
                raise
            self.evening.counts["not read by an earlier version"] += 1
            self.scheduler.note("not read", self.machine.name, refusal)

    def _resume(self, table: Table, game: int) -> None:
        table.resume(game)
        assert table.history is not None
        entries, lost = table.history.entries, self._lost
        self._lost = None
        if lost is None or lost.uid != self.uid(game) or not entries or not isinstance(entries[-1].event, PowerLoss):
            return
        if entries[-1].at == lost.stopped_at:
            self.evening.counts["left out: a clock let go on and cut off before that was kept"] += 1
            return
        unknown, doubt = lost.at - entries[-1].at, entries[-1].event.doubt_s
        self.evening.oracles.on_clock_resumed(self, unknown, None if doubt is None else int(doubt * SECOND))

    def _look(self, table: Table) -> None:
        """People see on the screen that a game is signed, and safe."""
        if table.history is None or not table.safe or (uid := self.uid(table.game_id)) is None:
            return
        if self.evening.taken_up.get(uid, self) is not self:
            return  # switched on again, a broken table shows what was signed before a spare went on with the game
        signed = table.game.progress(table.state) is Progress.SIGNED
        scores = scores_in(GameView(table.history).scores)
        self.evening.on_seen(uid, scores if signed or scores else None)

    # -- what people can do -------------------------------------------------------------------------------------------

    def act(self, do: Callable[[Table], Any], *, may_wait: bool = False) -> Any:
        """Do something in the loop's turn: what it returns, or its `Refusal`; None where the table is off.

        ``may_wait``: it reads a game that is kept, for which the table waits as no press would.
        """
        if self.inbox is None:
            self.scheduler.park(SECOND)
            return None
        answers: list[Any] = []

        def asked(table: Table) -> None:
            with contextlib.nullcontext() if may_wait else self._nobody_waits():
                try:
                    answers.append(do(table))
                except Refusal as refusal:
                    answers.append(refusal)

        self.inbox.put(Asked(asked))
        until = self.scheduler.now + ANSWERS
        while self.scheduler.now < until:
            if answers:
                return answers[0]
            self.scheduler.park(10 * MILLISECOND)
            if self.inbox is None:
                return None
        self.scheduler.fail(f"{self.machine.name}: the loop did not come round in {ANSWERS // SECOND} s")
        return None

    @contextlib.contextmanager
    def _nobody_waits(self) -> Any:
        self.scheduler.strict += 1
        try:
            yield
        finally:
            self.scheduler.strict -= 1

    def press(
        self,
        side: int,
        true_at: int,
        *,
        doubt: int = 0,
        stamp: int | None = None,
        way: int = 0,
        look: Callable[[HallTable, Table, int, int], None] | None = None,
    ) -> None:
        """A button of side 0 or 1, pressed at the true time ``true_at``, heard of ``way`` ns from now.

        ``stamp`` is when it was pressed by the table's monotonic clock, if whoever tells of it says so himself, and
        ``doubt`` how far off that may be (ns). ``look`` is who looks at what came of it, as `Oracles.on_pressed` does
        where nobody is named.
        """
        at = self.machine.monotonic(true_at) if stamp is None else stamp
        boot = self.machine.restarts

        def asked(table: Table) -> None:
            if table.history is None:
                return
            before = len(table.history.entries)
            with self._nobody_waits(), contextlib.suppress(Refusal):
                table.on_press(side, at, doubt)
            (look or self.evening.oracles.on_pressed)(self, table, before, true_at)

        def tell() -> None:
            if self.inbox is not None and boot == self.machine.restarts:
                self.inbox.put(Asked(asked))

        self.scheduler.after(way, tell, machine=self.machine)
