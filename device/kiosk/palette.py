"""Colours of the kiosk, dark by default, chosen to be read in a bright hall."""

from __future__ import annotations

from dataclasses import dataclass

from device.kiosk.widgets import Colour


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for; ``pair`` are those of the two pairs, ``pair_ink`` the text on them;
    ``accents`` are those that mark games (`GameRoom.colour`)."""

    back: Colour
    panel: Colour
    button: Colour
    button_quiet: Colour
    key_accent: Colour
    text: Colour
    muted: Colour
    faint: Colour
    primary: Colour
    primary_ink: Colour
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
    accents: tuple[Colour, Colour, Colour, Colour]
    warn: Colour
    danger: Colour
    danger_button: Colour
    ok: Colour


DARK = Palette(
    back=(13, 16, 23),
    panel=(23, 29, 39),
    button=(32, 39, 50),
    button_quiet=(23, 28, 37),
    key_accent=(44, 55, 76),
    text=(242, 246, 252),
    muted=(160, 170, 184),
    faint=(128, 138, 152),
    primary=(232, 238, 248),
    primary_ink=(13, 16, 23),
    paper=(247, 241, 229),
    paper_foot=(233, 225, 207),
    paper_line=(214, 204, 182),
    highlight=(255, 243, 201),
    ink=(32, 34, 40),
    ink_muted=(96, 86, 66),
    ink_faint=(116, 104, 82),
    invalid=(176, 42, 32),
    tile=(240, 222, 178),
    tile_edge=(196, 168, 112),
    pair=((80, 165, 255), (255, 176, 46)),
    pair_ink=(8, 14, 24),
    accents=((80, 165, 255), (255, 104, 100), (74, 200, 120), (178, 124, 255)),
    warn=(255, 204, 64),
    danger=(188, 26, 32),
    danger_button=(122, 28, 34),
    ok=(34, 132, 74),
)
