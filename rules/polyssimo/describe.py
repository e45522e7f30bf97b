"""What somebody did, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.game import Event, Redo, Undo
from rules.message import Message, msg
from rules.polyssimo import events as e

some_piece = msg("some piece")
"""A piece that was only counted."""

REASONS: dict[str, Message] = {
    "wrong count": msg("wrong count"),
    "wrong piece": msg("wrong piece"),
    "referee": msg("the referee decided"),
}
"""Reasons to open a signed result again that screens offer; a record may give others in words."""

DISPUTES: dict[str, Message] = {
    "count": msg("what is left"),
    "last": msg("whose piece was the last"),
    "placed": msg("where a piece lies"),
    "other": msg("something else"),
}
"""What a side disagrees with that screens offer; a record may say it in words."""

INFRACTIONS: dict[str, Message] = {
    "P5": msg("picked out of turn"),
    "P6": msg("placed out of turn"),
    "P7": msg("moved a placed piece"),
    "P8": msg("placed after standing aside"),
}
"""What a note without words is about, by its rule."""


def who(player: int | None) -> Message:
    """A player by number, or whoever was on turn."""
    return msg("player {n}", n=player) if player is not None else msg("on turn")


def dispute_reason(reason: str) -> Message | str:
    """What a side disagrees with."""
    return DISPUTES.get(reason, reason)


def _correct(event: e.Correct) -> Message:
    if event.left is not None:
        return msg("result put right: {left} left", left=" : ".join(str(n) for n in event.left))
    if event.place is not None:
        return msg("placement {n} put right: {piece}", n=event.place, piece=event.piece or "–")
    return msg("{one} and {other} change places", one=event.taken or "–", other=event.piece or "–")


def _note(event: e.Note) -> Message:
    text = event.text or INFRACTIONS.get(event.rule, "–")
    if event.player is None:
        return msg("note to {rule}: {text}", rule=event.rule, text=text)
    return msg("note to {rule}, player {n}: {text}", rule=event.rule, n=event.player, text=text)


_WORDS: Mapping[type[Event], Callable[[Any], Message]] = {
    e.Pick: lambda x: msg("pick: {piece} ({who})", piece=x.piece, who=who(x.player)),
    e.Begin: lambda x: msg("pieces shared, placing begins"),
    e.Place: lambda x: msg("place: {piece} ({who})", piece=x.piece or some_piece, who=who(x.player)),
    e.Stand: lambda x: msg("stands aside ({who})", who=who(x.player)),
    e.Outcome: lambda x: msg("result: {left} left", left=" : ".join(str(n) for n in x.left)),
    e.Correct: _correct,
    e.Note: _note,
    e.Dispute: lambda x: msg("side {side} disputes the result: {reason}", side=x.side, reason=dispute_reason(x.reason)),
    e.Sign: lambda x: msg("side {side} signs", side=x.side),
    e.Reopen: lambda x: msg("opened again: {reason}", reason=REASONS.get(x.reason, x.reason)),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
}


def describe(event: Event) -> Message:
    """What somebody did."""
    return _WORDS[type(event)](event)
