"""The score sheet as a `rules.game.Game`: whatever is played in rounds, by the terms of its setup (R1-R10)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.act_game import ActGame, Presentation
from rules.game import SIDES, Event, Gesture, OpenTurn, Setup, Undo, Void
from rules.message import Refusal, msg
from rules.rounds import acts as e
from rules.rounds.report import clock_readings, report, sheet_entries, summary
from rules.rounds.state import Phase, RoundsSetup, State


class RoundsGame(ActGame[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "rounds"
    name = msg("Score sheet")
    setup_type = RoundsSetup
    acts = e.ACTS
    signing = e.SIGNING
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def begin(self, setup: RoundsSetup) -> State:
        """R1: as many people as the sheet says, each with a name. Raises `Refusal`."""
        terms, many = setup.terms, len(setup.players)
        terms.check()
        fewest, most = terms.players
        if not fewest <= many <= most:
            raise Refusal("R1", "{least} to {most} people play {name}.", least=fewest, most=most, name=terms.name)
        if many % terms.team:
            raise Refusal("R1", "{n} to a team: whole teams play.", n=terms.team)
        if not all(name.strip() for name in setup.players):
            raise Refusal(*e.Substitute.nameless)
        return State.of(setup)

    def variant(self, setup: Setup) -> str:
        """The name of the sheet."""
        return setup.terms.name if isinstance(setup, RoundsSetup) else ""

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """R8: a press is taken back as anything else is, by undoing it."""
        raise Refusal("R8", "Undo takes a press back here.")

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """A press ends a timed turn, a hold takes its own press back or signs, both held pause the clock (R8, R9)."""
        if gesture is Gesture.PRESS:
            is_timed = state.phase is Phase.PLAY and state.clock is not None and not state.clock.paused
            return (e.Press(side=SIDES[side]),) if is_timed else ()
        undone: tuple[Event, ...] = tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        if gesture is Gesture.HOLD:
            return undone or ((e.Sign(side=SIDES[side]),) if state.phase is Phase.OVER else ())
        clock = state.clock
        if state.phase is not Phase.PLAY or clock is None or clock.seat is None:
            return undone
        return (*undone, e.Resume() if clock.paused else e.Pause())

    def is_running(self, state: State) -> bool:
        """Whether the clock of a turn runs."""
        return state.phase is Phase.PLAY and state.clock is not None and state.clock.running

    def open_turn(self, state: State, at: int) -> OpenTurn | None:
        """The timed turn, at the side of the table where its player sits."""
        clock = state.clock
        if state.phase is not Phase.PLAY or clock is None or clock.seat is None:
            return None
        return OpenTurn(self.side_of(state, clock.seat), clock.remaining(at), clock.running)

    def side_of(self, state: State, seat: int) -> int:
        """The side of the table (0 or 1) at which a seat is: the first half of them is at clock button A."""
        return int(seat >= (len(state.names) + 1) // 2)

    def has_begun(self, state: State) -> bool:
        """Whether anything is written, or the clock was started."""
        return state.is_begun or (state.clock is not None and state.clock.seat is not None)


GAME = RoundsGame()
"""The game, ready to be asked."""
