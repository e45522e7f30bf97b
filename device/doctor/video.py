"""What drives the display, and whether one is connected; the light behind it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding
from device.settings.settings import Settings
from rules.message import msg

DRM = Path("/sys/class/drm")
BACKLIGHT = Path("/sys/class/backlight")
FIRMWARE_ONLY = ("simple-framebuffer", "simpledrm")
"""Drivers that show what the firmware has set up and can set up nothing themselves."""


def driver(settings: Settings) -> Iterator[Finding]:
    """The kernel's driver of each display, and what is plugged in."""
    cards = [one for one in sorted(DRM.glob("card[0-9]*")) if "-" not in one.name]
    names = sorted({_driver(one) for one in cards} - {""})
    if not names:
        return
    if set(names) <= {*FIRMWARE_ONLY}:
        text = msg(
            "The display runs without a driver of its own ({names}); config.txt lacks dtoverlay=vc4-kms-v3d.",
            names=", ".join(names),
        )
        yield Finding("display", False, text)
        return
    connected = []
    for status in sorted(DRM.glob("card*-*/status")):
        if _read(status) == "connected" and "Writeback" not in status.parent.name:
            mode = (_read(status.with_name("modes")) or "").split("\n")[0]
            connected.append(f"{status.parent.name.split('-', 1)[1]} {mode}".strip())
    if connected:
        yield Finding(
            "display",
            True,
            msg("Connected: {displays}; driver {names}.", displays=", ".join(connected), names=", ".join(names)),
        )
    else:
        text = msg("No display is connected; plug it in before the supply, and look at its cable.")
        yield Finding("display", False, text)


def light(settings: Settings) -> Iterator[Finding]:
    """Whether the brightness may be set, where the display has a light that can be."""
    for one in sorted(BACKLIGHT.glob("*/brightness")):
        if os.access(one, os.W_OK):
            yield Finding("backlight", True, msg("The brightness of the display can be set."))
        else:
            text = msg("The brightness may not be set by this user; add the user to the group {group}.", group="video")
            yield Finding("backlight", False, text)


def _driver(card: Path) -> str:
    link = card / "device" / "driver"
    return Path(os.path.realpath(link)).name if link.is_symlink() else ""


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
