"""Clock buttons on input devices: whether what was learnt is plugged in and may be read. The devices are only asked."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from device.doctor.finding import Finding
from device.input_devices.kernel import DeviceSource, Kernel
from device.settings.learnt import Identity, assign_devices
from device.settings.settings import Settings
from rules.message import msg


def input_devices(settings: Settings, system: DeviceSource | None = None) -> Iterator[Finding]:
    """A sentence for each side whose clock button was learnt; nothing where none was."""
    wanted = settings.input_devices.keys
    if not any(wanted):
        return
    there, stamped, forbidden = _devices(Kernel() if system is None else system)
    places = assign_devices(wanted, there)
    for side, key in enumerate(wanted):
        if key is None:
            continue
        letter, name = "AB"[side], key.device.name
        if side in places and stamped[places[side]]:
            text = msg("Clock button {side} is {device}; the kernel stamps its presses.", side=letter, device=name)
            yield Finding("input device", True, text)
        elif side in places:
            text = msg("The kernel does not stamp {device} by its steady clock; update the system.", device=name)
            yield Finding("input device", False, text)
        elif forbidden:
            text = msg(
                "{bus} may not be used by this user; add the user to the group {group}.", bus=name, group="input"
            )
            yield Finding("input device", False, text)
        else:
            text = msg(
                "Clock button {side} ({device}) is not plugged in; plug it in, or learn another one in the settings.",
                side=letter,
                device=name,
            )
            yield Finding("input device", False, text)


def _devices(system: DeviceSource) -> tuple[dict[str, Identity], dict[str, bool], bool]:
    """Every device with keys, whether its presses are stamped, and whether there are others that may not be read."""
    there: dict[str, Identity] = {}
    stamped: dict[str, bool] = {}
    forbidden = False
    for path in system.paths():
        try:
            device = system.open(path)
        except PermissionError:
            forbidden = True
            continue
        except OSError:
            continue
        with contextlib.closing(device):
            if device.keys:
                there[path], stamped[path] = device.identity, device.stamped
    return there, stamped, forbidden
