"""The pod's own small display (SSD1306, 128 x 64): the time that is left, in figures as large as fit.

A whole picture takes 23 ms on the wire, longer than the button may wait, so one of its eight strips is sent at a time.
"""

import framebuf

ADDRESS = 0x3C
WIDTH, HEIGHT, STRIPS = 128, 64, 8
START = b"\xae\x20\x00\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xdb\x30\x81\xff\xa4\xa6\x8d\x14\xaf"
"""Off, horizontal addressing, both directions turned, 64 rows, charge pump, on (data sheet of the SSD1306)."""

SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
"""The strokes of each figure; a is on top, b to f go round with the clock, g is in the middle."""


def text(left: int, runs: int) -> str:
    """Time left in us as a clock shows it, rounded up: ``2:05``, ``-0:04``; dashes where no turn is known."""
    if not runs:
        return "-:--"
    late = left < 0
    seconds = -(left // 1_000_000) if late else -(-left // 1_000_000)
    seconds = min(seconds, 599)
    return f"{'-' if late else ''}{seconds // 60}:{seconds % 60:02d}"


RETRY = 1_000_000
"""Microseconds for which a display that does not answer is left alone: asking it takes time that the button needs."""


class Oled:
    """The display. Where it does not answer, at the start or later, it is asked again every second."""

    def __init__(self, bus: object) -> None:
        self._bus = bus
        self._picture = bytearray(WIDTH * STRIPS)
        self._canvas = framebuf.FrameBuffer(self._picture, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._shown = ""
        self._strip = STRIPS
        self._lost = True
        self._ask_at = 0

    def _start(self) -> None:
        for byte in START:
            self._bus.writeto(ADDRESS, bytes((0x80, byte)))

    def show(self, words: str, mine: bool, standing: bool) -> None:
        """Draw that time; ``mine``: it is the own pair's turn, so light on dark becomes dark on light."""
        wanted = f"{words}{mine}{standing}"
        if wanted == self._shown:
            return
        self._shown = wanted
        paper, ink = (1, 0) if mine else (0, 1)
        self._canvas.fill(paper)
        x = 2 if words[0] == "-" else 18
        for char in words:
            x += self._char(char, x, ink)
        if standing:
            self._canvas.fill_rect(0, 60, WIDTH, 4, ink)
        self._strip = 0

    def _char(self, char: str, x: int, ink: int) -> int:
        box = self._canvas.fill_rect
        if char == ":":
            box(x, 20, 5, 5, ink)
            box(x, 38, 5, 5, ink)
            return 11
        if char == "-":
            box(x, 29, 12, 5, ink)
            return 18
        strokes = {
            "a": (0, 8, 24, 5),
            "b": (19, 8, 5, 25),
            "c": (19, 30, 5, 25),
            "d": (0, 50, 24, 5),
            "e": (0, 30, 5, 25),
            "f": (0, 8, 5, 25),
            "g": (0, 29, 24, 5),
        }
        for stroke in SEGMENTS[int(char)]:
            left, top, wide, high = strokes[stroke]
            box(x + left, top, wide, high, ink)
        return 30

    def advance(self, now: int) -> None:
        """Send the next strip that has changed, at the pod's time ``now``; one that was torn out is started anew."""
        if self._strip >= STRIPS or (self._lost and now < self._ask_at):
            return
        try:
            if self._lost:
                self._ask_at = now + RETRY
                self._start()
                self._lost = False
            strip = self._strip
            for byte in (0x21, 0, WIDTH - 1, 0x22, strip, strip):
                self._bus.writeto(ADDRESS, bytes((0x80, byte)))
            self._bus.writeto(ADDRESS, b"\x40" + self._picture[strip * WIDTH : (strip + 1) * WIDTH])
            self._strip += 1
        except OSError:
            self._lost, self._strip = True, 0
