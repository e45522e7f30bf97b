"""What the organiser tells tables, made from acts.

The fields of an act have the types that the message has (`device.common.event.messages`), or the desk holds them to
these where it decides, so nothing is decided of which the tables then hear nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from device.common.event import messages
from device.common.games.registry import SPECS
from device.organiser.acts import decisions
from device.organiser.log.event_games import key_of
from rules.sheet_terms import SheetTerms

MOST_RETURNED = 20
"""Results sent back that are sent to a table at once; the next ones follow when these are opened."""


def pairing(act: decisions.Paired, title: str = "", terms: SheetTerms | None = None) -> messages.Pairing:
    """Who plays at a table next, at the event called ``title``; by these ``terms``, where they play on a sheet."""
    spec = SPECS.get(act.kind)
    goes_on = bool(act.round) and spec is not None and spec.goes_on
    return messages.Pairing(title=title, goes_on=goes_on, terms=terms, **_fields(act, messages.Pairing))


def round_on(act: decisions.RoundSet, clock: str, title: str = "") -> messages.CurrentRound:
    """The round that is on, in the event's clock, whose id is ``clock``."""
    return messages.CurrentRound(clock=clock, title=title, **_fields(act, messages.CurrentRound))


def _fields(act: decisions.Decision, message: type[msgspec.Struct]) -> dict[str, Any]:
    """What ``message`` says in the words of ``act``."""
    fields = {name: getattr(act, name) for name in message.__struct_fields__ if hasattr(act, name)}
    return fields | {"kind": key_of(fields["kind"])} if "kind" in fields else fields


def notice(act: decisions.Noticed | None) -> messages.Notice:
    """The announcement; None: there is none."""
    if act is None:
        return messages.Notice(notice="0" * 16)
    return messages.Notice(**_fields(act, messages.Notice))


def with_returned(order: messages.Order, returned: Sequence[messages.ReturnedResult]) -> messages.Order:
    """``order`` with as many of the results sent back as fit into one message."""
    fits = order
    for count in range(1, min(len(returned), MOST_RETURNED) + 1):
        more = msgspec.structs.replace(order, returned=tuple(returned[:count]))
        if len(msgspec.json.encode(more)) > messages.LARGEST:
            break
        fits = more
    return fits
