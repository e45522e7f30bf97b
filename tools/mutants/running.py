"""Run tests against one mutant after the other, in trees of their own."""

from __future__ import annotations

import queue
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from attrs import evolve
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.util import restore_contents
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

from tools.mutants.covering import Covering, in_tree
from tools.mutants.listed import Place, broken

START, SLACK, BUSY = 30, 4, 20
"""Until a mutant counts as one that hangs: seconds of a processor that pytest itself may take, how much longer than
before the tests may, and how many times as long it all may last where the machine has other things to do."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


A, B = TypeVar("A"), TypeVar("B")


class Runner:
    """Runs tests against mutants, in each of its ``trees`` one at a time."""

    def __init__(self, trees: Sequence[Path]) -> None:
        self.trees = trees
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for root in trees:
            self._free.put(root)

    def chosen(self, entries: Sequence[tuple[Place, str]]) -> list[str]:
        """A sentence for each line whose test does not notice that it is broken, or fails without that."""

        def judged(root: Path, entry: tuple[Place, str]) -> str:
            place, test = entry
            file = root / place.path
            with restore_contents(file) as code:
                file.write_text(broken(code.decode(), place), encoding="utf-8")
                _, output = run_tests(_command(root, [test], START), BUSY * START)
            return "" if _FAILED.search(output) else f"not noticed by {test}: {place.path}: {place.after}"

        wrong = [sentence for sentence in self._side_by_side(judged, entries) if sentence]
        return wrong + [f"fails by itself: {test}" for test in self._failing({test for _, test in entries})]

    def judge(self, session: WorkDB, items: Sequence[WorkItem], covering: Covering) -> None:
        """Bring each mutant's result into the session; what was noticed there before stays so."""
        known = {item.job_id for item in session.work_items}
        session.add_work_items([item for item in items if item.job_id not in known])
        before = {job for job, result in session.results if result.is_killed}

        def judged(root: Path, item: WorkItem) -> tuple[str, WorkResult]:
            spec = item.mutations[0]
            code = (root / spec.module_path).read_text(encoding="utf-8")
            tests = covering.nearest(str(spec.module_path), spec.start_pos[0], code)
            budget = START + SLACK * sum(covering.seconds[test] for test in tests)
            command = _command(root, tests, round(budget)) if tests else "true"
            result = mutate_and_test([evolve(spec, module_path=root / spec.module_path)], command, BUSY * budget)
            if result.test_outcome is TestOutcome.INCOMPETENT or "ERROR: not found:" in (result.output or ""):
                raise LookupError(result.output)
            return item.job_id, result

        waiting, fresh = [item for item in items if item.job_id not in before], {}
        for job, result in self._side_by_side(judged, waiting):
            fresh[job] = result
            session.set_result(job, result)
            sys.stderr.write(f"{len(fresh)}/{len(waiting)} {result.test_outcome}\n")
        witnesses = {job: _FAILED.findall(result.output or "") for job, result in fresh.items() if result.is_killed}
        alone = self._failing({test for tests in witnesses.values() for test in tests})
        for job, tests in witnesses.items():
            if alone.intersection(tests):  # it fails without the mutant, too, so it has noticed nothing
                session.set_result(job, evolve(fresh[job], test_outcome=TestOutcome.SURVIVED))

    def _failing(self, tests: Collection[str]) -> set[str]:
        """Those of the tests that fail in a tree as it stands."""
        if not tests:
            return set()
        command = _command(self.trees[0], sorted(tests), 3600, "--maxfail=0")
        return {*_FAILED.findall(run_tests(command, BUSY * 3600)[1])}

    def _side_by_side(self, work: Callable[[Path, A], B], entries: Sequence[A]) -> Iterator[B]:
        """What comes of each, in order; every tree takes the next that waits."""

        def in_a_tree(entry: A) -> B:
            root = self._free.get()
            try:
                return work(root, entry)
            finally:
                self._free.put(root)

        with ThreadPoolExecutor(len(self.trees)) as pool:
            yield from pool.map(in_a_tree, entries)


def _command(root: Path, tests: Sequence[str], most_cpu: int, *options: str) -> str:
    """A command line that runs the tests in that tree, for at most so many seconds of a processor."""
    names = root.with_name("tests.txt")
    names.write_text("\n".join(tests), encoding="utf-8")  # some are too long for a command line
    pytest = in_tree(root, "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *options, f"@{names}")
    return shlex.join(["sh", "-c", shlex.join(["prlimit", f"--cpu={most_cpu}", *pytest]) + " 2>&1"])
