"""Every screen that was approved, in every size and language, is in the browser to the pixel what the table drew."""

import hashlib

import pygame
import pytest

from device.browser.display import BrowserDisplay
from device.graphics.painter import Painter
from device.graphics.palette import DARK
from tests.browser.player import CODE, Pages
from tests.kiosk.conftest import evening, game_of_evening  # noqa: F401 - fixtures
from tests.kiosk.evening import CZECH, VIEWS
from tests.kiosk.scene_text import coloured

SHA = """(async () => {
    const pixels = paper.getImageData(0, 0, picture.width, picture.height).data;
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels));
    return Array.from(sum, (one) => one.toString(16).padStart(2, '0')).join('');
})()"""


@pytest.mark.parametrize("view", [view for view in VIEWS if view[0] == "cs" or view[1] == CZECH[1]])
def test_it_is_equal_to_the_pixel(evening, view, browser):  # noqa: F811
    display = BrowserDisplay(view[1])
    pages = Pages(display)
    try:
        browser.open(f"http://127.0.0.1:{pages.place.port}/?look={evening.game}{view[1][0]}#{CODE}")
        browser.wait("table.whole")
        painter = Painter(display.surface, DARK.back)
        for name, shown in evening.screens.items():
            display.present(painter.paint(coloured(shown.marked[view], DARK)))
            browser.wait(f"table.seq >= {display.state[1]}")
            drawn = pygame.image.tobytes(display.surface, "RGBA")
            assert browser.read(SHA) == hashlib.sha256(drawn).hexdigest(), name
        assert browser.read("table.frames") > len(evening.screens) / 2
    finally:
        pages.close()
        display.close()
