"""Polyssimo Challenge as a `rules.game.Game`: picking, placing, who can still place something, the result (P1-P10)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Event, Gesture, Progress, Setup, Undo
from rules.message import Refusal, msg
from rules.polyssimo import corrections, report, rounds, timeline
from rules.polyssimo import events as e
from rules.polyssimo.describe import describe
from rules.polyssimo.state import Phase, State
from rules.rulebook import Clockless, Presentation, Rule, Rulebook

RULES: Rulebook[State] = Rulebook(
    {
        e.Pick: Rule(rounds.may_pick, rounds.pick, rounds.check_pick),
        e.Begin: (rounds.may_begin, rounds.begin),
        e.Place: Rule(rounds.may_place, rounds.place, rounds.check_place, ways=()),
        e.Stand: Rule(rounds.may_stand, rounds.stand, rounds.check_stand),
        e.Outcome: Rule(rounds.may_count, rounds.outcome, rounds.check_outcome),
        e.Correct: Rule(corrections.may_correct, corrections.on_correct, corrections.check_correct, ways=()),
        e.Note: Rule(rounds.SIGNING.check_open, rounds.note, rounds.check_note),
        e.Dispute: (rounds.may_sign, rounds.SIGNING.dispute),
        e.Sign: Rule(
            rounds.may_sign,
            rounds.SIGNING.sign,
            rounds.SIGNING.check_sign,
            (e.Sign(side="A"), e.Sign(side="B")),
        ),
        e.Reopen: (rounds.SIGNING.may_reopen, rounds.SIGNING.reopen),
    }
)


def side_of(seat: int) -> int:
    """Which clock button a seat uses: players 1 and 3 the one of side A, 2 and 4 that of side B."""
    return seat % 2


class Polyssimo(Clockless[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "polyssimo"
    name = msg("Polyssimo")
    setup_type = e.PolyssimoSetup
    rules = RULES
    signing = rounds.SIGNING
    presentation = Presentation(report.summary, report.report, describe, timeline.sheet_entries)

    def start(self, setup: Setup) -> State:
        """P1, P2, P4, P10: players, set and shares. Raises `Refusal`."""
        if not isinstance(setup, e.PolyssimoSetup):
            raise Refusal("", "This is not the setup of a game of Polyssimo.")
        return rounds.start(setup)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """The button of the player on turn; the other one means nothing. See `side_of`.

        A press, where pieces are only counted: a piece was placed, next player. On the device's board, and only where
        nothing fits: the player stands aside. A hold says that nothing can be placed (what its own press counted is
        taken back first), and signs the result. Both held together mean nothing; what they pressed is taken back.
        """
        if gesture is Gesture.BOTH:
            return tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        counted = not state.on_board and state.setup.polyssimo_counts == "pieces"
        if gesture is Gesture.HOLD and presses:
            return (Undo(of=presses[0]), e.Stand()) if counted else ()
        if gesture is Gesture.HOLD and state.phase is Phase.RESULT:
            return (e.Sign(side="B" if side else "A"),)
        if state.phase is not Phase.PLACING or side_of(state.turn) != side:
            return ()
        player = state.turn + 1
        if gesture is Gesture.HOLD:
            return () if state.on_board or counted else (e.Stand(player=player),)
        if state.on_board:
            return () if state.can_place(state.turn) else (e.Stand(player=player),)
        return (e.Place(player=player),) if counted else ()

    def progress(self, state: State) -> Progress:
        """How far the game is."""
        if state.phase is Phase.SIGNED:
            return Progress.SIGNED
        if state.phase is Phase.RESULT:
            return Progress.RESULT
        return Progress.PLAYING if state.last_picker is not None else Progress.READY


GAME = Polyssimo()
"""The game, ready to be asked."""
