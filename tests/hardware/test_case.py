"""The table's case with everything in it, and the same questions asked of the first revision, which fails them."""

from __future__ import annotations

import functools
import itertools
import shutil
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold

from tools import case_check as check
from tools import plates
from tools.case_check import BUILDS, Build
from tools.programs import Missing
from tools.solids import mesh, shared, solid, sorted_facets

# What is drawn once serves every test, but only in the process that has drawn it.
pytestmark = pytest.mark.xdist_group("the case")

SOURCE = check.CASE / "table.scad"
FIRST = Path(__file__).parent / "revision1"
ALL = pytest.mark.parametrize("build", BUILDS, ids=str)
USUAL = Build()


@functools.cache
def body(part: str, build: Build = USUAL):
    return solid(SOURCE, part, **build.values())


@functools.cache
def everything(build: Build):
    """As `check.bodies` finds it, with what other tests draw too, and without the cables, which take long to lead."""
    return {name: body(part, build) for name, part in check.placed(build).items()}


WIRED = [BUILDS[0], BUILDS[1], BUILDS[3], BUILDS[6]]
"""Little room above the HAT, a flat cable through its slot, the largest display and button, the smallest board."""


@pytest.mark.parametrize("build", WIRED, ids=str)
def test_every_cable_finds_its_way_and_is_no_longer_than_it_is_bought(build):
    bodies = everything(build)
    led = check.cables(build, bodies)
    assert set(led) == {"button_a", "oled_a", "button_b", "oled_b"}
    with_cables = bodies | {f"cables {name}": cable.body for name, cable in led.items()}
    bad = [gap for gap in check.gaps(with_cables, 1.5 * check.APART) if not gap.good]
    assert not bad, bad
    # 400 mm are bought; the case is opened with them in it
    assert all(50 < cable.length < 250 for cable in led.values())


def test_a_flat_cable_and_a_closed_board_would_not_go_together():
    """The board before it had its slot."""
    build = Build(board="pi4")
    slot = body("flat", build) ^ body("hat", build)
    assert slot.volume() == 0
    closed = body("hat", build).hull()
    assert shared(closed, body("flat", build)) > 10


def test_a_picture_beside_the_middle_has_its_window_there():
    build = Build("hdmi-low", board="pi4")
    assert check.blocked(body("in_shell", build), body("rays_screen", build)) < 0.01
    assert check.blocked(body("in_shell", Build("hdmi", board="pi4")), body("rays_screen", build)) > 10


def test_over_a_zero_the_hat_s_front_edge_is_carried():
    build = Build("hdmi", board="zero")
    assert 0 < check.distance(body("in_base", build), body("hat", build)) < 0.2
    assert check.distance(body("in_base"), body("hat")) > 5


@functools.cache
def first(part: str):
    """A body of the first revision."""
    return solid(FIRST / "measured.scad", "none", asked=part)


def number(kind: str) -> int:
    return {"base": 4, "clamps": 4, "bars": 4, "board": 4, "hatch": 1, "seats": 8}[kind]


PILOT = {3.0: 2.6, 2.5: 2.1}


@ALL
def test_nothing_stands_in_anything_else(build):
    bad = [gap for gap in check.gaps(everything(build), 1.5 * check.APART) if not gap.good]
    assert not bad, bad


def test_first_revision_button_stood_in_the_base_and_in_the_plugs():
    assert shared(first("buttons"), first("in_base")) > 50
    assert shared(first("buttons"), first("power")) > 100
    assert shared(first("buttons"), first("hdmi")) > 1_000


@pytest.mark.parametrize(
    ("build", "kind"),
    [
        (build, kind)
        for build in BUILDS
        for kind in check.RAYS
        if (build.board, kind) != ("zero", "sockets")  # a Zero has none at that side
    ],
    ids=str,
)
def test_what_is_open_is_open(build, kind):
    assert check.blocked(body(f"in_{check.RAYS[kind]}", build), body(f"rays_{kind}", build)) < 0.01


@pytest.mark.parametrize(("kind", "part"), [("oleds", "in_shell"), ("air", "in_base"), ("card", "in_base")])
def test_first_revision_windows_were_closed_by_a_skin_and_its_air_was_not_under_the_board(kind, part):
    assert check.blocked(first(part), first(f"rays_{kind}")) > 1


