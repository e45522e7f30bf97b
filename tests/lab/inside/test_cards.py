"""Two graphics cards, as a Pi 5 has with a panel and a monitor: the table draws where a display is connected.

The kernel's own switch makes a connector look unplugged; SDL is unmodified, and finds the cards as it would on a Pi.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from device.graphics import display

SIZES = {(800, 480), (640, 400)}
"""Of the two cards' displays (tests/lab/vm.py)."""
DRAWN = """
import pygame
from device.graphics.display import open_descriptors, open_display
assert open_display() == "kmsdrm"
surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
surface.fill((40, 90, 160))
pygame.display.flip()
cards = {path for path in open_descriptors().values() if path.startswith("/dev/dri/card")}
print(*surface.get_size(), *sorted(cards))
"""


def drawn(**more: str) -> tuple[tuple[int, int], list[str]]:
    """Open a display as the table does, in a program of its own: its size, and the cards that are open."""
    known = os.environ | {"SDL_VIDEODRIVER": "kmsdrm", "SDL_AUDIODRIVER": "dummy", **more}
    done = subprocess.run([sys.executable, "-c", DRAWN], env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-800:]
    wide, high, *cards = done.stdout.split()
    return (int(wide), int(high)), cards


@pytest.fixture(autouse=True)
def plugged() -> Iterator[None]:
    """Both displays are connected, before and after."""
    yield
    for status in display.DRM.glob("card*-*/status"):
        status.write_text("detect")


def test_the_table_draws_on_the_card_whose_display_is_connected():
    both = display.connected_displays(display.DRM)
    assert len({number for number, _ in both}) == 2, both
    seen = set()
    for number, place in both:
        (other,) = (one for _, one in both if one != place)
        other.joinpath("status").write_text("off")
        assert [one for one, _ in display.connected_displays(display.DRM)] == [number]
        size, cards = drawn()
        assert cards == [f"/dev/dri/card{number}"]
        seen.add(size)
        other.joinpath("status").write_text("detect")
    assert seen == SIZES


def test_where_both_are_connected_sdl_takes_the_card_that_it_is_told():
    numbers = [number for number, _ in display.connected_displays(display.DRM)]
    assert drawn()[1] == [f"/dev/dri/card{numbers[0]}"]
    assert drawn(**{display.CARD: numbers[1]})[1] == [f"/dev/dri/card{numbers[1]}"]
