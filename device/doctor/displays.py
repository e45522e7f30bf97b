"""What people see and hear: the screen and its driver, the OLEDs, the loudspeaker, letters and languages."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pygame

from device.common import i18n
from device.common.files.machine import read_line
from device.common.languages import LANGUAGES
from device.common.settings.settings import Settings
from device.doctor.common import Findings, forbidden
from device.doctor.machine import table_has_hardware
from device.graphics import display, typefaces
from device.peripherals.oled import connect_bus
from device.peripherals.oled_probe import answering, answers, family_of
from device.peripherals.sound import try_out
from device.peripherals.sound_cards import sound_cards
from device.peripherals.speech import MISSING, is_installed
from rules.message import msg

DEV = Path("/dev")
DRI = DEV / "dri"
DRM = display.DRM
BACKLIGHT = Path("/sys/class/backlight")
INPUTS = Path("/sys/class/input")
DIRECT = 1
"""INPUT_PROP_DIRECT of linux/input-event-codes.h: what is touched is where it shows."""
FIRMWARE_ONLY = ("simple-framebuffer", "simpledrm")
"""Drivers that show what the firmware has set up and can set up nothing themselves."""


def screen(settings: Settings) -> Findings:
    """What SDL would draw on; nothing is opened, because a table may be running there."""
    named = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if named:
        driver = named
    elif os.environ.get("WAYLAND_DISPLAY"):
        driver = "wayland"
    elif os.environ.get("DISPLAY"):
        driver = "x11"
    elif any(DRI.glob("card*")):
        driver = "kmsdrm"
    else:
        text = msg("There is no screen (no desktop and no /dev/dri); connect one, or start dvojtah on the desktop.")
        yield False, text
        return
    if driver in ("dummy", "offscreen"):
        yield False, msg("SDL is told to draw nowhere ({driver}); unset SDL_VIDEODRIVER.", driver=driver)
    elif driver == "kmsdrm" and not any(os.access(path, os.R_OK | os.W_OK) for path in DRI.glob("card*")):
        yield False, msg("The screen may not be used by this user; add the user to the group {group}.", group="video")
    else:
        yield True, msg("The screen is driven by {driver}.", driver=driver)


def driver(settings: Settings) -> Findings:
    """The kernel's driver of each display, and what is plugged in."""
    cards = [path for path in sorted(DRM.glob("card[0-9]*")) if "-" not in path.name]
    names = sorted({_driver(card) for card in cards} - {""})
    if not names:
        return
    if set(names) <= {*FIRMWARE_ONLY}:
        text = msg(
            "The display runs without a driver of its own ({names}); config.txt lacks dtoverlay=vc4-kms-v3d.",
            names=", ".join(names),
        )
        yield False, text
        return
    if modes := [mode.split("-", 1)[1] for mode in display_modes()]:
        shown = {"displays": ", ".join(modes), "names": ", ".join(names)}
        yield True, msg("Connected: {displays}; driver {names}.", **shown)
        if len(modes) > 1:
            yield True, msg("The table draws on {display}.", display=modes[0])
    else:
        yield False, msg("No display is connected; plug it in before the power supply, and check its cable.")


def display_modes() -> list[str]:
    """Each connected display, first the one to draw on: card and connector as the kernel names them, its first mode."""
    places = [place for _, place in display.connected_displays(DRM)]
    modes = [(read_line(place / "modes") or "").split("\n")[0] for place in places]
    return [f"{place.name} {mode}".strip() for place, mode in zip(places, modes, strict=True)]


def touch(settings: Settings) -> Findings:
    """What points on the screen: a touchscreen, or a mouse; by what the kernel says that each can."""
    touchscreens, mice = [], []
    for place in sorted(INPUTS.glob("event*")):
        name = (read_line(place / "device" / "name") or "?").strip()
        node = DEV / "input" / place.name
        if _bits(place / "device" / "properties") & 1 << DIRECT:
            touchscreens.append((name, node))
        elif _bits(place / "device" / "capabilities" / "rel") & 0b11 == 0b11:
            mice.append((name, node))
    for name, node in touchscreens:
        if os.access(node, os.R_OK):
            yield True, msg("{name} takes touches.", name=name)
        else:
            yield False, forbidden(node, "input")
    if mice and not touchscreens:
        yield True, msg("There is no touchscreen; {name} points in its place.", name=mice[0][0])
    elif not touchscreens and any(INPUTS.glob("event*")):
        yield False, msg("There is no touchscreen and no mouse; check the cable (on USB one that carries data).")


def _bits(file: Path) -> int:
    """A bitmap of the kernel's: words in hexadecimal, the highest first."""
    words = (read_line(file) or "0").split()
    return int("".join(word.zfill(16) for word in words), 16)


def light(settings: Settings) -> Findings:
    """Whether the brightness may be set, where the display has a light that can be."""
    for path in sorted(BACKLIGHT.glob("*/brightness")):
        if os.access(path, os.W_OK):
            yield True, msg("The brightness of the display can be set.")
        else:
            text = msg("The brightness may not be set by this user; add the user to the group {group}.", group="video")
            yield False, text


