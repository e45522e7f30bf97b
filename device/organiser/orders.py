"""What the organiser tells tables, made from acts; and whether a table could read it.

Both ends have the same types (`device.event.wire`); what an act becomes is sent through them before the act is
committed, so nothing is decided of which the tables then hear nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from device.event import wire
from device.organiser import decisions
from rules.message import Refusal

MOST_RETURNED = 20
"""Results sent back of which a table is told at once; the next ones follow when these are opened."""
LARGEST_PAIRING = 24 * 1024
"""Bytes of a pairing, which shares a message with everything else that a table is told."""


def pairing(act: decisions.Paired, title: str = "") -> wire.Pairing:
    """Who plays at a table next, at the event called ``title``."""
    return wire.Pairing(
        pairing=act.pairing, kind=act.kind, round=act.round, title=title, names=act.names, seats=act.seats
    )


def round_on(act: decisions.RoundSet, clock: str, title: str = "") -> wire.Round:
    """The round that is on, in the event's clock, whose id is ``clock``."""
    return wire.Round(
        clock=clock, round=act.round, title=title, starts=act.starts, length_s=act.length_s, paused_at=act.paused_at
    )


def notice(act: decisions.Noticed | None) -> wire.Notice:
    """The announcement; None: there is none."""
    if act is None:
        return wire.Notice(notice="0" * 16)
    return wire.Notice(notice=act.notice, text=act.text, text_en=act.text_en)


def with_returned(order: wire.Order, returned: Sequence[wire.Returned]) -> wire.Order:
    """``order`` with as many of the results sent back as fit into one message."""
    fits = order
    for count in range(1, min(len(returned), MOST_RETURNED) + 1):
        more = msgspec.structs.replace(order, returned=tuple(returned[:count]))
        if len(msgspec.json.encode(more)) > wire.LARGEST:
            break
        fits = more
    return fits


def check(act: decisions.Decision) -> None:
    """Whether tables can read what ``act`` makes the organiser tell them. Raises `Refusal`."""
    said: wire.Round | wire.Notice | wire.Order | None = None
    match act:
        case decisions.RoundSet():
            said = round_on(act, "0" * 16)
        case decisions.Noticed():
            said = notice(act)
        case decisions.Paired():
            said = wire.Order(pairing=pairing(act))
            if len(msgspec.json.encode(said)) > LARGEST_PAIRING:
                raise Refusal("", "There are too many names, or one of them is too long.")
        case decisions.ToldTables():
            said = wire.Order(note=act.text)
        case decisions.Coming():
            said = wire.Order(referee=act.call)
        case decisions.SentBack():
            said = wire.Order(returned=(wire.Returned(game=act.game, reason=act.reason),))
    if said is not None:
        try:
            wire.decode(wire.encode(said), type(said))
        except (wire.BadMessage, msgspec.MsgspecError, OverflowError, ValueError) as error:
            raise decisions.refused(error) from None
