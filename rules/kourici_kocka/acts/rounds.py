"""Acts of a round of Kouřící kočka: dealt, passed, counted or lost, dealt wrongly, renonc (K2-K9, K13-K15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from rules.acts import Act, DerivingAct, Obstacle
from rules.game import SIDES, Entry, Side
from rules.kourici_kocka.deal import VALUES, check_counts, losers, points_of, proposed_loser, thrown_in
from rules.kourici_kocka.state import INDEX, SEAT, SIDE_SEATS, Phase, Round, Seat, State, Tie, seat_number
from rules.message import Message, Refusal, msg
from rules.needs import AboutSeat, Button, FigureLimits, Judgement, MenuEntry, Question, Reply, SeatFigures, WhichSeat
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
IN_PLAY = (Phase.DEAL, Phase.PASSING, Phase.PLAY)
COMPLETE = "K5", msg("The word is complete and the game is over; undo to go on.")
FINED = msg("The dealer has a letter for misdealing in this round already; one letter a round.")
BANNED = Obstacle(
    "K15", msg("A banned player sits at the table; put a substitute in the seat."), lambda state: state.banned
)
STOPPED = Obstacle("K15", msg("The game is stopped; first settle why, then go on."), lambda state: state.halted)
BEGUN = Obstacle(
    "K6",
    msg("The first dealer is chosen before the first deal; from then on the loser deals."),
    lambda state: state.rounds or state.misdeals or state.phase is not Phase.DEAL,
)


class KockaAct(Act, frozen=True, kw_only=True):
    """Any act: with the whole word the game is over, and before a tie is decided nothing else is possible (K5, K14)."""

    closed = {
        Phase.OVER: COMPLETE,
        Phase.SIGNED: COMPLETE,
        Phase.TIED: ("K14", msg("First confirm who loses the tied round.")),
    }
    values = {"side": SIDE_SEATS}


class FirstDealer(KockaAct, frozen=True, kw_only=True):
    """Who deals first, where it is not seat A by the draw (K6)."""

    cites = "K6"
    phases = IN_PLAY
    unless = (BEGUN,)
    noted = True
    words = Message("seat {seat} deals first")
    menu = MenuEntry("people", msg("Deals first"), msg("by agreement"))
    need = WhichSeat(msg("Deals first"), msg("Who deals first?"))
    seat: Seat

    def apply(self, state: State) -> State:
        """K6: by agreement somebody else than seat A deals first."""
        return replace(state, dealer=INDEX[self.seat])


def _cards_at_a_time(state: State) -> Sequence[Reply]:
    return (
        Reply(msg("One at a time"), None, Deal(cards=1)),
        Reply(msg("Two at a time"), None, Deal(cards=2)),
        Reply(msg("More at a time"), msg("not allowed"), Deal(cards=3)),
    )


class Deal(KockaAct, frozen=True, kw_only=True):
    """The dealer dealt; ``cards`` at a time, where that is given (K7)."""

    cites = "K7"
    phases = (Phase.DEAL,)
    unless = (BANNED, STOPPED)
    out_of_phase = msg("The cards are dealt already.")
    words = msg("deal")
    menu = MenuEntry("cards", msg("Cards dealt"), msg("one or two at a time"))
    need = Question(
        msg("Cards dealt"),
        lambda state: msg("{name} deals. How many cards at a time?", name=state.names[state.dealer]),
        _cards_at_a_time,
    )
    button = Button(msg("Dealt"), msg("or press a clock button"), msg("Dealt"))
    cards: Annotated[int, Meta(ge=1, le=8)] | None = None

    def check(self, state: State) -> None:
        """K7: cards go round one or at most two at a time."""
        if self.cards is not None and self.cards > 2:
            raise Refusal("K7", "Cards are dealt one or at most two at a time, not {n}.", n=self.cards)

    def apply(self, state: State) -> State:
        """K7: the cards are dealt."""
        return replace(state, phase=Phase.PASSING)


class Passed(KockaAct, frozen=True, kw_only=True):
    """Three cards were passed to the left (K9): by the players at ``side`` of the table, or by everybody."""

    cites = "K9"
    phases = (Phase.PASSING,)
    unless = (BANNED, STOPPED)
    out_of_phase = msg("Three cards are passed once, right after the deal.")
    button = Button(msg("Cards passed"), msg("or each side presses"), msg("Passed"))
    side: Side | None = None

    def describe(self) -> Message:
        """Which side passed."""
        return msg("side {side} passed its cards", side=SIDE_SEATS[self.side]) if self.side else msg("cards passed")

    def check(self, state: State) -> None:
        """K9: each side passes once."""
        if self.side in state.ready:
            raise Refusal("K9", "This side has passed its cards already.")

    def apply(self, state: State) -> State:
        """K9: once everybody has passed, all may look, and the dealer's left neighbour leads."""
        ready = frozenset(SIDES) if self.side is None else state.ready | {self.side}
        return replace(state, ready=ready, phase=Phase.PLAY if len(ready) == len(SIDES) else Phase.PASSING)


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
        points = points_of({item: INDEX[getattr(self, item)] for item in VALUES})
        return count_round(state, points, INDEX[self.hejma], "taken")


class Points(EndsRound, frozen=True, kw_only=True):
    """A round by its counts, seat A first; ``hejma`` took the green svršek.

    ``early``: the round ended before its last trick, once somebody had 17 or more (K4).
    """

    cites = "K2"
    words = Message("round: {points}")
    menu = MenuEntry("cup", msg("Points"), msg("33 in all"))
    need = SeatFigures(
        msg("Points of the round"),
        FigureLimits(33, total=33),
        Message("Points of round {n}"),
        seat=("hejma", msg("Who took Hejma? Needed only in a tie.")),
        flag=("early", msg("Ended early"), msg("before the last trick")),
    )
    points: Counts
    hejma: Seat | None = None
    early: bool = False

    def check(self, state: State) -> None:
        """K2, K4, K14: counts that a deal can give; a tie needs who took Hejma."""
        hejma = seat_number(self.hejma)
        check_counts(self.points, hejma, early=self.early)
        proposed_loser(self.points, hejma, state.setup.hejma_tie_outside)

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


class ThrowIn(DerivingAct, EndsRound, frozen=True, kw_only=True):
    """A certain loser threw the cards in; ``points`` are what everybody had taken until then (K13)."""

    cites = "K13"
    words = Message("seat {seat} threw the cards in")
    seat: Seat
    points: Counts

    def derive(self, state: State, entry: Entry) -> State:
        """K13: the thrower, who certainly loses, takes everything outstanding."""
        return finish(state, INDEX[self.seat], "throw_in", thrown_in(self.points, INDEX[self.seat]))


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
    """K14: most points lose; a tie waits for the table."""
    most, loser = losers(points), proposed_loser(points, hejma, state.setup.hejma_tie_outside)
    if len(most) == 1:
        return finish(state, loser, how, points)
    return replace(state, phase=Phase.TIED, halted=None, tie=Tie(points, most, loser))
