"""A game from its first entry to its last: every state, what each entry changed, every version of each row.

The entries of a game are never changed, so its past is folded once and kept; what comes later is added at the end. A
game without anything written or without clocks has a timeline all the same, of what was done and when.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from rules.game import Entry, Redo, Undo, Unreadable, Void
from rules.history import History
from rules.message import Message, msg
from rules.vector import Vector

SHOWN = 60
"""Characters that a timeline shows of an entry which cannot be read."""


class SheetEntry(msgspec.Struct, frozen=True):
    """One thing that stands on a game's sheet: ``key`` names its place, ``title`` says so to people.

    ``text`` is what stands there, ``detail`` what else is known of it, ``struck`` whether it does not count. ``sum``:
    it follows from the rows (a total, a number of crosses), so that a change of it is worth showing but is not a
    version of a row.
    """

    key: Hashable
    title: Message
    text: Message
    detail: Message | None = None
    struck: bool = False
    sum: bool = False


class ClockReading(msgspec.Struct, frozen=True):
    """What one clock of the table shows: ``left`` ns. ``standing``: it does not run; ``spoiled``: it does not count.

    ``name`` says whose it is, or which.
    """

    name: str | Message
    left: int
    standing: bool = False
    spoiled: bool = False


T = TypeVar("T")


class ById(Generic[T]):
    """A value that equals only itself, so that what is made of it can be remembered without comparing it."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and other.value is self.value


@runtime_checkable
class HasTimeline(Protocol):
    """What a game may answer beside the questions of `rules.game.Game`, for its history. All methods are pure."""

    def sheet_entries(self, state: Any) -> Sequence[SheetEntry]:
        """Everything that stands on the sheet, in its order."""

    def clock_readings(self, state: Any, entry: Entry) -> Sequence[ClockReading]:
        """What each clock showed when ``entry`` happened in ``state``, the state before it; empty without clocks."""


class Change(msgspec.Struct, frozen=True):
    """What an entry did to one place of the sheet; None: nothing stood there before, or stands there now."""

    title: Message
    before: SheetEntry | None
    after: SheetEntry | None

    @property
    def sum(self) -> bool:
        """Whether it is only a figure that follows from the rows."""
        entry = self.after or self.before
        return entry is not None and entry.sum

    @property
    def correction(self) -> bool:
        """Whether a row that was written already became another one, or went."""
        return self.before is not None and not self.sum


class TimelineEntry(msgspec.Struct, frozen=True):
    """One entry of the timeline. ``at`` is game time in ns; ``gone`` the entry that took it back, None: none did.

    ``on_clocks``: it was an act on the clocks, or changed what they show. ``refused`` says why it does not count,
    or not any more.
    """

    n: int
    at: int
    what: Message
    gone: int | None
    clocks: tuple[ClockReading, ...]
    on_clocks: bool
    changes: tuple[Change, ...]
    refused: Message | None = None

    @property
    def correction(self) -> bool:
        """Whether it changed what was written already."""
        return any(change.correction for change in self.changes)


class Version(msgspec.Struct, frozen=True):
    """What stood in a place of the sheet from entry ``n`` on (None: nothing); ``by`` is what that entry was."""

    n: int
    at: int
    by: Message
    text: Message | None
    detail: Message | None
    struck: bool


class SheetPlace(msgspec.Struct, frozen=True):
    """A place of the sheet with everything that ever stood in it, oldest first."""

    title: Message
    versions: tuple[Version, ...]


