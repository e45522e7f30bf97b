"""Which tests run a line: one run of the tests with coverage.py, which keeps every line's tests (``--cov-context``)."""

from __future__ import annotations

import ast
import os
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from coverage.numbits import numbits_to_nums

TREE = "tree"
"""What the folder is called in which the tests run; paths are kept from there on."""
TESTS = ("tests",)
LEFT_OUT = ("tests/lab", "tests/hardware", "tests/image", "tests/package", "tests/bench", "tests/docs", "tests/pod")
"""Folders whose tests run none of the sampled parts, or a copy of them elsewhere."""


@dataclass
class Covering:
    """Tests by file and line, and how long (s) each that passed took."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def tests_of(self, path: str, line: int, code: str) -> list[str]:
        """The tests that run ``line`` of the file, the quickest first; else those of its function, else of the file."""
        by_line = self.lines.get(path, {})
        for lines in ({line}, enclosing(code, line), set(by_line)):
            tests = {test for number in lines for test in by_line.get(number, ()) if test in self.seconds}
            if tests:
                return sorted(tests, key=lambda test: (self.seconds[test], test))
        return []


def enclosing(code: str, line: int) -> set[int]:
    """The lines of the innermost function that ``line`` is in."""
    spans = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    around = [span for span in spans if span[0] <= line <= span[1]]
    if not around:
        return set()
    first, last = max(around)
    return set(range(first, last + 1))


def measure(root: Path, folder: Path, packages: Iterable[str]) -> None:
    """Run the tests in ``root`` once; what they cover and how long they take is written into ``folder``."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", "-p", "no:cacheprovider"]
    command += [f"--cov={package}" for package in packages]
    command += [
        "--cov-context=test",
        "--cov-report=",
        f"--junitxml={folder / 'tests.xml'}",
        "-o",
        "junit_family=xunit1",
    ]
    command += [f"--ignore={name}" for name in LEFT_OUT]
    environment = environment_of(root) | {"COVERAGE_FILE": str(folder / "coverage.db")}
    subprocess.run([*command, *TESTS], cwd=root, env=environment, check=False)


def environment_of(root: Path) -> dict[str, str]:
    """The environment in which programs that tests start are those of ``root``, too."""
    return os.environ | {"PYTHONPATH": f"{root}:{root / 'systemd'}", "PYTHONDONTWRITEBYTECODE": "1"}


def read(folder: Path) -> Covering:
    """What `measure` found."""
    found = Covering()
    for case in ElementTree.parse(folder / "tests.xml").iter("testcase"):
        if not any(case.find(word) is not None for word in ("failure", "error", "skipped")):
            found.seconds[_id_of(case)] = float(case.get("time", "0"))
    with closing(sqlite3.connect(folder / "coverage.db")) as db:
        rows = db.execute(
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
        )
        for path, context, bits in rows:
            test = context.rpartition("|")[0]
            if not test:
                continue
            lines = found.lines.setdefault(path.partition(f"/{TREE}/")[2], defaultdict(set))
            for number in numbits_to_nums(bits):
                lines[number].add(test)
    return found


def _id_of(case: ElementTree.Element) -> str:
    """The test as pytest is asked for it."""
    file, of, name = case.get("file", ""), case.get("classname", ""), case.get("name", "")
    module = file.removesuffix(".py").replace("/", ".")
    inner = of.removeprefix(module).strip(".")
    return "::".join(part for part in (file, *inner.split("."), name) if part)
