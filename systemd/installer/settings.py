"""The table's settings as far as the installer needs them: plain values, the defaults with the file's own on top."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from installer.machine import read_plain

LARGEST = 1 << 20
"""Bytes of a settings file at most."""
OLED = "sh1106"
"""The chip of the 1.3" modules, for which the case is drawn (hardware/parts.toml)."""
HIGHEST = 1000
"""Numbers beyond which no pin, port or address lies."""


def values(default: Path, own: Path) -> dict[str, Any]:
    """All settings as far as they are what they can be. Raises ValueError or OSError where the file cannot be read.

    The table's user may write the file, and root writes config.txt by it: a value of another type is left out.
    """
    merged = tomllib.loads(default.read_text(encoding="utf-8"))
    if os.path.lexists(own):
        try:
            _merge(merged, tomllib.loads(read_plain(own, LARGEST)))
        except RecursionError:
            raise ValueError("nested too deeply") from None
    return merged


def _merge(base: dict[str, Any], own: Mapping[str, Any]) -> None:
    for key, value in own.items():
        before = base.get(key)
        if type(value) is not type(before) or (isinstance(value, int) and not 0 <= value < HIGHEST):
            continue
        if isinstance(value, dict):
            _merge(base[key], value)
        else:
            base[key] = value


def first(default: str, journal: Path) -> str:
    """The settings file of a new table: the commented default, with the journal where the table keeps its games and the
    OLEDs that the list of parts names first. A file that leaves the type out means what it always meant."""
    text = re.sub(r'^journal = "[^"]*"', f'journal = "{journal}"', default, count=1, flags=re.MULTILINE)
    return re.sub(r'^type = "ssd1306"( *#)?', rf'type = "{OLED}"\1', text, flags=re.MULTILINE)
