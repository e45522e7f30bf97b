"""The table: the one place where events, rules and journal meet.

It owns the running game. An event comes in, the rules are asked, the journal keeps it, the views follow. Nothing is
decided here that the rules could decide, and no game is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import msgspec

from device.io.timebase import ClockCounts, SideClocks
from device.journal.heartbeats import INTERVAL
from rules.clock.acts import ClockPress, readings_of
from rules.game import Entry, Event, Game, Gesture, KeepsTime, Setup
from rules.history import History
from rules.message import Refusal
from rules.record_format import format_of_newest
from rules.signing import entries_to_redo, entries_to_undo

SETTLE = 1_000_000_000
"""How long (ns) a press counts for nothing where an entry has just given its button another meaning."""
DOUBLE_PRESS = 400_000_000
"""A press so soon (ns) after another one is a second one by mistake, or the beginning of both buttons' hold."""
HEARTBEAT = INTERVAL
"""How often the journal learns how far a running clock came (ns)."""


class Keeper(Protocol):
    """What the table needs of a journal (`device.journal.Journal`)."""

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """Begin a game; its number."""

    def append(
        self, game_id: int, entry: Entry, source: str, source_ns: int, version: tuple[int, int] | None = None
    ) -> None:
        """Keep an entry; ``version`` is the format of records that it has to say, None: what its fields ask for."""

    def heartbeat(self, game_id: int, at: int, *, first: bool = False) -> None:
        """Note how far a running clock came; ``first``: it has stood before."""

    def doubt(self, game_id: int) -> int | None:
        """How long after its last heartbeat the clock may have run on (ns); None where that is not known."""

    def load(self, game_id: int) -> tuple[History, int | None]:
        """A kept game and its last heartbeat."""


class NoKeeper(Keeper):
    """Keeps nothing: what a table on which people only try something has in place of a journal."""

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        """No number."""
        return 0

    def append(
        self, game_id: int, entry: Entry, source: str, source_ns: int, version: tuple[int, int] | None = None
    ) -> None:
        """Forgotten."""

    def heartbeat(self, game_id: int, at: int, *, first: bool = False) -> None:
        """Forgotten."""

    def doubt(self, game_id: int) -> int | None:
        """Nothing can be resumed."""
        return None

    def load(self, game_id: int) -> tuple[History, int | None]:
        """Raises LookupError: nothing is kept."""
        raise LookupError(game_id)


class _Down(msgspec.Struct, frozen=True):
    """A press-down and the entries it made."""

    at: int
    entries: tuple[int, ...]


