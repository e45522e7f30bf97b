"""The clock buttons: the GPIO library and who holds the lines, pods, input devices. All are only asked, none is opened
for long or claimed."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import struct
from pathlib import Path

from device.common.settings.settings import LINE_NAMES, Identity, Settings, pin_numbers
from device.doctor.common import Findings, forbidden, installed_version
from device.doctor.machine import table_has_hardware
from device.input_devices.kernel import Kernel, assign_devices
from device.peripherals import gpio_chip
from device.peripherals.gpio import make_factory, not_opened
from device.pods.pairing import PodPairing
from device.pods.ports import GONE, find
from rules.message import msg

MODULES = {"lgpio": "lgpio", "rpigpio": "RPi"}
"""What each pin factory cannot do without."""
NO_PINS = "none"
"""The pin factory of a table without buttons on pins."""
LINE_INFO = 0xC100B405
"""GPIO_V2_GET_LINEINFO_IOCTL: name[32], consumer[32], offset, number of attributes, flags, attributes, padding."""
USED = 1
"""GPIO_V2_LINE_FLAG_USED."""
NO_SYSFS_EDGES = (6, 6)
"""Kernels from here on number GPIO chips so that RPi.GPIO 0.7 finds none for its edges."""


def library(settings: Settings) -> Findings:
    """Whether the library behind the pin factory is installed."""
    name = settings.buttons.factory
    if name == NO_PINS:
        yield True, msg("The settings name no buttons on pins; pods and USB buttons need none.")
    elif importlib.util.find_spec(MODULES[name]) is None:
        text = msg(
            "The GPIO library of {factory} is not installed; on a Pi: sudo apt install python3-lgpio.", factory=name
        )
        yield False, text
    else:
        yield True, msg("The GPIO library of {factory} is installed.", factory=name)


def rpi_module(settings: Settings) -> Findings:
    """Whose module ``RPi`` is here, and whether that one sees edges on this kernel (docs/decisions/gpio.md)."""
    factory = settings.buttons.factory
    if factory == NO_PINS or importlib.util.find_spec(MODULES[factory]) is None:
        return
    owners = [name for name in ("rpi-lgpio", "RPi.GPIO") if installed_version(name) is not None]
    spec = importlib.util.find_spec("RPi")
    if len(owners) > 1:
        yield False, msg("rpi-lgpio and RPi.GPIO overwrite each other; remove both and install one again.")
    elif owners == ["RPi.GPIO"] and factory == "rpigpio" and _kernel() >= NO_SYSFS_EDGES:
        yield False, msg("RPi.GPIO sees no presses on this kernel; sudo apt install python3-rpi-lgpio in its place.")
    elif owners and spec is not None:
        place = next(iter(spec.submodule_search_locations or []), "?")
        yield True, msg("The module RPi belongs to {owner} ({place}).", owner=owners[0], place=place)


def _kernel() -> tuple[int, ...]:
    """The running kernel's version: two numbers."""
    match = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def lines(settings: Settings) -> Findings:
    """Whether the lines of the settings are there, and free or held by whom."""
    if settings.buttons.pin_factory == NO_PINS:
        return
    chips = sorted(gpio_chip.DEV.glob("gpiochip*"))
    if not chips:
        yield False, msg("There are no GPIO lines on this machine; buttons need a Raspberry Pi.")
        return
    wanted = {key: number for key, number in pin_numbers(settings).items() if number}
    try:
        chip = _opened_chip(settings.buttons.factory) or chips[0]
        holders = {key: _holder(chip, number) for key, number in wanted.items()}
    except PermissionError:
        yield False, forbidden(chips[0], "gpio")
        return
    except OSError:
        yield False, msg("{chip} does not answer; is this a Raspberry Pi?", chip=str(chips[0]))
        return
    except ImportError:  # `library` says so
        return
    except Exception as error:  # every library behind a factory has errors of its own
        yield False, not_opened(settings.buttons.factory, error)
        return
    if table_has_hardware(settings) and None not in holders.values() and len(set(holders.values())) == 1:
        yield True, msg("The running table holds the lines of buttons, lamps and buzzer.")
        return
    busy = {key: holder for key, holder in holders.items() if holder is not None}
    for key, holder in busy.items():
        who = _described(holder, chip)
        yield (
            False,
            msg("Line {n} ({key}) is held by {who}; close that program.", n=wanted[key], key=LINE_NAMES[key], who=who),
        )
    if not busy:
        yield True, msg("The lines of buttons, lamps and buzzer are free.")


def _opened_chip(factory: str) -> Path | None:
    """The chip that the table opens, opened for a moment as the table does it; None where none is the header's."""
    opened = make_factory(factory)
    opened.close()
    number = getattr(opened, "chip", None)
    return gpio_chip.header_chip() if number is None else gpio_chip.DEV / f"gpiochip{number}"


def _holder(chip: Path, line: int) -> str | None:
    """The name under which somebody holds a line (perhaps empty), None where it is free."""
    answer = gpio_chip.ask(chip, LINE_INFO, struct.pack("=64sI188x", b"", line))
    flags = struct.unpack_from("=Q", answer, 72)[0]
    return gpio_chip.text_of(answer[32:64]) if flags & USED else None


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


def pods(settings: Settings) -> Findings:
    """Each port on which a pod is looked for, and each paired pod that is not there. No port is opened."""
    try:
        ports = find(settings.pods.ports)
    except GONE:
        return
    for port in ports:
        if not os.path.exists(port.path):
            yield False, msg("There is no {path}, though the settings look for a pod there.", path=port.path)
        elif not os.access(port.path, os.R_OK | os.W_OK):
            yield False, forbidden(port.path, "dialout")
        else:
            yield True, msg("There is a pod on {path}.", path=port.path)
    there = {port.serial.lower() for port in ports}
    for side, number in enumerate(PodPairing(settings.pairing_path).sides):
        if settings.pods.ports == ("auto",) and number and number.lower() not in there:
            text = msg(
                "The pod of clock button {side} is not plugged in; look at its cable (one that carries data).",
                side="AB"[side],
            )
            yield False, text


def input_devices(settings: Settings, system: Kernel | None = None) -> Findings:
    """A sentence for each side whose clock button was learnt; nothing where none was."""
    wanted = settings.input_devices.keys
    if not any(wanted):
        return
    there, refused = _devices(Kernel() if system is None else system)
    places = assign_devices(wanted, {path: identity for path, (identity, _) in there.items()})
    for side, key in enumerate(wanted):
        if key is None:
            continue
        clock = {"side": "AB"[side], "device": key.device.name}
        if side in places and there[places[side]][1]:
            yield True, msg("Clock button {side} is {device}; the kernel stamps its presses.", **clock)
        elif side in places:
            yield False, msg("The kernel does not stamp {device} by its steady clock; update the system.", **clock)
        elif refused:
            yield False, forbidden(key.device.name, "input")
        else:
            text = msg(
                "Clock button {side} ({device}) is not plugged in; plug it in, or learn another one in the settings.",
                **clock,
            )
            yield False, text


def _devices(system: Kernel) -> tuple[dict[str, tuple[Identity, bool]], bool]:
    """Every device with keys and whether its presses are stamped; whether there are others that may not be read."""
    there: dict[str, tuple[Identity, bool]] = {}
    refused = False
    for path in system.paths():
        try:
            with contextlib.closing(system.open(path)) as device:
                if device.keys:
                    there[path] = device.identity, device.stamped
        except PermissionError:
            refused = True
        except OSError:
            continue
    return there, refused
