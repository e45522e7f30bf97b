"""What tests/mutants.toml explains and tests/breaks.toml breaks stands in the code (tools/mutants/listed.py)."""

import pytest

from tools.mutants.listed import CHOSEN, EXPLAINED, Place, broken, stale
from tools.structure import ROOT


def test_every_mutant_that_is_listed_is_of_a_line_that_stands():
    assert stale(ROOT) == []


LISTED = """\
[[mutant]]
path = "rules/sums.py"
before = "return a + b"
after = "return a - b"
why = "b is 0"
test = "tests/test_sums.py::test_one_and_one"
"""


@pytest.mark.parametrize("file", [EXPLAINED, CHOSEN])
@pytest.mark.parametrize(
    ("name", "code", "listed", "count"),
    [
        ("sums", "return a + b", LISTED, 0),
        ("sums", "return a + b + c", LISTED, 1),
        ("moved", "return a + b", LISTED, 1),
        ("sums", "return a + b", LISTED * 2, 1),
        ("sums", "return a + b", LISTED.replace("-", "+"), 1),
    ],
    ids=["stands", "changed", "moved", "twice", "unbroken"],
)
def test_a_listed_mutant_that_says_nothing_is_named(tmp_path, file, name, code, listed, count):
    written(tmp_path, name, code, file, listed)
    assert stale(tmp_path) == ["rules/sums.py: return a + b"] * count


def test_a_chosen_line_that_stands_twice_or_lacks_its_test_is_named(tmp_path):
    written(tmp_path, "sums", "return a + b\n    return a + b", CHOSEN, LISTED)
    (tmp_path / "tests/test_sums.py").unlink()
    assert stale(tmp_path) == ["rules/sums.py, twice: return a + b", "tests/test_sums.py::test_one_and_one"]


def test_a_line_is_broken_where_it_stands_and_nowhere_else():
    place = Place("rules/sums.py", "return a + b", "return a - b")
    assert broken("x = 'return a + b'\n    return a + b\n", place) == "x = 'return a + b'\n    return a - b\n"


def written(root, name, code, file, listed):
    for folder in ("rules", "tests"):
        (root / folder).mkdir()
    (root / "rules" / f"{name}.py").write_text(f"def add(a, b):\n    {code}\n", encoding="utf-8")
    (root / "tests/test_sums.py").write_text("def test_one_and_one():\n    assert add(1, 1) == 2\n", encoding="utf-8")
    for other in (EXPLAINED, CHOSEN):
        (root / other).write_text(listed if other == file else "mutant = []\n", encoding="utf-8")
