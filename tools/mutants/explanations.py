"""Mutants that no test can notice, each with why: ``tests/mutants.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

FILE = Path("tests", "mutants.toml")


class Place(NamedTuple):
    """By what a mutant is explained: a file, the line as it stands, the line as it was broken.

    The line's number moves with every change above it.
    """

    path: str
    before: str
    after: str


def explanations(root: Path) -> list[tuple[Place, str]]:
    """Every explanation in the order of the file: the place, and why it cannot be noticed."""
    entries = tomllib.loads((root / FILE).read_text(encoding="utf-8"))["mutant"]
    return [(Place(entry["path"], entry["before"], entry["after"]), entry["why"]) for entry in entries]


def stale(root: Path) -> list[str]:
    """Explanations that explain nothing: of a line that stands there no more, or the same twice."""
    places = [place for place, _ in explanations(root)]
    return [
        f"{place.path}: {place.before}"
        for n, place in enumerate(places)
        if place.before not in _lines(root / place.path) or place.before == place.after or place in places[:n]
    ]


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
