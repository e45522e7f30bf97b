"""Acts of Kouřící kočka that end a round, repeat one or put one right: counts, losers, ties, renonc, misdeals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from rules.acts import Obstacle
from rules.kourici_kocka.acts.table import BANNED, FINED, IN_PLAY, SEALED, KockaAct
from rules.kourici_kocka.deal import HEARTS, HEJMA, LAST_TRICK, check_counts, losers, thrown_in
from rules.kourici_kocka.state import INDEX, SEAT, Phase, Round, Seat, State, Tie, seat_number
from rules.message import Message, Refusal, msg, msgs
from rules.needs import AboutSeat, Judgement, MenuEntry, Question, Reply, SeatFigures
from rules.people import same_spelling

Count = Annotated[int, Meta(ge=0, le=33)]
Counts = tuple[Count, Count, Count, Count]
RenoncKind = Literal["looked", "suit", "dealt"]
KINDS: dict[RenoncKind, Message] = {
    "looked": msg("looked too early"),
    "suit": msg("suit not followed"),
    "dealt": msg("dealt wrongly"),
}
"""The kinds of renonc (K15)."""
NO_ROUND = Obstacle("K5", msg("No round is finished yet; undo what was just done."), lambda state: not state.rounds)


class EndsRound(KockaAct, frozen=True, kw_only=True):
    """A round ends once, with four players at the table (K15)."""

    phases = IN_PLAY
    unless = (BANNED,)
    costly = True


def _deal_again(state: State) -> Sequence[Reply]:
    again = Reply(msg("Deal again"), msg("no letter"), Misdeal(), "primary")
    if not state.misdeals:
        return (again,)
    return (
        again,
        Reply(msg("A letter"), msg("by vote; then deal again"), Misdeal(letter=True), "danger"),
        Reply(
            msg("Lost round"),
            msg("renonc: a letter, the next deal"),
            Renonc(seat=SEAT[state.dealer], kind="dealt"),
            "danger",
        ),
    )


def _who_misdealt(state: State) -> Message:
    name = state.names[state.dealer]
    if state.misdeals:
        return msg("{name} misdealt before. What does the table say?", name=name)
    return msg("{name} misdealt. The first time is free.", name=name)


class Misdeal(KockaAct, frozen=True, kw_only=True):
    """The deal went wrong (K8); ``letter``: the table voted that the dealer gets a letter for it."""

    cites = "K8"
    phases = IN_PLAY
    unless = (BANNED,)
    noted = True
    menu = MenuEntry("redo", msg("Misdeal"), msg("repeated: by vote"))
    need = Question(msg("Misdeal"), _who_misdealt, _deal_again)
    letter: bool = False

    @property
    def costs(self) -> bool:
        """With a letter."""
        return self.letter

    def describe(self) -> Message:
        """With a letter or without."""
        return msg("misdeal with a letter") if self.letter else msg("misdeal")

    def check(self, state: State) -> None:
        """K8, K15: the first misdeal is free, and there is one letter a round."""
        if self.letter and state.misdeals == 0:
            raise Refusal("K8", "The first misdeal is free; there is no letter for it.")
        if self.letter and state.fined:
            raise Refusal("K15", FINED)

    def apply(self, state: State) -> State:
        """K8: a repeated misdeal may cost a letter; the same dealer deals again."""
        again = replace(state, phase=Phase.DEAL, ready=frozenset(), halted=None, misdeals=state.misdeals + 1)
        if not self.letter:
            return again
        misdealt = state.misdealt.append((len(state.rounds), state.dealer))
        return replace(again, fined=True, misdealt=misdealt).with_letter(state.dealer)


class Taken(EndsRound, frozen=True, kw_only=True):
    """A round by what was taken: who has Hejma, each heart, the last trick (K2)."""

    cites = "K2"
    words = msg("round counted by cards")
    hejma: Seat
    last_trick: Seat
    ace: Seat
    king: Seat
    svrsek: Seat
    spodek: Seat
    ten: Seat
    nine: Seat
    eight: Seat
    seven: Seat

    def apply(self, state: State) -> State:
        """K2: the points follow from who took what."""
        points = [0, 0, 0, 0]
        for item, value in {"hejma": HEJMA, "last_trick": LAST_TRICK, **HEARTS}.items():
            points[INDEX[getattr(self, item)]] += value
        return count_round(state, tuple(points), INDEX[self.hejma], "taken")


class Points(EndsRound, frozen=True, kw_only=True):
    """A round by its counts, seat A first; ``hejma`` took the green svršek.

    ``early``: the round ended before its last trick, once somebody had 17 or more (K4).
    """

    cites = "K2"
    words = Message("round: {points}")
    menu = MenuEntry("cup", msg("Points"), msg("33 in all"))
    need = SeatFigures(
        msg("Points of the round"),
        33,
        33,
        Message("Points of round {n}"),
        seat=("hejma", msg("Who took Hejma? Needed only in a tie.")),
        flag=("early", msg("Ended early"), msg("before the last trick")),
    )
    points: Counts
    hejma: Seat | None = None
    early: bool = False

    def check(self, state: State) -> None:
        """K2, K4, K14: counts that a deal can give; a tie needs who took Hejma."""
        check_counts(self.points, seat_number(self.hejma), early=self.early)
        if self.hejma is None and len(losers(self.points)) > 1:
            raise Refusal("K14", "It is a tie: say who took Hejma.")

    def apply(self, state: State) -> State:
        """K2, K4: counts of a whole round, or of one that ended early with 17 or more."""
        return count_round(state, self.points, seat_number(self.hejma), "early" if self.early else "points")


class Lost(EndsRound, frozen=True, kw_only=True):
    """A round by its loser alone: points are forgotten anyway (K3, K5)."""

    cites = "K5"
    words = Message("seat {seat} lost the round")
    seat: Seat

    def apply(self, state: State) -> State:
        """K3, K5: who lost is all that lasts."""
        return finish(state, INDEX[self.seat], "lost")


class ThrowIn(EndsRound, frozen=True, kw_only=True):
    """A certain loser threw the cards in; ``points`` are what everybody had taken until then (K13)."""

    cites = "K13"
    words = Message("seat {seat} threw the cards in")
    seat: Seat
    points: Counts

    def check(self, state: State) -> None:
        """K13: only who certainly loses throws in."""
        thrown_in(self.points, INDEX[self.seat])

    def apply(self, state: State) -> State:
        """K13: the thrower takes everything outstanding and loses with 17 or more."""
        return finish(state, INDEX[self.seat], "throw_in", thrown_in(self.points, INDEX[self.seat]))


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
        same = (new.loser, new.fine) == (old.loser, old.fine)
        return after if same and not was_over else after.with_letters_recounted()

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
        most = losers(self.points)
        if len(most) == 1:
            proposed = most[0]
        elif hejma is None:
            raise Refusal("K14", "It is a tie: say who took Hejma.")
        elif hejma in most or state.setup.hejma_tie_outside == "hejma_taker":
            proposed = hejma
        elif seat in most:
            return seat
        else:
            raise Refusal("K14", "None of the tied players took Hejma: say which of them lost the round.")
        if seat not in (None, proposed):
            raise Refusal("K14", "By these points seat {seat} lost the round.", seat=SEAT[proposed])
        return proposed


class Renonc(EndsRound, frozen=True, kw_only=True):
    """A renonc (K15): ``"looked"`` (a), ``"suit"`` (b) or ``"dealt"`` (c); ``punished`` is the others' judgement."""

    cites = "K15"
    costly = False
    noted = True
    need = AboutSeat(
        msg("Renonc: who?"),
        "kind",
        {kind: (label, f"(K15 {part})") for (kind, label), part in zip(KINDS.items(), "abc", strict=True)},
        (
            Judgement(msg("Lost round"), msg("careless: a letter"), {"punished": True, "deliberate": False}, "primary"),
            Judgement(msg("Forgiven"), msg("the round goes on"), {"punished": False, "deliberate": False}),
            Judgement(msg("Deliberate"), msg("a letter and a ban"), {"punished": True, "deliberate": True}, "danger"),
        ),
        (msg("What happened?"), msg("What do the others say?")),
        msg("First tap the player and what happened."),
    )
    seat: Seat
    kind: RenoncKind
    punished: bool = True
    deliberate: bool = False

    @property
    def costs(self) -> bool:
        """Where it is punished."""
        return self.punished

    def describe(self) -> Message:
        """Who, what, and what came of it."""
        kind = KINDS[self.kind]
        if self.deliberate:
            return msg("renonc {seat}: {kind}, banned", seat=self.seat, kind=kind)
        if not self.punished:
            return msg("renonc {seat}: {kind}, forgiven", seat=self.seat, kind=kind)
        return msg("renonc {seat}: {kind}", seat=self.seat, kind=kind)

    def check(self, state: State) -> None:
        """K8, K15: deliberate cheating is punished; a wrong deal is the dealer's, and its letter is given once."""
        if self.deliberate and not self.punished:
            raise Refusal("K15", "Deliberate cheating is not forgiven.")
        if not self.punished and self.kind != "dealt" and state.setup.forgive_renonc == "no":
            raise Refusal("K15", "A careless renonc loses the round; the others judge only whether it was deliberate.")
        if self.kind == "dealt" and INDEX[self.seat] != state.dealer:
            raise Refusal("K15", "Only the dealer can deal wrongly.")
        if self.kind == "dealt" and not self.deliberate:
            if state.misdeals == 0:
                raise Refusal("K8", "The first misdeal is free; deal again.")
            if self.punished and self._fined(state):
                raise Refusal("K15", FINED)

    def apply(self, state: State) -> State:
        """K15: the offender's lost round and letter, one a round; deliberate cheating bans."""
        seat = INDEX[self.seat]
        if not self.punished:
            return replace(state, halted=None)
        after = finish(state, seat, "renonc", fine=not self._fined(state))
        if not self.deliberate or after.phase is Phase.OVER:
            return after
        return replace(
            after, banned=after.banned | {seat}, expelled=after.expelled | {same_spelling(state.names[seat])}
        )

    def _fined(self, state: State) -> bool:
        """K15: whether the seat has a letter for misdealing in this round; there is one letter a round."""
        return state.fined and INDEX[self.seat] == state.dealer


