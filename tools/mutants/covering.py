"""Which tests run a line: one run of the tests with coverage.py, which keeps every line's tests (``--cov-context``)."""

from __future__ import annotations

import ast
import difflib
import os
import re
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from coverage.numbits import numbits_to_nums

from tools.mutants.recording import GROUP, ran

TREE = "tree"
"""What the folder is called in which the tests run; paths are kept from there on."""
TESTS = (
    "rules",
    "chess_clock",
    "record",
    "compatibility",
    "exports/test_gcg*.py",
    "journal",
    "people",
    "carry/test_carry.py",
    "device/test_damaged_files.py",
    "organiser",
    "tournament",
    "event",
    "kiosk/test_event*.py",
    "statistics",
    "first_start",
    "kiosk/test_first_start*.py",
    "updates",
    "kiosk/test_update*.py",
    "systemd",
)
"""The tests of the sampled parts, in ``tests/``: all but some thirty of their lines are run there.

The others, of browsers, screens and programs, run the same lines again, for more than half of the time.
"""
NEAR = ("device", "common", "tests")
"""Folders that say nothing of what a test is about."""


@dataclass
class Covering:
    """Tests by file and line, and how long (s) each that passed took."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def tests_of(self, path: str, line: int, code: str) -> list[str]:
        """The tests that run ``line`` of the file, else those of its function, else of the file.

        First those whose folders have names in common with the file's; of these the quickest.
        """
        by_line = self.lines.get(path, {})
        near = set(Path(path).parent.parts) - set(NEAR)
        for lines in ({line}, enclosing(code, line), set(by_line)):
            tests = {test for number in lines for test in by_line.get(number, ()) if test in self.seconds}
            if tests:
                return sorted(tests, key=lambda test: (-len(near & folders_of(test)), self.seconds[test], test))
        return []


def tests_naming(covering: Covering, root: Path, path: str) -> list[str]:
    """The tests of files that name the module ``path``, near and quick ones first: they may run it in a program."""
    of_file: dict[str, list[str]] = defaultdict(list)
    for test in covering.seconds:
        of_file[test.partition("::")[0]].append(test)
    file = Path(path)
    module = file.parent if file.stem == "__init__" else file.with_suffix("")
    words = [re.compile(rf"\b{re.escape(word)}\b") for word in (module.parent.name, module.name)]
    near_tests = [
        test
        for path, tests in of_file.items()
        if (root / path).is_file() and (text := (root / path).read_text(encoding="utf-8"))
        if file.name in text or all(word.search(text) for word in words)
        for test in tests
    ]
    near = set(file.parent.parts) - set(NEAR)
    return sorted(near_tests, key=lambda test: (-len(near & folders_of(test)), covering.seconds[test], test))


def folders_of(test: str) -> set[str]:
    """The folders that a test lies in."""
    return set(Path(test.partition("::")[0]).parent.parts)


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


def measure(root: Path, folder: Path, sources: Iterable[str], tests: Iterable[str]) -> None:
    """Run the tests in ``root`` once: what they run of ``sources``, and how long they take, is written into ``folder``.

    Both are names in ``root``; those of tests may be patterns.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", "-p", "no:cacheprovider"]
    command += [f"--cov={source}" for source in sources]
    command += ["--cov-context=test", "--cov-report="]
    command += ["-p", "tools.mutants.recording", f"--outcomes={outcomes(folder)}"]
    names = sorted({path.relative_to(root).as_posix() for test in tests for path in root.glob(test)})
    environment = environment_of(root) | {"COVERAGE_FILE": str(folder / "coverage.db")}
    subprocess.run([*command, *names], cwd=root, env=environment, check=False)
    (folder / "commit").write_text(_git(root, "rev-parse", "HEAD"), encoding="utf-8")


def outcomes(folder: Path) -> Path:
    """The file there that says how long each test took."""
    return folder / "outcomes.jsonl"


def environment_of(root: Path) -> dict[str, str]:
    """The environment in which programs that tests start are those of ``root``, too."""
    return os.environ | {"PYTHONPATH": f"{root}:{root / 'systemd'}", "PYTHONDONTWRITEBYTECODE": "1"}


def read(folder: Path) -> Covering:
    """What `measure` found."""
    covering = Covering(
        seconds={outcome.test: outcome.seconds for outcome in ran(outcomes(folder)) if outcome.has_passed}
    )
    with closing(sqlite3.connect(folder / "coverage.db")) as db:
        rows = db.execute(
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
        )
        for path, context, bits in rows:
            test = GROUP.sub("", context.rpartition("|")[0])
            if not test:
                continue
            lines = covering.lines.setdefault(path.partition(f"/{TREE}/")[2], defaultdict(set))
            for number in numbits_to_nums(bits):
                lines[number].add(test)
    return covering


def brought_up(root: Path, folder: Path, sources: Sequence[str]) -> Covering:
    """What `measure` found at an earlier commit, for the one that is laid out in ``root``.

    Files of tests that have changed since are run again; lines of the product are found where they stand now.
    """
    before = (folder / "commit").read_text(encoding="utf-8")
    changed = _git(root, "diff", "--name-only", "--no-renames", before, "HEAD").split("\n")
    own = {file.relative_to(root).as_posix() for name in TESTS for file in _files(root / "tests", name)}
    tests = [path for path in changed if path in own]
    covering = _without(read(folder), set(changed))
    for path in set(changed) & set(covering.lines):
        lines = covering.lines.pop(path)
        if (root / path).exists():
            moved = dict(_moves(_git(root, "show", f"{before}:{path}"), (root / path).read_text(encoding="utf-8")))
            covering.lines[path] = {moved[line]: names for line, names in lines.items() if line in moved}
    if any((root / path).exists() for path in tests):
        measure(root, folder / "changed", sources, tests)
        newer = read(folder / "changed")
        covering.seconds |= newer.seconds
        for path, by_line in newer.lines.items():
            for line, names in by_line.items():
                covering.lines.setdefault(path, {}).setdefault(line, set()).update(names)
    return covering


def _files(folder: Path, name: str) -> Iterator[Path]:
    """The files of tests that ``name``, a folder or a pattern, stands for."""
    for path in folder.glob(name):
        yield from path.rglob("test_*.py") if path.is_dir() else [path]


def _without(covering: Covering, files: set[str]) -> Covering:
    seconds = {test: took for test, took in covering.seconds.items() if test.partition("::")[0] not in files}
    return Covering(covering.lines, seconds)


def _moves(before: str, now: str) -> Iterator[tuple[int, int]]:
    """Every line of a file that is left, with the number that it has now."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), now.splitlines(), autojunk=False)
    for first, second, size in matcher.get_matching_blocks():
        yield from ((first + number, second + number) for number in range(1, size + 1))


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, encoding="utf-8")
    return done.stdout.removesuffix("\n")
