"""What somebody did, in a few words: for undo, the timeline and the remarks of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.figures import Numeral
from rules.game import Event, Redo, Restore, Undo, Void
from rules.message import Message, msg, msgs
from rules.polish_doubles import events as e

REASONS: dict[str, Message] = {
    "sum": msg("sum"),
    "crosses": msg("crosses"),
    "time": msg("time"),
    "other": msg("something else"),
    "wrong sum": msg("wrong sum"),
    "wrong racks": msg("wrong racks"),
    "referee": msg("referee's decision"),
    "withdrew": msg("the opponents withdrew"),
    "absent": msg("the opponents did not come"),
    "conduct": msg("conduct"),
}
"""Reasons that the device offers, by the word in the record; any other text stands as it was written."""

EARLY_ANSWERS: dict[str, Message] = {
    "accepted": msg("early: accepted"),
    "valid": msg("early: valid"),
    "invalid": msg("early: invalid"),
}
"""What became of an early judgement, by the word in the record."""

INFRACTIONS: dict[str, Message] = {
    "S2": msg("forbidden talk"),
    "S5": msg("drew too many tiles"),
    "S11": msg("the wrong player moved first"),
}
"""What a note without words is about, by its rule."""


def reason_of(text: str) -> Message | str:
    """A reason as people read it."""
    return REASONS.get(text, text or "–")


def correction(event: e.Correct) -> Message:
    """Which move was put right, and what it is said to have been where it brought no points."""
    message = msg("correction of move {move} of turn {turn}", move=event.move, turn=event.turn)
    if event.points is not None:
        return message
    tiles = event.tiles if isinstance(event.tiles, int) else 0
    what = msgs("exchange of {n} tile", "exchange of {n} tiles", tiles) if tiles else msg("pass")
    return msg("{correction}: {what}", correction=message, what=what)


_WORDS: dict[type[Event], Callable[[Any], Message]] = {
    e.Draw: lambda x: msg("starting draw {a} : {b}", a=x.a.upper(), b=x.b.upper()),
    e.Starters: lambda x: msg("pair {pair} starts", pair=x.pair),
    e.Press: lambda x: x.describe(),
    e.Pause: lambda x: msg("pause") if not x.reason else msg("pause: {reason}", reason=x.reason),
    e.Resume: lambda x: msg("clocks go on"),
    e.PowerLoss: lambda x: msg("power loss, up to {doubt} s not known", doubt=Numeral(x.doubt_s, None)),
    e.SetTime: lambda x: msg("time set to {seconds} s", seconds=Numeral(x.remaining_s, None)),
    e.Spoil: lambda x: msg("clock of pair {pair} spoiled", pair=x.pair),
    e.DecideTime: lambda x: msg(
        "time of turn {turn} decided: {seconds} s", turn=x.turn, seconds=Numeral(x.used_s, None)
    ),
    e.Move: lambda x: msg("{word} {points}", word=x.word.upper() if x.word else "–", points=x.points),
    e.Exchange: lambda x: msgs("exchange of {n} tile", "exchange of {n} tiles", x.tiles),
    e.Pass: lambda x: msg("pass"),
    e.Announce: lambda x: msg("move announced"),
    e.Bag: lambda x: msg("bag counted: {count}", count=x.count),
    e.Correct: correction,
    e.Objection: lambda x: msg("objection to move {move}", move=x.move),
    e.Verdict: lambda x: msg("verdict: valid") if x.valid else msg("verdict: invalid"),
    e.NoObjection: lambda x: msg("no objection"),
    e.Early: lambda x: msg("early judgement asked for"),
    e.EarlyAnswer: lambda x: EARLY_ANSWERS[x.answer],
    e.Overrun: lambda x: msg("overrun confirmed"),
    e.Out: lambda x: (
        msg("no player of pair {pair} is out any more", pair=x.pair)
        if x.withdrawn
        else msg("pair {pair} has one player out", pair=x.pair)
    ),
    e.Substitute: lambda x: msg("{name} plays for pair {pair}", name=x.name, pair=x.pair),
    e.Close: lambda x: msg("pair {pair} closes", pair=x.pair),
    e.End: lambda x: msg("the referee ends the game") if x.by == "referee" else msg("end of the game, nobody closes"),
    e.Award: lambda x: (
        msg("awarded to pair {pair}: {reason}", pair=x.pair, reason=reason_of(x.reason))
        if x.pair
        else msg("the game does not count: {reason}", reason=reason_of(x.reason))
    ),
    Restore: lambda x: msg("void press counts again"),
    e.Racks: lambda x: msg("racks of pair {pair}: {tiles}", pair=x.pair, tiles=x.tiles.upper() or "–"),
    e.Sign: lambda x: msg("pair {pair} signs", pair=x.pair),
    e.Dispute: lambda x: msg("pair {pair} disputes the result: {reason}", pair=x.pair, reason=reason_of(x.reason)),
    e.Reopen: lambda x: msg("result reopened: {reason}", reason=reason_of(x.reason)),
    e.Note: lambda x: msg("note to {rule}: {text}", rule=x.rule, text=x.text or INFRACTIONS.get(x.rule, "–")),
    Void: lambda x: msg("press taken back ({by})", by=x.declared_by),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
}


def describe(event: Event) -> Message:
    """The event in a few words; every event of the game has some."""
    return _WORDS[type(event)](event)
