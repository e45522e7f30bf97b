"""The screens of the settings: a page per subject with the tabs of all, the keyboard, and the question before the end.

They know no game by name: what a game freezes they show from the rule options of every `GameSpec` there is.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from device.graphics.actions import BACK, CARRY, Effect, Show
from device.graphics.canvas import GAP, Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import name_keys
from device.graphics.lists import page_of, pager
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.host import DeviceInfo
from device.kiosk.name_form import NameScreen
from device.kiosk.screen import Next, PagedScreen, Screen, SubScreen, View, call, draw_panel
from device.kiosk.screen_controller import CLOSE
from device.screens.settings import pages
from device.screens.settings.rows import HIGH, RowButton, Set, SettingRow, Write, draw_rows
from device.settings.settings import Settings
from device.specs.spec import GameSpec
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
LAST_LETTERS = 60
"""So many letters of a long text show while it is written."""


@dataclass(frozen=True, slots=True)
class SettingsState:
    """What the settings are drawn from.

    ``games`` are the games that have rule options, ``playing`` is the one on the table (0: none), ``running`` whether
    its clock runs, and ``facts`` is the device as it was when they were read.
    """

    settings: Settings
    facts: DeviceInfo
    troubles: Mapping[str, Message]
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


class OpenOverlay(Effect, frozen=True):
    """Show what `device.screens.settings.controller.OVERLAYS` has under ``name``."""

    name: str


class PowerOff(Effect, frozen=True):
    """Switch the device off; ``then`` shows meanwhile."""

    then: Screen[SettingsState]


class SettingsPage(PagedScreen[SettingsState]):
    """A page with the tabs of all; ``page`` is which part of its rows shows."""

    chosen: PageChoices = PageChoices()

    @abstractmethod
    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Draw what stands beside the tabs."""

    def note(self, state: SettingsState) -> str:
        """What should be known of the page, in a line."""
        return ""

    def on_open(self) -> Next[SettingsState]:
        """What comes when its tab is touched."""
        return self

    def draw_paged(
        self, canvas: Canvas, rect: Rect, rows: Sequence[SettingRow], note: str = "", head: SettingRow | None = None
    ) -> None:
        """As many rows as fit, and the way to the others; ``head`` stands above them on each page."""
        always, note = [head] if head is not None else [], note if canvas.look.portrait else ""
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

    def tabs(self, state: SettingsState) -> list[tuple[str, type[SettingsPage]]]:
        """The names on the tabs and the pages they show."""
        rules: list[tuple[str, type[SettingsPage]]] = [(t("Rules of games"), RulesPage)] if state.games else []
        return [
            (t("Screen"), ScreenPage),
            (t("Sound"), SoundPage),
            *rules,
            (t("Tournament"), EventPage),
            (t("Displays"), DisplaysPage),
            (t("Buttons"), ButtonsPage),
            (t("Device"), DevicePage),
        ]

    def draw(self, canvas: Canvas, view: View[SettingsState]) -> Rect:
        """The tabs and the page."""
        tabs = self.tabs(view.state)
        bands = -(-len(tabs) // COLUMNS)
        head, rest = below_heading(canvas, (1,))
        here = next(name for name, page in tabs if page is type(self))
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
            canvas.button(box, name, call(self.tab, page), selected=page is type(self), size=17, lines=2)
        self.body(canvas, body, view.state)
        return body

    def tab(self, state: SettingsState, page: type[SettingsPage]) -> Next[SettingsState]:
        """Another page."""
        return page(self.chosen).on_open()

    def on_back(self, state: SettingsState) -> Next[SettingsState]:
        """To where one came from."""
        return CLOSE


class SoundPage(SettingsPage):
    """What is heard, and by whom."""

    key = "settings_sound"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Its rows."""
        self.draw_paged(canvas, rect, pages.sound(state.settings, state.troubles))


class ScreenPage(SettingsPage):
    """Language, colours and light."""

    key = "settings_screen"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Its rows."""
        self.draw_paged(canvas, rect, pages.screen(state.settings, state.facts))


class EventPage(SettingsPage):
    """What the papers say of the tournament."""

    key = "settings_event"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Its rows."""
        self.draw_paged(canvas, rect, pages.event(state.settings), self.note(state))

    def note(self, state: SettingsState) -> str:
        """What it is for."""
        return t("For the head of the scoresheets of new games.")


class DisplaysPage(SettingsPage):
    """The OLED of one side."""

    key = "settings_displays"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Its rows."""
        sides = [Show(replace(self, chosen=replace(self.chosen, side=side))) for side in (0, 1)]
        self.draw_paged(canvas, rect, pages.display(self.chosen.side, state.settings, sides), self.note(state))

    def note(self, state: SettingsState) -> str:
        """Whether it answers."""
        return pages.display_state(self.chosen.side, state.settings, state.troubles)


class ButtonsPage(SettingsPage):
    """Pins, and how a press is recognised."""

    key = "settings_buttons"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """Its rows."""
        rows = pages.buttons(state.settings, OpenOverlay("input_devices"), OpenOverlay("pods"))
        self.draw_paged(canvas, rect, rows, self.note(state))

    def note(self, state: SettingsState) -> str:
        """How they do."""
        return pages.buttons_state(state.settings, state.troubles)


class DevicePage(SettingsPage):
    """Version, network, and switching off."""

    key = "settings_device"

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """What is known of the device, and what can be done with it."""
        tall = canvas.look.portrait
        above, below = canvas.rows(rect, (420, 195) if tall else (284, 110))
        self.draw_paged(canvas, above, pages.device(state.facts), self.note(state))
        people, carry, again, set_up, update, off = canvas.grid(below, 3, 2)
        why = None if state.facts.installed else t("This machine has a system of its own for that.")
        canvas.button(set_up, t("Set up"), OpenOverlay("set_up"), sub=t("Wi-Fi · name · time zone"), why=why)
        canvas.button(update, t("Update"), OpenOverlay("updates"), sub=t("from a USB stick, the network"), why=why)
        canvas.button(people, t("People"), OpenOverlay("people"), sub=t("forget · join · erase"))
        canvas.button(carry, t("All games"), CARRY, sub=t("to and from a USB stick"))
        canvas.button(again, t("Look again"), call(self.tab, DevicePage), sub=t("network"))
        why = None if state.settings.power_off.strip() else t("This device has no command that switches it off.")
        ask = Show(PowerOffQuestion(self))
        canvas.button(off, t("Switch off"), ask, sub=t("asks once more"), style="danger", why=why)

    def note(self, state: SettingsState) -> str:
        """Which version runs, and what the device is called."""
        return f"Dvojtah {state.facts.version} · {state.facts.host}"

    def on_open(self) -> Next[SettingsState]:
        """The network is read whenever the page is opened."""
        return ReadDevice(self)


class RulesPage(SettingsPage):
    """The rule options of one game, and beside each other the games there are."""

    key = "settings_rules"

    def valid(self, state: SettingsState) -> bool:
        """Where a game has any."""
        return bool(state.games)

    def game(self, state: SettingsState) -> int:
        """Whose options show."""
        return state.playing if self.chosen.game is None else self.chosen.game

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """The games, and a page of rows."""
        game = self.game(state)
        names = [tr(one.name) for one in state.games]
        games = [replace(self, chosen=replace(self.chosen, game=n, page=0)) for n in range(len(names))]
        options = (RowButton(name, Show(to), to.chosen.game == game) for name, to in zip(names, games, strict=True))
        rows = pages.game(state.games[game].rule_options(), state.settings)
        self.draw_paged(canvas, rect, rows, self.note(state), SettingRow("", tuple(options)))

    def note(self, state: SettingsState) -> str:
        """Which games they are for."""
        return t("For new games; a game that has begun keeps its own.")

    def current_page(self) -> int:
        """What was chosen holds when one comes back."""
        return self.chosen.page

    def on_page(self, state: SettingsState, page: int) -> Self:
        """Another part of the options."""
        return replace(self, chosen=replace(self.chosen, page=page))


class WriteText(NameScreen[SettingsState], SubScreen[SettingsState]):
    """A text that is being written."""

    key = "settings_text"
    what: Write

    def draw(self, canvas: Canvas, view: View[SettingsState]) -> Rect:
        """The text so far, and the keys."""
        head, field, keys = below_heading(canvas, (110, 294))
        heading(canvas, head, self.what.name, done=t("Done"))
        inner = draw_panel(canvas, field, canvas.look.palette.paper, 16, 6)
        shown = self.form.fields[0][-LAST_LETTERS:] + "_"
        canvas.text(inner, shown, 28, "bold", canvas.look.palette.ink, lines=3)
        name_keys(canvas, keys, self.form.capitals)
        return field

    def on_done(self, state: SettingsState) -> Next[SettingsState]:
        """What was written holds."""
        return Set(self.what.part, self.what.key, self.form.names[0], self.parent)


class PowerOffQuestion(SubScreen[SettingsState]):
    """Whether the device is really to be switched off."""

    key = "settings_power"

    def draw(self, canvas: Canvas, view: View[SettingsState]) -> Rect:
        """The question and both answers."""
        p = canvas.look.palette
        head, middle, body = below_heading(canvas, (130, 262))
        heading(canvas, head, t("Switch the device off"))
        line = t("Really switch it off? Every game is kept.")
        if view.state.running:
            line += "\n" + t("The clock stands until you go on.")
        canvas.text(middle, line, 26, "semibold", p.text, "center", lines=3)
        yes, no = canvas.split(body, (1, 1))
        canvas.button(yes, t("Switch off"), PowerOff(self.parent), style="danger", size=30)
        canvas.button(no, t("Back"), BACK, style="primary", size=30)
        return middle
