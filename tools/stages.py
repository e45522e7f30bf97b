"""A rendering of each step of the assembly, shaded by POV-Ray, from the very bodies that `tools.case_check` measures.

``python -m tools.stages`` draws them into ``out/hardware/steps``, ``--docs`` into ``docs/img/build``, where
docs/build-one.md shows them.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from font_source_sans_pro import SourceSansProBold
from manifold3d import Manifold
from PIL import Image, ImageDraw, ImageFont

from tools.case_check import CASE, Build, cables, placed
from tools.solids import mesh, solid

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "out" / "hardware" / "steps"
DOCS = ROOT / "docs" / "img" / "build"
SIZE = (1000, 700)
BUILD = Build(board="pi4")
LARGEST = 150_000
"""Bytes of a picture that is kept."""

Colour = tuple[float, float, float]
COLOURS: dict[str, tuple[Colour, float]] = {
    "shell": ((0.87, 0.86, 0.83), 0.05),
    "base": ((0.62, 0.66, 0.70), 0.05),
    "hatch": ((0.92, 0.55, 0.16), 0.05),
    "clamps": ((0.92, 0.55, 0.16), 0.05),
    "bars": ((0.92, 0.55, 0.16), 0.05),
    "glass": ((0.03, 0.03, 0.04), 0.45),
    "panel": ((0.10, 0.24, 0.40), 0.15),
    "frame": ((0.55, 0.56, 0.58), 0.25),
    "board": ((0.06, 0.36, 0.16), 0.12),
    "metal": ((0.74, 0.75, 0.77), 0.35),
    "spacers": ((0.80, 0.62, 0.25), 0.35),
    "hat_board": ((0.04, 0.27, 0.13), 0.12),
    "hat_parts": ((0.90, 0.89, 0.84), 0.05),
    "buttons": ((0.78, 0.10, 0.10), 0.35),
    "seats": ((0.80, 0.79, 0.76), 0.05),
    "oleds": ((0.05, 0.11, 0.32), 0.12),
    "oled_lit": ((0.55, 0.85, 1.0), 0.0),
    "power": ((0.13, 0.13, 0.14), 0.08),
    "screws": ((0.60, 0.60, 0.62), 0.4),
    "clamp_screws": ((0.60, 0.60, 0.62), 0.4),
    "bar_screws": ((0.60, 0.60, 0.62), 0.4),
    "seat_screws": ((0.60, 0.60, 0.62), 0.4),
    "coupon": ((0.92, 0.55, 0.16), 0.05),
    "flat": ((0.93, 0.93, 0.96), 0.1),
    "button_wires": ((0.85, 0.62, 0.05), 0.1),
    "oled_wires": ((0.16, 0.36, 0.75), 0.1),
}
"""Colour and shine of each body."""


@functools.cache
def bodies() -> dict[str, Manifold]:
    """What is shown, in its place, and taken apart by colour."""

    def get(part: str, **more: str) -> Manifold:
        return solid(CASE / "table.scad", part, **{**BUILD.values(), **more})

    named = {name: get(name) for name in ("clamps", "bars", "seats", "buttons", "oleds", "power", "spacers")}
    named |= {"shell": get("in_shell"), "base": get("in_base"), "hatch": get("in_hatch")}
    pi, hat, screen = get("pi"), get("hat"), get("screen")
    low = pi.bounding_box()
    x, y, z = low[0] + 2.5, low[1] + 1.2, low[2] + 1.5
    named["board"] = Manifold.cube([85, 56, 1.4]).translate([x, y, z])
    named["metal"] = pi - named["board"]
    spacer = 11.0
    named["hat_board"] = Manifold.cube([65, 56.5, 1.6]).translate([x, y - 0.5, z + 1.4 + spacer]) ^ hat
    named["hat_parts"] = hat - named["hat_board"]
    top = screen.bounding_box()[5]
    named["glass"] = screen.trim_by_plane([0, 0, 1], top - 1.6)
    named["frame"] = screen.trim_by_plane([0, 0, -1], -(top - 1.6))
    named["panel"] = Manifold.cube([155, 87, 0.4], True).translate([0, 0, top + 0.1])
    named["screws"] = get("thread_base")
    named["clamp_screws"] = get("thread_clamps")
    named["bar_screws"] = get("thread_bars")
    named["seat_screws"] = get("thread_seats")
    named["flat"] = get("flat")
    named["coupon"] = get("coupon")
    led = cables(BUILD, {name: get(part) for name, part in placed(BUILD).items()})
    for kind in ("button", "oled"):
        named[f"{kind}_wires"] = led[f"{kind}_a"].body + led[f"{kind}_b"].body
    named["oled_lit"] = get("lit")
    return named


@dataclasses.dataclass(frozen=True)
class Shown:
    """A body of a picture: lifted by so many mm; the upper half may lie on its top."""

    name: str
    lift: float = 0.0
    aside: tuple[float, float] = (0.0, 0.0)


@dataclasses.dataclass(frozen=True)
class Stage:
    """One picture. ``upside_down`` turns everything as the shell lies on the bed; the camera looks at ``at``."""

    name: str
    shown: tuple[Shown, ...]
    upside_down: bool = False
    turn: float = -62.0
    height: float = 40.0
    far: float = 520.0
    at: tuple[float, float, float] = (0.0, 0.0, 30.0)
    labels: tuple[tuple[str, str, tuple[float, float, float]], ...] = ()
    """Name, the body it belongs to, and how far (mm) from the body's middle the line to it ends."""


