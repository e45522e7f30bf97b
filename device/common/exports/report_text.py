"""A game's report as text in columns, and as CSV."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec.structs import replace

from device.common.i18n import tr
from rules.figures import Numeral, Span
from rules.game import Cell, Report, ReportTable
from rules.message import Message


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, space: int, right: bool) -> str:
    """``text`` filled up to ``space`` columns."""
    fill = " " * (space - width(text))
    return fill + text if right else text + fill


def table_text(table: ReportTable) -> str:
    """A table with aligned columns; a heavy line under each group, struck cells in brackets."""
    grid = [[tr(cell) for cell in table.columns]]
    for line in table.lines:
        cells = [tr(cell) for cell in line.cells]
        if line.struck:
            cells = [f"[{text}]" if n in (2, 3) and text else text for n, text in enumerate(cells)]
        grid.append(cells)
    spaces = [max(width(row[n]) for row in grid) for n in range(len(table.columns))]
    rows = [
        "  ".join(pad(text, spaces[n], n in table.numeric and k > 0) for n, text in enumerate(row)).rstrip()
        for k, row in enumerate(grid)
    ]
    rule = sum(spaces) + 2 * (len(spaces) - 1)
    lines = [tr(table.title).upper(), rows[0], "═" * rule]
    for row, line in zip(rows[1:], table.lines, strict=True):
        lines.append(row)
        if line.heavy:
            lines.append("━" * rule)
    return "\n".join(lines)


def report_text(report: Report) -> str:
    """The whole report."""
    parts = [tr(report.title), *(table_text(table) for table in report.tables)]
    if report.notes:
        parts.append("\n".join(f"· {tr(note)}" for note in report.notes))
    return "\n\n".join(parts) + "\n"


def with_plain_times(cell: Cell) -> Cell:
    """A cell for a program: its times have a point, whatever language its words are in."""
    if not isinstance(cell, Message) or not any(isinstance(arg, Span) for arg in cell.args.values()):
        return cell
    figures = {name: str(arg) if isinstance(arg, (Span, Numeral)) else arg for name, arg in cell.args.items()}
    return replace(cell, args=figures)


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a spreadsheet."""
CsvCell = Cell | Decimal | None


def _safe_cell(value: CsvCell) -> CsvCell:
    """A cell that no spreadsheet takes for a formula; a plain decimal number stays one."""
    if not isinstance(value, str | Message):
        return value
    text = tr(value)
    if re.fullmatch(r"[−-]?\d[\d\u00a0]*[.,]\d+", text):
        return text.replace("−", "-").replace("\u00a0", "")
    return f"'{text}" if text.startswith(FORMULA) else text


def csv_text(rows: Iterable[Sequence[CsvCell]], separator: str = ",") -> str:
    """Rows as CSV (RFC 4180), for spreadsheets: a text that they would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([_safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def report_csv(report: Report) -> str:
    """All tables as CSV, each after a line with its title."""
    rows: list[Sequence[CsvCell]] = []
    for number, table in enumerate(report.tables):
        rows += [[], [table.title]] if number else [[table.title]]
        rows.append(table.columns)
        rows += [[with_plain_times(cell) for cell in line.cells] for line in table.lines]
    return csv_text(rows)
