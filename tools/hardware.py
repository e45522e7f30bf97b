"""Draws everything in ``hardware/`` into ``out/hardware``: ``make hardware``.

Wiring (WireViz), schematic and board (KiCad, checked first) with everything a board house wants in one zip, cases
(OpenSCAD, measured first with everything in them), the lists to shop from, the budget of the supply, and a rendering of
each step of the assembly. A part whose program is missing is named and makes the command fail.
"""

from __future__ import annotations

import csv
import shutil
import sys
import tomllib
import uuid
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from device.address import Address
from tools import hat_eeprom
from tools.programs import Missing, call

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware"
OUT = ROOT / "out" / "hardware"
HAT = SOURCE / "hat" / "hat"
IBOM = "InteractiveHtmlBom==2.12.0"
"""Draws the page for whoever solders; it runs in KiCad's own Python, so it is not among our requirements."""
MARGIN = 0.8
"""How much of a supply may be used in the worst case."""


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
    gerbers = out / "gerbers"
    shutil.rmtree(gerbers, ignore_errors=True)
    gerbers.mkdir()
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"
    call("kicad-cli", "pcb", "export", "gerbers", "--layers", layers, "--subtract-soldermask", "-o", gerbers, pcb)
    call("kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "-o", f"{gerbers}/", pcb)
    call("kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", out / "places.csv", pcb)
    call(
        "kicad-cli",
        "sch",
        "export",
        "bom",
        "--fields",
        "Reference,Value,Footprint",
        "--labels",
        "Reference,Value,Footprint",
        "-o",
        out / "bom.csv",
        sch,
    )
    assembly(out)
    call("kicad-cli", "pcb", "export", "step", "--force", "--subst-models", "-o", out / "hat.step", pcb)
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
    call("dtc", "-@", "-I", "dts", "-O", "dtb", "-o", out / "dvojtah.dtbo", SOURCE / "hat" / "dvojtah-overlay.dts")
    (out / "eeprom.bin").write_bytes(hat_eeprom.image(uuid.uuid4()))
    interactive(out, pcb)
    fabrication(out)


def assembly(out: Path) -> None:
    """Lists of parts and places: for whoever solders, and in the columns that the assembler JLCPCB reads."""
    known = tomllib.loads((SOURCE / "hat" / "parts.toml").read_text(encoding="utf-8"))
    rows = list(csv.DictReader((out / "bom.csv").open(encoding="utf-8")))
    grouped: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if not row["Reference"].startswith("H"):
            grouped.setdefault((row["Value"], row["Footprint"].split(":")[-1]), []).append(row["Reference"])
    with (out / "parts.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("references", "number", "value", "footprint", "part", "stands in"))
        for (value, footprint), where in grouped.items():
            one = known.get(value, {"part": f"{value}, {size(footprint)}, 1 % or 10 %, any maker", "or": ""})
            table.writerow((" ".join(where), len(where), value, footprint, one["part"], one["or"]))
    with (out / "parts-jlcpcb.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("Comment", "Designator", "Footprint", "JLCPCB Part #"))
        for (value, footprint), where in grouped.items():
            table.writerow((value, ",".join(where), footprint, known.get(value, {}).get("lcsc", "")))
    places = csv.DictReader((out / "places.csv").open(encoding="utf-8"))
    with (out / "places-jlcpcb.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"))
        for row in places:
            table.writerow(
                (
                    row["Ref"],
                    f"{float(row['PosX']):.4f}mm",
                    f"{float(row['PosY']):.4f}mm",
                    row["Side"].capitalize(),
                    f"{float(row['Rot']) % 360:.0f}",
                )
            )


def size(footprint: str) -> str:
    """The size of a resistor or capacitor, as it is bought."""
    return footprint.split("_")[1] if "_" in footprint else footprint


def interactive(out: Path, pcb: Path) -> None:
    """A page that shows each part on the board while it is soldered (InteractiveHtmlBom in KiCad's own Python)."""
    tools = OUT / ".ibom"
    if not (tools / "InteractiveHtmlBom").exists():
        call(
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--no-deps",
            "--target",
            tools,
            IBOM,
            "jsonschema",
        )
    call(
        "env",
        "INTERACTIVE_HTML_BOM_NO_DISPLAY=1",
        f"PYTHONPATH={tools}",
        "/usr/bin/python3",
        "-m",
        "InteractiveHtmlBom.generate_interactive_bom",
        "--no-browser",
        "--dest-dir",
        out,
        pcb,
    )


def fabrication(out: Path) -> None:
    """One zip for the board house: layers and holes, and for its assembly parts and places."""
    with zipfile.ZipFile(out / "dvojtah-hat-fabrication.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
        for path in sorted((out / "gerbers").iterdir()):
            zipped.write(path, path.name)
        for name in ("parts-jlcpcb.csv", "places-jlcpcb.csv"):
            zipped.write(out / name, f"assembly/{name}")


def parts() -> list[dict[str, Any]]:
    """The parts of a table."""
    found: list[dict[str, Any]] = tomllib.loads((SOURCE / "parts.toml").read_text(encoding="utf-8"))["part"]
    return found


TABLES_OF = (1, 16)
"""For how many tables there is a list to shop from: one, and a hall."""


def shopping(out: Path) -> None:
    """What to buy, with exact numbers and what stands in, in both languages, for one table and for sixteen."""
    out.mkdir(parents=True, exist_ok=True)
    heads = (
        ("cs", ("počet", "co", "k čemu", "díl", "nebo", "číslo dílu jsme viděli")),
        ("en", ("number", "what", "what for", "part", "or", "where we saw the number")),
    )
    for language, head in heads:
        for tables in TABLES_OF:
            with (out / f"shopping-{language}-{tables}.csv").open("w", encoding="utf-8", newline="") as file:
                rows = csv.writer(file)
                rows.writerow(head)
                for part in parts():
                    number = part["per_table"] * tables + (part["spare"] if tables > 1 else 0)
                    names = [
                        f"{one['name']} [{one['part']}]" if "part" in one else one["name"] for one in part["any_of"]
                    ]
                    rows.writerow(
                        (
                            number or f"0-{2 * tables}",
                            part[language],
                            part[f"use_{language}"],
                            names[0],
                            "; ".join(names[1:]),
                            " ; ".join(one["seen"] for one in part["any_of"] if "seen" in one),
                        )
                    )


def load(chosen: dict[str, int]) -> tuple[int, int]:
    """Milliamperes at 5 V of a table with those alternatives (first: 0): usual and worst.

    What runs on 3.3 V is counted as if the Pi's regulator gave its current away one to one: the truth is less.
    """
    found = consumers(chosen)
    return sum(one[2] for one in found), sum(one[3] for one in found)


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
    found = []
    for part in parts():
        one = part["any_of"][chosen.get(part["id"], 0)]
        number = chosen.get(f"{part['id']}.number", part["per_table"])
        if number and "ma" in one:
            found.append((one["name"], number, number * one["ma"], number * one["ma_peak"], one["source"]))
    return found


def budget(out: Path) -> None:
    """Every consumer of every table, and whether the supply is enough. Raises `Missing` where it is not."""
    out.mkdir(parents=True, exist_ok=True)
    supplies = next(part for part in parts() if part["id"] == "supply")["any_of"]
    with (out / "power.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("table", "consumer", "number", "usual mA", "worst mA", "source"))
        for name, (chosen, supply) in TABLES.items():
            rows.writerows((name, *one) for one in consumers(chosen))
            usual, worst = load(chosen)
            gives = supplies[supply]["gives_ma"]
            rows.writerow(
                (name, "all of it", "", usual, worst, f"computed; {worst / gives:.0%} of the supply's {gives} mA")
            )
            print(f"  {name}: {usual} mA, at worst {worst} of {gives} mA")
            if worst > MARGIN * gives:
                raise Missing(f"{name}: {worst} mA is more than {MARGIN:.0%} of {gives} mA")


# The cases need libraries that come with the extra `hardware` alone.
STEPS: dict[str, Callable[[Path], None]] = {
    "shopping": shopping,
    "power": budget,
    "wiring": wiring,
    "hat": board,
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


def main() -> int:
    """All steps, or those that are named; 1 where something was wrong."""
    faults = list(run(sys.argv[1:] or list(STEPS)))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
