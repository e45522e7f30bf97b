"""A game as the list of what happened: fold, undo, redo and void, for every game alike.

The entries are never changed. ``undo`` and ``void`` are entries too; what they name is simply not folded, so the
game is exactly as if it had not happened. Undoing takes the last entry that still counts; redoing puts the last undone
one back until something new happens.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.game import Entry, Event, Game, Redo, Restore, Setup, Undo, Void
from rules.message import Refusal


class History(Struct, frozen=True):
    """A game from its setup to now. Immutable: `accept` returns the next history.

    ``undone`` are the numbers of entries taken back, ``redoable`` those that redo would put back, last one last.
    ``state`` is the fold of everything else, ``before`` what it was before each entry, so that an undo folds only what
    comes after.
    """

    game: Game[Any]
    setup: Setup
    state: Any
    entries: tuple[Entry, ...] = ()
    undone: frozenset[int] = frozenset()
    redoable: tuple[int, ...] = ()
    before: tuple[Any, ...] = ()

    @classmethod
    def begin(cls, game: Game[Any], setup: Setup) -> History:
        """A game that has just been set up. Raises `Refusal` where the setup makes no game."""
        return cls(game, setup, game.start(setup))

    @property
    def last_at(self) -> int:
        """Game time of the latest entry in nanoseconds; 0 before the first."""
        return max([entry.at for entry in self.entries[-8:]], default=0)

    @property
    def voided(self) -> frozenset[int]:
        """Numbers of the presses that stand declared accidental."""
        found: set[int] = set()
        for entry in self.entries:
            kind = type(entry.event)
            if kind is Void and entry.n not in self.undone:
                found.update(entry.event.of)  # type: ignore[attr-defined]
            elif kind is Restore and entry.n not in self.undone:
                found.difference_update(entry.event.of)  # type: ignore[attr-defined]
        return frozenset(found)

    @property
    def undoable(self) -> Entry | None:
        """The entry that undo would take back next."""
        gone = self.undone | self.voided
        for entry in reversed(self.entries):
            if isinstance(entry.event, (Undo, Redo)) or entry.event.lasting or entry.n in gone:
                continue
            return entry
        return None

    def accept(self, event: Event, at: int) -> History:
        """The history with ``event`` at game time ``at`` (ns). Raises `Refusal`; then nothing has changed."""
        n = len(self.entries) + 1
        if type(event) is Undo:  # isinstance takes long for structs, and these have no subclasses
            return self._undo(event, n, at)
        if type(event) is Redo:
            return self._redo(event, n, at)
        if type(event) is Void:
            named = Void(of=self.game.check_void(self.state, event), by=event.by)
            taken = self._with(Entry(n, at, named), redoable=())
            try:
                return taken._folded_from(min(named.of))
            except Refusal as refusal:
                text = "What came after that press does not fit without it ({reason}); undo that first."
                raise Refusal(refusal.rule, text, reason=refusal.message) from None
        if type(event) is Restore:
            return self._restore(event, n, at)
        entry = Entry(n, at, event)
        state = self.game.apply(self.state, entry)
        return self._with(entry, state=state, redoable=())

    def _restore(self, event: Restore, n: int, at: int) -> History:
        if sealed := self.game.sealed(self.state):
            raise sealed
        voided = self.voided
        last = [
            entry.event.of
            for entry in self.entries
            if isinstance(entry.event, Void) and entry.n not in self.undone and voided.issuperset(entry.event.of)
        ]
        named = tuple(sorted(event.of or (last[-1] if last else ())))
        if not named:
            raise Refusal("S10", "No press is void.")
        if missing := [number for number in named if number not in voided]:
            raise Refusal("S10", "Entry {n} is not a voided press.", n=missing[0])
        taken = self._with(Entry(n, at, Restore(of=named)), redoable=())
        try:
            return taken._folded_from(min(named))
        except Refusal as refusal:
            text = "What came after that press does not fit with it ({reason}); undo that first."
            raise Refusal(refusal.rule, text, reason=refusal.message) from None

    def _undo(self, event: Undo, n: int, at: int) -> History:
        if sealed := self.game.sealed(self.state):
            raise sealed
        target = self.undoable
        if target is None:
            raise Refusal("", "There is nothing to undo.")
        if event.of not in (None, target.n):
            raise Refusal("", "Only entry {n} can be undone now, not {of}.", n=target.n, of=event.of)
        back = self._with(
            Entry(n, at, Undo(of=target.n)),
            undone=self.undone | {target.n},
            redoable=(*self.redoable, target.n),
        )
        return back._folded_from(_first_touched(target))

    def _redo(self, event: Redo, n: int, at: int) -> History:
        if not self.redoable:
            raise Refusal("", "There is nothing to redo.")
        target = self.redoable[-1]
        if event.of not in (None, target):
            raise Refusal("", "Only entry {n} can be redone now, not {of}.", n=target, of=event.of)
        forth = self._with(
            Entry(n, at, Redo(of=target)),
            undone=self.undone - {target},
            redoable=self.redoable[:-1],
        )
        return forth._folded_from(_first_touched(self.entries[target - 1]))

    def _with(self, entry: Entry, **changes: Any) -> History:
        """This history and ``entry`` after it."""
        return replace(self, entries=(*self.entries, entry), before=(*self.before, self.state), **changes)

    def _folded_from(self, n: int) -> History:
        """Folded anew from entry ``n`` on, without what is undone or voided; what lies before it stays as it was.

        A lasting entry that no longer applies once something before it is gone (resuming a clock that now never
        stood) is passed over: it is a fact that has lost its effect, not a mistake.
        """
        gone = self.undone | self.voided
        state = self.before[n - 1]
        before = list(self.before[: n - 1])
        for entry in self.entries[n - 1 :]:
            before.append(state)
            if entry.n in gone or type(entry.event) in (Undo, Redo):
                continue
            try:
                state = self.game.apply(state, entry)
            except Refusal:
                if not entry.event.lasting:
                    raise
        return replace(self, state=state, before=tuple(before))


def _first_touched(entry: Entry) -> int:
    """The first entry whose effect changes when ``entry`` goes or comes back: a void reaches back to its presses."""
    return min(entry.event.of) if isinstance(entry.event, (Void, Restore)) else entry.n
