"""The files for the board house, read by gerbonara, which did not write them, and held against the house's rules."""

from __future__ import annotations

import csv
import math
import re
import shutil
import warnings
import zipfile

import pytest

from tests.hardware.drawings import HARDWARE
from tools import hat_files

RULES = hat_files.rules()
HOUSE, ASSEMBLER = RULES["house"], RULES["assembler"]
needs_kicad = pytest.mark.skipif(
    not all(map(shutil.which, ("kicad-cli", "faketime"))), reason="KiCad writes them; make hardware installs it"
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hat")
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("TMPDIR", str(folder))  # KiCad leaves its lock there
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    hat_files.gerbers(folder)
    hat_files.assembly(folder)
    yield folder
    monkeypatch.undo()


@pytest.fixture(scope="module")
def stack(files):
    gerbonara = pytest.importorskip("gerbonara", reason="make hardware installs it")
    with zipfile.ZipFile(files / hat_files.FABRICATION) as zipped:
        zipped.extractall(files / "sent")
    with warnings.catch_warnings(action="ignore"):  # on the order of an Excellon header's lines
        return gerbonara.LayerStack.open(files / "sent")


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_the_house_finds_every_layer_the_outline_and_the_holes(stack):
    assert {" ".join(key) for key in stack.graphic_layers} >= set(HOUSE["layers"])
    assert len(list(stack.drill_layers)) == 2


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_the_board_is_of_a_size_that_is_made(stack):
    (x1, y1), (x2, y2) = stack.outline.bounding_box(unit="mm")
    size = sorted((x2 - x1, y2 - y1))
    assert all(a <= b for a, b in zip(sorted(HOUSE["smallest"]), size, strict=True))
    assert all(a <= b for a, b in zip(size, sorted(HOUSE["largest"]), strict=True))
    assert size == pytest.approx([56.5, 65.0], abs=0.2)


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_holes_and_tracks_are_no_smaller_than_the_house_makes(stack):
    low, high = HOUSE["hole"]
    drills = [hole.aperture.diameter for layer in stack.drill_layers for hole in layer.objects]
    assert len(drills) > 120
    assert low <= min(drills)
    assert max(drills) <= high
    for side in ("top", "bottom"):
        lines = [
            shape.aperture.diameter
            for shape in stack[side, "copper"].objects
            if type(shape).__name__ in ("Line", "Arc") and shape.polarity_dark
        ]
        assert min(lines) >= HOUSE["track"]


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_copper_keeps_off_the_routed_edge_and_of_the_slot(stack):
    """A Pi 4's flat cable stands in the slot: 5 mm deep, 17 mm long, around its socket 28 mm above the lower edge."""
    edge = [shape for shape in stack.outline.objects if type(shape).__name__ == "Line"]
    left = min(line.x1 for line in edge)
    floor = min(line.y1 for line in edge)
    depth = [line for line in edge if line.x1 == line.x2 and left + 4 < line.x1 < left + 8]
    (slot,) = depth
    assert slot.x1 - left == pytest.approx(5.0, abs=0.01)
    across = sorted({round(line.y1 - floor, 2) for line in edge if line.y1 == line.y2 and line.x1 < left + 5})
    # the board's lower edge is 0.5 mm below the Pi's
    assert (across[0] + across[1]) / 2 - 0.5 == pytest.approx(28.0, abs=0.1)
    assert across[1] - across[0] == pytest.approx(17.0, abs=0.01)
    for side in ("top", "bottom"):
        for track in stack[side, "copper"].objects:
            if type(track).__name__ == "Line" and track.polarity_dark:
                for x, y in ((track.x1, track.y1), (track.x2, track.y2)):
                    reach = track.aperture.diameter / 2 + HOUSE["edge"]
                    inside = across[0] - reach < y - floor < across[1] + reach
                    assert x - left >= (5.0 if inside else 0) + reach - 1e-6


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_the_zip_has_layers_alone_and_the_lists_lie_beside_it(files):
    names = zipfile.ZipFile(files / hat_files.FABRICATION).namelist()
    assert not [name for name in names if name.endswith((".csv", ".html"))]
    for variant in RULES["variants"]:
        for kind in ("parts", "places"):
            assert (files / f"jlcpcb-{kind}-{variant}.csv").exists()


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_the_files_are_of_the_commits_day_whenever_they_are_drawn(files):
    with zipfile.ZipFile(files / hat_files.FABRICATION) as zipped:
        texts = {name: zipped.read(name).decode() for name in zipped.namelist()}
        assert {info.date_time for info in zipped.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    for name, text in texts.items():
        assert "2023-11-14T22:13:20+00:00" in text, name
        assert set(re.findall(r"\b20\d\d-\d\d-\d\d", text)) == {"2023-11-14"}, name


def rows(files, kind, variant):
    return list(csv.DictReader((files / f"jlcpcb-{kind}-{variant}.csv").open(encoding="utf-8")))


@needs_kicad
@pytest.mark.xdist_group("the board")
@pytest.mark.parametrize("variant", RULES["variants"])
def test_the_assembler_accepts_parts_and_places(files, variant):
    parts, places = rows(files, "parts", variant), rows(files, "places", variant)
    assert list(parts[0]) == ASSEMBLER["parts"]
    assert list(places[0]) == ASSEMBLER["places"]
    named = [name for row in parts for name in row["Designator"].split(",")]
    assert len(named) == len(set(named))
    assert sorted(named) == sorted(row["Designator"] for row in places)
    assert all(re.fullmatch(r"C\d+", row["JLCPCB Part #"]) for row in parts)
    for row in places:
        assert re.fullmatch(r"-?\d+\.\d{4}mm", row["Mid X"])
        assert row["Layer"] in ("Top", "Bottom")
        assert 0 <= int(row["Rotation"]) < 360


@needs_kicad
@pytest.mark.xdist_group("the board")
@pytest.mark.parametrize(("name", "pins"), {"J2": 4, "J3": 4, "J4": 4, "J5": 4, "J8": 3, "J9": 2, "BZ1": 2}.items())
def test_a_part_with_legs_is_placed_amid_its_holes(files, stack, name, pins):
    """Gerbonara's holes nearest to the place lie around it: each has one opposite."""
    (row,) = [row for row in rows(files, "places", "full") if row["Designator"] == name]
    x, y = (float(row[axis].removesuffix("mm")) for axis in ("Mid X", "Mid Y"))
    drills = [hole for layer in stack.drill_layers for hole in layer.objects if hole.aperture.diameter > 0.6]
    near = sorted(((hole.x - x, hole.y - y) for hole in drills), key=lambda at: math.hypot(*at))[:pins]
    for dx, dy in near:
        assert any(math.hypot(dx + ex, dy + ey) < 0.01 for ex, ey in near), near


@needs_kicad
@pytest.mark.xdist_group("the board")
@pytest.mark.parametrize("variant", RULES["variants"])
def test_an_order_has_all_that_its_form_names(files, variant):
    hat_files.order(files, variant)
    with zipfile.ZipFile(files / f"dvojtah-hat-order-{variant}.zip") as packet:
        form = packet.read("order.txt").decode()
        assert {name for name in packet.namelist() if name not in form} == {"order.txt"}
        assert set(re.findall(r"[\w-]+\.(?:zip|csv|png)", form)) == {*packet.namelist()} - {"order.txt"}


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_the_small_board_lacks_memory_clock_and_power_button_and_nothing_else(files):
    full, small = ({row["Designator"] for row in rows(files, "places", name)} for name in ("full", "minimal"))
    left_out = "U1 R51 R52 R53 C2 U2 C3 BT1 J9 D6 R61 R62"
    assert " ".join(sorted(full - small)) == " ".join(sorted(left_out.split(" ")))
    assert not small - full
    assert {"J2", "J3", "J4", "J5", "J8", "Q1", "Q2", "F1", "BZ1"} <= small


@needs_kicad
@pytest.mark.xdist_group("the board")
def test_parts_that_the_assembler_counts_otherwise_are_turned(files):
    known = {row["Ref"]: row for row in csv.DictReader((files / "places.csv").open(encoding="utf-8"))}
    rotations = {row["Designator"]: int(row["Rotation"]) for row in rows(files, "places", "full")}
    for names, more in (("Q1 Q2 Q3", 180), ("U1 U2", 270), ("D1 R1 C1 F1 J2", 0)):
        for name in names.split():
            assert rotations[name] == (float(known[name]["Rot"]) + more) % 360, name


def test_the_memory_s_write_protection_has_the_resistor_that_the_hat_guide_asks():
    text = (HARDWARE / "hat" / "hat.kicad_pcb").read_text(encoding="utf-8")
    block = next(footprint for footprint in text.split("\n\t(footprint ") if '"Reference" "R53"' in footprint)
    assert '(property "Value" "1 k"' in block
