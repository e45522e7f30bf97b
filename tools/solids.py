"""Solid bodies out of OpenSCAD's files, quickly and without OpenSCAD: openscad_evaluator reads its language in Python,
manifold3d computes the shapes.

OpenSCAD 2021 needs most of a minute for one shell of a case, this a fraction of a second, so the tests and the pictures
can try every display with every button. What goes to the printer is still made by OpenSCAD itself, and `make hardware`
holds the two against each other.
"""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from manifold3d import Manifold, Mesh, OpType
from openscad_evaluator import EvalError, Evaluator, ManifoldCache
from openscad_lalr_parser import Assignment, StringLiteral, build_scopes, getASTfromFile

os.environ.setdefault("OPENSCAD_PARSER_CACHE_DIR", str(Path(__file__).resolve().parents[1] / "out" / "scad"))
COMPUTED = ManifoldCache()
"""Shapes that several parts have in common."""

FACET = re.compile(r"facet normal (.+)\n +outer loop\n +vertex (.+)\n +vertex (.+)\n +vertex (.+)\n +endloop\n")


class Drawing:
    """An OpenSCAD file, read once; its values are changed where they stand, as OpenSCAD's option -D does."""

    def __init__(self, source: Path) -> None:
        self.nodes = getASTfromFile(str(source)) or []
        self.scope = build_scopes(self.nodes)
        self._values = {node.name.name: node for node in self.nodes if isinstance(node, Assignment)}
        self._own = {name: node.expr for name, node in self._values.items()}

    def choose(self, values: dict[str, str]) -> None:
        """All values as the file has them, but these. ValueError where it has no such value."""
        if missing := values.keys() - self._own.keys():
            raise ValueError(f"no value {', '.join(missing)}")
        for name, node in self._values.items():
            # Not parsed: for a value alone the parser would work out its whole grammar.
            node.expr = StringLiteral(node.position, values[name]) if name in values else self._own[name]


drawing = functools.cache(Drawing)


def solid(source: Path, part: str, **values: str) -> Manifold:
    """The body that ``part`` of an OpenSCAD file is, with those of its values changed.

    ValueError where it has no such value, complains, or draws nothing solid.
    """
    read = drawing(source)
    read.choose({"part": part, **values})
    echoed: list[str] = []
    try:
        results, _ = Evaluator(echo_fn=echoed.append, manifold_cache=COMPUTED).evaluate(read.nodes, read.scope)
    except EvalError as fault:
        raise ValueError(f"{source.name}, {part}: {fault}") from fault
    bodies: list[Any] = [result.body for result in results if result.body is not None]
    if echoed or not bodies:
        raise ValueError(f"{source.name}, {part}: {' '.join(echoed) or 'an empty drawing'}")
    return Manifold.batch_boolean(bodies, OpType.Add)


def mesh(body: Manifold) -> tuple[np.ndarray, np.ndarray]:
    """Corners (n, 3) in mm and triangles (m, 3) of a body."""
    surface: Mesh = body.to_mesh()
    return np.asarray(surface.vert_properties)[:, :3], np.asarray(surface.tri_verts)


def shared(manifold: Manifold, other: Manifold) -> float:
    """The volume (mm³) that two bodies share."""
    return float((manifold ^ other).volume())


def distance(manifold: Manifold, other: Manifold, search: float = 30.0) -> float:
    """The smallest distance (mm) between two bodies; ``search`` where it is more, 0 where they meet."""
    return float(manifold.min_gap(other, search))


def sorted_facets(text: str) -> str:
    """A body as STL, its triangles sorted and each from its first corner on: OpenSCAD writes them as it meets them."""
    name = text.partition("\n")[0].removeprefix("solid ")
    facets = []
    for normal, *corners in FACET.findall(text):
        first = corners.index(min(corners))
        loop = "".join(f"      vertex {corner}\n" for corner in (*corners[first:], *corners[:first]))
        facets.append(f"  facet normal {normal}\n    outer loop\n{loop}    endloop\n  endfacet\n")
    return f"solid {name}\n{''.join(sorted(facets))}endsolid {name}\n"
