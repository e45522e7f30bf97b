"""Which places are broken: a seeded sample of lines, each with one of Cosmic Ray's operators that applies there."""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path

from attrs import evolve
from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import MutationSpec, WorkItem

SOURCES = ("rules", "device", "systemd/installer")
LEAST = 4
"""Mutants of a part, however small it is."""
UNUSED = ("RemoveDecorator", "_Eq_Is", "_Is_Eq", "_NotEq_IsNot", "_IsNot_NotEq")
"""Operators that break a class so that nothing loads, or ask a constant whether it is one's own."""


def part_of(path: Path) -> str:
    """The part of the product that a file belongs to: its package, wherever of the program that lies."""
    packages = [name for name in path.parent.parts if name not in ("device", "common", "systemd")]
    return packages[0] if packages else "common"


def shares(files: Mapping[str, list[Path]], count: int) -> dict[str, int]:
    """How many of ``count`` mutants each part gets: by its lines, but at least `LEAST`."""
    sizes = {part: sum(len(path.read_bytes().splitlines()) for path in paths) for part, paths in files.items()}
    least = min(LEAST, count // len(sizes))
    rest, whole = count - least * len(sizes), sum(sizes.values())
    counts = {part: least + rest * size // whole for part, size in sizes.items()}
    counts[max(sizes, key=lambda part: sizes[part])] += count - sum(counts.values())
    return counts


def sample(root: Path, count: int, seed: int, sources: Collection[str] = SOURCES) -> Iterator[WorkItem]:
    """``count`` mutants of the code in ``root``, the same for the same code and ``seed``; their paths begin there.

    Each line draws its own lot, so that a change elsewhere leaves most of the sample as it was.
    """
    files: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(path for source in sources for path in (root / source).rglob("*.py")):
        files[part_of(path.relative_to(root))].append(path)
    for part, wanted in shares(files, count).items():
        lots = sorted(lot for path in files[part] for lot in lots_of(root, path, seed))
        items = (item for drawn, path, line in lots if (item := _broken(root, path, line, drawn)) is not None)
        yield from islice(items, wanted)


def lots_of(root: Path, path: Path, seed: int) -> Iterator[tuple[str, Path, int]]:
    """What each line of the file drew that a test can run: by its text and how often that stood above it."""
    code = path.read_text(encoding="utf-8")
    texts, seen = code.splitlines(), Counter[str]()
    for line in sorted(executed_lines(code)):
        text = texts[line - 1].strip()
        named = f"{seed}:{path.relative_to(root).as_posix()}:{seen[text]}:{text}"
        seen[text] += 1
        yield hashlib.sha256(named.encode()).hexdigest(), path, line


def executed_lines(code: str) -> set[int]:
    """Lines of statements inside functions, without annotations and docstrings: what a test can run and judge."""
    lines: set[int] = set()
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines |= set(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.AnnAssign):
            left_out |= set(range(node.annotation.lineno, (node.annotation.end_lineno or 0) + 1))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            documented = ast.get_docstring(node, clean=False) is not None
            left_out |= set(
                range(node.lineno, (node.body[0].end_lineno or 0) + 1 if documented else node.body[0].lineno)
            )
    return lines - left_out


def _broken(root: Path, path: Path, line: int, drawn: str) -> WorkItem | None:
    """A mutant of that line, known by the code that it makes; None where no operator makes Python of another sense."""
    specs, chance, code = _specs(path).get(line), random.Random(drawn), path.read_text(encoding="utf-8")
    if not specs:
        return None
    kind = chance.choice(sorted({_kind(spec) for spec in specs}))  # ten ways to break a comparison weigh as one
    spec = chance.choice([spec for spec in specs if _kind(spec) == kind])
    try:
        changed = mutate_code(code, get_operator(spec.operator_name)(), spec.occurrence) or code
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(code)):
            return None
    except (AttributeError, SyntaxError):  # the operator for exceptions knows no names with a dot
        return None
    relative = path.relative_to(root)
    known = hashlib.sha256(f"{relative}\n{changed}".encode()).hexdigest()
    return WorkItem.single(known, evolve(spec, module_path=relative))


@cache
def _specs(path: Path) -> dict[int, list[MutationSpec]]:
    """Every way to break each line of the file."""
    by_line: dict[int, list[MutationSpec]] = defaultdict(list)
    with use_db(":memory:") as session:
        init([path], session, {})
        specs = [item.mutations[0] for item in session.work_items]
    for spec in sorted(specs, key=lambda spec: (spec.operator_name, spec.occurrence)):
        if not spec.operator_name.endswith(UNUSED):
            by_line[spec.start_pos[0]].append(spec)
    return by_line


def _kind(spec: MutationSpec) -> str:
    return spec.operator_name.partition("_")[0]
