"""The pages of the settings: which rows each has. Functions of the settings and of what the device says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from device import i18n
from device.graphics.actions import DATE, TURN, Why
from device.i18n import t, tr
from device.kiosk.host import DeviceInfo
from device.languages import LANGUAGES
from device.peripherals.oled import NAMES
from device.screens.language import note
from device.screens.settings.rows import RowButton, Set, SettingRow, choice_row, number_row, option_row, text_row
from device.settings.rule_options import RuleOption
from device.settings.settings import LINE_NAMES, Settings, pin_numbers
from rules.message import Message


def percent(n: int) -> str:
    """A share as the language writes it."""
    return t("{n}%", n=n)


def percent_row(name: str, part: str, key: str, now: int, step: int, least: int = 0, **more: Any) -> SettingRow:
    """A row of a share in percent, which goes up and down by ``step``; ``more`` as for `number_row`."""
    return number_row(name, part, key, now, percent(now), (step,), least, 100, **more)


def milliseconds_row(name: str, key: str, now: int, step: int, least: int, most: int) -> SettingRow:
    """A row of a time in milliseconds, in the settings of the buttons."""
    return number_row(name, "buttons", key, now, t("{n} ms", n=now), (step,), least, most)


def screen(settings: Settings, facts: DeviceInfo) -> list[SettingRow]:
    """Language, colours, light, and from which side the picture is read."""
    one = settings.screen
    minutes = [(0, t("never")), *((60 * n, t("{n} min", n=n)) for n in (1, 5, 15))]
    turns = choice_row(
        t("Picture turned by"), "screen", "rotate", one.rotate, [(n, f"{n}°") for n in (0, 90, 180, 270)]
    )
    light = t("the screen's own light") if facts.backlight else t("the picture is darkened")
    languages = [(word, one.name) for word, one in LANGUAGES.items()]
    colours = [("dark", t("dark")), ("light", t("light")), ("contrast", t("contrast"))]
    return [
        choice_row(t("Language"), "", "language", i18n.language(), languages, note(i18n.language())),
        choice_row(t("Colours"), "", "palette", settings.palette, colours),
        # Translators: how large texts are printed on the screen
        choice_row(t("Print"), "", "large_print", settings.large_print, [(False, t("normal")), (True, t("large"))]),
        replace(percent_row(t("Brightness"), "screen", "brightness", one.brightness, 10, 10, sub=light), group=True),
        choice_row(t("Dims when nobody plays"), "screen", "dim_after_s", one.dim_after_s, minutes),
        percent_row(t("Dims to"), "screen", "dim_to", one.dim_to, 5, 5),
        SettingRow(turns.name, (*turns.options, RowButton(t("other side"), TURN, width=1.7)), group=True),
    ]


def sound(settings: Settings, troubles: Mapping[str, Message]) -> list[SettingRow]:
    """What is heard, how loud, and by whom; and how the loudspeaker and the speech do."""
    volume = round(settings.volume * 100)
    yes_no = [(True, t("on")), (False, t("off"))]
    ears = [(False, t("one loudspeaker")), (True, t("left ear A, right ear B"))]
    wrong = next((tr(troubles[name]) for name in ("sound", "speech") if name in troubles), t("Everything is well."))
    spoken = choice_row(t("Read aloud"), "", "speech", settings.speech, yes_no, t("times, turns, the menu"))
    return [
        choice_row(t("Sound"), "", "silent", settings.silent, [(False, t("on")), (True, t("off"))]),
        percent_row(t("Volume"), "", "volume", volume, 10, stored=lambda value: value / 100),
        replace(spoken, group=True),
        choice_row(t("Who hears it"), "", "earphones", settings.earphones, ears, t("two earphones on one socket")),
        SettingRow(t("State"), fact=wrong, group=True),
    ]


def event(settings: Settings) -> list[SettingRow]:
    """What the papers of new games say of the tournament."""
    one = settings.event
    text = str(one.round) if one.round else "–"
    return [
        text_row(t("Name of the tournament"), "event", "title", one.title),
        number_row(t("Round"), "event", "round", one.round, text, (1,), 0, 99),
        text_row(t("This table"), "event", "table", one.table),
    ]


def buttons(settings: Settings, on_usb: object, pods: object) -> list[SettingRow]:
    """The ways to buttons ``on_usb`` and to ``pods``; pins of buttons, lamps and buzzer; how a press is recognised."""
    one = settings.buttons
    wired = one.pin_factory != "none"
    learnt = "".join(letter for letter, key in zip("AB", settings.input_devices.keys, strict=True) if key is not None)
    return [
        SettingRow(
            t("Other buttons"),
            (RowButton(f"USB: {learnt}" if learnt else t("on USB"), on_usb), RowButton(t("Pods"), pods)),
        ),
        *([pin_row(settings, key) for key in LINE_NAMES] if wired else []),
        replace(milliseconds_row(t("Debounce"), "debounce_ms", one.debounce_ms, 5, 5, 200), group=True),
        milliseconds_row(t("A hold takes"), "hold_ms", one.hold_ms, 100, 300, 10000),
    ]


def buttons_state(settings: Settings, troubles: Mapping[str, Message]) -> str:
    """How the buttons and lamps on the board's pins do."""
    lines = [troubles[name] for name in ("buttons", "lamps") if name in troubles]
    if lines:
        return tr(lines[0])
    wired = settings.buttons.pin_factory != "none"
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


