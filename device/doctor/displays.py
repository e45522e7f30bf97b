"""The screen, the OLEDs and the loudspeaker."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding
from device.peripherals.oled import connect_bus
from device.peripherals.speech import MISSING, is_installed
from device.settings.settings import OledSettings, Settings
from rules.message import msg

CARDS = Path("/proc/asound/cards")
DEV = Path("/dev")
DRI = DEV / "dri"
ADDRESSES = (0x3C, 0x3D)
"""Addresses at which SSD1306 and SH1106 modules are sold."""


def screen(settings: Settings) -> Iterator[Finding]:
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
        yield Finding("screen", False, text)
        return
    if driver in ("dummy", "offscreen"):
        text = msg("SDL is told to draw nowhere ({driver}); unset SDL_VIDEODRIVER.", driver=driver)
        yield Finding("screen", False, text)
    elif driver == "kmsdrm" and not any(os.access(one, os.R_OK | os.W_OK) for one in DRI.glob("card*")):
        text = msg("The screen may not be used by this user; add the user to the group {group}.", group="video")
        yield Finding("screen", False, text)
    else:
        yield Finding("screen", True, msg("The screen is driven by {driver}.", driver=driver))


def oleds(settings: Settings) -> Iterator[Finding]:
    """Whether each display of the settings answers on its bus."""
    for letter, oled in (("A", settings.oled_a), ("B", settings.oled_b)):
        part = f"oled {letter}"
        place = {"side": letter, "bus": f"/dev/i2c-{oled.port}", "address": f"0x{oled.address:02X}"}
        if oled.type == "none":
            yield Finding(part, True, msg("Display {side} is switched off in the settings.", side=letter))
            continue
        try:
            bus = connect_bus(oled)
        except Exception as error:  # luma, smbus and the kernel each have errors of their own
            text = msg(
                "Display {side} does not answer on {bus} at {address}; check its cable, address and bus.", **place
            )
            name = type(error).__name__
            if name == "DevicePermissionError":
                text = msg(
                    "{bus} may not be used by this user; add the user to the group {group}.",
                    bus=place["bus"],
                    group="i2c",
                )
            elif not (DEV / f"i2c-{oled.port}").exists():
                text = msg("Display {side}: there is no {bus}; switch I2C on (raspi-config).", **place)
            elif elsewhere := _answering(settings):
                text = msg(
                    "Display {side} does not answer on {bus} at {address}, but one does on {elsewhere}; "
                    "correct the settings.",
                    **place,
                    elsewhere=", ".join(elsewhere),
                )
            yield Finding(part, False, text)
        else:
            with contextlib.suppress(Exception):
                bus.cleanup()
            yield Finding(part, True, msg("Display {side} answers on {bus} at {address}.", **place))


def _answering(settings: Settings) -> list[str]:
    """Where displays answer that no setting names: at the two addresses they are sold with, on every bus there is."""
    named = {(oled.port, oled.address) for oled in (settings.oled_a, settings.oled_b) if oled.type != "none"}
    found = []
    for path in sorted(DEV.glob("i2c-*")):
        number = path.name.removeprefix("i2c-")
        for address in ADDRESSES if number.isdigit() else ():
            if (int(number), address) not in named:
                with contextlib.suppress(Exception):  # as above; nobody there is what is to be found out
                    connect_bus(OledSettings(port=int(number), address=address)).cleanup()
                    found.append(f"{path} 0x{address:02X}")
    return found


def sound(settings: Settings) -> Iterator[Finding]:
    """Whether there is a sound card."""
    if settings.volume == 0:
        yield Finding("sound", True, msg("The loudspeaker is switched off in the settings."))
        return
    try:
        found = "[" in CARDS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        found = False
    if found:
        yield Finding("sound", True, msg("There is a sound card."))
    else:
        text = msg("There is no sound card; connect one, or set volume = 0 in the settings.")
        yield Finding("sound", False, text)


def speech(settings: Settings) -> Iterator[Finding]:
    """Whether the speech program is there, if times are to be spoken."""
    if not settings.speech:
        yield Finding("speech", True, msg("Spoken times are switched off in the settings."))
    elif is_installed():
        yield Finding("speech", True, msg("Times are spoken by espeak-ng."))
    else:
        yield Finding("speech", False, MISSING)
