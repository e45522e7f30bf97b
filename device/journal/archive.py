"""The games that this device has kept, for people who look for one: listed, found by name or date, folded once.

A game is found by any text of its setup (pairs, players, title) and by the day on which it was begun.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

from device.common.formats import format_of, local
from device.common.languages import SOURCE
from device.journal import Journal, JournalTrouble, StoredGame
from rules.game import Progress
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.people import plain_letters
from rules.record import setup_from
from rules.timeline import Timeline

REMEMBERED = 4
"""Games whose whole past is kept folded."""


class Summary(msgspec.Struct, frozen=True):
    """A kept game in one line, how far it is, and what was played; None where it cannot be folded, and ``line`` says
    why."""

    line: Message
    progress: Progress | None
    title: Message | None = None


def summarize(load: Callable[[int], tuple[History, int | None]], game_id: int) -> Summary:
    """A kept game as ``load`` folds it."""
    try:
        history, _ = load(game_id)
    except JournalTrouble as trouble:
        return Summary(trouble.message, None)
    game, state = history.game, history.state
    return Summary(game.summary(state), game.progress(state), game.title(history.setup))


class Archive:
    """The kept games. What was folded once is remembered; all methods belong to the loop's thread."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._summaries: dict[tuple[int, int], Summary] = {}
        self._texts: dict[int, tuple[str, ...]] = {}
        self._timelines: OrderedDict[int, Timeline] = OrderedDict()

    def summary(self, game: StoredGame) -> Summary | None:
        """The game in one line where that is known without folding it, else None."""
        return self._summaries.get((game.id, game.entries))

    def fold(self, game: StoredGame) -> Summary:
        """The game in one line, folded if need be."""
        summary = self.summary(game)
        if summary is None:
            summary = summarize(self.journal.load, game.id)
            self._summaries[game.id, game.entries] = summary
        return summary

    def clear(self) -> None:
        """What was folded is read anew: the journal was rewritten."""
        self._summaries.clear()
        self._texts.clear()
        self._timelines.clear()

    def timeline(self, game_id: int) -> Timeline:
        """The whole past of a kept game. Raises `JournalTrouble` where it cannot be read."""
        return self.timeline_of(game_id, self.journal.load(game_id)[0])

    def timeline_of(self, game_id: int, history: History) -> Timeline:
        """The whole past of a game that is in memory; only what is new since the last time is folded."""
        try:
            timeline = Timeline.of(history, self._timelines.get(game_id))
        except Refusal as refusal:
            raise JournalTrouble(msg("Game {game}: {reason}", game=game_id, reason=refusal.message)) from None
        self._timelines[game_id] = timeline
        self._timelines.move_to_end(game_id)
        while len(self._timelines) > REMEMBERED:
            self._timelines.popitem(last=False)
        return timeline

    def find(self, games: Sequence[StoredGame], query: str) -> list[StoredGame]:
        """Those of ``games`` that every word of ``query`` fits: a part of a name, or of the date (21.11., 2026-11)."""
        wanted = [plain_letters(word) for word in query.split()]
        return [game for game in games if all(any(word in text for text in self._text(game)) for word in wanted)]

    def _text(self, game: StoredGame) -> tuple[str, ...]:
        if game.id not in self._texts:
            self._texts[game.id] = tuple(plain_letters(text) for text in (*names(game.setup), *dates(game.created)))
        return self._texts[game.id]


def names(setup: str) -> tuple[str, ...]:
    """Every text that people wrote into a setup (its JSON); nothing where it cannot be read."""
    try:
        _, value = setup_from(msgspec.json.decode(setup))
    except (Refusal, msgspec.DecodeError):
        return ()
    return tuple(_texts(value))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(type(value)):
            if field.name != "people" and not _chosen(field.type):  # ids are nobody's words
                yield from _texts(getattr(value, field.name))


def _chosen(kind: Any) -> bool:
    """Whether values of that type are words of ours to choose from, which nobody wrote."""
    return get_origin(kind) is Literal or any(_chosen(part) for part in get_args(kind))


def dates(created: str) -> tuple[str, ...]:
    """The day on which a game was begun in every way in which people write it here."""
    day = local(created)
    if day is None:
        return (created,)
    written = (f"{day:%Y-%m-%d}", f"{day.day}.{day.month}.{day.year}", f"{day:%d.%m.%Y}")
    return (*written, format_of(SOURCE).day(day))
