"""The OLEDs show the same picture to the pixel on every machine, whatever libraries Pillow finds there."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from PIL import Image

from device.peripherals.oled_render import draw
from tests.peripherals.oled_approved import approved_faces, digests, every_content
from tests.peripherals.oled_ink import beside

ROOT = Path(__file__).parents[2]
PRODUCT = ("device", "firmware", "hardware", "rules", "systemd", "tools")
LOADS = {"truetype", "FreeTypeFont", "TransposedFont"}
"""What loads an outline or bitmap font in Pillow, with a layout engine of its own choice unless it is told."""
ELSEWHERE = """
import sys
from PIL import features
assert not features.check("fribidi") and not features.check("raqm"), "Pillow has found what it should not"
from tests.peripherals.oled_approved import digests
print(*digests(), sep="\\n")
"""


def test_a_machine_without_libfribidi_draws_every_approved_picture_the_same(tmp_path):
    """Pillow opens libfribidi by its name when it starts; an empty file of that name is what it comes across first."""
    for name in ("libfribidi.so.0", "libfribidi.so"):
        (tmp_path / name).touch()
    surroundings = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", ELSEWHERE]
    drawn = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert drawn.returncode == 0, drawn.stderr
    there, here = drawn.stdout.split(), digests()
    assert len(here) > 800
    assert [content for content, *two in zip(every_content(), there, here, strict=True) if len(set(two)) > 1] == []


def test_every_approved_picture_is_what_its_content_gives_to_the_pixel():
    pictures = [both for both in approved_faces() if both.picture.exists()]
    assert len(pictures) > 200
    differing = [
        both.name
        for both in pictures
        if Image.open(both.picture).convert("1").tobytes() != beside(*map(draw, both.contents)).tobytes()
    ]
    assert differing == []


def test_no_font_is_loaded_without_the_name_of_a_layout_engine():
    silent = []
    for file in (file for folder in PRODUCT for file in (ROOT / folder).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in LOADS:
                named = any(word.arg == "layout_engine" for word in call.keywords)
                silent += [] if named else [f"{file.relative_to(ROOT)}:{call.lineno}"]
    assert silent == []
