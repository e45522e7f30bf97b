"""Evenings in which somebody lies: nothing that counts changes by it, or the counts say what only a seal would stop.

Each guard against one of them is taken away once, and the evening must see that.
"""

from __future__ import annotations

import pytest

from tests.world.runs import Run, world
from tools.world.liars import LIARS
from tools.world.liars.guards import GUARDS

SEEDS = {"forger": 2, "card": 2, "disk": 2, "desk": 2, "broker": 2}
"""By the liar's word, a seed in which it finds something to lie about; else the first one."""
BY_DAY = {"forger", "desk", "telephone"}
"""Those whose evenings are played each time; a night has time for all."""


def evening(word: str, seed: int, *more: str) -> Run:
    """A short evening of two tables at which somebody lies."""
    return world(
        str(seed), "--hours", "0.1", "--tables", "2", "--rate", "0", "--meeting", "none", "--liar", word, *more
    )


def played(words: set[str]) -> list[str]:
    """In the order of the registry."""
    return [word for word in LIARS if word in words]


def is_harmless(word: str) -> None:
    seed = SEEDS.get(word, 1)
    run = evening(word, seed)
    assert run.status == 0, run.text
    assert run.counts[seed]["lies"] > 0
    assert run.counts[seed]["signed"] > 0


@pytest.mark.timeout(900)
@pytest.mark.parametrize("word", played(BY_DAY))
def test_a_liar_changes_nothing_that_counts(word: str) -> None:
    is_harmless(word)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("word", played(LIARS.keys() - BY_DAY))
def test_another_liar_changes_nothing_that_counts(word: str) -> None:
    is_harmless(word)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", GUARDS)
def test_a_guard_that_is_taken_away_is_missed(name: str) -> None:
    guard = GUARDS[name]
    run = evening(guard.liar, guard.seed, "--fault", name)
    assert guard.shown in run.text, run.text
    assert run.status == 1
