"""A settings file in which a table or a key stands twice, as a pasted block leaves it. The later one counts."""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
HEADING = re.compile(r"\s*\[{1,2}\s*(.*?)\s*\]")


class Repeat(NamedTuple):
    """A table (``[oled_a]``) or a key ("oled_a.port") that stands there a second time, on ``line``."""

    name: str
    line: int


class Resolved(NamedTuple):
    """A text without repeats; ``lines``: where each of its lines stood before, counted from 1."""

    text: str
    lines: tuple[int, ...]
    repeats: tuple[Repeat, ...] = ()


def names_of(dotted: str) -> list[str]:
    """``"screen . 'width'"`` as its names."""
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def resolve(text: str) -> Resolved:
    """``text`` with what stands twice left once: tables are joined, of two equal keys the later one holds.

    What no longer holds stays as a comment. A text that is TOML already stays as it is, and so does one with any other
    mistake.
    """
    lines = text.split("\n")
    same = Resolved(text, tuple(range(1, len(lines) + 1)))
    if _is_toml(text):
        return same
    repeats: list[Repeat] = []
    tables: dict[str, list[tuple[int, str]]] = {"": []}
    inside = ""
    for number, line in enumerate(lines, 1):
        left = line
        if heading := HEADING.match(line):
            inside = ".".join(names_of(heading[1]))
            if inside in tables:
                repeats.append(Repeat(f"[{inside}]", number))
                left = f"# {line}"
        tables.setdefault(inside, []).append((number, left))
    for table, rows in tables.items():
        repeats += _resolve_keys(table, rows)
    if not repeats:
        return same
    text = "\n".join(line for rows in tables.values() for _, line in rows)
    origins = tuple(number for rows in tables.values() for number, _ in rows)
    return Resolved(text, origins, tuple(sorted(repeats, key=lambda repeat: repeat.line))) if _is_toml(text) else same


def _resolve_keys(table: str, rows: list[tuple[int, str]]) -> list[Repeat]:
    """Make a comment of each key of a table that a later row sets anew; the keys that stand twice under one heading."""
    repeats: list[Repeat] = []
    places: dict[str, int] = {}
    joined = 0
    for place, (number, line) in enumerate(rows):
        joined += line.startswith("# ") and HEADING.match(line[2:]) is not None
        if (match := KEY.match(line)) is None:
            continue
        key = ".".join(names_of(match[1]))
        if key in places:
            earlier, old = rows[places[key]]
            rows[places[key]] = earlier, f"# {old}"
            if not joined:
                repeats.append(Repeat(f"{table}.{key}" if table else key, number))
        places[key] = place
    return repeats


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
