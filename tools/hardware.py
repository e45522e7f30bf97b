"""Draws everything in ``hardware/`` into ``out/hardware``: ``make hardware``.

Wiring (WireViz), schematic and board (KiCad, checked first), cases (OpenSCAD, checked to be watertight), the list to
shop from and the budget of the supply. A part whose program is missing is named and makes the command fail.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from device.settings.settings import Buttons
from tools import hat_eeprom

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware"
OUT = ROOT / "out" / "hardware"
HAT = SOURCE / "hat" / "hat"
CASES = {"table": ("shell", "base", "clamp"), "pod": ("shell", "base")}
"""The parts that each case is printed in."""
VIEWS = {
    "table": (
        ("table", "assembly", "60,0,30"),
        ("table-exploded", "exploded", "70,0,30"),
        ("table-below", "assembly", "130,0,30"),
    ),
    "pod": (("pod", "assembly", "60,0,30"), ("pod-exploded", "exploded", "70,0,30")),
}
"""The pictures of each case: name, what it shows, the angles it is seen from."""
MARGIN = 0.8
"""How much of a supply may be used in the worst case."""


class Missing(Exception):
    """A program that is not installed, or one that refused."""


def call(*command: object) -> None:
    """Run a program. Raises `Missing` with what it said."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise Missing(f"{words[0]} is not installed")
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"{' '.join(words[:4])}: {(done.stdout + done.stderr).strip()[-2000:]}")


def wiring(out: Path) -> None:
    """The pictures of the wires, and a list of them."""
    out.mkdir(parents=True, exist_ok=True)
    for source in sorted((SOURCE / "wiring").glob("*.yml")):
        call(Path(sys.executable).with_name("wireviz"), "-f", "pst", "-o", out, source)


def board(out: Path) -> None:
    """Check the schematic and the board, then everything a maker and a board house need."""
    out.mkdir(parents=True, exist_ok=True)
    sch, pcb = HAT.with_suffix(".kicad_sch"), HAT.with_suffix(".kicad_pcb")
    call("kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations", "-o", out / "erc.rpt", sch)
    call(
        "kicad-cli",
        "pcb",
        "drc",
        "--severity-all",
        "--schematic-parity",
        "--exit-code-violations",
        "-o",
        out / "drc.rpt",
        pcb,
    )
    call("kicad-cli", "sch", "export", "pdf", "-o", out / "schematic.pdf", sch)
    call("kicad-cli", "sch", "export", "netlist", "-o", out / "hat.net", sch)
    call(
        "kicad-cli",
        "sch",
        "export",
        "bom",
        "--group-by",
        "Value,Footprint",
        "--fields",
        "Reference,Value,Footprint,${QUANTITY}",
        "-o",
        out / "parts.csv",
        sch,
    )
    gerbers = out / "gerbers"
    gerbers.mkdir(exist_ok=True)
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"
    call("kicad-cli", "pcb", "export", "gerbers", "--layers", layers, "-o", gerbers, pcb)
    call("kicad-cli", "pcb", "export", "drill", "-o", f"{gerbers}/", pcb)
    shutil.make_archive(str(out / "gerbers"), "zip", gerbers)
    call("kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", out / "places.csv", pcb)
    call(
        "kicad-cli",
        "pcb",
        "export",
        "pdf",
        "--layers",
        "F.Cu,F.Mask,F.Silkscreen,F.Fab,Edge.Cuts",
        "--mode-single",
        "-o",
        out / "board.pdf",
        pcb,
    )
    for side in ("top", "bottom"):
        call("kicad-cli", "pcb", "render", "--side", side, "-w", "1600", "-h", "1300", "-o", out / f"{side}.png", pcb)
    (out / "eeprom.bin").write_bytes(hat_eeprom.image(Buttons(), uuid.uuid4()))


