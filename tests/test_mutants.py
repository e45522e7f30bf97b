"""What tests/mutants.toml explains stands in the code (tools/mutants/explanations.py)."""

import pytest

from tools.mutants.explanations import FILE, stale
from tools.structure import ROOT


def test_every_explanation_of_a_mutant_is_of_a_line_that_stands():
    assert stale(ROOT) == []


EXPLAINED = """\
[[mutant]]
path = "rules/sums.py"
before = "return a + b"
after = "return a - b"
why = "b is 0"
"""


@pytest.mark.parametrize(
    ("file", "code", "explained", "count"),
    [
        ("sums", "return a + b", EXPLAINED, 0),
        ("sums", "return a + b + c", EXPLAINED, 1),
        ("moved", "return a + b", EXPLAINED, 1),
        ("sums", "return a + b", EXPLAINED * 2, 1),
        ("sums", "return a + b", EXPLAINED.replace("-", "+"), 1),
    ],
    ids=["stands", "changed", "moved", "twice", "unbroken"],
)
def test_an_explanation_that_explains_nothing_is_named(tmp_path, file, code, explained, count):
    for name in ("rules", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "rules" / f"{file}.py").write_text(f"def add(a, b):\n    {code}\n", encoding="utf-8")
    (tmp_path / FILE).write_text(explained, encoding="utf-8")
    assert stale(tmp_path) == ["rules/sums.py: return a + b"] * count
