"""What a night has time for is left out of `make test` only where a test of every run stands for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.by_night import LIST, left_out, lines

ROOT = Path(__file__).parents[1]
TEXT = "# why\ntests/a.py::test_large[300 ms]  12 s  tests/a.py::test_large[5 ms]\n"


def test_a_test_is_left_out_by_the_beginning_of_its_name():
    names = ["tests/a.py::test_large[300 ms]@group", "tests/a.py::test_large[5 ms]", "tests/b.py::test_large[300 ms]"]
    assert left_out(names, TEXT) == {"tests/a.py::test_large[300 ms]@group"}


def test_a_line_without_a_stand_in_is_refused():
    with pytest.raises(ValueError, match="unpack"):
        lines("tests/a.py::test_large[300 ms]  12 s\n")


@pytest.fixture(scope="module")
def collected() -> set[str]:
    """The names of all tests in files that the list names."""
    listed = lines(LIST.read_text(encoding="utf-8"))
    files = {name.partition("::")[0] for line in listed for name in (line.beginning, line.stand_in)}
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:schemathesis", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, "--co", "-q", "--all", *sorted(files)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_every_line_leaves_out_a_test_and_every_run_has_its_stand_in(collected):
    text = LIST.read_text(encoding="utf-8")
    out = left_out(collected, text)
    for line in lines(text):
        assert any(name.startswith(line.beginning) for name in collected), line.beginning
        assert any(name.startswith(line.stand_in) for name in collected - out), line.stand_in
        assert line.seconds >= 2, f"{line.beginning} is quick enough for every run"


SLOW_AND_QUICK = "import pytest\n@pytest.mark.parametrize('way', ['5 ms', '300 ms'])\ndef test_press(way): pass\n"


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [(["tests"], 1), (["tests", "--all"], 2), (["tests/test_ways.py::test_press"], 2)],
    ids=["make test", "make test-all", "by its name"],
)
def test_a_night_and_whoever_names_it_get_all(tmp_path, arguments, passed):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_ways.py").write_text(SLOW_AND_QUICK)
    ways = tmp_path / "by_night.txt"
    ways.write_text("tests/test_ways.py::test_press[300 ms]  9 s  tests/test_ways.py::test_press[5 ms]\n")
    (tmp_path / "list.py").write_text(
        f"import pathlib, tests.by_night as night\nnight.LIST = pathlib.Path({str(ways)!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "list", "-p", "tests.by_night", *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{passed} passed" in done.stdout, done.stdout + done.stderr
