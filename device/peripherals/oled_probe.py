"""Which displays answer on which I2C bus, and which chip they seem to have; nothing is drawn on them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from device.common.address import Address
from device.common.settings.settings import OledSettings
from device.peripherals.oled import connect_bus

DEV = Path("/dev")
ADDRESSES = (0x3C, 0x3D)
"""Addresses at which SSD1306 and SH1106 modules are sold."""
SMBUS: Address[Callable[..., Any]] = Address("smbus2:SMBus")
FAMILIES = {0x08: "SH1106", 0x03: "SSD1306", 0x04: "SSD1306", 0x06: "SSD1306", 0x07: "SSD1306"}
"""What the lower half of the status byte says of the chip. No datasheet promises it, firmwares of radios with such
displays (Meshtastic, SoftRF) go by it; what is not here says nothing, and an SSD1309 answers as an SSD1306."""


LETTER = 44
"""Height of the letter on a picture, in pixels."""


def trial_picture(side: int, *, bright: bool = False) -> Image.Image:
    """A frame along the very edge, which a wrong type shifts, and the side's letter; ``bright``: black on white."""
    image = Image.new("1", (128, 64), int(bright))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.text((64, 32), "AB"[side], fill=int(not bright), font=ImageFont.load_default(LETTER), anchor="mm")
    return image


def status_of(port: int, address: int) -> int | None:
    """The status byte that a display's chip answers with (SSD1306 datasheet, 8.1.1); None where it gives none, or now
    this and now that, as a bus does that is just being used."""
    try:
        with SMBUS(port) as bus:
            first, again = (int(bus.read_byte_data(address, 0)) for _ in range(2))
    except Exception:  # smbus and the kernel each have errors of their own
        return None
    return first if first == again else None


def family_of(port: int, address: int) -> str | None:
    """SH1106 or SSD1306, where the chip says so."""
    return FAMILIES.get((status_of(port, address) or 0) & 0x0F)


def buses(dev: Path = DEV) -> list[int]:
    """The numbers of the I2C buses there are."""
    names = (path.name.removeprefix("i2c-") for path in dev.glob("i2c-*"))
    return sorted(int(name) for name in names if name.isdigit())


def answering(dev: Path = DEV) -> Iterator[tuple[int, int]]:
    """Bus and address of each display that answers at one of `ADDRESSES`."""
    for port in buses(dev):
        for address in ADDRESSES:
            if answers(port, address):
                yield port, address


def answers(port: int, address: int) -> bool:
    """Whether a display is there."""
    with contextlib.suppress(Exception):  # as above; nobody there is what is to be found out
        connect_bus(OledSettings(port=port, address=address)).cleanup()
        return True
    return False
