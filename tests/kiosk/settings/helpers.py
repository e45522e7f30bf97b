"""What the tests of the settings' screens ask of a table."""

from __future__ import annotations

from device.common.settings.reading import load
from device.common.settings.settings import Settings
from device.graphics.actions import BACK
from device.graphics.widgets import Touch
from device.kiosk.settings_file import SettingsFile
from device.screens.settings.rows import Set


def written(p) -> Settings:
    """What the file says once the thread has written it."""
    p.kiosk.preferences.file.close()
    settings = load(p.kiosk.preferences.file.path)
    p.kiosk.preferences.file = SettingsFile(p.kiosk.preferences.file.path, p.kiosk.post)
    return settings


def back_to_game(p):
    """From the settings to the menu they were opened from, and to the game."""
    p.touch(BACK)
    p.touch(BACK)


def rules_of(p) -> str:
    """The game whose rules show."""
    state = p.kiosk.controller.state
    return state.games[p.kiosk.controller.current_screen().game(state)].key


def sets(p):
    """What can be set on the page that shows."""
    return {widget.action for widget in p.kiosk.scene if isinstance(widget, Touch) and isinstance(widget.action, Set)}
