"""What a lying telephone gains, as the simulation reckons it: by how much its turn counts shorter."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from device.io.inputs import PodReport
from rules.chess_clock.acts import Press, Resume
from rules.record import Entry
from tools.world.oracles.telephones import look_at_lie
from tools.world.scheduler import MILLISECOND, SECOND

MADE = 100 * SECOND
"""When the press was made in truth."""
QUICK = 5 * MILLISECOND
LONG = 10 * SECOND


def failures(*events: Any, ran: int | None = LONG, takes: int = QUICK, remark: Any = "told") -> list[str]:
    """What the oracle says of the last of these entries: each is how long (ms) before `MADE`, and an event."""
    failed: list[str] = []
    entries = [Entry(n, MADE - before * MILLISECOND, event) for n, (before, event) in enumerate(events, 1)]
    evening: Any = SimpleNamespace(counts=Counter(), scheduler=SimpleNamespace(fail=failed.append))
    table: Any = SimpleNamespace(history=SimpleNamespace(entries=entries), _origin=0)
    hall_table: Any = SimpleNamespace(machine=SimpleNamespace(true_time=lambda at: at))
    look = look_at_lie(evening, "phone", PodReport(0, True, entries[-1].at, 1, remark), takes, ran)
    look(hall_table, table, len(entries) - 1, MADE)
    return failed


def press(side: str, doubt: float = 0.005) -> Press:
    return Press(side=side, doubt_s=doubt)


@pytest.mark.parametrize(("gain", "is_too_much"), [(505, False), (530, True)])
def test_a_turn_is_a_quarter_of_a_second_and_the_answer_shorter_at_most(gain: int, is_too_much: bool) -> None:
    findings = failures((4000, press("B")), (gain, press("A")))
    assert findings == (
        [f"phone gained 0.{gain} s by a lie, and the record doubts 0.005 s of it"] if is_too_much else []
    )


def test_what_the_record_doubts_is_no_gain() -> None:
    assert failures((4000, press("B")), (3900, press("A", 3.9))) == []
    assert failures((4000, press("B")), (3900, press("A", 3.8))) != []


def test_a_press_that_is_put_before_its_turn_gains_no_more_than_the_turn() -> None:
    assert failures((485, press("B")), (856, press("A", 0.457))) == []
    assert failures((485, Resume()), (856, press("A", 0.457))) == []
    assert failures((4000, press("B")), (4100, press("A"))) != []


def test_while_its_clock_stands_or_has_just_begun_it_is_asked_less_often() -> None:
    for ran, is_too_much in ((None, False), (SECOND // 2, False), (SECOND, True)):
        assert bool(failures((1900, press("B")), (1200, press("A")), ran=ran)) == is_too_much
    assert failures((1900, press("B")), (1300, press("A")), ran=None) != []


def test_who_is_told_nothing_of_a_gain_is_missed() -> None:
    assert failures((4000, press("B")), (240, press("A")), remark=None) == []
    assert failures((4000, press("B")), (300, press("A")), remark=None) != []
