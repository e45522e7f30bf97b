"""Screen and displays dim when nobody does anything, and shine again when somebody does."""

from __future__ import annotations

from collections.abc import Callable

from device.kiosk.outputs import Outputs
from device.kiosk.preferences import Preferences
from device.kiosk.screen_output import ScreenOutput
from device.peripherals.dimming import Dimmer, Level, percent
from device.settings.settings import Settings
from rules.game import SECOND


class Brightness:
    """How bright the table is, on the screen and on everything beside it."""

    def __init__(
        self, preferences: Preferences, screen: ScreenOutput, outputs: Outputs, now: Callable[[], int]
    ) -> None:
        self._preferences = preferences
        self._screen = screen
        self._outputs = outputs
        self.dimmer = Dimmer(now(), preferences.settings.screen.dim_after_s * SECOND)

    @property
    def level(self) -> Level:
        """How bright the table is now."""
        return self.dimmer.level

    def apply(self, settings: Settings) -> None:
        """Other settings hold: the time until the table dims, palette, turn and brightness of the picture."""
        self.dimmer.after = settings.screen.dim_after_s * SECOND
        self.adapt()

    def wake(self, now: int) -> bool:
        """Somebody did something, or something is signalled. True where the table was dark until then."""
        before = self.dimmer.wake(now)
        if before is not Level.BRIGHT:
            self._dim()
        return before is Level.DARK

    def advance(self, now: int, *, running: bool, paused: bool) -> int | None:
        """Let time pass; when (device time, ns) the table will dim, None where that is not in sight.

        ``running``: a clock runs; ``paused``: one is shown that stands.
        """
        before = self.dimmer.level
        due = self.dimmer.advance(now, running=running, paused=paused)
        if self.dimmer.level is not before:
            self._dim()
        return due

    def adapt(self) -> None:
        """Bring the picture to the settings and to how bright the table is."""
        settings = self._preferences.settings
        brightness = 100 if self._outputs.has_backlight else percent(self.dimmer.level, settings.screen)
        self._screen.apply(settings, brightness)

    def _dim(self) -> None:
        self._outputs.dim(self.dimmer.level)
        self.adapt()
