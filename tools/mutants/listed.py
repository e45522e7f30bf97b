"""Mutants that people wrote down: ``tests/mutants.toml`` explains what no test can notice, ``tests/breaks.toml`` names
for each of its broken lines the test that has to notice."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

EXPLAINED, CHOSEN = Path("tests", "mutants.toml"), Path("tests", "breaks.toml")


class Place(NamedTuple):
    """A file, the line as it stands, the line as it is broken. The line's number moves with every change above it."""

    path: str
    before: str
    after: str


def listed(root: Path, file: Path, about: str) -> list[tuple[Place, str]]:
    """The places of a list in order, each with what the list says ``about`` it."""
    entries = tomllib.loads((root / file).read_text(encoding="utf-8"))["mutant"]
    return [(Place(entry["path"], entry["before"], entry["after"]), entry[about]) for entry in entries]


def stale(root: Path) -> list[str]:
    """Entries that say nothing: of a line that stands there no more, of none that breaks, the same twice; where a test
    is named, also of a line that stands there twice, and of a test that is no more."""
    chosen = listed(root, CHOSEN, "test")
    places = [place for place, _ in (*listed(root, EXPLAINED, "why"), *chosen)]
    wrong = [
        f"{place.path}: {place.before}"
        for n, place in enumerate(places)
        if place.before not in _lines(root / place.path) or place.before == place.after or place in places[:n]
    ]
    wrong += [
        f"{place.path}, twice: {place.before}"
        for place, _ in chosen
        if _lines(root / place.path).count(place.before) > 1
    ]
    return wrong + [test for _, test in chosen if not _stands(root, test)]


def broken(code: str, place: Place) -> str:
    """The code of a file with that line broken."""
    lines = (
        line.replace(place.before, place.after) if line.strip() == place.before else line for line in code.split("\n")
    )
    return "\n".join(lines)


def _stands(root: Path, test: str) -> bool:
    file, _, name = test.partition("::")
    return any(line.startswith(f"def {name.partition('[')[0]}(") for line in _lines(root / file))


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
