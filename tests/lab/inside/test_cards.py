"""Two graphics cards, as a Pi 5 has with a panel and a monitor, and two connectors of one card, as a Pi 4 has them: the
table draws where a display is connected, and on the panel where both are.

The kernel's own switch plugs displays in and out; SDL is unmodified, and finds the cards as it would on a Pi.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.common.settings.settings import Settings
from device.doctor import displays as doctor
from device.graphics import display
from tests.lab.inside.conftest import until
from tests.lab.inside.program import Program, shows
from tools.play.players.polish_doubles import DoublesPlayer

SIZES = {(800, 480), (640, 400)}
"""Of the two cards' displays (tests/lab/vm.py)."""
CONNECTORS = 1
"""The card that has two connectors, by its number there."""
SETTINGS = """
journal = "{folder}/journal.db"
volume = 0.0
[buttons]
pin_factory = "none"
[screen]
dim_after_s = 0
[oled_a]
type = "none"
[oled_b]
type = "none"
"""
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
        (other,) = (path for _, path in both if path != place)
        other.joinpath("status").write_text("off")
        assert [card for card, _ in display.connected_displays(display.DRM)] == [number]
        size, cards = drawn()
        assert cards == [f"/dev/dri/card{number}"]
        seen.add(size)
        other.joinpath("status").write_text("detect")
    assert seen == SIZES


def test_where_both_are_connected_sdl_takes_the_card_that_it_is_told():
    numbers = [number for number, _ in display.connected_displays(display.DRM)]
    assert drawn()[1] == [f"/dev/dri/card{numbers[0]}"]
    assert drawn(**{display.CARD: numbers[1]})[1] == [f"/dev/dri/card{numbers[1]}"]


@pytest.fixture
def card_of_a_pi4(tmp_path: Path) -> Iterator[Callable[[str, str], list[Path]]]:
    """Displays at both connectors of one card and at no other; the function names the connectors, first the one with
    the lower identifier. The kernel calls them ``Virtual``: links with a Pi's names lie over its folder."""
    cards = (sorted(display.DRM.glob(f"card{number}-*")) for number in range(2))
    (both,) = ([place.resolve() for place in connectors] for connectors in cards if len(connectors) == 2)
    card = both[0].parent.name
    for status in display.DRM.glob("card*-*/status"):
        status.write_text("on" if status.parent.resolve() in both else "off")
    named = tmp_path / "drm"
    named.mkdir()

    def name(*connectors: str) -> list[Path]:
        for place, connector in zip(both, connectors, strict=True):
            (named / f"{card}-{connector}").symlink_to(place)
        (named / card).symlink_to(display.DRM.joinpath(card).resolve())
        subprocess.run(["mount", "--bind", str(named), str(display.DRM)], check=True)
        return both

    yield name
    subprocess.run(["umount", str(display.DRM)], check=True)


@pytest.mark.parametrize(
    ("names", "drawn_on"), [(("HDMI-A-1", "DSI-1"), 1), (("DSI-1", "HDMI-A-1"), 0), (("HDMI-A-2", "HDMI-A-1"), 1)]
)
def test_of_one_card_s_two_displays_the_table_draws_on_the_one_that_the_doctor_names(
    card_of_a_pi4, tmp_path: Path, names: tuple[str, str], drawn_on: int
):
    both = card_of_a_pi4(*names)
    modes = [place.joinpath("modes").read_text().split()[0] for place in both]
    wide, high = (int(pixels) for pixels in modes[drawn_on].split("x"))
    named = [str(text) for ok, text in doctor.driver(Settings()) if ok]
    assert named[1:] == [f"The table draws on {names[drawn_on]} {wide}x{high}."]
    mirror, table = DoublesPlayer(tmp_path / "mirror", size=(wide, high)), None
    try:
        table = Program(tmp_path, SETTINGS.format(folder=tmp_path))
        surface = mirror.kiosk.screen.display.surface
        until(lambda: shows(surface, f"connector-{drawn_on}", CONNECTORS, drawn_on), "the home screen")
        assert not shows(surface, f"connector-{1 - drawn_on}", CONNECTORS, 1 - drawn_on)
        assert [str(text) for ok, text in doctor.driver(Settings()) if ok] == named, "nor otherwise while it runs"
    finally:
        if table is not None:
            table.close()
        mirror.close()
