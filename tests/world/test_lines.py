"""Evenings that failed once, each a line of a file, are played again."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.world.runs import world

LINES = [
    line
    for line in Path(__file__).with_name("lines.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("line", LINES)
def test_an_evening_that_failed_once_holds(line: str) -> None:
    run = world(*shlex.split(line, comments=True))
    assert run.status == 0, run.text