def all_of(*names: str, lift: float = 0.0) -> tuple[Shown, ...]:
    """Bodies that are where they belong, all lifted alike."""
    return tuple(Shown(name, lift) for name in names)


UPPER = ("shell", "oleds", "oled_lit", "bars", "seats", "buttons", "glass", "panel", "frame", "clamps")
LOWER = ("base", "board", "metal", "spacers", "hat_board", "hat_parts", "power", "hatch")
OPEN = ("board", "metal", "flat", "glass", "frame", "power")
STAGES = (
    Stage(
        "0-open",
        all_of(*OPEN),
        False,
        -66,
        14,
        470,
        (10, -10, 40),
        (
            ("USB-C 5.1 V", "power", (42, -6, 0)),
            ("Raspberry Pi 4", "board", (10, -26, 0)),
            ("FFC 15", "flat", (12, -8, -20)),
            ('7"', "frame", (-30, -45, 0)),
        ),
    ),
    Stage(
        "coupon",
        all_of("coupon"),
        False,
        -64,
        50,
        190,
        (33, 30, 0),
        (
            ("M2.5", "coupon", (-29, -31, 0)),
            ("M3", "coupon", (18, -31, 0)),
            ("OLED", "coupon", (-34, 5, -3)),
            ("30.4", "coupon", (18, 25, -5)),
            ("10.6 × 4.6", "coupon", (22, -1, -5)),
            ("M2.5 × 10", "coupon", (31.5, -20.4, 4)),
        ),
    ),
    Stage("1-printed", all_of("shell"), True, -58, 42, 540, (0, 0, 25)),
    Stage(
        "2-oleds",
        (*all_of("shell", "oleds"), Shown("bars", -26), Shown("bar_screws", -40)),
        True,
        -72,
        50,
        470,
        (0, -20, 30),
        (("OLED", "oleds", (-40, 78, 0)), ("M2.5 × 6", "bar_screws", (62, -78, 0))),
    ),
    Stage(
        "3-buttons",
        (*all_of("shell", "oleds", "oled_lit", "bars", "seat_screws"), *all_of("seats", "buttons", lift=48)),
        False,
        -58,
        30,
        560,
        (0, -10, 50),
        (("M2.5 × 8", "seat_screws", (91, -84, 0)),),
    ),
    Stage(
        "4-screen",
        (
            *all_of("shell", "oleds", "bars", "seats", "buttons", "glass", "frame"),
            Shown("clamps", -28),
            Shown("clamp_screws", -45),
        ),
        True,
        -62,
        52,
        520,
        (0, 0, 25),
        (("M2.5 × 10", "clamp_screws", (100, 33, 0)), ("1 mm", "clamps", (-100, 33, 0))),
    ),
    Stage(
        "5-board",
        all_of("base", "board", "metal", "spacers", "flat"),
        False,
        -48,
        38,
        470,
        (10, 0, 10),
        (("M2.5 × 11 + 6", "spacers", (-29, -24, 3)), ("FFC", "flat", (12, -8, 0))),
    ),
    Stage(
        "6-hat",
        (*all_of("board", "metal", "spacers", "flat"), *all_of("hat_board", "hat_parts", lift=16)),
        False,
        -130,
        30,
        330,
        (50, 0, 25),
        (("FFC", "flat", (12, -8, -12)), ("J1", "hat_parts", (0, 24, -10)), ("M2.5 × 6", "hat_board", (-29, -24, 2))),
    ),
    Stage(
        "7-cables",
        all_of(*LOWER[:-1], "flat", "button_wires", "oled_wires", "buttons", "oleds"),
        False,
        -52,
        44,
        500,
        (10, -10, 18),
        (
            ("A", "buttons", (76, -76, 10)),
            ("B", "buttons", (-76, 76, 10)),
            ("OLED A", "oleds", (-40, -76, 0)),
            ("OLED B", "oleds", (40, 76, 0)),
        ),
    ),
    Stage("8-close", (*all_of(*UPPER, lift=85), *all_of(*LOWER, "flat")), False, -52, 20, 640, (0, 0, 70)),
    Stage("9-done", all_of(*UPPER, *LOWER), False, -57, 30, 520),
    Stage(
        "10-card",
        (*all_of("shell", "base"), Shown("hatch", 30), Shown("metal"), Shown("screws", 26)),
        True,
        -60,
        46,
        480,
        (10, 0, 40),
        (("M3 × 16", "screws", (100, 75, 0)), ("microSD", "hatch", (0, 0, 0))),
    ),
)
"""The steps of docs/build-one.md, in their order."""
# In a picture that lies upside down a lift below 0 takes a part away from the shell, towards whoever looks.


