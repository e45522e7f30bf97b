"""The touchscreen as the kiosk uses it: what it is drawn with, and the frame that shows on it now."""

from __future__ import annotations

from dataclasses import replace

from device.graphics.display import DisplayBackend
from device.graphics.look import Look
from device.graphics.output_surface import OutputSurface
from device.graphics.painter import Painter
from device.graphics.palette import PALETTES
from device.graphics.widgets import Frame
from device.settings.settings import Settings


class ScreenOutput:
    """Draws frames on a display. ``look`` is how screens look now, ``frame`` what shows."""

    def __init__(self, display: DisplayBackend, settings: Settings) -> None:
        self.display = display
        self.surface = OutputSurface(display, settings.screen.rotate)
        self.look = _with_settings(Look(size=self.surface.surface.get_size()), settings)
        self.painter = Painter(self.surface.surface, self.look.palette.back)
        self.frame = Frame()

    def apply(self, settings: Settings, brightness: int) -> None:
        """Turn, colour and darken the picture as asked for; where that is new, all of it is painted anew.

        ``brightness`` is in percent.
        """
        self.look = _with_settings(self.look, settings)
        anew = self.surface.set(settings.screen.rotate, brightness)
        if anew or self.painter.back != self.look.palette.back:
            surface = self.surface.surface
            self.look = replace(self.look, size=surface.get_size())
            self.painter = Painter(surface, self.look.palette.back)

    def enable_press_areas(self, on: bool) -> None:
        """Whether the screen itself serves as clock buttons."""
        self.look = replace(self.look, press_areas=on)

    def show(self, frame: Frame) -> None:
        """Bring a frame on the display; only what changed is drawn."""
        self.frame = frame
        self.surface.present(self.painter.paint(frame.scene))


def _with_settings(look: Look, settings: Settings) -> Look:
    """``look`` as the settings say. Clock buttons do not turn with the picture, so its sides change places."""
    return replace(
        look,
        palette=PALETTES[settings.palette],
        silent=settings.silent,
        swapped=settings.screen.turned,
        large_print=settings.large_print,
    )
