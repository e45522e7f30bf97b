"""The cases' files for the printer, made by OpenSCAD and held against what was measured without it."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from typing import Any

import trimesh

from tools import case_check, plates
from tools.programs import Missing, call
from tools.solids import solid, sorted_facets

SAME = 1e-3
"""How far (relative) the volume of what OpenSCAD printed may be from what was measured."""


def write(out: Path) -> None:
    """The table of bodies and gaps first; then files for the printer, each one watertight and as it was measured."""
    out.mkdir(parents=True, exist_ok=True)
    bad = []
    with (out / "gaps.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("table", "body", "other body", "shared mm3", "apart mm", "rests on it"))
        for build, gap in case_check.report():
            rows.writerow((str(build), gap.one, gap.other, gap.shared, gap.apart, "yes" if gap.rests else ""))
            if not gap.good:
                bad.append(f"{build}: {gap.one} and {gap.other}, {gap.shared} mm3 shared, {gap.apart} mm apart")
    if bad:
        raise Missing("; ".join(bad))
    print(f"  gaps.csv: {len(case_check.BUILDS)} tables, nothing stands in anything else")
    bodies = {}
    for case, part, values in plates.singles():
        target = out / f"{plates.part_file(case, part, values)}.stl"
        given = [word for name, value in values.items() for word in ("-D", f'{name}="{value}"')]
        call("openscad", "-q", "-D", f'part="{part}"', *given, "-o", target, case_check.CASE / f"{case}.scad")
        target.write_text(sorted_facets(target.read_text(encoding="utf-8")), encoding="utf-8")
        body: Any = trimesh.load(target)
        measured = solid(case_check.CASE / f"{case}.scad", part, **values).volume()
        if not body.is_watertight:
            raise Missing(f"{target.name} is not watertight")
        if abs(body.volume - measured) > SAME * measured:
            raise Missing(f"{target.name} is not what was measured: {body.volume:.0f} and {measured:.0f} mm3")
        print(f"  {target.name}: {' x '.join(f'{size:.1f}' for size in body.extents)} mm, watertight, as measured")
        bodies[target.stem] = body
    for plate in plates.PLATES:
        print(f"  {plates.write(plate, out, bodies).name}{sliced(out / plate.file)}")


def sliced(plate: Path) -> str:
    """What PrusaSlicer says of a plate, where it is installed: time and grams with hardware/case/print.ini."""
    if shutil.which("prusa-slicer") is None:
        return ""
    code = plate.with_suffix(".gcode")
    call("prusa-slicer", "--load", case_check.CASE / "print.ini", "-g", "-o", code, plate.with_suffix(".3mf"))
    figures = dict(
        re.findall(r"^; (estimated printing time.*|total filament used \[g\]) = (.+)$", code.read_text(), re.M)
    )
    code.unlink()
    return ": " + ", ".join(f"{value} g" if key.endswith("[g]") else value for key, value in figures.items())
