"""What a table or a pod is built of: a list for each build, its price, and whether lists and drawings agree."""

from __future__ import annotations

import collections
import csv
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from device.common.address import Address

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware"
SOLID = Address("tools.solids:solid")
"""Loaded where it is wanted: it comes with the extra `hardware` alone."""

BARE = ("pi", "card", "supply", "cooler")
BY_HAND = {"splice": 3, "switch": 2, "jumper": 25, "hat": 0, "stacking": 0, "battery": 0, "cable": 0, "small_screw": 5}
POD = {
    **{"pod": 1, "button": 1, "switch": 1, "pod_buzzer": 1, "tab": 4, "wire": 1, "usb_cable": 1},
    **{"screw": 4, "pico_screw": 4, "foot": 4, "pod_filament": 1},
}
OWN_CLOCK = BY_HAND | {"jumper": 10, "splice": 2, "button": 0, "buzzer": 0, "tab": 0, "switch": 0}
"""A table whose buttons are on pods: its OLEDs by hand."""
BOTH = {part: OWN_CLOCK.get(part, 0) + 2 * number for part, number in POD.items() if part not in ("screw", "foot")}
KITS: dict[str, dict[str, int]] = {
    "no case, no board, your own HDMI screen": {"button": 2, "jumper": 4, "tab": 4, "hdmi_cable": 1}
    | dict.fromkeys(BARE, 1),
    "wired by hand": BY_HAND,
    "with the HAT": {},
    "with two pods": OWN_CLOCK | BOTH | {"screw": 4 + 2 * POD["screw"], "foot": 4 + 2 * POD["foot"]},
    "kit: one pod": POD,
}
"""What is built, and its parts where their number is not that of a table with the HAT; `ALONE` have no others."""
ALONE = ("no case, no board, your own HDMI screen", "kit: one pod")
FILES = dict(zip(KITS, ("bench", "hand", "hat", "pods", "pod"), strict=True))
"""The name of each build's list, ``kit-…-cs.csv`` and ``kit-…-en.csv``."""
DRAWN = {
    "no case, no board, your own HDMI screen": "bench",
    "wired by hand": "table",
    "with the HAT": "hat",
    "kit: one pod": "pod",
}
"""The wiring of each build."""
KINDS = {"BUTTON": "button", "OLED": "oled", "SWITCH": "switch", "SPLICE": "splice", "PICO": "pod"}
"""A part's name in the wiring, up to its first underscore, and in the lists."""
GRAMS = 1.27e-3
"""PETG, a mm³."""
NEAR = 0.05
"""How far (relative) a list's grams of filament may be from the drawing's."""


def parts() -> list[dict[str, Any]]:
    """The parts of tables and pods."""
    part_list: list[dict[str, Any]] = tomllib.loads((SOURCE / "parts.toml").read_text(encoding="utf-8"))["part"]
    return part_list


def kit(name: str) -> dict[str, int]:
    """How many of each part a build takes."""
    usual = {} if name in ALONE else {part["id"]: part["per_table"] for part in parts()}
    return {part: number for part, number in (usual | KITS[name]).items() if number}


HEADS = {
    "cs": ("počet", "co", "k čemu", "díl", "nebo", "USD za kus", "USD", "cena odkud"),
    "en": ("number", "what", "what for", "part", "or", "USD each", "USD", "price from"),
}
SUMS = {"cs": ("dohromady", "z toho odhad {guessed:.0f}"), "en": ("all of it", "of it assumed {guessed:.0f}")}


