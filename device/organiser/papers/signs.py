"""Signs for tables, folded to stand: the number for both sides, and the way to the table's page."""

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import lru_cache

import segno

from device.common.exports.pdf import HEIGHT, LEFT, PALE, RIGHT, WIDTH, Document
from device.common.i18n import language, t
from device.organiser.log.event_state import EventState
from device.organiser.papers.sheet import DeskSign, PaperRequest, document
from rules.message import Refusal

FOLD = HEIGHT / 2
CODE = 46.0
"""Edge of the QR code with its margin, in mm."""
CODE_LEFT = RIGHT - CODE - 4
QUIET = 4
"""Modules of white around a code."""
CORRECTION = "m"
DARK = re.compile(rb"\x01+")
"""Modules of a row that are dark."""
MASK = 2
"""One pattern for every code: to try all eight takes most of the time, and a camera reads each of them."""


def signs(state: EventState, wanted: PaperRequest) -> bytes:
    """A sign for every table that is drawn or was heard of. Raises `Refusal` where there is none."""
    tables = {table.number for table in state.tables()}
    draws = [draw for draw in state.tournament.rounds() if wanted.round in (0, draw.round)]
    tables |= {table.table for draw in draws for table in draw.tables}
    if not tables:
        raise Refusal("", "No table is known and none is drawn.")
    paper = document(state, t("Table signs"), "")
    for n, table in enumerate(sorted(tables)):
        if n:
            paper.page()
        paper.line(0, FOLD, 8, FOLD, 0.4, PALE)
        paper.line(WIDTH - 8, FOLD, WIDTH, FOLD, 0.4, PALE)
        for turned in (nullcontext(), paper.upside_down()):
            with turned:
                _half(paper, state.title, table, wanted.address)
                if wanted.desk is not None:
                    _desk(paper, wanted.desk)
    return paper.finish()


def _half(paper: Document, event: str, table: int, address: str) -> None:
    """The lower half of a page."""
    top = FOLD + 12
    paper.text(LEFT, top + 8, t("Table"), 26, "semibold")
    paper.text(RIGHT, top + 8, event, 16, "semibold", "right", space=130, least=8)
    many = len(str(table))
    size = {1: 300, 2: 300, 3: 215}.get(many, 160)
    # Figures of Source Sans stand two thirds of their size high.
    base = top + 18 + (100 - size * 0.66 / 2.835) / 2 + size * 0.66 / 2.835
    paper.text(LEFT, base, str(table), size, "bold")
    if address:
        where = f"{address.rstrip('/')}/{language()}/table/{table}"
        qr_code(paper, where, RIGHT - CODE, FOLD + 62, CODE)
        paper.text(RIGHT - CODE / 2, FOLD + 62 + CODE + 4, t("this table, live"), 11, align="center")
        short = address.replace("http://", "").replace("https://", "").rstrip("/")
        paper.text(RIGHT - CODE / 2, FOLD + 62 + CODE + 9, short, 9, align="center", space=60, least=6, grey=PALE)


def _desk(paper: Document, desk: DeskSign) -> None:
    """Where helpers find the desk, and the print by which they know that it is this one's: at the foot of a half."""
    where = t("desk for helpers: {address}", address=desk.address)
    paper.text(LEFT, HEIGHT - 22, where, 8, space=CODE_LEFT - LEFT, least=6, grey=PALE)
    if desk.print:
        known = t("fingerprint of its certificate authority (SHA-256): {print}", print=desk.print)
        paper.text(LEFT, HEIGHT - 18, known, 6.5, space=RIGHT - LEFT, least=5, grey=PALE)


def door_sign(state: EventState, address: str) -> bytes:
    """A page for the door: how people check themselves in. Raises `Refusal` where they do not."""
    if not state.door:
        raise Refusal("", "The check-in is closed; open it first.")
    paper, middle = document(state, t("Check-in"), ""), WIDTH / 2
    paper.text(middle, 40, t("Check-in"), 64, "bold", "center", space=180, least=30)
    paper.text(middle, 54, state.title, 20, "regular", "center", space=180, least=9)
    if address:
        qr_code(paper, f"{address}?code={state.door}", middle - 55, 66, 110)
        short = address.replace("http://", "").rstrip("/")
        paper.text(middle, 188, short, 20, "semibold", "center", space=180, least=9)
    paper.text(middle, 222, state.door, 72, "bold", "center", space=180)
    for n, line in enumerate((t("Find your name and say that you are here."), t("Without a telephone: at the desk."))):
        paper.text(middle, 244 + 11 * n, line, 18, "regular", "center", space=180, least=9)
    return paper.finish()


def qr_code(paper: Document, text: str, x: float, y: float, edge: float) -> None:
    """A QR code with its white margin in a square of ``edge`` mm."""
    paper.runs(x, y, edge, *_modules(text))


@lru_cache(maxsize=2)
def _modules(text: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """How many modules the code has in a row with its margin, and its dark runs; both sides of a sign have the same."""
    rows = [bytes(row) for row in segno.make(text, error=CORRECTION, mask=MASK).matrix]
    dark = (
        (n + QUIET, match.start() + QUIET, len(match[0])) for n, row in enumerate(rows) for match in DARK.finditer(row)
    )
    return len(rows) + 2 * QUIET, tuple(dark)
