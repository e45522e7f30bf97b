"""The chess clock as a `rules.game.Game`: its acts, and the questions that all games answer.

| phase | what takes it further |
|---|---|
| ready | press |
| play | press, pause, resume, ... ; result once the clocks stand |
| result | sign by both sides |
| signed | reopen |
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from rules.act_game import ActGame, Presentation
from rules.chess_clock import acts as e
from rules.chess_clock.acts.result import SIGNING
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import check
from rules.chess_clock.report import clock_readings, report, sheet_entries, summary
from rules.chess_clock.state import INDEX, SIDES, ClockSetup, Phase, PressNote, State
from rules.clock.acts import MOST_DOUBT_S
from rules.clock.hold import hold_voids
from rules.game import SECOND, Entry, Event, Gesture, OpenTurn, Progress, Restore, Setup, Void
from rules.message import Refusal, msg

_PROGRESS = {
    Phase.READY: Progress.READY,
    Phase.PLAY: Progress.PLAYING,
    Phase.RESULT: Progress.RESULT,
    Phase.SIGNED: Progress.SIGNED,
}


class ChessClockGame(ActGame[State]):
    """The game (C1-C10). Stateless; every method is a function of what it is given."""

    key = "chess_clock"
    press_rule = "C10"
    name = msg("Chess clock")
    setup_type = ClockSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def start(self, setup: Setup) -> State:
        """C1: before the first press: two named players, and times under which it can be played. Raises `Refusal`."""
        if not isinstance(setup, ClockSetup):
            raise Refusal("", "This is not the setup of a game on the chess clock.")
        if not all(name.strip() for name in setup.players):
            raise Refusal("C1", "Two players play; each needs a name.")
        check(setup.control)
        return State(setup, ChessClock.of(setup.control))

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        if type(entry.event) in (Void, Restore):
            return state.with_remark(entry)
        return super().apply(state, entry)

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """C10: a player takes back the own press until the other one has made a move; later it is the arbiter's."""
        named = void.of
        if not named:
            last = next((note.n for note in reversed(state.presses) if note.acted), None)
            if last is None:
                raise Refusal("C10", "There is no press to take back.")
            named = (last,)
        if state.phase is not Phase.PLAY:
            raise Refusal("C10", "Presses are taken back only while the game is played.")
        notes = [state.press(n) for n in named]
        for n, note in zip(named, notes, strict=True):
            if note is None:
                raise Refusal("C10", "Entry {n} is not a press of a clock button.", n=n)
            if void.by in INDEX and note.side != INDEX[void.by]:
                raise Refusal("C10", "Players take back only their own presses.")
            if void.by != "referee" and not self._free(state, note, named):
                raise Refusal("C10", "The other side has made a move; only the arbiter can void that press.")
        if void.by not in (*INDEX, "both", "referee"):
            raise Refusal("C10", "A press is taken back by A, B, both or the arbiter.")
        return tuple(sorted(named))

    def _free(self, state: State, press: PressNote, named: Sequence[int]) -> bool:
        """Whether the players may take ``press`` back: no later one that did something stays."""
        for note in reversed(state.presses):
            if note.n == press.n:
                return True
            if press.acted and note.acted and note.n not in named:
                return False
        return True

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """The same two with the other colours."""
        return structs.replace(state.setup.with_colours_changed(), round=0)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """A press; a hold that takes the own press back, or signs; both held: pause by agreement (C10)."""
        letter = SIDES[side]
        if gesture is Gesture.PRESS:
            return (e.Press(side=letter),) if state.phase in (Phase.READY, Phase.PLAY) else ()
        if state.phase is Phase.RESULT:
            return (e.Sign(side=letter),) if gesture is Gesture.HOLD and side not in state.signed else ()
        if state.phase is not Phase.PLAY:
            return ()
        known = tuple(n for n in presses if state.press(n) is not None)
        if gesture is Gesture.BOTH:
            voids = (Void(of=known, by="both"),) if known and not state.is_paused else ()
            if voids and len(known) == len(state.presses):
                return voids  # these presses had started the clocks: there is nothing to pause
            return (*voids, e.Resume() if state.is_paused else e.Pause())
        if not known or any(note.acted for n in known if (note := state.press(n)) is not None):
            return ()
        first = next((note for note in reversed(state.presses) if note.side == side and note.acted), None)
        return hold_voids(first, state.presses, known, letter, lambda void: self.check_void(state, void))

    def power_loss(self, state: State, doubt: int) -> Event | None:
        """A running clock was cut off; left on purpose, it is a pause like any other."""
        if not self.is_running(state):
            return None
        return e.PowerLoss(doubt_s=min(doubt / SECOND, MOST_DOUBT_S)) if doubt else e.Pause()

    def is_running(self, state: State) -> bool:
        """Whether a clock runs."""
        return state.phase is Phase.PLAY and state.clock.running

    def open_turn(self, state: State, at: int) -> OpenTurn | None:
        """The move on the clocks."""
        clock = state.clock.advance(at)
        if state.phase is not Phase.PLAY or clock.mover is None:
            return None
        return OpenTurn(clock.mover, clock.budgets[clock.mover].left, clock.running)

    def with_readings(self, state: State, event: Event, at: int, readings: tuple[int, int]) -> Event:
        """One clock measures both sides; an event says nothing more."""
        return event

    def progress(self, state: State) -> Progress:
        """How far the game is."""
        return _PROGRESS[state.phase]


GAME = ChessClockGame()
"""The game, ready to be asked."""
