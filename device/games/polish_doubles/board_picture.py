"""The board as a picture, whole or a part of it: tiles, premium squares by signs as well as colours, and marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from device.common.i18n import t
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from rules.polish_doubles.tiles import VALUE
from rules.scrabble import SIZE, Board, Notation
from rules.scrabble.squares import EMPTY, LETTER_TIMES, STRIDE, WORD_TIMES, names

THUMB = 42
"""Units: the least side of a square that a finger is to find."""
LABELS = 13
"""Units: the strip with letters and numbers beside the whole board."""


class Part(NamedTuple):
    """``rows`` by ``columns`` squares from ``row`` and ``column`` on, ``side`` pixels each, with the corner there."""

    x: int
    y: int
    side: int
    row: int = 0
    column: int = 0
    rows: int = SIZE
    columns: int = SIZE

    @property
    def rect(self) -> Rect:
        """Where it lies."""
        return Rect(self.x, self.y, self.columns * self.side, self.rows * self.side)

    def shows(self, row: int, column: int) -> bool:
        """Whether the square is in it."""
        return self.row <= row < self.row + self.rows and self.column <= column < self.column + self.columns

    def place(self, row: int, column: int) -> Rect:
        """Where a square lies."""
        x, y = self.x + (column - self.column) * self.side, self.y + (row - self.row) * self.side
        return Rect(x, y, self.side, self.side)


def whole_in(canvas: Canvas, rect: Rect) -> Part:
    """The whole board as large as it goes into ``rect``, its letters and numbers beside it."""
    strip = canvas.u(LABELS)
    side = (min(rect.w, rect.h) - strip) // SIZE
    wide = side * SIZE + strip
    return Part(rect.x + strip + (rect.w - wide) // 2, rect.y + strip + (rect.h - wide) // 2, side)


def part_in(
    canvas: Canvas,
    rect: Rect,
    centre: tuple[int, int],
    seen: tuple[int, int] | None = None,
    least: int | None = None,
) -> Part:
    """As much of the board as fits into ``rect`` round ``centre``; ``seen`` lies in it.

    Squares have a side of ``least`` pixels or more (None: enough for a thumb).
    """
    least = canvas.u(THUMB) if least is None else least
    rows, columns = min(SIZE, rect.h // least), min(SIZE, rect.w // least)
    side = min(rect.h // rows, rect.w // columns)
    row, column = (
        _from(middle, shown, None if seen is None else seen[axis])
        for axis, (middle, shown) in enumerate(zip(centre, (rows, columns), strict=True))
    )
    x, y = rect.x + (rect.w - side * columns) // 2, rect.y + (rect.h - side * rows) // 2
    return Part(x, y, side, row, column, rows, columns)


def _from(middle: int, shown: int, seen: int | None) -> int:
    """The first of ``shown`` rows or columns round ``middle``, moved no further than that ``seen`` is one of them."""
    first = max(0, min(SIZE - shown, middle - shown // 2))
    return first if seen is None else max(seen - shown + 1, min(seen, first))


def draw_board(
    canvas: Canvas,
    part: Part,
    board: Board,
    notation: Notation,
    fresh: Mapping[int, str] | None = None,
    framed: Mapping[int, Colour] | None = None,
    *,
    beside: bool | None = None,
) -> None:
    """That part of the board. ``fresh`` are tiles about to be laid, ``framed`` squares with a frame, by number.

    Rows and columns have their names ``beside`` it, where the caller leaves room for them, or in the squares (None:
    beside the whole board).
    """
    fresh, framed = fresh or {}, framed or {}
    whole = part.rows == part.columns == SIZE
    for row in range(part.row, part.row + part.rows):
        for column in range(part.column, part.column + part.columns):
            number = row * STRIDE + column
            box = part.place(row, column)
            letter = fresh.get(number) or board.across[number]
            if letter == EMPTY:
                _empty(canvas, box, number, framed.get(number))
            else:
                draw_tile(canvas, box, letter, fresh=number in fresh, frame=framed.get(number))
    outside = whole if beside is None else beside
    (_beside if outside else _inside)(canvas, part, notation, {*fresh, *_taken(board)})


def _taken(board: Board) -> Collection[int]:
    return [number for number, tile in enumerate(board.across) if tile != EMPTY]


def _gap(side: int) -> int:
    return 1 if side < 36 else 2


def _empty(canvas: Canvas, box: Rect, number: int, frame: Colour | None) -> None:
    p, gap = canvas.look.palette, _gap(box.w)
    kind = _premium(number)
    inner = Rect(box.x + gap, box.y + gap, box.w - 2 * gap, box.h - 2 * gap)
    canvas.panel(inner, p.panel if kind is None else p.premium[kind], 4, frame)
    if kind is None:
        return
    n = 2 + kind % 2
    if kind < 2:
        dot = max(2, box.w // 9)
        left = box.x + (box.w - dot * (2 * n - 1)) // 2
        for step in range(n):
            canvas.shape(Rect(left + 2 * dot * step, box.y + (box.h - dot) // 2, dot, dot), "dot", p.text)
        return
    thick = max(1, box.w // 15)
    top = box.y + (box.h - thick * (3 * n - 2)) // 2
    for step in range(n):
        canvas.panel(Rect(box.x + box.w // 3, top + 3 * thick * step, box.w - 2 * (box.w // 3), thick), p.text, 0)


def draw_legend(canvas: Canvas, rect: Rect) -> None:
    """What the four kinds of premium squares are, two and two."""
    says = (t("letter ×2"), t("letter ×3"), t("word ×2"), t("word ×3"))
    number_of = {kind: number for number in range(SIZE * STRIDE) if (kind := _premium(number)) is not None}
    for kind, box in enumerate(canvas.grid(rect, 2, 2, canvas.u(4))):
        _empty(canvas, Rect(box.x, box.y, box.h, box.h), number_of[kind], None)
        words = Rect(box.x + box.h + canvas.u(8), box.y, box.w - box.h - canvas.u(8), box.h)
        canvas.text(words, says[kind], 16, "regular", canvas.look.palette.text)


def _premium(number: int) -> int | None:
    """Which premium colour a square has, None where it has none."""
    if LETTER_TIMES[number] > 1:
        return LETTER_TIMES[number] - 2
    return WORD_TIMES[number] if WORD_TIMES[number] > 1 else None


def draw_tile(canvas: Canvas, box: Rect, letter: str, *, fresh: bool = False, frame: Colour | None = None) -> None:
    """A tile in its square; a ``fresh`` one is about to be laid."""
    u, p, gap = canvas.u, canvas.look.palette, _gap(box.w)
    inner = Rect(box.x + gap, box.y + gap, box.w - 2 * gap, box.h - 2 * gap)
    fill = p.highlight if fresh else p.tile
    if frame is not None:
        canvas.panel(box, frame, 6)
        edge = max(2, box.w // 12)
        canvas.panel(Rect(box.x + edge, box.y + edge, box.w - 2 * edge, box.h - 2 * edge), fill, 4)
    else:
        canvas.panel(inner, p.tile_edge, 5)
        canvas.panel(Rect(inner.x, inner.y, inner.w, inner.h - max(1, box.h // 16)), fill, 5)
    units = box.h / u(1000) * 1000
    body = Rect(box.x, box.y - box.h // 24, box.w, box.h)
    canvas.text(body, letter, units * 0.67, "bold", p.ink, "center", fills=True)
    if units >= 36:
        corner = Rect(box.x, box.y + box.h - u(18), box.w - u(5), u(14))
        canvas.text(corner, str(VALUE.get(letter.upper(), "")), 11, "semibold", p.ink, "right", fills=True)


def _beside(canvas: Canvas, part: Part, notation: Notation, taken: Collection[int]) -> None:
    strip, colour = canvas.u(LABELS), canvas.look.palette.muted
    rows, columns = names(notation)
    for row in range(part.row, part.row + part.rows):
        left = part.place(row, part.column)
        canvas.text(Rect(left.x - strip, left.y, strip, left.h), rows[row], 11, "regular", colour, "center")
    for column in range(part.column, part.column + part.columns):
        above = part.place(part.row, column)
        canvas.text(Rect(above.x, above.y - strip, above.w, strip), columns[column], 11, "regular", colour, "center")


def _inside(canvas: Canvas, part: Part, notation: Notation, taken: Collection[int]) -> None:
    """In the corners of the outer squares, where there is no room beside them."""
    u, p = canvas.u, canvas.look.palette
    rows, columns = names(notation)
    for row in range(part.row, part.row + part.rows):
        for column in range(part.column, part.column + part.columns):
            if row != part.row and column != part.column:
                continue
            box, number = part.place(row, column), row * STRIDE + column
            colour = p.ink if number in taken else p.text
            if column == part.column:
                low = Rect(box.x + u(4), box.y + box.h - u(16), u(16), u(13))
                canvas.text(low, rows[row], 11, "regular", colour)
            if row == part.row:
                high = Rect(box.x + u(4), box.y + u(2), box.w - u(8), u(13))
                canvas.text(high, columns[column], 11, "regular", colour, "right")


def draw_map(canvas: Canvas, rect: Rect, board: Board, fresh: Collection[int], part: Part) -> Part:
    """The whole board small: where tiles lie, and which part of it shows. Gives back where its squares lie."""
    p = canvas.look.palette
    canvas.panel(rect, p.panel, 6)
    side = max(1, (min(rect.w, rect.h) - 2) // SIZE)
    here = Part(rect.x + (rect.w - side * SIZE) // 2, rect.y + (rect.h - side * SIZE) // 2, side)
    window = Rect(here.x + part.column * side, here.y + part.row * side, part.columns * side, part.rows * side)
    canvas.panel(window, p.key_accent, 2, p.text)
    for number in sorted({*_taken(board), *fresh}):
        box = here.place(*divmod(number, STRIDE))
        canvas.panel(box, p.highlight if number in fresh else p.tile, 0)
    return here
