"""How screens look now: their size and colours, the sentences on each of them, and units in pixels."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from device.graphics.palette import DARK, Palette
from device.graphics.typefaces import HUGE, LARGE_PRINT, NARROWEST
from device.graphics.widgets import Rect, Scene
from device.io.strip import Strip
from device.io.timebase import TimeBase

BASE_WIDTH, BASE_HEIGHT = 800, 480


@dataclass(frozen=True, slots=True)
class Look:
    """How screens look now: size in pixels, colours, sentences to show.

    ``toast`` is an answer to what was just done (a refusal), ``touched`` the place of the control that it answers;
    where it ``is_news``, it says what has changed without a touch. ``trouble`` a standing fault of a peripheral,
    ``press_areas`` whether the screen itself serves as clock buttons, ``clocks`` the time base beside each side (None:
    the device's own). ``strip`` is the line about the event, None where the table plays none. ``refuses`` says what the
    rules have against an action now (None: nothing); a button with such an action is greyed out and says it. ``holds``
    is how far each clock button is held, from 0 to 1. ``large_print``: every text is a third larger.
    ``keyboard``: how the letters of words are ordered, one of `KEYBOARDS`.
    ``swapped``: the picture is turned to those across the table, so that sides change places in it and stay beside
    their clock buttons.
    """

    size: tuple[int, int] = (BASE_WIDTH, BASE_HEIGHT)
    palette: Palette = DARK
    toast: str = ""
    is_news: bool = False
    touched: Rect | None = None
    trouble: str = ""
    press_areas: bool = False
    silent: bool = False
    large_print: bool = False
    keyboard: str = "qwertz"
    swapped: bool = False
    clocks: tuple[TimeBase | None, TimeBase | None] = (None, None)
    strip: Strip | None = None
    refuses: Callable[[Any], str | None] = field(default=lambda action: None, compare=False)
    holds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)

    @property
    def portrait(self) -> bool:
        """Whether the screen is taller than wide."""
        return self.size[1] > self.size[0]

    @property
    def scale(self) -> float:
        """Size of things against the base size of 800 x 480."""
        wide, high = self.size
        if self.portrait:
            return wide / BASE_HEIGHT
        return min(wide / BASE_WIDTH, high / BASE_HEIGHT)

    @property
    def print_scale(self) -> float:
        """Size of texts, and of what is as high as a text, against normal print."""
        return LARGE_PRINT if self.large_print else 1.0


@lru_cache(maxsize=8)
def ruler(scale: float) -> Callable[[float], int]:
    """Units of the base size in pixels at that scale, at least one; kept, because a picture asks hundreds of times."""

    @lru_cache(maxsize=1024)
    def pixels(units: float) -> int:
        return max(1, round(units * scale))

    return pixels


@lru_cache(maxsize=8)
def letter_sizes(scale: float, large_print: bool) -> Callable[[float, bool], tuple[int, int, int]]:
    """Of letters of so many units, at that scale: their size in pixels, the least one, and how far they are narrowed.

    Kept, as the `ruler` is. Asked whether they fill their place.
    """
    u, lu = ruler(scale), ruler(scale * (LARGE_PRINT if large_print else 1.0))

    @lru_cache(maxsize=1024)
    def sizes(size: float, fills: bool) -> tuple[int, int, int]:
        fills = fills or size >= HUGE
        pixels = u if fills else lu
        most = pixels(size)
        return most, min(most, pixels(max(11, size * 0.62))), NARROWEST if large_print and not fills else 100

    return sizes


ButtonFaces = dict[Hashable, tuple[Scene, Scene]]
"""What buttons look like: below their touch area, and on it; by their place and what is on them."""


@lru_cache(maxsize=8)
def button_faces(scale: float, large_print: bool, palette: Palette) -> ButtonFaces:
    """Those drawn at that scale with these colours; `Canvas.button` keeps them there, for the reason of the `ruler`."""
    return {}
