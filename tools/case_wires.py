"""Leads the wires of buttons and displays through the table's case, between all that is in it: bodies that are measured
with the others, and how long each cable has to be.
"""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import math
from collections.abc import Iterable, Mapping

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageChops, ImageDraw, ImageFilter

STEP = 3.0
"""mm between the points that a cable may go through."""
BUNDLE = 3.6
"""mm; four wires of 0.25 mm², 1.5 mm over their insulation."""
NARROW = 12.0
"""What a step close to something costs, in steps where all is free."""
CABLES = tuple(f"{kind}_{side}" for side in "ab" for kind in ("oled", "button"))
"""The cables of a table, as `table.scad` calls their ends."""

Point = tuple[float, float, float]
Cell = tuple[int, int, int]


@dataclasses.dataclass(frozen=True)
class Cable:
    """One cable: its body and its length in mm from plug to plug."""

    body: Manifold
    length: float


class Room:
    """What is taken in a case, in cells of `STEP`: 0 free, 1 close to something, 2 taken."""

    def __init__(self, bodies: Iterable[Manifold]) -> None:
        bodies = list(bodies)
        everything = Manifold.compose(bodies)
        low, high = np.array(everything.bounding_box()[:3]), np.array(everything.bounding_box()[3:])
        self.low = low
        self.size = np.ceil((high - low) / STEP).astype(int) + 1
        self.cells = np.zeros(self.size[::-1], dtype=np.uint8)
        self.take(bodies)

    def take(self, bodies: list[Manifold]) -> None:
        """Mark bodies, and what is close to them."""
        for level in range(self.size[2]):
            z = self.low[2] + level * STEP
            inside = self._section(bodies, (z - STEP / 2, z, z + STEP / 2))
            around = self._section(bodies, (z - STEP, z + STEP))
            for picture, grown, value in ((inside, 5, 2), (inside, 7, 1), (around, 7, 1)):
                if picture.getbbox():
                    spread = np.asarray(picture.filter(ImageFilter.MaxFilter(grown)))
                    here = spread[:: int(STEP), :: int(STEP)][: self.size[1], : self.size[0]] > 0
                    layer = self.cells[level, : here.shape[0], : here.shape[1]]
                    layer[here] = np.maximum(layer[here], value)

    def _section(self, bodies: list[Manifold], heights: tuple[float, ...]) -> Image.Image:
        """All bodies at those heights, from above, a pixel a mm."""
        whole = Image.new("L", (int(self.size[0] * STEP), int(self.size[1] * STEP)))
        for body, height in itertools.product(bodies, heights):
            if not body.bounding_box()[2] <= height <= body.bounding_box()[5]:
                continue
            own = Image.new("L", whole.size)
            for outline in body.slice(height).to_polygons():
                # Holes turn the other way, and come after what they are in.
                points = [(float(x) - self.low[0], float(y) - self.low[1]) for x, y in outline]
                area = sum(p[0] * q[1] - q[0] * p[1] for p, q in itertools.pairwise([*points, points[0]]))
                ImageDraw.Draw(own).polygon(points, fill=255 if area > 0 else 0)
            whole = ImageChops.lighter(whole, own)
        return whole

    def cell(self, point: Point) -> Cell:
        """The cell (z, y, x) of a point."""
        x, y, z = (round((p - low) / STEP) for p, low in zip(point, self.low, strict=True))
        return int(z), int(y), int(x)

    def point(self, cell: Cell) -> Point:
        """The middle of a cell."""
        z, y, x = cell
        return (self.low[0] + x * STEP, self.low[1] + y * STEP, self.low[2] + z * STEP)

    def way(self, start: Point, end: Point) -> list[Point]:
        """The cheapest way between two points. ValueError where there is none."""
        first, goal = self.cell(start), self.cell(end)
        around = np.pad(self.cells, 1, constant_values=2)
        for z, y, x in (first, goal):  # what is taken there is where the cable comes from
            for dz, dy, dx in ((0, 0, 0), *(move for move in MOVES if math.hypot(*move) == 1)):
                if all(0 <= k < n for k, n in zip((z + dz, y + dy, x + dx), self.cells.shape, strict=True)):
                    here = z + dz + 1, y + dy + 1, x + dx + 1
                    around[here] = min(around[here], 1)
        taken = around.tobytes()  # one number for a cell: millions of steps are looked at
        deep, wide = around[0].size, around.shape[2]

        def number(cell: Cell) -> int:
            return (cell[0] + 1) * deep + (cell[1] + 1) * wide + cell[2] + 1

        def cell(number: int) -> Cell:
            return number // deep - 1, number % deep // wide - 1, number % wide - 1

        steps = [(z * deep + y * wide + x, (length := math.hypot(z, y, x), length * (1 + NARROW))) for z, y, x in MOVES]
        begin, there = number(first), number(goal)
        best = [math.inf] * len(taken)
        best[begin] = 0.0
        came: dict[int, int] = {}
        looked: dict[int, float] = {}
        queue = [(0.0, begin)]
        while queue:
            at = heapq.heappop(queue)[1]
            if at == there:
                trail = [at]
                while trail[-1] in came:
                    trail.append(came[trail[-1]])
                return [start, *(self.point(cell(cell_index)) for cell_index in trail[::-1]), end]
            so_far = best[at]
            if looked.get(at) == so_far:
                continue  # it was found a second time, at a higher cost
            looked[at] = so_far
            for by, costs in steps:
                to = at + by
                if (close := taken[to]) < 2 and (cost := so_far + costs[close]) < best[to]:
                    best[to] = cost
                    came[to] = at
                    heapq.heappush(queue, (cost + math.dist(cell(to), goal), to))
        raise ValueError("no way for a cable")


