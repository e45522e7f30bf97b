"""A pod's cable as the table's own end sees it: put in, torn out and put back, as often as people do that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.pods.ports import GONE, PICO, SerialLine, find
from firmware import wire
from tests.lab.inside.conftest import until
from tests.lab.models.gadget import Usb
from tests.pod.rig import Chip

NUMBER = "e66118c4e3513726"


@pytest.fixture
def usb(tmp_path: Path) -> Iterator[Usb]:
    chip = Chip(tmp_path / "chip", NUMBER)
    chip.say("f")
    new_usb = Usb(chip)
    yield new_usb
    new_usb.close()
    chip.off()


class End:
    """The table's end, opened as the table opens it."""

    def __init__(self) -> None:
        ports = until(lambda: find([NUMBER]), f"a port with the numbers {PICO} and the chip's own")
        assert [port.serial for port in ports] == [NUMBER]
        self.line = SerialLine(ports[0].path)
        self._decoder = wire.Decoder()

    def hears(self, word: str) -> tuple:
        """The next frame of that kind; it is asked for meanwhile."""

        def heard() -> tuple | None:
            self.line.write(wire.encode("who"))
            return next((values for kind, values in self._decoder.feed(self.line.read()) if kind == word), None)

        return until(heard, word)

    def gone(self) -> bool:
        try:
            self.line.read()
        except GONE:
            return True
        return False


def test_a_cable_put_back_speaks_again_and_tells_of_the_press_without_it(usb: Usb):
    for times in range(3):
        if times:
            usb.plug()
        end = End()
        boot = end.hears("hello")[3]
        if times:
            assert end.hears("edge")[:1] == (boot,)
        usb.unplug()
        until(end.gone, "the line is gone")
        end.line.close()
        until(lambda: not list(Path("/dev").glob("ttyACM*")), "the port is gone")
        usb.chip.say("p", 0, 0)
        usb.chip.say("p", 1, 0)