def cases(out: Path) -> None:
    """Files for the printer, each one watertight, and pictures, also taken apart."""
    import trimesh  # noqa: PLC0415 - only with the extra `hardware`

    out.mkdir(parents=True, exist_ok=True)
    for case, parts in CASES.items():
        source = SOURCE / "case" / f"{case}.scad"
        for part in parts:
            target = out / f"{case}-{part}.stl"
            call("openscad", "-q", "-D", f'part="{part}"', "-o", target, source)
            body: Any = trimesh.load(target)
            if not body.is_watertight:
                raise Missing(f"{target.name} is not watertight")
            print(f"  {target.name}: {' x '.join(f'{size:.1f}' for size in body.extents)} mm, watertight")
        for name, part, angles in VIEWS[case]:
            call(
                "xvfb-run",
                "-a",
                "openscad",
                "-q",
                "-D",
                f'part="{part}"',
                "--imgsize=1400,1000",
                "--viewall",
                "--autocenter",
                f"--camera=0,0,0,{angles},0",
                "--colorscheme=Tomorrow",
                "-o",
                out / f"{name}.png",
                source,
            )


def parts() -> list[dict[str, Any]]:
    """The parts of a table."""
    found: list[dict[str, Any]] = tomllib.loads((SOURCE / "parts.toml").read_text(encoding="utf-8"))["part"]
    return found


def shopping(out: Path) -> None:
    """What to buy, with what stands in for it, in both languages."""
    out.mkdir(parents=True, exist_ok=True)
    for language, head in (("cs", ("počet", "co", "k čemu", "nebo")), ("en", ("number", "what", "what for", "or"))):
        with (out / f"shopping-{language}.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(head)
            for part in parts():
                names = "; ".join(one["name"] for one in part["any_of"])
                rows.writerow((part["per_table"] or "0-2", part[language], part[f"use_{language}"], names))


def load(chosen: dict[str, int]) -> tuple[int, int]:
    """Milliamperes at 5 V of a table with those alternatives (first: 0): usual and worst.

    What runs on 3.3 V is counted as if the Pi's regulator gave its current away one to one: the truth is less.
    """
    usual = worst = 0
    for part in parts():
        one = part["any_of"][chosen.get(part["id"], 0)]
        number = chosen.get(f"{part['id']}.number", part["per_table"])
        usual += number * one.get("ma", 0)
        worst += number * one.get("ma_peak", 0)
    return usual, worst


TABLES = {
    'Pi 4, Touch Display, 1.3"': ({}, 0),
    'Pi 5, Touch Display 2, 1.3"': ({"pi": 1, "screen": 1}, 1),
    'Pi 3 B+, Touch Display, 0.96"': ({"pi": 2, "oled": 1}, 2),
    'Zero 2 W, HDMI panel, 0.96"': ({"pi": 3, "screen": 2, "oled": 1}, 2),
    'Pi 4, Touch Display, 1.3", two pods': ({"button.number": 0, "pod.number": 2}, 0),
}
"""Tables that are built: which alternatives, and which supply."""


def budget(out: Path) -> None:
    """Whether the supply is enough, table by table. Raises `Missing` where it is not."""
    out.mkdir(parents=True, exist_ok=True)
    supplies = next(part for part in parts() if part["id"] == "supply")["any_of"]
    with (out / "power.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("table", "usual mA", "worst mA", "supply mA", "used"))
        for name, (chosen, supply) in TABLES.items():
            usual, worst = load(chosen)
            gives = supplies[supply]["gives_ma"]
            rows.writerow((name, usual, worst, gives, f"{worst / gives:.0%}"))
            print(f"  {name}: {usual} mA, at worst {worst} of {gives} mA")
            if worst > MARGIN * gives:
                raise Missing(f"{name}: {worst} mA is more than {MARGIN:.0%} of {gives} mA")


STEPS: dict[str, Callable[[Path], None]] = {
    "shopping": shopping,
    "power": budget,
    "wiring": wiring,
    "hat": board,
    "case": cases,
}


def run(names: list[str]) -> Iterator[str]:
    """Do those steps; the faults, one sentence each."""
    for name in names:
        print(f"{name} -> {(OUT / name).relative_to(ROOT)}")
        try:
            STEPS[name](OUT / name)
        except Missing as fault:
            yield f"{name}: {fault}"


def main() -> int:
    """All steps, or those that are named; 1 where something was wrong."""
    faults = list(run(sys.argv[1:] or list(STEPS)))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
