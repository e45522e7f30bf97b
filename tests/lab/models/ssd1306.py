"""An SSD1306 as its datasheet describes it (Solomon Systech, rev. 1.1): what comes in over I2C, and what it then shows.

Modelled: control bytes, commands with their arguments, horizontal addressing with windows, on and off, inversion,
mirroring. Not modelled: scrolling, contrast as brightness, timing.
"""

from __future__ import annotations

WIDTH, HEIGHT = 128, 64
ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""How many bytes follow a command (chapter 9)."""


class Ssd1306:
    """One display."""

    def __init__(self) -> None:
        self.memory = bytearray(WIDTH * HEIGHT // 8)
        self.on = self.inverted = self.mirrored = self.flipped = False
        self.contrast = 0x7F
        self.mode = 2
        self._columns, self._pages = (0, WIDTH - 1), (0, 7)
        self._column = self._page = 0
        self._command: list[int] = []

    def write(self, sent: bytes) -> None:
        """One I2C write after the address: a control byte, then commands or data (8.1.5.2)."""
        if sent and sent[0] & 0x40:
            for byte in sent[1:]:
                self._store(byte)
        else:
            for byte in sent[1:]:
                self._command.append(byte)
                if len(self._command) > ARGUMENTS.get(self._command[0], 0):
                    self._do(*self._command)
                    self._command = []

    def read(self, length: int) -> bytes:
        """The status register: bit 6 tells that the display is off (8.1.1)."""
        return bytes([0 if self.on else 0x40]) * length

    def _store(self, byte: int) -> None:
        if self.mode != 0:
            raise ValueError("pixels came outside horizontal addressing, which no driver here uses")
        column = WIDTH - 1 - self._column if self.mirrored else self._column  # of what comes in from now on (10.1.8)
        self.memory[self._page * WIDTH + column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._pages[0] if self._page >= self._pages[1] else self._page + 1

    def _do(self, word: int, *given: int) -> None:
        if word == 0x20:
            self.mode = given[0] & 3
        elif word == 0x21:
            self._columns = (given[0], given[1])
            self._column = given[0]
        elif word == 0x22:
            self._pages = (given[0], given[1])
            self._page = given[0]
        elif word == 0x81:
            self.contrast = given[0]
        elif word in (0xA0, 0xA1):
            self.mirrored = word == 0xA0
        elif word in (0xC0, 0xC8):
            self.flipped = word == 0xC0
        elif word in (0xA6, 0xA7):
            self.inverted = word == 0xA7
        elif word in (0xAE, 0xAF):
            self.on = word == 0xAF

    def picture(self) -> bytes:
        """What people see, row by row, a byte for each pixel (0 or 255), on a module mounted as they are sold."""
        rows = []
        for y in range(HEIGHT):
            line = HEIGHT - 1 - y if self.flipped else y
            bits = [self.memory[(line >> 3) * WIDTH + x] >> (line & 7) & 1 for x in range(WIDTH)]
            rows.append(bytes(255 * (self.on and bit != self.inverted) for bit in bits))
        return b"".join(rows)
