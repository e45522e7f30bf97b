"""Reads what the drawings say, for tests that hold it against the program."""

from __future__ import annotations

from pathlib import Path

import yaml
from gpiozero.pins.pi import PiBoardInfo

from tools import board

HARDWARE = Path(__file__).parents[2] / "hardware"
PI_4 = 0xA03111
"""A board revision; the 40 pins are the same on every Pi with so many."""

LEFT, LOW = 100.0, 116.5
"""The board's lower left corner on KiCad's sheet, mm."""

Wire = tuple[str, str, str, str]
"""One wire: part and pin at its one end, part and pin at its other."""


def header() -> dict[int, str]:
    """What the Pi has on each of its 40 pins, as gpiozero's own data has it: ``GPIO17``, ``GND``, ``3V3``, ``5V``."""
    pins = PiBoardInfo.from_revision(PI_4).headers["J8"].pins
    return {number: pin.name for number, pin in pins.items()}


def wires(name: str) -> list[Wire]:
    """Every wire of a WireViz file, from the part on its left to the part on its right, straight through splices."""
    single = single_wires(name)
    fed = {right: (part, a) for part, a, right, pin in single if right.startswith("SPLICE") and pin == "IN"}
    return [
        (*fed.get(part, (part, a)), other, b)
        for part, a, other, b in single
        if not other.startswith("SPLICE") or b != "IN"
    ]


def single_wires(name: str) -> list[Wire]:
    """Every wire of a WireViz file as it is cut, to and from splices."""
    drawing = yaml.safe_load((HARDWARE / "wiring" / f"{name}.yml").read_text(encoding="utf-8"))
    wires_found = []
    for left, _, right in drawing["connections"]:
        (part, ones), (other, others) = *left.items(), *right.items()
        wires_found += [
            (part, a, other, b) for a, b in zip(named(drawing, part, ones), named(drawing, other, others), strict=True)
        ]
    return wires_found


def named(drawing: dict, part: str, pins: list) -> list[str]:
    """Pins by their label; those of a computer board by number."""
    connector = drawing["connectors"][part]
    labels = [str(label) for label in connector["pinlabels"]]
    if "pins" in connector:
        return [str(pin) for pin in pins]
    flat = [str(pin) for pin in pins]
    if flat == ["1-4"]:
        flat = ["1", "2", "3", "4"]
    return [pin if pin in labels else labels[int(pin) - 1] for pin in flat]


def labels(name: str, part: str) -> dict[str, str]:
    """The label of each numbered pin of a part."""
    connector = yaml.safe_load((HARDWARE / "wiring" / f"{name}.yml").read_text(encoding="utf-8"))["connectors"][part]
    return {str(pin): str(label) for pin, label in zip(connector["pins"], connector["pinlabels"], strict=True)}


def board_connectors() -> dict[str, tuple[float, float]]:
    """The middle of the pins of each connector of the HAT, in mm from the board's lower left corner."""
    connectors = (part for name, part in board.parts().items() if name.startswith("J") and not name.startswith("JP"))
    return {part.name: (part.middle[0] - LEFT, LOW - part.middle[1]) for part in connectors}
