"""Situations of a table at an event, which belong to no game: at a table for Polish doubles, without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from device.common.event.messages import NextSeat, NextSeats, Notice, Order, Pairing
from device.common.event.ticket import Ticket, code_of
from device.event.actions import EVENT, PlayPairing, ShowNextRound
from device.event.timing import RoundCountdown
from device.graphics.actions import DONE
from device.io.inputs import EventUpdate
from rules.game import SECOND
from tests.kiosk.situations.polish_doubles import opened
from tools.play.players.polish_doubles import DoublesPlayer

TICKET = Ticket(event="pisek-2026", table=7, host="192.168.1.10", password="0123ABCD")
TEXT = "Oběd je ve 12:30 v jídelně, čtvrté kolo začne ve 13:15."
NOTICE = Notice(notice="ab" * 8, text=TEXT, text_en="Lunch is at 12:30, the fourth round starts at 13:15.")
PAIRING = Pairing(
    pairing="cd" * 8,
    kind="polish_doubles",
    round=3,
    names=("Moravští krtci", "Dvě sloky"),
    seats=(("Alena", "Bohumil"), ("Cyril", "Dana")),
)
NEXT = NextSeats(
    round=4,
    of=12,
    seats=(
        NextSeat(name="Moravští krtci", table=7, others=("Severka",), place=1),
        NextSeat(name="Dvě sloky", table=12, others=("Kvítek a Hrom",), place=11),
    ),
)


class Nowhere:
    """A link without a network."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args: None


def typing(p: DoublesPlayer) -> None:
    """The code on the card, all but its last letter."""
    p.touch(EVENT)
    for letter in code_of(TICKET).replace("-", "")[:-1]:
        p.kiosk.controller.on_text(letter)
    p.kiosk.loop.invalidate()
    p.settle()


def joined(p: DoublesPlayer) -> None:
    """The screens of the event, without a connection yet."""
    p.kiosk.event._connect = lambda ticket: setattr(p.kiosk.event, "_link", Nowhere())
    typing(p)
    p.kiosk.controller.on_text(code_of(TICKET)[-1])
    p.touch(DONE)


def told(p: DoublesPlayer, **changes: Any) -> None:
    """What came over the line."""
    p.kiosk.post(EventUpdate(replace(p.kiosk.event.status, **changes)))
    p.settle()


def away(p: DoublesPlayer) -> None:
    """Without a connection for a while."""
    joined(p)
    told(p, waiting=37)


def well(p: DoublesPlayer, **changes: Any) -> None:
    """Connected, in the third round, and what else there is."""
    joined(p)
    now = p.clock.ns
    count = RoundCountdown(3, "", now - 600 * SECOND, now + 2400 * SECOND)
    told(p, connected=True, answered=True, countdown=count, **changes)


def called(p: DoublesPlayer) -> None:
    """The referee is on the way to a running game."""
    opened(p)
    p.kiosk.event._connect = lambda ticket: setattr(p.kiosk.event, "_link", Nowhere())
    p.kiosk.event.join(TICKET, p.kiosk.table)
    p.kiosk.event.call_referee(p.kiosk.table)
    told(p, connected=True, answered=True, order=Order(referee=p.kiosk.event.call.call), waiting=2)


def announced(p: DoublesPlayer) -> None:
    """An announcement over a running game."""
    called(p)
    told(p, notice=NOTICE)


def next_round(p: DoublesPlayer) -> None:
    """Who plays where in the next round, from the home screen."""
    well(p, order=Order(next=NEXT))
    p.touch(ShowNextRound())


def seated(p: DoublesPlayer) -> None:
    """The names of a pairing, to be confirmed."""
    well(p, order=Order(pairing=PAIRING))
    p.kiosk.host.home()
    p.kiosk.loop.invalidate()
    p.settle()
    p.touch(PlayPairing(PAIRING))


AT_EVENT: dict[str, Callable[[DoublesPlayer], None]] = {
    "event-code": typing,
    "event-away": away,
    "event-well": well,
    "event-called": called,
    "event-notice": announced,
    "event-next": next_round,
    "event-seated": seated,
}
