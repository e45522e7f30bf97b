"""The next round of a tournament at this table: the game goes on with new people, its clock with the organiser's.

And who plays where: those who sat here, their next table, with whom, and how they stand.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from device.common.event.messages import NextSeat, NextSeats, Pairing
from device.common.games.registry import SPECS
from device.common.i18n import t
from device.event.actions import PutOff, ReadNextRound, ShowNextRound, SitDown
from device.event.client import EventClient
from device.event.timing import RoundCountdown
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, draw_panel
from device.kiosk.screen_controller import CLOSE
from device.registry import TABLES
from device.table.table import Table
from rules.game import Event, Progress
from rules.message import Refusal

log = logging.getLogger("dvojtah.event")


def going_on(event: EventClient, table: Table) -> Event | None:
    """The event with which the game on the table goes on with whom the organiser has drawn; None where it does not."""
    pairing = event.order.pairing
    if pairing is None or not pairing.goes_on or table.history is None or table.game.key != pairing.kind:
        return None
    spec = TABLES.get(pairing.kind)
    return None if spec is None or spec.next_round is None else spec.next_round.load()(table.state, pairing)


def may_sit_down(event: EventClient, table: Table) -> bool:
    """Whether they can sit down now: between two rounds."""
    seats = going_on(event, table)
    if seats is None:
        return False
    word = str(type(seats).__struct_config__.tag)
    return table.game.may(table.state, table.game_time())[word] is None


def sit_down(event: EventClient, host: Host) -> None:
    """The drawn people sit down in the game on the table. Raises `Refusal`."""
    seats = going_on(event, host.table)
    if seats is not None:
        host.table.do(host.people.with_newcomer_ids(seats), source="organiser")
    host.show_game()


def taken_into_kept_game(event: EventClient, host: Host, kind: str) -> bool:
    """Put the kept game of this event that goes on with the drawn people on the table, with them; whether there is one.

    Raises `Refusal` where its round is not over, or is the drawn one already; then it shows.
    """
    game_id, pairing = event.newest_game(kind), event.order.pairing
    if game_id is None or pairing is None:
        return False
    if host.table.game_id != game_id:
        host.table.resume(game_id)
    if going_on(event, host.table) is None:
        if pairing.round in (SPECS[kind].card.load().rounds(host.table.state) or {}):
            host.show_game()  # the draw was corrected after they had begun
            raise Refusal("M31", "Round {n} has been played here already.", n=pairing.round)
        host.table.leave()
        return False
    host.show_game()
    sit_down(event, host)
    return True


def check_start(event: EventClient, table: Table) -> None:
    """Raises `Refusal` where people wait to sit down: those who sat there before would begin the round of others."""
    pairing = event.order.pairing
    if pairing is not None and may_sit_down(event, table) and pairing.pairing not in event.put_off:
        raise Refusal("M31", "Others are drawn here for round {n}: first touch Sit down, or Not now.", n=pairing.round)


def to_show(event: EventClient, table: Table) -> NextSeats | None:
    """Where people play next, for a card over the game: between games, until somebody has read it."""
    seats = event.next_seats
    if seats is None or table.history is None or f"next {seats.round}" in event.read:
        return None
    return seats if table.game.progress(table.state) is Progress.SIGNED or _between(table, seats) else None


def _between(table: Table, seats: NextSeats) -> bool:
    """Whether a game of several rounds stands between two of them."""
    spec = TABLES.get(table.game.key)
    if spec is None or spec.next_round is None:
        return False
    begun = spec.game.card.load().rounds(table.state)
    return begun is not None and len(begun) > 0 and all(begun.values()) and seats.round not in begun


def follow(event: EventClient, table: Table, now: int) -> None:
    """Bring the game's clock to the organiser's at device time ``now``, while it can be reached.

    Without a network the table's own clock counts on; what they differ by is on record once it is back.
    """
    status = event.status
    if status is None or table.history is None or status.away or not (status.connected and status.answered):
        return
    round = status.countdown
    if round is None and (ended := status.ended) is not None:
        round = RoundCountdown(ended.ended, ended.title, now, now, kind=ended.kind)  # nothing is left of it
    spec = TABLES.get(table.game.key)
    if round is None or spec is None or spec.follow is None or round.kind not in ("", table.game.key):
        return
    due = spec.follow.load()(table.state, table.game_time(now), round, now)
    if due is not None:
        try:
            table.do(due, source="organiser", mono=now)
        except Refusal as refusal:
            log.warning("the organiser's clock is not followed: %s", refusal)


ROWS = 5
"""Lines for which there is always room; where more sat at a table, theirs are lower."""


class WhoPlaysWhere(Screen[EventClient]):
    """A line for everybody who sat here, and below them who sits down here."""

    key = "event_next"

    def valid(self, state: EventClient) -> bool:
        """While a draw is published."""
        return state.next_seats is not None

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """The lines, and who comes."""
        event, p = view.state, canvas.look.palette
        seats, status = event.next_seats, event.status
        assert seats is not None
        assert status is not None
        head, body, foot = below_heading(canvas, (214, 166))  # a card may lie over the last
        heading(canvas, head, t("Round {n}: who plays where", n=seats.round))
        inner = draw_panel(canvas, body, p.paper, 14, 8)
        rows = canvas.rows(inner, (1,) * max(ROWS, len(seats.seats)), canvas.u(2))
        for seat, row in zip(seats.seats, rows, strict=False):
            _line(canvas, row, seat, status.table, seats.of, 2 if len(seats.seats) <= ROWS else 1)
        pairing = event.order.pairing
        if pairing is None or (pairing.goes_on and pairing.pairing not in event.put_off):  # a card says who sits down
            return body
        line = Rect(foot.x, foot.y, foot.w, canvas.u(60))
        canvas.text(line, coming(pairing, status.table), 20, "semibold", p.text, lines=2)
        return body

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """To where one came from."""
        return CLOSE


def _line(canvas: Canvas, row: Rect, seat: NextSeat, here: int, of: int, lines: int) -> None:
    """Somebody: name and place, the next table, with whom."""
    p = canvas.look.palette
    who, where, others = canvas.cols(row, (34, 22, 44) if canvas.look.portrait else (40, 18, 42))
    name, place = canvas.rows(who, (1, 1), 0) if canvas.look.portrait else canvas.cols(who, (25, 15))
    canvas.text(name, seat.name, 22, "bold", p.ink)
    if seat.place:
        canvas.text(place, t("{place} of {n} so far", place=seat.place, n=of), 15, "regular", p.ink_muted)
    canvas.text(where, table_of(seat, here), 22, "bold", p.ink)
    canvas.text(others, " · ".join(seat.others), 17, "regular", p.ink, lines=lines)


def table_of(seat: NextSeat, here: int) -> str:
    """Where somebody plays next, seen from table ``here``."""
    if not seat.table:
        return t("has a bye")
    return t("stays here") if seat.table == here else t("table {n}", n=seat.table)


def coming(pairing: Pairing, here: int) -> str:
    """Who sits down at this table."""
    names = ", ".join(pairing.names or (" + ".join(group) for group in pairing.seats))
    return t("Table {n}: {names}", n=here, names=names)


Button = tuple[str, object, str]


def next_round_card(event: EventClient, table: Table) -> tuple[str, str, Sequence[Button]] | None:
    """What a card says of the next round: head, text, its buttons (words, action, style); None: nothing."""
    pairing, status = event.order.pairing, event.status
    if status is None:
        return None
    if pairing is not None and may_sit_down(event, table) and pairing.pairing not in event.put_off:
        head = t("Round {n}: these people sit down here", n=pairing.round)
        names = ", ".join(name for group in pairing.seats for name in group)
        buttons: list[Button] = [(t("Sit down"), SitDown(), "accent")]
        if event.next_seats is not None:
            buttons.append((t("Who plays where"), ShowNextRound(), "normal"))
        return head, names, (*buttons, (t("Not now"), PutOff(pairing.pairing), "normal"))
    seats = to_show(event, table)
    if seats is None or may_sit_down(event, table):
        return None
    read = (t("I see"), ReadNextRound(seats.round), "normal")
    text = " · ".join(f"{seat.name}: {table_of(seat, status.table)}" for seat in seats.seats)
    return t("Round {n}", n=seats.round), text, ((t("Who plays where"), ShowNextRound(), "accent"), read)
