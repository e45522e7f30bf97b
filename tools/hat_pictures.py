"""Pictures of the HAT from its own drawing: how parts are put, read back from the files that go there, and
where a multimeter's probes go. No word in them belongs to one language.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path

from tools import board, hat_card
from tools.wiring_pictures import FINE, INK, Sheet, Spot

MM = 11.4
"""Pixels a millimetre."""
LEFT, TOP = 22.0, 30.0
COLUMNS, LINE = (800.0, 1000.0), 24.0
NAMES = {"J1": (0.0, 42.0), "J2": (36.0, 0.0), "J4": (36.0, 0.0), "J3": (-36.0, 0.0), "J5": (-36.0, 0.0)}
NAMES |= {"J8": (30.0, 0.0), "J9": (0.0, -28.0)}
"""How far beside a connector its name stands, in the picture's points."""


def spot(at: Spot) -> Spot:
    """Where a point of the board's sheet is in the picture."""
    edge = [point for row in board.outline() for point in row]
    return LEFT + (at[0] - min(x for x, _ in edge)) * MM, TOP + (at[1] - min(y for _, y in edge)) * MM


def arc(row: list[Spot]) -> list[Spot]:
    """Points along the circle through three points; a straight line stays as it is."""
    if len(row) == 2:
        return row
    (ax, ay), (bx, by), (cx, cy) = row
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    squares = [x * x + y * y for x, y in row]
    mx = (squares[0] * (by - cy) + squares[1] * (cy - ay) + squares[2] * (ay - by)) / d
    my = (squares[0] * (cx - bx) + squares[1] * (ax - cx) + squares[2] * (bx - ax)) / d
    turns = [math.atan2(y - my, x - mx) for x, y in row]
    turns = [turns[0] + (turn - turns[0] + math.pi) % (2 * math.pi) - math.pi for turn in turns]
    r = math.hypot(ax - mx, ay - my)
    steps = [turns[0] + (turns[2] - turns[0]) * k / 12 for k in range(13)]
    return [(mx + r * math.cos(turn), my + r * math.sin(turn)) for turn in steps]


def bare() -> Sheet:
    """The board from above, its edge, holes and pads; pin 1 of each part that has a right way round is red."""
    sheet = Sheet()
    for row in board.outline():
        sheet.draw.line([(FINE * x, FINE * y) for x, y in map(spot, arc(row))], "#1d5a34", 4 * FINE)
    for part in board.parts().values():
        if not part.pads:
            sheet.disc(*spot(part.at), 1.35 * MM, "white")
        for pad in part.pads:
            (x, y), wide, high = spot(pad.at), pad.size[0] * MM, pad.size[1] * MM
            first = pad.number == "1" and part.name[0] not in "RCF" and not part.name.startswith("JP")
            sheet.box(x - wide / 2, y - high / 2, wide, high, "#d02a2a" if first else "#c9a94a", 2)
            if pad.hole:
                sheet.disc(x, y, 0.3 * MM, "white")
    return sheet


def preview(out: Path, variant: str) -> None:
    """What an assembler does with the two files of a variant: each part's box and name at its place, with its turn."""
    places = {row["Designator"]: row for row in _rows(out / f"jlcpcb-places-{variant}.csv")}
    kinds = {
        name: row["Comment"]
        for row in _rows(out / f"jlcpcb-parts-{variant}.csv")
        for name in row["Designator"].split(",")
    }
    sheet = bare()
    parts = board.parts()
    for name, row in places.items():
        x, y = spot((float(row["Mid X"].removesuffix("mm")), -float(row["Mid Y"].removesuffix("mm"))))
        low_x, low_y, high_x, high_y = parts[name].yard
        wide, high = (high_x - low_x) * MM, (high_y - low_y) * MM
        corners = [FINE * value for value in (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)]
        sheet.draw.rectangle(corners, outline="#2a62c8", width=2 * FINE)
        for dx, dy in ((7, 0), (0, 7)):
            sheet.draw.line([FINE * (x - dx), FINE * (y - dy), FINE * (x + dx), FINE * (y + dy)], "#2a62c8", 2 * FINE)
        sheet.text((x, y - high / 2 - 6), name, 12, INK)
    for k, name in enumerate(sorted(places, key=lambda name: (kinds[name], name))):
        at = COLUMNS[k // 26], 34 + LINE * (k % 26)
        sheet.text(at, f"{name}  {kinds[name]}  {places[name]['Rotation']}°", 14, INK, "lm")
    sheet.save(out / f"preview-{variant}.png")


def _rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.open(encoding="utf-8")))


def probes(target: Path) -> None:
    """Where the card's probes go: J1's pins by their numbers, each plug's own."""
    sheet = bare()
    for name, part in board.parts().items():
        if name in (*hat_card.PLUGS, "J1"):
            for pad in part.pads:
                x, y = spot(pad.at)
                used = name != "J1" or f"J1.{pad.number}" in hat_card.header().values()
                sheet.disc(x, y, 0.95 * MM, ("#fff4d6" if used else "#e8e8e8") if pad.number != "1" else "#ffb0a8")
                sheet.text((x, y), pad.number, 13 if used else 11, INK if used else "#9aa0a6")
    for name, (dx, dy) in NAMES.items():
        x, y = spot(board.parts()[name].middle)
        sheet.text((x + dx, y + dy), name, 24, "#1d5a34")
        if name != "J1":
            nets = "  ".join(f"{pad.number} {pad.net}" for pad in board.parts()[name].pads)
            sheet.text((COLUMNS[0], 90 + LINE * list(NAMES).index(name)), f"{name}:  {nets}", 15, INK, "lm")
    for k, (net, pin) in enumerate(hat_card.header().items()):
        sheet.text((COLUMNS[k // 10], 330 + LINE * (k % 10)), f"{pin}  {net}", 15, INK, "lm")
    sheet.save(target)