@ALL
@pytest.mark.parametrize("kind", check.SCREWS)
def test_every_screw_fits_its_hole_and_holds(build, kind):
    part, diameter = check.SCREWS[kind]
    thread, core = body(f"thread_{kind}", build), body(f"core_{kind}", build)
    turns = check.held(body(f"in_{part}", build), thread, core, number(kind), diameter, PILOT[diameter])
    assert turns > (2.0 if kind in ("base", "clamps") else check.TURNS), turns


def test_first_revision_screws_of_the_clamps_met_the_end_of_their_holes():
    assert check.held(first("in_shell"), first("thread_clamps"), first("core_clamps"), 4, 2.5, 2.1) == -1


@ALL
def test_clamps_leave_less_than_their_pad_is_thick(build):
    bodies = everything(build)
    left = check.distance(bodies["clamps"], bodies["screen"])
    assert 0.5 <= left <= 0.8, left  # the pad is 1.0 mm


def test_first_revision_clamps_ended_two_millimetres_below_the_glass():
    assert check.distance(first("clamps"), first("glass")) == pytest.approx(2.0, abs=0.01)


@ALL
def test_the_upper_half_is_lowered_over_the_board_and_its_plugs(build):
    assert check.closes(everything(build)) <= check.TOUCHING


FIST_N = 200
"""What a hard blow on the edge of a cap may have, in newtons; a press on a clock has 5 to 20."""


@ALL
def test_a_fist_neither_pushes_the_table_nor_tips_it_over(build):
    pushes = check.pushes(build)
    assert len(pushes) == 4  # the middle and the outer edge of two caps
    assert not [push for push in pushes if push.slides], pushes
    assert all(push.tips > FIST_N for push in pushes), pushes
    assert sum(push.inside > 20 for push in pushes) >= 2, pushes  # the middles, far inside the feet


def test_on_the_slope_itself_a_fist_would_push_the_table():
    """As the buttons were before they had seats: 56 degrees from flat, and no friction of rubber holds that."""
    assert check.Push(55.8, 0, 0).slides
    assert check.Push(26.0, 0, 0).slides is False


def test_first_revision_could_not_be_lowered_over_the_sockets():
    bodies = {"shell": first("in_shell"), "base": first("in_base"), "pi": first("pi")}
    assert check.closes(bodies) > 100


@pytest.mark.parametrize("board", ["pi4", "pi5", "zero"])
def test_the_board_stands_on_its_posts(board):
    build = Build("hdmi", board=board)
    posts = body("core_board", build)
    assert len(posts.decompose()) == 4
    assert shared(posts, body("in_base", build)) <= check.TOUCHING  # four holes
    assert shared(posts, body("pi", build)) > 4 * 3  # right below the board


def test_first_revision_s_drawn_board_stood_beside_its_posts():
    assert shared(first("posts"), first("drawn_holes")) == 0


PARTS = ("shell", "base", "clamp", "bar", "hatch", "seat")


@ALL
@pytest.mark.parametrize("part", PARTS)
def test_walls_are_two_lines_of_a_nozzle_and_nothing_hangs(build, part):
    printed = body(part, build)
    assert check.thinnest(printed, 1_500) >= 2 * check.NOZZLE
    assert check.overhang(printed) <= check.BRIDGE
    assert len(printed.decompose()) == 1  # nothing loose
    low, high = printed.bounding_box()[:3], printed.bounding_box()[3:]
    wide, deep, _ = sorted((b - a for a, b in zip(low, high, strict=True)), reverse=True)
    assert wide <= 220  # a bed of 220 x 220, and one of 250 x 210
    assert deep <= 210
    assert low[2] == pytest.approx(0, abs=0.02)


def test_first_revision_left_a_skin_thinner_than_a_line():
    assert check.thinnest(first("in_shell"), 6_000) < 2 * check.NOZZLE


