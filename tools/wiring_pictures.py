"""Pictures of the wiring, step by step, for docs/build-one.md, read from hardware/wiring: the header to scale, each
part with its tabs by name, each wire in its colour. No word in them belongs to one language.

``python -m tools.wiring_pictures`` draws them into ``out/hardware/pictures``, ``--docs`` into ``docs/img/build``.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from font_source_sans_pro import SourceSansProBold
from gpiozero.pins.pi import PiBoardInfo
from PIL import Image, ImageDraw, ImageFont

from tools.board import revision

ROOT = Path(__file__).resolve().parents[1]
WIRING = ROOT / "hardware" / "wiring"
OUT = ROOT / "out" / "hardware" / "pictures"
DOCS = ROOT / "docs" / "img" / "build"
WIDE, HIGH = 1200, 700
FINE = 2
"""Drawn so many times larger, then made smaller."""
MM = 13.2
"""Pixels a millimetre of the Pi's board."""
BOARD_X, BOARD_Y = 38.0, 70.0
ROW = 430.0
"""Where the parts' tabs are."""
TAB = 46.0
PI_4 = 0xA03111
"""A board revision; the 40 pins are the same on every Pi with so many."""
INK = "#20242a"
COLOURS = {
    "YE": "#e3c400",
    "BK": "#22252a",
    "RD": "#d02a2a",
    "OG": "#f5821f",
    "GN": "#2c8f3c",
    "WH": "#a8b0b8",
    "BU": "#2a62c8",
    "VT": "#8a3cb0",
}
"""The wires' colours: red is 5 V, orange 3.3 V, black ground; white is grey on white paper."""

Spot = tuple[float, float]


@dataclasses.dataclass(frozen=True)
class Picture:
    """One step: a wiring, those of its parts that are there by now (with the x of each), and what is new in it."""

    name: str
    wiring: str
    parts: dict[str, float]
    new: tuple[str, ...] = ()


PICTURES = (
    Picture("bench-0-screen", "table", {"SCREEN": 500}, ("SCREEN",)),
    Picture("bench-1-button", "bench", {"BUTTON_A": 330}, ("BUTTON_A",)),
    Picture("bench-2-buttons", "bench", {"BUTTON_A": 330, "BUTTON_B": 760}, ("BUTTON_B",)),
    Picture("usb-buttons", "usb", {"BUTTON_A": 330, "BUTTON_B": 760}, ("BUTTON_A", "BUTTON_B")),
    Picture(
        "wires-1-lamps",
        "table",
        {"BUTTON_A": 60, "SWITCH_A": 330, "SPLICE_5V": 530, "BUTTON_B": 730, "SWITCH_B": 1000},
        ("SWITCH_A", "SWITCH_B", "SPLICE_5V"),
    ),
    Picture(
        "wires-2-oleds",
        "table",
        {"OLED_A": 60, "SPLICE_SDA": 330, "SPLICE_SCL": 530, "OLED_B": 730, "BUZZER": 1000},
        ("OLED_A", "OLED_B", "SPLICE_SDA", "SPLICE_SCL", "BUZZER"),
    ),
    Picture(
        "hat-cables", "hat", {"BUTTON_A": 40, "OLED_A": 320, "OLED_B": 610, "BUTTON_B": 900}, ("BUTTON_A", "OLED_A")
    ),
)
"""The steps, in their order."""


def board(name: str) -> dict[str, Any]:
    """A wiring as WireViz reads it."""
    drawing: dict[str, Any] = yaml.safe_load((WIRING / f"{name}.yml").read_text(encoding="utf-8"))
    return drawing


def wires(drawing: dict[str, Any]) -> list[tuple[str, str, str, str, str]]:
    """Each wire: part and pin at both ends, and its colour."""
    connections = []
    for left, cable, right in drawing["connections"]:
        ((connector, ones),), ((wire, numbers),), ((other, others),) = left.items(), cable.items(), right.items()
        colours = drawing["cables"][wire]["colors"]
        for a, n, b in zip(
            _pins(drawing, connector, ones), _numbers(numbers), _pins(drawing, other, others), strict=True
        ):
            connections.append((connector, a, other, b, colours[n - 1]))
    return connections


