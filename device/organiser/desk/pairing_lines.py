"""Pairings as people write them at the desk and in a file of the command, a table a line."""

from __future__ import annotations

import re

from device.organiser.log.event_control import TableSeating
from device.registry import EVENT_SPECS
from rules.message import Refusal


def pairings(text: str, kind: str) -> list[TableSeating]:
    """Who plays at which table.

    ``1: Jana, Petr – Eva, Karel``, pairs with names of their own ``1: Krtci (Jana, Petr) – Sloky (Eva, Karel)``; games
    of single players ``2: Adam, Bára, Cyril, Dana``. Raises `Refusal` with the line.
    """
    seatings: list[TableSeating] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        table, colon, rest = line.partition(":")
        if not colon or not re.fullmatch(r"\s*[0-9]{1,4}\s*", table) or int(table) == 0:
            raise Refusal("", "Line {line}: write the table's number, a colon, and the names.", line=number)
        seatings.append(
            _pairs(int(table), rest, number) if EVENT_SPECS[kind].seats.pairs else _players(int(table), rest)
        )
    return seatings


def _players(table: int, text: str) -> TableSeating:
    return TableSeating(table, [[name] for name in _names(text)])


def _pairs(table: int, text: str, line: int) -> TableSeating:
    sides = [part.strip() for part in text.replace(" - ", " – ").split("–")]
    if len(sides) != 2 or not all(sides):
        raise Refusal("", "Line {line}: two pairs play, with a dash between them.", line=line)
    groups, names = [], []
    for side in sides:
        name, bracket, people = side.partition("(")
        groups.append(_names(people.rstrip(")") if bracket else side))
        names.append(name.strip() if bracket else side)
    return TableSeating(table, groups, names)


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]
