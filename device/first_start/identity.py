"""A name that no other device has: the wish of its people, and the number of its board."""

from __future__ import annotations

import hashlib
import re

from device.first_start.common.system import CardSystem

WISH = "dvojtah"
"""What a device is called where nobody wished anything."""
DIGITS = 6
"""Hexadecimal digits of the board's number in the name: one in 16 million."""
SERIALS = ("/sys/firmware/devicetree/base/serial-number", "/proc/device-tree/serial-number")
MACHINE_ID = "/etc/machine-id"


def own_number(system: CardSystem) -> str:
    """The end of the board's serial number, else a digest of the system's own id; ``""`` where there is neither."""
    for place in SERIALS:
        serial = system.read(place).strip("\0\n ").lower()
        if re.fullmatch(r"[0-9a-f]{8,}", serial) and serial.strip("0"):
            return serial[-DIGITS:]
    own = system.read(MACHINE_ID).strip()
    # The id itself may not be sent over the network (machine-id(5)); a digest of it may.
    return hashlib.sha256(f"dvojtah {own}".encode()).hexdigest()[:DIGITS] if len(own) == 32 else ""


def host_name(system: CardSystem, wish: str | None) -> str:
    """The name of this device. Two that were given the same wish, on copies of one card, differ all the same."""
    number = own_number(system)
    base = wish or WISH
    return base if not number or base.endswith(f"-{number}") else f"{base}-{number}"
