"""Measures the table's case with everything in it: what intersects, what is how far apart, what a screw, a ray and a
printer meet. ``make hardware`` writes the table of bodies and gaps; tests ask the same questions of the first revision.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from manifold3d import Manifold

from tools.case_wires import CABLES, Cable, lead, middle
from tools.solids import distance, mesh, shared, solid

CASE = Path(__file__).resolve().parents[1] / "hardware" / "case"
NOZZLE = 0.4
"""mm; a wall of less than two lines is none."""
STEEPEST = 45.0
"""Degrees from upright that print without supports."""
BRIDGE = 13.0
"""mm that a printer spans without support; the widest here are the beds of the feet."""
TOUCHING = 0.5
"""mm³ shared by two bodies that only touch, from the corners of their circles."""
PRINTED = ("shell", "base", "clamps", "bars", "hatch", "seats")
BOUGHT = ("screen", "pi", "spacers", "hat", "buttons", "oleds", "power")
RESTS = {
    frozenset(pair.split("+"))
    for pair in (
        "screen+shell",
        "shell+clamps",
        "shell+bars",
        "base+hatch",
        "base+pi",
        "shell+seats",
        "seats+buttons",
        "shell+oleds",
        "pi+hat",
        "pi+spacers",
        "hat+spacers",
        "pi+power",
        "pi+hdmi",
        "base+shell",
        "pi+flat",
        "base+hat",
        "hat+cables",
        "buttons+cables",
        "oleds+cables",
        "cables",
        "screen+flat",
    )
}
"""Pairs that lie on or in one another; all others keep their distance."""
THROUGH = {
    frozenset(pair.split("+")) for pair in ("pi+shell", "power+shell", "shell+buttons", "clamps+screen", "hat+flat")
}
"""Pairs where one goes through a hole of the other, or is kept off it by a pad."""
PLAY = 0.4
"""mm around what goes through a hole."""
APART = 1.0
"""mm between bodies that have nothing to do with each other."""


@dataclasses.dataclass(frozen=True)
class Build:
    """One choice of parts; the words are those of `table.scad`."""

    display: str = "touch1"
    small: str = "1.3"
    buttons: str = "30"
    board: str = "pi5"

    def values(self) -> dict[str, str]:
        """For OpenSCAD."""
        return dataclasses.asdict(self)

    @property
    def bought(self) -> tuple[str, ...]:
        """What lies in this case; an HDMI panel has a cable of HDMI, the others a flat one."""
        return BOUGHT + (("hdmi",) if self.display.startswith("hdmi") else ("flat",))

    def __str__(self) -> str:
        return f"{self.board}, {self.display}, {self.small}, {self.buttons} mm"


BUILDS = (
    Build(),
    Build(board="pi4"),
    Build("touch2"),
    Build("touch2", "2.42", "60"),
    Build("touch1", "0.96", "24", "pi4"),
    Build("hdmi"),
    Build("hdmi", "1.3", "30", "zero"),
    Build("hdmi", "0.96", "60", "zero"),
    Build("touch1", "1.3", "60"),
    Build("touch2", "1.3", "24"),
    Build("touch2", "1.3", "30", "pi4"),
    Build("hdmi-low", "1.3", "30", "pi4"),
)
"""Tables that are built and measured: each board, display and button at least once, and the largest together."""

Bodies = dict[str, Manifold]


def bodies(build: Build) -> Bodies:
    """Everything of a table in its place, its cables led through what is left."""
    solids_by_name = {name: solid(CASE / "table.scad", part, **build.values()) for name, part in placed(build).items()}
    return solids_by_name | {f"cables {name}": cable.body for name, cable in cables(build, solids_by_name).items()}


def cables(build: Build, placed_bodies: Bodies) -> dict[str, Cable]:
    """The cables of buttons and displays between all the bodies of a table."""
    drawn = {
        f"{end}_{name}": solid(CASE / "table.scad", f"{end}_{name}", **build.values())
        for name in CABLES
        for end in ("near", "far")
    }
    return lead(placed_bodies, drawn)


def placed(build: Build) -> dict[str, str]:
    """The bodies of a table by their names, and the part of the drawing that each one in its place is."""
    return {name: f"in_{name}" if name in ("shell", "base", "hatch") else name for name in (*PRINTED, *build.bought)}


@dataclasses.dataclass(frozen=True)
class Gap:
    """Two bodies: the volume (mm³) they share and the distance (mm) between them."""

    one: str
    other: str
    shared: float
    apart: float

    @property
    def pair(self) -> frozenset[str]:
        """The two of them, cables without their names."""
        return frozenset(name.split(" ")[0] for name in (self.one, self.other))

    @property
    def rests(self) -> bool:
        """Whether one lies on the other."""
        return self.pair in RESTS

    @property
    def good(self) -> bool:
        """Whether they do not meet, and keep their distance where they should."""
        wanted = PLAY if self.pair in THROUGH else APART
        return self.shared <= TOUCHING and (self.rests or self.apart >= wanted)


def gaps(placed_bodies: Bodies, near: float = 30.0) -> list[Gap]:
    """All pairs that come closer than ``near`` mm."""
    found_gaps = []
    for first, other in itertools.combinations(placed_bodies, 2):
        a, b = placed_bodies[first].bounding_box(), placed_bodies[other].bounding_box()
        if any(a[k] - b[k + 3] >= near or b[k] - a[k + 3] >= near for k in range(3)):
            continue
        volume = shared(placed_bodies[first], placed_bodies[other])
        apart = 0.0 if volume > 0 else distance(placed_bodies[first], placed_bodies[other], near)
        if apart < near:
            found_gaps.append(Gap(first, other, round(volume, 1), round(apart, 2)))
    return found_gaps


RAY = 6 / 2 * 0.1**2 * math.sin(math.tau / 6)
"""mm², the section of a ray as the drawings make it."""
RAYS = {
    "oleds": "shell",
    "screen": "shell",
    "buttons": "seats",
    "bores": "shell",
    "sockets": "shell",
    "cable": "shell",
    "air": "base",
    "sound": "shell",
    "card": "base",
}
"""What can be looked, pressed or reached through, and the part it goes through."""
SCREWS = {
    "base": ("shell", 3.0),
    "clamps": ("shell", 2.5),
    "bars": ("shell", 2.5),
    "board": ("base", 2.5),
    "hatch": ("base", 2.5),
    "seats": ("seats", 2.5),
}
"""Where each kind of screw cuts its thread, and its diameter (mm)."""
TURNS = 1.2
"""A thread holds where it is cut into the plastic over this many diameters; 2 in what carries weight."""


def blocked(part: Manifold, rays: Manifold) -> float:
    """The length (mm) of material that rays meet in a part, all of them together."""
    return shared(part, rays) / RAY


def held(part: Manifold, thread: Manifold, core: Manifold, number: int, diameter: float, pilot: float) -> float:
    """Over how many diameters each of ``number`` screws has cut its thread; -1 where one meets the end of its hole."""
    if shared(part, core) > TOUCHING:
        return -1.0
    ring = math.pi / 4 * (diameter**2 - pilot**2)
    return shared(part, thread) / number / ring / diameter


def closes(placed_bodies: Bodies, steps: tuple[float, ...] = (3, 8, 15, 25, 40, 60)) -> float:
    """The volume (mm³) that stands in the way while the upper half is lowered over the lower one."""
    upper = [
        placed_bodies[name]
        for name in ("shell", "seats", "buttons", "oleds", "clamps", "bars", "screen")
        if name in placed_bodies
    ]
    lower = [placed_bodies[name] for name in ("base", "pi", "spacers", "hat", "power") if name in placed_bodies]
    return max(
        shared(upper_body.translate([0, 0, up]), other) for up in steps for upper_body in upper for other in lower
    )


FRICTION = 0.5
"""Of a rubber foot on a table, at the least (assumed; see `table.scad`)."""
DENSITY = 1.27e-3
"""g/mm³ of PETG."""
PARTS_G = 350.0
"""Grams of what is bought, at the least: a display (280, as shops say of the first one) and a board (45)."""
GRAVITY = 9.81


@dataclasses.dataclass(frozen=True)
class Push:
    """How a table takes a fist on a button.

    ``lean``: degrees of its axis from upright; ``inside``: mm by which the line of the force meets the table within the
    feet, below 0: outside; ``tips``: newtons that tip the table over, if any do.
    """

    lean: float
    inside: float
    tips: float

    @property
    def slides(self) -> bool:
        """Whether a force of any size moves the table: friction holds what is steeper than its angle, and no more."""
        return math.tan(math.radians(self.lean)) > FRICTION


def pushes(build: Build) -> list[Push]:
    """A fist in the middle of each button and on the outer edge of its cap, along the button's axis."""
    drawn = {part: solid(CASE / "table.scad", part, **build.values()) for part in ("rays_press", "feet", *PRINTED)}
    edge = max(middle(foot)[1] for foot in drawn["feet"].decompose())
    weight = (sum(drawn[part].volume() for part in PRINTED) * DENSITY + PARTS_G) / 1000 * GRAVITY
    results = []
    for ray in drawn["rays_press"].decompose():
        corners = mesh(ray)[0]
        corners = corners[corners[:, 2].argsort()]
        half = len(corners) // 2
        (_, y_low, z_low), (_, y, z) = (part.mean(axis=0).tolist() for part in (corners[:half], corners[half:]))
        lean = math.atan2(abs(y) - abs(y_low), z - z_low)
        inside = edge - (abs(y) - z * math.tan(lean))  # the feet of this side stand at the edge
        # Moments about those feet: the weight in the middle against the force beside them.
        tips = math.inf if inside >= 0 else weight * edge / (-inside * math.cos(lean))
        results.append(Push(math.degrees(lean), inside, tips))
    return results