def _numbers(given: list[Any]) -> list[int]:
    return [1, 2, 3, 4] if given == ["1-4"] else [int(number) for number in given]


def _pins(drawing: dict[str, Any], part: str, given: list[Any]) -> list[str]:
    own = drawing["connectors"][part]
    labels = [str(label) for label in own["pinlabels"]]
    if "pins" in own:
        return [str(pin) for pin in given]
    if given == ["1-4"]:
        return labels
    return [str(pin) if str(pin) in labels else labels[int(pin) - 1] for pin in given]


class Sheet:
    """What is drawn on, in picture points."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDE * FINE, HIGH * FINE), "white")
        self.draw = ImageDraw.Draw(self.image)

    def text(self, at: Spot, words: str, size: int = 15, colour: str = INK, anchor: str = "mm") -> None:
        """Words in the project's own face."""
        font = ImageFont.truetype(SourceSansProBold, size * FINE, layout_engine=ImageFont.Layout.BASIC)
        self.draw.text((at[0] * FINE, at[1] * FINE), words, fill=colour, font=font, anchor=anchor)

    def box(self, x: float, y: float, wide: float, high: float, fill: str, radius: float = 6, edge: str = INK) -> None:
        """A rectangle with round corners."""
        corners = [x * FINE, y * FINE, (x + wide) * FINE, (y + high) * FINE]
        self.draw.rounded_rectangle(corners, radius * FINE, fill, edge, FINE)

    def disc(self, x: float, y: float, r: float, fill: str, edge: str = INK) -> None:
        """A circle."""
        self.draw.ellipse([(x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE], fill, edge, FINE)

    def wire(self, a: Spot, b: Spot, colour: str, sag: float) -> None:
        """A curve that leaves both its ends downwards or upwards by ``sag``."""
        down_a, down_b = (a[0], a[1] + abs(sag)), (b[0], b[1] - sag)
        points = []
        for k in range(41):
            t = k / 40
            points.append(
                tuple(
                    FINE * ((1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t**3 * s)
                    for p, q, r, s in zip(a, down_a, down_b, b, strict=True)
                )
            )
        for width, ink in ((9, "white"), (5, colour)):
            self.draw.line(points, ink, width * FINE, "curve")

    def save(self, target: Path) -> None:
        """Few colours, so that it is small."""
        target.parent.mkdir(parents=True, exist_ok=True)
        small = self.image.resize((WIDE, HIGH), Image.Resampling.LANCZOS)
        small.quantize(96, dither=Image.Dither.NONE).save(target, optimize=True)


def place(pin: int) -> Spot:
    """Where a pin of the header is: the even ones along the edge, number 1 below the corner's hole."""
    column, upper = (pin - 1) // 2, pin % 2 == 0
    return BOARD_X + (8.37 + 2.54 * column) * MM, BOARD_Y + (2.23 if upper else 4.77) * MM


def header(sheet: Sheet) -> None:
    """The upper part of the Pi's board, to scale."""
    sheet.box(BOARD_X, BOARD_Y, 85 * MM, 130, "#2f7d4a", 3 * MM)
    for x in (3.5, 61.5):
        sheet.disc(BOARD_X + x * MM, BOARD_Y + 3.5 * MM, 1.35 * MM, "white")
    sheet.box(BOARD_X + 7.1 * MM, BOARD_Y + 0.96 * MM, 50.8 * MM, 5.08 * MM, "#2a2c30", 3)
    sheet.text((BOARD_X + 74 * MM, BOARD_Y + 60), "Raspberry Pi", 22, "white")


def pins(sheet: Sheet, used: dict[int, str]) -> None:
    """The header's pins over the wires, which pass below them; used ones in their wire's colour, with what they are."""
    names = {n: pin.name for n, pin in PiBoardInfo.from_revision(PI_4).headers["J8"].pins.items()}
    for pin in range(1, 41):
        x, y = place(pin)
        sheet.box(x - 14, y - 14, 28, 28, COLOURS.get(used.get(pin, ""), "#d8d2b8"), 3)
        sheet.text((x, y), str(pin), 14, "white" if pin in used else "#6a6650")
        if pin in used:
            upper = pin % 2 == 0
            step = 17 * ((pin + 1) // 2 % 2)
            high = BOARD_Y - 14 - step if upper else BOARD_Y + 93 + step
            sheet.box(x - 24, high - 8, 48, 16, "white", 3, "white" if upper else INK)
            sheet.text((x, high), names[pin], 11)


def part(sheet: Sheet, name: str, drawing: dict[str, Any], x: float, new: bool) -> dict[str, Spot]:
    """A part with its tabs in their order; where each tab is."""
    own = drawing["connectors"][name]
    labels = [str(label) for label in own["pinlabels"]]
    kind = name.split("_", maxsplit=1)[0]
    wide = TAB * len(labels)
    spots = {label: (x + TAB * (k + 0.5), ROW) for k, label in enumerate(labels)}
    body = "#fff4d6" if new else "#f1f3f5"
    if kind == "BUTTON":
        sheet.disc(x + wide / 2, ROW + 135, 88, body)
        sheet.disc(x + wide / 2, ROW + 135, 62, "#c8322e")
        sheet.box(x - 6, ROW + 18, wide + 12, 42, body)
    elif kind == "OLED":
        sheet.box(x - 10, ROW + 18, wide + 20, 190, body)
        sheet.box(x, ROW + 70, wide, 100, "#10131a")
        address = str(own.get("notes", "")).split(" ")[-1]
        sheet.text((x + wide / 2, ROW + 120), address or "128 × 64", 24, "#8fd8ff")
    elif kind == "BUZZER":
        sheet.disc(x + wide / 2, ROW + 105, 55, "#2a2c30")
        sheet.box(x - 4, ROW + 18, wide + 8, 34, body)
    else:
        sheet.box(x - 6, ROW + 18, wide + 12, 84 if kind == "SWITCH" else 60, body)
    for label, (tx, ty) in spots.items():
        sheet.box(tx - 7, ty - 6, 14, 26, "#c9a94a", 2)
        sheet.text((tx, ROW + 34), LABELS.get((kind, label), label), 14)
    if kind == "SWITCH":
        sheet.text((x + wide / 2, ROW + 66), "AO3400A", 16)
    sheet.text((x + wide / 2, ROW + 240), name.replace("_", " "), 20)
    if kind == "BUTTON":
        # Which tab of the switch each wire goes to, below it; the third stays free, beside the button.
        for label, tab in (("SW", "NO"), ("GND", "COM")):
            sheet.text((spots[label][0], ROW + 50), tab, 13, "#8a4b00")
        left = max(x + wide, x + wide / 2 + 88) + 4
        sheet.box(left, ROW + 86, 22, 12, "#e8e8e8", 2, "#9aa0a6")
        sheet.text((left + 28, ROW + 92), "NC ×", 12, "#6a7076", "lm")
    return spots


LABELS = {("BUTTON", "LAMP+"): "L+", ("BUTTON", "LAMP-"): "L−"}


def hat(sheet: Sheet, drawing: dict[str, Any], names: list[str]) -> dict[tuple[str, str], Spot]:
    """The HAT's connectors as they are printed, in the order in which the cables hang."""
    sheet.box(BOARD_X, BOARD_Y, 85 * MM, 130, "#1d5a34", 12)
    sheet.text((BOARD_X + 42 * MM, BOARD_Y - 22), f"DVOJTAH HAT {revision()}", 20)
    spots = {}
    for k, name in enumerate(names):
        x = BOARD_X + 60 + k * 280
        sheet.box(x - 14, BOARD_Y + 34, 4 * TAB + 28, 62, "#f3f0e6", 4)
        sheet.text((x + 2 * TAB, BOARD_Y + 18), name, 20, "white")
        for n, label in enumerate(str(label) for label in drawing["connectors"][name]["pinlabels"]):
            spots[name, label] = (x + TAB * (n + 0.5), BOARD_Y + 76)
            sheet.box(spots[name, label][0] - 10, BOARD_Y + 64, 20, 22, "#c9a94a", 2)
            sheet.text((spots[name, label][0], BOARD_Y + 50), LABELS.get(("BUTTON", label), label), 13)
    return spots


def encoder(sheet: Sheet, drawing: dict[str, Any]) -> dict[tuple[str, str], Spot]:
    """A USB encoder with its row of sockets, the first two used, and its cable into a USB socket."""
    x, wide, labels = BOARD_X + 120, 860, [str(label) for label in drawing["connectors"]["ENCODER"]["pinlabels"]]
    sheet.wire((x + wide / 2, BOARD_Y - 20), (x + wide / 2 + 240, BOARD_Y - 46), INK, 0)
    sheet.box(x + wide / 2 + 240, BOARD_Y - 62, 96, 32, "#d9dde2", 4)
    sheet.text((x + wide / 2 + 288, BOARD_Y - 46), "USB-A", 18)
    sheet.box(x, BOARD_Y - 20, wide, 150, "#7a1f24", 10)
    sheet.text((x + wide / 2, BOARD_Y + 20), "USB ENCODER", 24, "white")
    spots = {}
    for k in range(6):
        left = x + 40 + k * 134
        sheet.box(left, BOARD_Y + 64, 2 * TAB + 18, 56, "#f3f0e6", 4)
        sheet.text((left + TAB + 9, BOARD_Y + 52), f"K{k + 1}", 18, "white")
        for n in range(2):
            at = (left + 9 + TAB * (n + 0.5), BOARD_Y + 96)
            sheet.box(at[0] - 10, at[1] - 12, 20, 24, "#c9a94a", 2)
            if 2 * k + n < len(labels):
                spots["ENCODER", labels[2 * k + n]] = at
    return spots


def draw(picture: Picture, folder: Path) -> Path:
    """One picture."""
    drawing = board(picture.wiring)
    shown = [
        wire
        for wire in wires(drawing)
        if {wire[0], wire[2]} <= {*picture.parts, "PI", "ENCODER", "J2", "J3", "J4", "J5"}
    ]
    shown = [wire for wire in shown if wire[0] in picture.parts or wire[2] in picture.parts]
    sheet = Sheet()
    spots: dict[tuple[str, str], Spot] = {}
    if picture.wiring == "hat":
        spots |= hat(sheet, drawing, ["J2", "J4", "J5", "J3"])
    elif picture.wiring == "usb":
        spots |= encoder(sheet, drawing)
    else:
        header(sheet)
        spots |= {("PI", str(pin)): place(pin) for pin in range(1, 41)}
    for name, x in picture.parts.items():
        spots |= {(name, label): spot for label, spot in part(sheet, name, drawing, x, name in picture.new).items()}
    for source, a, other, b, colour in shown:
        start, end = spots[source, a], spots[other, b]
        low = start[1] == end[1]
        lift = 40 + abs(start[0] - end[0]) / 9
        if low:
            _over(sheet, start, end, COLOURS[colour], lift)
        else:
            sheet.wire((start[0], start[1] + 14), (end[0], end[1] - 6), COLOURS[colour], 120)
    if any("PI" in wire for wire in shown):
        pins(sheet, {int(a): colour for source, a, _, _, colour in shown if source == "PI"})
    target = folder / f"{picture.name}.png"
    sheet.save(target)
    return target


def _over(sheet: Sheet, a: Spot, b: Spot, colour: str, lift: float) -> None:
    middle = ((a[0] + b[0]) / 2, a[1] - lift)
    for width, ink in ((9, "white"), (5, colour)):
        points = [
            (
                FINE * ((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * middle[0] + t * t * b[0]),
                FINE * ((1 - t) ** 2 * (a[1] - 6) + 2 * t * (1 - t) * (middle[1] - lift) + t * t * (b[1] - 6)),
            )
            for t in (k / 30 for k in range(31))
        ]
        sheet.draw.line(points, ink, width * FINE, "curve")


def pictures(folder: Path) -> None:
    """Draw every picture."""
    for picture in PICTURES:
        print(f"  {draw(picture, folder).name}")


def main(words: Sequence[str]) -> int:
    """All pictures into the folder of what is made, or into that of the pages."""
    pictures(DOCS if "--docs" in words else OUT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
