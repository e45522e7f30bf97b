"""The cases' files for the printer, made by OpenSCAD and held against what was measured without it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import trimesh

from tools import case_check
from tools.programs import Missing, call
from tools.solids import solid, sorted_facets

PRINTED = (
    ("table", "shell", {}),
    ("table", "base", {}),
    ("table", "clamp", {}),
    ("table", "bar", {}),
    ("table", "hatch", {}),
    ("table", "seat", {}),
    ("table", "shell", {"display": "touch2"}),
    ("table", "base", {"display": "touch2"}),
    ("table", "clamp", {"display": "touch2"}),
    ("table", "seat", {"display": "touch2"}),
    ("table", "shell", {"display": "hdmi"}),
    ("table", "base", {"display": "hdmi"}),
    ("table", "clamp", {"display": "hdmi"}),
    ("table", "seat", {"display": "hdmi"}),
    ("table", "shell", {"display": "hdmi", "board": "zero"}),
    ("table", "base", {"display": "hdmi", "board": "zero"}),
    ("pod", "shell", {}),
    ("pod", "base", {}),
)
"""What is written for the printer: drawing, part, and the values that differ from the drawing's own."""
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
    for case, part, values in PRINTED:
        target = out / f"{'-'.join([case, part, *values.values()])}.stl"
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
