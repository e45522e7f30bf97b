"""Kouřící kočka as a `rules.game.Game`: no clock, four seats, a word (K1-K17)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.act_game import Clockless, Presentation
from rules.game import Event, Gesture, Progress, Setup, Undo
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.acts.table import SIGNING
from rules.kourici_kocka.report import report, sheet_entries, summary
from rules.kourici_kocka.state import SEAT, SIDES, KockaSetup, Phase, State, letters_of
from rules.message import Refusal, msg
from rules.people import Person, named_people


class KouriciKocka(Clockless[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "kourici_kocka"
    name = msg("Kouřící kočka")
    setup_type = KockaSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries)

    def start(self, setup: Setup) -> State:
        """K1, K16: four named players and a word that is not empty. Raises `Refusal`."""
        if not isinstance(setup, KockaSetup):
            raise Refusal("", "This is not the setup of a game of Kouřící kočka.")
        if not all(name.strip() for name in setup.players):
            raise Refusal(*e.Substitute.nameless)
        letters = letters_of(setup.word, setup.ch_is_one_letter)
        if not letters:
            raise Refusal("K16", "Agree on a word to play for; it cannot be empty.")
        return State(setup=setup, names=setup.players, letters=letters, people=setup.seats)

    def people(self, state: State) -> tuple[Person, ...]:
        """By seats, then those who have left (K17)."""
        return (*named_people(state.people), *state.gone)

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """Those who sit there now, for the same word."""
        ids = tuple(one.id or "" for one in state.people)
        return replace(state.setup, players=state.names, people=ids, round=0)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """What a press brings forward is what everybody waits for; a hold takes its own press back, or signs.

        A press: dealt; this side has passed; stop; go on. Both held together confirm a tie.
        """
        letter = SIDES[side]
        if gesture is not Gesture.PRESS and presses:
            return tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        if gesture is Gesture.BOTH:
            proposed = None if state.tie is None else state.tie.proposed
            return () if proposed is None else (e.Confirm(seat=SEAT[proposed]),)
        if gesture is Gesture.HOLD:
            return (e.Sign(side=letter),) if state.phase is Phase.OVER else ()
        if state.halted is not None:
            return (e.GoOn(),)
        if state.phase is Phase.DEAL:
            return (e.Deal(),)
        if state.phase is Phase.PASSING and letter not in state.ready:
            return (e.Passed(side=letter),)
        return (e.Halt(side=letter),) if state.phase is Phase.PLAY else ()

    def progress(self, state: State) -> Progress:
        """How far the game is."""
        if state.phase is Phase.SIGNED:
            return Progress.SIGNED
        if state.phase is Phase.OVER:
            return Progress.RESULT
        begun = state.rounds or state.misdeals or state.phase is not Phase.DEAL
        return Progress.PLAYING if begun else Progress.READY


GAME = KouriciKocka()
"""The game, ready to be asked."""
