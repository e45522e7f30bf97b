"""A table's pods on the bench: chips, cables, `Pods` through pyserial, and one time for all that a test moves."""

from __future__ import annotations

from pathlib import Path

from device.io.inputs import Input, PeripheralStatus, PodReport
from device.io.timebase import SideClocks
from device.pods.link import LinkState, PodLink
from device.pods.pairing import PodPairing
from device.pods.pods import Pods
from device.pods.ports import FoundPort, SerialLine
from tests.pod.rig import Cable, Chip

NUMBERS = ("e66058388348a531", "e66058388348b742")
MS = 1_000_000
WAIT = 1_000 * MS


class Bench:
    """``ppm`` is how much faster than the table's each pod's crystal runs."""

    def __init__(self, folder: Path, ppm=(0, 0), numbers=NUMBERS, paired=True, pods=None, now=1_000 * 1000 * MS):
        self.now = now
        self.ppm = [*ppm, 0, 0, 0]
        self.chips = [Chip(folder / f"chip{n}", number) for n, number in enumerate(numbers)]
        self.started = [now for _ in numbers]
        self.cables = [Cable(chip) for chip in self.chips]
        self.heard: list[Input] = []
        self.clocks = SideClocks()
        self.pairing = PodPairing(folder / "pods.json")
        if paired:
            self.pairing.sides = [*numbers, "", ""][:2]
        self.pods = pods or self.table()

    def table(self, put=None, clocks=None, pairing=None, now=None) -> Pods:
        """The table's program is started (anew)."""
        self.clocks = clocks or self.clocks
        return Pods(
            ["test"],
            25,
            pairing or self.pairing,
            put or self.heard.append,
            self.clocks,
            now or (lambda: self.now),
            lambda wanted: [FoundPort(cable.path) for cable in self.cables if cable.plugged],
            self.line,
        )

    def line(self, path: str) -> SerialLine:
        """The line with that path is opened."""
        return next(cable for cable in self.cables if cable.path == path).line(path)

    def own(self, n: int, at: int | None = None) -> int:
        """What the clock of pod ``n`` shows at the table's time ``at``, in us."""
        since = (self.now if at is None else at) - self.started[n]
        return (since + since * self.ppm[n] // 1_000_000) // 1000

    def exchange(self) -> None:
        """Everybody has their say until nobody has anything more to say at this moment."""
        carried = True
        while carried:
            carried = False
            for chip, cable in zip(self.chips, self.cables, strict=True):
                if chip.process.poll() is None:
                    chip.say("t", self.own(self.chips.index(chip)))
                carried |= cable.carry()
            self.pods.step()
            for cable in self.cables:
                carried |= cable.carry()

    def pass_time(self, ns: int, step: int = 100 * MS) -> None:
        """Let time pass in steps."""
        end = self.now + ns
        while self.now < end:
            self.now = min(end, self.now + step)
            self.exchange()

    def ready(self) -> Bench:
        """Wait until every pod that is plugged in is ready."""
        for _ in range(100):
            self.exchange()
            states = [link.state for link in self.links()]
            if len(states) == sum(cable.plugged for cable in self.cables) and set(states) == {LinkState.READY}:
                self.exchange()
                return self
            self.now += 100 * MS
        raise AssertionError(f"the pods do not get ready: {states}")

    def links(self) -> list[PodLink]:
        """The table's ends of the open lines."""
        return [served.link for served in self.pods._served.values()]

    def button(self, n: int, down: bool) -> int:
        """The button of pod ``n`` goes down or up now; the table's time at which it did."""
        self.chips[n].say("p", int(not down), self.own(n))
        return self.now

    def press(self, n: int, ms: int = 80) -> int:
        """A press with its release; when it was, by the table's clock."""
        at = self.button(n, True)
        self.pass_time(ms * MS, ms * MS)
        self.button(n, False)
        self.pass_time(30 * MS, 30 * MS)
        return at

    def reboot(self, n: int, start: str = "power") -> None:
        """The pod loses its power for a moment, its line stays."""
        self.chips[n].off()
        self.chips[n].boot(start)
        self.started[n] = self.now

    def presses(self, side: int | None = None) -> list[PodReport]:
        """What the table heard: each press once (reports that a button is still down left out)."""
        reports, down = [], [False, False]
        for event in self.heard:
            if isinstance(event, PodReport):
                if event.down and not down[event.side]:
                    reports.append(event)
                down[event.side] = event.down
        return [report for report in reports if side in (None, report.side)]

    def said(self) -> dict[str, str]:
        """What stands on the screen about each edge."""
        standing: dict[str, str] = {}
        for event in self.heard:
            if isinstance(event, PeripheralStatus):
                standing.pop(event.name, None)
                if event.trouble is not None:
                    standing[event.name] = str(event.trouble)
        return standing

    def close(self) -> None:
        self.pods.close()
        for chip in self.chips:
            chip.off()
