"""The real program on a real display: settings by touch, a picture turned under the finger, and the file afterwards."""

from __future__ import annotations

import sys

import pygame
import pytest

from device.kiosk.actions import BACK, SETTINGS, TURN, Go
from device.kiosk.picture import turned
from device.kiosk.widgets import place_of
from device.settings import load
from device.settings_room.rows import Set
from tests.process.desktop import Desktop, Simulator, needed, until

pytestmark = pytest.mark.timeout(180)
FILE = 'language = "cs"  # náš jazyk\n\n[screen]\nwidth = 640   # malá obrazovka\nheight = 400\n'
SIZE = (640, 400)


class Table(Simulator):
    """The simulator on a settings file of its own; touches go where a person sees the button."""

    def __init__(self, desktop, folder):
        self.file = folder / "settings.toml"
        self.file.write_text(FILE, encoding="utf-8")
        super().__init__(desktop, folder)
        self.mirror.close()
        self.mirror.size = SIZE
        self.mirror.kiosk, self.mirror.edges, self.mirror.faces, self.mirror.factory = self.mirror._start()

    def _start(self):
        command = [sys.executable, "-m", "device", "--settings", str(self.file), "--journal", str(self.journal)]
        return self.run([*command, "simulate"])

    def touch(self, action):
        x, y = place_of(self.mirror.kiosk.scene, action)
        degrees = self.mirror.kiosk.settings.screen.rotate
        place = turned(pygame.Rect(x, y, 1, 1), self.mirror.kiosk.look.size, degrees)
        self.desktop.hand("mousemove", "--window", self.window, str(place[0]), str(place[1]), "click", "1")
        self.mirror.touch(action)

    def says(self, **wanted):
        """Wait until the file gives these values of the screen or the top."""

        def given():
            settings = load(self.file)
            return all(getattr(settings.screen, key, getattr(settings, key, None)) == value
                       for key, value in wanted.items())  # fmt: skip

        until(given, f"{wanted} in the file")


@pytest.fixture
def table(tmp_path):
    needed()
    desktop = Desktop()
    table = Table(desktop, tmp_path)
    yield table
    table.kill()
    table.mirror.close()
    desktop.close()


def test_settings_are_touched_on_a_turned_picture_and_stand_in_the_file_with_its_remarks(table: Table):
    t = table
    t.touch(TURN)
    t.says(rotate=180)
    t.touch(SETTINGS)
    t.touch(Set("", "palette", "light"))
    t.says(palette="light")
    t.touch(Set("screen", "rotate", 90))
    t.says(rotate=90)
    t.touch(Go("polish_doubles"))
    t.touch(Set("polish_doubles", "turn_limit_s", 240))
    until(lambda: load(t.file).polish_doubles.turn_limit_s == 240, "the time limit in the file")
    t.kill()
    text = t.file.read_text(encoding="utf-8")
    assert 'language = "cs"  # náš jazyk\n' in text
    assert "width = 640   # malá obrazovka\n" in text
    assert not list(t.file.parent.glob(".settings*")), "nothing is left beside it"
    t.mirror.touch(BACK)
    t.process = t._start()
    t.touch(TURN)
    t.says(rotate=270, palette="light")
