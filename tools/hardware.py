"""Draws everything in ``hardware/`` into ``out/hardware``: ``make hardware``.

Wiring (WireViz), schematic and board (KiCad, checked first) with everything a board house wants in one zip, cases
(OpenSCAD, measured first with everything in them), the lists to shop from, the budget of the supply, and a rendering of
each step of the assembly. A part whose program is missing is named and makes the command fail. Where nothing failed and
everything was drawn, all of it lies in one zip, too: the same bytes for whoever draws the same commit with the same
programs.
"""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from device.common.address import Address
from device.organiser.papers.files import archive
from tools import hat_files, kits
from tools.kits import parts
from tools.programs import Missing, call

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware"
OUT = ROOT / "out" / "hardware"
BUNDLE = "dvojtah-hardware.zip"
MARGIN = 0.8
"""How much of a supply may be used in the worst case."""


def wiring(out: Path) -> None:
    """The pictures of the wires, and a list of them."""
    out.mkdir(parents=True, exist_ok=True)
    for source in sorted((SOURCE / "wiring").glob("*.yml")):
        call(Path(sys.executable).with_name("wireviz"), "-f", "pst", "-o", out, source)


TABLE = "with the HAT"
"""The build that the lists for one table and for a hall are of."""
TABLES_OF = (1, 16)
"""For how many tables there is a list to shop from: one, and a hall."""


def shopping(out: Path) -> None:
    """What to buy, with exact numbers and what stands in, in both languages, for one table and for sixteen."""
    out.mkdir(parents=True, exist_ok=True)
    heads = (
        ("cs", ("počet", "co", "k čemu", "díl", "nebo", "číslo dílu jsme viděli")),
        ("en", ("number", "what", "what for", "part", "or", "where we saw the number")),
    )
    usual = kits.kit(TABLE)
    for language, head in heads:
        for tables in TABLES_OF:
            with (out / f"shopping-{language}-{tables}.csv").open("w", encoding="utf-8", newline="") as file:
                rows = csv.writer(file)
                rows.writerow(head)
                for part in parts():
                    number = usual.get(part["id"], 0) * tables + (part["spare"] if tables > 1 else 0)
                    names = [
                        f"{choice['name']} [{choice['part']}]" if "part" in choice else choice["name"]
                        for choice in part["any_of"]
                    ]
                    rows.writerow(
                        (
                            number or f"0-{2 * tables}",
                            part[language],
                            part[f"use_{language}"],
                            names[0],
                            "; ".join(names[1:]),
                            " ; ".join(choice["seen"] for choice in part["any_of"] if "seen" in choice),
                        )
                    )
    kits.write(out)
    if missing := list(kits.differences()):
        raise Missing("; ".join(missing))


def load(chosen: dict[str, int]) -> tuple[int, int]:
    """Milliamperes at 5 V of a table with those alternatives (first: 0): usual and worst.

    What runs on 3.3 V is counted as if the Pi's regulator gave its current away one to one: the truth is less.
    """
    loads = consumers(chosen)
    return sum(part[2] for part in loads), sum(part[3] for part in loads)


TABLES = {
    'Pi 4, Touch Display, 1.3"': ({}, 0),
    'Pi 5 with cooler, Touch Display 2, 1.3"': ({"pi": 1, "screen": 1, "cooler": 1}, 1),
    'Pi 5 with cooler, Touch Display, 2.42", two pods': (
        {"pi": 1, "oled": 2, "cooler": 1, "button.number": 0, "pod.number": 2},
        1,
    ),
    'Pi 3 B+, Touch Display, 0.96"': ({"pi": 2, "oled": 1}, 2),
    'Zero 2 W, HDMI panel, 0.96"': ({"pi": 3, "screen": 2, "oled": 1}, 2),
    'Pi 4, Touch Display, 1.3", two pods': ({"button.number": 0, "pod.number": 2}, 0),
}
"""Tables that are built: which alternatives, and which supply."""


def consumers(chosen: dict[str, int]) -> list[tuple[str, int, int, int, str]]:
    """Each consumer of a table: name, number, usual and worst mA of them all at 5 V, and where the figure is from."""
    rows = []
    usual = kits.kit(TABLE)
    for part in parts():
        choice = part["any_of"][chosen.get(part["id"], 0)]
        number = chosen.get(f"{part['id']}.number", usual.get(part["id"], 0))
        if number and "ma" in choice:
            rows.append((choice["name"], number, number * choice["ma"], number * choice["ma_peak"], choice["source"]))
    return rows


def budget(out: Path) -> None:
    """Every consumer of every table, and whether the supply is enough. Raises `Missing` where it is not."""
    out.mkdir(parents=True, exist_ok=True)
    supplies = next(part for part in parts() if part["id"] == "supply")["any_of"]
    with (out / "power.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("table", "consumer", "number", "usual mA", "worst mA", "source"))
        for name, (chosen, supply) in TABLES.items():
            rows.writerows((name, *consumer) for consumer in consumers(chosen))
            usual, worst = load(chosen)
            gives = supplies[supply]["gives_ma"]
            rows.writerow(
                (name, "all of it", "", usual, worst, f"computed; {worst / gives:.0%} of the supply's {gives} mA")
            )
            print(f"  {name}: {usual} mA, at worst {worst} of {gives} mA")
            if worst > MARGIN * gives:
                raise Missing(f"{name}: {worst} mA is more than {MARGIN:.0%} of {gives} mA")


# The cases need libraries that come with the group `hardware` alone.
STEPS: dict[str, Callable[[Path], None]] = {
    "shopping": shopping,
    "power": budget,
    "wiring": wiring,
    "pictures": Address("tools.wiring_pictures:pictures"),
    "hat": hat_files.write,
    "case": Address("tools.case_files:write"),
    "steps": Address("tools.stages:steps"),
}


def run(names: list[str]) -> Iterator[str]:
    """Do those steps; the faults, one sentence each."""
    for name in names:
        print(f"{name} -> {(OUT / name).relative_to(ROOT)}")
        try:
            STEPS[name](OUT / name)
        except Missing as fault:
            yield f"{name}: {fault}"


def bundle() -> None:
    """Everything that the steps drew, in one zip."""
    files = sorted(path for step in STEPS for path in (OUT / step).rglob("*") if path.is_file())
    (OUT / BUNDLE).write_bytes(archive((path.relative_to(OUT).as_posix(), path.read_bytes()) for path in files))
    print(f"{BUNDLE}: {len(files)} files")


def main() -> int:
    """All steps and the bundle, or the steps that are named; 1 where something was wrong."""
    if not (named := sys.argv[1:]):
        for step in STEPS:
            shutil.rmtree(OUT / step, ignore_errors=True)
    faults = list(run(named or list(STEPS)))
    if not named and not faults:
        bundle()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
