"""Solid bodies out of OpenSCAD's own files, quickly: OpenSCAD writes its tree of shapes (CSG), manifold3d computes it.

OpenSCAD 2021 needs most of a minute for one shell of a case, manifold3d a fraction of a second, so the tests and the
pictures can try every display with every button. What goes to the printer is still made by OpenSCAD itself;
`tools.case_check` holds the two against each other.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold, Mesh

Shape = Any
"""A `Manifold`, a `CrossSection`, or None for nothing."""
TOKEN = re.compile(r'\s*(?:(//[^\n]*)|("(?:[^"\\]|\\.)*")|(-?[\d.]+(?:e[-+]?\d+)?)|([$\w]+)|(.))')


def tokens(text: str) -> list[str]:
    """The words of a CSG file."""
    return [
        next(part for part in found.groups()[1:] if part is not None)
        for found in TOKEN.finditer(text)
        if any(part for part in found.groups()[1:])
    ]


class Reader:
    """Reads one CSG file and computes its shapes on the way."""

    def __init__(self, text: str) -> None:
        self._words = tokens(text)
        self._at = 0

    def _next(self) -> str:
        self._at += 1
        return self._words[self._at - 1]

    def _peek(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def value(self) -> Any:
        """A number, a list, a word."""
        word = self._next()
        if word == "[":
            found = []
            while self._peek() != "]":
                found.append(self.value())
                if self._peek() == ",":
                    self._next()
            self._next()
            return found
        if word in ("true", "false"):
            return word == "true"
        if word == "undef":
            return None
        if word[0] == '"':
            return word[1:-1]
        return float(word)

    def arguments(self) -> dict[str, Any]:
        """What stands between the brackets of a shape; one without a name is called ``""``."""
        found: dict[str, Any] = {}
        assert self._next() == "("
        while self._peek() != ")":
            name = ""
            if self._words[self._at + 1] == "=":
                name = self._next()
                self._next()
            found[name] = self.value()
            if self._peek() == ",":
                self._next()
        self._next()
        return found

    def shapes(self) -> list[Shape]:
        """The shapes up to the end of a block."""
        found = []
        while self._peek() not in ("", "}"):
            if self._peek() in "%#*!;":
                self._next()
                continue
            name = self._next()
            args = self.arguments()
            inner: list[Shape] = []
            if self._peek() == "{":
                self._next()
                inner = self.shapes()
                self._next()
            else:
                self._next()
            found.append(compute(name, args, inner))
        return found


def together(shapes: list[Shape]) -> Shape:
    """All of them as one."""
    real = [one for one in shapes if one is not None and not one.is_empty()]
    if not real:
        return None
    kind: Any = Manifold if isinstance(real[0], Manifold) else CrossSection
    from manifold3d import OpType  # noqa: PLC0415 - named here beside its only use

    return kind.batch_boolean([one for one in real if isinstance(one, kind)], OpType.Add) if len(real) > 1 else real[0]


def ring(args: dict[str, Any], radius: float) -> int:
    """How many corners OpenSCAD gives a circle."""
    if args.get("$fn", 0) > 0:
        return int(max(args["$fn"], 3))
    return int(max(min(360 / args.get("$fa", 12), radius * 2 * np.pi / args.get("$fs", 2)), 5) + 0.999)


def compute(name: str, args: dict[str, Any], inner: list[Shape]) -> Shape:
    """The shape of one node."""
    if name in ("group", "union", "color", "render"):
        return together(inner)
    if name == "cube":
        size = args["size"]
        return Manifold.cube(size if isinstance(size, list) else [size] * 3, args.get("center", False))
    if name == "cylinder":
        return Manifold.cylinder(
            args["h"], args["r1"], args["r2"], ring(args, max(args["r1"], args["r2"])), args.get("center", False)
        )
    if name == "sphere":
        return Manifold.sphere(args["r"], ring(args, args["r"]))
    if name == "square":
        size = args["size"]
        return CrossSection.square(size if isinstance(size, list) else [size] * 2, args.get("center", False))
    if name == "circle":
        return CrossSection.circle(args["r"], ring(args, args["r"]))
    if name == "polygon":
        points = np.array(args["points"])
        area = np.dot(points[:, 0], np.roll(points[:, 1], -1)) - np.dot(points[:, 1], np.roll(points[:, 0], -1))
        return CrossSection([points if area > 0 else points[::-1]])
    if name == "multmatrix":
        one = together(inner)
        matrix = np.array(args[""])
        if one is None:
            return None
        return one.transform(matrix[:3, :4] if isinstance(one, Manifold) else matrix[np.ix_([0, 1], [0, 1, 3])])
    if name == "difference":
        return None if not inner or inner[0] is None else _minus(inner[0], inner[1:])
    if name == "intersection":
        result = inner[0]
        for one in inner[1:]:
            result = None if result is None or one is None else result ^ one
        return result
    if name == "hull":
        real = [one for one in inner if one is not None]
        kind: Any = type(real[0])
        return kind.batch_hull(real)
    one = together(inner)
    if name == "offset":
        round_ = "r" in args
        return one.offset(
            args["r"] if round_ else args["delta"],
            JoinType.Round if round_ else JoinType.Miter,
            10.0,
            ring(args, abs(args.get("r", 1))),
        )
    if name == "linear_extrude":
        solid = Manifold.extrude(one, args["height"])
        return solid.translate([0, 0, -args["height"] / 2]) if args.get("center") else solid
    if name == "rotate_extrude":
        return Manifold.revolve(one, ring(args, 20), args.get("angle", 360.0))
    raise ValueError(f"OpenSCAD wrote {name}, which is not read here")


def _minus(first: Shape, rest: list[Shape]) -> Shape:
    cut = together([one for one in rest if isinstance(one, type(first))])
    return first if cut is None else first - cut


def solid(source: Path, part: str, extra: str = "", **values: str) -> Manifold:
    """The body that ``part`` of an OpenSCAD file is, with those of its values changed.

    ``extra`` is OpenSCAD text that stands behind the file's own, for drawings that have no such part. ValueError where
    nothing comes out.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "shapes.csg"
        text = f"include <{source.resolve()}>\n{extra}\n"
        shim = Path(folder) / "shim.scad"
        shim.write_text(text, encoding="utf-8")
        given = [word for name, value in {"part": part, **values}.items() for word in ("-D", f'{name}="{value}"')]
        done = subprocess.run(
            ["openscad", "-q", *given, "-o", target, shim], check=False, capture_output=True, text=True
        )
        if done.returncode or not target.exists():
            raise ValueError(f"{source.name}, {part}: {done.stderr.strip()[-400:]}")
        found = together(Reader(target.read_text(encoding="utf-8")).shapes())
    if found is None or not isinstance(found, Manifold):
        raise ValueError(f"{source.name}, {part}: an empty drawing")
    return found


def mesh(body: Manifold) -> tuple[np.ndarray, np.ndarray]:
    """Corners (n, 3) in mm and triangles (m, 3) of a body."""
    made: Mesh = body.to_mesh()
    return np.asarray(made.vert_properties)[:, :3], np.asarray(made.tri_verts)


def rod(start: Any, end: Any, thick: float = 0.2) -> Manifold:
    """A thin stick from point to point: a ray that can be cut with a body."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    along = b - a
    long = float(np.linalg.norm(along))
    z = along / long
    x = np.cross(z, [0, 0, 1] if abs(z[2]) < 0.9 else [1, 0, 0])
    x /= np.linalg.norm(x)
    turn = np.column_stack([x, np.cross(z, x), z, a])
    return Manifold.cylinder(long, thick / 2, thick / 2, 6).transform(turn)


def shared(one: Manifold, other: Manifold) -> float:
    """The volume (mm³) that two bodies share."""
    return float((one ^ other).volume())


def distance(one: Manifold, other: Manifold, search: float = 30.0) -> float:
    """The smallest distance (mm) between two bodies; ``search`` where it is more, 0 where they meet."""
    return float(one.min_gap(other, search))
