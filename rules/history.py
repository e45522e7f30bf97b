"""A game as the list of what happened: fold, undo, redo and void, for every game alike.

The entries are never changed. ``undo`` and ``void`` are entries too; what they name is simply not folded, so the
game is exactly as if it had not happened. Undoing takes the last entry that still counts; redoing puts the last undone
one back until something new happens.

Entries stand in the order in which they came. They count in that order, too, or, where the setup says so
(`Setup.counts_by_edges`), in the order of their times: a press that is heard late takes its place by its edge, and
what comes after it is folded anew. What was entered meanwhile and does not hold any more then lapses: it stays on
record with its reason, and counts again should it hold again (S10).
"""

from __future__ import annotations

import enum
import logging
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.game import Entry, Event, Game, Redo, Restore, Setup, Undo, Void
from rules.message import Message, Refusal, Stale, msg
from rules.vector import EMPTY, Vector

log = logging.getLogger(__name__)


OWN = frozenset((Undo, Redo, Void, Restore))
"""What a history does itself; everything else it asks its game about. isinstance takes long for structs."""


class Mark(enum.Enum):
    """What became of an entry: it counts, was undone, was declared void, lapsed, or never counted here."""

    COUNTS = "counts"
    UNDONE = "undone"
    VOID = "void"
    LAPSED = "lapsed"
    REFUSED = "refused"


class Step(Struct, frozen=True, gc=False):
    """An entry that is folded, and the state before it.

    ``heard`` is the state in which it came, where that was another one. ``lapsed`` says why it does not hold any more
    since a press before it was heard; the state after it is the one before.
    """

    entry: Entry
    before: Any
    heard: Any = None
    lapsed: Message | None = None

    @property
    def state_at_entry(self) -> Any:
        """The state in which the entry came."""
        return self.before if self.heard is None else self.heard