def _driver(card: Path) -> str:
    link = card / "device" / "driver"
    return Path(os.path.realpath(link)).name if link.is_symlink() else ""


def oled(settings: Settings, side: int) -> Findings:
    """Whether the display of ``side`` answers on its bus."""
    wanted = (settings.oled_a, settings.oled_b)[side]
    place = {"side": "AB"[side], "bus": f"/dev/i2c-{wanted.port}", "address": f"0x{wanted.address:02X}"}
    if wanted.type == "none":
        yield True, msg("Display {side} is switched off in the settings.", side="AB"[side])
        return
    try:
        bus = connect_bus(wanted)
    except Exception as error:  # luma, smbus and the kernel each have errors of their own
        text = msg("Display {side} does not answer on {bus} at {address}; check its cable, address and bus.", **place)
        if type(error).__name__ == "DevicePermissionError":
            text = forbidden(place["bus"], "i2c")
        elif not (DEV / f"i2c-{wanted.port}").exists():
            text = msg("Display {side}: there is no {bus}; switch I2C on (raspi-config).", **place)
        elif elsewhere := ", ".join(_answering(settings)):
            text = msg(
                "Display {side} does not answer on {bus} at {address}, but one does on {elsewhere}; "
                "correct the settings.",
                **place,
                elsewhere=elsewhere,
            )
        elif _is_alone(settings):
            text = msg(
                "Only one display answers, at {address} on {bus}: both are sold with that address; change it on "
                "the one of pair B, or give it a bus of its own (the guide, step 4).",
                bus=place["bus"],
                address=f"0x{settings.oled_a.address:02X}",
            )
        yield False, text
        return
    with contextlib.suppress(Exception):
        bus.cleanup()
    family = family_of(wanted.port, wanted.address)
    other = settings.oled_a
    if side == 1 and other.type != "none" and (wanted.port, wanted.address) == (other.port, other.address):
        text = msg("Both displays are set to {address} on {bus}, so they show the same; change one of them.", **place)
        yield False, text
    elif family is not None and (family == "SH1106") != (wanted.type == "sh1106"):
        text = msg(
            "Display {side} seems to have the chip {chip}, the settings say {type}; if its picture is shifted or has "
            "snow, choose the other type under Settings, Displays.",
            side="AB"[side],
            chip=family,
            type=wanted.type,
        )
        yield False, text
    else:
        yield True, msg("Display {side} answers on {bus} at {address}.", **place)


def _is_alone(settings: Settings) -> bool:
    """Whether display A answers, and both are set to one bus: display B, which does not, may have the same address."""
    a, b = settings.oled_a, settings.oled_b
    if "none" in (a.type, b.type) or a.port != b.port:
        return False
    return answers(a.port, a.address)


def _answering(settings: Settings) -> list[str]:
    """Where displays answer that no setting names: at the two addresses they are sold with, on every bus there is."""
    named = {(oled.port, oled.address) for oled in (settings.oled_a, settings.oled_b) if oled.type != "none"}
    return [f"{DEV}/i2c-{port} 0x{address:02X}" for port, address in answering(DEV) if (port, address) not in named]


def sound(settings: Settings) -> Findings:
    """The sound card that opens, with a tone on it; a running table has it to itself."""
    if settings.volume == 0:
        yield True, msg("The loudspeaker is switched off in the settings.")
    elif not (cards := sound_cards()):
        yield False, msg("There is no sound card; connect one, or set the volume to 0.")
    elif table_has_hardware(settings):
        yield True, msg("The running table uses the loudspeaker; the table's settings show its state.")
    else:
        chosen = settings.sound_card
        try:
            card = try_out(chosen, 0 if settings.silent else settings.volume)
        except pygame.error:
            yield False, msg("None of the sound cards opens ({cards}); connect a loudspeaker.", cards=", ".join(cards))
            return
        if chosen and card != chosen:
            yield False, msg("The sound card {card} of the settings does not open; another one plays.", card=chosen)
        elif card:
            yield (
                True,
                msg("The sound card {card} has just played a tone; if nobody heard it, choose another one.", card=card),
            )
        else:
            yield True, msg("The system's sound card has just played a tone; if nobody heard it, choose another one.")


def speech(settings: Settings) -> Findings:
    """Whether the speech program is there, if times are to be spoken."""
    if not settings.speech:
        yield True, msg("Spoken times are switched off in the settings.")
    elif is_installed():
        yield True, msg("Times are spoken by espeak-ng.")
    else:
        yield False, MISSING


def fonts(settings: Settings) -> Findings:
    """Whether the font with all Czech letters is installed."""
    if typefaces.missing():
        yield False, msg("The font is missing, so letters look poor; install font-source-sans-pro.")
    else:
        yield True, msg("The font is there.")


def translations(settings: Settings) -> Findings:
    """Whether every catalogue is compiled and installed."""
    if not all(map(i18n.is_installed, LANGUAGES)):
        yield False, msg("The translations are missing; install dvojtah again.")
    else:
        yield True, msg("All languages are there.")
