"""docs/testing.md: each promise stands where the page says, and each test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "testing.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
QUOTED = re.compile(r'\["([^"\]]+)"[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)')
"""A link whose text is a sentence of the page that it leads to."""


def plain(text: str) -> str:
    """A text without the marks of Markdown and the ends of its lines."""
    return " ".join(re.sub(r"[*`]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)).split())


@cache
def functions(path: str) -> frozenset[str]:
    """The names of a file's functions, by reading it."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def missing_tests(page: str) -> list[str]:
    """The tests that a page names and that are not there."""
    return [f"{path}::{name}" for path, name in TEST.findall(page) if name not in functions(path)]


def not_said(page: str, folder: Path) -> list[str]:
    """The sentences that a page quotes and that are not on the page to which they lead."""
    return [
        sentence
        for sentence, target in QUOTED.findall(page)
        if plain(sentence) not in plain((folder / target).read_text(encoding="utf-8"))
    ]


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists(page):
    assert len(TEST.findall(page)) > 40
    assert missing_tests(page) == []


def test_every_promise_is_on_the_page_that_it_leads_to(page):
    assert not_said(page, PAGE.parent) == []


def test_every_promise_has_a_test(page):
    rows = [line for line in page.splitlines() if line.startswith('| ["')]
    assert len(rows) > 40
    assert [row for row in rows if not TEST.search(row)] == []
    assert [row for row in rows if not QUOTED.search(row)] == []


def test_a_test_that_is_gone_and_a_sentence_that_nobody_says_are_found(tmp_path):
    (tmp_path / "other.md").write_text("It **never\nfails**, [they](a.md) say.\n", encoding="utf-8")
    named = "`tests/docs/test_testing_page.py::test_none` `tests/none.py::test_none`"
    here = f"`tests/docs/{Path(__file__).name}::test_every_promise_has_a_test`"
    assert missing_tests(f"{named} {here}") == named.replace("`", "").split()
    quotes = '["never fails, they say"](other.md#it) ["It always fails"](other.md)'
    assert not_said(quotes, tmp_path) == ["It always fails"]
