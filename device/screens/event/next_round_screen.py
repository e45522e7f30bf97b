"""Who plays where in the round that comes: those who sat here, their next table, with whom, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.event.actions import PutOff, ReadNextRound, ShowNextRound, SitDown
from device.event.client import EventClient
from device.event.messages import NextSeat, NextSeats, Pairing
from device.graphics.actions import BACK
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.overlay import CLOSE
from device.kiosk.screen import Next, Screen, View
from device.screens.event.next_round import may_sit_down, to_show
from device.table.table import Table

ROWS = 5
"""People on the screen; a table of mariáš has no more."""


@dataclass(frozen=True)
class WhoPlaysWhere(Screen[EventClient]):
    """A line for everybody who sat here, and below them who sits down here."""

    key = "event_next"

    def valid(self, state: EventClient) -> bool:
        """While a draw is published."""
        return state.next_seats is not None

    def draw(self, canvas: Canvas, view: View[EventClient]) -> Rect:
        """The lines, and who comes."""
        event, p = view.state, canvas.look.palette
        found, status = event.next_seats, event.status
        assert found is not None
        assert status is not None
        head, body, foot = canvas.rows(canvas.area, (58, 214, 166))  # a card may lie over the last
        back, title = canvas.cols(head, (22, 78) if canvas.look.portrait else (13, 87))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Round {n}: who plays where", n=found.round), 24, "bold", p.text)
        canvas.panel(body, p.paper)
        u = canvas.u
        inner = Rect(body.x + u(14), body.y + u(8), body.w - u(28), body.h - u(16))
        for seat, row in zip(found.seats[:ROWS], canvas.rows(inner, (1,) * ROWS, u(2)), strict=False):
            _line(canvas, row, seat, status.table, found.of)
        pairing = event.pairing
        if pairing is None or (pairing.goes_on and not event.is_put_off(pairing)):  # a card says who sits down
            return body
        line = Rect(foot.x, foot.y, foot.w, u(60))
        canvas.text(line, coming(pairing, status.table), 20, "semibold", p.text, lines=2)
        return body

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """To where one came from."""
        return CLOSE


def _line(canvas: Canvas, row: Rect, seat: NextSeat, here: int, of: int) -> None:
    """Somebody: name and place, the next table, with whom."""
    p = canvas.look.palette
    who, where, others = canvas.cols(row, (34, 22, 44) if canvas.look.portrait else (40, 18, 42))
    name, place = canvas.rows(who, (1, 1), 0) if canvas.look.portrait else canvas.cols(who, (25, 15))
    canvas.text(name, seat.name, 22, "bold", p.ink)
    if seat.place:
        canvas.text(place, t("{place} of {n} so far", place=seat.place, n=of), 15, "regular", p.ink_muted)
    canvas.text(where, table_of(seat, here), 22, "bold", p.ink)
    canvas.text(others, " · ".join(seat.others), 17, "regular", p.ink, lines=2)


def table_of(seat: NextSeat, here: int) -> str:
    """Where somebody plays next, seen from table ``here``."""
    if not seat.table:
        return t("has a bye")
    return t("stays here") if seat.table == here else t("table {n}", n=seat.table)


def coming(pairing: Pairing, here: int) -> str:
    """Who sits down at this table."""
    names = ", ".join(pairing.names or (" + ".join(group) for group in pairing.seats))
    return t("Table {n}: {names}", n=here, names=names)


def in_short(found: NextSeats, here: int) -> str:
    """Everybody's next table in one line."""
    return " · ".join(f"{seat.name}: {table_of(seat, here)}" for seat in found.seats)


Button = tuple[str, object, str]


def next_round_card(event: EventClient, table: Table) -> tuple[str, str, Sequence[Button]] | None:
    """What a card says of the next round: head, text, its buttons (words, action, style); None: nothing."""
    pairing, status = event.pairing, event.status
    if status is None:
        return None
    if pairing is not None and may_sit_down(event, table) and not event.is_put_off(pairing):
        head = t("Round {n}: these people sit down here", n=pairing.round)
        names = ", ".join(name for group in pairing.seats for name in group)
        buttons: list[Button] = [(t("Sit down"), SitDown(), "accent")]
        if event.next_seats is not None:
            buttons.append((t("Who plays where"), ShowNextRound(), "normal"))
        return head, names, (*buttons, (t("Not now"), PutOff(pairing.pairing), "normal"))
    found = to_show(event, table)
    if found is None or may_sit_down(event, table):
        return None
    read = (t("I see"), ReadNextRound(found.round), "normal")
    text = in_short(found, status.table)
    return t("Round {n}", n=found.round), text, ((t("Who plays where"), ShowNextRound(), "accent"), read)
