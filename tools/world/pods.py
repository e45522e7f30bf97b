"""A pod on USB as side A's button: the table's own end on simulated bytes, and the firmware's own program without its
hardware.

Its cable is pulled and put back at any moment, so that it loses its power or only its line; the line stalls, and bytes
come wrong. Each press that it could say counts once, within the doubt that the table's end states.
"""

from __future__ import annotations

import contextlib
import importlib
import random
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from device.io.inputs import Input, PodReport
from device.io.timebase import SideClocks
from device.pods.link import ButtonChange, LinkOutcome
from device.pods.pairing import PodPairing
from device.pods.pods import LOOK_EVERY, TICK_S, Pods
from device.pods.ports import FoundPort
from device.pods.status import OpenPort
from device.table.table import Table
from tools.world.meetings import MEETINGS
from tools.world.scheduler import MILLISECOND, SECOND
from tools.world.table import HANDLING

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

sys.path.append(str(Path(__file__).parents[2] / "firmware"))
Pod: Any = importlib.import_module("pod").Pod  # its files find one another there, as on the chip

PORT = "/dev/ttyACM0"
SIDE = 0
FINGER = 120 * MILLISECOND
"""How long a finger stays on the button."""
ROUND, IDLE = 10 * MILLISECOND, 50 * MILLISECOND
"""How often the pod's program comes round while something waits, and while nothing does."""
APART = 40
"""Seconds between two troubles of a cable on average."""
AT_A_PRESS = 0.25
"""How likely the cable is pulled just as somebody presses."""
PARTLY, STALLS, WRONG = 0.02, 0.01, 0.01
"""How likely a write takes only some bytes; what is sent stalls; and bytes come wrong while a line is bad."""


class Pulled(OSError):
    """The cable is not there."""