def write(out: Path) -> None:
    """A list for each build in both languages: parts, what stands in, price and where that is from, the sum."""
    known = {part["id"]: part for part in parts()}
    for name in KITS:
        costs = {part: known[part]["usd"] * number for part, number in kit(name).items()}
        total = sum(costs.values())
        guessed = sum(cost for part, cost in costs.items() if known[part]["priced"].startswith("assumed"))
        for language, head in HEADS.items():
            with (out / f"kit-{FILES[name]}-{language}.csv").open("w", encoding="utf-8", newline="") as file:
                rows = csv.writer(file)
                rows.writerow(head)
                for part, number in kit(name).items():
                    product = known[part]
                    names = [f"{other['name']} [{other['part']}]" for other in product["any_of"]]
                    words = (product[language], product[f"use_{language}"], names[0], "; ".join(names[1:]))
                    rows.writerow((number, *words, product["usd"], f"{costs[part]:.2f}", product["priced"]))
                words, share = SUMS[language]
                rows.writerow(("", words, "", "", "", "", f"{total:.0f}", share.format(guessed=guessed)))
        print(f"  {name}: {total:.0f} USD without tax and postage, {guessed:.0f} of it assumed")


def wiring(name: str) -> dict[str, Any]:
    """A drawing of wires, as WireViz reads it."""
    drawing: dict[str, Any] = yaml.safe_load((SOURCE / "wiring" / f"{name}.yml").read_text(encoding="utf-8"))
    return drawing


def header_wires(name: str) -> int:
    """How many wires of a drawing end on the header of the computer, those of the screen's own cable apart."""
    count = 0
    for line in wiring(name)["connections"]:
        ends = {part for end in line for part in end}
        if "SCREEN" not in ends:
            count += sum(len(pins) for end in line for part, pins in end.items() if part == "PI")
    return count


def differences(kits: dict[str, dict[str, int]] | None = None) -> Iterator[str]:
    """Where the lists (or ``kits``) have not what the drawings have, a sentence each."""
    kits = kits or {name: kit(name) for name in KITS}
    for name, drawing in DRAWN.items():
        drawn = collections.Counter(KINDS.get(part.split("_")[0], "") for part in wiring(drawing)["connectors"])
        for kind in KINDS.values():
            optional = (name, kind) == ("kit: one pod", "oled")
            if drawn[kind] != kits[name].get(kind, 0) and not optional:
                yield f"{name}: {kits[name].get(kind, 0)} of {kind}, drawn are {drawn[kind]}"
        if drawing in ("bench", "table") and header_wires(drawing) > kits[name]["jumper"]:
            yield f"{name}: {kits[name]['jumper']} wires, drawn are {header_wires(drawing)}"
    plugs = [plug for plug in wiring("hat")["connectors"] if plug in ("J2", "J3", "J4", "J5")]
    if len(plugs) != kits["with the HAT"].get("cable", 0):
        yield f"with the HAT: {kits['with the HAT'].get('cable', 0)} cables, drawn are {len(plugs)}"
    yield from _cases(kits)


PRINTED = {"table": ("shell", "base", "clamps", "bars", "hatch", "seats"), "pod": ("shell", "base")}
SCREWS = {
    ("table", "with the HAT"): {
        "screw": ("core_base",),
        "clamp_screw": ("core_clamps",),
        "seat_screw": ("core_seats",),
        "spacer": ("core_board",),
        "small_screw": ("core_bars", "core_hatch", "core_board"),  # the last: the HAT lies on as many spacers
        "foot": ("feet",),
    },
    ("pod", "kit: one pod"): {"screw": ("core_base",), "pico_screw": ("core_pico",), "foot": ("feet",)},
}
"""For each case and the build that it is counted for: what is listed, and where it sits in the drawing."""
FILAMENT = {"table": "filament", "pod": "pod_filament"}


def _cases(kits: dict[str, dict[str, int]]) -> Iterator[str]:
    """Screws, feet and plastic of both cases."""
    known = {part["id"]: part for part in parts()}
    for (case, name), places in SCREWS.items():
        source = SOURCE / "case" / f"{case}.scad"
        for part, drawn in places.items():
            number = sum(len(SOLID(source, figure).decompose()) for figure in drawn)
            if number != kits[name].get(part, 0):
                yield f"{name}: {kits[name].get(part, 0)} of {part}, drawn are {number}"
        grams = GRAMS * sum(SOLID(source, figure).volume() for figure in PRINTED[case])
        listed = known[FILAMENT[case]]["grams"]
        if abs(listed - grams) > NEAR * grams:
            yield f"{name}: {listed} g of filament, drawn are {grams:.0f} g"
