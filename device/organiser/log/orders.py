"""What the organiser tells tables, made from acts; and whether a table could read it.

Both ends have the same types (`device.event.wire`); what an act becomes is sent through them before the act is
committed, so nothing is decided of which the tables then hear nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from device.event import messages, wire
from device.organiser.acts import decisions
from device.registry import EVENT_SPECS
from rules.message import Refusal

MOST_RETURNED = 20
"""Results sent back that are sent to a table at once; the next ones follow when these are opened."""
LARGEST_PAIRING = 24 * 1024
"""Bytes of a pairing, which shares a message with everything else that is sent to a table."""


def pairing(act: decisions.Paired, title: str = "") -> messages.Pairing:
    """Who plays at a table next, at the event called ``title``."""
    return messages.Pairing(
        pairing=act.pairing,
        kind=act.kind,
        round=act.round,
        title=title,
        names=act.names,
        seats=act.seats,
        people=act.people,
        goes_on=bool(act.round) and (spec := EVENT_SPECS.get(act.kind)) is not None and spec.next_round is not None,
    )


def round_on(act: decisions.RoundSet, clock: str, title: str = "") -> messages.CurrentRound:
    """The round that is on, in the event's clock, whose id is ``clock``."""
    return messages.CurrentRound(
        clock=clock,
        round=act.round,
        title=title,
        starts=act.starts,
        length_s=act.length_s,
        paused_at=act.paused_at,
        kind=act.kind,
        ended=act.ended,
    )


def notice(act: decisions.Noticed | None) -> messages.Notice:
    """The announcement; None: there is none."""
    if act is None:
        return messages.Notice(notice="0" * 16)
    return messages.Notice(notice=act.notice, text=act.text, text_en=act.text_en)


def with_returned(order: messages.Order, returned: Sequence[messages.ReturnedResult]) -> messages.Order:
    """``order`` with as many of the results sent back as fit into one message."""
    fits = order
    for count in range(1, min(len(returned), MOST_RETURNED) + 1):
        more = msgspec.structs.replace(order, returned=tuple(returned[:count]))
        if len(msgspec.json.encode(more)) > messages.LARGEST:
            break
        fits = more
    return fits


def check(act: decisions.Decision) -> None:
    """Whether tables can read what ``act`` makes the organiser tell them. Raises `Refusal`."""
    message: messages.CurrentRound | messages.Notice | messages.Order | None = None
    match act:
        case decisions.RoundSet():
            message = round_on(act, "0" * 16)
        case decisions.Noticed():
            message = notice(act)
        case decisions.Paired():
            message = messages.Order(pairing=pairing(act))
            if len(msgspec.json.encode(message)) > LARGEST_PAIRING:
                raise Refusal("", "There are too many names, or one of them is too long.")
        case decisions.NoteSent():
            message = messages.Order(note=act.text)
        case decisions.Coming():
            message = messages.Order(referee=act.call)
        case decisions.SentBack(on=True):
            message = messages.Order(returned=(messages.ReturnedResult(game=act.game, reason=act.reason),))
    if message is not None:
        try:
            wire.decode(wire.encode(message), type(message))
        except (wire.BadMessage, msgspec.MsgspecError, OverflowError, ValueError) as error:
            raise decisions.refused(error) from None
