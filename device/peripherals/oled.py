"""OLEDs through luma.oled (SSD1306, SH1106, SSD1309): one worker thread, the newest picture wins.

A whole frame takes 23 ms at 400 kHz and 92 ms at 100 kHz, so only what changed of a picture is sent; it is drawn
and sent by that thread alone. A display that is missing or torn out is reported once and tried again; when it is back
it gets the newest content whole.

An SSD1306 or SH1106 keeps a picture of 128 columns and 8 pages; a byte is 8 pixels of one column, the lowest bit on top
(SSD1306 datasheet, 8.7).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec import Struct
from PIL import Image

from device.common.address import Address
from device.common.settings.settings import OledSettings
from device.io.inputs import Input, StatusReporter
from device.io.oled_content import OledContent
from device.peripherals.oled_render import draw
from rules.message import msg

RETRY_S = 3.0
WHOLE_EVERY = 60
"""Pictures, of which one is sent whole."""
NAMES = ("oled A", "oled B")

COLUMNS, PAGES = 128, 8
GAP = 10
"""Unchanged bytes that are rather sent along than skipped: addressing another window costs about as many."""

I2C: Address[Callable[..., Any]] = Address("luma.core.interface.serial:i2c")
CHIPS: Mapping[str, Address[Callable[..., Any]]] = {
    "ssd1306": Address("luma.oled.device:ssd1306"),
    "ssd1309": Address("luma.oled.device:ssd1309"),
    "sh1106": Address("luma.oled.device:sh1106"),
}
"""Controllers by the word that names them in the settings. luma takes 0.1 s to load on a laptop and much longer on a
Pi; a table without OLEDs is spared that."""


class Window(Struct, frozen=True):
    """Pages ``top`` to ``bottom`` and columns ``left`` to ``right``, all included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """Bytes in it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def union(self, other: Window) -> Window:
        """The smallest window around both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )

    def cut(self, picture: bytes) -> bytes:
        """Its bytes of a whole picture, page by page."""
        rows = (page * COLUMNS for page in range(self.top, self.bottom + 1))
        return b"".join(picture[row + self.left : row + self.right + 1] for row in rows)


WHOLE = Window(0, PAGES - 1, 0, COLUMNS - 1)


def pack(image: Image.Image) -> bytes:
    """A picture of 128 x 64 pixels and mode ``"1"`` as the controller's 1024 bytes, page by page.

    Turned by a quarter each row is a column of the picture from its foot up, which is what Pillow packs into bytes.
    """
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changed_windows(before: bytes, after: bytes) -> list[Window]:
    """Windows that together hold every byte in which two pictures differ; none where they are the same."""
    windows: list[Window] = []
    for page in range(PAGES):
        for span in _spans(before, after, page):
            for place, above in enumerate(windows):
                both = above.union(span)
                if above.bottom == page - 1 and both.size <= above.size + span.size + GAP:
                    windows[place] = both
                    break
            else:
                windows.append(span)
    return windows


def _spans(before: bytes, after: bytes, page: int) -> list[Window]:
    """The stretches of one page that differ."""
    row = page * COLUMNS
    old, new = before[row : row + COLUMNS], after[row : row + COLUMNS]
    if old == new:
        return []
    spans: list[Window] = []
    for column, (was, now) in enumerate(zip(old, new, strict=True)):
        if was == now:
            continue
        if spans and column - spans[-1].right <= GAP:
            spans[-1] = Window(page, page, spans[-1].left, column)
        else:
            spans.append(Window(page, page, column, column))
    return spans


class Display(Protocol):
    """What the worker needs of a luma device."""

    def display(self, image: Image.Image) -> None:
        """Send a picture of mode ``"1"``."""

    def contrast(self, level: int) -> None:
        """How bright its pixels shine (0 to 255)."""

    def cleanup(self) -> None:
        """Switch the display off."""


NOP = 0xE3
"""A command that SSD1306, SH1106 and SSD1309 take and ignore: whoever acknowledges it is there."""
COLUMN_ADDRESS, PAGE_ADDRESS = 0x21, 0x22


class OledController:
    """A luma device together with its bus, so that the bus is closed even where the display no longer answers.

    Only what differs from the picture sent before is sent, and every `WHOLE_EVERY` pictures all of it: a display that
    missed something has it right again within a minute of a running clock.
    """

    def __init__(self, serial: Any, device: Any) -> None:
        self._serial = serial
        self._device = device
        self._shown: bytes | None = None
        self._partial = 0

    def display(self, image: Image.Image) -> None:
        """Send a picture of mode ``"1"``. Raises OSError where the display does not answer."""
        picture = pack(self._device.preprocess(image))
        before, self._shown = self._shown, None  # torn out in between, nobody knows what it shows
        self._partial = 0 if before is None else (self._partial + 1) % WHOLE_EVERY
        for window in changed_windows(before, picture) if before is not None and self._partial else [WHOLE]:
            self._send(window, picture)
        self._shown = picture

    def _send(self, window: Window, picture: bytes) -> None:
        """One window, as controllers with a window of their own take it (SSD1306 datasheet, 10.1.4 and 10.1.5)."""
        self._device.command(COLUMN_ADDRESS, window.left, window.right, PAGE_ADDRESS, window.top, window.bottom)
        self._device.data(list(window.cut(picture)))

    def contrast(self, level: int) -> None:
        """How bright its pixels shine (0 to 255). Raises OSError where the display does not answer."""
        self._device.contrast(level)

    def cleanup(self) -> None:
        """Switch the display off and let the bus go."""
        try:
            self._device.cleanup()
        finally:
            self._serial.cleanup()


