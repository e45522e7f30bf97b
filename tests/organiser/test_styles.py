"""One scale of type and space for desk, board, phone and door: what is not on it is named here, with its reason."""

import re
from pathlib import Path

import pytest

import device.common.web
import device.organiser

ROOMS = Path(device.organiser.__file__).parent
SHARED = Path(device.common.web.__file__).parent / "static" / "event.css"
SHEETS = ("desk/static/desk.css", "desk/static/door.css", "board/static/board.css")
FREE = re.compile(
    r"inherit|0$"
    r"|calc\(.*var\(--u\)"  # projected: a share of the picture
    r"|clamp\("  # between two steps, by the screen
    r"|88px"  # the table's number, read while walking
    r"|[\d.]+em|.*%$"
)


def declarations(path, names):
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    return re.findall(rf"(?<![\w-])({names})\s*:\s*([^;}}]+)", text)


def test_the_scale_is_five_sizes_of_type_and_six_spaces_declared_once():
    text = SHARED.read_text("utf-8")
    assert re.findall(r"--t\d: (\d+)px", text) == ["13", "16", "20", "28", "44"]
    assert re.findall(r"--s\d: (\d+)px", text) == ["4", "8", "12", "16", "24", "32"]
    assert not any("--t0:" in (ROOMS / name).read_text("utf-8") for name in SHEETS)


@pytest.mark.parametrize("sheet", SHEETS)
def test_type_is_on_the_scale(sheet):
    sizes = [value.strip() for _, value in declarations(ROOMS / sheet, "font-size")]
    assert sizes
    assert [
        size for size in sizes if not re.fullmatch(r"var\(--t\d\)( !important)?", size) and not FREE.match(size)
    ] == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_space_is_on_the_scale(sheet):
    lengths = [value for _, value in declarations(ROOMS / sheet, r"gap|padding(?:-\w+)?|margin(?:-\w+)?")]
    loose = [length.strip() for length in lengths if re.search(r"\drem", length) and "clamp" not in length]
    assert loose == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_there_is_one_face(sheet):
    faces = {value.strip() for _, value in declarations(ROOMS / sheet, "font-family|font")}
    assert faces <= {"inherit"} | {face for face in faces if '"Sans"' in face}
