"""The HAT's board: KiCad's checks first, then everything a board house, its assembler and whoever solders need."""

from __future__ import annotations

import csv
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from device.organiser.papers.files import archive
from tools import board, hat_pictures
from tools.programs import call, call_dated

SOURCE = Path(__file__).resolve().parents[1] / "hardware" / "hat"
SCHEMATIC, BOARD = SOURCE / "hat.kicad_sch", SOURCE / "hat.kicad_pcb"
IBOM = ("InteractiveHtmlBom==2.12.0", "jsonschema==4.26.0")
"""Draw the page for whoever solders; they run in KiCad's own Python, so they are not among our requirements."""
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"
FABRICATION = "dvojtah-hat-gerbers.zip"

Row = dict[str, str]


def write(out: Path) -> None:
    """Check schematic and board, then write all files. Raises `tools.programs.Missing` with what was wrong."""
    out.mkdir(parents=True, exist_ok=True)
    check(out)
    kicad("sch export pdf", out / "schematic.pdf", SCHEMATIC)
    netlist = out / "hat.net"
    kicad("sch export netlist", netlist, SCHEMATIC)
    netlist.write_text(netlist.read_text(encoding="utf-8").replace(f"{SOURCE}/", ""), encoding="utf-8")
    gerbers(out)
    assembly(out)
    for variant in rules()["variants"]:
        order(out, variant)
    kicad("pcb export step --force --subst-models", out / "hat.step", BOARD)
    kicad("pcb export pdf --layers F.Cu,F.Mask,F.Silkscreen,F.Fab,Edge.Cuts --mode-single", out / "board.pdf", BOARD)
    for side in ("top", "bottom"):
        # undated, so without libfaketime, which makes it three times slower
        call("kicad-cli", *f"pcb render --side {side} -w 1600 -h 1300 -o".split(), out / f"{side}.png", BOARD)
    call("dtc", "-@", "-I", "dts", "-O", "dtb", "-o", out / "dvojtah.dtbo", SOURCE / "dvojtah-overlay.dts")
    memory = (SOURCE / "eeprom.txt").read_text(encoding="utf-8")
    (out / "eeprom.txt").write_text(
        memory.replace("${BOARD_REVISION}", f"0x{int(board.revision()):04x}"), encoding="utf-8"
    )
    interactive(out)


def kicad(words: str, target: object, source: Path) -> None:
    """One command of kicad-cli."""
    call_dated("kicad-cli", *words.split(), "-o", target, source)


def check(out: Path) -> None:
    """KiCad's rules, the board house's among them, and that board and schematic are the same."""
    strict = "--severity-all --exit-code-violations"
    kicad(f"sch erc {strict}", out / "erc.rpt", SCHEMATIC)
    kicad(f"pcb drc --schematic-parity {strict}", out / "drc.rpt", BOARD)


def gerbers(out: Path) -> None:
    """Layers and holes, and nothing else, in the one zip that a board house takes."""
    folder = out / "gerbers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    kicad(f"pcb export gerbers --layers {LAYERS} --subtract-soldermask", folder, BOARD)
    kicad("pcb export drill --excellon-separate-th", f"{folder}/", BOARD)
    (out / FABRICATION).write_bytes(archive((path.name, path.read_bytes()) for path in sorted(folder.iterdir())))


def rules() -> dict[str, Any]:
    """What the board house and its assembler accept, and the variants."""
    return tomllib.loads((SOURCE / "fab.toml").read_text(encoding="utf-8"))


def fitted(rows: list[Row], variant: str) -> list[Row]:
    """The parts of a variant: all but those whose field Config says ``-variant``; holes and jumpers are no parts."""
    return [
        row
        for row in rows
        if not row["Reference"].startswith(("H", "JP")) and f"-{variant}" not in row["Config"].split()
    ]


def turned(footprint: str, degrees: float, turns: list[tuple[str, float]]) -> float:
    """How the assembler counts the turn of a part, 0 to 359 degrees."""
    more = next((add for start, add in turns if re.match(start, footprint)), 0.0)
    return (degrees + more) % 360


