"""Calm evenings of every game: drawn, played, signed, and counted at the desk."""

from __future__ import annotations

import pytest

from device.common.games.registry import SPECS
from tests.world.runs import Run, world


def calm(key: str) -> Run:
    return world("1", "--hours", "0.06", "--rate", "0", "--tables", "2", "--game", key)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", [key for key, spec in SPECS.items() if spec.by_terms is None])
def test_a_calm_evening_ends_in_results_that_count(key: str) -> None:
    run = calm(key)
    assert run.status == 0, run.text
    assert run.counts[1]["signed"] >= 2
    assert run.counts[1]["standings compared"] == 1


@pytest.mark.timeout(900)
def test_an_evening_of_marias_is_the_same_twice() -> None:
    assert calm("marias").traces == calm("marias").traces