def test_a_wall_and_an_overhang_are_measured_as_they_are():
    from manifold3d import Manifold

    thin = Manifold.cube([20, 20, 20]) - Manifold.cube([18, 18, 30]).translate([1.5, 0.5, 3])
    assert check.thinnest(thin, 2_000) == pytest.approx(0.5, abs=1e-6)
    table = Manifold.cube([4, 20, 20]) + Manifold.cube([30, 20, 2]).translate([0, 0, 18])
    assert check.overhang(table) == pytest.approx(20, abs=0.1)
    assert check.overhang(table.rotate([180, 0, 0])) == 0


@pytest.mark.skipif(not shutil.which("openscad"), reason="OpenSCAD makes what is printed; make hardware installs it")
@pytest.mark.parametrize("part", ["clamp", "bar", "hatch"])
def test_openscad_itself_makes_the_same_body(part, tmp_path):
    """The large parts are compared by `make hardware`, which has them made anyway."""
    trimesh = pytest.importorskip("trimesh", reason="make hardware installs it")
    import subprocess

    target = tmp_path / f"{part}.stl"
    subprocess.run(["openscad", "-q", "-D", f'part="{part}"', "-o", target, SOURCE], check=True)
    printed = trimesh.load(target)
    assert printed.is_watertight
    assert printed.volume == pytest.approx(body(part).volume(), rel=1e-4)


def test_a_printed_body_is_the_same_file_in_whatever_order_its_triangles_were_met():
    def stl(*facets):
        corners = ("".join(f"      vertex {corner} 0 0\n" for corner in facet) for facet in facets)
        loops = "".join(
            f"  facet normal 0 0 1\n    outer loop\n{corner}    endloop\n  endfacet\n" for corner in corners
        )
        return f"solid OpenSCAD_Model\n{loops}endsolid OpenSCAD_Model\n"

    assert sorted_facets(stl("312", "465")) == sorted_facets(stl("546", "231")) == stl("123", "465")
    assert sorted_facets(stl("132")) != sorted_facets(stl("123")), "which would turn it inside out"


def placed_on(file: Path) -> list[trimesh.Trimesh]:
    """Every copy that a 3MF file puts on the bed."""
    with zipfile.ZipFile(file) as package:
        model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    core = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    known = {}
    for body in model.iter(f"{core}object"):
        corners = [[float(corner.get(axis)) for axis in "xyz"] for corner in body.iter(f"{core}vertex")]
        facets = [[int(facet.get(f"v{k}")) for k in (1, 2, 3)] for facet in body.iter(f"{core}triangle")]
        known[body.get("id")] = trimesh.Trimesh(corners, facets)
    copies = []
    for item in model.iter(f"{core}item"):
        *turn, x, y, z = map(float, item.get("transform").split())
        assert turn == [1, 0, 0, 0, 1, 0, 0, 0, 1], "as it is drawn"
        copies.append(known[item.get("objectid")].copy().apply_translation([x, y, z]))
    return copies


@pytest.mark.parametrize("plate", plates.PLATES, ids=lambda plate: plate.file)
def test_a_plate_has_its_parts_apart_on_a_bed_that_they_fit(plate, tmp_path):
    bodies = {
        plates.part_file(plate.case, part, values): trimesh.Trimesh(
            *mesh(solid(check.CASE / f"{plate.case}.scad", part, **values))
        )
        for part, values, _ in plate.singles()
    }
    placed = placed_on(plates.write(plate, tmp_path, bodies))
    assert all(body.is_watertight for body in placed)
    assert len(placed) == sum(number for _, _, number in plate.singles())
    wanted = sum(bodies[plates.part_file(plate.case, part, values)].volume * n for part, values, n in plate.singles())
    assert sum(body.volume for body in placed) == pytest.approx(wanted, rel=1e-3)
    low = np.min([body.bounds[0] for body in placed], axis=0)
    high = np.max([body.bounds[1] for body in placed], axis=0)
    assert low[2] == pytest.approx(0, abs=1e-3)
    assert all(low[:2] >= 0)
    assert all(high[:2] <= plates.BED)
    assert high[0] - low[0] <= plates.SMALLER
    for first_body, other in itertools.combinations(placed, 2):
        low, high = first_body.bounds - other.bounds[::-1]
        assert any(low[:2] > 0) or any(high[:2] < 0)


