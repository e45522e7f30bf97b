"""What a table or a pod is built of: a list for each build, its price, and whether lists and drawings agree."""

from __future__ import annotations

import collections
import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from device.common.address import Address
from tools.wiring_pictures import wires

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware"
SOLID = Address("tools.solids:solid")
"""Loaded where it is wanted: it comes with the group `hardware` alone."""

STEPS: dict[str, Any] = tomllib.loads((SOURCE / "steps.toml").read_text(encoding="utf-8"))
KITS: dict[str, str] = {name: file for file, name in STEPS["builds"].items()}
"""What is built, and the name of each build's list, ``kit-…-cs.csv`` and ``kit-…-en.csv``."""
CROWNS = 21.0 * 1.21
"""Czech crowns for a dollar: a rate of 21 (assumed 2026-11-30), and value-added tax of 21 %."""
DISPLAYS = ("OLED_A", "OLED_B", "SPLICE_SCL", "SPLICE_SDA")
DRAWN: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "no solder: buttons on a USB board, your own screen": (("usb", ()),),
    "no case, no board, your own HDMI screen": (("bench", ()),),
    "wired by hand": (("table", ()),),
    "with the HAT": (("bench", ()), ("table", DISPLAYS)),
    "kit: one pod": (("pod", ()),),
}
"""What each build wires in its steps: drawings, and which of their parts (none named: all). Before the HAT comes,
buttons and displays are tried on the Pi's own header."""
ON_PINS = ("PI", "OLED", "SWITCH", "BUZZER")
"""Parts whose wires end in a socket; a button's end in flat ones, a clamp's bare."""
KINDS = {
    "BUTTON": "button",
    "OLED": "oled",
    "SWITCH": "switch",
    "SPLICE": "splice",
    "PICO": "pod",
    "ENCODER": "encoder",
}
"""A part's name in the wiring, up to its first underscore, and in the lists."""
GRAMS = 1.27e-3
"""PETG, a mm³."""
NEAR = 0.05
"""How far (relative) a list's grams of filament may be from the drawing's."""


def parts() -> list[dict[str, Any]]:
    """The parts of tables and pods."""
    part_list: list[dict[str, Any]] = tomllib.loads((SOURCE / "parts.toml").read_text(encoding="utf-8"))["part"]
    return part_list


def steps(build: str) -> Iterator[dict[str, Any]]:
    """The steps of a build, in their order."""
    return (step for step in STEPS["step"] if KITS[build] in step["builds"])


def kit(name: str) -> dict[str, int]:
    """How many of each part a build's steps take together. KeyError where a step takes what is no part."""
    taken = collections.Counter[str]()
    for step in steps(name):
        taken.update(step["takes"])
    return {part["id"]: taken.pop(part["id"]) for part in parts() if part["id"] in taken} | _unknown(taken)


def _unknown(taken: collections.Counter[str]) -> dict[str, int]:
    if taken:
        raise KeyError(f"steps.toml takes {', '.join(taken)}, which is in no list of parts")
    return {}


GUIDES = {"en": ROOT / "docs" / "build-one.md", "cs": ROOT / "docs" / "cs" / "build-one.md"}
BEGIN, END = "<!-- steps: tools/kits.py -->", "<!-- end of steps -->"
COLUMNS = {"en": ("step", "build", "parts", "tools"), "cs": ("krok", "stavba", "díly", "nářadí")}


def guide(language: str) -> str:
    """The guide in a language, with the table of what each of its steps takes."""
    names = {part["id"]: part[language] for part in parts()}
    rows = [COLUMNS[language], ("---",) * 4]
    for step in STEPS["step"]:
        if builds := [STEPS["guide"][build][language] for build in step["builds"] if build in STEPS["guide"]]:
            taken = [
                f"{number} × {names[part]}" if number > 1 else names[part] for part, number in step["takes"].items()
            ]
            rows.append(
                (
                    step["name"],
                    "" if len(builds) == len(STEPS["guide"]) else ", ".join(builds),
                    "; ".join(taken),
                    ", ".join(STEPS["tools"][tool][language] for tool in step["tools"]),
                )
            )
    before, _, rest = GUIDES[language].read_text(encoding="utf-8").partition(BEGIN)
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}"


HEADS = {
    "cs": ("počet", "co", "k čemu", "díl", "nebo", "objednat jako", "USD za kus", "USD", "cena odkud", "v kroku"),
    "en": ("number", "what", "what for", "part", "or", "order as", "USD each", "USD", "price from", "in step"),
}
NUMBER = re.compile(r"(?:[A-Z][a-z]+ )?[A-Z0-9()/-]*\d[A-Z0-9()/.-]*(?=[ ,;]|$)")
"""A maker's number at the beginning of a part, with its maker where that stands before it."""


