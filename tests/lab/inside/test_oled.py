"""Pictures through unmodified luma.oled on a real /dev/i2c-1, looked at where people look: on the display's glass."""

import errno
from pathlib import Path
from queue import SimpleQueue

import pytest
from PIL import Image

from device.doctor import displays as doctor
from device.io.inputs import PeripheralStatus
from device.peripherals.oled import Oleds, connect
from device.settings.settings import Settings
from tests.lab.inside.conftest import until
from tests.lab.models.cuse import Wires

GOLDEN = Path(__file__).parents[2] / "golden" / "cs" / "polish_doubles" / "oled"
A, B = 0x3C, 0x3D
SETTINGS = Settings()
BUS_GONE = {errno.ECONNABORTED, errno.ENOTCONN, errno.ENODEV}
"""What the kernel's FUSE answers once a device's server has died: a request under way, the next one, an open."""


@pytest.fixture
def table(wires: Wires):
    heard = SimpleQueue()
    oleds = Oleds((SETTINGS.oled_a, SETTINGS.oled_b), heard.put)
    oleds.heard = heard
    oleds.start()
    yield oleds
    oleds.close()


def golden(name):
    """Both OLEDs of an approved picture, as bytes for pixels."""
    both = Image.open(GOLDEN / f"{name}.png").convert("1")
    return [both.crop((at, 0, at + 128, 64)) for at in (0, 136)]


def pixels(image):
    return image.convert("L").tobytes()


@pytest.mark.parametrize("name", ["play", "sheet"])
def test_what_the_glass_shows_is_the_approved_face(wires: Wires, table: Oleds, name):
    images = golden(name)
    for side, image in enumerate(images):
        table.show(side, image)
    for address, image in zip((A, B), images, strict=True):
        until(lambda address=address, image=image: wires.show(address) == pixels(image), f"{name} on {address:#x}")


def test_a_display_that_was_torn_out_has_the_newest_face_when_it_is_back(wires: Wires, table: Oleds):
    play, result = golden("play")[0], golden("sheet")[0]
    table.show(0, play)
    until(lambda: wires.show(A) == pixels(play), "the first picture")
    wires.pull(A)
    table.show(0, result)
    until(
        lambda: not table.heard.empty() and isinstance(one := table.heard.get(), PeripheralStatus) and one.trouble,
        "said",
    )
    wires.plug(A)
    until(lambda: wires.show(A) == pixels(result), "the newest picture, whole")
    until(lambda: not table.heard.empty() and table.heard.get() == PeripheralStatus("oled A", None), "well again")


def test_an_address_where_nobody_is_and_a_bus_that_is_gone(wires: Wires):
    wires.pull(B)
    with pytest.raises(Exception, match="not found"):
        connect(SETTINGS.oled_b)
    assert [ok for side in (0, 1) for ok, _ in doctor.oled(SETTINGS, side)] == [True, False]
    display = connect(SETTINGS.oled_a)
    wires.close()
    with pytest.raises(OSError, match="Errno") as gone:
        display.display(golden("play")[0])
    assert gone.value.errno in BUS_GONE