def game(readings: Sequence[RuleOption], settings: Settings) -> list[SettingRow]:
    """The readings of a game."""
    return [option_row(one, getattr(getattr(settings, one.part), one.key)) for one in readings]


def display(side: int, settings: Settings, sides: Sequence[object]) -> list[SettingRow]:
    """One of the two OLEDs: its controller, and where it is wired; ``sides`` are what shows either."""
    one = (settings.oled_a, settings.oled_b)[side]
    part = f"oled_{'ab'[side]}"
    types = [("ssd1306", "SSD1306"), ("sh1106", "SH1106"), ("ssd1309", "SSD1309"), ("none", t("none"))]
    share, mounted = round(one.contrast * 100 / 255), [(0, t("upright")), (2, t("upside down"))]
    wanders = [(0, t("never")), (30, t("{n} s", n=30)), (60, t("{n} min", n=1)), (300, t("{n} min", n=5))]
    return [
        SettingRow(t("Display"), tuple(RowButton("AB"[n], sides[n], n == side) for n in (0, 1))),
        choice_row(t("Type"), part, "type", one.type, types),
        number_row(t("Bus"), part, "port", one.port, str(one.port), (1,), 0, 32, "/dev/i2c-N"),
        number_row(t("Address"), part, "address", one.address, f"0x{one.address:02X}", (1,), 0x08, 0x77),
        replace(choice_row(t("Mounted"), part, "rotate", one.rotate, mounted), group=True),
        percent_row(t("Brightness"), part, "contrast", share, 10, stored=lambda value: round(value * 255 / 100)),
        choice_row(t("The picture wanders"), part, "shift_s", one.shift_s, wanders, t("against burn-in")),
    ]


def display_state(side: int, settings: Settings, troubles: Mapping[str, Message]) -> str:
    """How the display of a side does."""
    both = (settings.oled_a, settings.oled_b)
    one, other = both[side], both[1 - side]
    if one.type == "none":
        return t("There is none.")
    if other.type != "none" and (one.port, one.address) == (other.port, other.address):
        return t("Both displays have this bus and address; one of them has to differ.")
    trouble = troubles.get(NAMES[side])
    return t("It answers.") if trouble is None else tr(trouble)


def device(facts: DeviceInfo) -> list[SettingRow]:
    """Network, date, and where the settings are kept."""
    connected_first = sorted(facts.network, key=lambda one: not one[1])[:2]
    network = [SettingRow(name, fact=addresses or t("not connected")) for name, addresses in connected_first]
    return [
        *(network or [SettingRow(t("Network"), fact=t("not connected"))]),
        SettingRow(t("Date"), (RowButton(facts.day or t("not known"), DATE, width=2),)),
        SettingRow(t("Settings file"), fact=facts.file or t("none; changes hold until the device is switched off")),
    ]
