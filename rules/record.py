"""The game record: JSON Lines in, a game out, and back. Text only; files are opened elsewhere (docs/record.md).

The first line is the setup with ``"game"`` and ``"format"``; each later line is one event with ``"t"``, the game time
in seconds. A line that is empty or starts with ``#`` is for people. A bad line is refused with its number and a reason.
What a record of a later format says beyond what is known here is kept and written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, reduce
from operator import or_
from typing import Any, TypeVar

import msgspec

from rules.explain import explain, field_of, quote
from rules.game import SECOND, Entry, Event, Game, Redo, Restore, Setup, Undo, Unreadable, Void
from rules.games import game_of
from rules.history import History
from rules.loading import readable
from rules.message import Message, Refusal, msg
from rules.record_format import (
    FIRST,
    MORE,
    format_name,
    format_of,
    format_of_newest,
    is_later,
    merge,
    with_later,
    without_unknown,
)
from rules.vector import EMPTY

S = TypeVar("S", bound=msgspec.Struct)
Accept = Callable[[History, Event, int], History]
"""How a line that counts is taken: as entered now, or as an earlier version took it."""

LONGEST = 10_000
"""Characters in a line, beyond which it is no line of a game."""
EARLY = SECOND
"""How far (ns) a line's time may lie before the one above it: a press carries its edge's own time, which may be a
moment before that of a touch that was taken first."""
DEEPEST = 32
"""Lists and objects within each other, beyond which it is none of ours; where parsing them ends depends on Python."""
LATEST = 40 * 24 * 3600
"""Seconds of game time, beyond which a time is a mistake."""
WHY = 500
"""Characters of a reason for which a line does not count."""
UNREADABLE = 4_000
"""Characters that a record shows of an entry that could not be read; each may take two in its line."""
NEVER = 100 * LATEST * SECOND
"""Game time (ns) that no entry of a journal has, unless it is damaged."""


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
    accept = History.accept_kept if "format" in _values(text) else History.accept
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


def kept_text(event: Event, version: tuple[int, int] | None = None) -> str:
    """An event as a journal keeps it; what could not be read, as it was kept before. It says any format but the first.

    ``version`` None: the one that its fields ask for.
    """
    if isinstance(event, Unreadable):
        return event.text
    version = version or (MORE if event.says_more else FIRST)
    if version == FIRST:
        return msgspec.json.encode(event).decode()
    return msgspec.json.encode(msgspec.to_builtins(event) | {"format": format_name(version)}).decode()


def kept_texts(history: History) -> Iterator[str]:
    """A game as a journal keeps it: its setup, then its events; what a later version said, as it said it."""
    later = dict(history.later_lines)
    setup = msgspec.json.encode(history.setup).decode()
    yield json.dumps(merge(json.loads(setup), json.loads(later[0])), ensure_ascii=False) if 0 in later else setup
    before = History.begin(history.game, history.setup)
    for entry in history.entries:
        after = before.with_entry(entry)
        yield later.get(entry.n) or kept_text(entry.event, format_of_newest(before, after))
        before = after


def take(history: History, text: str | bytes, at: int) -> History:
    """The history with an entry as a journal kept it, or a table sent it: ``text`` is its JSON, ``at`` in ns.

    Nothing is refused. What cannot be read here, or does not fit, stands as an entry that does not count. Where it
    fitted by the rules of an earlier version (`Game.earlier_setups`), the game goes on by those.
    """
    if not 0 <= at <= NEVER:
        return history.refuse(_unreadable(text), history.last_at, msg("Its time is damaged."))
    try:
        values = msgspec.json.decode(text)
        if isinstance(values, dict) and values.get("event") == Unreadable.__struct_config__.tag:
            return history.refuse(_convert(values, Unreadable, "event"), at, msg("It is damaged."))  # sent on as such
        event, format_word = _kept_event(history, values)
    except Refusal as refusal:
        return history.refuse(_unreadable(text), at, refusal.message)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return history.refuse(_unreadable(text), at, msg("It is damaged."))
    after = history.accept_stored(event, at)
    if after.entries[-1].refused is not None:
        after = _by_earlier_rules(history, event, at) or after
    if not format_word:
        return after
    lines = after.later_lines if after.later_lines else EMPTY.append((0, json.dumps({"format": format_word})))
    raw = text if isinstance(text, str) else text.decode()
    return msgspec.structs.replace(after, later_lines=lines.append((len(after.entries), raw)))


def _by_earlier_rules(history: History, event: Event, at: int) -> History | None:
    """The history with an entry that today's rules refuse, all of it by those of an earlier version; None where they
    refuse it, too, or its setup does not leave open by which it was played (`Game.earlier_setups`).

    That is settled at the first entry that is refused: those after it cost no more than themselves.
    """
    if any(not isinstance(entry.event, Unreadable) for entry in history.refused_entries):
        return None
    for setup in history.game.earlier_setups(history.setup):
        with suppress(Refusal):
            again = reduce(History.with_entry, history.entries, History.begin(history.game, setup))
            again = again.accept_stored(event, at)
            if again.entries[-1].refused is None:
                return msgspec.structs.replace(again, later_lines=history.later_lines)
    return None


def _kept_event(history: History, values: Any) -> tuple[Event, str]:
    """An event as it was kept, and the later format where it, or for it its game, says one. Raises `Refusal`.

    A field that is not known here and of which nobody says that it changes no tally may change it.
    """
    own, format_word = values, ""
    if isinstance(values, dict) and "format" in values:
        format_word = values["format"] if is_later(values) else ""
        own = {key: value for key, value in values.items() if key != "format"}
    try:
        return event_from(history.game, own), format_word
    except Refusal as refusal:
        why = refusal.message
        kind = _kind(history.game, own) if isinstance(own, dict) else None
        known = own if kind is None else without_unknown(own, kind)
        if known is own:
            raise
    later_format = format_word or (json.loads(history.later_lines[0][1])["format"] if history.later_lines else "")
    if not later_format:
        raise Refusal(
            "", "{reason} A later version wrote it, and it may change the tally; update this one.", reason=why
        )
    return event_from(history.game, known), later_format


def missing(history: History) -> History:
    """The history with an entry that is not there: its number stands, so that those after it keep theirs."""
    return history.refuse(Unreadable(text=""), history.last_at, msg("It is missing."))


def _unreadable(text: str | bytes) -> Unreadable:
    return Unreadable(text=text if isinstance(text, str) else text.decode("utf-8", "replace"))


def event_from(game: Game[Any], values: Any) -> Event:
    """An event of ``game`` from plain values, as a record or the journal has them. Raises `Refusal`."""
    word = values.get("event") if isinstance(values, dict) else None
    kind = _event_types(game.key).get(word) if isinstance(word, str) else None
    if kind is None:  # msgspec says what is wrong: it knows the whole vocabulary
        kind = _event_type(game.key)
    return _convert(values, kind, "event")


def setup_from(values: Any) -> tuple[Game[Any], Setup]:
    """A game and its setup from plain values, which may say their format. Raises `Refusal`."""
    if not isinstance(values, dict) or not isinstance(values.get("game"), str):
        raise Refusal("", 'The first line is the setup; it needs "game".')
    later = is_later(values)
    game = game_of(values["game"])
    own = {key: value for key, value in values.items() if key != "format"}
    return game, _convert(without_unknown(own, game.setup_type) if later else own, game.setup_type, "game")


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
    return begin(_values(text))


def begin(values: Any) -> History:
    """A game without entries from the values of its setup, which may say their format. Raises `Refusal`."""
    history = History.begin(*setup_from(values))
    if not is_later(values):
        return history
    return msgspec.structs.replace(
        history, later_lines=history.later_lines.append((0, json.dumps(values, ensure_ascii=False)))
    )


def _next(text: str, history: History, accept: Accept) -> History:
    values = _values(text)
    if not isinstance(values, dict) or "event" not in values:
        raise Refusal("", 'An event is an object with "event" and "t".')
    last = history.last_at
    at = _time(values.pop("t", None), last)
    if at < last - EARLY and not (history.by_edges and _from_buttons(history.game, values)):
        raise Refusal("", "Time runs backwards: {t} s comes after {last} s.", t=at / SECOND, last=last / SECOND)
    why = _reason(values) if "refused" in values else None
    if history.by_edges and why is None:
        values.pop("lapsed", None)  # the rules say it
    kind = _kind(history.game, values) if history.later_lines else None
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


def _kind(game: Game[Any], values: dict[str, Any]) -> type[Event] | None:
    """What event the line is; None: none that is known."""
    word = values.get("event")
    return _event_types(game.key).get(word) if isinstance(word, str) else None


def _from_buttons(game: Game[Any], values: dict[str, Any]) -> bool:
    """Whether the line is something that is done with clock buttons, and may have been heard late."""
    kind = _kind(game, values)
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
            return _convert(values, Unreadable, "event")
        return event_from(game, known)
    except Refusal:
        return Unreadable(text=json.dumps(values, ensure_ascii=False))


def _values(text: str) -> Any:
    if len(text) > LONGEST:
        raise Refusal("", "The line is too long: {n} characters.", n=len(text))
    try:
        values = json.loads(text)
        if text.count("[") + text.count("{") > DEEPEST and _depth(values) > DEEPEST:
            raise ValueError
        if "\\u" in text:  # only an escape can hide half a character
            json.dumps(values, ensure_ascii=False).encode()
        elif not text.isascii():
            text.encode()
    except UnicodeEncodeError:
        raise Refusal("", "A character in this line is incomplete.") from None
    except (ValueError, RecursionError):
        raise Refusal("", "This is not a JSON object.") from None
    return values


def _depth(value: Any) -> int:
    """How many lists and objects lie within each other, counted level by level."""
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            part
            for part in level
            if isinstance(part, (list, dict))
            for part in (part if isinstance(part, list) else part.values())
        ]
    return depth


def _time(value: Any, last: int) -> int:
    if value is None:
        return last
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LATEST:
        raise Refusal("", '"t" is the game time in seconds, a number from 0 on.')
    return round(value * SECOND)


@lru_cache(maxsize=16)
def _event_types(key: str) -> dict[str, type[Event]]:
    """The events of a game by their words: one type is converted much faster than a choice of thirty."""
    kinds: tuple[type[Event], ...] = (*game_of(key).event_types, Undo, Redo, Void, Restore)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


@lru_cache(maxsize=16)
def _event_type(key: str) -> type[Event]:
    union: type[Event] = reduce(or_, _event_types(key).values())
    return union


def _convert(values: Any, kind: type[S], tag: str) -> S:
    try:
        return msgspec.convert(values, readable(kind), strict=True)
    except msgspec.ValidationError as error:
        text = str(error)
    if field_of(text) == tag:
        name = quote(values.get(tag) if isinstance(values, dict) else values)
        raise Refusal("", "There is no event {name} in this game.", name=name)
    raise Refusal("", "This line does not fit: {reason}.", reason=explain(text))
