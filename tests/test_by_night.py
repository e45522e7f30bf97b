"""What a night has time for is left out of `make test` only where a test of every run stands for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.by_night import left_out, lines, stale

ROOT = Path(__file__).parents[1]
TEXT = "# why\ntests/a.py::test_large[300 ms]  12 s  tests/a.py::test_large[5 ms]\n"
NAMES = ["tests/a.py::test_large[300 ms]@group", "tests/a.py::test_large[5 ms]", "tests/b.py::test_large[300 ms]"]


def test_a_test_is_left_out_by_the_beginning_of_its_name():
    assert left_out(NAMES, TEXT) == {"tests/a.py::test_large[300 ms]@group"}


def test_a_line_without_a_stand_in_is_refused():
    with pytest.raises(ValueError, match="unpack"):
        lines("tests/a.py::test_large[300 ms]  12 s\n")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tests/a.py::test_small  12 s  tests/a.py::test_large[5 ms]", "no test's name begins so"),
        ("tests/a.py::test_large[300 ms]  12 s  tests/a.py::test_small", "not every run has it"),
        ("tests/a.py::test_large  12 s  tests/a.py::test_large[5 ms]", "not every run has it"),
        ("tests/a.py::test_large[300 ms]  1.9 s  tests/a.py::test_large[5 ms]", "quick enough for every run"),
    ],
)
def test_a_line_that_is_not_true_of_the_tests_is_named(line, reason):
    assert stale(NAMES, TEXT) == []
    assert [reason in wrong for wrong in stale(NAMES, line)] == [True]


def test_a_line_about_files_that_were_not_asked_for_is_left_alone():
    assert stale(["tests/b.py::test_large[300 ms]"], TEXT) == []


SLOW_AND_QUICK = "import pytest\n@pytest.mark.parametrize('way', ['5 ms', '300 ms'])\ndef test_press(way): pass\n"


@pytest.mark.parametrize(
    ("arguments", "slow", "outcome"),
    [
        (["tests"], "300 ms", "1 passed"),
        (["tests", "--all"], "300 ms", "2 passed"),
        (["tests/test_ways.py::test_press"], "300 ms", "2 passed"),
        (["tests"], "900 ms", "no test's name begins so"),
    ],
    ids=["make test", "make test-all", "by its name", "a line that names none"],
)
def test_a_night_and_whoever_names_it_get_all(tmp_path, arguments, slow, outcome):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_ways.py").write_text(SLOW_AND_QUICK)
    ways = tmp_path / "by_night.txt"
    ways.write_text(f"tests/test_ways.py::test_press[{slow}]  9 s  tests/test_ways.py::test_press[5 ms]\n")
    (tmp_path / "list.py").write_text(
        f"import pathlib, tests.by_night as night\nnight.LIST = pathlib.Path({str(ways)!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "list", "-p", "tests.by_night", *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in done.stdout + done.stderr, done.stdout + done.stderr
