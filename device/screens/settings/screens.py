"""The pages of the settings, the keyboard, and the question before the end.

They know no game by name: what a game freezes they show from the rule options of every `GameSpec` there is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from device.common import i18n
from device.common.i18n import t, tr
from device.common.languages import LANGUAGES
from device.common.settings.settings import LINE_NAMES, Settings, pin_numbers
from device.graphics.actions import BACK, CARRY, DATE, TURN, Command, Effect, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameScreen
from device.kiosk.screen import Next, Screen, SubScreen, call, draw_panel
from device.peripherals.oled import NAMES
from device.screens.language import note
from device.screens.settings.page import ReadDevice, SettingsPage, SettingsState
from device.screens.settings.rows import (
    RowButton,
    Set,
    SettingRow,
    Write,
    choice_row,
    milliseconds_row,
    number_row,
    option_row,
    percent_row,
    text_row,
)
from rules.message import Message, msg

LAST_LETTERS = 60
"""So many letters of a long text show while it is written."""


class PowerOff(Effect, frozen=True):
    """Switch the device off; ``then`` shows meanwhile."""

    then: Screen[SettingsState]


class ScreenPage(SettingsPage):
    """Language, colours, light, and from which side the picture is read."""

    key = "settings_screen"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """How everything looks, then how bright it is, then which way up."""
        settings, screen_settings = state.settings, state.settings.screen
        minutes = [(0, t("never")), *((60 * n, t("{n} min", n=n)) for n in (1, 5, 15))]
        turns = choice_row(
            t("Picture turned by"),
            "screen",
            "rotate",
            screen_settings.rotate,
            [(n, f"{n}°") for n in (0, 90, 180, 270)],
        )
        light = t("the screen's own light") if state.facts.backlight else t("the picture is darkened")
        languages = [(word, language.name) for word, language in LANGUAGES.items()]
        colours = [("dark", t("dark")), ("light", t("light")), ("contrast", t("contrast"))]
        return [
            choice_row(t("Language"), "", "language", i18n.language(), languages, note(i18n.language())),
            choice_row(t("Colours"), "", "palette", settings.palette, colours),
            # Translators: how large texts are printed on the screen
            choice_row(t("Print"), "", "large_print", settings.large_print, [(False, t("normal")), (True, t("large"))]),
            # Translators: how the letters of words are ordered on the screen
            choice_row(t("Keyboard"), "", "keyboard", settings.keyboard, [("qwertz", "QWERTZ"), ("abc", "ABC")]),
            replace(
                percent_row(t("Brightness"), "screen", "brightness", screen_settings.brightness, 10, 10, sub=light),
                group=True,
            ),
            choice_row(t("Dims when nobody plays"), "screen", "dim_after_s", screen_settings.dim_after_s, minutes),
            percent_row(t("Dims to"), "screen", "dim_to", screen_settings.dim_to, 5, 5),
            SettingRow(turns.name, (*turns.options, RowButton(t("other side"), TURN, width=1.7)), group=True),
        ]


class SoundPage(SettingsPage):
    """What is heard, how loud, and by whom; and how the loudspeaker and the speech do."""

    key = "settings_sound"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """Signals, then the voice, then whether all is well."""
        settings, troubles = state.settings, state.troubles
        yes_no = [(True, t("on")), (False, t("off"))]
        ears = [(False, t("one loudspeaker")), (True, t("left ear A, right ear B"))]
        wrong = next((tr(troubles[name]) for name in ("sound", "speech") if name in troubles), t("Everything is well."))
        spoken = choice_row(t("Read aloud"), "", "speech", settings.speech, yes_no, t("times, turns, the menu"))
        volume = round(settings.volume * 100)
        return [
            choice_row(t("Sound"), "", "silent", settings.silent, [(False, t("on")), (True, t("off"))]),
            percent_row(t("Volume"), "", "volume", volume, 10, stored=lambda value: value / 100),
            *([card_row(settings.sound_card, state.facts.sound_cards)] if len(state.facts.sound_cards) > 1 else []),
            replace(spoken, group=True),
            choice_row(t("Who hears it"), "", "earphones", settings.earphones, ears, t("two earphones on one socket")),
            SettingRow(t("State"), fact=wrong, group=True),
        ]


def card_row(chosen: str, cards: tuple[str, ...]) -> SettingRow:
    """Which sound card is tried first, one after another; a chosen one that is not there is among them."""
    values = ["", *cards, *([chosen] if chosen and chosen not in cards else [])]
    now = values.index(chosen)
    before, after = (Set("", "sound_card", values[(now + step) % len(values)]) for step in (-1, 1))
    # Translators: of several sound cards, the one that the system has set up, or else the first that works
    shown = chosen or t("automatic")
    return SettingRow(t("Sound card"), (), "", shown, (RowButton("‹", before),), (RowButton("›", after),))


class EventPage(SettingsPage):
    """What the papers of new games say of the tournament."""

    key = "settings_event"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """As they stand in the head of a scoresheet."""
        settings = state.settings.event
        text = str(settings.round) if settings.round else "–"
        return [
            text_row(t("Name of the tournament"), "event", "title", settings.title),
            number_row(t("Round"), "event", "round", settings.round, text, (1,), 0, 99),
            text_row(t("This table"), "event", "table", settings.table),
        ]

    def note(self, state: SettingsState) -> str:
        """What it is for."""
        return t("For the head of the scoresheets of new games.")


class DisplaysPage(SettingsPage):
    """The OLED of one side: its controller, and where it is wired."""

    key = "settings_displays"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """Which of both, then what it is, then its picture."""
        side = self.chosen.side
        settings, part = (state.settings.oled_a, state.settings.oled_b)[side], f"oled_{'ab'[side]}"
        sides = [Show(replace(self, chosen=replace(self.chosen, side=n))) for n in (0, 1)]
        types = [("ssd1306", "SSD1306"), ("sh1106", "SH1106"), ("ssd1309", "SSD1309"), ("none", t("none"))]
        share, mounted = round(settings.contrast * 100 / 255), [(0, t("upright")), (2, t("upside down"))]
        wanders = [(0, t("never")), (30, t("{n} s", n=30)), (60, t("{n} min", n=1)), (300, t("{n} min", n=5))]
        return [
            SettingRow(t("Display"), tuple(RowButton("AB"[n], sides[n], n == side) for n in (0, 1))),
            choice_row(t("Type"), part, "type", settings.type, types),
            number_row(t("Bus"), part, "port", settings.port, str(settings.port), (1,), 0, 32, "/dev/i2c-N"),
            number_row(t("Address"), part, "address", settings.address, f"0x{settings.address:02X}", (1,), 0x08, 0x77),
            replace(choice_row(t("Mounted"), part, "rotate", settings.rotate, mounted), group=True),
            percent_row(t("Brightness"), part, "contrast", share, 10, stored=lambda value: round(value * 255 / 100)),
            choice_row(t("The picture wanders"), part, "shift_s", settings.shift_s, wanders, t("against burn-in")),
        ]

    def note(self, state: SettingsState) -> str:
        """Whether it answers."""
        both, side = (state.settings.oled_a, state.settings.oled_b), self.chosen.side
        settings, other = both[side], both[1 - side]
        if settings.type == "none":
            return t("There is none.")
        if other.type != "none" and (settings.port, settings.address) == (other.port, other.address):
            return t("Both displays have this bus and address; one of them has to differ.")
        trouble = state.troubles.get(NAMES[side])
        return t("It answers.") if trouble is None else tr(trouble)


class ButtonsPage(SettingsPage):
    """The ways to other buttons; pins of buttons, lamps and buzzer; how a press is recognised."""

    key = "settings_buttons"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """Pins only where the settings name any."""
        settings, keys = state.settings.buttons, state.settings.input_devices.keys
        learnt = "".join(letter for letter, key in zip("AB", keys, strict=True) if key is not None)
        wires = RowButton(t("wire by wire"), Command.WIRING)
        on_usb = RowButton(f"USB: {learnt}" if learnt else t("on USB"), Command.INPUT_DEVICES)
        return [
            SettingRow(t("Connect buttons"), (wires, on_usb, RowButton(t("Pods"), Command.PODS))),
            *([pin_row(state.settings, key) for key in LINE_NAMES] if settings.pin_factory != "none" else []),
            replace(milliseconds_row(t("Debounce"), "debounce_ms", settings.debounce_ms, 5, 5, 200), group=True),
            milliseconds_row(t("A hold takes"), "hold_ms", settings.hold_ms, 100, 300, 10000),
        ]

    def note(self, state: SettingsState) -> str:
        """How the buttons and lamps on the board's pins do."""
        for name in ("buttons", "lamps"):
            if name in state.troubles:
                return tr(state.troubles[name])
        wired = state.settings.buttons.pin_factory != "none"
        return t("Buttons and lamps on the pins work.") if wired else t("There are none on the board's pins.")


