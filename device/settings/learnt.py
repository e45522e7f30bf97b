"""Which key of which device is a clock button, as one line of the settings, and which device that is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

PATTERN = r"^([0-9]{1,3} [0-9a-f]{4}:[0-9a-f]{4} [!-~]{1,100} [ -~]{1,100})?\Z"
"""A `LearntKey` in the settings; empty: none."""
NO_PORT = "-"
"""In the place of a port that a device does not give."""


class Identity(msgspec.Struct, frozen=True):
    """A device as it says itself: vendor and product number, the port it is at (``phys``), its name."""

    vendor: int
    product: int
    phys: str
    name: str

    @property
    def model(self) -> tuple[int, int, str]:
        """What stays the same at another port."""
        return self.vendor, self.product, self.name


class LearntKey(msgspec.Struct, frozen=True):
    """A key, by its code in ``linux/input-event-codes.h``, of a device."""

    code: int
    device: Identity

    @property
    def text(self) -> str:
        """The line of the settings."""
        one = self.device
        return f"{self.code} {one.vendor:04x}:{one.product:04x} {one.phys} {one.name}"


def parse_key(text: str) -> LearntKey | None:
    """The key that a line of the settings (see `PATTERN`) names; None where it is empty."""
    if not text:
        return None
    code, numbers, phys, name = text.split(" ", 3)
    vendor, product = (int(part, 16) for part in numbers.split(":"))
    return LearntKey(int(code), Identity(vendor, product, phys, name))


def identity(vendor: int, product: int, phys: str, name: str) -> Identity:
    """An identity that fits on a line: ASCII only, without spaces in the port, never too long, never empty."""
    port = "".join(char if "!" <= char <= "~" else "_" for char in phys)[:100]
    title = "".join(char if " " <= char <= "~" else "?" for char in name)[:100].strip()
    return Identity(vendor, product, port or NO_PORT, title or NO_PORT)


def assign_devices(wanted: Sequence[LearntKey | None], there: Mapping[str, Identity]) -> dict[int, str]:
    """The device of each side, by its path; sides whose device is away are not in it.

    A device at the port where it was learnt comes first. One of the same make at another port serves as well, unless it
    is the other side's own: so a cable may be plugged in elsewhere, and two of the same make are still distinguished.
    """
    found = {
        side: path
        for side, key in enumerate(wanted)
        if key is not None
        for path, one in there.items()
        if one == key.device
    }
    own = set(found.values())
    moved: dict[Identity, str] = {}
    for side, key in enumerate(wanted):
        if key is None or side in found:
            continue
        if key.device not in moved:
            alike = (path for path, one in sorted(there.items()) if one.model == key.device.model and path not in own)
            if (path := next(alike, None)) is None:
                continue
            moved[key.device] = path
            own.add(path)
        found[side] = moved[key.device]
    return found
