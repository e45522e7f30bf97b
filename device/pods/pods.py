"""All pods of the table: their lines opened and opened again, each paired to a side by pressing its button.

One thread serves every line; nothing in it waits for a pod. What the pods' buttons do is posted like everything else.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.io.inputs import Input, PodReport, StatusReporter
from device.io.signals import Signals
from device.io.timebase import SideClocks
from device.pods import status
from device.pods.link import ButtonChange, LinkOutcome, LinkState, Memory, MissedChanges, PodLink, PodRestart, StillDown
from device.pods.pairing import PodPairing
from device.pods.ports import GONE, FoundPort, SerialLine, find
from device.pods.status import CONNECTING, OpenPort, PodStatus, StatusServer
from rules.game import SECOND
from rules.message import Message, msg

LOOK_EVERY = 2 * SECOND
"""How often new ports are looked for, and those that could not be opened are tried again."""
TICK_S = 0.05
"""Seconds after which the thread comes round even where nothing came in."""
REMEMBERED = 16
"""Pods that are remembered at most."""
LIST_EVERY = SECOND // 2
"""How often the roster is made anew."""
LOW_S, LAST_S = 30, 10
"""Seconds left from which a pod sounds and its lamp hurries by itself."""


@dataclass(eq=False)
class Pods:
    """The pods. ``put`` takes `PodReport` and `PeripheralStatus`; ``clocks`` learns how the pods' own clocks run.

    ``finder`` and ``opener`` are for whoever brings lines of another kind, ``desk`` answers other programs how the pods
    stand; who ``looks_only`` takes no press, pairs nobody and leaves lamps and settings as they are. `step` is one
    round, for those who bring a time of their own. ``debounce_ms`` and ``statuses``, values, `forget`, `swap`, `show`,
    `start` and `close` are for any thread; everything else belongs to the one that calls `step`.
    """

    wanted: Sequence[str]
    debounce_ms: int
    pairing: PodPairing
    put: Callable[[Input], None]
    clocks: SideClocks
    now: Callable[[], int] = time.monotonic_ns
    finder: Callable[[Sequence[str]], list[FoundPort]] = find
    opener: Callable[[str], SerialLine] = SerialLine
    desk: StatusServer | None = None
    looks_only: bool = False

    def __post_init__(self) -> None:
        self._served: dict[str, OpenPort] = {}
        self._memories: dict[str, Memory] = {}
        self._statuses: dict[str, StatusReporter] = {}
        self._look_at: int | None = None
        self._began = self._missed_at = self._list_at = self.now()
        self._shown: tuple[Signals, bool] = (Signals(), False)
        self._wishes: deque[Callable[[], None]] = deque(maxlen=8)
        self.statuses: tuple[PodStatus, ...] = ()
        self._stop = threading.Event()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread: threading.Thread | None = None

    # -- from the loop's thread ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Serve the pods in the background, where any are wanted."""
        if self.wanted:
            self._thread = threading.Thread(target=self._serve, name="pods", daemon=True)
            self._thread.start()

    def show(self, signals: Signals, silent: bool) -> None:
        """Bring lamps, sounders and countdowns to that state, soon."""
        self._shown = (signals, silent)
        self._nudge()

    def forget(self, side: int) -> None:
        """The pod of ``side`` has none any more, soon; the next new one that is pressed takes its place."""
        self._wishes.append(lambda: self.pairing.forget(side))
        self._nudge()

    def swap(self) -> None:
        """Each pod belongs to the other side, soon."""
        self._wishes.append(self.pairing.swap)
        self._nudge()

    def _nudge(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # it is closed
            os.eventfd_write(self._bell, 1)

    def close(self) -> None:
        """Let all lines go."""
        self._stop.set()
        self._nudge()
        if self._thread is not None:
            self._thread.join(2)
        for path in list(self._served):
            self._drop(path)
        if self.desk is not None:
            self.desk.close()
        if self._bell >= 0:
            os.close(self._bell)
        self._bell = -1

    # -- the thread ------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        if self.desk is not None:
            self.desk.open()
        while not self._stop.is_set():
            try:
                self.step()
                self._wait()
            except Exception as error:  # whatever it is: the game goes on, and so do the pods
                text = msg(
                    "The pods report an error: {error}; if it persists, use the screen's own buttons.",
                    error=f"{type(error).__name__} {error}"[:60],
                )
                self._report("pods", text)
                self._stop.wait(TICK_S)

    def _wait(self) -> None:
        """Until something comes in, but not for long."""
        waiting: list[int | SerialLine | StatusServer] = [self._bell, *(port.line for port in self._served.values())]
        if self.desk is not None and self.desk.fileno() >= 0:
            waiting.append(self.desk)
        try:
            select.select(waiting, [], [], TICK_S if self._served else LOOK_EVERY / SECOND)
        except (OSError, ValueError):  # a line that was pulled at this moment
            self._stop.wait(TICK_S)
        with contextlib.suppress(OSError, ValueError):
            os.eventfd_read(self._bell)

    def step(self) -> None:
        """One round: look for ports, take what came, send what is due."""
        now = self.now()
        while self._wishes:
            self._repair(self._wishes.popleft())
        if self._look_at is None or now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._repair(self.pairing.refresh)
            self._look()
        for path, port in list(self._served.items()):
            try:
                self._round(port)
            except Exception:  # a cable pulled, and whatever else: the other pod has to go on working
                self._drop(path)
        self._tell()
        if now >= self._list_at:
            self._list()
        if self.desk is not None:
            self.desk.answer(self.statuses)
        self._report("pods", None)

    def _list(self) -> None:
        self._list_at = self.now() + LIST_EVERY
        self.statuses = status.statuses(list(self._served.values()), self.pairing.sides, self.now())

    def _repair(self, change: Callable[[], object]) -> None:
        """Let the pairs be changed; a button that is down then counts as released by the side that it leaves."""
        before = list(self.pairing.sides)
        change()
        if self.pairing.sides == before:
            return
        for port in self._served.values():
            memory = port.link.memory
            side = before.index(memory.ident) if memory is not None and memory.ident in before else None
            if memory is None or side is None or self.pairing.side_of(memory.ident) == side:
                continue
            if memory.down:
                self.put(PodReport(side, False, memory.seen))
            memory.down = False
        for side, ident in enumerate(self.pairing.sides):
            if ident != before[side]:
                known = self._memories.get(ident)
                self.clocks.publish(side, None if known is None else known.sync.base)
        self._list()

    def _look(self) -> None:
        try:
            ports = self.finder(self.wanted)
        except (*GONE, ImportError):
            return
        for port in ports:
            if port.path not in self._served:
                with contextlib.suppress(*GONE, ImportError):
                    line = self.opener(port.path)
                    link = PodLink(self._memory_of, self.looks_only)
                    self._served[port.path] = OpenPort(port.path, line, link, self.now(), port.serial)

    def _memory_of(self, ident: str, link: PodLink) -> Memory | None:
        """What is known of a pod; None where another line has it."""
        if any(
            port.link is not link and port.link.memory is not None and port.link.memory.ident == ident
            for port in self._served.values()
        ):
            return None
        memory = self._memories.pop(ident, None) or Memory(ident)
        self._memories[ident] = memory
        needless = [
            ident_known
            for ident_known in self._memories
            if ident_known != ident and self.pairing.side_of(ident_known) is None
        ]
        for ident_known in needless[: max(0, len(self._memories) - REMEMBERED)]:
            del self._memories[ident_known]
        return memory

    def _round(self, port: OpenPort) -> None:
        link, line = port.link, port.line
        for outcome in link.feed(line.read(), self.now()):
            self._take(port, outcome)
        link.advance(self.now())
        memory = link.memory
        if memory is not None:
            side = self.pairing.side_of(memory.ident)
            if side is not None and link.state is LinkState.READY:
                self.clocks.publish(side, memory.sync.base)
            if not self.looks_only:
                self._bring(link, side)
        while frame := port.rest or link.frame(self.now()):
            port.rest = frame[line.write(frame) :]
            if port.rest:
                return

    def _bring(self, link: PodLink, side: int | None) -> None:
        """What the pod is to show: its side's lamp and the running turn; one without a side asks to be pressed."""
        signals, silent = self._shown
        link.configure(self.debounce_ms, LOW_S, LAST_S, silent)
        if side is None:
            link.show("slow", "none", 0, False, 0)
            return
        lamp = (signals.lamp_a, signals.lamp_b)[side].value
        turn = signals.turn
        if turn is None:
            link.show(lamp, "none", 0, False, 0)
        else:
            link.show(lamp, "none", 2 if turn.running else 1, turn.side == side, turn.moment)

    def _take(self, port: OpenPort, outcome: LinkOutcome) -> None:
        memory = port.link.memory
        assert memory is not None
        side = self.pairing.side_of(memory.ident)
        if isinstance(outcome, MissedChanges):
            self._missed_at = self.now()
            self._report("pod missed", msg("Presses of a pod were lost while nobody listened to it."))
            return
        if side is None:
            if isinstance(outcome, ButtonChange) and outcome.down and (free := self._free_side()) is not None:
                self._repair(lambda: self.pairing.pair(free, memory.ident))
                memory.down = False  # this press was for the pairing, however long it lasts
            return
        if isinstance(outcome, ButtonChange) and outcome.at < self._began:
            if outcome.down:
                self._missed_at = self.now()
                text = msg(
                    "Clock button {side} was pressed before the table was back; that press does not count.",
                    side="AB"[side],
                )
                self._report("pod missed", text)
            return
        if isinstance(outcome, ButtonChange):
            if outcome.down and outcome.at > self._missed_at:  # not one that was kept until now
                self._report("pod missed", None)
            if outcome.down:
                self._report("pod doubt", status.doubtful(side, outcome.doubt))
            self.put(PodReport(side, outcome.down, outcome.at))
        elif isinstance(outcome, StillDown) and memory.down:
            self.put(PodReport(side, True, outcome.at))
        elif isinstance(outcome, PodRestart):
            self.put(PodReport(side, False, outcome.at))

    def _free_side(self) -> int | None:
        """The side that a new pod gets: the first whose own pod is not there."""
        there = {port.link.memory.ident for port in self._served.values() if port.link.memory is not None}
        return next((side for side, ident in enumerate(self.pairing.sides) if ident not in there), None)

    def _drop(self, path: str) -> None:
        """A line is gone. Whoever was held down on it counts as released; everything else is remembered."""
        port = self._served.pop(path)
        memory = port.link.memory
        if memory is not None and memory.down and (side := self.pairing.side_of(memory.ident)) is not None:
            self.put(PodReport(side, False, memory.seen))
        if memory is not None:
            memory.down = False
        with contextlib.suppress(*GONE):
            port.line.close()

    # -- status ----------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        young = self.now() - self._began < CONNECTING
        by_part = status.sentences(
            list(self._served.values()), self.pairing.sides, self._free_side(), young, self.now()
        )
        for name in status.NAMES:
            self._report(name, by_part.get(name), connecting=young and name in status.SIDES)

    def _report(self, name: str, text: Message | None, connecting: bool = False) -> None:
        """Post what is wrong with a pod, once."""
        status = self._statuses.setdefault(name, StatusReporter(name, self.put))
        status.report(text, connecting=connecting and text is not None)