def pin_row(settings: Settings, key: str) -> SettingRow:
    """One line of the board by its BCM number; a step goes to the next pin that nothing else has."""
    numbers = pin_numbers(settings)
    now = numbers.pop(key)
    least = 1 if key.startswith("button") else 0
    free = [n for n in range(least, 28) if n not in numbers.values() or not n]
    below, above = [n for n in free if n < now], [n for n in free if n > now]
    down = Set("buttons", key, below[-1]) if below else Why(t("This is the least."))
    up = Set("buttons", key, above[0]) if above else Why(t("This is the most."))
    value = f"GPIO {now}" if now else t("none")
    return SettingRow(tr(LINE_NAMES[key]), (), "", value, (RowButton("−", down),), (RowButton("+", up),))


class DevicePage(SettingsPage):
    """Version, network, date, where the settings are kept, and switching off."""

    key = "settings_device"

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """What is known of the device."""
        facts = state.facts
        connected_first = sorted(facts.network, key=lambda network: not network[1])[:2]
        network = [SettingRow(name, fact=addresses or t("not connected")) for name, addresses in connected_first]
        return [
            *(network or [SettingRow(t("Network"), fact=t("not connected"))]),
            SettingRow(t("Date"), (RowButton(facts.day or t("not known"), DATE, width=2),)),
            SettingRow(t("Settings file"), fact=facts.file or t("none; changes last until the device is switched off")),
        ]

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """And what can be done with it."""
        tall = canvas.look.portrait
        above, below = canvas.rows(rect, (420, 195) if tall else (284, 110))
        self.draw_paged(canvas, above, state)
        people, carry, again, set_up, update, off = canvas.grid(below, 3, 2)
        why = None if state.facts.installed else t("This machine has a system of its own for that.")
        canvas.button(set_up, t("Set up"), Command.SET_UP, sub=t("Wi-Fi · name · time zone"), why=why)
        canvas.button(update, t("Update"), Command.UPDATES, sub=t("from a USB stick, the network"), why=why)
        canvas.button(people, t("People"), Command.PEOPLE, sub=t("forget · join · erase"))
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

    def rows(self, state: SettingsState) -> list[SettingRow]:
        """The readings of that game."""
        readings = state.games[self.game(state)].rule_options()
        return [
            option_row(reading, getattr(getattr(state.settings, reading.part), reading.key)) for reading in readings
        ]

    def body(self, canvas: Canvas, rect: Rect, state: SettingsState) -> None:
        """The games, and a page of rows."""
        game = self.game(state)
        names = [tr(spec.name) for spec in state.games]
        games = [replace(self, chosen=replace(self.chosen, game=n, page=0)) for n in range(len(names))]
        options = (RowButton(name, Show(to), to.chosen.game == game) for name, to in zip(names, games, strict=True))
        self.draw_paged(canvas, rect, state, SettingRow("", tuple(options)))

    def note(self, state: SettingsState) -> str:
        """Which games they are for."""
        return t("For new games; a game that has begun keeps its own.")

    def current_page(self) -> int:
        """What was chosen holds when one comes back."""
        return self.chosen.page

    def on_page(self, state: SettingsState, page: int) -> Self:
        """Another part of the options."""
        return replace(self, chosen=replace(self.chosen, page=page))


