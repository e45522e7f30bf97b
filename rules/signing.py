"""Signing a result, disputing it, and opening a signed one again: the same in every game, by the number of its rule."""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from rules.acts import Act, with_fields
from rules.game import Entry
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.needs import Reason
from rules.vector import Vector

SIGN_AGAIN = msg("Why? Both sides will have to sign again.")
UNREADY = msg("There is no result to sign yet.")
TWICE = msg("This side has signed already.")


class SigningAct(Act, frozen=True, kw_only=True):
    """An act of the game's ``signing``; it cites the rule of that, where it names no other."""

    signing: ClassVar[Signing]

    def __init_subclass__(cls) -> None:
        """By the rule of its signing."""
        super().__init_subclass__()
        if hasattr(cls, "signing") and not cls.cites:
            cls.cites = cls.signing.rule


class ResultAct(SigningAct, frozen=True, kw_only=True):
    """An act about a result that waits for signatures."""

    def __init_subclass__(cls) -> None:
        """While its signing is open; where there is no result yet, that is said."""
        super().__init_subclass__()
        if hasattr(cls, "signing"):
            cls.phases, cls.out_of_phase = (cls.signing.open,), cls.signing.unready


class Signature(ResultAct, frozen=True, kw_only=True):
    """Somebody agrees with the result."""

    costly: ClassVar[bool] = True

    def check(self, state: Any) -> None:
        """Each side signs once."""
        if self.signing.side_of(self) in state.signed:
            raise Refusal(self.signing.rule, self.signing.twice)

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """A side agrees, and so withdraws its own dispute; with the second signature the result is sealed."""
        signing, side = self.signing, self.signing.side_of(self)
        now = state.with_remark(entry) if signing.noted else state
        signed = now.signed | {side}
        if any(dispute[0] == side for dispute in getattr(now, "disputes", ())):
            now = with_fields(now, disputes=Vector(dispute for dispute in now.disputes if dispute[0] != side))
        return with_fields(now, signed=signed, phase=signing.closed if len(signed) == 2 else signing.open)


class ResultSign(Signature, frozen=True, kw_only=True):
    """One side of the table agrees with the result."""

    words = Message("side {side} signs")
    ways = ({"side": "A"}, {"side": "B"})
    side: Literal["A", "B"]


class Reasoned(Act, frozen=True, kw_only=True):
    """An act that has a ``reason``: one of ``reasons``, which screens offer, by its word on record, or any in words."""

    reasons: ClassVar[Mapping[str, Message]] = {}

    @classmethod
    def reason_words(cls, reason: str) -> Message | str:
        """A reason on record as people read it."""
        return cls.reasons.get(reason, reason)

    def _value(self, name: str) -> object:
        value: Any = super()._value(name)
        return self.reason_words(value) if name == "reason" else value


class ResultDispute(Reasoned, ResultAct, frozen=True, kw_only=True):
    """A side does not agree with the result; nothing is signed then. A game adds its side and ``reason``."""

    words = Message("side {side} disputes the result: {reason}")

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """Nobody has signed any more."""
        dispute: Any = self
        disputes = state.disputes.append((self.signing.side_of(self), dispute.reason))
        return with_fields(state.with_remark(entry), signed=frozenset(), disputes=disputes)


class ResultReopen(Reasoned, SigningAct, frozen=True, kw_only=True):
    """A signed result is opened again, with a reason.

    It lasts: undo steps over it and takes back the signatures, and after them what was done. At a table one step back
    takes all of that (`entries_to_undo`).
    """

    lasting: ClassVar[bool] = True
    words = Message("opened again: {reason}")
    need = Reason(msg("Reopen the result"), SIGN_AGAIN)
    reason: Annotated[str, Meta(min_length=1, max_length=200)]

    @classmethod
    def guard(cls, state: Any) -> None:
        """Only what is signed is opened again."""
        if cls.signing.sealed_refusal(state) is None:
            raise Refusal(cls.signing.rule, cls.signing.unsigned)

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """Both sides sign anew."""
        return with_fields(state.with_remark(entry), signed=frozenset(), phase=self.signing.open)


def entries_to_undo(history: History) -> tuple[Entry, ...]:
    """What one step back takes at a table, latest first: the last entry that counts, with what must go before it.

    Signatures that a `ResultReopen` has cancelled go with what was signed: one of them taken back alone would let the
    other count again, though nobody has signed anew (S12). Empty where there is nothing to take back, or the result is
    signed.
    """
    if history.game.undo_refusal(history.state):
        return ()
    entries: list[Entry] = []
    is_reopened = False
    for step in reversed(history.steps):
        event = step.entry.event
        if step.lapsed is not None:
            continue
        if event.stays:
            is_reopened = is_reopened or isinstance(event, ResultReopen)
            continue
        entries.append(step.entry)
        if not (is_reopened and isinstance(event, Signature)):
            break
    return tuple(entries)


def entries_to_redo(history: History) -> tuple[Entry, ...]:
    """What one step forth puts back at a table, in that order: the converse of `entries_to_undo`."""
    undone = [history.entries[n - 1] for n in reversed(history.redoable)]
    counting = (step.entry for step in history.steps)
    reopened = max((entry.n for entry in counting if isinstance(entry.event, ResultReopen)), default=0)
    signatures = takewhile(lambda entry: isinstance(entry.event, Signature) and entry.n < reopened, undone[1:])
    return (*undone[:1], *signatures)


@dataclass(frozen=True)
class Signing:
    """How a result is signed by ``rule``: in phase ``open``, and once both sides have in phase ``closed``.

    A state has a ``phase``, those who have ``signed`` and, where a side may disagree, ``disputes``; ``side_of`` gives
    the side of an event as it stands there. Said is ``sealed`` of what both have signed, ``unsigned`` where nothing
    signed can be opened again, ``unready`` where there is nothing to sign yet, ``twice`` to a side that has signed.
    ``noted``: a signature is a remark, too.
    """

    rule: str
    open: enum.Enum
    closed: enum.Enum
    side_of: Callable[[Any], Hashable] = attrgetter("side")
    sealed: Message = field(kw_only=True)
    unsigned: Message = field(kw_only=True)
    unready: Message = UNREADY
    twice: Message = TWICE
    noted: bool = False

    def sealed_refusal(self, state: Any) -> Refusal | None:
        """Why nothing is changed any more where both sides have signed; None before."""
        return Refusal(self.rule, self.sealed) if state.phase is self.closed else None
