"""docs/library.md is true: its examples run and print what stands beside them, and every name on it is there.

docs/library-api.md lists the same names, for the site to print their signatures.
"""

import ast
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

from rules.games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "library.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^::: (\S+)$", (DOCS / "library-api.md").read_text(encoding="utf-8"), re.MULTILINE)
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
NAMES = sorted(
    {name for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE) for name in re.findall("`(.*?)`", row)}
)


def remarks_of(code: str) -> list[str]:
    """What the remarks beside the prints of a block say, in order."""
    return re.findall(r"print\(.*\)  # (.*)$", code, re.MULTILINE)


def test_the_examples_print_what_stands_beside_them(capsys):
    names: dict[str, object] = {}
    for code in BLOCKS:
        exec(code, names)
        printed = capsys.readouterr().out.splitlines()
        assert len(printed) == code.count("print(") == len(remarks_of(code))
        for line, expected in zip(printed, remarks_of(code), strict=True):
            assert re.fullmatch(re.escape(expected).replace(r"\.\.\.", ".*"), line)


def test_a_game_is_scored_in_ten_lines():
    assert len(ast.parse(BLOCKS[0]).body) <= 11
    assert all(
        node.module.startswith("rules") for node in ast.parse(BLOCKS[0]).body if isinstance(node, ast.ImportFrom)
    )


def test_the_page_of_the_names_lists_every_entry_point_and_the_setup_of_every_game():
    games = {name for name in NAMES if name.count(".") == 1}
    assert games == {f"rules.{key}" for key in GAMES}
    assert set(NAMES) - games <= set(LISTED)
    assert {f"rules.{key}.{game.setup_type.__name__}" for key, game in GAMES.items()} <= set(LISTED)


@pytest.mark.parametrize("name", sorted({*NAMES, *LISTED}))
def test_an_entry_point_of_the_page_is_there_and_says_what_it_is(name):
    holder, _, word = name.rpartition(".")
    if holder == "rules":
        module = import_module(name)
        assert hasattr(module, "GAME")
    else:
        module = getattr(import_module(holder), word)
    assert module.__doc__ or isinstance(module, Mapping)


def test_what_a_game_and_a_history_answer_is_there():
    from rules.game import Game
    from rules.history import History

    for kind, row in ((Game, "what every game answers"), (History, "a game: `begin`")):
        (line,) = [line for line in PAGE.splitlines() if row in line]
        words = re.findall(r"`(\w+)`", line.split("|")[2])
        assert words
        assert all(hasattr(kind, word) or word in History.__struct_fields__ for word in words)
