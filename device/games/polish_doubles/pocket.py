"""The scoresheet of Polish doubles in a QR code: a line for each double turn."""

from __future__ import annotations

from collections.abc import Iterator

from device.common.exports.report_text import with_plain_times
from device.common.i18n import tr
from device.common.specs.model import Block, table_block
from rules.game import ReportRow
from rules.history import History
from rules.polish_doubles.report import sheet_table
from rules.polish_doubles.state import State


def sheet(history: History) -> tuple[Block, ...]:
    """The double turns, then what is left of the report."""
    state: State = history.state
    a, b = (pair.name for pair in state.setup.pairs)
    rest = history.game.report(state).tables[1:]
    return (Block(f"A {a}, B {b}", tuple(turns(state))), *map(table_block, rest))


def turns(state: State) -> Iterator[str]:
    """Number, pair, each word with its points, total and time; what does not count in brackets."""
    group: list[ReportRow] = []
    for row in sheet_table(state).lines:
        group.append(row)
        if row.heavy:
            yield line(group, state)
            group = []


def line(rows: list[ReportRow], state: State) -> str:
    """One double turn."""
    number = rows[0].cells[0]
    assert isinstance(number, int)
    parts = [f"{number}{'AB'[state.turns[number - 1].pair]}"]
    total, timed = "", None
    for row in rows:
        _, _, word, points, so_far, remark, used, _ = row.cells
        text = " ".join(tr(part) for part in (word, points) if part not in (None, ""))
        if text:
            parts.append(f"({text})" if row.struck else text)
        if remark is not None and word != "—":
            parts.append(f"[{tr(remark)}]")
        total, timed = tr(so_far) or total, used or timed
    if total:
        parts.append(f"={total}")
    if timed:
        whole = tr(with_plain_times(timed)).split(".", maxsplit=1)[0]
        parts.append(tr(timed) if "±" in tr(timed) else whole)
    return " ".join(parts)
