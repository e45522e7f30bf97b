"""What people call things at a mariáš table: commitments, levels, faults, and what somebody did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.figures import Numeral
from rules.game import Event, Redo, Undo
from rules.marias import events as e
from rules.marias.state import Remark
from rules.message import Message, msg, msgs
from rules.money import kc

KINDS: Mapping[str, Message] = {
    "hra": msg("hra"),
    "sedma": msg("sedma"),
    "sedma_proti": msg("sedma proti"),
    "sto": msg("sto"),
    "mandatory_sto": msg("mandatory sto"),
    "sto_proti": msg("sto proti"),
    "betl": msg("betl"),
    "durch": msg("durch"),
}
SILENT_STO = msg("silent sto")
LEVELS: tuple[Message, ...] = (
    msg("no flek"),
    msg("flek"),
    msg("re"),
    msg("tutti"),
    msg("boty"),
    msg("kalhoty"),
    msg("kajzr"),
)
"""The ladder; each step doubles (M32)."""
FAULTS: Mapping[str, Message] = {
    "other": msg("renonc"),
    "jumped": msg("spoke out of turn"),
    "unacknowledged": msg("commitment not acknowledged"),
    "claim": msg("false claim"),
}
INFRACTIONS: Mapping[str, Message] = {
    "M7": msg("money not at the right hand"),
    "M19": msg("chose blind"),
    "M22": msg("cards not opened after the first trick"),
    "M26": msg("tricks looked at in a joint check"),
}
"""What a note without words is about, by its rule."""


REASONS: Mapping[str, Message] = {
    "misdeal": msg("misdealt"),
    "referee": msg("the referee's decision"),
    "disturbs": msg("disturbs the game"),
    "rules": msg("breaks the rules"),
    "tired": msg("socially tired"),
}
"""Reasons that the screens offer, by the word that stands in a record; people may write others."""


def reason_of(text: str) -> Message | str:
    """A reason as people read it."""
    return REASONS.get(text, text or "–")


def commitment(one: e.Commitment) -> Message:
    """A commitment with its multiple, its points where they count, and whether it was lost: ``sedma 2× – lost``."""
    kind = SILENT_STO if one.kind == "hra" and one.count is not None else KINDS[one.kind]
    message = msg("{kind} {times}×", kind=kind, times=2**one.level) if one.level else kind
    if one.count is not None:
        message = msg("{kind} ({points})", kind=message, points=one.count.total * 10)
    return msg("{kind} – lost", kind=message) if one.won is False else message


def comma_list(parts: list[Message]) -> Message:
    """Several messages with commas between them."""
    found = parts[0]
    for part in parts[1:]:
        found = msg("{one}, {other}", one=found, other=part)
    return found


def deal(one: e.Deal, names: Sequence[str] = ()) -> Message:
    """A deal in a few words: ``hra 4×, sedma · red``; ``names`` by seat, where they are known."""
    message = comma_list([commitment(part) for part in one.commitments])
    if one.red:
        message = msg("{deal} · red", deal=message)
    if one.renonc is None:
        return message
    fault, seat = FAULTS[one.renonc.fault], one.renonc.seat
    if names:
        return msg("{deal} · {fault}: {name}", deal=message, fault=fault, name=names[e.SEAT.index(seat)])
    return msg("{deal} · {fault} of {seat}", deal=message, fault=fault, seat=seat)


_WORDS: Mapping[type[Event], Callable[[Any], Message]] = {
    e.RoundTime: lambda x: msg("round length announced, in minutes: {n}", n=Numeral(Fraction(x.seconds, 60), None)),
    e.BreakTime: lambda x: msg("length of the break, in minutes: {n}", n=Numeral(Fraction(x.seconds, 60), None)),
    e.Seats: lambda x: msg("seats: {names}", names=", ".join(x.players)),
    e.StartRound: lambda x: msg("round started"),
    e.Dealer: lambda x: msg("seat {seat} deals", seat=x.seat),
    e.Dealt: lambda x: msg("cards dealt"),
    e.Deal: lambda x: msg("deal: {deal}", deal=deal(x)),
    e.Correct: lambda x: msg("correction of deal {n}: {deal}", n=x.of, deal=deal(x)),
    e.Annul: lambda x: msg("deal annulled: {reason}", reason=reason_of(x.reason)),
    e.TopUp: lambda x: msg("seat {seat} tops up {amount} Kč", seat=x.seat, amount=kc(x.amount)),
    e.Warn: lambda x: msg("warning for seat {seat}: {reason}", seat=x.seat, reason=reason_of(x.reason)),
    e.Expel: lambda x: msg("seat {seat} expelled", seat=x.seat),
    e.RefereeCall: lambda x: msg("referee called"),
    e.RefereeDone: lambda x: msg("referee has left"),
    e.Note: lambda x: msg("note to {rule}: {text}", rule=x.rule, text=x.text or INFRACTIONS.get(x.rule, "–")),
    e.Pause: lambda x: msg("pause"),
    e.Resume: lambda x: msg("goes on"),
    e.RoundPowerLoss: lambda x: msg("power loss"),
    e.SetTime: lambda x: (
        msg("time by the organiser's clock: {n} s left", n=x.remaining_s)
        if x.followed
        else msg("time set: {n} s left", n=x.remaining_s)
    ),
    e.EndRound: lambda x: msg("round ended early, by agreement") if x.agreed else msg("round ended"),
    e.EndTable: lambda x: msg("ended by agreement"),
    e.Closing: lambda x: msgs(
        "seat {seat} counted: {coin} Kč and {n} token",
        "seat {seat} counted: {coin} Kč and {n} tokens",
        x.tokens,
        seat=x.seat,
        coin=kc(x.coin),
    ),
    e.Sign: lambda x: msg("side {side} signs", side=x.side),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
}


def describe(event: Event) -> Message:
    """What somebody did, in a few words."""
    return _WORDS[type(event)](event)


_NAMED: Mapping[type[Event], Callable[[Any, str], Message]] = {
    e.TopUp: lambda x, name: msg("{name} tops up {amount} Kč", name=name, amount=kc(x.amount)),
    e.Warn: lambda x, name: (
        msg("{name} is warned: {reason}", name=name, reason=reason_of(x.reason))
        if x.reason
        else msg("{name} is warned", name=name)
    ),
    e.Expel: lambda x, name: msg("{name} is expelled", name=name),
    e.Note: lambda x, name: msg("{what} ({name})", what=describe(x), name=name),
}


def remark(one: Remark) -> Message:
    """A remark as people read it: with the player's name where it is about one, since seats change."""
    named = _NAMED.get(type(one.event))
    return named(one.event, one.name) if named is not None and one.name else describe(one.event)
