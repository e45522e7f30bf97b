"""Reads the HAT's board as KiCad keeps it: its parts, where their pads are, which net each is on, and its outline.

Lengths in mm from the sheet's corner, y downwards as KiCad has it; turns in degrees, counter-clockwise.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import re
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[1] / "hardware" / "hat"
BOARD = SOURCE / "hat.kicad_pcb"
TOKEN = re.compile(r'[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+')

Spot = tuple[float, float]


@dataclasses.dataclass(frozen=True)
class Pad:
    """A pad: its number, its net without the leading slash, its middle, width and height, and whether it has a hole."""

    number: str
    net: str
    at: Spot
    size: Spot
    hole: bool


@dataclasses.dataclass(frozen=True)
class Part:
    """A footprint with what it is called and worth, its pads and the box of its courtyard (x and y, low and high)."""

    name: str
    value: str
    footprint: str
    at: Spot
    turn: float
    pads: tuple[Pad, ...]
    yard: tuple[float, float, float, float]

    @property
    def middle(self) -> Spot:
        """The middle of the pads: where an assembler's machine holds a part, whatever KiCad took for its origin."""
        xs, ys = zip(*([pad.at for pad in self.pads] or [self.at]), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def parsed(text: str) -> list[Any]:
    """An S-expression as nested lists of strings."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]) if token[0] == '"' else token)
    first: list[Any] = stack[0][0]
    return first


def all_named(node: list[Any], name: str) -> list[list[Any]]:
    """The children of a node that begin with a name."""
    return [child for child in node if isinstance(child, list) and child[:1] == [name]]


def numbers(node: list[Any], name: str) -> list[float]:
    """The numbers of the first child with that name; none where there is no such child."""
    return [float(value) for child in all_named(node, name)[:1] for value in child[1:]]


@functools.cache
def drawing() -> list[Any]:
    """The whole file."""
    return parsed(BOARD.read_text(encoding="utf-8"))


def _part(node: list[Any]) -> Part:
    x, y, *turns = numbers(node, "at")
    turn = turns[0] if turns else 0.0
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def placed(at: list[float]) -> Spot:
        return x + at[0] * cos + at[1] * sin, y - at[0] * sin + at[1] * cos

    properties = {child[1]: child[2] for child in all_named(node, "property")}
    pads = [
        Pad(
            pad[1],
            next((net[2].removeprefix("/") for net in all_named(pad, "net")), ""),
            placed(numbers(pad, "at")),
            _upright(numbers(pad, "size"), (numbers(pad, "at")[2:] or [0.0])[0]),
            bool(all_named(pad, "drill")),
        )
        for pad in all_named(node, "pad")
        if pad[1]
    ]
    corners = (
        [
            placed(corner)
            for kind in ("fp_line", "fp_rect", "fp_arc", "fp_circle")
            for shape in all_named(node, kind)
            if all_named(shape, "layer")[0][1] in ("F.CrtYd", "B.CrtYd")
            for corner in _corners(shape)
        ]
        or [pad.at for pad in pads]
        or [(x, y)]
    )
    xs, ys = zip(*corners, strict=True)
    yard = (min(xs), min(ys), max(xs), max(ys))
    footprint = node[1].split(":")[-1]
    return Part(properties["Reference"], properties["Value"], footprint, (x, y), turn, tuple(pads), yard)


def _corners(shape: list[Any]) -> list[list[float]]:
    if not (middle := numbers(shape, "center")):
        return [numbers(shape, "start"), numbers(shape, "end")]
    r = math.dist(middle, numbers(shape, "end"))
    return [[middle[0] - r, middle[1] - r], [middle[0] + r, middle[1] + r]]


def _upright(size: list[float], turn: float) -> Spot:
    return (size[1], size[0]) if round(turn) % 180 == 90 else (size[0], size[1])


@functools.cache
def parts() -> dict[str, Part]:
    """Every part of the board, by its name."""
    return {part.name: part for part in map(_part, all_named(drawing(), "footprint"))}


def nets() -> dict[tuple[str, str], str]:
    """The net of every pad, by the part and the pad's number."""
    return {(part.name, pad.number): pad.net for part in parts().values() for pad in part.pads if pad.net}


def outline() -> list[list[Spot]]:
    """The board's edge: a row of points for each of its lines and arcs."""
    rows = []
    for kind in ("gr_line", "gr_arc"):
        for shape in all_named(drawing(), kind):
            if all_named(shape, "layer")[0][1] == "Edge.Cuts":
                ends = [numbers(shape, end) for end in ("start", "mid", "end") if numbers(shape, end)]
                rows.append([(x, y) for x, y in ends])
    return rows


def revision() -> str:
    """The board's revision, which schematic, board, silk and EEPROM take from hat.kicad_pro."""
    project: dict[str, Any] = json.loads((SOURCE / "hat.kicad_pro").read_text(encoding="utf-8"))
    number: str = project["text_variables"]["BOARD_REVISION"]
    return number