TABS: tuple[tuple[Message, type[SettingsPage]], ...] = (
    (msg("Screen"), ScreenPage),
    (msg("Sound"), SoundPage),
    (msg("Rules of games"), RulesPage),
    (msg("Tournament"), EventPage),
    (msg("Displays"), DisplaysPage),
    (msg("Buttons"), ButtonsPage),
    (msg("Device"), DevicePage),
)
"""All pages, by the names on their tabs."""


class WriteText(NameScreen[SettingsState], SubScreen[SettingsState]):
    """A text that is being written."""

    key = "settings_text"
    what: Write

    def draw(self, canvas: Canvas, view: Moment[SettingsState]) -> Rect:
        """The text so far, and the keys."""
        field, keys = draw_heading(canvas, (110, 294), self.what.name, done=t("Done"))
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

    def draw(self, canvas: Canvas, view: Moment[SettingsState]) -> Rect:
        """The question and both answers."""
        p = canvas.look.palette
        middle, body = draw_heading(canvas, (130, 262), t("Switch the device off"))
        line = t("Really switch it off? Every game is kept.")
        if view.state.running:
            line += "\n" + t("The clock is stopped until you go on.")
        canvas.text(middle, line, 26, "semibold", p.text, "center", lines=3)
        yes, no = canvas.split(body, (1, 1))
        canvas.button(yes, t("Switch off"), PowerOff(self.parent), style="danger", size=30)
        canvas.button(no, t("Back"), BACK, style="primary", size=30)
        return middle
