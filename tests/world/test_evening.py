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
def test_one_seed_is_one_evening_on_postgresql_too() -> None:
    options = ("--hours", "0.1", "--rate", "3", "--store", "postgresql")
    alone, after_another = world("2", *options), world("1", "--seeds", "2", *options)
    assert alone.status == after_another.status == 0, alone.text + after_another.text
    assert alone.traces[2] == after_another.traces[2]
    assert alone.counts[2]["troubles of the database"] > 0


def keep_what_was_promised(first: int, seeds: int) -> None:
    run = world(str(first), "--seeds", str(seeds), "--hours", "0.33", "--go-on")
    assert run.status == 0, run.text
    for counts in run.counts.values():
        assert counts["games"] > 2
        assert counts["signed"] > 0
        assert counts["boards compared"] == 1
    assert sum(counts.get("power cuts", 0) for counts in run.counts.values()) > 0


@pytest.mark.timeout(900)
def test_three_evenings_with_troubles_keep_what_was_promised() -> None:
    """One of make check: twenty minutes each."""
    keep_what_was_promised(1, 3)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("first", [4, 8, 12, 16])
def test_seventeen_more_evenings_keep_what_was_promised(first: int) -> None:
    keep_what_was_promised(first, 4 if first < 16 else 5)
