"""Which places are broken: a seeded sample of lines, each with one of Cosmic Ray's operators that applies there."""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

STRATA: Mapping[str, tuple[str, ...]] = {
    "rules": ("rules",),
    "journal": ("device/journal",),
    "organiser": ("device/organiser",),
    "event": ("device/event", "device/common/event"),
    "statistics": ("device/statistics",),
    "first start": ("device/first_start",),
    "updates": ("device/updates", "device/common/updates"),
    "installer": ("systemd/installer",),
}
"""Parts of the product by name, with their folders."""
LEAST = 10
"""Mutants of a part, however small it is."""
UNUSED = ("VariableReplacer", "VariableInserter", "RemoveDecorator", "_Eq_Is", "_Is_Eq", "_NotEq_IsNot", "_IsNot_NotEq")
"""Operators that need arguments, break a class so that nothing loads, or ask a constant whether it is one's own."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One line of a file, broken: ``before`` and ``after`` are its text, ``code`` the whole file as it is to be run."""

    part: str
    path: str
    line: int
    operator: str
    before: str
    after: str
    code: str


def files_of(root: Path, folders: Iterable[str]) -> list[Path]:
    """The Python files there, in order."""
    return [path for folder in folders for path in sorted((root / folder).rglob("*.py"))]


def shares(root: Path, count: int) -> dict[str, int]:
    """How many of ``count`` mutants each part gets: by its lines, but at least `LEAST`."""
    sizes = {
        part: sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files_of(root, folders))
        for part, folders in STRATA.items()
    }
    least = min(LEAST, count // len(STRATA))
    rest, whole = count - least * len(STRATA), sum(sizes.values())
    counts = {part: least + rest * size // whole for part, size in sizes.items()}
    largest = max(sizes, key=lambda part: sizes[part])
    counts[largest] += count - sum(counts.values())
    return counts


def sample(root: Path, count: int, seed: int) -> list[Mutant]:
    """``count`` mutants of the code in ``root``, the same for the same code and ``seed``.

    Each line draws its own lot, so that a change elsewhere leaves most of the sample as it was.
    """
    chosen_mutants: list[Mutant] = []
    for part, wanted in shares(root, count).items():
        lots = sorted(lot for path in files_of(root, STRATA[part]) for lot in lots_of(root, path, seed))
        mutants = (mutant for lot in lots if (mutant := _broken(root, part, lot)) is not None)
        chosen_mutants += [mutant for mutant, _ in zip(mutants, range(wanted), strict=False)]
    return chosen_mutants


@dataclass(frozen=True, slots=True, order=True)
class DrawnLine:
    """What a line drew; those that drew least are broken, as their number says."""

    drawn: str
    path: Path
    line: int


def lots_of(root: Path, path: Path, seed: int) -> Iterator[DrawnLine]:
    """A lot for every line of the file that a test can run, by its text and by how often that stood above it."""
    code = path.read_text(encoding="utf-8")
    texts, seen = code.splitlines(), Counter[str]()
    for line in sorted(executed_lines(code)):
        text = texts[line - 1].strip()
        named = f"{seed}:{path.relative_to(root).as_posix()}:{seen[text]}:{text}"
        seen[text] += 1
        yield DrawnLine(hashlib.sha256(named.encode()).hexdigest(), path, line)


def executed_lines(code: str) -> set[int]:
    """Lines of statements inside functions, without annotations and docstrings: what a test can run and judge."""
    tree = ast.parse(code)
    lines: set[int] = set()
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body[ast.get_docstring(node, clean=False) is not None :]:
                lines |= set(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
        if isinstance(node, ast.AnnAssign):
            left_out |= set(range(node.annotation.lineno, (node.annotation.end_lineno or 0) + 1))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = node.body[0]
            if ast.get_docstring(node, clean=False) is not None:
                left_out |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
            left_out |= set(range(node.lineno, first.lineno))
    return lines - left_out


def _operators() -> Iterator[tuple[str, Operator]]:
    for name in operator_names():
        if not name.endswith(UNUSED):
            yield name.partition("/")[2], get_operator(name)()


def _broken(root: Path, part: str, lot: DrawnLine) -> Mutant | None:
    """A mutant of that line; None where no operator applies, or what comes of it is no Python."""
    path, line, chance = lot.path, lot.line, random.Random(lot.drawn)
    code = path.read_text(encoding="utf-8")
    ways = _ways(code).get(line)
    if not ways:
        return None
    kinds = sorted({name.split("_")[0] for name, _, _ in ways})
    kind = chance.choice(kinds)  # ten replacements of one comparison weigh no more than one of a number
    name, operator, occurrence = chance.choice([way for way in ways if way[0].split("_")[0] == kind])
    try:
        changed = mutate_code(code, operator, occurrence)
    except AttributeError:  # its operator for exceptions knows no names with a dot
        return None
    if changed is None or changed == code:
        return None
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(code)):
            return None
    except SyntaxError:
        return None
    before, after = code.splitlines()[line - 1].strip(), changed.splitlines()[line - 1].strip()
    return Mutant(part, path.relative_to(root).as_posix(), line, name, before, after, changed)


@cache
def _ways(code: str) -> dict[int, list[tuple[str, Operator, int]]]:
    """Every operator that applies to a line of the file, each with its name and how many places of it lie before."""
    ways: dict[int, list[tuple[str, Operator, int]]] = {}
    nodes = tuple(ast_nodes(get_ast(code)))
    for name, operator in _operators():
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (line, _) in enumerate(starts):
            ways.setdefault(line, []).append((name, operator, occurrence))
    return ways
