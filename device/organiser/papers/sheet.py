"""What papers share: what is wanted of one, figures as people read them, and lists on A4 as large as a wall needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from device.common.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, clean, fit, width
from device.common.i18n import t
from device.organiser.acts import decisions
from device.organiser.log.event_state import EventState
from rules.message import Refusal

HEAD = 19.0
"""What the head of a page takes, in mm."""
SHADE = 0.93
"""The grey of every other row."""


class DeskSign(NamedTuple):
    """What helpers read of the desk: its ``address``, and the ``print`` of the authority that vouches for it."""

    address: str
    print: str


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """The round (0: the last published one) and the game (empty: that round's) of a paper, the board's address, and
    what helpers read of the desk, where it has a certificate.
    """

    round: int = 0
    kind: str = ""
    address: str = ""
    desk: DeskSign | None = None

    def draw(self, state: EventState) -> decisions.Published:
        """The draw of the round that is meant. Raises `Refusal` where none of it is published."""
        draws = [draw for draw in state.tournament.rounds() if self.round in (0, draw.round)]
        if not draws:
            raise Refusal("", "No draw is published, so there is nothing to print.")
        return draws[-1]


def document(state: EventState, title: str, under: str) -> Document:
    """An empty paper of the event, named at the foot of each page."""
    return Document(title, " · ".join(part for part in (state.title or t("Event"), title, under) if part))


def begin(state: EventState, title: str, under: str) -> tuple[Document, float]:
    """A paper with its title and what stands beside it; where they end."""
    paper = document(state, title, under)
    return paper, head(paper, state, title, under)


def head(paper: Document, state: EventState, title: str, under: str) -> float:
    """The title with what stands beside it, and the event's name; where they end."""
    size, lines = fit(title, "bold", 24, 14, 110)
    paper.text(LEFT, MARGIN + 8, lines[0], size, "bold")
    paper.text(LEFT, MARGIN + 14.5, under, 12, space=RIGHT - LEFT, least=8)
    paper.text(RIGHT, MARGIN + 8, state.title, 13, "semibold", "right", space=72, least=7)
    paper.line(LEFT, MARGIN + 16.5, RIGHT, MARGIN + 16.5, 1.2)
    return MARGIN + HEAD


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its share of the width, whether figures stand in it, and how bold it is.

    Figures take the room they need; what they leave of their share is for the texts that need more (`widths`).
    """

    heading: str
    share: float
    right: bool = False
    weight: str = "regular"


def table(
    paper: Document, columns: Sequence[Column], rows: Sequence[Sequence[str]], top: float, high: float = 8.0
) -> float:
    """Rows below ``top``, and on further pages below their margin; where they end.

    ``high`` in mm. A cell that is too long is set smaller, then in two lines, then cut.
    """
    wides = widths(columns, rows)
    y = _headings(paper, columns, wides, top)
    for n, row in enumerate(rows):
        if y + high > BOTTOM:
            paper.page()
            y = _headings(paper, columns, wides, MARGIN)
        if n % 2:
            paper.box(LEFT, y, RIGHT - LEFT, high, 0, SHADE)
        x = LEFT
        for column, cell, wide in zip(columns, row, wides, strict=True):
            at = x + wide - 1.5 if column.right else x + 1.5
            align = "right" if column.right else "left"
            if column.right or width(clean(cell), column.weight, 9) <= wide - 3:
                paper.text(at, y + high * 0.68, cell, 12, column.weight, align, space=wide - 3, least=6)
            else:
                paper.lines(
                    at, y + high / 2, cell, 9, wide - 3, 2, weight=column.weight, least=7, step=1.1, middle=True
                )
            x += wide
        y += high
        paper.line(LEFT, y, RIGHT, y, 0.25, PALE)
    return y


def widths(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[float]:
    """How wide each column is, in mm; together they are as wide as the page.

    Columns that need less than their share have what they need, and the others share the rest; a column with nothing in
    it, to be written in by hand, keeps its share.
    """
    needs: list[float | None] = []
    for n, column in enumerate(columns):
        most = max((width(clean(row[n]), column.weight, 12) for row in rows), default=0.0)
        head = width(clean(column.heading), "semibold", 9)
        needs.append(max(most, head) + 3.5 if most or column.right else None)
    column_widths = [0.0] * len(columns)
    left, open_ = RIGHT - LEFT, list(range(len(columns)))
    while True:
        room = left / sum(columns[n].share for n in open_)
        fits = [n for n in open_ if (need := needs[n]) is not None and need <= columns[n].share * room]
        if not fits or len(fits) == len(open_):
            break
        for n in fits:
            column_widths[n] = needs[n] or 0.0
            left -= column_widths[n]
        open_ = [n for n in open_ if n not in fits]
    for n in open_:
        column_widths[n] = columns[n].share * room
    return column_widths


def _headings(paper: Document, columns: Sequence[Column], wides: Sequence[float], y: float) -> float:
    x = LEFT
    for column, wide in zip(columns, wides, strict=True):
        at, align = (x + wide - 1.5, "right") if column.right else (x + 1.5, "left")
        paper.text(at, y + 4.6, column.heading, 9, "semibold", align, space=wide - 3, least=6, grey=PALE)
        x += wide
    paper.line(LEFT, y + 6.5, RIGHT, y + 6.5, 0.8)
    return y + 6.5
