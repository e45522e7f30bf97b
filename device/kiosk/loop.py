"""The loop: it sleeps until something comes in or something shown is due to change, and does first what people see.

Touches and keys have to be asked of SDL in the loop's own thread: when its display has something to read, or at a
modest rate where that cannot be known.
"""

from __future__ import annotations

import queue
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from device.kiosk.input_queue import InputQueue
from device.kiosk.output_surface import OutputSurface
from device.table.inputs import Input
from rules.game import SECOND

PUMP = 20_000_000
"""How often SDL is asked for events (ns) while fingers or keys are about: 50 times a second at most."""
IDLE_PUMP = 40_000_000
"""The same where nothing came from the screen for a while and it does not serve as clock buttons."""
WATCHED_PUMP = 500_000_000
"""The same where the display itself wakes the loop: only in case something was read without being told."""
ABOUT = 10 * SECOND
"""How long fingers count as being about."""
CALM = 150_000_000
"""How long (ns) after the last input the loop finds time to paint what the next press would show."""


class Loop(ABC):
    """When what is done. A table says what that is, in the methods that are abstract here.

    ``now`` is the device's monotonic clock in ns. Everything but `InputQueue.put` belongs to the loop's thread.
    """

    def __init__(self, picture: OutputSurface, now: Callable[[], int]) -> None:
        self.picture = picture
        self.now = now
        self.queue = InputQueue()
        self.running = True
        self._due: int | None = None
        self._beat: int | None = None
        self._calm: int | None = None
        self._pumped = self._touched_at = self._handled_at = now()
        self._ask = False
        self._stale = True

    @abstractmethod
    def handle(self, item: Input) -> None:
        """Take one input."""

    @abstractmethod
    def advance(self) -> int | None:
        """Let time do its part; the device time (ns) at which something shown is due to change, None for never."""

    @abstractmethod
    def heartbeat(self) -> int | None:
        """Keep on record how far time came; the device time (ns) of the next beat."""

    @abstractmethod
    def frame(self) -> None:
        """Show how things stand."""

    @abstractmethod
    def prerender(self) -> None:
        """Make what will have to be shown next; there is time for it."""

    @abstractmethod
    def show_prerendered(self) -> None:
        """Show at once what was made beforehand, where just that has come."""

    @property
    @abstractmethod
    def pressable(self) -> bool:
        """Whether the screen itself serves as clock buttons."""

    def drawn(self) -> None:
        """Something was drawn: with the answer to that, what the display had to tell may have been read."""
        self._ask = True

    def shown(self) -> None:
        """What shows is how things stand; what may come next can be foreseen."""
        self._calm = self._handled_at + CALM

    def handle_all(self, items: list[Any]) -> None:
        """Several inputs in order."""
        for item in items:
            self.handle(item)

    def step(self, wait: bool = True) -> None:
        """One turn of the loop: show what changed, sleep until something is due, take what came in."""
        now = self.now()
        if self._due is not None and now >= self._due:
            self._stale = True
        if self._stale:
            self._stale = False
            self.show_prerendered()
            self._due = self.advance()
            self.frame()
        elif self._beat is not None and now >= self._beat:
            self._beat = self.heartbeat()
        elif self._calm is not None and now >= self._calm:
            self._calm = None
            self.prerender()
        told = wait and self._sleep()
        try:
            while True:
                self.handle(self.queue.get_nowait())
        except queue.Empty:
            pass
        if wait and self._stale and self.now() < self._pumped + PUMP:
            return  # what came in is shown first
        if told or self._ask or not wait or self.now() >= self._pumped + self._pump_every():
            self._pump()

    def _sleep(self) -> bool:
        """Until something comes in, something is due, or SDL has to be asked. True where the display woke the loop."""
        soon = self._ask or self.now() < self._pumped + PUMP  # a device that is gone can be read again and again
        pump = self._pumped + (PUMP if soon else self._pump_every())
        until = min(moment for moment in (pump, self._due, self._beat, self._calm) if moment is not None)
        return self.queue.sleep((until - self.now()) / SECOND, () if soon else self.picture.wakes)

    def _pump_every(self) -> int:
        if self.picture.wakes:
            return WATCHED_PUMP
        lively = self.pressable or self.now() < self._touched_at + ABOUT
        return PUMP if lively else IDLE_PUMP

    def _pump(self) -> None:
        """Ask SDL what came from the screen and the keyboard."""
        self._ask = False
        found = self.picture.inputs()
        self._pumped = self.now()
        if found:
            self._touched_at = self._pumped
            self.handle_all(found)

    def settle(self) -> None:
        """Take everything that waits and show the outcome, without sleeping: for players without hands."""
        self.step(wait=False)
        while self._stale:
            self.step(wait=False)

    def run(self, turned: Callable[[int], None] = lambda now: None) -> None:
        """Until somebody ends the program. ``turned`` is told, with the time, each time the loop has come round."""
        while self.running:
            self.step()
            turned(self.now())
