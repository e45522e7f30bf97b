"""The scoresheet (partiář) on A4: the starters left, heavier lines after each double turn (S21, S22).

Each round has two lines for each pair: word, objection, points, total, and the turn's official time. Below stand the
result, the cross boxes and the signatures.
"""

from __future__ import annotations

from itertools import accumulate

from device.common.exports import FiledGame
from device.common.exports.heading import draw_head, occasion, signed_at
from device.common.exports.pdf import BOTTOM, INK, LEFT, MARGIN, PALE, RIGHT, Document, fit, width
from device.common.exports.plain_pdf import draw_lines
from device.common.i18n import exact, t, tr
from device.games.polish_doubles.sheet_view import places, rack_line
from rules.game import SECOND
from rules.polish_doubles import acts as e
from rules.polish_doubles.report import (
    STRUCK,
    dispute_notes,
    name_notes,
    outcome,
    remark_cell,
    remark_notes,
    sheet_notes,
)
from rules.polish_doubles.rows import Kind, Row
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import Phase, State

ROW = 5.7
NUMBER = 7.0
"""Height of a line, width of the rounds' numbers, in mm."""
HALF = (RIGHT - LEFT - NUMBER) / 2
COLUMNS = (36.0, 20.5, 9.5, 11.0, 12.5)
"""Widths of word, objection, points, total and time of one pair, in mm."""
EDGES = tuple(tuple(accumulate(COLUMNS, initial=x)) for x in (LEFT + NUMBER, LEFT + NUMBER + HALF))
"""Where the columns of either pair begin, and where the last one ends."""
RESULT = 59.5
"""Height of the result with its signatures."""
CROSSES = 5
"""Boxes for crosses that are there from the beginning."""


def sheet_pdf(filed: FiledGame) -> bytes:
    """The scoresheet of a game of Polish doubles. Raises `ExportError`."""
    state: State = filed.history.state
    first = 0 if state.starter is None else state.starter
    title = tr(filed.history.game.report(state).title)
    document = Document(title, t("{title} · game {n}", title=title, n=filed.number))
    y = draw_head(document, t("Scoresheet"), occasion(filed), MARGIN, tr(filed.history.game.name))
    y = _sheet(document, state, (first, 1 - first), y + 3)
    document.text(LEFT, y + 3.6, t("Time: official, by the opponents' clock unless it says otherwise."), 7.5, grey=PALE)
    y += 5
    if y + RESULT > BOTTOM:
        document.page()
        y = MARGIN
    y = _result(document, filed, (first, 1 - first), y)
    draw_lines(document, _remarks(state), y)
    return document.finish()


def _sheet(document: Document, state: State, order: tuple[int, int], y: float) -> float:
    lines = places(state)
    totals = state.totals()
    y = top = _names(document, state, order, y)
    for place in lines:
        if place.line == 0 and y + 2 * ROW > BOTTOM:
            _frame(document, top, y)
            document.page()
            y = top = _names(document, state, order, MARGIN)
        if place.line == 0:
            document.text(LEFT + NUMBER - 1.8, y + 4.0, str(place.round + 1), 8, align="right", grey=PALE)
        for pair, edges in zip(order, EDGES, strict=True):
            index = place.turns[pair]
            if index is not None:
                _cells(document, state, totals[index], index, place.line, edges, y)
        y += ROW
        closed = place.line == 1
        document.line(LEFT, y, RIGHT, y, 1.8 if closed else 0.25, INK if closed else PALE)
    _frame(document, top, y)
    return y


def _names(document: Document, state: State, order: tuple[int, int], y: float) -> float:
    """Both pairs over their columns, and what the columns hold; where the lines begin."""
    for pair, edges in zip(order, EDGES, strict=True):
        setup = state.setup.pairs[pair]
        room = edges[-1] - edges[0] - 2
        letter = LETTER[pair]
        document.text(edges[0] + 1.5, y + 5.5, letter, 14, grey=PALE)
        start = edges[0] + 1.5 + width(letter, "regular", 14) + 2
        size, lines = fit(setup.name, "bold", 14, 14, edges[-1] - start, 1)
        if setup.name and "…" in lines[-1]:
            size, lines = fit(setup.name, "bold", 10.5, 8, edges[-1] - start, 2)
        for n, line in enumerate(lines):
            document.text(start, y + 5.5 + (n - len(lines) + 1) * size * 0.4, line, size, "bold")
        players = "   ".join(f"{n} {name}" for n, name in enumerate(setup.players, start=1) if name.strip())
        document.text(edges[0] + 1.5, y + 10.2, players, 9.5, space=room, least=6)
    y += 12
    document.box(LEFT, y, RIGHT - LEFT, 5, 0, 0.9)
    labels = (t("WORD"), t("OBJECTION"), t("POINTS"), t("TOTAL"), t("TIME"))
    for edges in EDGES:
        for n, label in enumerate(labels):
            right = n > 1
            at = edges[n + 1] - 1 if right else edges[n] + 1.5
            align = "right" if right else "left"
            document.text(at, y + 3.6, label, 6.5, "semibold", align, space=COLUMNS[n] - 1.4, least=4.5)
    y += 5
    document.line(LEFT, y, RIGHT, y, 1.8)
    return y


