"""One turn of showing: the frame on the screen, OLEDs and signals beside it, and the frame of the press to come."""

from __future__ import annotations

from collections.abc import Callable

from device.graphics.widgets import Frame
from device.kiosk.brightness import Brightness
from device.kiosk.composer import FrameComposer
from device.kiosk.output_cache import OutputCache
from device.kiosk.preferences import Preferences
from device.kiosk.prerender import Prerendered
from device.kiosk.screen_output import ScreenOutput
from device.kiosk.touch_guard import TouchGuard
from device.peripherals.dimming import shift_at
from device.table.table import Table
from rules.game import SECOND


def shift_period(preferences: Preferences, side: int) -> int:
    """After how long (ns) the picture of an OLED moves by a pixel; 0: never."""
    return (preferences.settings.oled_a, preferences.settings.oled_b)[side].shift_s * SECOND


class Presenter:
    """Brings screen, OLEDs and signals up to date with the state."""

    def __init__(
        self,
        composer: FrameComposer,
        screen: ScreenOutput,
        outputs: OutputCache,
        guard: TouchGuard,
        brightness: Brightness,
        preferences: Preferences,
        table: Table,
        now: Callable[[], int],
    ) -> None:
        self._composer = composer
        self._screen = screen
        self._outputs = outputs
        self._guard = guard
        self._brightness = brightness
        self._preferences = preferences
        self._table = table
        self._now = now
        self._prerendered: Prerendered | None = None

    def present(self) -> bool:
        """Show how things stand. True where that has changed something that shows, so that it has to be done again."""
        now = self._now()
        at = self._table.game_time(now)
        look = self._composer.look(now)
        plain = self._composer.plain(look, at)
        if self._composer.menu.open:
            self._composer.menu.follow(plain)
        self.show(self._composer.with_mark(plain, look), now)
        self._prerendered = None
        for side, content in enumerate(self._composer.oled_contents(at, plain)):
            self._outputs.oled(side, content, shift_at(now, shift_period(self._preferences, side)))
        self._outputs.call(self._composer.call(at))
        new_signal = self._outputs.signals(self._composer.signals(at), self._screen.look.silent)
        if new_signal:
            self._brightness.wake(now)
        return new_signal

    def show(self, frame: Frame, now: int) -> None:
        """Bring one frame on the screen."""
        self._guard.on_frame(frame, now)
        self._screen.show(frame)

    def prerender(self) -> None:
        """Compose and paint what the press that ends the turn will show, while there is time for it."""
        turn, before = self._table.turn(), self._table.history
        if turn is None or self._composer.menu.open:
            return
        with self._table.supposing(turn.side) as changes:
            after, now = self._table.history, self._now()
            if changes and before is not None and after is not None:
                look = self._composer.look(now)
                frame = self._composer.frame(look, self._table.game_time(now))
                self._screen.painter.prepare(frame.scene)
                self._prerendered = Prerendered(before, after, look, frame)

    def show_prerendered(self) -> bool:
        """Where just what was prerendered has come: show it before anything is computed. True where it did."""
        prerendered, self._prerendered = self._prerendered, None
        now = self._now()
        if prerendered is None or not prerendered.has_come(self._table.history, self._composer.look(now)):
            return False
        self.show(prerendered.frame, now)
        return True
