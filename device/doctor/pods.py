"""Button pods: which are plugged in, to which side they belong, and whether they may be used."""

from __future__ import annotations

import os
from collections.abc import Iterator

from device.doctor.finding import Finding
from device.pods.pairing import PodPairing
from device.pods.ports import GONE, find
from device.settings.settings import Settings
from rules.message import msg


def pods(settings: Settings) -> Iterator[Finding]:
    """Each port on which a pod is looked for, and each paired pod that is not there. No port is opened."""
    try:
        found = find(settings.pods.ports)
    except GONE:
        return
    for port in found:
        if not os.path.exists(port.path):
            text = msg("There is no {path}; the settings name it ([pods] ports).", path=port.path)
            yield Finding("pod", False, text)
        elif not os.access(port.path, os.R_OK | os.W_OK):
            text = msg(
                "{bus} may not be used by this user; add the user to the group {group}.", bus=port.path, group="dialout"
            )
            yield Finding("pod", False, text)
        else:
            yield Finding("pod", True, msg("There is a pod on {path}.", path=port.path))
    there = {port.serial for port in found}
    for side, number in enumerate(PodPairing(settings.pairing_path).sides):
        if settings.pods.ports == ("auto",) and number and number.lower() not in {one.lower() for one in there}:
            text = msg(
                "The pod of clock button {side} is not plugged in; look at its cable (one that carries data).",
                side="AB"[side],
            )
            yield Finding("pod", False, text)
