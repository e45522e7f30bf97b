"""A page of the settings with the tabs of all: what it is drawn from, and how its rows are paged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from device.common.specs.spec import GameSpec
from device.graphics.actions import Effect
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.lists import page_of, pager
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect
from device.kiosk.host import DeviceInfo
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, PagedScreen, Screen, call
from device.kiosk.screen_controller import CLOSE
from device.screens.settings.rows import HIGH, SettingRow, draw_rows
from rules.message import Message

MOST_TABS = 7
"""Tabs below each other; fewer are as high."""
COLUMNS = 4
"""Tabs beside each other on a tall screen."""
FITS = 8
"""Rows on a page; what has more is paged."""
LEAST = 46, 86
"""Height of a row with the gap below it, in units, in which a control is as high as a thumb; on a tall screen."""
LARGE, LARGE_UPRIGHT = 60, 104
"""Height of a row in large print, in units, and on a tall screen, where a row is two lines high."""


@dataclass(frozen=True, slots=True)
class SettingsState:
    """What the settings are drawn from.

    ``tabs`` are the pages by their names; ``games`` those that have rule options, ``playing`` is the one on the table
    (0: none), ``running`` whether its clock runs, and ``facts`` is the device as it was when they were read.
    """

    settings: Settings
    facts: DeviceInfo
    troubles: Mapping[str, Message]
    tabs: Sequence[tuple[Message, type[SettingsPage]]]
    games: tuple[GameSpec, ...]
    playing: int = 0
    running: bool = False


@dataclass(frozen=True, slots=True)
class PageChoices:
    """What was chosen on a page and still holds when one comes back to it.

    ``game``: whose rules show (None: of the game on the table), ``page``: which part of them, ``side``: whose OLED.
    """

    game: int | None = None
    page: int = 0
    side: int = 0


def fitting(canvas: Canvas, rect: Rect) -> int:
    """How many rows there is room for in ``rect``."""
    if not canvas.look.large_print:
        return min(FITS, (rect.h - canvas.u(12)) // canvas.u(LEAST[canvas.look.portrait]))
    return (rect.h - canvas.u(16)) // canvas.u(LARGE_UPRIGHT if canvas.look.portrait else LARGE)


class ReadDevice(Effect, frozen=True):
    """Read anew what this device is, and show ``then``."""

    then: Screen[SettingsState]


class SettingsPage(PagedScreen[SettingsState]):
    """A page with the tabs of all; ``page`` is which part of its rows shows."""

    chosen: PageChoices = PageChoices()

    @abstractmethod
    def rows(self, state: SettingsState) -> list[SettingRow]:
        """Its settings."""

    def note(self, state: SettingsState) -> str:
        """What should be known of the page, in a line."""
        return ""

    def on_open(self) -> Next[SettingsState]:
        """What comes when its tab is touched."""
        return self

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Draw what stands beside the tabs."""
        self.draw_paged(canvas, rect, state)

    def draw_paged(self, canvas: Canvas, rect: Rect, state: SettingsState, head: SettingRow | None = None) -> None:
        """As many rows as fit, and the way to the others; ``head`` stands above them on each page."""
        rows, note = self.rows(state), self.note(state) if canvas.look.portrait else ""
        always = [head] if head is not None else []
        taken = len(always) + bool(note)
        if len(rows) <= fitting(canvas, rect) - taken:
            draw_rows(canvas, rect, [*always, *rows], note, min(6, rect.h // canvas.u(HIGH + GAP)))
            return
        above, below = canvas.rows(rect, (rect.h - canvas.u(HIGH + GAP), canvas.u(HIGH)))
        fits = fitting(canvas, above) - taken
        page = page_of(len(rows), fits, self.current_page())
        draw_rows(canvas, above, [*always, *rows[page.first : page.last]], note, fits + len(always))
        pager(canvas, below, page, (t("Back"), t("Next")), lambda number: call(self.on_page, number))

    def current_page(self) -> int:
        """Which part of the rows shows."""
        return self.page or 0

    def draw(self, canvas: Canvas, view: Moment[SettingsState]) -> Rect:
        """The tabs and the page."""
        tabs = view.state.tabs
        bands = -(-len(tabs) // COLUMNS)
        head, rest = below_heading(canvas, (1,))
        here = next(tr(name) for name, page in tabs if page is type(self))
        tall, note = canvas.look.portrait, self.note(view.state)
        heading(canvas, head, here, t("Settings") if tall or not note else note)
        if tall:
            high = 68 if canvas.look.large_print else 56
            rail, body = canvas.rows(rest, (high * bands, 720 - high * bands))
            boxes = canvas.grid(rail, COLUMNS, bands)
        else:
            rail, body = canvas.cols(rest, (150, 626))
            boxes = canvas.rows(rail, (1,) * max(MOST_TABS, len(tabs)), canvas.u(2 if canvas.look.large_print else 4))
        for (name, page), box in zip(tabs, boxes, strict=False):
            canvas.button(box, tr(name), call(self.tab, page), selected=page is type(self), size=17, lines=2)
        self.body(canvas, body, view.state)
        return body

    def tab(self, state: SettingsState, page: type[SettingsPage]) -> Next[SettingsState]:
        """Another page."""
        return page(self.chosen).on_open()

    def on_back(self, state: SettingsState) -> Next[SettingsState]:
        """To where one came from."""
        return CLOSE
