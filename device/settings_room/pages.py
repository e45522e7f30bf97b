"""The pages of the settings: which rows each has. Functions of the settings and of what the device says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device import words
from device.edges.oled import NAMES
from device.kiosk.actions import BACK, TURN, Go, Put, Simple
from device.kiosk.canvas import Canvas, Look
from device.kiosk.widgets import Rect, Scene
from device.readings import Reading
from device.rooms import Facts
from device.settings import Oled, Settings
from device.settings_room.rows import Option, Row, choice, reading_row, stepped
from device.words import t, tr
from rules.message import Message

POWER_OFF = Simple("power_off")
ASK_POWER_OFF = Go("power")
LOOK_AGAIN = Go("device")


def percent(n: int) -> str:
    """A share as the language writes it."""
    return t("{n}%", n=n)


def screen(settings: Settings, facts: Facts) -> list[Row]:
    """Language, colours, light, sound, and from which side the picture is read."""
    one = settings.screen
    minutes = [(0, t("never")), *((60 * n, f"{n} min") for n in (1, 5, 15))]
    turns = choice(t("Picture turned by"), "screen", "rotate", one.rotate, [(n, f"{n}°") for n in (0, 90, 180, 270)])
    light = stepped(t("Brightness"), "screen", "brightness", one.brightness, percent(one.brightness), (10,), 10, 100)
    if not facts.backlight:
        light = Row(t("Brightness"), said=t("Not set from here: this screen has no light that the system knows."))
    volume = round(settings.volume * 100)
    return [
        choice(t("Language"), "", "language", words.language(), [("cs", "Čeština"), ("en", "English")]),
        choice(t("Colours"), "", "palette", settings.palette, [("dark", t("dark")), ("light", t("light"))]),
        light,
        choice(t("Dims when nobody plays"), "screen", "dim_after_s", one.dim_after_s, minutes),
        Row(turns.name, (*turns.options, Option(t("other pair"), TURN, width=1.7))),
        choice(t("Sound"), "", "silent", settings.silent, [(False, t("on")), (True, t("off"))]),
        stepped(
            t("Volume"), "", "volume", volume, percent(volume), (10,), 0, 100, stored=lambda value: value / 100
        ),
    ]  # fmt: skip


def game(readings: Sequence[Reading], settings: Settings) -> list[Row]:
    """The readings of a game."""
    return [reading_row(one, getattr(getattr(settings, one.part), one.key)) for one in readings]


def display(side: int, settings: Settings, troubles: Mapping[str, Message]) -> list[Row]:
    """One of the two OLEDs: its controller and where it is wired, and whether it answers."""
    both = (settings.oled_a, settings.oled_b)
    one, other = both[side], both[1 - side]
    part = f"oled_{'ab'[side]}"
    types = [("ssd1306", "SSD1306"), ("sh1106", "SH1106"), ("ssd1309", "SSD1309"), ("none", t("none"))]
    share = round(one.contrast * 100 / 255)
    return [
        Row(t("Display"), tuple(Option("AB"[n], Put("display", n), n == side) for n in (0, 1))),
        choice(t("Type"), part, "type", one.type, types),
        stepped(t("Bus"), part, "port", one.port, str(one.port), (1,), 0, 32, "/dev/i2c-N"),
        stepped(t("Address"), part, "address", one.address, f"0x{one.address:02X}", (1,), 0x08, 0x77),
        choice(t("Mounted"), part, "rotate", one.rotate, [(0, t("upright")), (2, t("upside down"))]),
        stepped(
            t("Brightness"), part, "contrast", share, percent(share), (10,), 0, 100,
            stored=lambda value: round(value * 255 / 100),
        ),
        Row(t("State"), said=display_state(side, one, other, troubles)),
    ]  # fmt: skip


def display_state(side: int, one: Oled, other: Oled, troubles: Mapping[str, Message]) -> str:
    """How that display does."""
    if one.type == "none":
        return t("There is none.")
    if other.type != "none" and (one.port, one.address) == (other.port, other.address):
        return t("Both displays have this bus and address; one of them has to differ.")
    trouble = troubles.get(NAMES[side])
    return t("It answers.") if trouble is None else tr(trouble)


def device(facts: Facts) -> list[Row]:
    """Version, network, and where the settings are kept."""
    network = [Row(name, said=addresses or t("not connected")) for name, addresses in facts.network[:4]]
    return [
        Row(t("Version"), said=f"Dvojtah {facts.version}"),
        Row(t("Name on the network"), said=facts.host),
        *(network or [Row(t("Network"), said=t("not connected"))]),
        Row(t("Settings file"), said=facts.file or t("none; changes hold until the device is switched off")),
    ]


def power(look: Look, running: bool) -> Scene:
    """Whether the device is really to be switched off."""
    canvas = Canvas(look)
    p, u = look.palette, canvas.u
    head, middle, body = canvas.rows(canvas.area, (64, 130, 262))
    canvas.button(Rect(head.x, head.y, u(56), head.h), "", BACK, icon="back")
    title = Rect(head.x + u(72), head.y, head.w - u(72), head.h)
    canvas.text(title, t("Switch the device off"), 26, "bold", p.text)
    line = t("Really switch it off? Every game is kept.")
    if running:
        line += "\n" + t("The clock stands until you go on.")
    canvas.text(middle, line, 26, "semibold", p.text, "center", lines=3)
    split = canvas.rows if look.portrait else canvas.cols
    yes, no = split(body, (1, 1))
    canvas.button(yes, t("Switch off"), POWER_OFF, style="danger", size=30)
    canvas.button(no, t("Back"), BACK, style="primary", size=30)
    if look.toast:
        canvas.banner(middle, look.toast)
    return canvas.scene()
