"""The kiosk's picture on a display: turned by quarter turns for whoever sits there, and darkened while it rests.

One setting turns picture and touch together. Upright and bright the kiosk draws on the display itself; otherwise on a
surface of its own, from which what changed is brought over.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from msgspec.structs import replace

from device.graphics.display import DisplayBackend
from device.io.inputs import FingerInput, Input

TURNS = (0, 90, 180, 270)


def rotate_rect(rect: pygame.Rect, size: tuple[int, int], degrees: int) -> pygame.Rect:
    """Where a rectangle of an upright picture of ``size`` lies once the picture is turned clockwise."""
    x, y, w, h = rect
    wide, high = size
    if degrees == 90:
        return pygame.Rect(high - y - h, x, h, w)
    if degrees == 180:
        return pygame.Rect(wide - x - w, high - y - h, w, h)
    if degrees == 270:
        return pygame.Rect(y, wide - x - w, h, w)
    return pygame.Rect(rect)


def upright(x: int, y: int, size: tuple[int, int], degrees: int) -> tuple[int, int]:
    """The pixel of the upright picture of ``size`` that lies under ``x``, ``y`` of the turned one."""
    wide, high = size
    if degrees == 90:
        return y, high - 1 - x
    if degrees == 180:
        return wide - 1 - x, high - 1 - y
    if degrees == 270:
        return wide - 1 - y, x
    return x, y


class OutputSurface:
    """What the kiosk draws on (``surface``), and the way from it to the display and back from its touches."""

    def __init__(self, display: DisplayBackend, degrees: int = 0) -> None:
        self._display = display
        self.degrees = degrees
        self.light = 100
        self.surface = display.surface
        self._fit()

    def set(self, degrees: int, light: int) -> bool:
        """Turn the picture and show it at ``light`` percent. True where everything has to be painted anew."""
        if (degrees, light) == (self.degrees, self.light):
            return False
        self.degrees, self.light = degrees, light
        self._fit()
        return True

    def _fit(self) -> None:
        target = self._display.surface
        self._direct = not self.degrees and self.light == 100
        if self._direct:
            self.surface = target
            return
        wide, high = target.get_size()
        size = (high, wide) if self.degrees in (90, 270) else (wide, high)
        self.surface = pygame.Surface(size, 0, target)

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Bring the changed rectangles of ``surface`` to the display."""
        if self._direct:
            self._display.present(dirty)
            return
        target = self._display.surface
        shade = round(255 * self.light / 100)
        places = []
        for rect in dirty:
            place = rotate_rect(rect, self.surface.get_size(), self.degrees)
            part = self.surface.subsurface(rect)
            target.blit(pygame.transform.rotate(part, -self.degrees) if self.degrees else part, place)
            if shade < 255:
                target.fill((shade, shade, shade), place, pygame.BLEND_RGB_MULT)
            places.append(place)
        self._display.present(places)

    @property
    def wakes(self) -> Sequence[int]:
        """What can be read once `inputs` has something (`device.graphics.display.DisplayBackend`)."""
        return self._display.wakes

    def inputs(self) -> list[Input]:
        """What came in on the display, touches as they lie on the upright picture."""
        return [self.to_upright(one) for one in self._display.inputs()]

    def to_upright(self, one: Input) -> Input:
        """An input of the display as one of the upright picture."""
        if not self.degrees or not isinstance(one, FingerInput):
            return one
        x, y = upright(one.x, one.y, self.surface.get_size(), self.degrees)
        return replace(one, x=x, y=y)
