"""What is printed together, each plate as one 3MF file: the parts as they lie on the bed, each with its name.

A 3MF is a zip of XML (3MF Core Specification 1.3): corners in mm, triangles, and where each copy stands.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from device.organiser.papers.files import archive
from tools.programs import Missing

BED = (250.0, 210.0)
"""mm; every plate fits a bed of 220 × 220, too."""
SMALLER = 220.0
SPACE = 6.0
"""mm between the parts of a plate."""
ALIKE = ("bar", "hatch")
"""Parts that no choice of a display or board changes."""


@dataclasses.dataclass(frozen=True)
class Plate:
    """One printing: how many of each part of a drawing, with the values that differ from the drawing's own."""

    case: str
    name: str
    parts: tuple[tuple[str, int], ...]
    values: tuple[tuple[str, str], ...] = ()

    @property
    def file(self) -> str:
        """Its file's name, without its end."""
        return "-".join([self.case, *(value for _, value in self.values), self.name])

    def singles(self) -> Iterator[tuple[str, dict[str, str], int]]:
        """Each part: its name, the values that matter for it, and how many."""
        for part, number in self.parts:
            yield part, {} if part in ALIKE else dict(self.values), number


SMALL = (("seat", 2), ("clamp", 4), ("bar", 2), ("hatch", 1))
TABLES: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (("display", "touch2"),),
    (("display", "hdmi"),),
    (("display", "hdmi"), ("board", "zero")),
)
PLATES = (
    Plate("table", "coupon", (("coupon", 1),)),
    *(
        Plate("table", name, parts, values)
        for values in TABLES
        for name, parts in (("shell", (("shell", 1),)), ("base", (("base", 1),)), ("small", SMALL))
    ),
    Plate("pod", "both", (("shell", 1), ("base", 1))),
)


def part_file(case: str, part: str, values: dict[str, str]) -> str:
    """The name of a single part's file, without its end."""
    return "-".join([case, part, *values.values()])


def singles() -> list[tuple[str, str, dict[str, str]]]:
    """Every part of every plate once: drawing, part, values."""
    each = {
        part_file(plate.case, part, values): (plate.case, part, values)
        for plate in PLATES
        for part, values, _ in plate.singles()
    }
    return list(each.values())


def arranged(sizes: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The lower left corner (mm) of each part on the bed, in rows, all of it in the bed's middle. Raises `Missing`."""
    corners, x, y, deep, wide = [], 0.0, 0.0, 0.0, 0.0
    for w, d in sizes:
        if x and x + w > min(BED[0], SMALLER):
            x, y, deep = 0.0, y + deep + SPACE, 0.0
        corners.append((x, y))
        wide, deep, x = max(wide, x + w), max(deep, d), x + w + SPACE
    if wide > min(BED[0], SMALLER) or y + deep > BED[1]:
        raise Missing(f"{wide:.0f} x {y + deep:.0f} mm is more than the bed")
    return [(a + (BED[0] - wide) / 2, b + (BED[1] - y - deep) / 2) for a, b in corners]


def write(plate: Plate, folder: Path, bodies: dict[str, Any]) -> Path:
    """One plate from its parts' bodies (by `part_file`; with ``vertices``, ``faces`` and ``bounds`` in mm)."""
    names = [part_file(plate.case, part, values) for part, values, number in plate.singles() for _ in range(number)]
    sizes = [tuple(np.ptp(bodies[name].bounds, axis=0)[:2].tolist()) for name in names]
    objects, items, number = [], [], {name: k + 1 for k, name in enumerate(dict.fromkeys(names))}
    for name, k in number.items():
        corners = "".join(f'<vertex x="{x:.7g}" y="{y:.7g}" z="{z:.7g}"/>' for x, y, z in bodies[name].vertices)
        facets = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in bodies[name].faces)
        mesh = f"<mesh><vertices>{corners}</vertices><triangles>{facets}</triangles></mesh>"
        objects.append(f'<object id="{k}" name="{name}" type="model">{mesh}</object>')
    for name, (x, y) in zip(names, arranged(sizes), strict=True):
        low = bodies[name].bounds[0]
        items.append(f'<item objectid="{number[name]}" transform="1 0 0 0 1 0 0 0 1 {_way((x, y, 0), low)}"/>')
    model = (
        '<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xml:lang="en" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f'<metadata name="Title">{plate.file}</metadata>'
        f"<resources>{''.join(objects)}</resources><build>{''.join(items)}</build></model>"
    )
    target = folder / f"{plate.file}.3mf"
    target.write_bytes(archive((*PACKAGE, ("3D/3dmodel.model", model.encode()))))
    return target


def _way(to: Sequence[float], start: Sequence[float]) -> str:
    return " ".join(f"{a - b:.3f}" for a, b in zip(to, start, strict=True))


PACKAGE = (
    (
        "[Content_Types].xml",
        b'<?xml version="1.0" encoding="UTF-8"?>'
        b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        b'<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
    ),
    (
        "_rels/.rels",
        b'<?xml version="1.0" encoding="UTF-8"?>'
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        b'<Relationship Target="/3D/3dmodel.model" Id="rel0" '
        b'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
    ),
)
"""What makes a zip a 3MF: which file is which, and where the model is."""
