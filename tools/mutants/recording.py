"""A plugin of pytest: ``--outcomes FILE`` gets a line for every test, in JSON, as soon as it is through.

Where tests run side by side, pytest-xdist puts their group behind their names; here they are called as pytest is asked
for them.
"""

from __future__ import annotations

import json
import re
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GROUP = re.compile(r"@[\w -]+$")


@dataclass(frozen=True, slots=True)
class Ran:
    """One test, or a file that could not be read in: whether it passed, and how long (s) it took."""

    test: str
    has_passed: bool
    seconds: float


def ran(file: Path) -> Iterator[Ran]:
    """What was written into the file; nothing where no test was through."""
    parts: dict[str, list[tuple[str, float]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        test, outcome, seconds = json.loads(line)
        parts.setdefault(test, []).append((outcome, seconds))
    for test, part in parts.items():
        yield Ran(test, {outcome for outcome, _ in part} == {"passed"}, sum(seconds for _, seconds in part))


class Recorder:
    """Writes the lines; setup, test and teardown are one each."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("w", encoding="utf-8")

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A part of a test is through."""
        self._write(GROUP.sub("", report.nodeid), report.outcome, report.duration)

    def pytest_collectreport(self, report: Any) -> None:
        """A file was read in, or could not be."""
        if report.failed:
            self._write(report.nodeid, report.outcome, 0.0)

    def _write(self, test: str, outcome: str, seconds: float) -> None:
        self._file.write(json.dumps([test, outcome, seconds]) + "\n")
        self._file.flush()


def pytest_addoption(parser: Any) -> None:
    """The options of the plugin."""
    parser.addoption("--outcomes", metavar="FILE", help="write every test's outcome and time there")
    parser.addoption("--most-cpu", metavar="S", type=int, help="end when a process has used a processor so long")


def pytest_configure(config: Any) -> None:
    """Whoever runs the tests writes, none of the workers."""
    if most := config.getoption("--most-cpu"):
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    file = config.getoption("--outcomes")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(file)), "recorder-of-outcomes")