def shown_bodies(stage: Stage) -> list[tuple[str, Manifold]]:
    """The bodies of a picture where they are to be seen."""
    named = []
    high = bodies()["shell"].bounding_box()[5]
    for shown in stage.shown:
        body = bodies()[shown.name]
        lift = shown.lift
        if stage.upside_down:
            body = body.rotate([180, 0, 0]).translate([0, 0, high])
            lift = abs(lift)
        named.append((shown.name, body.translate([*shown.aside, lift])))
    return named


def povray(stage: Stage) -> str:
    """The scene: a plain table, one large soft light, one weak one from behind."""
    a, h = math.radians(stage.turn), math.radians(stage.height)
    x, y, z = (
        c + 1.13 * stage.far * d
        for c, d in zip(stage.at, (math.cos(a) * math.cos(h), math.sin(a) * math.cos(h), math.sin(h)), strict=True)
    )
    # a light without jitter: with it two renderings differ
    text = [
        "#version 3.7; global_settings { assumed_gamma 1.0 max_trace_level 6 }",
        "background { rgb <0.93,0.94,0.95> }",
        f"camera {{ location <{x:.2f},{y:.2f},{z:.2f}> sky <0,0,1> right x*{-SIZE[0] / SIZE[1]:.4f} up y "
        f"angle 34 look_at <{stage.at[0]},{stage.at[1]},{stage.at[2]}> }}",
        "light_source { <-260,-420,620> rgb 0.82 area_light <170,0,0>, <0,120,120>, 5, 5 adaptive 1 }",
        "light_source { <520,-120,320> rgb 0.26 shadowless }",
        "light_source { <0,500,400> rgb 0.16 shadowless }",
    ]
    low = min(body.bounding_box()[2] for _, body in shown_bodies(stage))
    text.append(
        f"plane {{ z, {low - 0.02:.3f} pigment {{ srgb <0.80,0.74,0.66> }} finish {{ ambient 0.22 diffuse 0.62 }} }}"
    )
    for name, body in shown_bodies(stage):
        (r, g, b), shine = COLOURS[name]
        corners, faces = mesh(body)
        listed = ",".join(f"<{p[0]:.3f},{p[1]:.3f},{p[2]:.3f}>" for p in corners)
        joined = ",".join(f"<{f[0]},{f[1]},{f[2]}>" for f in faces)
        glow = 0.75 if name in ("panel", "oled_lit") else 0.2
        text.append(
            f"mesh2 {{ vertex_vectors {{ {len(corners)},{listed} }} face_indices {{ {len(faces)},{joined} }} "
            f"pigment {{ srgb <{r},{g},{b}> }} finish {{ ambient {glow} diffuse 0.68 specular {shine} roughness 0.02 "
            f"reflection {0.12 if name == 'glass' else 0} }} }}"
        )
    return "\n".join(text)