def finish(
    state: State, loser: int | None, how: str, points: tuple[int, ...] | None = None, *, fine: bool = True
) -> State:
    """K5, K6: the loser gets the next letter and deals next; without a loser the same dealer deals again.

    ``fine`` False: the round is lost without a letter.
    """
    finished = Round(state.dealer, state.leader, loser, how, points, fine=fine)
    per_deal = state.setup.misdeal_count == "per_deal"
    return replace(
        state,
        phase=Phase.DEAL,
        dealer=state.dealer if loser is None else loser,
        ready=frozenset(),
        halted=None,
        misdeals=0 if per_deal else state.misdeals,
        fined=False,
        tie=None,
    ).with_round(finished)


def count_round(state: State, points: tuple[int, ...], hejma: int | None, how: str) -> State:
    """K14: most points lose; of tied ones who took Hejma, and that even from outside the tie (hejma_tie_outside)."""
    most = losers(points)
    if len(most) == 1:
        return finish(state, most[0], how, points)
    assert hejma is not None, "the check has asked"
    outside = hejma not in most
    proposed = None if outside and state.setup.hejma_tie_outside != "hejma_taker" else hejma
    return replace(state, phase=Phase.TIED, tie=Tie(points, most, proposed))


def _tie(state: State) -> Tie:
    assert state.tie is not None
    return state.tie
