"""Bytes on the wire to an OLED while a clock runs, against whole frames by luma: counted, not timed."""

import pytest
from luma.oled import device as chips

from device.peripherals.oled import OledController, PagedOledController
from device.peripherals.oled_render import draw
from rules.game import SECOND
from tools.play.gallery import FULL, load_record
from tools.play.players.polish_doubles import DoublesPlayer

SECONDS = 120


class CountingBus:
    """Stands in for luma's I2C interface and counts: address, control byte, payload."""

    def __init__(self):
        self.bytes = 0

    def command(self, *values):
        self.bytes += 2 + len(values)

    def data(self, values):
        self.bytes += 2 + len(values)

    def cleanup(self):
        pass


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """What each display shows second by second in the middle of a game."""
    record = load_record(FULL)
    player = DoublesPlayer(tmp_path_factory.mktemp("game"))
    player.set_up(record)
    for number, entry in enumerate(record.entries[:12]):
        player.do(entry, record.entries[number + 1])
    sides = [[], []]
    for _ in range(SECONDS + 1):
        player.clock.ns += SECOND
        for side, content in enumerate(player.kiosk.composer.oled_contents(player.kiosk.composer.moment())):
            sides[side].append(draw(content))
    player.close()
    return sides


def sent(device, bus, images):
    device.display(images[0])
    before = bus.bytes
    for image in images[1:]:
        device.display(image)
    return bus.bytes - before


@pytest.mark.parametrize(("name", "kind"), [("ssd1306", OledController), ("sh1106", PagedOledController)])
def test_a_running_clock_takes_a_quarter_of_the_bytes_of_whole_frames(pictures, name, kind):
    ours, whole = 0, 0
    for images in pictures:
        buses = CountingBus(), CountingBus()
        ours += sent(kind(buses[0], getattr(chips, name)(buses[0])), buses[0], images)
        whole += sent(getattr(chips, name)(buses[1]), buses[1], images)
    assert whole >= SECONDS * 2 * 1024
    assert ours <= whole / 4
