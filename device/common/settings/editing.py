"""A changed setting in the text of a settings file: its comments and all other values stay as they are."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Integer, Trivia

from device.common.settings.repeated import resolve

HEX = frozenset({"address"})
"""Keys that people write as hexadecimal numbers."""


def _item(key: str, value: object) -> object:
    """A value as tomlkit writes it; addresses as people write them."""
    if key in HEX and isinstance(value, int):
        return Integer(value, Trivia(), f"0x{value:02X}")
    return list(value) if isinstance(value, tuple) else value


def as_written(key: str, value: object) -> str:
    """A value as it stands in the file."""
    return tomlkit.item(_item(key, value)).as_string()


def edit(text: str, changes: Mapping[tuple[str, str], object]) -> str:
    """``text`` with those values replaced or added, all else as it stands. Raises ValueError where it is no TOML.

    What stands there twice stands there once afterwards. What comes out is read once more: a file that would say
    something else than asked for is refused as well.
    """
    text = resolve(text).text
    try:
        document = tomlkit.parse(text)
        for (table, key), value in changes.items():
            if table and table not in document:
                document[table] = tomlkit.table()
            place = document[table] if table else document
            place[key] = _item(key, value)
        new = tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None
    wanted = tomllib.loads(text)
    for (table, key), value in changes.items():
        (wanted.setdefault(table, {}) if table else wanted)[key] = value
    if tomllib.loads(new) != wanted:
        raise ValueError("the change would say something else")
    return new
