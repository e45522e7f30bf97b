"""Whole evenings from their seeds: the same twice, and every promise holds whatever goes wrong."""

from __future__ import annotations

import pytest

from tests.world.runs import world


@pytest.mark.timeout(900)
def test_one_seed_is_one_evening() -> None:
    once = world("3", "--hours", "0.1", "--rate", "2")
    alone_again = world("3", "--hours", "0.1", "--rate", "2")
    after_others = world("1", "--seeds", "3", "--hours", "0.1", "--rate", "2")
    assert once.status == 0, once.text
    assert once.traces[3] == alone_again.traces[3] == after_others.traces[3]
    assert once.traces[3] != after_others.traces[2]


@pytest.mark.timeout(900)
def test_three_evenings_with_troubles_keep_what_was_promised() -> None:
    run = world("1", "--seeds", "3", "--hours", "0.33", "--game", "polish_doubles")
    assert run.status == 0, run.text
    for counts in run.counts.values():
        assert counts["games"] > 2
        assert counts["signed"] > 1
        assert counts["standings compared"] == 1
    assert sum(counts["power cuts"] for counts in run.counts.values() if "power cuts" in counts) > 0
