"""Displays without glass: an I2C bus in place of smbus2's, what went over it, and what to send."""

import errno
import gc
from typing import ClassVar

import pytest
from PIL import Image

from device.common.settings.settings import OledSettings
from device.io.oled_content import OledContent
from device.peripherals.oled_render import draw

NONE = OledSettings(type="none")
CONTENTS = [OledContent("vy", f"2:{second:02d}", "38", left=0.8) for second in range(60)]
IMAGES = [draw(content) for content in CONTENTS]
A, B = 0, 1
TROUBLE = "Display A does not answer; check its cable. The game goes on."


class Wire:
    """An I2C bus in place of smbus2's, with displays on some addresses; keeps what each was sent."""

    open = 0
    present = (0x3C, 0x3D)
    port = None
    sent = ()
    status: ClassVar[dict[int, int]] = {}
    """The status byte by address; without one a display answers no reading."""

    def __init__(self, port):
        if port not in (1, 3):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")
        Wire.open += 1
        Wire.port = port
        self.closed = False

    def write_i2c_block_data(self, address, mode, data):
        if address not in self.present:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        Wire.sent.append((address, mode, bytes(data)))

    def i2c_rdwr(self, message):
        mode, *data = list(message)
        self.write_i2c_block_data(message.addr, mode, data)

    def read_byte_data(self, address, register):
        if address not in self.present or address not in self.status:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self.status[address]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        Wire.open -= not self.closed
        self.closed = True


def picture(sent):
    """What the last 1024 bytes of pixels say: eight pages of 128 columns, the lowest bit on top."""
    pixels = b"".join(data for _, mode, data in sent if mode == 0x40)[-1024:]
    image = Image.new("1", (128, 64))
    for place, column in enumerate(pixels):
        for bit in range(8):
            image.putpixel((place % 128, place // 128 * 8 + bit), 255 * (column >> bit & 1))
    return image


def devices(chip):
    """How many devices of that kind luma holds."""
    return sum(type(instance).__name__ == chip for instance in gc.get_objects())


CHIPS = pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309"])
