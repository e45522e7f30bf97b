"""The loop: it sleeps until something comes in or something shown is due to change, and does first what people see.

Touches and keys have to be asked of SDL in the loop's own thread: when its display has something to read, or at a
modest rate where that cannot be known.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable

from device.io.inputs import Input
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.input_queue import InputQueue
from device.kiosk.presenter import Presenter
from device.kiosk.schedule import Schedule
from device.kiosk.screen_output import ScreenOutput
from device.table.table import Table
from rules.game import SECOND

PUMP = 20_000_000
"""How often SDL is asked for events (ns) while fingers or keys are about: 50 times a second at most."""
IDLE_PUMP = 40_000_000
"""The same where nothing came from the screen for a while and it does not serve as clock buttons."""
WATCHED_PUMP = 500_000_000
"""The same where the display itself wakes the loop: only in case something was read without its noticing."""
ABOUT = 10 * SECOND
"""How long fingers count as being about."""
CALM = 150_000_000
"""How long (ns) after the last input the loop finds time to paint what the next press would show."""


class Loop:
    """Runs the parts of a table in turn. ``now`` is the device's monotonic clock in ns.

    Everything but `InputQueue.put` belongs to the loop's thread.
    """

    def __init__(
        self,
        queue: InputQueue,
        dispatcher: InputDispatcher,
        schedule: Schedule,
        presenter: Presenter,
        screen: ScreenOutput,
        table: Table,
        now: Callable[[], int],
    ) -> None:
        self.queue = queue
        self._dispatcher = dispatcher
        self._schedule = schedule
        self._presenter = presenter
        self._screen = screen
        self._table = table
        self.now = now
        self._due: int | None = None
        self._beat: int | None = None
        self._calm: int | None = None
        self._pumped = self._touched_at = self._handled_at = now()
        self._ask = False
        self._stale = True

    @property
    def running(self) -> bool:
        """Whether nobody has ended the program yet."""
        return self._dispatcher.running

    def invalidate(self) -> None:
        """What shows may be out of date: show it anew at the next turn."""
        self._stale = True

    def handle(self, item: Input) -> None:
        """Take one input."""
        self._handled_at = self.now()
        self._stale = self._dispatcher.handle(item) or self._stale

    def handle_all(self, items: Iterable[Input]) -> None:
        """Take several inputs in order."""
        for item in items:
            self.handle(item)

    def advance(self) -> int | None:
        """Let time do its part; the device time (ns) at which something shown is due to change, None for never."""
        now = self.now()
        self.handle_all(self._dispatcher.gestures.advance(now))
        self._stale = self._dispatcher.release() or self._stale
        due = self._schedule.advance(now)
        self._beat = self._table.heartbeat()
        return due

    def step(self, wait: bool = True) -> None:
        """One turn of the loop: show what changed, sleep until something is due, take what came in."""
        now = self.now()
        if self._due is not None and now >= self._due:
            self._stale = True
        if self._stale:
            self._present()
        elif self._beat is not None and now >= self._beat:
            self._beat = self._table.heartbeat()
        elif self._calm is not None and now >= self._calm:
            self._calm = None
            self._presenter.prerender()
        readable = wait and self._sleep()
        try:
            while True:
                self.handle(self.queue.get_nowait())
        except queue.Empty:
            pass
        if wait and self._stale and self.now() < self._pumped + PUMP:
            return  # what came in is shown first
        if readable or self._ask or not wait or self.now() >= self._pumped + self._pump_every():
            self._pump()

    def _present(self) -> None:
        """Show how things stand, first of all what was prerendered."""
        self._stale = False
        self._presenter.show_prerendered()
        self._due = self.advance()
        self._stale = self._presenter.present() or self._stale
        change = self._schedule.change(self.now())  # a screen may find out while it is drawn that it is not complete
        self._due = change if self._due is None else self._due if change is None else min(self._due, change)
        self._ask = True  # with the answer to that, what the display had to say may have been read
        self._calm = self._handled_at + CALM

    def _sleep(self) -> bool:
        """Until something comes in, something is due, or SDL has to be asked. True where the display woke the loop."""
        soon = self._ask or self.now() < self._pumped + PUMP  # a device that is gone can be read again and again
        pump = self._pumped + (PUMP if soon else self._pump_every())
        until = min(moment for moment in (pump, self._due, self._beat, self._calm) if moment is not None)
        return self.queue.sleep((until - self.now()) / SECOND, () if soon else self._screen.surface.wakes)

    def _pump_every(self) -> int:
        if self._screen.surface.wakes:
            return WATCHED_PUMP
        lively = self._screen.look.press_areas or self.now() < self._touched_at + ABOUT
        return PUMP if lively else IDLE_PUMP

    def _pump(self) -> None:
        """Ask SDL what came from the screen and the keyboard."""
        self._ask = False
        found = self._screen.surface.inputs()
        self._pumped = self.now()
        if found:
            self._touched_at = self._pumped
            self.handle_all(found)

    def settle(self) -> None:
        """Take everything that waits and show the outcome, without sleeping: for whoever plays it from a program."""
        self.step(wait=False)
        while self._stale:
            self.step(wait=False)

    def run(self, on_turn: Callable[[int], None] = lambda now: None) -> None:
        """Until somebody ends the program; ``on_turn`` is called with the time after each turn of the loop."""
        while self.running:
            self.step()
            on_turn(self.now())
