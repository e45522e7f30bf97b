"""The scoresheet (partiář) as a picture: a column for each pair, heavier lines after each double turn (S21, S22).

Below, the same in a QR code: a line for each double turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from device.common import i18n
from device.common.exports.report_text import with_plain_times
from device.common.i18n import t, tr
from device.common.specs.model import Block, table_block
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from rules.game import ReportRow
from rules.history import History
from rules.polish_doubles.report import sheet_table
from rules.polish_doubles.rows import EarlyState, Kind, Turn
from rules.polish_doubles.state import Phase, State

Totals = tuple[tuple[int | None, ...], ...]
"""The total beside each row of each turn, None where none may be shown."""

LINE = 31
"""Height of a line at the base size."""
END = 106
"""Height of the result at the end of a finished sheet."""
HEAD, FOOT, MARGIN = 26, 44, 26
"""Height of the columns' names, of the foot, and width of the rounds' numbers, at the base size."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Where a line of the sheet belongs: round from 0, line 0 or 1, and each pair's turn (None: none yet)."""

    round: int
    line: int
    turns: tuple[int | None, int | None]


def places(state: State) -> list[SheetLine]:
    """Every line of the sheet, two for each round; turns alternate, so a round has one of each pair."""
    lines: list[SheetLine] = []
    for first in range(0, max(1, len(state.turns)), 2):
        columns: list[int | None] = [None, None]
        for index in (first, first + 1):
            if index < len(state.turns):
                columns[state.turns[index].pair] = index
        if lines and is_unplayed(state, columns):
            continue
        lines += [SheetLine(first // 2, line, (columns[0], columns[1])) for line in (0, 1)]
    return lines


def is_unplayed(state: State, turns: Sequence[int | None]) -> bool:
    """Whether the game ended before anything happened in that round."""
    over = state.phase in (Phase.ENDING, Phase.RESULT, Phase.SIGNED)
    seen = (state.turns[n] for n in turns if n is not None)
    return over and not any(turn.rows or turn.pressed or not turn.moves for turn in seen)


def counted_racks(state: State, pair: int) -> int:
    """The pair whose racks the result of ``pair`` counts: who closes counts those of the opponents (S27)."""
    return 1 - pair if state.closer == pair else pair


def rack_line(state: State, pair: int) -> tuple[str, str, str]:
    """Whose racks a pair's result counts (S26): what they are called, the tiles, and the points that they bring."""
    final = state.phase in (Phase.RESULT, Phase.SIGNED)
    settled = state.settlement(pair)
    rack = state.racks[counted_racks(state, pair)]
    label = t("Racks")
    if final:
        label = t("Racks of the opponents") if state.closer == pair else t("Own racks")
    points = i18n.number(settled, plus=True) if settled else "0" if final else ""
    return label, rack or ("–" if final else ""), points


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a move of the sheet stands: the turn's index (None: no turn there yet), its line 0 or 1, and the box."""

    turn: int | None
    line: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of the sheet laid out in ``rect``: its lines from the top, each pair's cells and column, how many pages.

    On the page that ``ends`` a finished sheet the result stands below, and the foot, so many units high, below that.
    """

    rect: Rect
    lines: tuple[SheetLine, ...]
    cells: tuple[Cell, ...]
    columns: tuple[int, int]
    half: int
    line_h: int
    pages: int
    ends: bool
    foot: int

    @property
    def turns(self) -> list[tuple[int, Rect]]:
        """Each turn of the page (its index) with the place of its two lines."""
        return [
            (cell.turn, Rect(cell.rect.x, cell.rect.y, cell.rect.w, 2 * cell.rect.h))
            for cell in self.cells
            if cell.turn is not None and cell.line == 0
        ]


def lay_out(canvas: Canvas, state: State, rect: Rect, page: int = 0, foot: int = FOOT) -> SheetPage:
    """The page of the sheet that stands in ``rect``; ``page`` counts from the newest; ``foot`` 0: without the foot."""
    u, line_h = canvas.u, canvas.u(LINE)
    lines = places(state)
    ending = u(END) if state.phase in (Phase.RESULT, Phase.SIGNED) else 0
    fits = max(2, (rect.h - u(HEAD) - u(foot) - ending) // line_h // 2 * 2)
    end = len(lines) - fits * page
    shown = tuple(lines[max(0, end - fits) : end] if len(lines) > fits else lines)
    half = (rect.w - u(MARGIN)) // 2
    left, right = canvas.by_side([rect.x + u(MARGIN), rect.x + u(MARGIN) + half])
    xs = (left, right)
    cells = tuple(
        Cell(place.turns[pair], place.line, Rect(xs[pair], rect.y + u(HEAD) + n * line_h, half, line_h))
        for n, place in enumerate(shown)
        for pair in (0, 1)
    )
    return SheetPage(
        rect, shown, cells, xs, half, line_h, max(1, -(-len(lines) // fits)), bool(ending) and page == 0, foot
    )


def draw_newest(canvas: Canvas, state: State, rect: Rect, tap: object = None) -> None:
    """The newest page of the sheet in ``rect``; ``tap`` as in `draw_sheet`."""
    draw_sheet(canvas, state, lay_out(canvas, state, rect), tap)


def draw_sheet(canvas: Canvas, state: State, page: SheetPage, tap: object = None) -> None:
    """Draw the page of the sheet; ``tap`` is the action of a touch anywhere on it."""
    u, colours, rect = canvas.u, canvas.look.palette, page.rect
    canvas.panel(rect, colours.paper)
    line_h = page.line_h
    header(canvas, rect, page.columns, page.half)
    for n, place in enumerate(page.lines):
        y = rect.y + u(HEAD) + n * line_h
        if place.line == 0:
            number = Rect(rect.x + u(4), y, u(20), line_h)
            canvas.text(number, str(place.round + 1), 12, "regular", colours.ink_faint, "center")
    totals = state.totals()
    for page_cell in page.cells:
        cell(canvas, state, totals, page_cell)
    for n, place in enumerate(page.lines):
        y = rect.y + u(HEAD) + (n + 1) * line_h
        if place.line == 1:
            canvas.line(Rect(rect.x, y - u(2), rect.w, u(3)), colours.ink)
        else:
            canvas.line(Rect(rect.x, y - 1, rect.w, 1), colours.paper_line)
    canvas.line(Rect(max(page.columns) - u(2), rect.y + u(4), u(2), rect.h - u(page.foot) - u(4)), colours.ink_faint)
    foot = Rect(rect.x, rect.y + rect.h - u(page.foot), rect.w, u(page.foot))
    if page.ends:
        for pair, box in enumerate(ending_rects(canvas, page)):
            ending(canvas, state, pair, box)
    if page.foot:
        footer(canvas, state, foot)
    if tap is not None:
        canvas.touch(rect, tap)


def columns(canvas: Canvas, x: int, half: int) -> tuple[Rect, Rect, Rect]:
    """Word, points and total of one pair, at height 0."""
    u = canvas.u
    points, total = u(42), u(50)
    gap = u(6)
    word = Rect(x + gap, 0, half - points - total - 2 * gap, 0)
    return word, Rect(word.x + word.w, 0, points, 0), Rect(word.x + word.w + points, 0, total, 0)


def header(canvas: Canvas, rect: Rect, xs: tuple[int, int], half: int) -> None:
    """Names of the columns."""
    u, colours = canvas.u, canvas.look.palette
    labels = (t("WORD"), t("POINTS"), t("TOTAL"))
    for x in xs:
        for n, (box, label) in enumerate(zip(columns(canvas, x, half), labels, strict=True)):
            place = Rect(box.x, rect.y, box.w, u(26))
            canvas.text(place, label, 11, "bold", colours.ink_muted, "left" if n == 0 else "right")
    canvas.line(Rect(rect.x, rect.y + u(25), rect.w, 1), colours.paper_line)


def cell(canvas: Canvas, state: State, totals: Totals, where: Cell) -> None:
    """One move of one pair: word, points, total; struck, waiting or still to come."""
    u, colours = canvas.u, canvas.look.palette
    index, line, rect = where.turn, where.line, where.rect
    if index is None:
        return
    turn = state.turns[index]
    word, points, total = (Rect(box.x, rect.y, box.w, rect.h) for box in columns(canvas, rect.x, rect.w))
    if line >= len(turn.rows):
        if line >= turn.moves:
            middle = rect.y + rect.h // 2
            canvas.line(Rect(rect.x + u(10), middle, rect.w - u(20), u(2)), colours.ink_faint)
        elif state.slot == (index, line) and state.phase in (Phase.PLAY, Phase.CLOSING):
            canvas.panel(Rect(rect.x, rect.y, rect.w - u(1), rect.h), colours.highlight, radius=0)
            prompt = t("write move {n}…", n=line + 1)
            canvas.text(Rect(word.x, rect.y, rect.w - u(10), rect.h), prompt, 15, "regular", colours.ink_muted)
        return
    row = turn.rows[line]
    fallen = not row.counts
    ink = colours.invalid if fallen else colours.ink
    italic = row.kind is not Kind.WORD
    if row.versions:  # put right since it was written
        side = min(u(14), word.h)
        canvas.shape(Rect(word.x + word.w - side, word.y + (word.h - side) // 2, side, side), "note", colours.ink_muted)
        word = Rect(word.x, word.y, word.w - side - u(2), word.h)
    canvas.text(word, tr(row.label), 17, "italic" if italic else "semibold", ink, struck=fallen)
    if row.kind not in (Kind.PASS, Kind.LOST, Kind.EXCHANGE):
        canvas.text(points, str(row.points), 17, "regular", ink, "right", struck=fallen)
    shown = totals[index][line]
    if shown is not None:
        canvas.text(total, str(shown), 18, "bold", colours.ink if turn.complete else colours.ink_muted, "right")


def ending_rects(canvas: Canvas, page: SheetPage) -> tuple[Rect, Rect]:
    """Where the sheet of each pair ends, on the page that `SheetPage.ends`."""
    u, rect = canvas.u, page.rect
    top = rect.y + rect.h - u(page.foot) - u(END)
    first, second = (Rect(x, top, page.half, u(END)) for x in page.columns)
    return first, second


def ending(canvas: Canvas, state: State, pair: int, rect: Rect) -> None:
    """How the sheet of a pair ends, as on paper: the name, the sum, the racks, the result."""
    u, colours = canvas.u, canvas.look.palette
    canvas.line(Rect(rect.x, rect.y, rect.w, u(2)), colours.ink)
    inner = Rect(rect.x + u(8), rect.y + u(4), rect.w - u(16), rect.h - u(6))
    name, *lines = canvas.rows(inner, (26, 22, 22, 30), 0)
    canvas.text(name, state.names[pair], 17, "bold", colours.ink)
    label, tiles, points = rack_line(state, pair)
    total = state.total(pair)
    sums = (
        (t("Sum of the sheet"), str(total - state.settlement(pair)), 15),
        (f"{label} {tiles}", points, 15),
        (t("Result"), str(total), 22),
    )
    for (label, value, size), box in zip(sums, lines, strict=True):
        left, right = canvas.cols(box, (3, 1), u(4))
        canvas.text(left, label, min(size, 17), "regular" if size < 20 else "bold", colours.ink)
        canvas.text(right, value, size, "semibold" if size < 20 else "bold", colours.ink, "right")


def footer(canvas: Canvas, state: State, rect: Rect) -> None:
    """Bag, what is going on with the turn, and whether everything is safe on disk."""
    u, colours = canvas.u, canvas.look.palette
    canvas.panel(rect, colours.paper_foot)
    left, middle, right = canvas.cols(Rect(rect.x + u(12), rect.y, rect.w - u(24), rect.h), (30, 44, 26), gap=u(4))
    canvas.text(left, t("In the bag {n}", n=state.flow().bag_bounds.text), 16, "bold", colours.ink)
    canvas.text(middle, remark(state), 14, "regular", colours.ink_muted, "center")
    turns = len(state.turns)
    label = t("turn {n}", n=turns) if turns else ""
    canvas.text(Rect(right.x, right.y, right.w - u(18), right.h), label, 14, "semibold", colours.ink_muted, "right")
    dot = Rect(right.x + right.w - u(12), right.y + rect.h // 2 - u(5), u(10), u(10))
    canvas.saved_mark(dot, colours.ok, colours.ink_muted)


def remark(state: State) -> str:
    """What has happened in the running turn that both pairs should see."""
    if not state.turns:
        return ""
    turn: Turn = state.turns[-1]
    early = {
        EarlyState.ASKED: t("move 1 is being judged"),
        EarlyState.ACCEPTED: t("move 1 accepted early"),
        EarlyState.VALID: t("move 1 judged: valid"),
        EarlyState.INVALID: t("move 1 judged: invalid"),
    }
    if turn.early in early:
        return early[turn.early]
    if state.clock.spoiled:
        return t("accidental press")
    struck = {
        "cross": t("one move lost by a cross"),
        "out": t("partner out: one move"),
        "referee": t("ended by the referee"),
    }
    return struck.get(turn.struck or "", "")


def qr_sheet(history: History) -> tuple[Block, ...]:
    """The double turns, then what is left of the report."""
    state: State = history.state
    a, b = state.names
    rest = history.game.report(state).tables[1:]
    return (Block(f"A {a}, B {b}", tuple(turn_lines(state))), *map(table_block, rest))


def turn_lines(state: State) -> Iterator[str]:
    """Number, pair, each word with its points, total and time; what does not count in brackets."""
    group: list[ReportRow] = []
    for row in sheet_table(state).lines:
        group.append(row)
        if row.heavy:
            yield turn_line(group, state)
            group = []


def turn_line(rows: list[ReportRow], state: State) -> str:
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