@dataclass(frozen=True)
class Timeline:
    """The whole past of a game. ``states[n]`` is the game as it stood after entry ``n``, ``states[0]`` at its start."""

    history: History
    states: Vector[Any]
    _sheets: dict[int, dict[Hashable, SheetEntry]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, history: History, known: Timeline | None = None) -> Timeline:
        """The timeline of ``history``. Where ``known`` is of the same game up to an earlier entry, only the rest is
        folded. Raises `rules.message.Refusal` where an entry cannot be folded, which no kept game does.
        """
        if known is not None and known._begins(history):
            if len(known.history.entries) == len(history.entries):
                return known
            folded, states, sheets = known.history, known.states, known._sheets
        else:
            folded, sheets = History.begin(history.game, history.setup), {}
            states = Vector((folded.state,))
        for entry in history.entries[len(folded.entries) :]:
            folded = folded.with_entry(entry)
            states = states.append(folded.state)
        return cls(folded, states, sheets)

    def _begins(self, history: History) -> bool:
        mine = self.history
        n = len(mine.entries)
        same = mine.setup == history.setup and len(history.entries) >= n
        return same and (n == 0 or mine.entries[-1] == history.entries[n - 1])

    def __len__(self) -> int:
        return len(self.history.entries)

    @cached_property
    def lapse_reasons(self) -> Mapping[int, Message]:
        """`History.lapse_reasons`."""
        return self.history.lapse_reasons

    @cached_property
    def undone_by(self) -> dict[int, int]:
        """For each entry that does not count the one that took it back."""
        takers: dict[int, int] = {}
        history = self.history
        undone, voided = history.undone_entries, history.void_entries
        for entry in history.entries:
            event = entry.event
            if entry.refused is not None:
                continue
            if isinstance(event, Undo) and event.of in undone:
                takers[event.of] = entry.n
            elif isinstance(event, Void) and entry.n not in undone:
                takers |= {n: entry.n for n in event.of if n in voided}
        return takers

    def moment(self, n: int) -> TimelineEntry:
        """Entry ``n`` (from 1) as the timeline has it."""
        entry = self.history.entries[n - 1]
        before, after = self.states[n - 1], self.states[n]
        clocks = self._clocks(before, entry)
        touched = (
            entry.event.on_clocks
            or isinstance(entry.event, Void)
            or bool(clocks and clocks != self._clocks(after, entry))
        )
        gone = self.undone_by.get(n)
        why = entry.refused or self.lapse_reasons.get(n)
        return TimelineEntry(n, entry.at, self._what(entry), gone, clocks, touched, self._changes(n), why)

    @cached_property
    def moments(self) -> tuple[TimelineEntry, ...]:
        """The whole timeline, oldest first."""
        return tuple(self.moment(n) for n in range(1, len(self) + 1))

    @cached_property
    def places(self) -> tuple[SheetPlace, ...]:
        """Every place of the sheet that was ever written, in the order of the sheet, with all that stood in it."""
        versions: dict[Hashable, list[Version]] = {}
        titles: dict[Hashable, Message] = {}
        for n in range(1, len(self) + 1):
            before, after = self._sheet(n - 1), self._sheet(n)
            if before is after:
                continue
            for key in before | after:
                old, new = before.get(key), after.get(key)
                sheet_entry = new or old
                if sheet_entry is None or sheet_entry.sum or _same(old, new):
                    continue
                entry = self.history.entries[n - 1]
                titles[key] = sheet_entry.title
                stood = (new.text, new.detail, new.struck) if new is not None else (None, None, False)
                versions.setdefault(key, []).append(Version(n, entry.at, self._what(entry), *stood))
        order = {key: place for place, key in enumerate(self._sheet(len(self)))}
        first = {key: place for place, key in enumerate(versions)}
        keys = sorted(versions, key=lambda key: (order.get(key, len(order)), first[key]))
        return tuple(SheetPlace(titles[key], tuple(versions[key])) for key in keys)

    def _what(self, entry: Entry) -> Message:
        """What an entry was; an undo and a redo say of what."""
        game, event = self.history.game, entry.event
        if isinstance(event, Unreadable):
            return msg("unreadable: {text}", text=event.text[:SHOWN])
        message = game.describe(event)
        named = event.of if isinstance(event, (Undo, Redo)) else None
        if isinstance(event, Void):
            return msg("{what}: entry {n}", what=message, n=", ".join(str(n) for n in event.of))
        if named is not None and named <= len(self.history.entries):
            target = self.history.entries[named - 1]
            other = self._what(target) if isinstance(target.event, Unreadable) else game.describe(target.event)
            return msg("{what} of entry {n}: {other}", what=message, n=named, other=other)
        return message

    def _clocks(self, state: Any, entry: Entry) -> tuple[ClockReading, ...]:
        game = self.history.game
        return tuple(game.clock_readings(state, entry)) if isinstance(game, HasTimeline) else ()

    def _sheet(self, n: int) -> dict[Hashable, SheetEntry]:
        """What stood on the sheet after entry ``n``; the very same object where the entry wrote nothing."""
        if n not in self._sheets:
            game = self.history.game
            sheet = (
                {entry.key: entry for entry in game.sheet_entries(self.states[n])}
                if isinstance(game, HasTimeline)
                else {}
            )
            earlier = self._sheets.get(n - 1)
            self._sheets[n] = earlier if earlier == sheet and earlier is not None else sheet
        return self._sheets[n]

    def _changes(self, n: int) -> tuple[Change, ...]:
        before, after = self._sheet(n - 1), self._sheet(n)
        if before is after:
            return ()
        changes = []
        for key in before | after:
            old, new = before.get(key), after.get(key)
            entry = new or old
            if entry is not None and not _same(old, new):
                changes.append(Change(entry.title, old, new))
        return tuple(sorted(changes, key=lambda change: change.sum))


def _same(old: SheetEntry | None, new: SheetEntry | None) -> bool:
    if old is new:
        return True
    if old is None or new is None:
        return False
    return (old.text, old.detail, old.struck) == (new.text, new.detail, new.struck)
