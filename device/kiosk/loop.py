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
from typing import Any

import msgspec

from device.graphics.look import Look
from device.graphics.widgets import Frame, with_saved
from device.io.inputs import EntrySaved, Input
from device.kiosk.composer import FrameComposer
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.host import Host
from device.kiosk.moment import Moment, soonest
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
        ready = dict(poll.poll(0 if self._items else max(0.0, 1e3 * seconds)))
        if ready.pop(self._bell, 0):
            os.eventfd_read(self._bell)
        return bool(ready)

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
    """Brings screen, OLEDs and signals up to date. ``on_present`` is called with each moment that is presented.

    ``shown`` is the one that shows, None where that may be out of date; ``until`` is the device time (ns) at which time
    alone changes something of it, None for never.
    """

    host: Host
    composer: FrameComposer
    outputs: OutputCache
    guard: TouchGuard
    brightness: Brightness
    narrator: Narrator
    on_present: Callable[[Moment[Any]], None] = lambda moment: None
    shown: Moment[Any] | None = None
    _prerendered: Prerendered | None = None
    _frame: Frame = field(default_factory=Frame)
    _saved: bool = True
    until: int | None = None

    def is_shown(self, moment: Moment[Any]) -> bool:
        """Whether what shows is of just such a moment, and time has changed nothing of it yet."""
        if self.shown is None or self.composer.menu.open or self.host.screen.painter.is_blank:
            return False
        return (self.until is None or moment.now < self.until) and moment.is_as(self.shown)

    def present(self, moment: Moment[Any]) -> bool:
        """Show ``moment``. True where something is signalled that was not before, so that the table may be brighter."""
        now, plain = moment.now, self.composer.plain(moment)
        if self.composer.menu.open:
            self.composer.menu.follow(plain)
        self._frame = self.composer.with_mark(plain, moment.look)
        self._show_saved(now)
        self._prerendered = None
        for side, content in enumerate(self.composer.oled_contents(moment, plain)):
            self.outputs.oled(side, content, shift_at(now, shift_period(self.host.preferences, side)))
        self.outputs.call(moment.views.call(moment))
        self.narrator.follow(moment)
        self.on_present(moment)
        new_signal = self.outputs.signals(self.composer.signals(moment), moment.look.silent)
        if new_signal:
            self.brightness.wake(now)
        self.shown, self.until = moment, self.change_after(moment)
        return new_signal

    def change_after(self, moment: Moment[Any]) -> int | None:
        """The device time (ns) at which something shown changes by itself after ``moment``; None for never."""
        host, now = self.host, moment.now
        periods = (shift_period(host.preferences, side) for side in (0, 1))
        shifts = (now - now % period + period for period in periods if period)
        return soonest(moment.change, host.notices.due(now), host.event.due(), *shifts)

    def mark_saved(self) -> bool:
        """Say of what shows what is safe on disk now. False where the table has something else to show meanwhile."""
        shown, host = self.shown, self.host
        if shown is None or shown.history is not host.table.history or shown.holder is not host.controller:
            return False
        if self._saved != host.table.safe:
            self._show_saved(host.now())
        return True

    def _show_saved(self, now: int) -> None:
        self._saved = self.host.table.safe
        self.show(Frame(self._frame.key, with_saved(self._frame.scene, self._saved)), now)

    def show(self, frame: Frame, now: int) -> None:
        """Bring one frame on the screen."""
        self.guard.on_frame(frame, now)
        self.host.screen.show(frame)

    def prerender(self) -> None:
        """Compose and paint what the press that ends the turn will show, while there is time for it."""
        before, turn = self.host.table.history, self.composer.moment().turn
        if turn is None or self.composer.menu.open:
            return
        with self.host.table.supposing(turn.side) as changes:
            after = self.host.table.history
            if changes and before is not None and after is not None:
                moment = self.composer.moment()
                frame = self.composer.frame(moment)
                self.host.screen.painter.prepare(frame.scene)
                self._prerendered = Prerendered(before, after, moment.look, frame)

    def show_prerendered(self) -> bool:
        """Where just what was prerendered has come: show it before anything is computed. True where it did."""
        prerendered, self._prerendered = self._prerendered, None
        if prerendered is None:
            return False
        now = self.host.now()
        if not prerendered.has_come(self.host.table.history, self.composer.look(now)):
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
    _elapsed: bool = True
    """Something came in, or is due: what shows is compared with how things stand."""

    def __post_init__(self) -> None:
        self._pumped = self._touched_at = self._handled_at = self.host.now()

    def invalidate(self) -> None:
        """What shows may be out of date: show it anew at the next turn."""
        self.presenter.shown, self._elapsed = None, True

    def handle(self, item: Input) -> None:
        """Take one input."""
        self._handled_at = self.host.now()
        if self.dispatcher.handle(item):
            self.invalidate()
        elif not (isinstance(item, EntrySaved) and self.presenter.mark_saved()):
            self._elapsed = True

    def handle_all(self, items: Iterable[Input]) -> None:
        """Take several inputs in order, and show at once what was prerendered of it.

        The journal's writer begins after that: the display would wait for the processor just when somebody looks.
        """
        with self.host.journal.together():
            for item in items:
                self.handle(item)
            if self.presenter.shown is None:
                self.presenter.show_prerendered()

    def advance(self) -> int | None:
        """Let time do its part; the device time (ns) at which something is due, shown or not, None for never."""
        moment, due = self._pass_time()
        presenter = self.presenter
        changes = presenter.until if presenter.is_shown(moment) else presenter.change_after(moment)
        return soonest(due, changes, self._close_untouched(moment))

    def _close_untouched(self, moment: Moment[Any]) -> int | None:
        """Close what nobody touches; the device time (ns) at which that is due, None for never."""
        closes = self.host.close_untouched(moment)
        if closes == moment.now:
            self._elapsed = True
        return closes

    def _pass_time(self) -> tuple[Moment[Any], int | None]:
        """What time itself brings: gestures, the organiser's clock, a draft to keep. How the table stands then.

        And when (device time, ns) something of that is due again.
        """
        now, host, gestures = self.host.now(), self.host, self.dispatcher.gestures
        self.handle_all(gestures.advance(now))
        if self.presenter.composer.menu.listens and self.dispatcher.release():
            self.invalidate()
        host.controller.advance()
        host.event.advance(host.table, now)
        host.notices.trouble("event", host.event.trouble)
        drafts = host.drafts.advance()
        moment = self.presenter.composer.moment(now)
        runs, beat = moment.clock_runs, self._beat
        paused = not runs and moment.turn is not None
        dims = self.presenter.brightness.advance(now, running=runs, paused=paused)
        tenth = None if runs else gestures.next_tenth(now)  # else no hold shows
        if runs != (beat is not None) or (beat is not None and now >= beat):
            self._beat = host.table.heartbeat()
        return moment, soonest(gestures.due, tenth, drafts, dims)

    def step(self, wait: bool = True) -> None:
        """One turn of the loop: show what changed, sleep until something is due, take what came in."""
        now = self.host.now()
        if self._elapsed or (self._due is not None and now >= self._due):
            self._update()
        elif self._beat is not None and now >= self._beat:
            self._beat = self.host.table.heartbeat()
        elif self._calm is not None and now >= self._calm:
            self._calm = None
            self.presenter.prerender()
        readable = wait and self._sleep()
        self.handle_all(self.queue.take_all())
        if wait and self._elapsed and self.host.now() < self._pumped + PUMP:
            return  # what came in is shown first
        if readable or self._ask or not wait or self.host.now() >= self._pumped + self._pump_every():
            self._pump()

    def _update(self) -> None:
        """Let time do its part and show how things stand, where that does not show."""
        self._elapsed = False
        moment, due = self._pass_time()
        self._elapsed = False  # what time brought is in the moment
        if self.presenter.is_shown(moment):
            self.presenter.mark_saved()
        else:
            self._elapsed = self.presenter.present(moment)
            self._ask = True  # with the answer to that, what the display had to say may have been read
            self._calm = self._handled_at + CALM
        self.host.event.on_shown(self.host.table)
        self._due = soonest(due, self.presenter.until, self._close_untouched(moment))

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
        inputs = self.host.screen.surface.inputs()
        self._pumped = self.host.now()
        if inputs:
            self._touched_at = self._pumped
            self.handle_all(inputs)

    def settle(self) -> None:
        """Take everything that waits and show the outcome, without sleeping: for whoever plays it from a program."""
        self.step(wait=False)
        while self._elapsed:
            self.step(wait=False)

    def run(self, on_turn: Callable[[int], None] = lambda now: None) -> None:
        """Until somebody ends the program; ``on_turn`` is called with the time after each turn of the loop."""
        while self.dispatcher.running:
            self.step()
            on_turn(self.host.now())
