"""Everything that somebody can do in a game of Kouřící kočka: here what lies around its rounds (K5, K11-K17).

The acts of a round are in `rules.kourici_kocka.acts.rounds`. A tie is decided, a round put right, the game stopped;
people, notes, the end and its signatures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act, Obstacle
from rules.game import Side, Text
from rules.kourici_kocka.acts.rounds import IN_PLAY, Counts, KockaAct, finish
from rules.kourici_kocka.acts.rounds import Deal as Deal
from rules.kourici_kocka.acts.rounds import FirstDealer as FirstDealer
from rules.kourici_kocka.acts.rounds import Lost as Lost
from rules.kourici_kocka.acts.rounds import Misdeal as Misdeal
from rules.kourici_kocka.acts.rounds import Passed as Passed
from rules.kourici_kocka.acts.rounds import Points as Points
from rules.kourici_kocka.acts.rounds import Renonc as Renonc
from rules.kourici_kocka.acts.rounds import Taken as Taken
from rules.kourici_kocka.acts.rounds import ThrowIn as ThrowIn
from rules.kourici_kocka.deal import check_counts, losers, proposed_loser
from rules.kourici_kocka.state import SEAT, Phase, Seat, State, Tie, seat_number
from rules.message import Message, Refusal, msg, msgs
from rules.needs import Button, MenuEntry, Question, Reason, Reply, WhichSide
from rules.people import PersonId, same_spelling
from rules.signing import SIGN_AGAIN, ResultReopen, ResultSign, Signing
from rules.standard_acts import Name, NoteAct, SubstituteAct

REASONS = {"wrong loser": msg("wrong loser"), "wrong letter": msg("wrong letter"), "table": msg("the table agreed")}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""
INFRACTIONS = {
    "K7": msg("dealt more than two cards at a time"),
    "K11": msg("played out of turn"),
    "K12": msg("looked at an older trick"),
}
"""What a note without words is about, by its rule."""

SEALED = msg("The end of the game is signed.")
SIGNING = Signing(
    "K5",
    Phase.OVER,
    Phase.SIGNED,
    sealed=SEALED,
    unsigned=msg("The end of the game is not signed yet; undo to go on."),
    unready=msg("There is nothing to sign before somebody has the whole word."),
)
STOPPED_ALREADY = Obstacle("K15", msg("The game is stopped already."), lambda state: state.halted)
NOT_STOPPED = Obstacle("K15", msg("The game is not stopped."), lambda state: not state.halted)
NO_ROUND = Obstacle("K5", msg("No round is finished yet; undo what was just done."), lambda state: not state.rounds)


def _tie(state: State) -> Tie:
    assert state.tie is not None
    return state.tie


def _tie_line(state: State) -> Message:
    tie, outside = _tie(state), msg("None of the tied players took Hejma: the table votes who loses.")
    if tie.proposed is not None:
        outside = msg("{name} took Hejma and loses the tie.", name=state.names[tie.proposed])
    elif state.setup.hejma_tie_outside == "replay":
        outside = msg("None of the tied players took Hejma: the round is played again.")
    counts = " · ".join(f"{state.names[seat]} {n}" for seat, n in enumerate(tie.points))
    return msg("{counts}\n{line}", counts=counts, line=outside)


def _tie_answers(state: State) -> list[Reply]:
    tie, back = _tie(state), Reply(msg("Take back"), msg("count again"))
    if tie.proposed is None and state.setup.hejma_tie_outside == "replay":
        return [Reply(msg("Play again"), msg("the same dealer, no letter"), Confirm(), "primary"), back]
    sub = None if tie.proposed is None else msg("confirm, or hold both buttons")
    return [
        *(
            Reply(msg("{name} lost the round", name=state.names[seat]), sub, Confirm(seat=SEAT[seat]), "primary")
            for seat in (tie.tied if tie.proposed is None else (tie.proposed,))
        ),
        back,
    ]


class Confirm(KockaAct, frozen=True, kw_only=True):
    """The table confirms who loses a tied round (K14); without a seat the round is played again."""

    cites = "K14"
    phases = (Phase.TIED,)
    closed = {}
    out_of_phase = msg("There is no tied round to decide.")
    words = msg("tie confirmed")
    ways = ({}, *({"seat": seat} for seat in SEAT))
    need = Question(msg("Tie"), _tie_line, _tie_answers, waits=True)
    seat: Seat | None = None

    @property
    def costs(self) -> bool:
        """Somebody loses, unless the round is played again."""
        return self.seat is not None

    def check(self, state: State) -> None:
        """K14: the device proposes, the table confirms; replay and vote where the setting says so."""
        tie, seat = _tie(state), seat_number(self.seat)
        if seat is None:
            if tie.proposed is not None:
                raise Refusal("K14", "Whoever took Hejma loses the tie; confirm that seat.")
            if state.setup.hejma_tie_outside == "vote":
                raise Refusal("K14", "The table votes who loses; name the seat.")
        elif tie.proposed is not None and seat != tie.proposed:
            raise Refusal("K14", "Whoever took Hejma loses the tie: seat {seat}.", seat=SEAT[tie.proposed])
        elif tie.proposed is None and state.setup.hejma_tie_outside == "replay":
            raise Refusal("K14", "None of the tied players took Hejma: the round is played again.")
        elif tie.proposed is None and seat not in tie.tied:
            raise Refusal("K14", "Only a tied seat can be voted for.")

    def apply(self, state: State) -> State:
        """K14: that seat loses the tied round; without one it is played again."""
        return finish(state, seat_number(self.seat), "replayed" if self.seat is None else "tie", _tie(state).points)


class Correct(KockaAct, frozen=True, kw_only=True):
    """A finished round is put right where it stands, once the table agrees: ``round`` counts from 1.

    ``points`` are its counts, ``hejma`` and ``early`` as in `Points`; they say who lost. ``seat`` lost where there are
    no counts, or where a tie is not decided by Hejma. ``again``: nobody lost, the round was played again. Letters
    follow; who dealt and led stays as it was.
    """

    cites = "K5"
    closed = {Phase.SIGNED: ("K5", SEALED)}
    unless = (NO_ROUND,)
    noted = True
    round: Annotated[int, Meta(ge=1, le=1000)]
    seat: Seat | None = None
    points: Counts | None = None
    hejma: Seat | None = None
    early: bool = False
    again: bool = False

    def describe(self) -> Message:
        """Which round, and what it is now."""
        if self.points is not None:
            return msg("round {n} put right: {points}", n=self.round, points=" ".join(str(n) for n in self.points))
        if self.seat is None:
            return msg("round {n} put right: played again", n=self.round)
        return msg("round {n} put right: seat {seat} lost it", n=self.round, seat=self.seat)

    def check(self, state: State) -> None:
        """K2, K4, K5, K14: a finished round, and another outcome that can have been."""
        if self.round > len(state.rounds):
            text = msgs(
                "There is no round {number} yet; {n} is finished.",
                "There is no round {number} yet; {n} are finished.",
                len(state.rounds),
                number=self.round,
            )
            raise Refusal("K5", text)
        old = state.rounds[self.round - 1]
        if (self.loser(state), self.points) == (old.loser, old.points):
            raise Refusal("K5", "Round {n} is like that already.", n=self.round)

    def apply(self, state: State) -> State:
        """A round becomes another one where it stands; letters follow, and with them whether the game is over (K5).

        The last round's loser deals next where the cards are not dealt yet (K6). What is signed has to be signed again.
        """
        old, loser = state.rounds[self.round - 1], self.loser(state)
        how = "replayed" if self.again else "lost" if self.points is None else "early" if self.early else "points"
        fine = old.fine or loser != old.loser
        new = replace(old, loser=loser, points=self.points, how=how, corrected=True, fine=fine)
        was_over = state.phase is Phase.OVER
        after = replace(
            state,
            rounds=state.rounds.put(self.round - 1, new),
            phase=Phase.DEAL if was_over else state.phase,
            signed=frozenset(),
        )
        if self.round == len(after.rounds) and after.phase is Phase.DEAL and state.misdeals == 0:
            after = replace(after, dealer=old.dealer if loser is None else loser)
        if was_over:  # a round that had begun when the word was complete is not gone on with
            after = replace(after, ready=frozenset(), halted=None, tie=None)
        return after.with_letters_recounted()

    def loser(self, state: State) -> int | None:
        """K2, K4, K5, K14: who lost by the correction. Raises `Refusal` where it does not say, or says two things."""
        seat = seat_number(self.seat)
        if self.again:
            if seat is not None or self.points is not None:
                raise Refusal("K14", "A round that was played again has no loser and no points.")
            return None
        if self.points is None:
            if seat is None:
                raise Refusal("K5", "Say who lost the round, or everybody's points.")
            return seat
        hejma = seat_number(self.hejma)
        check_counts(self.points, hejma, early=self.early)
        proposed = proposed_loser(self.points, hejma, state.setup.hejma_tie_outside)
        if proposed is None and seat not in losers(self.points):
            raise Refusal("K14", "None of the tied players took Hejma: say which of them lost the round.")
        if proposed is None:
            return seat
        if seat not in (None, proposed):
            raise Refusal("K14", "By these points seat {seat} lost the round.", seat=SEAT[proposed])
        return proposed


class Halt(KockaAct, frozen=True, kw_only=True):
    """Somebody at ``side`` of the table stops the game: something is to be judged (K11, K12, K15)."""

    cites = "K15"
    phases = IN_PLAY
    unless = (STOPPED_ALREADY,)
    words = Message("side {side} stops the game")
    menu = MenuEntry("pause", msg("Stop!"), msg("settle something"))
    need = WhichSide(msg("Stop!"), msg("Which side stops the game? A press of its button does the same."))
    button = Button(msg("Stop!"))
    side: Side

    def apply(self, state: State) -> State:
        """K15: the game is stopped until what happened is settled."""
        return replace(state, halted=self.side)


class GoOn(KockaAct, frozen=True, kw_only=True):
    """What the game was stopped for is settled; it goes on."""

    cites = "K15"
    phases = IN_PLAY
    unless = (NOT_STOPPED,)
    words = msg("the game goes on")
    menu = MenuEntry("go_on", msg("Go on"), msg("settle something"))
    button = Button(msg("Go on"), msg("it is settled"), msg("Go on"))

    def apply(self, state: State) -> State:
        """K15: play goes on."""
        return replace(state, halted=None)


class Substitute(SubstituteAct, KockaAct, frozen=True, kw_only=True):
    """Another player takes the seat between rounds, with its letters (K17). ``person`` is the newcomer's id, if any."""

    cites = "K17"
    phases = (Phase.DEAL,)
    out_of_phase = msg("Players change between rounds; finish this one first.")
    nameless = "K1", msg("Four players play; each needs a name.")
    menu = MenuEntry("swap", msg("Substitute"), msg("between rounds"))
    seats = SEAT
    seat: Seat
    name: Name
    person: PersonId = ""

    def check(self, state: State) -> None:
        """K15: nobody who is banned comes back."""
        super().check(state)
        if same_spelling(self.name) in state.expelled:
            raise Refusal("K15", "{name} is banned and may not play on.", name=self.name)

    def apply(self, state: State) -> State:
        """K17: somebody else sits in the seat; the ban was on who sat there."""
        after: State = super().apply(state)
        return replace(after, banned=state.banned - {self.seat_number})


class Note(NoteAct, KockaAct, frozen=True, kw_only=True):
    """Something to remember: playing out of turn, looking at older tricks (K11, K12)."""

    cites = "K12"
    closed = {Phase.SIGNED: ("K5", SEALED)}
    usual = INFRACTIONS
    rule: Annotated[str, Meta(pattern="^K([1-9]|1[0-7])$")]
    seat: Seat | None = None
    text: Text = ""


class Sign(ResultSign, KockaAct, frozen=True, kw_only=True):
    """One side of the table agrees with the end of the game."""

    closed = {}
    signing = SIGNING


class Reopen(ResultReopen, KockaAct, frozen=True, kw_only=True):
    """The signed end of a game is opened again, with a reason."""

    signing = SIGNING
    need = Reason(msg("Open the end again"), SIGN_AGAIN)
    reasons = REASONS


ACTS: tuple[type[Act], ...] = (
    FirstDealer,
    Deal,
    Misdeal,
    Passed,
    Taken,
    Points,
    Lost,
    ThrowIn,
    Confirm,
    Correct,
    Renonc,
    Halt,
    GoOn,
    Substitute,
    Note,
    Sign,
    Reopen,
)
