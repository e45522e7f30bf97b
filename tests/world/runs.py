"""Runs ``python -m tools.world`` as anybody would, and reads what it says."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

import pytest

from tests.forks import Forks
from tools.world.night import COUNT
from tools.world.versions.trees import NoHistory, source_of

SEED = re.compile(r"^seed (\d+): .* trace ([0-9a-f]{8}); (.*)$", re.MULTILINE)


WORLD = Forks("tools.world", "tools.world.__main__", PYTHONHASHSEED="0")
"""Of the product it has read nothing: what an evening plants there is planted when the product is read."""


class Run(NamedTuple):
    """What a run said: by seed its checksum and its counts, and all its text."""

    status: int
    traces: dict[int, str]
    counts: dict[int, dict[str, int]]
    text: str


def world(*arguments: str) -> Run:
    """Play some evenings."""
    run = WORLD.run(*arguments, env=os.environ | {"PYTHONHASHSEED": "0"}, timeout=1800)
    output = run.stdout.decode()
    traces, counts = {}, {}
    for seed, trace, figures in SEED.findall(output):
        traces[int(seed)] = trace
        counts[int(seed)] = {word: int(count) for word, count in COUNT.findall(figures)}
    return Run(run.returncode, traces, counts, output + run.stderr.decode())


def need_source(name: str) -> None:
    """A copy without its history skips what needs an earlier version, and says why."""
    try:
        source_of(name)
    except NoHistory as trouble:
        pytest.skip(str(trouble))
