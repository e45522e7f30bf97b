"""What a game declares of its sheet for a telephone: lines of text that belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.i18n import tr
from rules.game import ReportTable
from rules.history import History


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together; ``head`` stands above them again where they go on in another part."""

    head: str
    lines: tuple[str, ...]


PocketSheet = Callable[[History], Sequence[Block]]
"""The lines of a game's sheet, as short as they can be understood."""


def table_block(table: ReportTable) -> Block:
    """A table of a report: a line a row, its cells between strokes; struck rows in brackets."""
    names = "|".join(tr(one) for one in table.columns)
    lines = []
    for row in table.lines:
        text = "|".join(tr(cell) for cell in row.cells).rstrip("|")
        lines.append(f"({text})" if row.struck else text)
    return Block(f"{tr(table.title)}\n{names}", tuple(lines))
