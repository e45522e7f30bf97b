"""The table's settings as far as the installer needs them: plain values, the defaults with the file's own on top."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any


def values(default: Path, own: Path) -> dict[str, Any]:
    """All settings. Raises `tomllib.TOMLDecodeError` or OSError where the table's own file cannot be read."""
    found = tomllib.loads(default.read_text(encoding="utf-8"))
    if own.exists():
        for key, value in tomllib.loads(own.read_text(encoding="utf-8-sig")).items():
            if isinstance(value, dict):
                found[key] = {**found.get(key, {}), **value}
            else:
                found[key] = value
    return found


def first(default: str, journal: Path) -> str:
    """The settings file of a new table: the commented default, with the journal where the table keeps its games."""
    return re.sub(r'^journal = "[^"]*"', f'journal = "{journal}"', default, count=1, flags=re.MULTILINE)
