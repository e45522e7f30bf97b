"""Run the tests against one mutant after the other, in trees of their own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tools.mutants.covering import Covering, environment_of
from tools.mutants.sampling import Mutant

ROUNDS = (20.0, 120.0)
"""Seconds that the tests of a mutant took in the run before: first the quickest, then, if nothing is noticed, more."""
MOST_TESTS = 400
SLACK = 4
"""How much longer they may take until a mutant counts as one that hangs."""


class Outcome(Enum):
    """What the tests said of a mutant."""

    KILLED = "killed"
    HANGS = "killed: it hangs"
    SURVIVED = "survived"
    NOT_RUN = "survived: no test runs there"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant, how many tests were run, and how long (s) that took."""

    mutant: Mutant
    outcome: Outcome
    tests: int
    seconds: float

    @property
    def is_killed(self) -> bool:
        """Whether somebody noticed."""
        return self.outcome in {Outcome.KILLED, Outcome.HANGS}


def judge(root: Path, mutant: Mutant, covering: Covering) -> Verdict:
    """Break the file in the tree ``root``, run its tests, put it back."""
    path = root / mutant.path
    original = path.read_text(encoding="utf-8")
    tests = covering.tests_of(mutant.path, mutant.line, original)
    begun, run = time.monotonic(), 0
    path.write_text(mutant.code, encoding="utf-8")
    try:
        for chosen in rounds(tests, covering):
            run += len(chosen)
            budget = 30 + SLACK * sum(covering.seconds[test] for test in chosen)
            outcome = _outcome(root, chosen, budget)
            if outcome is not Outcome.SURVIVED:
                return Verdict(mutant, outcome, run, time.monotonic() - begun)
    finally:
        path.write_text(original, encoding="utf-8")
    last = Outcome.SURVIVED if tests else Outcome.NOT_RUN
    return Verdict(mutant, last, run, time.monotonic() - begun)


def rounds(tests: Sequence[str], covering: Covering) -> Iterator[Sequence[str]]:
    """The tests in turns: each within its budget of `ROUNDS`, no test twice."""
    waiting = list(tests)
    for budget in ROUNDS:
        chosen: list[str] = []
        while waiting and len(chosen) < MOST_TESTS and (budget := budget - covering.seconds[waiting[0]] - 0.01) > 0:
            chosen.append(waiting.pop(0))
        if not chosen and waiting and not len(tests) - len(waiting):
            chosen.append(waiting.pop(0))
        if chosen:
            yield chosen


def _outcome(root: Path, tests: Sequence[str], budget: float) -> Outcome:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cov"]
    names = root.with_name("tests.txt")  # some are too long for a command line
    names.write_text("\n".join(tests), encoding="utf-8")
    try:
        done = subprocess.run(
            [*command, f"@{names}"],
            cwd=root,
            env=environment_of(root),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=budget,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome.HANGS
    return Outcome.SURVIVED if done.returncode == 0 else Outcome.KILLED
