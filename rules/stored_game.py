"""A game as a journal keeps it and tables send it to each other: the JSON of its setup, then of each entry.

Unlike a record, it refuses nothing: what cannot be read, or does not fit, stands as an entry that does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from typing import Any

import msgspec

from rules.game import SECOND, Event, Unreadable
from rules.history import History
from rules.message import Refusal, msg
from rules.record import LATEST, event_from
from rules.record_format import FIRST, MORE, format_name, format_of_newest, is_later, merge, without_unknown
from rules.record_values import convert, kind_of
from rules.vector import EMPTY

NEVER = 100 * LATEST * SECOND
"""Game time (ns) that no entry of a journal has, unless it is damaged."""


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
            return history.refuse(convert(values, Unreadable, "event"), at, msg("It is damaged."))  # sent on as such
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
        kind = kind_of(history.game, own)
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