def _frame(document: Document, top: float, y: float) -> None:
    """The upright lines of the columns on this page."""
    for edges in EDGES:
        for n, x in enumerate(edges[:-1]):
            document.line(x, top - 5, x, y, 1.8 if n == 0 else 0.25, INK if n == 0 else PALE)
    for x in (LEFT, RIGHT):
        document.line(x, top - 5, x, y, 0.8)
    document.line(LEFT, top - 5, RIGHT, top - 5, 0.8)


def _cells(
    document: Document,
    state: State,
    totals: tuple[int | None, ...],
    index: int,
    line: int,
    edges: tuple[float, ...],
    y: float,
) -> None:
    """One line of one pair."""
    turn = state.turns[index]
    base = y + 4.15
    if line >= len(turn.rows):
        if line >= turn.moves:
            for start, end in ((edges[0] + 2, edges[1] - 2), (edges[2] + 2, edges[4] - 2)):
                document.line(start, y + ROW / 2, end, y + ROW / 2, 0.7)
            if line == turn.moves and turn.struck:
                _small(document, tr(STRUCK[turn.struck]), edges, y)
    else:
        row = turn.rows[line]
        _word(document, row, edges, y)
        if row.kind not in (Kind.PASS, Kind.LOST, Kind.EXCHANGE):
            document.text(edges[3] - 1.2, base, str(row.points), 10.5, align="right")
        remark = remark_cell(state, turn, line)
        if remark is not None:
            _small(document, tr(remark), edges, y)
        if not row.counts and row.kind is not Kind.LOST:
            for start, end in _strokes(row, edges):
                document.line(start, y + ROW / 2 + 0.1, end, y + ROW / 2 + 0.1, 0.8)
        total = totals[line]
        if total is not None:
            document.text(edges[4] - 1.2, base, str(total), 11, "bold", "right")
    _time(document, state, index, line, edges, y)


def _word(document: Document, row: Row, edges: tuple[float, ...], y: float) -> None:
    x = edges[0] + 3.6
    if row.player is not None:
        document.text(edges[0] + 1.2, y + 2.7, str(row.player), 5.5, grey=PALE)
    if row.kind is Kind.WORD:
        document.text(x, y + 4.15, tr(row.label), 10.5, "semibold", space=edges[1] - x - 1, least=5)
    else:
        text = t("exchange of tiles: {n}", n=row.tiles) if row.kind is Kind.EXCHANGE else tr(row.label)
        document.text(x, y + 4.15, text, 10, "italic", space=edges[1] - x - 1, least=5)


def _strokes(row: Row, edges: tuple[float, ...]) -> list[tuple[float, float]]:
    """From where to where a row that fell is struck through: its word and its points."""
    x = edges[0] + 3.6
    size, lines = fit(tr(row.label), "semibold", 10.5, 5, edges[1] - x - 1)
    points = width(str(row.points), "regular", 10.5)
    return [
        (x - 0.6, x + width(lines[0], "semibold", size) + 0.6),
        (edges[3] - 1.7 - points, edges[3] - 0.7),
    ]


def _small(document: Document, text: str, edges: tuple[float, ...], y: float) -> None:
    document.lines(edges[1] + 0.9, y + ROW / 2, text, 7, COLUMNS[1] - 1.4, 2, weight="italic", least=5, middle=True)


def _time(document: Document, state: State, index: int, line: int, edges: tuple[float, ...], y: float) -> None:
    """The official time of a finished turn in its second line, what is special about it in the first (S10)."""
    if index >= len(state.clock.turns) or state.clock.turns[index].struck:
        return
    timed = state.clock.turns[index]
    official = timed.official
    if line == 1:
        used = timed.reconstructed_time if official is None else official.used
        over = used > state.clock.limit
        weight = "italic" if official is None else "bold" if over else "regular"
        document.text(edges[5] - 1.2, y + 4.05, exact(used), 9, weight, "right", space=COLUMNS[4] - 1.5, least=6)
        return
    marks = []
    if official is None:
        marks.append(t("undecided"))
    elif official.clock is None:
        marks.append(t("referee"))
    elif official.clock == timed.mover:
        marks.append(t("own clock"))
    if timed.doubt and timed.decided is None:
        marks.append(f"±{-(-timed.doubt // SECOND)} s")
    if marks:
        document.lines(edges[4] + 0.8, y + ROW / 2, " ".join(marks), 6, COLUMNS[4] - 1.2, 2, least=4.5, middle=True)