def order_name(part: dict[str, Any], language: str) -> str:
    """What to type into a shop's search: the number of the first choice, or the part's name in the language."""
    number = NUMBER.match(part["any_of"][0]["part"])
    return number[0] if number else str(part[language]).split(" (")[0]


SUMS = {
    "cs": ("dohromady", "z toho odhad {guessed:.0f}; bez Pi asi {crowns:.0f} Kč s daní"),
    "en": ("all of it", "of it assumed {guessed:.0f}; without the Pi about {crowns:.0f} Kč with tax"),
}


def write(out: Path) -> None:
    """A list for each build in both languages: parts, what stands in, price and where that is from, the sum."""
    known = {part["id"]: part for part in parts()}
    for name, short in KITS.items():
        costs = {part: known[part]["usd"] * number for part, number in kit(name).items()}
        total = sum(costs.values())
        guessed = sum(cost for part, cost in costs.items() if known[part]["priced"].startswith("assumed"))
        crowns = CROWNS * (total - costs.get("pi", 0))
        for language, head in HEADS.items():
            with (out / f"kit-{short}-{language}.csv").open("w", encoding="utf-8", newline="") as file:
                rows = csv.writer(file)
                rows.writerow(head)
                for part, number in kit(name).items():
                    product = known[part]
                    names = [f"{other['name']} [{other['part']}]" for other in product["any_of"]]
                    words = (product[language], product[f"use_{language}"], names[0], "; ".join(names[1:]))
                    when = ", ".join(dict.fromkeys(step["name"] for step in steps(name) if part in step["takes"]))
                    rows.writerow(
                        (
                            number,
                            *words,
                            order_name(product, language),
                            product["usd"],
                            f"{costs[part]:.2f}",
                            product["priced"],
                            when,
                        )
                    )
                words, share = SUMS[language]
                rows.writerow(
                    ("", words, "", "", "", "", "", f"{total:.0f}", share.format(guessed=guessed, crowns=crowns), "")
                )
        print(
            f"  {name}: {total:.0f} USD without tax and postage, {guessed:.0f} of it assumed;"
            f" {crowns:.0f} Kč without the Pi"
        )


def wiring(name: str) -> dict[str, Any]:
    """A drawing of wires, as WireViz reads it."""
    drawing: dict[str, Any] = yaml.safe_load((SOURCE / "wiring" / f"{name}.yml").read_text(encoding="utf-8"))
    return drawing


def drawn(build: str) -> collections.Counter[str]:
    """How many of each part, and of each kind of wire, the drawings of a build have."""
    parts_of: dict[str, str] = {}
    count = collections.Counter[str]()
    for name, chosen in DRAWN[build]:
        drawing = wiring(name)
        parts_of |= {part: part.split("_")[0] for part in drawing["connectors"] if not chosen or part in chosen}
        for source, _, other, _, _ in wires(drawing):
            ends = {source, other}
            if "SCREEN" in ends or (chosen and not ends <= {*chosen, "PI"}):
                continue
            kinds = [part.split("_")[0] for part in (source, other)]
            sockets = sum(kind in ON_PINS for kind in kinds)
            count[("wire", "jumper", "socket_wire")[sockets]] += 1
            count["tab"] += kinds.count("BUTTON")
    return count + collections.Counter(KINDS[kind] for kind in parts_of.values() if kind in KINDS)


def differences(kits: dict[str, dict[str, int]] | None = None) -> Iterator[str]:
    """Where the lists (or ``kits``) have not what the drawings have, a sentence each."""
    kits = kits or {name: kit(name) for name in KITS}
    for name in DRAWN:
        in_drawings, listed = drawn(name), kits[name]
        checked = [*KINDS.values(), *(("jumper", "socket_wire", "tab") if "pod" not in name else ())]
        if name == "with the HAT":
            in_drawings["cable"] = in_drawings["oled_cable"] = 2
            in_drawings["tab"] += 4 * in_drawings["cable"]
            checked += ["cable", "oled_cable"]
        if "USB" in name:
            checked = ["button", "encoder"]  # the board's own cables have their ends
        for part in checked:
            optional = (name, part) == ("kit: one pod", "oled")
            if in_drawings[part] != listed.get(part, 0) and not optional:
                yield f"{name}: {listed.get(part, 0)} of {part}, drawn are {in_drawings[part]}"
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


if __name__ == "__main__":
    for tongue, target in GUIDES.items():
        target.write_text(guide(tongue), encoding="utf-8")