class Table:
    """The running game of this device; None before one is chosen.

    ``now`` reads the device's monotonic clock in ns. ``clocks`` are the clocks beside the sides, where they have time
    bases of their own. All methods belong to the loop's thread.
    """

    def __init__(
        self,
        journal: Keeper,
        games: Mapping[str, Game[Any]],
        now: Callable[[], int] = time.monotonic_ns,
        clocks: SideClocks | None = None,
    ) -> None:
        self.clocks = clocks or SideClocks()
        self._journal = journal
        self._games = games
        self._now = now
        self._origin = self._taken = 0
        self._down: dict[int, _Down] = {}
        self._beat: int | None = None
        self.calls_for_help = 0
        self.history: History | None = None
        self._timed: KeepsTime | None = None
        self._counts = ClockCounts(self.clocks, 0)
        self.game_id: int | None = None
        self.saved = 0

    # -- choosing a game -------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> None:
        """Begin a game with ``setup``. Raises `Refusal` where the setup makes none; the running game stays then."""
        game = self._games[str(setup.__struct_config__.tag)]
        history = History.begin(game, setup)
        self.leave()
        self.game_id = self._journal.new_game(game, setup)
        self._take(history, at=0)

    def resume(self, game_id: int) -> None:
        """Go on with a kept game. A clock that was running stands paused, and the doubt is on record.

        Journals of versions that did not write it leave the time between two heartbeats.
        """
        self.leave()
        history, beat = self._journal.load(game_id)
        self.game_id = game_id
        at = max(history.last_at, beat or 0)
        self._take(history, at)
        self.saved = len(history.entries)
        if (lost := history.game.power_loss(history.state, self._journal.doubt(game_id) or HEARTBEAT)) is not None:
            self.do(lost, source="device", mono=self._origin + at)

    def leave(self) -> None:
        """Back to the list of games; the game stays in the journal, and a clock that runs is stopped and on record."""
        if self.history is not None and (stop := self.game.power_loss(self.state, 0)) is not None:
            self.do(stop, source="device")
        self.history = None
        self.game_id = None

    def _take(self, history: History, at: int) -> None:
        self.history = history
        self._timed = history.game if isinstance(history.game, KeepsTime) else None  # once: it is slow to find out
        self.saved = 0
        self._taken = self._now()
        self._origin = self._taken - at
        were_read = any(readings_of(entry.event) is not None for entry in history.entries)
        self._counts = ClockCounts(self.clocks, self._origin, matter=were_read)
        self._down = {}
        self._beat = None

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> History:
        """The history of the game that is played. Raises RuntimeError where none is."""
        if self.history is None:
            raise RuntimeError("no game is being played")
        return self.history

    @property
    def game(self) -> Game[Any]:
        """The game that is played. Raises RuntimeError where none is."""
        return self.playing.game

    @property
    def state(self) -> Any:
        """The game's state. Raises RuntimeError where no game is played."""
        return self.playing.state

    def game_time(self, mono: int | None = None) -> int:
        """Game time in ns of a reading of the device's clock (default: now)."""
        return max(0, (self._now() if mono is None else mono) - self._origin)

    @property
    def to_undo(self) -> tuple[Entry, ...]:
        """Entries that undo would take back, latest first; empty where there are none, or the result is signed."""
        return entries_to_undo(self.playing)

    @property
    def to_redo(self) -> tuple[Entry, ...]:
        """Entries that redo would put back, in that order; empty where there are none."""
        return entries_to_redo(self.playing)

    @property
    def safe(self) -> bool:
        """Whether everything that happened is safe on disk."""
        return self.history is None or self.saved >= len(self.history.entries)

    @property
    def timed_game(self) -> KeepsTime | None:
        """The game, where one is on the table that keeps time."""
        return None if self.history is None else self._timed

    @property
    def clock_runs(self) -> bool:
        """Whether a game is on the table and its clock runs."""
        return self.history is not None and self.game.is_running(self.state)

    # -- what happens ----------------------------------------------------------------------------------------------

    def do(self, event: Event, *, source: str = "touch", mono: int | None = None) -> int:
        """Somebody did something: ask the rules, keep it. Returns the entry's number; raises `Refusal`.

        ``mono`` is the source's own stamp on the device's clock in ns (default: now).
        """
        stamp, before = self._now() if mono is None else mono, self.playing
        at = self.game_time(stamp)
        if not event.from_buttons:
            at = max(at, before.last_at)  # people have seen what was heard, though its edge be a moment ahead
        history = before.accept(self._as_recorded(event, at), at)
        self.history = history
        assert self.game_id is not None
        version = format_of_newest(before, history)
        self._journal.append(self.game_id, history.entries[-1], source, stamp, version)
        return len(history.entries)

    def on_press(self, side: int, at: int, doubt: int = 0) -> None:
        """Clock button ``side`` went down at device time ``at``: the game says what that means.

        ``doubt``: by how many ns that may be wrong, for the record; 0: nothing to say. A pod may report a press only
        much later: then it means what it meant at ``at`` (`History.state_at`). One from before this game was on the
        table is none of this game. One too early to be meant (`counts_from`) does nothing. Raises `Refusal`.
        """
        if self.history is None or at < self._taken:
            return
        last = max((down.at for down in self._down.values()), default=None)
        early = at < self.counts_from(side, at)
        self._down[side] = _Down(at, () if early else self._gesture(side, Gesture.PRESS, at, (), doubt))
        if early and (last is None or not 0 <= at - last < DOUBLE_PRESS):
            raise Refusal("", "The button's meaning had just changed. Press it again.")

    def counts_from(self, side: int, at: int) -> int:
        """The device time (ns) from which on a press of ``side`` counts for what it means at ``at``.

        A press too many does not do the next thing, nor take back what the first one did. A press of a clock always
        counts (S10).
        """
        history, pressed = self.playing, self.game_time(at)
        means = self.game.button(history.state_at(pressed), side, Gesture.PRESS, ())
        if not means or any(isinstance(event, ClockPress) for event in means):
            return 0
        for step in reversed(history.steps):
            settled = step.entry.at + SETTLE
            if settled <= pressed:
                break
            if self.game.button(step.before, side, Gesture.PRESS, ()) not in ((), means):
                return self._origin + settled
        return 0

    def on_hold(self, side: int, began: int, at: int) -> None:
        """Button ``side`` has been held since its press at ``began``."""
        if self.history is None or began < self._taken:
            return
        down = self._down.get(side)
        entries = down.entries if down is not None and down.at == began else ()
        self._gesture(side, Gesture.HOLD, at, entries)

    def on_both_held(self, at: int) -> None:
        """Both buttons are held together."""
        if self.history is None:
            return
        entries = tuple(n for side in (0, 1) if side in self._down for n in self._down[side].entries)
        self._gesture(0, Gesture.BOTH, at, entries)

    def call_for_help(self) -> None:
        """Somebody calls for help: no gesture of any game; what it means is up to whoever reads `calls_for_help`."""
        if self.history is not None:
            self.calls_for_help += 1

    def _gesture(
        self, side: int, gesture: Gesture, at: int, presses: tuple[int, ...], doubt: int = 0
    ) -> tuple[int, ...]:
        state = self.playing.state_at(self.game_time(at)) if gesture is Gesture.PRESS else self.state
        events = [event.with_doubt(doubt) for event in self.game.button(state, side, gesture, presses)]
        return tuple(self.do(event, source=f"button {'AB'[side]}", mono=at) for event in events)

    def _as_recorded(self, event: Event, at: int) -> Event:
        """``event`` of game time ``at`` with what the record says besides.

        Of which turn it is said, as people see it now; what the clocks beside the sides have counted, where one of them
        has a time base of its own.
        """
        event = self.game.with_subject(self.state, event)
        readings = self._counts.read(at + self._origin)
        if self._timed is None or not self._counts.matter:
            return event
        return self.game.with_readings(self.playing.state_at(at), event, at, readings)

    @contextmanager
    def supposing(self, side: int) -> Iterator[bool]:
        """Within it the table stands as if ``side`` had pressed now; nothing is recorded, and it all comes back.

        Yields whether that press would change anything.
        """
        history, now = self.history, self._now()
        try:
            with suppress(Refusal):
                for event in self.game.button(self.state, side, Gesture.PRESS, ()):
                    at = self.game_time(now)
                    self.history = self.playing.accept(self._as_recorded(event, at), at)
            yield self.history is not history
        finally:
            self.history = history

    def heartbeat(self) -> int | None:
        """Note how far a running clock came, once a second; the device time of the next beat, None while none runs."""
        if self.game_id is None or not self.clock_runs:
            self._beat = None
            return None
        now = self._now()
        if self._beat is None or now >= self._beat:
            at = self.game_time(now)
            self._journal.heartbeat(self.game_id, at, first=self._beat is None)
            self._beat = now + HEARTBEAT - at % HEARTBEAT
        return self._beat

    def saved_through(self, game_id: int, n: int) -> None:
        """The journal has entry ``n`` and everything before it safe on disk."""
        if game_id == self.game_id:
            self.saved = max(self.saved, n)
