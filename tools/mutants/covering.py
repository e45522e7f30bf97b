"""Which tests run a line: one run of the tests with coverage.py, which keeps every line's tests (``--cov-context``)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree as ET

from coverage import CoverageData

MOST_S, MOST_TESTS = 60.0, 400
"""How long (s) the tests of one mutant took when they were measured, together, and how many there are at most."""
COMMON = ("device", "common", "tests")
"""Folders that say nothing of what a test is about."""
_GROUP = re.compile(r"@[\w -]+$")
"""What pytest-xdist puts behind the names of tests that belong together."""


@dataclass
class Covering:
    """Tests by file and line, and how long (s) each that passed took."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    seconds: dict[str, float] = field(default_factory=dict)

    def nearest(self, path: str, line: int, code: str) -> list[str]:
        """The tests that run ``line`` of the file, else those of its function, else of the file: at most `MOST_TESTS`
        that take `MOST_S` together.

        First those whose folders have names in common with the file's; of these the quickest.
        """
        by_line, near = self.lines[path], {*Path(path).parent.parts} - {*COMMON}
        for lines in ({line}, enclosing(code, line), {*by_line}):
            tests = {test for number in lines for test in by_line[number] if test in self.seconds}
            if tests:
                folders = {test: len(near & {*Path(test.partition("::")[0]).parent.parts}) for test in tests}
                ordered = sorted(tests, key=lambda test: (-folders[test], self.seconds[test], test))[:MOST_TESTS]
                times = accumulate(self.seconds[test] for test in ordered)
                return [
                    test for n, (test, time) in enumerate(zip(ordered, times, strict=True)) if not n or time < MOST_S
                ]
        return []


def enclosing(code: str, line: int) -> set[int]:
    """The lines of the innermost function that ``line`` is in."""
    spans = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    first, last = max((span for span in spans if span[0] <= line <= span[1]), default=(1, 0))
    return set(range(first, last + 1))


def in_tree(root: Path, *command: str) -> list[str]:
    """The command so that it runs in ``root``, and whatever it starts is the program that lies there."""
    paths = f"PYTHONPATH={root}:{root / 'systemd'}"
    return ["env", "-C", str(root), paths, "PYTHONDONTWRITEBYTECODE=1", sys.executable, "-m", *command]


def measure(root: Path, folder: Path, sources: Collection[str], tests: Collection[str]) -> Covering:
    """Run the tests in ``root`` once; what they run of ``sources``, and how long they take, is kept in ``folder``."""
    (folder / "coverage.toml").write_text("[run]\nrelative_files = true\n", encoding="utf-8")
    options = ["--cov-context=test", "--cov-report=", f"--cov-config={folder / 'coverage.toml'}"]
    options += [f"--cov={source}" for source in sources]
    options += [f"--junitxml={folder / 'tests.xml'}", "-o", "junit_family=xunit1"]
    command = in_tree(root, "pytest", "-n", "auto", "--dist", "loadgroup", "-p", "no:cacheprovider", *options, *tests)
    subprocess.run(["env", f"COVERAGE_FILE={folder / 'coverage.db'}", *command], check=False)
    return read(folder)


def read(folder: Path) -> Covering:
    """What `measure` kept. Raises LookupError where that names no test that ran a line."""
    covering = Covering()
    for case in ET.parse(folder / "tests.xml").iter("testcase"):
        file, seconds = case.get("file", ""), float(case.get("time", 0))
        inner = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", ".")).strip(".")
        name = "::".join(part for part in (file, inner, _GROUP.sub("", case.get("name", ""))) if part)
        if not len(case):
            covering.seconds[name] = seconds
    data = CoverageData(str(folder / "coverage.db"))
    data.read()
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            covering.lines[path][line] |= {_GROUP.sub("", context.rpartition("|")[0]) for context in contexts}
    tests = {test for by_line in covering.lines.values() for named in by_line.values() for test in named}
    if tests.isdisjoint(covering.seconds):
        raise LookupError(f"no test in {folder} ran a line")
    return covering
