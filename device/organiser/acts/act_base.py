"""What every act of the organiser has, and the types of its fields."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.event.messages import Nonce, Short

RoundNumber = Annotated[int, Meta(ge=0, le=99)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
LARGEST_NUMBER = 9999
Halere = Annotated[int, Meta(ge=0, le=10**9)]
EntrantNumber = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Groups = Annotated[tuple[Annotated[tuple[Short, ...], Meta(max_length=8)], ...], Meta(max_length=24)]


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="act"):
    """Something the organiser decided. A later act replaces an earlier one on the same thing.

    ``by`` is who sat at the desk, as far as they said.
    """

    by: Short = ""


class TournamentAct(Decision, frozen=True, kw_only=True):
    """An act about who takes part and who plays whom. Those with one ``id`` were one decision, taken back together."""

    id: Nonce


class EntrantAct(TournamentAct, frozen=True, kw_only=True):
    """An act about one entrant, named by its id."""

    entrant: Nonce
