"""The real program on a real display: settings by touch, a picture turned under the finger, and the file afterwards."""

from __future__ import annotations

import pytest

from device.common.settings.reading import load
from device.graphics.actions import BACK, SETTINGS, TURN
from device.kiosk.screen import call_on
from device.screens.settings.page import SettingsPage
from device.screens.settings.rows import Set
from device.screens.settings.screens import RulesPage
from rules.options.polish_doubles import NewDoubles
from tests.process.desktop import Desktop, Table, needed, until

pytestmark = pytest.mark.timeout(180)
FILE = 'language = "cs"  # náš jazyk\n\n[screen]\nwidth = 640   # malá obrazovka\nheight = 400\n'
SIZE = (640, 400)


def says(table: Table, **wanted: object) -> None:
    """Wait until the file gives these values of the screen or the top."""

    def given() -> bool:
        settings = load(table.file)
        return all(
            getattr(settings.screen, key, getattr(settings, key, None)) == value for key, value in wanted.items()
        )

    until(given, f"{wanted} in the file")


@pytest.fixture
def table(tmp_path):
    needed()
    desktop = Desktop()
    table = Table(desktop, tmp_path, FILE, SIZE)
    yield table
    table.kill()
    table.mirror.close()
    desktop.close()


def test_settings_are_touched_on_a_turned_picture_and_stand_in_the_file_with_its_remarks(table: Table):
    t = table
    t.touch(TURN)
    says(t, rotate=180)
    t.touch(SETTINGS)
    t.touch(Set("", "palette", "light"))
    says(t, palette="light")
    t.touch(Set("screen", "rotate", 90))
    says(t, rotate=90)
    t.touch(call_on(SettingsPage.tab, RulesPage))
    t.touch(Set("polish_doubles", "turn_limit_s", 240))
    until(lambda: load(t.file).options_of(NewDoubles).turn_limit_s == 240, "the time limit in the file")
    t.kill()
    text = t.file.read_text(encoding="utf-8")
    assert 'language = "cs"  # náš jazyk\n' in text
    assert "width = 640   # malá obrazovka\n" in text
    assert not list(t.file.parent.glob(".settings*")), "nothing is left beside it"
    t.mirror.real = None
    t.mirror.touch(BACK)
    t.mirror.real = t
    t.process = t._start()
    t.touch(TURN)
    says(t, rotate=270, palette="light")