def _result(document: Document, filed: FiledGame, order: tuple[int, int], y: float) -> float:
    """Sums, racks, result, crosses and signatures of both pairs; where they end."""
    state: State = filed.history.state
    known = outcome(state)
    text = t("The game is not finished.") if known is None else tr(known)
    document.text((LEFT + RIGHT) / 2, y + 6, text, 14, "bold", "center", space=RIGHT - LEFT, least=8)
    y += 10
    for pair, x in zip(order, (LEFT, LEFT + (RIGHT - LEFT) / 2 + 3), strict=True):
        _pair_result(document, filed, pair, x, (RIGHT - LEFT) / 2 - 3, y)
    return y + RESULT - 10


def _pair_result(document: Document, filed: FiledGame, pair: int, x: float, wide: float, y: float) -> None:
    state: State = filed.history.state
    end = x + wide
    final = state.phase in (Phase.RESULT, Phase.SIGNED)
    settled = state.settlement(pair)
    document.text(x, y + 4, state.names[pair], 11, "bold", space=wide, least=6)
    label, tiles, points = rack_line(state, pair)
    total = tr(state.total(pair) - settled)
    for n, (name, middle, value) in enumerate(((t("Sum of the sheet"), "", total), (label, tiles, points))):
        base = y + 10.5 + 6 * n
        document.text(x, base, name, 9)
        start = x + width(name, "regular", 9) + 3
        document.text(start, base, middle, 9, "semibold", space=end - start - 14, least=5)
        document.text(end, base, value, 11, "semibold", "right")
        document.line(x, base + 1.6, end, base + 1.6, 0.25, PALE)
    document.text(x, y + 24.2, t("Result"), 11, "bold")
    document.text(end, y + 25, tr(state.total(pair)) if final else "", 18, "bold", "right")
    document.line(x, y + 26.8, end, y + 26.8, 1.4)
    _crosses(document, state.crosses[pair], x, wide, y + 29.5)
    document.text(x, y + 44.5, t("Signature"), 9)
    document.line(x + width(t("Signature"), "regular", 9) + 3, y + 45.3, end, y + 45.3, 0.6)
    when = signed_at(filed, e.Sign(pair=LETTER[pair]) if pair in state.signed else None)
    document.text(end, y + 48.7, when, 7.5, align="right", space=wide, least=5, grey=PALE)


def _crosses(document: Document, count: int, x: float, wide: float, y: float) -> None:
    """A box for each cross; from the third on a cross costs a move (S15), so those boxes are shaded."""
    label = t("Crosses")
    document.text(x, y + 4.4, label, 9)
    boxes = max(CROSSES, count)
    start = x + width(label, "regular", 9) + 3
    step = min(7.0, (wide - (start - x)) / boxes)
    side = step - 1
    for n in range(boxes):
        left, top = start + n * step, y + (6 - side) / 2
        document.box(left, top, side, side, 0.6, 0.9 if n >= 2 else None)
        if n < count:
            inset = side * 0.2
            document.line(left + inset, top + inset, left + side - inset, top + side - inset, 1.4)
            document.line(left + inset, top + side - inset, left + side - inset, top + inset, 1.4)


def _remarks(state: State) -> list[str]:
    """What a referee needs beside the sheet: what happened when, and rows as they stood before.

    What stands on the sheet anyway is left out: who starts, the press that starts the clocks, racks, signatures;
    corrections show how the rows stood before.
    """
    start = next((remark.at for remark in state.remarks if isinstance(remark.event, e.Press)), None)
    remarks = [
        remark
        for remark in state.remarks
        if not isinstance(remark.event, (e.Starters, e.Correct, e.Sign, e.Racks))
        and not (isinstance(remark.event, e.Press) and remark.at == start)
    ]
    lines = [*map(tr, name_notes(state)), *map(tr, remark_notes(remarks, 1))]
    for index, turn in enumerate(state.turns):
        for place, row in enumerate(turn.rows):
            for old in row.versions:
                was = f"{tr(old.label)} {old.points}" if old.on_board else tr(old.label)
                text = t(
                    "Turn {turn}, move {move} before the correction: {was}.", turn=index + 1, move=place + 1, was=was
                )
                lines.append(text)
    return [*lines, *map(tr, sheet_notes(state)), *map(tr, dispute_notes(state))]
