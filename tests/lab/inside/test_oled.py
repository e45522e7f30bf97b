"""Pictures through unmodified luma.oled on a real /dev/i2c-1, looked at where people look: on the display's glass."""

import errno
from queue import SimpleQueue

import pytest

from device.common.settings.settings import Settings
from device.doctor import displays as doctor
from device.io.inputs import PeripheralStatus
from device.io.oled_content import OledContent
from device.peripherals.oled import Oleds, connect
from device.peripherals.oled_render import draw
from tests.lab.inside.conftest import until
from tests.lab.models.cuse import Wires

A, B = 0x3C, 0x3D
SETTINGS = Settings()
PLAY = OledContent("soupeř", "2:50", "154", crosses=3, left=0.9375, mark="1. tah", waits=True, official="úřední")
SHEET = OledContent("vy", "2:21", "38", left=0.78125, mine=True, mark="2. tah")
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


def pixels(content):
    """What of the glass shines for that content, as bytes for pixels."""
    return draw(content).convert("L").tobytes()


def test_what_the_glass_shows_is_what_was_drawn(wires: Wires, table: Oleds):
    for contents in ((PLAY, SHEET), (SHEET, PLAY)):
        for side, content in enumerate(contents):
            table.show(side, content)
        for address, content in zip((A, B), contents, strict=True):
            until(lambda at=address, content=content: wires.show(at) == pixels(content), f"{address:#x}")


def test_a_display_that_was_torn_out_has_the_newest_face_when_it_is_back(wires: Wires, table: Oleds):
    table.show(0, PLAY)
    until(lambda: wires.show(A) == pixels(PLAY), "the first picture")
    wires.pull(A)
    table.show(0, SHEET)
    until(
        lambda: (
            not table.heard.empty() and isinstance(status := table.heard.get(), PeripheralStatus) and status.trouble
        ),
        "said",
    )
    wires.plug(A)
    until(lambda: wires.show(A) == pixels(SHEET), "the newest picture, whole")
    until(lambda: not table.heard.empty() and table.heard.get() == PeripheralStatus("oled A", None), "well again")


def test_an_address_where_nobody_is_and_a_bus_that_is_gone(wires: Wires):
    wires.pull(B)
    with pytest.raises(Exception, match="not found"):
        connect(SETTINGS.oled_b)
    assert [ok for side in (0, 1) for ok, _ in doctor.oled(SETTINGS, side)] == [True, False]
    display = connect(SETTINGS.oled_a)
    wires.close()
    with pytest.raises(OSError, match="Errno") as gone:
        display.display(draw(PLAY))
    assert gone.value.errno in BUS_GONE
