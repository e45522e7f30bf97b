"""The loop: it sleeps until something comes in or something shown is due to change, and does first what people see.

Touches and keys have to be asked of SDL in the loop's own thread: when its display has something to read, or at a
modest rate where that cannot be known.
"""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from device.graphics.look import Look
from device.graphics.widgets import Frame, with_saved
from device.io.inputs import Input
from device.kiosk.composer import FrameComposer
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.host import Host
from device.kiosk.narrator import Narrator
from device.kiosk.outputs import Brightness, OutputCache
from device.kiosk.preferences import Preferences
from device.kiosk.touches import TouchGuard
from device.peripherals.dimming import shift_at
from rules.game import SECOND
from rules.history import History


class InputQueue:
    """Inputs in the order in which they came; it can be slept on together with the display's own file descriptors.

    `put` may be called from any thread, the rest belongs to the loop's.
    """

    def __init__(self) -> None:
        self._items: deque[Input] = deque()
        self._ringing = threading.RLock()  # a signal's handler may ring in the middle of ringing
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def put(self, item: Input) -> None:
        """Append something and wake whoever sleeps."""
        self._items.append(item)
        self.ring()

    def ring(self) -> None:
        """Wake whoever sleeps, with nothing to take."""
        with self._ringing:
            if self._bell >= 0:
                os.eventfd_write(self._bell, 1)

    def take_all(self) -> Iterator[Input]:
        """Everything that waits, and what comes meanwhile."""
        while self._items:
            yield self._items.popleft()

    def sleep(self, seconds: float, wakes: Sequence[int] = ()) -> bool:
        """Wait until something is here or one of the descriptors ``wakes`` can be read. True for the latter."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        for wake in wakes:
            poll.register(wake, select.POLLIN)
        found = dict(poll.poll(0 if self._items else max(0.0, 1e3 * seconds)))
        if found.pop(self._bell, 0):
            os.eventfd_read(self._bell)
        return bool(found)

    def close(self) -> None:
        """Let the descriptor go; what comes after wakes nobody. Closing again changes nothing."""
        with self._ringing:
            bell, self._bell = self._bell, -1
            if bell >= 0:
                os.close(bell)


class Prerendered(msgspec.Struct, frozen=True):
    """``frame`` will show once ``before`` has become ``after``, as long as it is drawn in ``look``.

    Made anew whenever something shown changes, so that its times are those of the moment.
    """

    before: History
    after: History
    look: Look
    frame: Frame

    def has_come(self, history: History | None, look: Look) -> bool:
        """Whether exactly that has happened, whatever its game time, and no sentence is to show."""
        if history is None or look != self.look:
            return False
        old, supposed, real = self.before.entries, self.after.entries, history.entries
        if len(real) != len(supposed) or (old and real[len(old) - 1] is not old[-1]):
            return False
        return all(real[n].event == supposed[n].event for n in range(len(old), len(real)))


def shift_period(preferences: Preferences, side: int) -> int:
    """After how long (ns) the picture of an OLED moves by a pixel; 0: never."""
    return (preferences.settings.oled_a, preferences.settings.oled_b)[side].shift_s * SECOND


@dataclass(eq=False)
class Presenter:
    """Brings screen, OLEDs and signals up to date with the state. ``on_present`` is called with the game time then."""

    host: Host
    composer: FrameComposer
    outputs: OutputCache
    guard: TouchGuard
    brightness: Brightness
    narrator: Narrator
    on_present: Callable[[int], None] = lambda at: None
    _prerendered: Prerendered | None = None
    _frame: Frame = field(default_factory=Frame)
    _saved: bool = True
    _shown: tuple[object, object] = (None, None)

    def present(self) -> bool:
        """Show how things stand. True where that has changed something that shows, so that it has to be done again."""
        now = self.host.now()
        at = self.host.table.game_time(now)
        look = self.composer.look(now)
        plain = self.composer.plain(look, at)
        if self.composer.menu.open:
            self.composer.menu.follow(plain)
        self._frame = self.composer.with_mark(plain, look)
        self._show_saved(now)
        self._prerendered = None
        self._shown = self.host.controller, self.host.table.history
        for side, content in enumerate(self.composer.oled_contents(at, plain)):
            self.outputs.oled(side, content, shift_at(now, shift_period(self.host.preferences, side)))
        self.outputs.call(self.host.controller.call(at))
        self.narrator.follow(at)
        self.on_present(at)
        new_signal = self.outputs.signals(self.composer.signals(at), self.host.screen.look.silent)
        if new_signal:
            self.brightness.wake(now)
        return new_signal

    def is_shown(self) -> bool:
        """Whether it is the same game, as far as it has come, and the same controller that show."""
        controller, history = self._shown
        return controller is self.host.controller and history is self.host.table.history

    def mark_saved(self) -> None:
        """Say of what shows what is safe on disk now, where that has changed."""
        if self._saved != self.host.table.safe:
            self._show_saved(self.host.now())

    def _show_saved(self, now: int) -> None:
        self._saved = self.host.table.safe
        self.show(Frame(self._frame.key, with_saved(self._frame.scene, self._saved)), now)

    def show(self, frame: Frame, now: int) -> None:
        """Bring one frame on the screen."""
        self.guard.on_frame(frame, now)
        self.host.screen.show(frame)

    def prerender(self) -> None:
        """Compose and paint what the press that ends the turn will show, while there is time for it."""
        turn, before = self.host.table.turn(), self.host.table.history
        if turn is None or self.composer.menu.open:
            return
        with self.host.table.supposing(turn.side) as changes:
            after, now = self.host.table.history, self.host.now()
            if changes and before is not None and after is not None:
                look = self.composer.look(now)
                frame = self.composer.frame(look, self.host.table.game_time(now))
                self.host.screen.painter.prepare(frame.scene)
                self._prerendered = Prerendered(before, after, look, frame)

    def show_prerendered(self) -> bool:
        """Where just what was prerendered has come: show it before anything is computed. True where it did."""
        prerendered, self._prerendered = self._prerendered, None
        now = self.host.now()
        if prerendered is None or not prerendered.has_come(self.host.table.history, self.composer.look(now)):
            return False
        self.show(prerendered.frame, now)
        return True


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


@dataclass(eq=False)
class Loop:
    """Runs the parts of a table in turn.

    Everything but `InputQueue.put` belongs to the loop's thread.
    """

    host: Host
    queue: InputQueue
    dispatcher: InputDispatcher
    presenter: Presenter
    _due: int | None = None
    _beat: int | None = None
    _calm: int | None = None
    _ask: bool = False
    _stale: bool = True
    _elapsed: bool = False
    """Something came in that changes nothing shown by itself, but perhaps when something is due, or what is safe."""

    def __post_init__(self) -> None:
        self._pumped = self._touched_at = self._handled_at = self.host.now()

    def invalidate(self) -> None:
        """What shows may be out of date: show it anew at the next turn."""
        self._stale = True

    def handle(self, item: Input) -> None:
        """Take one input."""
        self._handled_at = self.host.now()
        if self.dispatcher.handle(item) or self.host.screen.painter.is_blank:
            self._stale = True
        else:
            self._elapsed = True

    def handle_all(self, items: Iterable[Input]) -> None:
        """Take several inputs in order."""
        for item in items:
            self.handle(item)

    def advance(self) -> int | None:
        """Let time do its part; the device time (ns) at which something shown is due to change, None for never."""
        now, host, gestures = self.host.now(), self.host, self.dispatcher.gestures
        self.handle_all(gestures.advance(now))
        self._stale = self.dispatcher.release() or self._stale
        host.controller.advance()
        event_due = host.event.advance(host.table, now)
        host.notices.trouble("event", host.event.trouble)
        turn = host.table.turn()
        paused = turn is not None and not turn.running
        periods = (shift_period(host.preferences, side) for side in (0, 1))
        moments = [
            self.presenter.brightness.advance(now, running=host.table.clock_runs, paused=paused),
            *(now - now % period + period for period in periods if period),
            gestures.due,
            gestures.next_tenth(now),
            host.notices.due(now),
            event_due,
            host.drafts.advance(),
            host.close_untouched(),
            self._change(now),
        ]
        self._beat = host.table.heartbeat()
        return min((moment for moment in moments if moment is not None), default=None)

    def _change(self, now: int) -> int | None:
        """The device time (ns) after ``now`` at which what the controller shows changes by itself; None for never."""
        at = self.host.table.game_time(now)
        change = self.host.controller.next_change(at)
        return None if change is None else now + change - at

    def step(self, wait: bool = True) -> None:
        """One turn of the loop: show what changed, sleep until something is due, take what came in."""
        now = self.host.now()
        if self._due is not None and now >= self._due:
            self._stale = True
        if self._stale or (self._elapsed and not self.presenter.is_shown()):
            self._present()
        elif self._elapsed:
            self._elapsed = False
            self._due = self.advance()
            self.presenter.mark_saved()
        elif self._beat is not None and now >= self._beat:
            self._beat = self.host.table.heartbeat()
        elif self._calm is not None and now >= self._calm:
            self._calm = None
            self.presenter.prerender()
        readable = wait and self._sleep()
        self.handle_all(self.queue.take_all())
        if wait and (self._stale or self._elapsed) and self.host.now() < self._pumped + PUMP:
            return  # what came in is shown first
        if readable or self._ask or not wait or self.host.now() >= self._pumped + self._pump_every():
            self._pump()

    def _present(self) -> None:
        """Show how things stand, first of all what was prerendered."""
        self._stale = self._elapsed = False
        self.presenter.show_prerendered()
        self._due = self.advance()
        self._stale = self.presenter.present() or self._stale
        change = self._change(self.host.now())  # a screen may find out while it is drawn that it is not complete
        self._due = change if self._due is None else self._due if change is None else min(self._due, change)
        self._ask = True  # with the answer to that, what the display had to say may have been read
        self._calm = self._handled_at + CALM

    def _sleep(self) -> bool:
        """Until something comes in, something is due, or SDL has to be asked. True where the display woke the loop."""
        soon = self._ask or self.host.now() < self._pumped + PUMP  # a device that is gone can be read again and again
        pump = self._pumped + (PUMP if soon else self._pump_every())
        until = min(moment for moment in (pump, self._due, self._beat, self._calm) if moment is not None)
        return self.queue.sleep((until - self.host.now()) / SECOND, () if soon else self.host.screen.display.wakes)

    def _pump_every(self) -> int:
        if self.host.screen.display.wakes:
            return WATCHED_PUMP
        lively = self.host.screen.look.press_areas or self.host.now() < self._touched_at + ABOUT
        return PUMP if lively else IDLE_PUMP

    def _pump(self) -> None:
        """Ask SDL what came from the screen and the keyboard."""
        self._ask = False
        found = self.host.screen.surface.inputs()
        self._pumped = self.host.now()
        if found:
            self._touched_at = self._pumped
            self.handle_all(found)

    def settle(self) -> None:
        """Take everything that waits and show the outcome, without sleeping: for whoever plays it from a program."""
        self.step(wait=False)
        while self._stale or self._elapsed:
            self.step(wait=False)

    def run(self, on_turn: Callable[[int], None] = lambda now: None) -> None:
        """Until somebody ends the program; ``on_turn`` is called with the time after each turn of the loop."""
        while self.dispatcher.running:
            self.step()
            on_turn(self.host.now())
