"""The lab's model of a display, held against the driver and the datasheet, so that the lab does not prove itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled.device import ssd1306
from PIL import Image

from device.peripherals.oled import OledController
from tests.lab.models.ssd1306 import HEIGHT, WIDTH, Ssd1306


class Wire:
    """luma's serial interface, straight into a display: the control bytes are those of its I2C (0x00, 0x40)."""

    def __init__(self, display):
        self.display = display

    def command(self, *words):
        self.display.write(bytes([0x00, *words]))

    def data(self, content):
        for at in range(0, len(content), 31):
            self.display.write(bytes([0x40, *content[at : at + 31]]))

    def cleanup(self):
        pass


def pixels(image):
    return image.convert("L").tobytes()


@st.composite
def pictures(draw):
    """A picture with a few dots and a block: what differs from the one before lies in windows of all kinds."""
    image = Image.new("1", (WIDTH, HEIGHT))
    for x, y in draw(st.lists(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)), max_size=12)):
        image.putpixel((x, y), 1)
    left, top = draw(st.integers(0, 100)), draw(st.integers(0, 50))
    image.paste(1, (left, top, left + draw(st.integers(1, 28)), top + draw(st.integers(1, 14))))
    return image


@given(st.lists(pictures(), min_size=1, max_size=4))
def test_whatever_is_sent_whole_or_in_parts_the_glass_shows_it(images):
    display = Ssd1306()
    wire = Wire(display)
    chip = OledController(wire, ssd1306(wire))
    for image in images:
        chip.display(image)
        assert display.picture() == pixels(image)


def test_a_new_display_is_dark_and_one_that_is_switched_off_again_too():
    display = Ssd1306()
    assert display.picture() == bytes(WIDTH * HEIGHT)
    device = ssd1306(Wire(display))
    device.display(Image.new("1", (WIDTH, HEIGHT), 1))
    assert display.picture() == b"\xff" * WIDTH * HEIGHT
    device.hide()
    assert display.picture() == bytes(WIDTH * HEIGHT)
    assert display.read(1) == b"\x40", "the status says so"


@pytest.mark.parametrize(
    ("command", "seen"), [(0xA7, "inverted"), (0xA0, "mirrored"), (0xC0, "flipped"), (0xA6, "upright")]
)
def test_commands_that_turn_the_picture(command, seen):
    display = Ssd1306()
    device = ssd1306(Wire(display))
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putpixel((3, 9), 1)
    device.display(image)
    display.write(bytes([0x00, command]))
    if seen == "mirrored":  # what is there already stays as it is
        assert display.picture() == pixels(image)
        device.display(image)
    turned = {
        "inverted": image.convert("L").point(lambda value: 255 - value),
        "mirrored": image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        "flipped": image.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        "upright": image,
    }
    assert display.picture() == pixels(turned[seen])
