"""Large print: every text a third larger. What does not grow, how letters give way, how a button's two lines share it.

A text takes more lines where its place is high enough, then its letters are narrowed, and only then do they shrink
(`fit_narrowing` in `device.graphics.typefaces`). Lists have fewer lines, because heights of lines grow with the letters
(`Canvas.lu`).
"""

from __future__ import annotations

from device.graphics.typefaces import fit_narrowing, lines_high

LARGE_PRINT = 4 / 3
"""How much larger every text is in large print."""
HUGE = 32
"""Texts of this size (units) are the same in large print: a heading is no larger there."""
NARROWEST = 74
"""To how much of their width (percent) letters are narrowed in large print before they shrink."""
WAYS = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3))
"""In how many lines a button's label and its second line may stand."""


def shares(label: str, sub: str, wide: int, high: int, size: int, sub_size: int) -> tuple[int, int] | None:
    """Heights (pixels) of a button's label and of its second line, in a place of ``wide`` and ``high`` pixels.

    They get as many lines as leave the letters their width; None: there is no room for the second line.
    """

    def percent(text: str, weight: str, wanted: int, room: int) -> int:
        found = fit_narrowing(text, weight, wanted, wanted, (wide, room), 1, False, NARROWEST)
        return found.percent if found.fits else 0

    hangs = size // 7  # room for what hangs below the label, as of g
    best = (0, 0, lines_high(size, 1) + hangs, lines_high(sub_size, 1))
    for lines, below in WAYS:
        upper, lower = lines_high(size, lines) + hangs, lines_high(sub_size, below)
        if upper + lower <= high:
            least = min(percent(label, "semibold", size, upper), percent(sub, "regular", sub_size, lower))
            best = max(best, (least, -lines - below, upper, lower), key=lambda one: one[:2])
    kept, _, upper, lower = best
    if not kept and not percent(sub, "regular", sub_size, lower):
        return None
    if upper + lower > high:  # each its share of a low button
        upper = round(high * upper / (upper + lower))
        lower = high - upper
    return upper, lower
