"""Changed settings into their file: read afresh, those values replaced, the whole put in the place of the old one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from device.common.address import Address
from device.common.files.atomic_write import atomic_write
from device.common.files.small_file import read_bounded
from device.common.settings.reading import DEFAULT_FILE, LARGEST, decode, initial, parse

Change = tuple[str, str]
"""Table (``""``: the top) and key."""
EDITED: Address[Callable[[str, Mapping[Change, object]], str]] = Address("device.common.settings.editing:edit")
"""Loads tomlkit, which is first needed once somebody changes something."""


def write_changes(path: Path, changes: Mapping[Change, object]) -> str:
    """Put ``changes`` into the file, or into the commented default where there is none; its text then.

    After a power cut there is the old file or the new one. Raises `SettingsTrouble` with the line where the text is no
    settings, `Damaged`, ValueError and RecursionError where it cannot be read, OSError where it cannot be written.
    """
    try:
        text = decode(read_bounded(path, LARGEST))
    except FileNotFoundError:
        text = DEFAULT_FILE.read_text(encoding="utf-8")
        changes = {("", "language"): initial().language, **changes}  # what held while there was no file
    try:
        new = EDITED(text, changes)
    except (ValueError, RecursionError):
        parse(path, text)
        raise
    atomic_write(path, new)
    return new
