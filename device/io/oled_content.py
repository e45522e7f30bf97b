"""What an OLED shows, as a value. `device.peripherals.oled_render` draws it.

It says whose time runs and by which clock it is official, the time large enough to read across the table, and the
pair's own total and crosses.
"""

from __future__ import annotations

import msgspec

WIDTH, HEIGHT = 128, 64
"""Pixels of a display."""

MARGIN = 1
"""Pixels at each edge in which nothing is drawn: the picture wanders by as many, and none of it leaves the display."""

WIDE, HIGH = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
"""Pixels within the margin."""


class OledContent(msgspec.Struct, frozen=True, gc=False):
    """One OLED's content, already in the players' language.

    ``title`` says whose turn it is, ``total`` is the pair's own sum, ``big`` the time or the main word, ``crosses`` the
    pair's own, ``left`` the share of time left (0 to 1, None: no bar). ``mine``: it is this side's turn; ``waits``: the
    time is the other side's, or of who waits, in outlines. ``mark`` stands at the bottom, what is left to do or a hint,
    ``official`` in reverse beside it: that this side's clock is the official one. Shapes beside the time say how it
    stands: ``low`` little, ``inverted`` the last seconds (black on white), ``over`` past the end, ``standing`` a pause.
    ``large`` leaves out everything but ``big``, if that is a time, and the signs: to be read from afar.
    ``rows``, a short label and a text each, stand in place of ``big`` where the content is about more than one thing.
    ``choice`` is the entry of a menu that is marked, in up to three lines under the title, its place in ``total``;
    ``mark`` then says what this side's button does, with an arrow to the side to which it leads (``leads`` -1 or 1).
    """

    title: str
    big: str
    total: str = ""
    crosses: int = 0
    left: float | None = None
    mine: bool = False
    mark: str = ""
    inverted: bool = False
    low: bool = False
    standing: bool = False
    over: bool = False
    waits: bool = False
    official: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    large: bool = False
    choice: str = ""
    leads: int = 0