class UsbLine:
    """The table's end of one connection."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self.is_there = True
        self.arrived = b""

    def fileno(self) -> int:
        """Nobody waits for it with `select` here."""
        return -1

    def read(self) -> bytes:
        """The bytes that have come in. Raises `Pulled`."""
        if not self.is_there:
            raise Pulled
        data, self.arrived = self.arrived, b""
        return data

    def write(self, data: bytes) -> int:
        """Send what there is room for; how many bytes. Raises `Pulled`."""
        if not self.is_there:
            raise Pulled
        luck = self._cable.random
        size = luck.randrange(len(data)) if luck.random() < PARTLY else len(data)
        self._cable.send(self._cable.chip.receive, data[:size])
        return size

    def close(self) -> None:
        """Let it go."""
        self.is_there = False


class Cable:
    """The cable between a chip and a table. Bytes of each way come in the order in which they went."""

    def __init__(self, evening: Evening, table: HallTable, luck: random.Random) -> None:
        self.evening, self.table, self.random = evening, table, luck
        self.chip = Chip(self)
        self.is_in = self.is_bad = False
        self.line: UsbLine | None = None
        self._run = 0
        self._last: dict[Any, int] = {}

    def open(self, path: str) -> UsbLine:
        """The table opens its end. Raises `Pulled`."""
        if not self.is_in:
            raise Pulled
        self.line = UsbLine(self)
        return self.line

    def pull(self) -> None:
        """Lose what is under way."""
        self.is_in = False
        self._run += 1
        if self.line is not None:
            self.line.is_there = False

    def send(self, receive: Any, data: bytes) -> None:
        """Bytes go one way."""
        luck, scheduler = self.random, self.evening.scheduler
        delay = luck.randrange(MILLISECOND // 4, 4 * MILLISECOND)
        if luck.random() < STALLS:
            delay += luck.randrange(300 * MILLISECOND)
        if self.is_bad and data and luck.random() < WRONG * len(data):
            at = luck.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << luck.randrange(8)]) + data[at + 1 :]
        at = self._last[receive] = max(scheduler.now + delay, self._last.get(receive, 0) + 1)
        scheduler.at(at, self._arrive, self._run, receive, data, machine=self.evening.outside)

    def _arrive(self, run: int, receive: Any, data: bytes) -> None:
        if run == self._run and self.is_in:
            receive(data)


class Chip:
    """The pod's program, from one power to the next. ``pressed`` is when it was pressed in truth, of all its starts."""

    def __init__(self, cable: Cable) -> None:
        self._cable, self._scheduler = cable, cable.evening.scheduler
        self._ppm = cable.random.randrange(-60, 60)
        self.ident = f"{cable.random.getrandbits(64):016x}"
        self.program: Any = None
        self.pressed: list[int] = []
        self.forgotten: set[int] = set()
        """Presses that it had not said when its power went."""
        self._waits: list[int] = []
        self._began = self._starts = 0

    def switch_on(self) -> None:
        """Power: a new start."""
        self._began, self._starts = self._scheduler.now, self._starts + 1
        self.program = Pod(self.ident, f"{self._cable.random.getrandbits(32):08x}")
        self._round(self._starts)

    def switch_off(self) -> None:
        """No power: what it kept is gone."""
        if self.program is not None:
            self._note_said()
            self.forgotten.update(self._waits)
        self.program, self._waits = None, []

    def press(self) -> None:
        """A finger on the button, lifted a moment later."""
        self.pressed.append(self._scheduler.now)
        self._waits.append(self._scheduler.now)
        self._edge(True)
        self._scheduler.after(FINGER, self._lift, self._starts, machine=self._cable.evening.outside)

    def _lift(self, start: int) -> None:
        if start == self._starts:
            self._edge(False)

    def receive(self, data: bytes) -> None:
        """Bytes from the table."""
        if self.program is not None:
            self.program.receive(data, self._us())
            self._say()

    def _note_said(self) -> None:
        """Count as acknowledged what it keeps no more."""
        assert self.program is not None
        waiting = sum(down for down, _ in self.program.outbox._kept)
        self._waits = self._waits[len(self._waits) - waiting :]

    def _edge(self, down: bool) -> None:
        if self.program is not None:
            self.program.edge(down, self._us())
            self._say()

    def _round(self, start: int) -> None:
        if start != self._starts or self.program is None:
            return
        self.program.advance(self._us(), None)
        self._say()
        is_busy = self.program.outbox._kept or self.program.contact.due is not None
        after = ROUND if is_busy else IDLE
        self._scheduler.after(after, self._round, start, machine=self._cable.evening.outside)

    def _say(self) -> None:
        assert self.program is not None
        cable, line = self._cable, self._cable.line
        if not cable.is_in or line is None or not line.is_there:
            return  # nobody reads, so nothing fits
        while (frame := self.program.frame(self._us())) is not None:
            cable.send(partial(_hear, cable, line), frame)
        self._note_said()

    def _us(self) -> int:
        passed = self._scheduler.now - self._began
        return (passed + passed * self._ppm // 1_000_000) // 1000


def _hear(cable: Cable, line: UsbLine, data: bytes) -> None:
    line.arrived += data


class Told(NamedTuple):
    """A press that the table's end reports, and what it states of it (ns of the table's clock)."""

    report: PodReport
    change: ButtonChange


class _Pods(Pods):
    """The product's, which tells what was reported for which change of a button."""

    told: list[Told]
    taking: ButtonChange | None = None

    def _take(self, port: OpenPort, outcome: LinkOutcome) -> None:
        self.taking = outcome if isinstance(outcome, ButtonChange) and outcome.down else None
        super()._take(port, outcome)
        self.taking = None


class PodButton:
    """Side A's button of a table, in the place of a telephone. It is plugged in when the table is on."""

    def __init__(self, evening: Evening, table: HallTable) -> None:
        self._evening, self._scheduler, self._table = evening, evening.scheduler, table
        self.random = random.Random(f"pods {evening.scheduler.seed} {table.number}")
        self._cable = Cable(evening, table, self.random)
        self._chip = self._cable.chip
        self._pods: _Pods | None = None
        self._counted: set[int] = set()
        self._away = 0
        self._down_until = 0
        with self._scheduler.on(table.machine):
            PodPairing(table.settings.pairing_path).pair(SIDE, self._chip.ident)
        table.on_turn.append(self._on_turn)
        table.machine.on_cut.append(self._on_cut)
        evening.at_end.append(self._check)
        self._trouble_later()

    # -- what people do ------------------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """True while it has power and nobody's finger is on it."""
        return self._chip.program is not None and self._scheduler.now > self._down_until

    def press(self, began: int) -> None:
        """Press it; the cable may be pulled at the same moment."""
        self._evening.counts["pod presses"] += 1
        self._down_until = self._scheduler.now + FINGER + 30 * MILLISECOND
        self._chip.press()
        if self.random.random() < AT_A_PRESS and not self._evening.closing:
            within = self.random.choice((15, 100)) * MILLISECOND
            self._scheduler.after(self.random.randrange(within), self._pull, machine=self._evening.outside)

    # -- the cable -----------------------------------------------------------------------------------------------------

    def _trouble_later(self) -> None:
        after = int(self.random.expovariate(1 / APART) * SECOND)
        self._scheduler.after(after, self._trouble, machine=self._evening.outside)

    def _trouble(self) -> None:
        if self._evening.closing:
            return
        if self.random.random() < 0.3:
            self._cable.is_bad = True
            self._scheduler.after(5 * SECOND, self._mend, machine=self._evening.outside)
        else:
            self._pull()
        self._trouble_later()

    def _mend(self) -> None:
        self._cable.is_bad = False

    def _pull(self) -> None:
        """The cable is pulled at the pod, or at a hub that has power of its own; somebody puts it back."""
        if not self._cable.is_in:
            return
        self._evening.met(MEETINGS["pods"].words)
        has_power = self.random.random() < 0.6
        self._scheduler.note("pod pulled", self._table.machine.name, has_power)
        self._cable.pull()
        if not has_power:
            self._chip.switch_off()
        self._away += 1
        after = int(self.random.choice((0.3, 3, 20)) * self.random.uniform(0.3, 1) * SECOND)
        self._scheduler.after(after, self._put_back, self._away, machine=self._evening.outside)

    def _put_back(self, away: int) -> None:
        if away != self._away or self._pods is None:
            return
        self._cable.is_in = True
        if self._chip.program is None:
            self._chip.switch_on()

    # -- the table's end -----------------------------------------------------------------------------------------------

    def _on_cut(self) -> None:
        """The table's power is the pod's."""
        self._cable.pull()
        self._chip.switch_off()
        pods, self._pods = self._pods, None
        self._away += 1
        if pods is not None:
            pods.put = lambda item: None
            with contextlib.suppress(OSError):
                pods.close()

    def _on_turn(self, table: Table) -> None:
        """The program's first turn: it serves its pods from then on."""
        if self._pods is not None:
            return
        machine = self._table.machine
        pairing = PodPairing(self._table.settings.pairing_path)
        pods = _Pods(
            ["auto"],
            25,
            pairing,
            self._put,
            SideClocks(),
            machine.monotonic,
            finder=lambda wanted: [FoundPort(PORT)] if self._cable.is_in else [],
            opener=self._cable.open,  # type: ignore[arg-type]
        )
        self._pods = pods
        self._put_back(self._away)
        self._step(pods)

    def _step(self, pods: _Pods) -> None:
        if pods is not self._pods:
            return
        pods.step()
        line, after = self._cable.line, LOOK_EVERY // 4
        if line is not None and line.is_there:
            after = self.random.randrange(MILLISECOND, 10 * MILLISECOND) if line.arrived else int(TICK_S * SECOND) // 5
        self._scheduler.after(after, self._step, pods, machine=self._table.machine)

    def _put(self, item: Input) -> None:
        pods = self._pods
        if isinstance(item, PodReport) and item.down and pods is not None and pods.taking is not None:
            self._on_press(item, pods.taking)

    # -- what comes of it ----------------------------------------------------------------------------------------------

    def _on_press(self, report: PodReport, change: ButtonChange) -> None:
        machine = self._table.machine
        at, doubt = machine.true_time(report.at), change.doubt + HANDLING
        truth = min(self._chip.pressed, key=lambda moment: abs(moment - at), default=-SECOND)
        if abs(truth - at) > doubt:
            self._fail(f"doubt exceeded: a press of a pod is {abs(truth - at) / SECOND:.3f} s off, {doubt} ns are said")
        elif truth in self._counted:
            self._fail(f"a press of a pod at {truth / SECOND:.3f} s counts twice")
        self._counted.add(truth)
        self._evening.counts["pod doubt at most (us)"] = max(
            self._evening.counts["pod doubt at most (us)"], change.doubt // 1000
        )
        self._table.press(SIDE, truth, stamp=report.at, look=self._look(doubt))

    def _look(self, doubt: int) -> Any:
        def look(hall_table: HallTable, table: Table, before: int, true_at: int) -> None:
            for entry in table.history.entries[before:] if table.history is not None else ():
                if entry.event.__struct_config__.tag == "press":
                    self._evening.counts["presses"] += 1
                    off = abs(hall_table.machine.true_time(entry.at + table._origin) - true_at)
                    if off > doubt:
                        self._fail(f"doubt exceeded: a press of a pod is on record {off / SECOND:.3f} s off")

        return look

    def _check(self) -> None:
        """Each press counted, unless the pod lost its power before it could say it."""
        forgotten = self._chip.forgotten - self._counted
        self._evening.counts["left out: a press that a pod without power forgot"] += len(forgotten)
        self._evening.counts["pod presses told"] += len(self._counted)
        lost = [moment for moment in self._chip.pressed if moment not in self._counted | forgotten]
        if lost:
            self._fail(f"{len(lost)} presses of a pod never counted, the first at {lost[0] / SECOND:.3f} s")

    def _fail(self, text: str) -> None:
        self._scheduler.fail(f"{self._table.machine.name}: {text}")
