"""When the table rests: nobody has touched anything for a while and no clock runs. Then screen and OLEDs dim.

Whoever wakes it by a touch has not seen what was under the finger, so that touch does nothing else. A clock button
always counts.
"""

from __future__ import annotations

from PIL import Image

ORBIT = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The places of an OLED's picture one after another, in pixels right and down of where it was drawn."""


class Rest:
    """Whether the table rests. ``after`` is in ns of the device's clock; 0: it never does."""

    def __init__(self, now: int, after: int) -> None:
        self.after = after
        self.resting = False
        self._since = now

    def stir(self, now: int) -> bool:
        """Somebody did something. True where that woke the table."""
        woken, self.resting = self.resting, False
        self._since = now
        return woken

    def advance(self, now: int, busy: bool) -> int | None:
        """Let time pass; ``busy``: a clock runs. When the table will rest, None where that is not in sight."""
        if busy:
            self.stir(now)
            return None
        if not self.after:
            self.resting = False
            return None
        self.resting = self.resting or now - self._since >= self.after
        return None if self.resting else self._since + self.after


def place_at(now: int, period: int) -> tuple[int, int]:
    """Where an OLED's picture lies at device time ``now``, moving every ``period`` ns (0: it does not)."""
    return ORBIT[now // period % len(ORBIT)] if period else ORBIT[0]


def moved(image: Image.Image, place: tuple[int, int], ground: int = 0) -> Image.Image:
    """The picture shifted by ``place``; what comes in at the edge has the colour ``ground`` (0 or 255)."""
    if place == (0, 0):
        return image
    other = Image.new(image.mode, image.size, ground)
    other.paste(image, place)
    return other
