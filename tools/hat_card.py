"""What a multimeter shows on a bare HAT, computed from its nets and resistors: the card of docs/build-check.md.

``python -m tools.hat_card`` writes the tables into both languages' pages.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tools import board

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = {"en": DOCS / "build-check.md", "cs": DOCS / "cs" / "build-check.md"}
BEGIN, END = "<!-- card: written by tools/hat_card.py -->", "<!-- end of card -->"
PLUGS = ("J2", "J3", "J4", "J5", "J8", "J9")
SUPPLIES = ("+5V", "+3V3", "GND")
BEEP = 20.0
"""Ohms below which a multimeter beeps."""
JOINED = {"R": 0.0, "F": 0.2}
"""Ohms of a bridge that the board comes with, and of the fuse while it is cold."""
TIMES = {"": 1.0, "k": 1e3}


@dataclasses.dataclass(frozen=True)
class Check:
    """One line of the card: one probe on ``start``, the other on each of ``ends``, the ohms between them (inf: none).

    Where ``start`` is a plug, ``ends`` are pairs of its pins.
    """

    start: str
    ends: tuple[str, ...]
    ohms: float


def ohms(value: str) -> float:
    """What a resistor's value says: ``330``, ``2.2 k``."""
    number, _, times = value.partition(" ")
    return float(number) * TIMES[times]


def resistors() -> Iterator[tuple[str, str, float]]:
    """Every resistor between two nets; solder bridges that the board comes with, and the fuse, are resistors too."""
    for part in board.parts().values():
        nets = {pad.number: pad.net for pad in part.pads}
        if part.name.startswith("R"):
            yield nets["1"], nets["2"], ohms(part.value)
        elif part.name.startswith("F"):
            yield nets["1"], nets["2"], JOINED["F"]
        elif "Bridged12" in part.footprint:
            yield nets["1"], nets["2"], JOINED["R"]


@functools.cache
def network() -> tuple[dict[str, int], np.ndarray]:
    """Each net's number, and the conductances between nets (S) as the matrix whose rows sum to 0."""
    names = sorted(set(board.nets().values()))
    number = {name: k for k, name in enumerate(names)}
    matrix = np.zeros((len(names), len(names)))
    for a, b, resistance in resistors():
        i, j, conductance = number[a], number[b], 1 / max(resistance, 1e-3)
        matrix[[i, j], [i, j]] += conductance
        matrix[[i, j], [j, i]] -= conductance
    return number, matrix


def between(a: str, b: str) -> float:
    """Ohms between two nets through every resistor of the bare board; inf where nothing joins them."""
    if a == b:
        return 0.0
    number, matrix = network()
    current = np.zeros(len(matrix))
    current[number[a]], current[number[b]] = 1, -1
    voltages = np.linalg.lstsq(matrix, current, rcond=None)[0]
    if not np.allclose(matrix @ voltages, current, atol=1e-6):
        return math.inf
    return float(voltages[number[a]] - voltages[number[b]])


def header() -> dict[str, str]:
    """The first pin of J1 on each net."""
    pins: dict[str, str] = {}
    for (part, pin), net in sorted(board.nets().items(), key=lambda item: int(item[0][1]) if item[0][0] == "J1" else 0):
        if part == "J1" and not net.startswith("unconnected"):
            pins.setdefault(net, f"J1.{pin}")
    return pins


def checks() -> list[Check]:
    """The card: first what must not be joined, then what each plug is joined to, then what holds each line."""
    pins, nets = header(), board.nets()
    rows = [Check(pins[a], (pins[b],), between(a, b)) for a, b in itertools.combinations(SUPPLIES, 2)]
    for plug in PLUGS:
        own = itertools.pairwise(sorted((pin for part, pin in nets if part == plug), key=int))
        apart = [(a, b) for a, b in own if between(nets[plug, a], nets[plug, b]) > BEEP]
        rows.append(Check(plug, tuple(f"{a}-{b}" for a, b in apart), math.inf))
    for plug in PLUGS:
        for pin in sorted((pin for part, pin in nets if part == plug), key=int):
            nearest = min(pins, key=lambda net: between(nets[plug, pin], net))
            if (resistance := between(nets[plug, pin], nearest)) < math.inf:
                rows.append(Check(pins[nearest], (f"{plug}.{pin}",), resistance))
    for net, pin in pins.items():
        for supply in ("+3V3", "GND"):
            if net not in SUPPLIES and (resistance := between(net, supply)) < math.inf:
                rows.append(Check(pin, (pins[supply],), resistance))
    grouped: dict[tuple[str, str], Check] = {}
    for row in rows:
        key = (row.start, shown(row.ohms, "en"))
        before = grouped.get(key, Check(row.start, (), row.ohms))
        grouped[key] = dataclasses.replace(before, ends=before.ends + row.ends)
    return list(grouped.values())


WORDS = {
    "en": (
        "| ☐ | one probe | the other, each | the multimeter |\n| --- | --- | --- | --- |",
        "beeps",
        "does not beep",
        "{} {}Ω",
    ),
    "cs": ("| ☐ | jeden hrot | druhý, postupně | multimetr |\n| --- | --- | --- | --- |", "pípá", "nepípá", "{} {}Ω"),
}


def shown(resistance: float, language: str) -> str:
    """What the multimeter does, in words."""
    _, beeps, silent, value = WORDS[language]
    if resistance < BEEP:
        return beeps
    if resistance == math.inf:
        return silent
    number = f"{resistance:.0f}" if resistance < 999 else f"{resistance / 1000:.3g}"
    return value.format(number.replace(".", ",") if language == "cs" else number, "" if resistance < 999 else "k")


def card(language: str) -> str:
    """The table."""
    rows = [f"| ☐ | {row.start} | {', '.join(row.ends)} | {shown(row.ohms, language)} |" for row in checks()]
    return "\n".join([WORDS[language][0], *rows])


def page(language: str) -> str:
    """The page of a language with today's table."""
    text = PAGES[language].read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{card(language)}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    for tongue, target in PAGES.items():
        target.write_text(page(tongue), encoding="utf-8")
    sys.exit(0)
