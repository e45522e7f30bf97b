"""The tally of a game on a score sheet: the sheet itself, sums and places, as tables, as data and for the timeline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.acts import describe
from rules.game import Cell, Entry, Report, ReportRow, ReportTable
from rules.message import Message, msg
from rules.rounds.state import Phase, State
from rules.timeline import ClockReading, SheetEntry


def row_name(state: State, number: int) -> Message | str:
    """What a row (from 0) is called: its box, or its number."""
    return state.terms.boxes[number].name if state.terms.boxes else msg("Round {n}", n=number + 1)


def summary(state: State) -> Message:
    """Everybody's sum in one line."""
    line = " · ".join(f"{name} {total}" for name, total in zip(state.columns, state.sums, strict=True))
    return msg("{line}", line=line)


def report(state: State) -> Report:
    """The whole tally."""
    notes = tuple(describe(entry.event) for entry in state.remarks)
    return Report(msg("{name}", name=state.terms.name), (sheet_table(state),), notes, _data(state))


def rows_table(state: State) -> ReportTable:
    """The rows of the sheet: one a round or a box."""
    lines = [ReportRow((row_name(state, number), *row_cells(state, number))) for number in range(len(state.rows))]
    heading: Cell = msg("Box") if state.terms.boxes else msg("Round")
    numeric = frozenset(column + 1 for column in range(len(state.sums)))
    return ReportTable(msg("{name}", name=state.terms.name), (heading, *state.columns), tuple(lines), numeric)


def sheet_table(state: State) -> ReportTable:
    """The sheet: its rows, what boxes bring together, and the sums."""
    rows, lines = rows_table(state), []
    if state.terms.bonus:
        lines.append(ReportRow((msg("Bonus"), *(state.bonus(column) for column in range(len(state.sums))))))
    lines.append(ReportRow((msg("Total"), *state.sums), heavy=True))
    return replace(rows, lines=(*rows.lines, *lines))


def row_cells(state: State, number: int) -> Iterator[Cell]:
    """The figures of a row; one that overshot the exact finish stands in brackets and counts nothing (R5)."""
    for column, figure in enumerate(state.rows[number]):
        yield f"({figure})" if (number, column) in state.busts else figure


def _data(state: State) -> dict[str, Any]:
    return {
        "name": state.terms.name,
        "phase": state.phase.value,
        "players": list(state.names),
        "columns": [{"name": name, "total": total} for name, total in zip(state.columns, state.sums, strict=True)],
        "rows": [list(row) for row in state.rows],
        "busts": [[number + 1, column + 1] for number, column in sorted(state.busts)],
        "winners": [column + 1 for column in state.winners] if state.phase is not Phase.PLAY else [],
        "signed": sorted(state.signed),
    }


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every row, then the sums, which follow from them."""
    for number, row in enumerate(state.rows):
        if any(figure is not None for figure in row):
            title = msg("{name}", name=row_name(state, number))
            figures = " ".join("–" if cell is None else str(cell) for cell in row_cells(state, number))
            yield SheetEntry(("row", number + 1), title, msg("{figures}", figures=figures))
    for column, total in enumerate(state.sums):
        title = msg("total of {name}", name=state.columns[column])
        yield SheetEntry(("total", column), title, msg("{n}", n=total), sum=True)


def clock_readings(state: State, entry: Entry) -> tuple[ClockReading, ...]:
    """What is left of the open turn when ``entry`` happened (R8)."""
    clock = state.clock
    if clock is None or clock.seat is None:
        return ()
    return (ClockReading(state.names[clock.seat], clock.remaining(entry.at), not clock.running),)
