"""The settings room: a page per subject, each change at once. Whatever was shown before goes on behind it.

It knows no game by name: what a game freezes it shows from the `readings` of every `GameScreens` there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.i18n import t, tr
from device.kiosk.actions import BACK, DONE, Command, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, GameScreens, GameScreensByKey, Host
from device.kiosk.lists import page_of, pager
from device.kiosk.overlay import Overlay
from device.kiosk.widgets import Rect, Scene
from device.settings.settings import longest
from device.settings_screens import pages
from device.settings_screens.pods import PodsController
from device.settings_screens.rows import Option, Row, Set, Write, draw_rows

SCREEN, RULES, DISPLAYS, BUTTONS, PODS, EVENT, DEVICE, POWER = (
    "screen",
    "rules",
    "displays",
    "buttons",
    "pods",
    "event",
    "device",
    "power",
)
COLUMNS = 4
"""Tabs beside each other on a tall screen."""
FITS = 8
"""Rows on a page; what has more is paged."""


class SettingsController(Overlay):
    """The settings, with the way back to the room below, whose clocks and displays go on meanwhile."""

    def __init__(self, host: Host, under: Controller, rooms: GameScreensByKey) -> None:
        super().__init__(host, under)
        self.games: list[GameScreens] = [room for room in rooms.values() if room.readings]
        playing = host.table.game.key if host.table.history is not None else ""
        self.game = next((n for n, room in enumerate(self.games) if room.key == playing), 0)
        self.page = SCREEN
        self.leaf = 0
        self.side = 0
        self.facts = host.facts()
        self.writing: Write | None = None
        self.text = ""
        self.shift = True

    def tabs(self) -> list[tuple[str, str]]:
        """The pages by their word, with the name on the tab."""
        rules = [(RULES, t("Rules of games"))] if self.games else []
        return [
            (SCREEN, t("Screen, sound")),
            *rules,
            (EVENT, t("Tournament")),
            (DISPLAYS, t("Displays")),
            (BUTTONS, t("Buttons")),
            (PODS, t("Pods")),
            (DEVICE, t("Device")),
        ]

    def scene(self, look: Look, at: int) -> Scene:
        """The page that is chosen, and the tabs of all."""
        if self.page == POWER:
            return pages.power(look, self.host.table.clock_runs)
        if self.writing is not None:
            return pages.keyboard(look, self.writing.name, self.text, self.shift)
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
            boxes = canvas.rows(rect, (1,) * (len(tabs) + 1))
        canvas.button(boxes[0], t("Back"), BACK, icon="back", size=17)
        for (page, name), box in zip(tabs, boxes[1:], strict=False):
            canvas.button(box, name, Go(page), selected=page == self.page, size=17, lines=2)

    def _bands(self) -> int:
        """Rows of tabs on a tall screen."""
        return -(-(len(self.tabs()) + 1) // COLUMNS)

    def _page(self, canvas: Canvas, rect: Rect) -> None:
        settings = self.host.settings
        if self.page == SCREEN:
            draw_rows(canvas, rect, pages.screen(settings, self.facts))
        elif self.page == DISPLAYS:
            draw_rows(canvas, rect, pages.display(self.side, settings, self.host.troubles))
        elif self.page == BUTTONS:
            draw_rows(canvas, rect, pages.buttons(settings, self.host.troubles))
        elif self.page == EVENT:
            draw_rows(canvas, rect, pages.event(settings), t("For the head of the scoresheets of new games."))
        elif self.page == DEVICE:
            above, below = canvas.rows(rect, (380, 76))
            draw_rows(canvas, above, pages.device(self.facts))
            again, off = canvas.cols(below, (1, 1))
            canvas.button(again, t("Look again"), pages.LOOK_AGAIN, sub=t("network"))
            why = None if settings.power_off.strip() else t("The settings name no command for it (power_off).")
            canvas.button(off, t("Switch off"), pages.ASK_POWER_OFF, sub=t("asks once more"), style="danger", why=why)
        else:
            self._rules(canvas, rect)

    def _rules(self, canvas: Canvas, rect: Rect) -> None:
        """The readings of one game, and beside each other the games there are."""
        room = self.games[self.game]
        games = tuple(Option(tr(one.name), Put("game", n), n == self.game) for n, one in enumerate(self.games))
        rows = pages.game(room.readings, self.host.settings)
        note = t("For new games; a game that has begun keeps its own.")
        self._paged(canvas, rect, Row("", games), rows, note)

    def _paged(self, canvas: Canvas, rect: Rect, head: Row, rows: Sequence[Row], note: str) -> None:
        fits = FITS - 1 if len(rows) < FITS else FITS - 2
        page = page_of(len(rows), fits, self.leaf)
        part = rows[page.first : page.last]
        if page.count == 1:
            draw_rows(canvas, rect, [head, *part], note)
            return
        above, below = canvas.rows(rect, (410, 54))
        draw_rows(canvas, above, [head, *part], note, fits + 1)
        pager(canvas, below, page, (t("Back"), t("Next")))

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where a value does not fit."""
        if isinstance(action, Set):
            self.host.change(action.part, action.key, action.value)
        elif isinstance(action, Write):
            self.writing, self.text = action, action.now
            self.shift = not self.text
        elif isinstance(action, Go) and action.screen == "page":
            self.leaf = action.arg
        elif isinstance(action, Go) and action.screen == PODS:
            self.host.enter(PodsController(self.host, self))
        elif isinstance(action, Go):
            self.page = action.screen
            if self.page == DEVICE:
                self.facts = self.host.facts()
        elif isinstance(action, Put):
            self._put(action)
        elif action == BACK:
            self.back()
        elif action == DONE:
            self.done()
        elif action == Command.SHIFT:
            self.shift = not self.shift
        elif action == pages.POWER_OFF:
            self.page = DEVICE
            self.host.power_off()
        elif isinstance(action, Command):
            self.host.command(action)

    def _put(self, action: Put) -> None:
        if action.name == "display":
            self.side = action.value
        elif action.name == "game":
            self.game, self.leaf = action.value, 0
        elif action.name == "key":
            self.key(action.value)

    def key(self, text: str) -> None:
        """A letter or backspace of what is being written."""
        if self.writing is None:
            return
        if text == "\b":
            self.text = self.text[:-1]
        elif len(self.text) < longest(self.writing.part, self.writing.key):
            self.text += text
        self.shift = not self.text or self.text.endswith((" ", "-"))

    def done(self) -> None:
        """What was written holds. Raises `Refusal`."""
        if self.writing is not None:
            self.host.change(self.writing.part, self.writing.key, self.text.strip())
            self.writing = None

    def back(self) -> None:
        """From the question or the keyboard to its page, from a page to where one came from."""
        if self.writing is not None:
            self.writing = None
        elif self.page == POWER:
            self.page = DEVICE
        else:
            self.close()

    def typed(self, text: str) -> None:
        """Escape goes back; while something is written, an attached keyboard writes it."""
        if text == "\x1b":
            self.back()
        elif text == "\r":
            self.done()
        elif text == "\b" or text.isprintable():
            self.key(text)
