"""Runs ``python -m tools.world`` as anybody would, and reads what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import NamedTuple

import pytest

from tools.world.night import COUNT
from tools.world.versions.trees import NoHistory, source_of

UNSHUFFLED = {"PYTHONHASHSEED": "0"}
"""As `python -m tools.world` starts itself anew where it is not so, after it has loaded half of what it needs."""
SEED = re.compile(r"^seed (\d+): .* trace ([0-9a-f]{8}); (.*)$", re.MULTILINE)


class Run(NamedTuple):
    """What a run said: by seed its checksum and its counts, and all its text."""

    status: int
    traces: dict[int, str]
    counts: dict[int, dict[str, int]]
    text: str


def world(*arguments: str) -> Run:
    """Play some evenings."""
    command = [sys.executable, "-m", "tools.world", *arguments]
    run = subprocess.run(command, env=os.environ | UNSHUFFLED, capture_output=True, text=True, check=False)
    traces, counts = {}, {}
    for seed, trace, figures in SEED.findall(run.stdout):
        traces[int(seed)] = trace
        counts[int(seed)] = {word: int(count) for word, count in COUNT.findall(figures)}
    return Run(run.returncode, traces, counts, run.stdout + run.stderr)


def need_source(name: str) -> None:
    """A copy without its history skips what needs an earlier version, and says why."""
    try:
        source_of(name)
    except NoHistory as trouble:
        pytest.skip(str(trouble))
