"""Slips for tables: who plays, room for the result and to sign; several on a sheet, to be cut apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.common.exports.heading import field
from device.common.exports.pdf import HEIGHT, LEFT, PALE, RIGHT, Document
from device.common.i18n import t, tr
from device.common.specs.spec import GameSpec
from device.organiser.log.event_state import EventState
from device.organiser.papers.sheet import PaperRequest, document
from device.organiser.tournament.kinds import is_money
from device.organiser.tournament.public_names import has_own_name
from rules.games import DEFAULT_KEY

EDGE = 9.0
"""Between the edge of a slip and what stands on it, in mm."""
MOST_ROWS = 5
ROWS_HIGH = 105.0
"""Room for the rows of a slip of which two are on a page, in mm."""
PEN = 0.6


@dataclass(frozen=True, slots=True)
class PaperSlip:
    """What stands on a slip; empty is left to be written. ``rows``: a number, a name, and who that is."""

    round: str
    table: str
    rows: Sequence[tuple[str, str, str]]


def name_slips(state: EventState, wanted: PaperRequest) -> bytes:
    """A slip for every table of a round, with names. Raises `Refusal` where no draw is published."""
    draw = wanted.draw(state)
    entrants = state.tournament.entrants
    slips = []
    for table in sorted(draw.tables, key=lambda drawn_table: drawn_table.table):
        rows = []
        for id in table.entrants:
            if (who := entrants.get(id)) is not None:
                own = len(who.players) > 1 and has_own_name(who)
                people = " + ".join(who.players)
                rows.append((str(who.number), who.name if own else people, people if own else ""))
        slips.append(PaperSlip(str(draw.round), str(table.table), rows))
    return _sheets(state, state.game(draw.kind), slips, t("Round {n}", n=draw.round))


def blank_slips(state: EventState, wanted: PaperRequest) -> bytes:
    """A page of slips without names."""
    rounds = list(state.tournament.rounds())
    kind = wanted.kind if wanted.kind and state.knows(wanted.kind) else rounds[-1].kind if rounds else DEFAULT_KEY
    game = state.game(kind)
    seats = min(MOST_ROWS, game.seats.most)
    return _sheets(state, game, [PaperSlip("", "", [("", "", "")] * seats)] * _on_a_page(seats), t("Blank slips"))


def _on_a_page(rows: int) -> int:
    return 3 if rows <= 2 else 2


def _sheets(state: EventState, game: GameSpec, slips: Sequence[PaperSlip], under: str) -> bytes:
    title = t("Slips")
    paper = document(state, title, under)
    each = _on_a_page(max((len(slip.rows) for slip in slips), default=2))
    high = (HEIGHT - 12) / each
    for n, slip in enumerate(slips):
        if n and n % each == 0:
            paper.page()
        top = high * (n % each)
        if n % each:
            paper.line(0, top, RIGHT + LEFT, top, 0.4, PALE)  # to cut along
        _slip(paper, state.title, game, slip, top + EDGE)
    return paper.finish()


def _slip(paper: Document, event: str, game: GameSpec, slip: PaperSlip, y: float) -> None:
    money = is_money(game)
    paper.text(LEFT, y + 6, tr(game.name), 17, "bold", space=70, least=10)
    paper.text(LEFT, y + 11.5, event, 9.5, space=86, least=6, grey=PALE)
    if slip.table:
        paper.text(RIGHT - 34, y + 7, t("Round {n}", n=slip.round), 13, "semibold", "right")
        paper.text(RIGHT, y + 8.5, slip.table, 26, "bold", "right")
        paper.text(RIGHT - 17, y + 7, t("Table"), 11, align="right", grey=PALE)
    else:
        field(paper, RIGHT - 84, y + 7, 38, t("Round"), "")
        field(paper, RIGHT - 40, y + 7, 40, t("Table"), "")
    y += 17
    wide = (70.0, 28.0, 34.0, 54.0) if money else (86.0, 0.0, 36.0, 64.0)
    labels = (t("Player"), t("Top-ups (Kč)"), t("Result (Kč)"), t("Signature"))
    if not money:
        labels = (t("Pair") if game.seats.pairs else t("Player"), "", t("Points"), t("Signature"))
    x = LEFT
    for label, width in zip(labels, wide, strict=True):
        paper.text(x + 1.5, y, label, 8.5, grey=PALE, space=max(width - 2, 1), least=6) if width else None
        x += width
    y += 2
    high = 17.0 if len(slip.rows) <= 2 else min(15.0, ROWS_HIGH / len(slip.rows))
    for number, name, people in slip.rows:
        y = _row(paper, number, name, people, wide, y, high)
    if money:
        paper.text(LEFT + wide[0] + wide[1] - 2, y + 8, t("Sum (has to be 0)"), 9.5, align="right")
        paper.box(LEFT + wide[0] + wide[1], y + 1.5, wide[2], 9, PEN)
    of_all = t("Everybody's points; all sign.") if len(slip.rows) > 2 else t("The points of both; both sign.")
    text = t("Results with + or −; all sign.") if money else of_all
    paper.text(LEFT, y + 8, text, 9, grey=PALE, space=66 if money else RIGHT - LEFT, least=6)


def _row(paper: Document, number: str, name: str, people: str, wide: Sequence[float], y: float, high: float) -> float:
    x = LEFT
    for width in wide:
        if width:
            paper.box(x, y, width, high, PEN)
        x += width
    if name:
        middle = y + high * (0.36 if people else 0.5)
        paper.lines(
            LEFT + 9, middle, name, 13, wide[0] - 11, 1 if people else 2, weight="semibold", least=9, middle=True
        )
        paper.text(LEFT + 7.5, middle + 1, number, 9, align="right", grey=PALE)
        paper.text(LEFT + 9, y + high * 0.82, people, 9, space=wide[0] - 11, least=6)
    return y + high
