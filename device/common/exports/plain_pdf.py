"""A plain PDF of any game, from its report: its tables, and its remarks."""

from __future__ import annotations

from collections.abc import Sequence

from device.common.exports import FiledGame
from device.common.exports.heading import draw_head, draw_signing, occasion
from device.common.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, clean, fit, width
from device.common.i18n import t, tr
from rules.game import ReportRow, ReportTable

ROW = 5.6
SIZE, LEAST = 10.0, 6.0
GAP = 3.0
NOTE, NOTE_ROW = 7.5, 3.4
"""Size in points of remarks, and how many mm a line of them takes."""


def plain_pdf(filed: FiledGame) -> bytes:
    """The report of the game as a PDF. Raises `ExportError`."""
    report = filed.history.game.report(filed.history.state)
    title = tr(report.title)
    document = Document(title, t("{title} · game {n}", title=title, n=filed.number))
    y = draw_head(document, tr(filed.history.game.title(filed.history.setup)), occasion(filed), MARGIN) + 3
    y += document.lines(LEFT, y, title, 13, RIGHT - LEFT, 2, weight="semibold", least=9) + 2
    for table in report.tables:
        y = draw_table(document, table, y + 3)
    y = draw_signing(document, y + 8, [("", ""), ("", "")])
    draw_lines(document, [tr(note) for note in report.notes], y + 5)
    return document.finish()


def widths(table: ReportTable) -> list[float]:
    """How wide each column is: what its longest cell takes, evenly less where they do not fit side by side."""
    rows = [table.columns, *(line.cells for line in table.lines)]
    wanted = [max(width(clean(tr(row[n])), "semibold", SIZE) for row in rows) + GAP for n in range(len(table.columns))]
    room = RIGHT - LEFT
    if (total := sum(wanted)) <= room:
        spare = (room - total) / len(wanted)
        return [column + min(spare, 12) for column in wanted]
    fair = room / len(wanted)
    small = sum(column for column in wanted if column <= fair)
    scale = (room - small) / (total - small)
    return [column if column <= fair else column * scale for column in wanted]


def draw_table(document: Document, table: ReportTable, y: float) -> float:
    """A table below ``y``, on as many pages as it takes; where it ends."""
    wide = widths(table)
    if y + 4 * ROW > BOTTOM:
        document.page()
        y = MARGIN
    document.text(LEFT, y + 4, tr(table.title), 12, "bold")
    y = _columns(document, table, wide, y + 6)
    for line in table.lines:
        if y + ROW > BOTTOM:
            document.page()
            y = _columns(document, table, wide, MARGIN)
        _row(document, table, wide, line, y)
        y += ROW
        document.line(LEFT, y, LEFT + sum(wide), y, 1.4 if line.heavy else 0.25, 0 if line.heavy else PALE)
    return y


def _columns(document: Document, table: ReportTable, wide: list[float], y: float) -> float:
    _row(document, table, wide, ReportRow(table.columns), y, "semibold")
    document.line(LEFT, y + ROW, LEFT + sum(wide), y + ROW, 1.0)
    return y + ROW


def _row(
    document: Document, table: ReportTable, wide: list[float], line: ReportRow, y: float, weight: str = "regular"
) -> None:
    x = LEFT
    for n, column in enumerate(wide):
        text, right = clean(tr(line.cells[n])), n in table.numeric
        size, lines = fit(text, weight, SIZE, LEAST, column - GAP)
        at = x + column - GAP / 2 if right else x + GAP / 2
        document.text(at, y + ROW * 0.7, lines[0], size, weight, "right" if right else "left")
        if line.struck and text:
            long = min(width(text, weight, size), column - GAP)
            start = at - long if right else at
            document.line(start, y + ROW / 2, start + long, y + ROW / 2, 0.7)
        x += column


def draw_lines(document: Document, lines: Sequence[str], y: float) -> None:
    """Remarks in two columns below ``y``; where they do not all fit there, on pages of their own."""
    wide = (RIGHT - LEFT - 6) / 2
    parts: list[tuple[int, str]] = []
    for line in lines:
        _, lines_of_note = fit(line, "regular", NOTE, NOTE, wide - 3, 20)
        parts += [(n, part) for n, part in enumerate(lines_of_note)]
    if not parts:
        return
    rows = -(-len(parts) // 2)
    y += 1
    if y + 6 + rows * NOTE_ROW > BOTTOM:
        document.page()
        y = MARGIN
    while parts:
        document.text(LEFT, y + 3.5, t("Remarks"), 10, "bold")
        y += 6
        rows = min(-(-len(parts) // 2), int((BOTTOM - y) / NOTE_ROW))
        for x in (LEFT, RIGHT - wide):
            for row, (n, part) in enumerate(parts[:rows]):
                document.text(x + (3 if n else 0), y + row * NOTE_ROW + 2.6, part if n else f"· {part}", NOTE)
            parts = parts[rows:]
        if parts:
            document.page()
            y = MARGIN
