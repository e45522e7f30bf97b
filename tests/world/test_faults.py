"""The simulation sees: each fault that is planted in the product is found within its seeds."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.world.runs import need_source, world
from tools.world.faults import FAULTS, Fault
from tools.world.loading import changed
from tools.world.meetings import MEETINGS, NONE
from tools.world.versions.next_version import NEXT_VERSION
from tools.world.versions.trees import NEWEST

QUICK = [name for name, fault in FAULTS.items() if fault.is_quick]
SLOW = [name for name, fault in FAULTS.items() if not fault.is_quick]


PLANTED = {name: fault.changes for name, fault in FAULTS.items()} | NEXT_VERSION


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_changes_the_product_as_it_is_today(name: str) -> None:
    for change in PLANTED[name]:
        spec = importlib.util.find_spec(change.module)
        assert spec is not None
        assert spec.origin is not None
        source = Path(spec.origin).read_text(encoding="utf-8")
        assert changed(source, [change]) != source


def is_found(name: str, fault: Fault) -> None:
    if fault.versions:
        need_source(NEWEST)
    first, last = fault.seeds
    run = world(str(first), "--seeds", str(last - first + 1), "--fault", name, *fault.arguments)
    assert fault.shown in run.text, run.text
    assert run.status == 1


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found(name: str) -> None:
    is_found(name, FAULTS[name])


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", SLOW)
def test_a_planted_fault_that_takes_long_is_found(name: str) -> None:
    is_found(name, FAULTS[name])


def test_a_fault_asks_for_a_meeting_that_there_is() -> None:
    assert {fault.meeting for fault in FAULTS.values()} <= {*MEETINGS, NONE}
