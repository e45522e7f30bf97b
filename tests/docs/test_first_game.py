"""docs/first-game.md is true: its game, taken out of the page, is folded, asked, recorded, and played at a table."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.docs.sixth_game import blocks
from tools.structure import ROOT


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> dict[str, Any]:
    """What came of the game."""
    command = [sys.executable, "-m", "tests.docs.sixth_game", str(tmp_path_factory.mktemp("sixth"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_the_examples_print_what_stands_beside_them(outcome):
    assert outcome["printed"] == outcome["remarks"] != []


def test_the_table_of_acts_is_what_the_acts_declare(outcome):
    assert outcome["table"] == blocks("text")[0].splitlines()


def test_the_game_is_found_by_its_word_alone(outcome):
    assert outcome["declared"] == ["matches", "play"]


def test_its_sample_is_played_at_the_table_to_both_signatures(outcome):
    assert outcome["played"] == outcome["recorded"]
    assert (outcome["progress"], outcome["card"]) == ("SIGNED", "0 matches left")