MOVES = tuple(move for move in itertools.product((-1, 0, 1), repeat=3) if any(move))


def ends(body: Manifold) -> tuple[Point, Point]:
    """Where a cable begins and where it may bend, from the two cubes that `table.scad` draws."""
    small, large = sorted(body.decompose(), key=lambda part: part.volume())
    return middle(small), middle(large)


def middle(body: Manifold) -> Point:
    """The middle of what a body takes up."""
    box = body.bounding_box()
    x, y, z = ((box[k] + box[k + 3]) / 2 for k in range(3))
    return x, y, z


def tube(points: list[Point], radius: float = BUNDLE / 2) -> Manifold:
    """A cable along points."""
    balls = [Manifold.sphere(radius, 12).translate(list(point)) for point in points]
    parts = [Manifold.batch_hull([ball, other]) for ball, other in itertools.pairwise(balls)]
    whole = parts[0]
    for part in parts[1:]:
        whole += part
    return whole


def straight(points: list[Point]) -> list[Point]:
    """The same way without the points on straight pieces."""
    corners = points[:1]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        if not np.allclose(np.subtract(at, before), np.subtract(after, at), atol=1e-6):
            corners.append(at)
    return [*corners, points[-1]]


def lead(placed: Mapping[str, Manifold], drawn: Mapping[str, Manifold]) -> dict[str, Cable]:
    """All cables of a table, one after the other. ``drawn`` has their ends, ``near_`` and ``far_`` with each name."""
    # A sheet thinner than a cell could lie between two sections; and it moves, so cables keep a millimetre more off it.
    thick = {"flat": Manifold.cube([2.1, 2.1, STEP], True)}
    room = Room(body.minkowski_sum(thick[name]) if name in thick else body for name, body in placed.items())
    fixed = {name: (ends(drawn[f"near_{name}"]), ends(drawn[f"far_{name}"])) for name in CABLES}
    room.take([tube(list(points)) for both in fixed.values() for points in both])
    cables = {}
    for name, ((a, a2), (b, b2)) in fixed.items():
        points = straight([a, *room.way(a2, b2), b])
        body = tube(points)
        room.take([tube(points, BUNDLE / 2 + 1)])  # the next one keeps off it
        cables[name] = Cable(body, sum(math.dist(p, q) for p, q in itertools.pairwise(points)))
    return cables