def test_more_than_a_bed_holds_is_refused():
    with pytest.raises(Missing, match="more than the bed"):
        plates.arranged([(200.0, 110.0)] * 2)


@pytest.mark.parametrize("small", ["0.96", "1.3", "2.42"])
def test_the_coupon_is_one_piece_and_a_clamp_whatever_the_displays(small):
    drawn = solid(SOURCE, "coupon", small=small)
    piece, clamp = sorted(drawn.decompose(), key=lambda part: -part.bounding_box()[3])
    assert clamp.volume() == pytest.approx(solid(SOURCE, "clamp").volume(), rel=1e-6)
    assert check.overhang(piece) == 0
    holes = {"0.96": (23.5, 23.8), "1.3": (30.4, 28.5), "2.42": (66.5, -37.5)}[small]
    for x, y in ((0, 0), (holes[0], 0), (0, holes[1])):
        up = 7.9 if holes[1] > 0 else -7.9
        probe = Manifold.cube([0.4, 0.4, 0.4], True).translate([x, y + up, 0.6 + 1.8 + 0.5])
        assert shared(piece, probe) > 0.05, "a pin of the display"
    assert check.thinnest(piece, 3_000) >= 3 * 0.2 - 1e-6, "three layers"


def test_the_clamp_s_end_goes_through_the_coupon_s_slot_with_its_gap_all_round():
    piece, clamp = sorted(solid(SOURCE, "coupon").decompose(), key=lambda part: -part.bounding_box()[3])
    x, y = 54 + 0.3, 28 + 0.3  # the slot's corner and the gap
    low = clamp.bounding_box()
    upright = clamp.rotate([0, 90, 0]).rotate([0, 0, 90])
    at = upright.bounding_box()
    placed_clamp = upright.translate([x - at[0], y - at[1], -5 - at[2]])
    assert shared(placed_clamp, piece) == 0
    assert shared(placed_clamp.translate([0.5, 0, 0]), piece) > 0
    assert low[4] - low[1] == pytest.approx(10)


def test_the_builds_cover_what_can_be_chosen():
    for field, values in {
        "display": ("touch1", "touch2", "hdmi", "hdmi-low"),
        "small": ("0.96", "1.3", "2.42"),
        "buttons": ("24", "30", "60"),
        "board": ("pi4", "pi5", "zero"),
    }.items():
        assert {getattr(build, field) for build in BUILDS} == set(values)
    assert not [build for build in BUILDS if build.board == "zero" and not build.display.startswith("hdmi")]
    assert all(a != b for a, b in itertools.combinations(BUILDS, 2))


def test_one_choice_leaves_nothing_behind_for_the_next():
    usual = solid(SOURCE, "in_shell").volume()
    assert solid(SOURCE, "in_shell", display="hdmi", buttons="60").volume() != pytest.approx(usual, rel=0.01)
    assert solid(SOURCE, "in_shell").volume() == pytest.approx(usual, rel=1e-9)


def test_a_value_or_a_part_that_a_drawing_lacks_is_refused():
    with pytest.raises(ValueError, match="no value screen"):
        solid(SOURCE, "shell", screen="touch1")
    with pytest.raises(ValueError, match="empty drawing"):
        solid(SOURCE, "no_such_part")


POD = check.CASE / "pod.scad"


@pytest.mark.parametrize(("window", "button"), [("none", "30"), ("0.96", "30"), ("1.3", "24"), ("none", "60")])
def test_a_pods_case_holds_what_belongs_in_it(window, button):
    def made(part):
        return solid(POD, part, window_for=window, buttons=button)

    names = ["in_shell", "in_base", "pico", "plug", "buttons", *(["bars", "oleds"] if window != "none" else [])]
    bodies = {name: made(name) for name in names}
    for first_name, other in itertools.combinations(names, 2):
        assert shared(bodies[first_name], bodies[other]) <= check.TOUCHING, (first_name, other)
    for part in ("shell", "base"):
        assert check.thinnest(made(part), 1_500) >= 2 * check.NOZZLE
        assert check.overhang(made(part)) <= check.BRIDGE
    if window != "none":
        assert check.blocked(bodies["in_shell"], made("rays_oleds")) < 0.01
