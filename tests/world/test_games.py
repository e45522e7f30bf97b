"""Calm evenings of every game: drawn, played, signed, and counted at the desk."""

from __future__ import annotations

import pytest

from tests.world.runs import Run, world
from tools.world.drawn_games import SHEETS, WITHOUT_TERMS

SEEDS = {"rounds:Šipky": "2"}
"""Of games of whose first evening the standings cannot be reckoned: somebody is replaced."""


def calm(key: str) -> Run:
    return world(SEEDS.get(key, "1"), "--hours", "0.06", "--rate", "0", "--tables", "2", "--game", key)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", [*WITHOUT_TERMS, *SHEETS])
def test_a_calm_evening_ends_in_results_that_count(key: str) -> None:
    run = calm(key)
    (counts,) = run.counts.values()
    assert run.status == 0, run.text
    assert counts["signed"] >= 2
    assert counts["standings compared"] == 1
    assert key not in SHEETS or counts["games reckoned by hand"] >= 2


@pytest.mark.timeout(900)
def test_an_evening_of_marias_is_the_same_twice() -> None:
    assert calm("marias").traces == calm("marias").traces
