"""Bytes on the wire to an OLED while a clock runs, against whole frames by luma's own ``display``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from luma.oled import device as chips
from PIL import Image

from device.peripherals.oled import OledController, PagedOledController
from device.peripherals.oled_render import draw
from rules.game import SECOND
from tools.bench.measure import Result
from tools.play.gallery import FULL, load_record
from tools.play.players.polish_doubles import DoublesPlayer

SHOWN = 120


class CountingBus:
    """Stands in for luma's I2C interface and counts: address, control byte, payload."""

    def __init__(self) -> None:
        self.bytes = 0

    def command(self, *values: int) -> None:
        """Commands."""
        self.bytes += 2 + len(values)

    def data(self, values: list[int]) -> None:
        """Pixels."""
        self.bytes += 2 + len(values)

    def cleanup(self) -> None:
        """Nothing to close."""


def compare() -> Iterator[Result]:
    """Both controllers, two minutes of a turn, both pairs' OLEDs."""
    shown = pictures()
    for name, kind in (("ssd1306", OledController), ("sh1106", PagedOledController)):
        sums = [0, 0]
        for side in shown:
            buses = CountingBus(), CountingBus()
            full: Any = getattr(chips, name)(buses[1])
            for place, device in enumerate((kind(buses[0], getattr(chips, name)(buses[0])), full)):
                device.display(side[0])
                before = buses[place].bytes
                for image in side[1:]:
                    device.display(image)
                sums[place] += buses[place].bytes - before
        shows = SHOWN * len(shown)
        yield Result(
            f"bytes to an OLED a second ({name})", sums[0] / shows, "whole frames by luma", sums[1] / shows, "B", 0.25
        )


def pictures() -> list[list[Image.Image]]:
    """What each display shows second by second in the middle of a game."""
    record = load_record(FULL)
    with TemporaryDirectory() as folder:
        player = DoublesPlayer(Path(folder))
        player.set_up(record)
        for number, entry in enumerate(record.entries[:12]):
            player.do(entry, record.entries[number + 1])
        found: list[list[Image.Image]] = [[], []]
        for _ in range(SHOWN + 1):
            player.clock.ns += SECOND
            for side, content in enumerate(player.kiosk.controller.oled_contents(player.kiosk.table.game_time())):
                found[side].append(draw(content))
        player.close()
    return found
