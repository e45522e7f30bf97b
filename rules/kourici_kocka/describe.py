"""How things are called in Kouřící kočka, and what somebody did in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.game import Event, Redo, Undo
from rules.kourici_kocka import events as e
from rules.message import Message, msg

HOW: dict[str, Message] = {
    "taken": msg("cards counted"),
    "points": msg("points"),
    "early": msg("ended early"),
    "lost": msg("loser named"),
    "throw_in": msg("cards thrown in"),
    "tie": msg("tie, confirmed"),
    "replayed": msg("tie, played again"),
    "renonc": msg("renonc"),
}
"""How a round was recorded or ended, by `Round.how`."""

INFRACTIONS: dict[str, Message] = {
    "K7": msg("dealt more than two cards at a time"),
    "K11": msg("played out of turn"),
    "K12": msg("looked at an older trick"),
}
"""What a note without words is about, by its rule."""

REASONS: dict[str, Message] = {
    "wrong loser": msg("wrong loser"),
    "wrong letter": msg("wrong letter"),
    "table": msg("the table agreed"),
}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""

KINDS: dict[e.RenoncKind, Message] = {
    "looked": msg("looked too early"),
    "suit": msg("suit not followed"),
    "dealt": msg("dealt wrongly"),
}
"""The kinds of renonc (K15)."""


def _renonc(event: e.Renonc) -> Message:
    kind = KINDS[event.kind]
    if event.deliberate:
        return msg("renonc {seat}: {kind}, banned", seat=event.seat, kind=kind)
    if not event.punished:
        return msg("renonc {seat}: {kind}, forgiven", seat=event.seat, kind=kind)
    return msg("renonc {seat}: {kind}", seat=event.seat, kind=kind)


def _correct(event: e.Correct) -> Message:
    if event.points is not None:
        return msg("round {n} put right: {points}", n=event.round, points=" ".join(str(n) for n in event.points))
    if event.seat is None:
        return msg("round {n} put right: played again", n=event.round)
    return msg("round {n} put right: seat {seat} lost it", n=event.round, seat=event.seat)


def _note(event: e.Note) -> Message:
    text = event.text or INFRACTIONS.get(event.rule, "–")
    if event.seat is None:
        return msg("note to {rule}: {text}", rule=event.rule, text=text)
    return msg("note to {rule}, seat {seat}: {text}", rule=event.rule, seat=event.seat, text=text)


_WORDS: Mapping[type[Event], Callable[[Any], Message]] = {
    e.FirstDealer: lambda x: msg("seat {seat} deals first", seat=x.seat),
    e.Deal: lambda x: msg("deal"),
    e.Misdeal: lambda x: msg("misdeal with a letter") if x.letter else msg("misdeal"),
    e.Passed: lambda x: (
        msg("side {side} passed its cards", side=e.SIDE_SEATS[x.side]) if x.side else msg("cards passed")
    ),
    e.Taken: lambda x: msg("round counted by cards"),
    e.Points: lambda x: msg("round: {points}", points=" ".join(str(n) for n in x.points)),
    e.Lost: lambda x: msg("seat {seat} lost the round", seat=x.seat),
    e.ThrowIn: lambda x: msg("seat {seat} threw the cards in", seat=x.seat),
    e.Confirm: lambda x: msg("tie confirmed"),
    e.Correct: _correct,
    e.Renonc: _renonc,
    e.Halt: lambda x: msg("side {side} stops the game", side=e.SIDE_SEATS[x.side]),
    e.GoOn: lambda x: msg("the game goes on"),
    e.Substitute: lambda x: msg("{name} takes seat {seat}", name=x.name, seat=x.seat),
    e.Note: _note,
    e.Sign: lambda x: msg("side {side} signs", side=e.SIDE_SEATS[x.side]),
    e.Reopen: lambda x: msg("opened again: {reason}", reason=REASONS.get(x.reason, x.reason)),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
}


def describe(event: Event) -> Message:
    """What somebody did."""
    return _WORDS[type(event)](event)
