"""The settings room: a page per subject, each change at once. Whatever was shown before goes on behind it."""

from __future__ import annotations

from typing import Any

from device.edges.signals import Signals
from device.faces import Face
from device.kiosk.actions import BACK, Go, Put, Simple
from device.kiosk.canvas import Canvas, Look
from device.kiosk.widgets import Rect, Scene
from device.rooms import Host, Room, Rooms
from device.settings_room import pages
from device.settings_room.rows import Set, draw_rows
from device.words import t, tr

SCREEN, DISPLAYS, DEVICE, POWER = "screen", "displays", "device", "power"
COLUMNS = 3
"""Tabs beside each other on a tall screen."""


class SettingsRoom:
    """The settings, with the way back to the room ``behind``, whose clocks and displays go on meanwhile."""

    def __init__(self, host: Host, behind: Room, rooms: Rooms) -> None:
        self.host = host
        self.behind = behind
        self.rooms = rooms
        self.page = SCREEN
        self.side = 0
        self.facts = host.facts()

    def tabs(self) -> list[tuple[str, str]]:
        """The pages by their word, with the name on the tab; a game without readings has none."""
        games = [(room.key, tr(room.name)) for room in self.rooms.values() if room.readings]
        return [(SCREEN, t("Screen, sound")), *games, (DISPLAYS, t("Displays")), (DEVICE, t("Device"))]

    def scene(self, look: Look, at: int) -> Scene:
        """The page that is chosen, and the tabs of all."""
        if self.page == POWER:
            return pages.power(look, self.host.table.clock_runs)
        canvas = Canvas(look)
        if look.portrait:
            rail, body = canvas.rows(canvas.area, (58 * self._bands(), 850 - 58 * self._bands()))
        else:
            rail, body = canvas.cols(canvas.area, (150, 626))
        self._rail(canvas, rail)
        self._page(canvas, body)
        if look.toast:
            canvas.banner(body, look.toast)
        return canvas.scene()

    def _rail(self, canvas: Canvas, rect: Rect) -> None:
        tabs = self.tabs()
        if canvas.look.portrait:
            bands = canvas.rows(rect, (1,) * self._bands())
            boxes = [box for band in bands for box in canvas.cols(band, (1,) * COLUMNS)]
        else:
            boxes = canvas.rows(rect, (1,) * max(6, len(tabs) + 1))
        canvas.button(boxes[0], t("Back"), BACK, icon="back", size=17)
        for (page, name), box in zip(tabs, boxes[1:], strict=False):
            canvas.button(box, name, Go(page), selected=page == self.page, size=17)

    def _bands(self) -> int:
        """Rows of tabs on a tall screen."""
        return -(-(len(self.tabs()) + 1) // COLUMNS)

    def _page(self, canvas: Canvas, rect: Rect) -> None:
        settings = self.host.settings
        if self.page == SCREEN:
            draw_rows(canvas, rect, pages.screen(settings, self.facts))
        elif self.page == DISPLAYS:
            draw_rows(canvas, rect, pages.display(self.side, settings, self.host.troubles))
        elif self.page == DEVICE:
            above, below = canvas.rows(rect, (380, 76))
            draw_rows(canvas, above, pages.device(self.facts))
            again, off = canvas.cols(below, (1, 1))
            canvas.button(again, t("Look again"), pages.LOOK_AGAIN, sub=t("network"))
            why = None if settings.power_off.strip() else t("The settings name no command for it (power_off).")
            canvas.button(off, t("Switch off"), pages.ASK_POWER_OFF, sub=t("asks once more"), style="danger", why=why)
        else:
            readings = self.rooms[self.page].readings
            note = t("For new games; a game that has begun keeps its own.")
            draw_rows(canvas, rect, pages.game(readings, settings), note)

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where a value does not fit."""
        if isinstance(action, Set):
            self.host.change(action.part, action.key, action.value)
        elif isinstance(action, Go):
            self.page = action.screen
            if self.page == DEVICE:
                self.facts = self.host.facts()
        elif isinstance(action, Put) and action.name == "display":
            self.side = action.value
        elif action == BACK:
            self.back()
        elif action == pages.POWER_OFF:
            self.page = DEVICE
            self.host.power_off()
        elif isinstance(action, Simple):
            self.host.simple(action.name)

    def back(self) -> None:
        """From the question to its page, from a page to where one came from."""
        if self.page == POWER:
            self.page = DEVICE
        else:
            self.host.enter(self.behind)

    def typed(self, text: str) -> None:
        """Escape goes back."""
        if text == "\x1b":
            self.back()

    def next_change(self, at: int) -> int | None:
        """When something changes on the displays of the game behind."""
        return self.behind.next_change(at)

    def faces(self, at: int) -> tuple[Face, Face]:
        """What the room behind shows."""
        return self.behind.faces(at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer of the room behind."""
        return self.behind.signals(at)
