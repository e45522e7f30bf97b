"""A mariáš tournament's table as a `rules.game.Game`: a round clock, deals, slips (M1-M32)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from rules.act_game import ActGame, Presentation
from rules.game import Entry, Event, Gesture, Progress, Setup, Undo, Void
from rules.marias import acts as e
from rules.marias.acts import check_table
from rules.marias.acts.deals import counts_refusal
from rules.marias.acts.rounds import LOCKED
from rules.marias.deal import INDEX, SEAT, WrittenDeal
from rules.marias.report import clock_readings, report, sheet_entries, summary
from rules.marias.state import MariasSetup, Phase, State, is_locked
from rules.message import Refusal, msg
from rules.people import Person


class Marias(ActGame[State]):
    """The tournament's table. Stateless; every method is a function of what it is given."""

    key = "marias"
    name = msg("Mariáš")
    setup_type = MariasSetup
    acts = e.ACTS
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def begin(self, setup: MariasSetup) -> State:
        """M5, M6, M31: three to five named players, one of them leading, and a stake that the tokens are part of."""
        check_table(setup.players, setup.leader)
        if setup.tokens * setup.token > setup.stake:
            raise Refusal("M5", "The tokens are a part of the stake and cannot be worth more.")
        sitting, leader = tuple(range(len(setup.players))), INDEX[setup.leader]
        ids = tuple(person.id or "" for person in setup.seats)
        return State(setup, setup.players, sitting, leader, round_s=setup.round_s, ids=ids, pairing=setup.pairing)

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        after = super().apply(state, entry)
        if entry.event.stays:
            return after
        just_locked = state.phase is Phase.SLIP and after.phase is not Phase.SLIP
        return replace(after, fresh=0 if just_locked else after.fresh + 1, last=entry.n)

    def is_misread(self, state: State, entry: Entry) -> bool:
        """A reader of before knows no end but the last round's, and would leave the table open."""
        return isinstance(entry.event, e.EndTable)

    def entry_refusal(self, event: Event) -> Refusal | None:
        """M10: a deal of which sto and sto proti say different things."""
        return counts_refusal(event) if isinstance(event, WrittenDeal) else None

    def people(self, state: State) -> tuple[Person, ...]:
        """By seats, then those who have left (M31); the tally counts by the number among all who ever sat here."""
        gone = tuple(person for person in range(len(state.people)) if person not in state.sitting)
        return tuple(
            Person(state.ids[person] or None, state.people[person], person, left=person in gone)
            for person in (*state.sitting, *gone)
        )

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """Those who sit there now, in their seats."""
        ids = tuple(state.ids[person] for person in state.sitting)
        return structs.replace(
            state.setup, players=state.names, people=ids, leader=SEAT[state.leader], round=0, pairing=""
        )

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """A press says that a deal is in hand; it is taken back like anything else, by undo."""
        raise Refusal("", "Presses are taken back by undo here.")

    def undo_refusal(self, state: State) -> Refusal | None:
        """M28: what a locked slip says is not taken back."""
        return Refusal(*LOCKED) if is_locked(state) else None

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """What the table's two buttons mean.

        A press starts the round, and in it says that the next deal is in hand. One held calls the referee (or says
        that the referee has been); both held stop the clock and let it go on. On the slip a held button signs. The
        press-down that began a hold is taken back with it.
        """
        if state.phase is Phase.SIGNED:
            return ()
        if state.phase is Phase.SLIP:
            return (e.Sign(side="B" if side else "A"),) if gesture is Gesture.HOLD else ()
        if gesture is Gesture.PRESS:
            if state.phase is Phase.READY:
                return (e.StartRound(),)
            return (e.Dealt(),) if state.round.hand is None and state.round.running else ()
        back = self._taken_back(state, presses)
        if gesture is Gesture.HOLD:
            return (*back, e.RefereeDone() if state.referee else e.RefereeCall())
        if state.phase is Phase.READY or any(undo.of == state.round.entry for undo in back):
            return back
        return (*back, e.Pause() if state.round.running else e.Resume())

    def _taken_back(self, state: State, presses: Sequence[int]) -> tuple[Undo, ...]:
        """The presses that began a hold, latest first, as far as nothing has happened since."""
        expected, undos = state.last, []
        for n in sorted(presses, reverse=True):
            if n == expected:
                undos.append(Undo(of=n))
                expected -= 1
        return tuple(undos)

    def referee_called(self, state: State) -> bool:
        """M27: from the call until the referee has been."""
        return state.referee

    def is_running(self, state: State) -> bool:
        """Whether the round's clock runs."""
        return state.phase is Phase.PLAY and state.round.running

    def progress(self, state: State) -> Progress:
        """How far the tournament is."""
        if not state.rounds:
            return Progress.READY
        return {Phase.SLIP: Progress.RESULT, Phase.SIGNED: Progress.SIGNED}.get(state.phase, Progress.PLAYING)


GAME = Marias()
"""The game, ready to be asked."""
