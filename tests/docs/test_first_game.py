"""docs/first-game.md is true: its game, taken out of the page, is folded, asked, recorded, and played at a table."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from device.help_texts import read_page
from tests.docs.page_games import blocks
from tools.structure import ROOT


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> dict[str, Any]:
    """What came of the game."""
    command = [sys.executable, "-m", "tests.docs.page_games", str(tmp_path_factory.mktemp("page"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_the_examples_print_what_stands_beside_them(outcome):
    assert outcome["printed"] == outcome["remarks"] != []


def test_the_table_of_acts_is_what_the_acts_declare(outcome):
    assert outcome["table"] == blocks("text")[0].splitlines()


def test_its_rules_and_its_help_are_found_by_their_numbers_and_screens():
    numbers, help_page = (block for block in blocks("markdown"))
    assert numbers.startswith("## N. ")
    assert re.findall(r"^\*\*(\w+)\.\*\*", numbers, re.MULTILINE) == ["N1", "N2", "N3", "N4"]
    page = read_page(help_page)
    assert [*page.screens] == [("matches", "card"), ("matches", "play")]
    assert all(screen.text and screen.rules for screen in page.screens.values())
    assert page.rules["N2"].title == "Taking"


@pytest.mark.parametrize(("key", "screen"), [("matches", "play"), ("hearts", "play-rounds")])
def test_a_game_is_found_by_its_word_alone(outcome, key, screen):
    assert outcome[key]["declared"] == [key, screen]


@pytest.mark.parametrize(("key", "corner"), [("matches", "0 matches left"), ("hearts", "Hearts")])
def test_a_sample_is_played_at_the_table_to_both_signatures(outcome, key, corner):
    played = outcome[key]
    assert played["played"] == played["recorded"]
    assert (played["progress"], played["card"]) == ("SIGNED", corner)


def test_who_shoots_the_moon_has_none_and_everybody_else_26(outcome):
    tally = outcome["hearts"]["tally"]
    assert tally["rows"][1:3] == [[26, 0, 26, 26]] * 2
    assert [column["total"] for column in tally["columns"]] == [100, 30, 52, 52]
    assert (tally["game"], tally["winners"]) == ("hearts", [2])
