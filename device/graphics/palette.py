"""Colours of the kiosk, dark by default and light where a hall is bright, both held to the same contrast by a test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from device.graphics.widgets import Colour


class Palette(msgspec.Struct, frozen=True):
    """Colours by what they are for.

    ``pair`` are those of the two pairs, ``pair_ink`` the text on them and on ``warn``; ``signal_ink`` is the text on
    ``danger`` and ``ok``, ``primary_ink`` that on ``primary`` and ``warn``. What ends in "_sub" is the second line.
    ``premium`` are squares of a board on which letters count twice and three times, then whole words.
    ``bars`` are those of figures that are drawn on paper.
    ``code_paper`` and ``code_ink`` are a QR code's, which cameras read best in black on white.
    ``accents`` are those that mark games (`TableSpec.colour`), ``players`` those of up to four single players.
    """

    back: Colour
    panel: Colour
    button: Colour
    button_quiet: Colour
    key_accent: Colour
    key_accent_ink: Colour
    text: Colour
    muted: Colour
    faint: Colour
    primary: Colour
    primary_ink: Colour
    primary_sub: Colour
    paper: Colour
    paper_foot: Colour
    paper_line: Colour
    highlight: Colour
    ink: Colour
    ink_muted: Colour
    ink_faint: Colour
    invalid: Colour
    tile: Colour
    tile_edge: Colour
    pair: tuple[Colour, Colour]
    pair_ink: Colour
    accents: tuple[Colour, ...]
    players: tuple[Colour, Colour, Colour, Colour]
    warn: Colour
    warn_sub: Colour
    danger: Colour
    danger_button: Colour
    danger_sub: Colour
    ok: Colour
    signal_ink: Colour
    premium: tuple[Colour, Colour, Colour, Colour]
    bars: tuple[Colour, Colour]
    code_paper: Colour
    code_ink: Colour
    valid_button: Colour

    def __hash__(self) -> int:
        """Of three colours, which tell palettes apart: styles are kept by palette and asked for with every button."""
        return hash((self.back, self.panel, self.text))

    @property
    def edge(self) -> Colour | None:
        """What cards and buttons are edged with where they are as dark as the ground; None where they are not."""
        return EDGE if self.panel == self.back else None


EDGE = (112, 118, 128)
"""4 : 1 on black, and darker than what says that a card is chosen."""

_COLOURS: Mapping[str, tuple[Any, Any, Any]] = {
    "back": ((13, 16, 23), (208, 214, 223), (0, 0, 0)),
    "panel": ((23, 29, 39), (255, 255, 255), (0, 0, 0)),
    "button": ((32, 39, 50), (231, 236, 244), (24, 28, 36)),
    "button_quiet": ((23, 28, 37), (219, 224, 231), (12, 14, 18)),
    "key_accent": ((44, 55, 76), (206, 222, 248), (0, 28, 72)),
    "key_accent_ink": ((190, 216, 255), (12, 58, 128), (226, 240, 255)),
    "text": ((242, 246, 252), (14, 18, 26), (255, 255, 255)),
    "muted": ((160, 170, 184), (70, 78, 92), (206, 212, 220)),
    "faint": ((128, 138, 152), (84, 92, 106), (176, 182, 190)),
    "primary": ((232, 238, 248), (26, 40, 66), (255, 255, 255)),
    "primary_ink": ((13, 16, 23), (255, 255, 255), (0, 0, 0)),
    "primary_sub": ((70, 78, 92), (204, 214, 230), (44, 48, 56)),
    "paper": ((247, 241, 229), (255, 251, 240), (255, 255, 255)),
    "paper_foot": ((233, 225, 207), (240, 232, 212), (238, 236, 230)),
    "paper_line": ((214, 204, 182), (214, 204, 182), (150, 144, 130)),
    "highlight": ((255, 243, 201), (255, 236, 166), (255, 240, 170)),
    "ink": ((32, 34, 40), (24, 26, 32), (0, 0, 0)),
    "ink_muted": ((96, 86, 66), (86, 76, 56), (56, 50, 38)),
    "ink_faint": ((116, 104, 82), (108, 96, 74), (68, 62, 48)),
    "invalid": ((176, 42, 32), (168, 32, 24), (124, 12, 8)),
    "tile": ((240, 222, 178), (240, 222, 178), (252, 240, 206)),
    "tile_edge": ((196, 168, 112), (176, 146, 88), (176, 146, 88)),
    "pair": (((80, 165, 255), (255, 176, 46)), ((0, 84, 178), (152, 66, 0)), ((120, 196, 255), (255, 190, 70))),
    "pair_ink": ((8, 14, 24), (255, 255, 255), (0, 0, 0)),
    "accents": (
        ((255, 128, 196), (255, 104, 100), (74, 200, 120), (178, 124, 255), (64, 200, 206), (188, 210, 84)),
        ((150, 16, 104), (176, 26, 44), (14, 98, 52), (100, 44, 176), (0, 92, 104), (82, 88, 0)),
        ((255, 160, 212), (255, 150, 146), (110, 222, 150), (206, 172, 255), (100, 222, 228), (212, 230, 116)),
    ),
    "players": (
        ((80, 165, 255), (255, 176, 46), (110, 210, 120), (206, 160, 255)),
        ((0, 84, 178), (152, 66, 0), (14, 98, 52), (100, 44, 176)),
        ((120, 196, 255), (255, 190, 70), (130, 226, 140), (214, 178, 255)),
    ),
    "warn": ((255, 204, 64), (124, 84, 0), (255, 214, 80)),
    "warn_sub": ((74, 56, 8), (255, 240, 206), (40, 28, 0)),
    "danger": ((188, 26, 32), (188, 26, 32), (148, 0, 8)),
    "danger_button": ((122, 28, 34), (250, 212, 210), (92, 0, 8)),
    "danger_sub": ((255, 214, 214), (110, 20, 24), (255, 228, 228)),
    "ok": ((34, 132, 74), (24, 116, 62), (26, 102, 52)),
    "signal_ink": ((242, 246, 252), (255, 255, 255), (255, 255, 255)),
    "premium": (
        ((64, 110, 148), (42, 108, 198), (162, 82, 114), (196, 58, 68)),
        ((104, 160, 208), (76, 140, 222), (216, 116, 150), (220, 92, 98)),
        ((24, 88, 128), (20, 78, 190), (146, 44, 92), (176, 12, 32)),
    ),
    "bars": (((196, 132, 36), (44, 108, 190)), ((196, 132, 36), (44, 108, 190)), ((255, 190, 70), (120, 196, 255))),
    "code_paper": ((255, 255, 255), (255, 255, 255), (255, 255, 255)),
    "code_ink": ((0, 0, 0), (0, 0, 0), (0, 0, 0)),
    "valid_button": ((26, 108, 60), (24, 116, 62), (16, 84, 42)),
}
"""Each in the dark, the light, and the palette of high contrast."""
DARK, LIGHT, CONTRAST = (Palette(**{name: colours[n] for name, colours in _COLOURS.items()}) for n in range(3))
"""`CONTRAST` is for eyes that need it: every text stands out from its ground by 7 to 1 (WCAG 2.2, 1.4.6)."""
PALETTES: Mapping[str, Palette] = MappingProxyType({"dark": DARK, "light": LIGHT, "contrast": CONTRAST})
"""By their word in the settings."""


class Style(msgspec.Struct, frozen=True):
    """Colours of a button, and whether it is only an outline."""

    fill: Colour
    ink: Colour
    sub: Colour
    border: Colour | None = None


@lru_cache(maxsize=64)
def style_of(name: str, palette: Palette) -> Style:
    """The colours of a button style. KeyError for an unknown name."""
    p = palette
    return {
        "normal": Style(p.button, p.text, p.muted),
        "primary": Style(p.primary, p.primary_ink, p.primary_sub),
        "accent": Style(p.warn, p.primary_ink, p.warn_sub),
        "danger": Style(p.danger_button, p.text, p.danger_sub),
        "valid": Style(p.valid_button, p.signal_ink, p.signal_ink),
        "hint": Style(p.panel, p.text, p.muted, p.text),
        "quiet": Style(p.button_quiet, p.muted, p.muted),
        "disabled": Style(p.button_quiet, p.faint, p.faint),
        "paper": Style(p.paper_foot, p.ink, p.ink_muted),
        "sheet": Style(p.paper, p.ink, p.ink_muted),
        "on_pair": Style(p.pair_ink, p.text, p.muted),
        "outline": Style(p.pair_ink, p.text, p.muted, p.text),
        "key": Style(p.button, p.text, p.muted),
        "key_accent": Style(p.key_accent, p.key_accent_ink, p.muted),
    }[name]
