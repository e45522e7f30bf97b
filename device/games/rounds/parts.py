"""The sheet as it is seen: what each column has, the newest rows below it or the boxes; whose turn it is, who deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.common import i18n
from device.common.i18n import t, tr
from device.games.rounds import ACCENT
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from rules.rounds.report import row_cells, row_name
from rules.rounds.state import Phase, State

ROW = 45
"""Height of a row, in units: a finger finds it."""
PAST_ROW = 26
"""The same where nothing is touched."""
HEAD = 22
"""Height of the numbers over columns that are not those of the cards, in units."""
NUMBER = 44
"""Width of a round's number, in units."""
NAME, CELL = 96, 36
"""Least widths of a box's name and of a figure beside it, in units."""
IN_LINE = 4
"""Cards that have room beside each other on a screen that is taller than wide."""
MOST_BLOCKS = 3
"""Parts of a sheet of boxes that stand beside each other at most."""

Touched = Callable[[int], object]
"""The action of a touch on a row (from 0)."""


def number_text(figure: int) -> str:
    """A figure or a sum as the language writes it."""
    return i18n.number(figure)


def colour_of(canvas: Canvas, state: State, column: int) -> Colour:
    """A column's colour: that of a player where there are colours for all, else the game's."""
    p = canvas.look.palette
    return p.players[column] if len(state.sums) <= len(p.players) else p.accents[ACCENT]


def is_apart(canvas: Canvas, state: State) -> bool:
    """Whether the cards do not stand over the columns of figures, which then have numbers."""
    return bool(state.terms.boxes) or (canvas.look.portrait and len(state.sums) > IN_LINE)


def seat_on_turn(state: State) -> int | None:
    """The seat whose turn it is: who writes next, else whose time runs; None where nobody's is."""
    if state.phase is not Phase.PLAY:
        return None
    if state.terms.by_turns:
        return state.turn
    return None if state.clock is None else state.clock.seat


def cards_high(canvas: Canvas, state: State) -> float:
    """Height of the cards, in units."""
    lines = 2 if canvas.look.portrait and len(state.sums) > IN_LINE else 1
    return lines * (78 if canvas.look.large_print else 72) + 8 * (lines - 1)


