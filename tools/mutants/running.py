"""Run the tests against one mutant after the other, in trees of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from pathlib import Path

import pytest

from tools.mutants.covering import Covering, environment_of, tests_naming
from tools.mutants.recording import ran
from tools.mutants.sampling import Mutant

ROUNDS = (20.0, 60.0)
"""Seconds that the tests of a mutant took in the run before: first the quickest, then, if nothing is noticed, more."""
MOST_TESTS = 400
START, SLACK, BUSY = 30, 4, 20
"""Until a mutant counts as one that hangs: seconds of a processor that pytest itself may take, how much longer than
before the tests may, and how many times as long it all may last where the machine has other things to do."""


class Outcome(Enum):
    """What the tests said of a mutant."""

    KILLED = "killed"
    HANGS = "killed: it hangs"
    SURVIVED = "survived"
    NOT_RUN = "survived: no test runs there"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant, how many tests were run, how long (s) that took, and the test that failed."""

    mutant: Mutant
    outcome: Outcome
    tests: int
    seconds: float
    witness: str = ""

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
    for chosen in turns(root, mutant, tests, covering):
        run += len(chosen)
        path.write_text(mutant.code, encoding="utf-8")
        try:
            outcome = _outcome(root, chosen, budget := START + SLACK * sum(covering.seconds[test] for test in chosen))
        finally:
            path.write_text(original, encoding="utf-8")
        if outcome is Outcome.HANGS and _outcome(root, chosen, budget) is Outcome.HANGS:
            continue  # as slow with the line as it stands
        if outcome is not Outcome.SURVIVED:
            return Verdict(mutant, outcome, run, time.monotonic() - begun, failure(root))
    last = Outcome.SURVIVED if run else Outcome.NOT_RUN
    return Verdict(mutant, last, run, time.monotonic() - begun)


def without_false_witnesses(root: Path, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, once the tests that failed have run without any mutant: who fails then, too, noticed nothing."""
    witnesses = sorted({verdict.witness for verdict in verdicts} - {""})
    if witnesses:
        _outcome(root, witnesses, 3600, "--maxfail=0")
    true = {run.test for run in ran(_outcomes(root)) if run.has_passed}
    return [
        replace(verdict, outcome=Outcome.SURVIVED)
        if verdict.outcome is Outcome.KILLED and "::" in verdict.witness and verdict.witness not in true
        else verdict
        for verdict in verdicts
    ]


def failure(root: Path) -> str:
    """The test that failed in the last run there, or the file that could not be read in; empty: none."""
    return next((run.test for run in ran(_outcomes(root)) if not run.has_passed), "")


def turns(root: Path, mutant: Mutant, tests: Sequence[str], covering: Covering) -> Iterator[Sequence[str]]:
    """The `rounds` of the tests that run its line, then the quickest of others, which name its module."""
    yield from rounds(tests, covering)
    known = set(tests)
    naming = [test for test in tests_naming(covering, root, mutant.path) if test not in known]
    yield from islice(rounds(naming, covering), 1)


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


def _outcomes(root: Path) -> Path:
    return root.with_name("outcomes.jsonl")


def _outcome(root: Path, tests: Sequence[str], budget: float, *options: str) -> Outcome:
    _outcomes(root).unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cov"]
    command += [
        "-p",
        "tools.mutants.recording",
        f"--outcomes={_outcomes(root)}",
        f"--most-cpu={round(budget)}",
        *options,
    ]
    names, errors = root.with_name("tests.txt"), root.with_name("errors.txt")
    names.write_text("\n".join(tests), encoding="utf-8")  # some are too long for a command line
    try:
        with errors.open("wb") as stderr:
            done = subprocess.run(
                [*command, f"@{names}"],
                cwd=root,
                env=environment_of(root),
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                timeout=BUSY * budget,
                check=False,
            )
    except subprocess.TimeoutExpired:
        return Outcome.HANGS
    if done.returncode == -signal.SIGXCPU:
        return Outcome.HANGS
    if done.returncode == pytest.ExitCode.USAGE_ERROR and "not found" in (
        message := errors.read_text(errors="replace")
    ):
        raise LookupError(message)
    return Outcome.SURVIVED if done.returncode == 0 else Outcome.KILLED
