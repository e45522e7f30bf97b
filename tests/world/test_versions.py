"""Evenings in which machines have different versions of the program, and are given another one in mid-game.

The earlier version is the code of that time, out of the repository's history.
"""

from __future__ import annotations

import subprocess

import pytest

from tests.world.runs import Run, need_source, world
from tools.world.versions import trees
from tools.world.versions.cases import CASES, DRAWN, SECOND, TABLES, drawn_of
from tools.world.versions.next_version import NEXT_VERSION
from tools.world.versions.trees import NEWEST, STATES, NoHistory, source_of

COPIES = next(name for name, state in STATES.items() if state.copies)
OF_COPIES = [case for case in CASES if SECOND in CASES[case].roles]
OF_OTHERS = [case for case in CASES if case not in OF_COPIES]
DAY = [(case, NEWEST) for case in OF_OTHERS] + [(case, COPIES) for case in OF_COPIES]
NIGHT = [(case, COPIES) for case in OF_OTHERS]


@pytest.fixture(scope="module", autouse=True)
def sources() -> None:
    """The sources of all earlier versions are there."""
    for name in STATES:
        need_source(name)


def evening(case: str, earlier: str, seed: int, *more: str) -> Run:
    return world(str(seed), "--hours", "0.15", "--meeting", "none", "--versions", case, "--earlier", earlier, *more)


def loses_nothing(case: str, earlier: str, seed: int) -> dict[str, int]:
    run = evening(case, earlier, seed)
    assert run.status == 0, run.text
    counts = run.counts[seed]
    assert counts["signed"] > 0
    assert counts.get("counts while versions differ", 0) + counts.get("the desk says what it cannot read", 0) > 0
    begins, changed = CASES[case]
    assert counts.get("upgraded in the end", 0) > 0 or begins >= changed
    if TABLES in changed:
        assert counts[f"{'upgraded' if TABLES in begins else 'taken back'} in mid-game"] > 0
    return counts


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("case", "earlier"), DAY)
def test_with_two_versions_nothing_is_lost_and_what_was_signed_counts(case: str, earlier: str) -> None:
    counts = loses_nothing(case, earlier, seed=1)
    if earlier == COPIES:
        assert counts["copies"] > 10


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("case", "earlier"), NIGHT)
def test_the_same_with_another_earlier_version(case: str, earlier: str) -> None:
    loses_nothing(case, earlier, seed=1)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("case", "earlier"), DAY)
def test_the_same_in_more_evenings(case: str, earlier: str) -> None:
    for seed in range(2, 6):
        loses_nothing(case, earlier, seed)


@pytest.mark.timeout(900)
def test_one_seed_is_one_evening_of_two_versions() -> None:
    once, again = (evening("all upgraded", NEWEST, 3) for _ in range(2))
    assert once.traces == again.traces


def test_one_of_five_evenings_has_two_versions_where_the_seed_draws() -> None:
    choices = [drawn_of(seed) for seed in range(2000)]
    drawn = [choice for choice in choices if choice is not None]
    assert 0.17 < len(drawn) / len(choices) < 0.23
    assert {choice.case for choice in drawn} == CASES.keys()
    assert {choice.earlier for choice in drawn} == STATES.keys()
    assert all(STATES[choice.earlier].copies for choice in drawn if choice.case in OF_COPIES)


@pytest.mark.timeout(900)
def test_what_a_seed_draws_is_the_same_alone_and_by_the_line_it_says() -> None:
    """Seed 42 has two versions, 43 has not; each leaves nothing behind in the process."""
    options = ("--hours", "0.06", "--meeting", "none")
    both = world("42", "--seeds", "2", "--versions", DRAWN, *options)
    choice = drawn_of(42)
    assert choice is not None
    assert drawn_of(43) is None
    given = (
        "--rate",
        "0",
        "--liar",
        "none",
        "--store",
        "sqlite",
        "--versions",
        choice.case,
        "--earlier",
        choice.earlier,
    )
    assert both.status == 0, both.text
    assert both.traces == {**world("42", *options, *given).traces, **world("43", *options).traces}


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("case", "earlier", "more", "count"),
    [
        ("organiser upgraded", COPIES, ("--meeting", "files"), "met: small files cut off and damaged"),
        ("earlier organiser", NEWEST, ("--meeting", "pods"), "met: a pod's cable pulled"),
        ("earlier second machine", COPIES, ("--meeting", "backup"), "met: a lost store put back from a backup"),
        ("tables upgraded", NEWEST, ("--store", "postgresql"), "counts while versions differ"),
    ],
)
def test_a_rare_meeting_and_a_server_come_with_two_versions(
    case: str, earlier: str, more: tuple[str, ...], count: str
) -> None:
    run = evening(case, earlier, 1, *more)
    assert run.status == 0, run.text
    assert run.counts[1][count] > 0


@pytest.mark.timeout(900)
def test_no_meeting_needs_what_an_earlier_version_did_wrong() -> None:
    run = evening("tables upgraded", NEWEST, 1, "--meeting", "signature")
    assert run.status == 0, run.text
    assert not any(count.startswith("met") for count in run.counts[1])


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("change", "case", "count"),
    [
        ("tables of the journal that the next version adds", "tables taken back", "an earlier table opens no journal"),
        ("a store that the next version made", "organiser taken back", "an earlier organiser opens no store"),
    ],
)
def test_what_an_earlier_version_cannot_open_it_leaves_as_it_is(change: str, case: str, count: str) -> None:
    """The evening's end finds it whole, once the machine is upgraded again."""
    assert change in NEXT_VERSION
    run = evening(case, NEWEST, 1, "--fault", change, "--game", "polish_doubles")
    assert run.status == 0, run.text
    assert run.counts[1][count] > 0
    assert run.counts[1]["upgraded in the end"] > 0


def test_a_copy_without_history_says_what_it_lacks(tmp_path, monkeypatch) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    monkeypatch.setattr(trees, "PROJECT", tmp_path)
    monkeypatch.setattr(trees, "KEPT", tmp_path / "kept")
    with pytest.raises(NoHistory) as trouble:
        source_of(NEWEST)
    assert str(trouble.value) == (
        "The source of 0.3.0.dev0 (commit 3d5df2c6) is not in this copy; clone it with its whole history."
    )
    assert not (tmp_path / "kept").exists()
