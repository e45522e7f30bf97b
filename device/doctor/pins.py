"""The GPIO library and who holds the lines. The kernel is asked; no line is claimed."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import struct
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from device.doctor import storage
from device.doctor.finding import Finding
from device.settings.settings import Settings
from rules.message import msg

MODULES = {"lgpio": "lgpio", "rpigpio": "RPi", "pigpio": "pigpio", "native": "gpiozero", "mock": "gpiozero"}
"""What each pin factory cannot do without."""
NO_PINS = "none"
"""The pin factory of a table without buttons on pins."""
DEV = Path("/dev")
CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name[32], label[32], lines."""
LINE_INFO = 0xC100B405
"""GPIO_V2_GET_LINEINFO_IOCTL: name[32], consumer[32], offset, number of attributes, flags, attributes, padding."""
USED = 1
"""GPIO_V2_LINE_FLAG_USED."""
NO_SYSFS_EDGES = (6, 6)
"""Kernels from here on number GPIO chips so that RPi.GPIO 0.7 finds none for its edges."""
HEADER = ("pinctrl-bcm", "pinctrl-rp1")
"""How the chip of the 40-pin header is labelled."""


def libraries(settings: Settings) -> Iterator[Finding]:
    """Whether the library behind the pin factory is installed, and which of the two owns the module RPi."""
    name = settings.buttons.pin_factory
    if name == NO_PINS:
        yield Finding("gpio", True, msg("The settings name no buttons on pins; pods and USB buttons need none."))
        return
    if name == "mock":
        text = msg("The pin factory is a mock: buttons never report a press; set pin_factory in the settings.")
        yield Finding("gpio", False, text)
        return
    if importlib.util.find_spec(MODULES[name]) is None:
        text = msg(
            "The GPIO library of {factory} is not installed; on a Pi: sudo apt install python3-lgpio.", factory=name
        )
        yield Finding("gpio", False, text)
        return
    yield Finding("gpio", True, msg("The GPIO library of {factory} is installed.", factory=name))
    yield from _owner(name)


def _owner(factory: str) -> Iterator[Finding]:
    """Whose module ``RPi`` is here, and whether that one sees edges on this kernel (docs/decisions/gpio.md)."""
    owners = [one for one in ("rpi-lgpio", "RPi.GPIO") if _installed(one)]
    spec = importlib.util.find_spec("RPi")
    if len(owners) > 1:
        text = msg("rpi-lgpio and RPi.GPIO overwrite each other; remove both and install one again.")
        yield Finding("rpi module", False, text)
    elif owners == ["RPi.GPIO"] and factory == "rpigpio" and _kernel() >= NO_SYSFS_EDGES:
        text = msg("RPi.GPIO sees no presses on this kernel; sudo apt install python3-rpi-lgpio in its place.")
        yield Finding("rpi module", False, text)
    elif owners and spec is not None:
        place = next(iter(spec.submodule_search_locations or []), "?")
        yield Finding(
            "rpi module", True, msg("The module RPi is that of {owner} ({place}).", owner=owners[0], place=place)
        )


def _kernel() -> tuple[int, ...]:
    """The running kernel's version: two numbers."""
    found = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def lines(settings: Settings) -> Iterator[Finding]:
    """Whether the lines of the settings are there, and free or held by whom."""
    if settings.buttons.pin_factory == NO_PINS:
        return
    chips = sorted(DEV.glob("gpiochip*"))
    if not chips:
        yield Finding("lines", False, msg("There are no GPIO lines on this machine; buttons need a Raspberry Pi."))
        return
    try:
        found = next((one for one in chips if _label(one).startswith(HEADER)), chips[0])
        pins = settings.pins
        wanted = {
            "button_a": pins.button_a,
            "button_b": pins.button_b,
            "lamp_a": pins.lamp_a,
            "lamp_b": pins.lamp_b,
            "buzzer": pins.buzzer,
        }
        held = {key: _holder(found, n) for key, n in wanted.items() if n is not None}
    except PermissionError:
        text = msg(
            "{bus} may not be used by this user; add the user to the group {group}.", bus=str(chips[0]), group="gpio"
        )
        yield Finding("lines", False, text)
        return
    except OSError:
        yield Finding("lines", False, msg("{chip} does not answer; is this a Raspberry Pi?", chip=str(chips[0])))
        return
    if storage.table_runs(settings.journal_path) and None not in held.values() and len(set(held.values())) == 1:
        yield Finding("lines", True, msg("The running table holds the lines of buttons, lamps and buzzer."))
        return
    busy = {key: who for key, who in held.items() if who is not None}
    for key, who in busy.items():
        text = msg(
            "Line {n} ({key}) is held by {who}; close that program.", n=wanted[key], key=key, who=_described(who, found)
        )
        yield Finding("lines", False, text)
    if not busy:
        yield Finding("lines", True, msg("The lines of buttons, lamps and buzzer are free."))


def _ioctl(chip: Path, request: int, data: bytes) -> bytes:
    handle = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return fcntl.ioctl(handle, request, data)
    finally:
        os.close(handle)


def _label(chip: Path) -> str:
    return _text(_ioctl(chip, CHIP_INFO, bytes(68))[32:64])


def _holder(chip: Path, line: int) -> str | None:
    """The name under which somebody holds a line (perhaps empty), None where it is free."""
    answer = _ioctl(chip, LINE_INFO, struct.pack("=64sI188x", b"", line))
    flags = struct.unpack_from("=Q", answer, 72)[0]
    return _text(answer[32:64]) if flags & USED else None


def _described(consumer: str, chip: Path) -> str:
    """The holder's own name and the programs that have the chip open, as far as this user may see them."""
    programs = []
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if handle.readlink() == chip:
                pid = handle.parts[2]
                programs.append(f"{(Path('/proc') / pid / 'comm').read_text().strip()} {pid}")
        except OSError:
            continue
    return ", ".join(dict.fromkeys([consumer or "?", *programs]))


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True