class History(Struct, frozen=True):
    """A game from its setup to now. Immutable: `accept` returns the next history.

    ``state`` is the fold of ``steps``, the entries that count and those that lapsed, in the order in which they count
    (``by_edges``: of their times); undo and redo are no steps. An undo folds only what comes after the step that it
    takes out, a press heard late what comes after it. ``marks`` say of each entry what became of it; ``redoable``
    are the numbers of the entries that redo would put back, last one last. ``voids`` are the voids that stand whole,
    as they were after each `Void` and `Restore` that counts; undo takes these back in turn. ``named`` are entries as
    they count since a press before them was heard: with what they are said of, as that was seen when they came, which
    they do not say themselves (`Game.with_subject`). ``misread``: since an entry of its past a reader who does not know
    what format 1.1 added would come to something else (`Game.is_misread`). ``later_lines`` are lines of a later format,
    which say more than is known here: the entry's number (0: the setup, the first of them) and its JSON.
    """

    game: Game[Any]
    setup: Setup
    state: Any
    entries: Vector[Entry] = EMPTY
    marks: Vector[Mark] = EMPTY
    steps: Vector[Step] = EMPTY
    redoable: Vector[int] = EMPTY
    voids: Vector[Vector[Void]] = EMPTY
    by_edges: bool = False
    later_lines: Vector[tuple[int, str]] = EMPTY
    named: Vector[Entry] = EMPTY
    misread: bool = False

    @classmethod
    def begin(cls, game: Game[Any], setup: Setup) -> History:
        """A game that has just been set up. Raises `Refusal` where the setup makes no game."""
        return cls(game, setup, game.start(setup), by_edges=setup.counts_by_edges)

    @property
    def last_at(self) -> int:
        """Game time of the latest entry in nanoseconds; 0 before the first."""
        latest = max([entry.at for entry in self.entries[-8:]], default=0)
        return max(latest, self.steps[-1].entry.at) if self.by_edges and self.steps else latest

    def _entries_marked(self, *marks: Mark) -> frozenset[int]:
        return frozenset(n for n, mark in enumerate(self.marks, start=1) if mark in marks)

    @property
    def undone_entries(self) -> frozenset[int]:
        """Numbers of the entries taken back."""
        return self._entries_marked(Mark.UNDONE)

    @property
    def void_entries(self) -> frozenset[int]:
        """Numbers of the presses that stand declared accidental."""
        return self._entries_marked(Mark.VOID)

    @property
    def uncounted_entries(self) -> frozenset[int]:
        """Numbers of the entries that do not count: undone, void, lapsed, or refused."""
        return self._entries_marked(Mark.UNDONE, Mark.VOID, Mark.LAPSED, Mark.REFUSED)

    @property
    def lapse_reasons(self) -> Mapping[int, Message]:
        """Why entries do not hold any more since a press before them was heard, by their numbers."""
        if not self.by_edges:
            return {}
        return {step.entry.n: step.lapsed for step in self.steps if step.lapsed is not None}

    @property
    def refused_entries(self) -> tuple[Entry, ...]:
        """The entries that never counted here; `Entry.refused` says why."""
        return tuple(entry for entry in self.entries if entry.refused is not None)

    @property
    def undoable(self) -> Entry | None:
        """The entry that undo would take back next."""
        place = self._undoable
        return None if place is None else self.steps[place].entry

    @property
    def _undoable(self) -> int | None:
        """Its place among the steps."""
        for place in range(len(self.steps) - 1, -1, -1):
            step = self.steps[place]
            if step.lapsed is None and not step.entry.event.stays:
                return place
        return None

    def state_at(self, at: int) -> Any:
        """The state that a press of game time ``at`` (ns) meets, however late it is heard."""
        if not self._late(at) or self.game.undo_refusal(self.state) is not None:
            return self.state
        return self.steps[self._place_of(at, len(self.entries) + 1)].before

    def _late(self, at: int) -> bool:
        return self.by_edges and bool(self.steps) and at < self.steps[-1].entry.at

    def accept(self, event: Event, at: int) -> History:
        """The history with ``event``, entered at game time ``at`` (ns). Raises `Refusal`; then nothing has changed."""
        after = self.accept_kept(event, at)
        if (why := self.game.entry_refusal(event)) is not None:
            raise why
        return after

    def accept_kept(self, event: Event, at: int) -> History:
        """The same with an event that an earlier version may have taken (`Game.entry_refusal`)."""
        n = len(self.entries) + 1
        if type(event) in OWN:
            if isinstance(event, Undo):
                return self._undo(event, n, at)
            if isinstance(event, Redo):
                return self._redo(event, n, at)
            if isinstance(event, Void):
                return self._void(event, n, at)
            assert isinstance(event, Restore)
            return self._restore(event, n, at)
        entry = Entry(n, at, event)
        if self.by_edges and self._late(at):
            return self._insert(entry)
        state = self.game.apply(self.state, entry)
        entries, marks = self.entries.append(entry), self.marks.append(Mark.COUNTS)
        steps = self.steps.append(Step(entry, self.state))
        return History(
            self.game,
            self.setup,
            state,
            entries,
            marks,
            steps,
            EMPTY,
            self.voids,
            self.by_edges,
            self.later_lines,
            self.named,
            self.misread or self.game.is_misread(self.state, entry),
        )

    def _insert(self, entry: Entry) -> History:
        """The history with an entry of an earlier time than the last step's; what does not hold after it lapses."""
        if sealed := self.game.undo_refusal(self.state):
            raise sealed
        place = self._place_of(entry.at, entry.n)
        return self._with(entry, redoable=EMPTY)._fold_from(place, come=(entry,), late=True)

    def accept_stored(self, event: Event, at: int) -> History:
        """The history with ``event``, which stands on record already; where it is refused, it stands as `refuse` says.

        Records outlive the program that wrote them: what another version accepted is never lost, and never hides what
        came after it.
        """
        try:
            return self.accept_kept(event, at)
        except Refusal as refusal:
            return self.refuse(event, at, refusal.citation)
        except Exception:  # a fault in the rules of one event takes no other one along
            log.exception("entry %s cannot be folded: %r", len(self.entries) + 1, event)
            return self.refuse(event, at, msg("The rules of this version fail on it; please report that."))

    def refuse(self, event: Event, at: int, reason: Message) -> History:
        """The history with ``event`` as an entry that does not count, now or later, for that ``reason``."""
        after = self._with(Entry(len(self.entries) + 1, at, event, reason), Mark.REFUSED)
        return after if type(event) in (Undo, Redo) else replace(after, redoable=EMPTY)

    def with_entry(self, entry: Entry) -> History:
        """The history with an ``entry`` of another one that was the same until then. Raises `Refusal`."""
        if entry.refused is not None:
            return self.refuse(entry.event, entry.at, entry.refused)
        return self.accept_kept(entry.event, entry.at)

    def _void(self, event: Void, n: int, at: int) -> History:
        named = Void(of=self.game.check_void(self.state, event), by=event.by)
        entry = Entry(n, at, named)
        taken = self._with(entry, redoable=EMPTY)
        try:
            return taken._with_presses(named, come=(entry,))
        except Refusal as refusal:
            raise Refusal(
                refusal.rule,
                "What came after that press does not fit without it ({reason}); undo that first.",
                reason=refusal.message,
            ) from None

    def _restore(self, event: Restore, n: int, at: int) -> History:
        if sealed := self.game.undo_refusal(self.state):
            raise sealed
        voids = self._voids
        named = tuple(sorted(event.of or (voids[-1].of if voids else ())))
        if not named:
            raise Refusal(self.game.press_rule, "No press is void.")
        if missing := [number for number in named if number > len(self.marks) or self._mark(number) is not Mark.VOID]:
            raise Refusal(self.game.press_rule, "Entry {n} is not a voided press.", n=missing[0])
        back = Restore(of=named)
        entry = Entry(n, at, back)
        taken = self._with(entry, redoable=EMPTY)
        try:
            return taken._with_presses(back, come=(entry,))
        except Refusal as refusal:
            raise Refusal(
                refusal.rule,
                "What came after that press does not fit with it ({reason}); undo that first.",
                reason=refusal.message,
            ) from None

    def _undo(self, event: Undo, n: int, at: int) -> History:
        if sealed := self.game.undo_refusal(self.state):
            raise sealed
        last = self.steps[-1].entry if self.steps else None
        if last is not None and last.n == event.of and last.event.decision:
            place: int | None = len(self.steps) - 1  # a decision that lasts is taken back by its number alone
        else:
            place = self._undoable
        if place is None:
            raise Refusal("", "There is nothing to undo.")
        target = self.steps[place].entry
        if event.of not in (None, target.n):
            raise Refusal("", "Only entry {n} can be undone now, not {of}.", n=target.n, of=event.of)
        back = self._with(Entry(n, at, Undo(of=target.n)), redoable=self.redoable.append(target.n))
        back = back._with_marks((target.n,), Mark.UNDONE)
        if isinstance(target.event, (Void, Restore)):
            return back._with_presses(target.event, gone=(target.n,))
        return back._fold_from(place, gone=(target.n,))

    def _redo(self, event: Redo, n: int, at: int) -> History:
        if not self.redoable:
            raise Refusal("", "There is nothing to redo.")
        target = self.entries[self.redoable[-1] - 1]
        if event.of not in (None, target.n):
            raise Refusal("", "Only entry {n} can be redone now, not {of}.", n=target.n, of=event.of)
        forth = self._with(Entry(n, at, Redo(of=target.n)), redoable=self.redoable.cut(len(self.redoable) - 1))
        forth = forth._with_marks((target.n,), Mark.COUNTS)
        if isinstance(target.event, (Void, Restore)):
            return forth._with_presses(target.event, come=(target,))
        return forth._fold_from(self._place(target.n), come=(target,))

    # -- how it is done --------------------------------------------------------------------------------------------

    @property
    def _voids(self) -> Vector[Void]:
        """The voids that stand whole, so that a `Restore` without numbers takes the last one."""
        return self.voids[-1] if self.voids else EMPTY

    def _mark(self, n: int) -> Mark:
        return self.marks[n - 1]

    def _order(self, entry: Entry) -> tuple[int, int]:
        """By what entries count one after another."""
        return (entry.at if self.by_edges else 0, entry.n)

    def _place(self, n: int) -> int:
        """The place among the steps of the first one that does not count before entry ``n``."""
        return self._place_of(self.entries[n - 1].at, n)

    def _place_of(self, at: int, n: int) -> int:
        """The same for an entry ``n`` of game time ``at``."""
        return bisect_left(self.steps, (at if self.by_edges else 0, n), key=lambda step: self._order(step.entry))

    def _with(self, entry: Entry, mark: Mark = Mark.COUNTS, **changes: Any) -> History:
        """This history and ``entry`` after it."""
        return replace(self, entries=self.entries.append(entry), marks=self.marks.append(mark), **changes)

    def _with_marks(self, numbers: Iterable[int], mark: Mark) -> History:
        marks = self.marks
        for n in numbers:
            marks = marks.put(n - 1, mark)
        return replace(self, marks=marks)

    def _with_presses(self, event: Void | Restore, come: tuple[Entry, ...] = (), gone: tuple[int, ...] = ()) -> History:
        """Folded anew from the presses on that ``event`` names, with the entry of it that comes, or without it.

        What a `Void` does is undone by what a `Restore` does, and the other way round.
        """
        if gone:
            voids = self.voids.cut(len(self.voids) - 1)
        elif isinstance(event, Void):
            voids = self.voids.append(self._voids.append(event))
        else:
            voids = self.voids.append(_without(self._voids, event.of))
        if isinstance(event, Void) == bool(come):
            changed = self._with_marks(event.of, Mark.VOID)
            gone = (*gone, *event.of)
        else:
            changed = self._with_marks(event.of, Mark.COUNTS)
            come = (*(self.entries[n - 1] for n in event.of), *come)
        place = min(changed._place(n) for n in (*event.of, *gone, *(entry.n for entry in come)))
        return replace(changed, voids=voids)._fold_from(place, come, gone)

    def _fold_from(
        self, place: int, come: Collection[Entry] = (), gone: Collection[int] = (), *, late: bool = False
    ) -> History:
        """Folded anew from step ``place`` on, with what comes and without what is gone; what lies before it stays.

        A lasting entry that no longer applies once something before it is gone (resuming a clock that now never
        stood) is passed over: it is a fact that has lost its effect, not a mistake. Any other lapses where it does not
        hold after what came ``late``, or was folded after such a one before and names nothing itself, or where it is
        `Stale`; otherwise its refusal stands against the change.
        """
        later = self.steps[place:]
        state = later[0].before if later else self.state
        steps, marks, named = self.steps.cut(place), self.marks, {entry.n: entry for entry in self.named}
        misread = self.misread
        staying = [step for step in later if step.entry.n not in gone]
        for step in sorted(
            (*staying, *(Step(entry, None) for entry in come)), key=lambda step: self._order(step.entry)
        ):
            entry, new = step.entry, step.before is None
            before, lapsed = state, None
            bends = late or step.lapsed is not None or entry.n in named
            try:
                if bends and not new and entry.n not in named:
                    event = self.game.with_subject(step.state_at_entry, entry.event)
                    if event is not entry.event:
                        named[entry.n] = Entry(entry.n, entry.at, event)
                counted = named.get(entry.n, entry)
                misread = misread or self.game.is_misread(state, counted)
                state = self.game.apply(state, counted)
            except Refusal as refusal:
                if new or not entry.event.stays:
                    if new or not (bends or (self.by_edges and isinstance(refusal, Stale))):
                        raise
                    lapsed = refusal.citation
            heard = None if new or step.state_at_entry is before else step.state_at_entry
            steps = steps.append(Step(entry, before, heard, lapsed))
            if (lapsed is None) != (step.lapsed is None):
                marks = marks.put(entry.n - 1, Mark.COUNTS if lapsed is None else Mark.LAPSED)
        return replace(self, state=state, steps=steps, marks=marks, named=Vector(named.values()), misread=misread)


def _without(voids: Vector[Void], numbers: Collection[int]) -> Vector[Void]:
    """The voids without those that no longer stand whole, because presses of theirs count again."""
    again = frozenset(numbers)
    while voids and not again.isdisjoint(voids[-1].of):  # nearly always it is the last one
        again -= frozenset(voids[-1].of)
        voids = voids.cut(len(voids) - 1)
    return Vector(void for void in voids if again.isdisjoint(void.of)) if again else voids