def draw_cards(canvas: Canvas, rect: Rect, state: State) -> None:
    """Every column with its sum; whose turn it is has a full card with an arrow, who deals has cards."""
    columns = range(len(state.sums))
    if not is_apart(canvas, state):
        _, *boxes = canvas.cols(rect, (NUMBER, *(_share(canvas, rect, state),) * len(columns)), canvas.u(4))
    elif len(columns) > IN_LINE and canvas.look.portrait:
        boxes = canvas.grid(rect, -(-len(columns) // 2), 2)
    else:
        boxes = canvas.cols(rect, (1,) * len(columns), canvas.u(4))
    for column, box in zip(columns, boxes, strict=False):
        _draw_card(canvas, box, state, column)


def _share(canvas: Canvas, rect: Rect, state: State) -> float:
    """The width of a column in units, beside the numbers of rounds."""
    return (rect.w / canvas.look.scale - NUMBER) / len(state.sums)


def _draw_card(canvas: Canvas, box: Rect, state: State, column: int) -> None:
    p, u, lu = canvas.look.palette, canvas.u, canvas.lu
    colour, seat = colour_of(canvas, state, column), seat_on_turn(state)
    on_turn = seat is not None and seat % len(state.sums) == column
    won = state.phase is not Phase.PLAY and column in state.winners
    ink = p.pair_ink if on_turn else p.text
    canvas.panel(box, colour if on_turn else p.panel, border=colour if won else None)
    inner, is_narrow = canvas.inset(box, 6, 3), box.w < u(130)
    name, total = canvas.rows(inner, (34, 32) if inner.h > u(50) else (1, 1), 0)
    canvas.text(name, state.columns[column], 17, "bold", ink, lines=2)
    side = min(u(17), total.h // 2)
    if is_apart(canvas, state):
        badge = Rect(total.x, total.y, lu(15), total.h)
        canvas.text(badge, str(column + 1), 16, "bold", ink if on_turn else colour)
        total = Rect(badge.x + badge.w, total.y, total.w - badge.w, total.h)
    marks = (
        ("arrow", on_turn),
        ("cup", won),
        ("cards", state.terms.deals and state.dealer % len(state.sums) == column),
    )
    signs = [mark for mark, holds in marks if holds]
    for n, mark in enumerate(signs):
        canvas.shape(Rect(total.x + total.w - side, total.y + n * side, side, side), mark, ink)
    if signs or not is_narrow:
        total = Rect(total.x, total.y, total.w - side - u(2), total.h)
    figure = number_text(state.sums[column])
    canvas.text(total, figure, 24 if is_narrow else 36, "bold", ink, "center", digits=True)


def draw_rows(canvas: Canvas, rect: Rect, state: State, high: float, touched: Touched | None = None) -> None:
    """The newest rows of a sheet without boxes, as many as fit, each ``high`` units."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.paper)
    apart = is_apart(canvas, state)
    head = canvas.lu(HEAD) if apart else 0
    weights = (NUMBER, *(_share(canvas, rect, state),) * len(state.sums))
    if apart:
        line = Rect(rect.x, rect.y, rect.w, head)
        for column, box in enumerate(canvas.cols(line, weights, u(4))[1:]):
            canvas.text(box, str(column + 1), 14, "bold", p.ink_muted, "center")
    if not len(state.rows):
        canvas.text(rect, t("Nothing is written yet."), 20, "regular", p.ink_muted, "center")
        return
    fits = max(1, (rect.h - head) // u(high))
    first = max(0, len(state.rows) - fits)
    for n, number in enumerate(range(first, len(state.rows))):
        box = Rect(rect.x, rect.y + head + n * u(high), rect.w, u(high))
        canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
        label, *cells = canvas.cols(box, weights, u(4))
        canvas.text(label, f"{number + 1}.", 16, "regular", p.ink_muted, "center")
        _draw_figures(canvas, cells, state, number, 20)
        if touched is not None:
            canvas.touch(box, touched(number))


def _draw_figures(canvas: Canvas, cells: Sequence[Rect], state: State, number: int, size: float) -> None:
    p = canvas.look.palette
    on_turn = state.next_column if state.terms.by_turns and state.phase is Phase.PLAY else None
    for column, (cell, box) in enumerate(zip(row_cells(state, number), cells, strict=True)):
        if cell is None:
            if column == on_turn and (state.terms.boxes or number == state.open_row):
                canvas.panel(canvas.inset(box, 2, 4), p.highlight, 6, p.ink_muted)
            continue
        ink = p.ink_muted if (number, column) in state.busts else p.ink
        text = number_text(cell) if isinstance(cell, int) else tr(cell)
        canvas.text(box, text, size, "bold", ink, "center", digits=isinstance(cell, int))


def blocks_of(canvas: Canvas, rect: Rect, state: State, high: float) -> tuple[int, int]:
    """How many parts of the boxes stand beside each other in ``rect``, and how many boxes each has, ``high`` units."""
    least = canvas.u(NAME + CELL * len(state.sums))
    beside = max(1, min(MOST_BLOCKS, (rect.w + canvas.u(8)) // (least + canvas.u(8))))
    fits = max(1, (rect.h - canvas.lu(HEAD)) // canvas.u(high))
    return beside, min(fits, -(-len(state.rows) // beside))


def pages_of(canvas: Canvas, rect: Rect, state: State) -> int:
    """On how many pages the boxes stand in ``rect``."""
    beside, lines = blocks_of(canvas, rect, state, ROW)
    return -(-len(state.rows) // (beside * lines))


def draw_boxes(
    canvas: Canvas, rect: Rect, state: State, page: int, high: float = ROW, touched: Touched | None = None
) -> None:
    """A page of the boxes with everybody's figures; the free ones of whose turn it is are marked."""
    p, u = canvas.look.palette, canvas.u
    beside, lines = blocks_of(canvas, rect, state, high)
    weights = (NAME, *(CELL,) * len(state.sums))
    head = canvas.lu(HEAD)
    tall = min((rect.h - head) // lines, u(60))
    for block, place in enumerate(canvas.cols(rect, (1,) * beside)):
        first = (page * beside + block) * lines
        numbers = range(first, min(first + lines, len(state.rows)))
        if not numbers:
            continue
        canvas.panel(Rect(place.x, place.y, place.w, head + tall * len(numbers)), p.paper)
        for column, box in enumerate(canvas.cols(Rect(place.x, place.y, place.w, head), weights, u(2))[1:]):
            canvas.text(box, str(column + 1), 14, "bold", p.ink_muted, "center")
        for n, number in enumerate(numbers):
            box = Rect(place.x, place.y + head + n * tall, place.w, tall)
            canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
            label, *cells = canvas.cols(box, weights, u(2))
            canvas.text(canvas.inset(label, 6, 0), tr(row_name(state, number)), 16, "semibold", p.ink, lines=2)
            _draw_figures(canvas, cells, state, number, 17)
            if touched is not None:
                canvas.touch(box, touched(number))