class PagedOledController(OledController):
    """An SH1106: pages one by one, in a memory of 132 columns whose middle 128 are shown (datasheet, page 19)."""

    def _send(self, window: Window, picture: bytes) -> None:
        column = window.left + 2
        for page in range(window.top, window.bottom + 1):
            self._device.command(0xB0 | page, column & 15, 0x10 | column >> 4)
            self._device.data(list(Window(page, page, window.left, window.right).cut(picture)))


def connect_bus(oled: OledSettings) -> Any:
    """The bus of a display that answers there. Raises OSError or luma's own errors where none does."""
    serial = I2C(port=oled.port, address=oled.address)
    try:
        serial.command(NOP)
    except BaseException:
        serial.cleanup()
        raise
    return serial


def connect(oled: OledSettings) -> Display:
    """A luma device on its I2C bus. Raises OSError or luma's own errors where none answers.

    The bus is asked first: luma keeps every device that it has made until the program ends, answered or not.
    """
    serial = connect_bus(oled)
    try:
        device: Any = CHIPS[oled.type](serial, rotate=oled.rotate)
        device.contrast(oled.contrast)
    except BaseException:
        serial.cleanup()
        raise
    return (PagedOledController if oled.type == "sh1106" else OledController)(serial, device)


ShiftedContent = tuple[OledContent, tuple[int, int]]
"""What a display is to show, moved by so many pixels right and down."""


class Oleds:
    """Both displays. ``put`` takes `PeripheralStatus`; ``connector`` opens a display (a simulator brings its own)."""

    def __init__(
        self,
        oleds: tuple[OledSettings, OledSettings],
        put: Callable[[Input], None],
        connector: Callable[[OledSettings], Display] = connect,
    ) -> None:
        self._oleds = list(oleds)
        self._statuses = tuple(StatusReporter(name, put, is_known=False) for name in NAMES)
        self._connect = connector
        self._wake = threading.Condition()
        self._wanted: list[ShiftedContent | None] = [None, None]
        self._sent: list[ShiftedContent | None] = [None, None]
        self._displays: list[Display | None] = [None, None]
        self._opened: list[OledSettings | None] = [None, None]
        self._share = 100
        self._shining = [100, 100]
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def present(self) -> tuple[int, ...]:
        """The sides that have a display by the settings."""
        return tuple(side for side in (0, 1) if self._oleds[side].type != "none")

    def start(self) -> None:
        """Connect and draw in the background."""
        self._thread = threading.Thread(target=self._work, name="oled", daemon=True)
        self._thread.start()

    def show(self, side: int, content: OledContent, shift: tuple[int, int] = (0, 0)) -> None:
        """Show ``content`` on the display of ``side``, ``shift`` pixels right and down; what waits is dropped."""
        with self._wake:
            self._wanted[side] = content, shift
            self._wake.notify()

    def change(self, side: int, oled: OledSettings) -> None:
        """The display of ``side`` is another one from now on: the old one is switched off and this one opened."""
        with self._wake:
            self._oleds[side] = oled
            self._wake.notify()

    def dim(self, share: int) -> None:
        """Let both displays shine with ``share`` percent of the contrast that they have."""
        with self._wake:
            self._share = share
            self._wake.notify()

    def close(self) -> None:
        """Switch the displays off."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def _work(self) -> None:
        while not self._closed:
            served = [self.serve(side) for side in (0, 1)]
            with self._wake:
                if not self._closed and not any(self._behind(side) for side in (0, 1)):
                    self._wake.wait(None if all(served) else RETRY_S)
        for side in (0, 1):
            self._let_go(side)

    def _behind(self, side: int) -> bool:
        """Whether the display is not what it should be, as far as trying at once can help."""
        if self._opened[side] is not None and self._opened[side] != self._oleds[side]:
            return True
        if self._displays[side] is None:
            return False
        return self._wanted[side] != self._sent[side] or self._shining[side] != self._share

    def serve(self, side: int) -> bool:
        """Connect if needed and send the newest picture. False where the display has to be tried again."""
        with self._wake:
            oled, wanted, share = self._oleds[side], self._wanted[side], self._share
        if self._opened[side] is not None and self._opened[side] != oled:
            self._let_go(side)
            self._statuses[side].forget()
            if oled.type == "none":
                self._statuses[side].report(None)
        self._opened[side] = oled
        if oled.type == "none":
            return True
        try:
            display = self._displays[side]
            if display is None:
                display = self._displays[side] = self._connect(oled)
                self._sent[side] = None
                self._shining[side] = 100
            if self._shining[side] != share:
                display.contrast(oled.contrast * share // 100)
                self._shining[side] = share
            if wanted is not None and wanted != self._sent[side]:
                display.display(draw(*wanted))
                self._sent[side] = wanted
        except Exception:  # luma, smbus and the kernel each have errors of their own
            self._let_go(side)
            text = msg("Display {side} does not answer; check its cable. The game goes on.", side="AB"[side])
            self._statuses[side].report(text)
            return False
        self._statuses[side].report(None)
        return True

    def _let_go(self, side: int) -> None:
        lost, self._displays[side] = self._displays[side], None
        if lost is not None:
            with contextlib.suppress(Exception):
                lost.cleanup()