def assembly(out: Path) -> None:
    """For each variant the list of parts for whoever solders, and the two files that the assembler reads."""
    fields = "Reference,Value,Footprint,Config"
    kicad(f"sch export bom --fields {fields} --labels {fields}", out / "bom.csv", SCHEMATIC)
    kicad("pcb export pos --format csv --units mm", out / "places.csv", BOARD)
    rows = list(csv.DictReader((out / "bom.csv").open(encoding="utf-8")))
    places = list(csv.DictReader((out / "places.csv").open(encoding="utf-8")))
    known = tomllib.loads((SOURCE / "parts.toml").read_text(encoding="utf-8"))
    for variant in rules()["variants"]:
        variant_files(out, variant, fitted(rows, variant), places, known)


def variant_files(out: Path, variant: str, rows: list[Row], places: list[Row], known: dict[str, Row]) -> None:
    """The three files of a variant. What has no number at the assembler is soldered by hand: in our list alone.

    Places are the middle of a part's pads: KiCad's own are its first pin where it goes through holes, 4 mm beside.
    """
    assembler = rules()["assembler"]
    grouped: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        grouped.setdefault((row["Value"], row["Footprint"].split(":")[-1]), []).append(row["Reference"])
    ours, theirs = [], []
    for (value, footprint), where in grouped.items():
        part = known[value]
        ours.append((" ".join(where), len(where), value, footprint, part["part"], part["or"]))
        if part["lcsc"]:
            theirs.append((value, ",".join(where), footprint, part["lcsc"]))
    machine = {place for _, where, _, _ in theirs for place in where.split(",")}
    middles = {name: part.middle for name, part in board.parts().items()}
    put = [
        (
            row["Ref"],
            f"{middles[row['Ref']][0]:.4f}mm",
            f"{-middles[row['Ref']][1]:.4f}mm",
            row["Side"].capitalize(),
            f"{turned(row['Package'], float(row['Rot']), assembler['turns']):.0f}",
        )
        for row in places
        if row["Ref"] in machine
    ]
    table(out / f"parts-{variant}.csv", ("references", "number", "value", "footprint", "part", "stands in"), ours)
    table(out / f"jlcpcb-parts-{variant}.csv", assembler["parts"], theirs)
    table(out / f"jlcpcb-places-{variant}.csv", assembler["places"], put)


def order(out: Path, variant: str) -> None:
    """Everything that a board house is sent for a variant, in one zip: what to choose, and how it has to look."""
    hat_pictures.preview(out, variant)
    sent = {
        "gerbers": FABRICATION,
        "parts": f"jlcpcb-parts-{variant}.csv",
        "places": f"jlcpcb-places-{variant}.csv",
        "preview": f"preview-{variant}.png",
    }
    form = [f"Dvojtah HAT {board.revision()}, {variant}: {rules()['variants'][variant]}"]
    form += ["\n".join(f"- {line.format(**sent)}" for line in rules()["order"][tongue]) for tongue in ("cs", "en")]
    files = [(name, (out / name).read_bytes()) for name in sent.values()]
    packet = archive([("order.txt", "\n\n".join((*form, "")).encode()), *files])
    (out / f"dvojtah-hat-order-{variant}.zip").write_bytes(packet)


def table(target: Path, head: tuple[str, ...] | list[str], rows: list[tuple[Any, ...]]) -> None:
    """One CSV."""
    with target.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(head)
        lines.writerows(rows)


def interactive(out: Path) -> None:
    """A page that shows each part on the board while it is soldered (InteractiveHtmlBom in KiCad's own Python)."""
    tools = out.parent / ".ibom"
    if not (tools / "InteractiveHtmlBom").exists():
        pip = "-m pip install -q --disable-pip-version-check --no-deps --target"
        call(sys.executable, *pip.split(), tools, *IBOM)
    call_dated(
        "env",
        "INTERACTIVE_HTML_BOM_NO_DISPLAY=1",
        f"PYTHONPATH={tools}",
        "/usr/bin/python3",
        "-m",
        "InteractiveHtmlBom.generate_interactive_bom",
        "--no-browser",
        "--dest-dir",
        out,
        BOARD,
    )