def draw(stage: Stage, folder: Path) -> Path:
    """Render one picture and make it small: few colours, no more than `LARGEST` bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stage.name}.png"
    with tempfile.TemporaryDirectory() as work:
        scene, raw = Path(work) / "scene.pov", Path(work) / "scene.png"
        scene.write_text(povray(stage), encoding="utf-8")
        done = subprocess.run(
            ["povray", f"+I{scene}", f"+O{raw}", f"+W{SIZE[0]}", f"+H{SIZE[1]}", "+A0.2", "-D", "-V"],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise ValueError(f"{stage.name}: {done.stderr[-600:]}")
        picture = Image.open(raw).convert("RGB")
    name_parts(stage, picture)
    for colours in (256, 128, 64):
        picture.quantize(colours, kmeans=3, dither=Image.Dither.NONE).save(target, optimize=True)
        if target.stat().st_size <= LARGEST:
            break
    return target


def projected(stage: Stage, point: tuple[float, float, float]) -> tuple[float, float]:
    """Where the camera of `povray` sees a point, in pixels."""
    a, h = math.radians(stage.turn), math.radians(stage.height)
    back = (math.cos(a) * math.cos(h), math.sin(a) * math.cos(h), math.sin(h))
    right = (-math.sin(a), math.cos(a), 0.0)
    up = (-math.cos(a) * math.sin(h), -math.sin(a) * math.sin(h), math.cos(h))
    off = [p - at for p, at in zip(point, stage.at, strict=True)]
    x, y, z = (sum(p * q for p, q in zip(off, way, strict=True)) for way in (right, up, back))
    scale = SIZE[0] / 2 / math.tan(math.radians(17)) / (1.13 * stage.far - z)
    return SIZE[0] / 2 + x * scale, SIZE[1] / 2 - y * scale


def name_parts(stage: Stage, picture: Image.Image) -> None:
    """Write the names, each at the end of a line that begins on its part."""
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(SourceSansProBold, 24, layout_engine=ImageFont.Layout.BASIC)
    for words, name, off in stage.labels:
        (body,) = (body for known, body in shown_bodies(stage) if known == name)
        box = body.bounding_box()
        x, y = projected(stage, tuple((box[k] + box[k + 3]) / 2 + off[k] for k in range(3)))  # type: ignore[arg-type]
        wide = font.getlength(words)
        left = min(max(x - wide / 2, 12), SIZE[0] - wide - 12)
        high = y - 70 if y > 110 else y + 40
        draw.line([(x, y), (left + wide / 2, high + 30)], (20, 24, 30), 3)
        draw.ellipse([x - 5, y - 5, x + 5, y + 5], (20, 24, 30))
        draw.rounded_rectangle([left - 8, high - 4, left + wide + 8, high + 30], 6, (255, 255, 255), (20, 24, 30), 2)
        draw.text((left, high - 2), words, (20, 24, 30), font)


def steps(folder: Path) -> None:
    """Draw every picture."""
    for stage in STAGES:
        print(f"  {draw(stage, folder).name}")


def main(words: Sequence[str]) -> int:
    """All pictures, or those that are named."""
    if shutil.which("povray") is None:
        print("povray is not installed", file=sys.stderr)
        return 1
    folder = DOCS if "--docs" in words else OUT
    wanted = [word for word in words if not word.startswith("-")]
    for stage in STAGES:
        if not wanted or stage.name in wanted:
            print(f"  {draw(stage, folder).name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
