"""OLEDs through luma.oled (SSD1306, SH1106, SSD1309): one worker thread, the newest picture wins.

A whole frame takes 23 ms at 400 kHz and 92 ms at 100 kHz, so only what changed of a picture is sent
(`device.peripherals.oled_diff`), and never from the loop's thread. A display that is missing or torn out is reported
once and tried again; when it is back it gets the newest content whole.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from PIL import Image

from device.address import Address
from device.io.inputs import Input, PeripheralStatus
from device.peripherals.oled_diff import WHOLE, Window, changed_windows, pack
from device.settings.settings import OledSettings
from rules.message import msg

RETRY_S = 3.0
WHOLE_EVERY = 60
"""Pictures, of which one is sent whole."""
NAMES = ("oled A", "oled B")

I2C: Address[Callable[..., Any]] = Address("luma.core.interface.serial:i2c")
CHIPS: Mapping[str, Address[Callable[..., Any]]] = {
    "ssd1306": Address("luma.oled.device:ssd1306"),
    "ssd1309": Address("luma.oled.device:ssd1309"),
    "sh1106": Address("luma.oled.device:sh1106"),
}
"""Controllers by the word that names them in the settings. luma takes 0.1 s to load on a laptop and much longer on a
Pi; a table without OLEDs is spared that."""


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


class Oleds:
    """Both displays. ``put`` takes `PeripheralStatus`; ``connector`` opens a display (a simulator brings its own)."""

    def __init__(
        self,
        oleds: tuple[OledSettings, OledSettings],
        put: Callable[[Input], None],
        connector: Callable[[OledSettings], Display] = connect,
    ) -> None:
        self._oleds = list(oleds)
        self._put = put
        self._connect = connector
        self._wake = threading.Condition()
        self._wanted: list[Image.Image | None] = [None, None]
        self._sent: list[Image.Image | None] = [None, None]
        self._displays: list[Display | None] = [None, None]
        self._opened: list[OledSettings | None] = [None, None]
        self._share = 100
        self._shining = [100, 100]
        self._well: list[bool | None] = [None, None]
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

    def show(self, side: int, image: Image.Image) -> None:
        """Show ``image`` on the display of ``side``; an older picture that waits is dropped."""
        with self._wake:
            self._wanted[side] = image
            self._wake.notify()

    def change(self, side: int, oled: OledSettings) -> None:
        """The display of ``side`` is another one from now on: the old one is switched off and this one opened."""
        with self._wake:
            if oled != self._oleds[side]:
                self._oleds[side] = oled
                self._wake.notify()

    def dim(self, share: int) -> None:
        """Let both displays shine with ``share`` percent of the contrast that they have."""
        with self._wake:
            if share != self._share:
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
        while True:
            with self._wake:
                if self._closed:
                    break
            served = [self.serve(side) for side in (0, 1)]
            with self._wake:
                if not self._closed and not self._fresh():
                    self._wake.wait(None if all(served) else RETRY_S)
        for side in (0, 1):
            self._let_go(side)

    def _fresh(self) -> bool:
        return any(self._behind(side) for side in (0, 1))

    def _behind(self, side: int) -> bool:
        """Whether the display is not what it should be, as far as trying at once can help."""
        if self._opened[side] is not None and self._opened[side] != self._oleds[side]:
            return True
        if self._displays[side] is None:
            return False
        return self._wanted[side] is not self._sent[side] or self._shining[side] != self._share

    def serve(self, side: int) -> bool:
        """Connect if needed and send the newest picture. False where the display has to be tried again."""
        with self._wake:
            oled, wanted, share = self._oleds[side], self._wanted[side], self._share
        if self._opened[side] is not None and self._opened[side] != oled:
            self._let_go(side)
            self._well[side] = None
            if oled.type == "none":
                self._put(PeripheralStatus(NAMES[side], None))
        self._opened[side] = oled
        if oled.type == "none":
            return True
        try:
            if self._displays[side] is None:
                self._displays[side] = self._connect(oled)
                self._sent[side] = None
                self._shining[side] = 100
            sent = self._sent[side]
            display = self._displays[side]
            if display is not None and self._shining[side] != share:
                display.contrast(oled.contrast * share // 100)
                self._shining[side] = share
            if wanted is not None and display is not None:
                if sent is None or (wanted is not sent and wanted.tobytes() != sent.tobytes()):
                    display.display(wanted)
                self._sent[side] = wanted
        except Exception:  # luma, smbus and the kernel each have errors of their own
            self._let_go(side)
            self._tell(side, False)
            return False
        self._tell(side, True)
        return True

    def _let_go(self, side: int) -> None:
        lost, self._displays[side] = self._displays[side], None
        if lost is not None:
            with contextlib.suppress(Exception):
                lost.cleanup()

    def _tell(self, side: int, well: bool) -> None:
        if self._well[side] == well:
            return
        self._well[side] = well
        trouble = None
        if not well:
            trouble = msg("Display {side} does not answer; check its cable. The game goes on.", side="AB"[side])
        self._put(PeripheralStatus(NAMES[side], trouble))
