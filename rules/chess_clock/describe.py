"""How things are called on the chess clock, and what somebody did in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.chess_clock import events as e
from rules.figures import Numeral, span
from rules.game import Event, Redo, Restore, Undo, Void, ns
from rules.message import Message, msg

HOW: dict[str, Message] = {
    "play": msg("over the board"),
    "time": msg("on time"),
    "resigned": msg("resignation"),
    "agreed": msg("by agreement"),
    "referee": msg("arbiter's decision"),
}
"""How a game ended, by `Result.how`."""

REASONS: dict[str, Message] = {"wrong result": msg("wrong result"), "table": msg("the table agreed")}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""


def duration(ns: int) -> Message:
    """A time to the millisecond, ``m:ss.mmm``, with hours where there are any."""
    return span(ns, 3, hours=True)


def _set_clock(event: e.SetClock) -> Message:
    parts: list[Message] = []
    if event.left_s is not None:
        parts.append(msg("time {time}", time=duration(ns(event.left_s))))
    if event.moves is not None:
        parts.append(msg("moves {n}", n=event.moves))
    if event.stage is not None:
        parts.append(msg("stage {n}", n=event.stage))
    if event.periods is not None:
        parts.append(msg("periods {n}", n=event.periods) if event.periods else msg("main time"))
    message = msg("nothing") if not parts else parts[0]
    for part in parts[1:]:
        message = msg("{one}, {more}", one=message, more=part)
    return msg("clock of side {side} set: {what}", side=event.side, what=message)


def _result(event: e.Result) -> Message:
    if event.winner is None:
        return msg("draw, {how}", how=HOW[event.how])
    return msg("side {side} won, {how}", side=event.winner, how=HOW[event.how])


_WORDS: Mapping[type[Event], Callable[[Any], Message]] = {
    e.Press: lambda x: x.describe(),
    e.Pause: lambda x: msg("pause: {reason}", reason=x.reason) if x.reason else msg("pause"),
    e.Resume: lambda x: msg("clocks go on"),
    e.PowerLoss: lambda x: msg("power loss, up to {doubt} s not known", doubt=Numeral(x.doubt_s, None)),
    e.SetClock: _set_clock,
    e.SetMover: lambda x: msg("side {side} put on move", side=x.side),
    e.Result: _result,
    e.Sign: lambda x: msg("side {side} signs", side=x.side),
    e.Reopen: lambda x: msg("result reopened: {reason}", reason=REASONS.get(x.reason, x.reason)),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
    Void: lambda x: msg("press taken back ({by})", by=x.declared_by),
    Restore: lambda x: msg("void press counts again"),
}


def describe(event: Event) -> Message:
    """What somebody did."""
    return _WORDS[type(event)](event)