def thinnest(body: Manifold, number: int = 1500, seed: int = 7) -> float:
    """The thinnest wall (mm) of a body: from points of its surface straight inwards, where the other side is parallel.

    Edges and the corners of circles are no walls: only faces that look away from each other count.
    """
    corners, faces = mesh(body)
    a, b, c = (corners[faces[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    twice = np.linalg.norm(cross, axis=1)
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(faces), number, p=twice / twice.sum())
    first, second = rng.random((2, number, 1))
    flip = first + second > 1
    first, second = np.where(flip, 1 - first, first), np.where(flip, 1 - second, second)
    start = a[chosen] + first * (b - a)[chosen] + second * (c - a)[chosen]
    inwards = -cross[chosen] / twice[chosen][:, None]
    worst = 2 * float(np.ptp(corners))
    for point, under, way in zip(start, start + 1e-4 * inwards, inwards, strict=True):
        hits = body.ray_cast(under, point + worst * way)
        if hits and np.dot(hits[0].normal, way) > 0.95:
            worst = float(np.dot(np.asarray(hits[0].position) - point, way))
    return worst


def overhang(body: Manifold) -> float:
    """The widest span (mm) of a body, as it lies on the bed, that hangs at more than `STEEPEST` degrees over nothing.

    Faces that hang are taken together where they touch; a patch's span is its narrower side, which a printer bridges.
    """
    corners, faces = mesh(body)
    a, b, c = (corners[faces[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    length = np.linalg.norm(cross, axis=1)
    down = -cross[:, 2] / np.where(length == 0, 1, length)
    low = corners[:, 2].min()
    hangs = (down > math.sin(math.radians(STEEPEST)) + 1e-6) & (np.minimum.reduce([a, b, c])[:, 2] > low + 0.25)
    group: dict[int, int] = {}

    def root(node: int) -> int:
        while group.setdefault(node, node) != node:
            node = group[node]
        return node

    chosen = np.nonzero(hangs & (length > 1e-9))[0]
    for face in chosen:
        p, q, r = (root(int(x)) for x in faces[face])
        group[q] = p
        group[root(r)] = p
    patches: dict[int, list[int]] = {}
    for face in chosen:
        patches.setdefault(root(int(faces[face][0])), []).extend(int(x) for x in faces[face])
    worst = 0.0
    for points in patches.values():
        flat = corners[points][:, :2]
        flat = flat - flat.mean(axis=0)
        spans = [np.ptp(flat @ np.array([math.cos(x), math.sin(x)])) for x in np.linspace(0, math.pi, 36, False)]
        worst = max(worst, float(min(spans)))
    return worst


def report(builds: tuple[Build, ...] = BUILDS) -> Iterator[tuple[Build, Gap]]:
    """All pairs of all tables."""
    for build in builds:
        for gap in gaps(bodies(build)):
            yield build, gap
