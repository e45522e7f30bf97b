"""Signing a result, disputing it, and opening a signed one again: the same in every game, by the number of its rule."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from rules.game import Entry, Event
from rules.message import Message, Refusal, msg
from rules.vector import Vector

TWICE = msg("This side has signed already.")


class ResultSign(Event, frozen=True, kw_only=True):
    """One side of the table agrees with the result."""

    costly: ClassVar[bool] = True

    side: Literal["A", "B"]


class ResultReopen(Event, frozen=True, kw_only=True):
    """A signed result is opened again, with a reason.

    It lasts: undo steps over it and takes back the signatures, and after them what was done.
    """

    lasting: ClassVar[bool] = True
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


@dataclass(frozen=True)
class Signing:
    """How a result is signed by ``rule``: in phase ``open``, and once both sides have in phase ``closed``.

    A state has a ``phase``, those who have ``signed`` and, where a side may disagree, ``disputes``; ``side_of`` gives
    the side of an event as it stands there. Said is ``sealed`` of what both have signed, ``unsigned`` where nothing
    signed can be opened again, ``twice`` to a side that has signed. ``noted``: a signature is a remark, too.
    """

    rule: str
    open: enum.Enum
    closed: enum.Enum
    side_of: Callable[[Any], Hashable]
    sealed: Message
    unsigned: Message
    twice: Message = TWICE
    noted: bool = False

    def sealed_refusal(self, state: Any) -> Refusal | None:
        """Why nothing is changed any more where both sides have signed; None before."""
        return Refusal(self.rule, self.sealed) if state.phase is self.closed else None

    def check_open(self, state: Any) -> None:
        """What both sides have signed is changed only once it is opened again."""
        if (refusal := self.sealed_refusal(state)) is not None:
            raise refusal

    def check_sign(self, state: Any, entry: Entry, event: Any) -> None:
        """Each side signs once."""
        if self.side_of(event) in state.signed:
            raise Refusal(self.rule, self.twice)

    def sign(self, state: Any, entry: Entry, event: Any) -> Any:
        """A side agrees; its own dispute is withdrawn with it. With the second signature the result is sealed."""
        side = self.side_of(event)
        now = state.with_remark(entry) if self.noted else state
        signed = now.signed | {side}
        if any(one[0] == side for one in getattr(now, "disputes", ())):
            now = _with(now, disputes=Vector(one for one in now.disputes if one[0] != side))
        return _with(now, signed=signed, phase=self.closed if len(signed) == 2 else self.open)

    def dispute(self, state: Any, entry: Entry, event: Any) -> Any:
        """A side does not agree: nobody has signed any more."""
        disputes = state.disputes.append((self.side_of(event), event.reason))
        return _with(state.with_remark(entry), signed=frozenset(), disputes=disputes)

    def may_reopen(self, state: Any) -> None:
        """Only what is signed is opened again."""
        if self.sealed_refusal(state) is None:
            raise Refusal(self.rule, self.unsigned)

    def reopen(self, state: Any, entry: Entry, event: Any) -> Any:
        """A signed result is opened again; both sides sign anew."""
        return _with(state.with_remark(entry), signed=frozenset(), phase=self.open)


def _with(state: Any, **fields: Any) -> Any:
    """A state with other values of those fields, be it a dataclass or a struct."""
    replace = msgspec.structs.replace if isinstance(state, msgspec.Struct) else dataclasses.replace
    return replace(state, **fields)
