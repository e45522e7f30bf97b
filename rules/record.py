"""The game record: JSON Lines in, a game out, and back. Text only; files are opened elsewhere (docs/record.md).

The first line is the setup with ``"game"`` and ``"format"``; each later line is one event with ``"t"``, the game time
in seconds. A line that is empty or starts with ``#`` is for people. A bad line is refused with its number and a reason.
What a record of a later format says beyond what is known here is kept and written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from rules.game import SECOND, Entry, Event, Game, Setup, Unreadable
from rules.games import game_of
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.record_format import (
    FIRST,
    format_name,
    format_of,
    is_later,
    with_later,
    without_unknown,
)
from rules.record_values import any_event_of, convert, kind_of, values_of

Accept = Callable[[History, Event, int], History]
"""How a line that counts is taken: as entered now, or as an earlier version took it."""

EARLY = SECOND
"""How far (ns) a line's time may lie before the one above it: a press carries its edge's own time, which may be a
moment before that of a touch that was taken first."""
LATEST = 40 * 24 * 3600
"""Seconds of game time, beyond which a time is a mistake."""
WHY = 500
"""Characters of a reason for which a line does not count."""
UNREADABLE = 4_000
"""Characters that a record shows of an entry that could not be read; each may take two in its line."""


class BadRecord(Exception):
    """A line of a record that cannot be read: its number (from 1) and why."""

    def __init__(self, line: int, reason: Message) -> None:
        self.line = line
        self.reason = reason
        super().__init__(str(self.message))

    @property
    def message(self) -> Message:
        """The whole sentence."""
        return msg("Line {line}: {reason}", line=self.line, reason=self.reason)


def read(lines: Iterable[str]) -> History:
    """The game in ``lines``. Raises `BadRecord` for the first line that cannot be read or is not allowed.

    A record that does not say by which version's rules it was played, and that today's refuse, is read by the earlier
    ones (`Game.earlier_setups`); where those refuse it, too, today's reason stands. One that says its format was
    written by a program, and what an earlier version took counts in it; without one it is entered now.
    """
    content = tuple(_content(lines))
    if not content:
        raise BadRecord(1, msg("The record is empty; its first line names the game."))
    (number, text), *events = content
    begun = _at(number, _begin, text)
    accept = History.accept_kept if "format" in values_of(text) else History.accept
    try:
        return _folded(begun, events, accept)
    except BadRecord as bad:
        if begun.later_lines:
            raise BadRecord(bad.line, msg("{reason} The record is of a later format.", reason=bad.reason)) from None
        for earlier in begun.game.earlier_setups(begun.setup):
            with suppress(BadRecord):
                return _folded(History.begin(begun.game, earlier), events, accept)
        raise


def write(history: History, setup: Mapping[str, Any] | None = None) -> str:
    """The record of a game: every entry, undone and voided ones too, as `read` takes it, in the lowest format for it.

    ``setup`` are the values of its setup where they are known better.
    """
    first = with_format(setup_values(history.setup) if setup is None else setup, format_of(history))
    lines, later = (first, *entry_lines(history)), dict(history.later_lines)
    return "\n".join(with_later(line, later[n]) if n in later else line for n, line in enumerate(lines)) + "\n"


def entry_lines(history: History) -> Iterator[str]:
    """The lines of a record after its first: every entry in the order in which they came.

    One that lapsed says why; read again, the rules find that anew.
    """
    lapsed, latest = history.lapse_reasons, 0
    for entry in history.entries:
        at = entry.at
        if not history.by_edges:  # a press that was heard very late keeps as much of its own time as `read` allows
            at = max(at, latest - EARLY)
            latest = max(latest, at)
        why = lapsed.get(entry.n)
        yield entry_line(entry, at) if why is None else event_line(entry.event, at, lapsed=str(why)[:WHY])


def setup_line(setup: Setup) -> str:
    """The first line of the record of a game that has just been set up."""
    return with_format(setup_values(setup), FIRST)


def setup_values(setup: Setup) -> dict[str, Any]:
    """A setup as plain values: which game, who plays and where, then the rule options."""
    values = msgspec.to_builtins(setup)
    own = {"game", *type(setup).__annotations__}
    return {key: values[key] for key in sorted(values, key=lambda key: key not in own)}


def with_format(setup: Mapping[str, Any], version: tuple[int, int]) -> str:
    """The first line of a record of that format from the values of a setup, which may say a later one themselves."""
    return json.dumps({"game": setup.get("game"), "format": format_name(version), **setup}, ensure_ascii=False)


def event_line(event: Event, at: int, **more: str) -> str:
    """One line of a record, with ``more`` fields after the event's own."""
    values: dict[str, Any] = {"t": at / SECOND if at % SECOND else at // SECOND}
    return json.dumps(values | msgspec.to_builtins(event) | more, ensure_ascii=False)


def entry_line(entry: Entry, at: int) -> str:
    """An entry as a line at game time ``at`` (ns); one that does not count says so, and `read` takes it as such."""
    if entry.refused is None:
        return event_line(entry.event, at)
    event = entry.event
    if isinstance(event, Unreadable):
        event = Unreadable(text=event.text[:UNREADABLE])
    return event_line(event, at, refused=str(entry.refused)[:WHY])


def event_from(game: Game[Any], values: Any) -> Event:
    """An event of ``game`` from plain values, as a record or the journal has them. Raises `Refusal`."""
    kind = kind_of(game, values)
    if kind is None:  # msgspec says what is wrong
        kind = any_event_of(game)
    return convert(values, kind, "event")


def setup_from(values: Any) -> tuple[Game[Any], Setup]:
    """A game and its setup from plain values, which may say their format. Raises `Refusal`."""
    if not isinstance(values, dict) or not isinstance(values.get("game"), str):
        raise Refusal("", 'The first line is the setup; it needs "game".')
    later = is_later(values)
    game = game_of(values["game"])
    own = {key: value for key, value in values.items() if key != "format"}
    return game, convert(without_unknown(own, game.setup_type) if later else own, game.setup_type, "game")


def _content(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("\ufeff")
        if text and not text.startswith("#"):
            yield number, text


def _folded(history: History, lines: Iterable[tuple[int, str]], accept: Accept) -> History:
    for number, text in lines:
        history = _at(number, _next, text, history, accept)
    return history


def _at(number: int, step: Callable[..., History], *args: Any) -> History:
    try:
        return step(*args)
    except Refusal as refusal:
        raise BadRecord(number, refusal.citation) from None


def _begin(text: str) -> History:
    return begin(values_of(text))


def begin(values: Any) -> History:
    """A game without entries from the values of its setup, which may say their format. Raises `Refusal`."""
    history = History.begin(*setup_from(values))
    if not is_later(values):
        return history
    return msgspec.structs.replace(
        history, later_lines=history.later_lines.append((0, json.dumps(values, ensure_ascii=False)))
    )


def _next(text: str, history: History, accept: Accept) -> History:
    values = values_of(text)
    if not isinstance(values, dict) or "event" not in values:
        raise Refusal("", 'An event is an object with "event" and "t".')
    last = history.last_at
    at = _time(values.pop("t", None), last)
    if at < last - EARLY and not (history.by_edges and _from_buttons(history.game, values)):
        raise Refusal("", "Time runs backwards: {t} s comes after {last} s.", t=at / SECOND, last=last / SECOND)
    why = _reason(values) if "refused" in values else None
    if history.by_edges and why is None:
        values.pop("lapsed", None)  # the rules say it
    kind = kind_of(history.game, values) if history.later_lines else None
    known = values if kind is None else without_unknown(values, kind)
    if why is None:
        event = event_from(history.game, known)
        after = accept(history, event, at)
    else:
        event = _as_far_as_readable(history.game, known, values)
        after = history.refuse(event, at, msg("{reason}", reason=why))
    if known is values or isinstance(event, Unreadable):
        return after
    line = (len(after.entries), json.dumps(values, ensure_ascii=False))
    return msgspec.structs.replace(after, later_lines=after.later_lines.append(line))


def _from_buttons(game: Game[Any], values: dict[str, Any]) -> bool:
    """Whether the line is something that is done with clock buttons, and may have been heard late."""
    kind = kind_of(game, values)
    return kind is not None and kind.from_buttons


def _reason(values: dict[str, Any]) -> str:
    """Why a line stands on record without counting, taken out of it. Raises `Refusal` where that is not in words."""
    why = values.pop("refused")
    if not isinstance(why, str) or not why.strip() or len(why) > WHY:
        raise Refusal("", '"refused" says in at most {n} characters why the line does not count.', n=WHY)
    return why


def _as_far_as_readable(game: Game[Any], known: dict[str, Any], values: dict[str, Any]) -> Event:
    """The event of a line that does not count: ``values``, or what is ``known`` of them; else they stand as a text."""
    try:
        if values["event"] == Unreadable.__struct_config__.tag:
            return convert(values, Unreadable, "event")
        return event_from(game, known)
    except Refusal:
        return Unreadable(text=json.dumps(values, ensure_ascii=False))


def _time(value: Any, last: int) -> int:
    if value is None:
        return last
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LATEST:
        raise Refusal("", '"t" is the game time in seconds, a number from 0 on.')
    return round(value * SECOND)
