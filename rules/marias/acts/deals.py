"""Acts of mariáš at a deal: who deals, the deal in hand, what it brought, what is put right later; which deals can have
been, and a written deal in words (M6, M8-M27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta

from rules.acts import DerivingAct, Obstacle
from rules.game import Entry, Text
from rules.marias.acts.rounds import LOCKED, TOO_FEW, MariasAct, RoundAct
from rules.marias.deal import (
    HUNDRED,
    INDEX,
    PROTI,
    SEAT,
    SOLO,
    STO,
    Commitment,
    Count,
    Seat,
    Settlement,
    WrittenDeal,
    decided_by_outcome,
    results,
    settlement,
)
from rules.marias.state import Phase, Played, Round, State
from rules.message import Message, Refusal, msg, msgs
from rules.money import kc
from rules.needs import Button, MenuEntry, Question, Reply, Way
from rules.options.marias import MariasOptions
from rules.signing import Reasoned

NO_DEAL_FOLLOWS = "M1", msg("No deal follows now.")
DEALT_ALREADY = Obstacle(
    "",
    msg("This deal is dealt already; write it or take the press back first."),
    lambda state: state.rounds and state.round.hand is not None,
)
IN_HAND = Obstacle("", msg("A deal is in hand; write it first."), lambda state: state.round.hand is not None)
INSOLVENT = Obstacle(
    "M6",
    lambda state: msg(
        "{name} has lost the stake; top it up by at least {least} Kč.",
        name=state.names[state.broke[0]],
        least=kc(state.setup.top_up),
    ),
    lambda state: state.broke,
)
LATE = Obstacle(
    "M1", msg("The deal that was in hand at the end is written; end the round."), lambda state: state.round.late
)
NO_DEAL = Obstacle("", msg("No deal of this round is written yet."), lambda state: not state.round.deals)


class SeatAct(MariasAct, frozen=True, kw_only=True):
    """An act that is about somebody who plays (M31)."""

    ways = tuple({"seat": seat} for seat in SEAT)
    seat: Seat

    def check(self, state: State) -> None:
        """M31: somebody still plays in that seat."""
        if INDEX[self.seat] not in state.present:
            raise Refusal("M31", "Nobody plays in seat {seat}.", seat=self.seat)


class Dealer(SeatAct, frozen=True, kw_only=True):
    """Who deals next; without it dealing goes on clockwise, from seat A."""

    cites = "M1"
    phases = (Phase.READY, Phase.PLAY)
    closed = {Phase.SLIP: NO_DEAL_FOLLOWS, Phase.SIGNED: NO_DEAL_FOLLOWS}
    unless = (DEALT_ALREADY,)
    words = Message("seat {seat} deals")

    def apply(self, state: State) -> State:
        """By the draw or by agreement somebody else deals."""
        return replace(state, dealer=INDEX[self.seat])


class Dealt(RoundAct, frozen=True, kw_only=True):
    """The next deal is in hand."""

    cites = "M1"
    unless = (IN_HAND, TOO_FEW, INSOLVENT)
    words = msg("cards dealt")
    button = Button(msg("Dealt"))

    def check_at(self, state: State, at: int) -> None:
        """M1: no deal begins after the end of the round."""
        if state.round.remaining(at) <= 0:
            raise Refusal("M1", "The time of the round is over; no new deal begins.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the next deal is dealt."""
        return state.with_round(replace(state.round, hand=entry.n))


class Deal(DerivingAct, WrittenDeal, RoundAct, frozen=True, kw_only=True):
    """A whole deal: who chose, who was called (None: played alone), what was promised and what came of it.

    ``void_flek``: a flek on hra came before the mandatory sto was declared and is void (M21). ``forgotten``: nothing
    had been chosen (M19). ``trhak``: a player who had to flek (M17). ``referee``: decided by the referee (M27).
    """

    cites = "M8"
    unless = (TOO_FEW, INSOLVENT, LATE)
    button = Button(msg("Write a deal"), msg("or tap who chooses"))

    def describe(self) -> Message:
        """The deal in a few words."""
        return msg("deal: {deal}", deal=self.in_words())

    def derive(self, state: State, entry: Entry) -> Played:
        """M8-M24, M31, M32: what a deal that can have been brings."""
        active, number = state.active, len(state.round.deals) + 1
        total, brings = _pay(state, self, active)
        return Played(number, entry.at, state.dealer, active, self, total, brings, referee=self.referee)

    def apply_derived(self, state: State, entry: Entry, derived: Played) -> State:
        """M8-M24: the deal is settled and paid; the next player deals."""
        return _with_deal(state, entry, derived)


class Correct(DerivingAct, WrittenDeal, MariasAct, frozen=True, kw_only=True):
    """Deal number ``of`` of this round is put right: everything as in a deal; the old one stays on record."""

    cites = "M28"
    phases = (Phase.PLAY, Phase.SLIP)
    closed = {Phase.READY: LOCKED, Phase.SIGNED: LOCKED}
    unless = (NO_DEAL,)
    menu = MenuEntry("cards", msg("Deals"), msg("corrections"))
    of: Annotated[int, Meta(ge=1, le=1000)]

    def describe(self) -> Message:
        """Which deal, and what it is now."""
        return msg("correction of deal {n}: {deal}", n=self.of, deal=self.in_words())

    def derive(self, state: State, entry: Entry) -> Played:
        """M8-M24: a deal that can have been in place of a written one. M27: a referee's decision is final."""
        if self.of > len(state.round.deals):
            raise Refusal("", "This round has no deal {n}.", n=self.of)
        old = state.round.deals[self.of - 1]
        if old.referee and not self.referee:
            raise Refusal("M27", "The referee has decided this deal; that is final.")
        total, brings = _pay(state, self, old.active)
        before = old.versions if old.deal is None else old.versions.append(old.deal)
        return replace(old, deal=self, settlement=total, results=brings, referee=self.referee, versions=before)

    def apply_derived(self, state: State, entry: Entry, derived: Played) -> State:
        """A deal is put right; what was written stays on record."""
        return state.with_round(replace(state.round.with_deal(derived), signed=frozenset()))


class Annul(Reasoned, RoundAct, frozen=True, kw_only=True):
    """A deal that nobody pays: misdealt, or not finished by the referee's decision (M27)."""

    cites = "M27"
    unless = (TOO_FEW, INSOLVENT, LATE)
    costly: ClassVar[bool] = True
    reasons = {"misdeal": msg("misdealt"), "referee": msg("the referee's decision")}
    words = Message("deal annulled: {reason}")
    need = Question(
        msg("Referee"),
        msg("The referee decides that this deal is not played on. That is final."),
        lambda state: (
            Reply(msg("Not finished"), msg("nobody pays the deal"), Annul(reason="referee", referee=True), "danger"),
            Reply(msg("Back"), None, Way.BACK),
        ),
    )
    reason: Text = ""
    referee: bool = False

    def apply_at(self, state: State, entry: Entry) -> State:
        """M27: a deal that is not finished is paid by nobody."""
        nothing, number = (Fraction(0),) * state.seats, len(state.round.deals) + 1
        reason, referee = self.reason, self.referee
        played = Played(number, entry.at, state.dealer, state.active, None, None, nothing, reason, referee)
        return _with_deal(state, entry, played)


def _pay(state: State, deal: WrittenDeal, active: tuple[int, ...]) -> tuple[Settlement, tuple[Fraction, ...]]:
    """The sum of a deal and what it brings each seat. Raises `Refusal` where it cannot have been."""
    check(state.setup, deal, active)
    total = settlement(state.setup, deal, active)
    return total, results(deal, active, state.seats, total.transfer)


def _with_deal(state: State, entry: Entry, played: Played) -> State:
    """The deal on the round's list; M1: what is written after the end was the deal in hand."""
    late = state.round.remaining(entry.at) <= 0
    after = state.with_round(replace(state.round.with_deal(played), hand=None, late=late))
    return replace(after, dealer=state.after(state.dealer))


def check(setup: MariasOptions, deal: WrittenDeal, active: Sequence[int]) -> None:
    """M10, M14: refuse a deal that the rules do not know; ``active`` are the seats that play it."""
    _check_people(deal, active)
    _check_commitments(deal)
    _check_red_and_choice(deal)
    _check_trhak(deal, active)
    if deal.renonc is not None:
        if any(commitment.won is not None or commitment.count is not None for commitment in deal.commitments):
            raise Refusal("M14", "A renonc ends the deal; leave the results out.")
        return
    for commitment, is_played in zip(deal.commitments, decided_by_outcome(setup, deal.commitments), strict=True):
        _check_outcome(commitment, is_played)
    if _won(deal, "sto_proti") and (_won(deal, "sto") or _won(deal, "mandatory_sto")):
        raise Refusal("M10", "Both sides cannot have a hundred in one deal.")


def _won(deal: WrittenDeal, kind: str) -> bool:
    return any(commitment.kind == kind and commitment.won for commitment in deal.commitments)


def _check_people(deal: WrittenDeal, active: Sequence[int]) -> None:
    """M19, M31: the seats named play this deal, and a chooser's partner is another one."""
    who = [deal.chooser, deal.partner, deal.trhak, None if deal.renonc is None else deal.renonc.seat]
    for seat in who:
        if seat is not None and INDEX[seat] not in active:
            raise Refusal("M31", "Seat {seat} does not play this deal.", seat=seat)
    if deal.partner == deal.chooser:
        raise Refusal("M19", "The chooser cannot be the called partner; whoever plays alone has none.")
    if deal.partner is not None and len(active) < 4:
        raise Refusal("M31", "With three players the chooser plays alone.")


def _check_commitments(deal: WrittenDeal) -> None:
    """M8, M20-M23, M32: commitments that can stand beside each other."""
    kinds = [commitment.kind for commitment in deal.commitments]
    if len(set(kinds)) < len(kinds):
        raise Refusal("M32", "A commitment is written once in a deal, with its own flek level.")
    if any(kind in SOLO for kind in kinds):
        if len(kinds) > 1:
            raise Refusal("M8", "Betl and durch are played by themselves, without other commitments.")
        if deal.partner is not None:
            raise Refusal("M22" if kinds[0] == "betl" else "M23", "Betl and durch are played alone.")
        return
    if "hra" not in kinds and not any(kind in STO for kind in kinds):
        raise Refusal("M8", "A trump game has its hra, or a sto in its place.")
    if "hra" in kinds and any(kind in STO for kind in kinds):
        raise Refusal("M21", "A sto takes the place of hra; leave hra and its flek out.")
    if "sedma" in kinds and "sedma_proti" in kinds:
        raise Refusal("M8", "There is one trump seven; sedma and sedma proti exclude each other.")
    if "mandatory_sto" in kinds:
        if "sto" in kinds:
            raise Refusal("M20", "A sto is declared once, mandatory or not.")
        if deal.partner is None:
            raise Refusal("M20", "A soloist owes no mandatory sto; enter it as declared.")
    elif deal.void_flek:
        raise Refusal("M21", "Only a mandatory sto makes an earlier flek on hra void.")


def _check_red_and_choice(deal: WrittenDeal) -> None:
    """M12, M19: red doubles trump games; who forgets to choose plays alone."""
    solo = deal.commitments[0].kind in SOLO
    if deal.red and solo:
        raise Refusal("M12", "Red doubles trump games only, not betl or durch.")
    if deal.forgotten and not solo and (deal.partner is not None or not deal.red):
        raise Refusal("M19", "Whoever forgets to choose plays betl, durch or hearts alone.")


def _check_trhak(deal: WrittenDeal, active: Sequence[int]) -> None:
    """M17: a trhák fleks the choosers' hra, wherever it is written.

    What the own side promised is not the trhák's to flek, and where a mandatory sto made the flek void (M21), there is
    no hra any more.
    """
    if deal.trhak is None:
        return
    if deal.trhak in (deal.chooser, deal.partner):
        raise Refusal("M17", "The trhák sits against the choosers.")
    good = any(commitment.kind == "hra" and commitment.level == 0 for commitment in deal.commitments)
    if good and deal.renonc is None:
        raise Refusal("M17", "A trhák must flek; “good” is not enough.")


def _check_outcome(commitment: Commitment, is_played: bool) -> None:
    """M9, M10, M18: a commitment says how it ended where it was played, and only there."""
    if not is_played:
        if commitment.won is not None or commitment.count is not None:
            raise Refusal("M18", "Without re nothing is played; leave the result out.")
        return
    if commitment.won is None:
        raise Refusal("M18", "The deal is played; say of every commitment whether it was made.")
    if commitment.kind == "hra":
        if commitment.count is not None and commitment.count.total < HUNDRED:
            raise Refusal("M9", "A silent sto has at least 100 points, not {n}.", n=commitment.count.total * 10)
    elif commitment.kind in STO:
        _check_sto(commitment)
    elif commitment.count is not None:
        raise Refusal("M10", "Tens are counted only for a sto.")


def _check_sto(commitment: Commitment) -> None:
    """M10, M11, M20: the counts that a deck allows."""
    count = commitment.count
    if count is None:
        raise Refusal("M10", "Count the tens: those of the sto where it was made, else those of the opponents.")
    if count.marriages + count.trump_marriage > 4 - (0 if commitment.won else 1):
        raise Refusal("M10", "A sto needs a marriage of its own; the opponents cannot have all of them.")
    if commitment.won:
        if count.total < HUNDRED:
            raise Refusal("M10", "A sto with {n} points is lost; count the opponents' tens.", n=count.total * 10)
        if commitment.kind == "mandatory_sto" and not count.trump_marriage:
            raise Refusal("M20", "A mandatory sto has the čtyřka; count the trump marriage.")
        return
    if commitment.kind == "mandatory_sto" and count.trump_marriage:
        raise Refusal("M20", "A mandatory sto has the čtyřka; the opponents cannot have it.")
    if count.tens < fewest_tens(commitment, count):
        text = msgs(
            "With {n} ten for the opponents the sto was made.",
            "With {n} tens for the opponents the sto was made.",
            count.tens,
        )
        raise Refusal("M10", text)


def counts_the_choosers(commitment: Commitment) -> bool:
    """Whether the count of a sto is of what the choosers took: their own where made, their opponents' where lost."""
    return (commitment.kind in PROTI) is not commitment.won


def counts_refusal(deal: WrittenDeal) -> Refusal | None:
    """M10: why the counts of a sto and a sto proti cannot be of one deal; None: they can.

    Earlier versions took each count by itself: such a deal on record stays as it is, and nobody enters another.
    """
    counted = [commitment for commitment in deal.commitments if commitment.kind in STO and commitment.count is not None]
    if len(counted) < 2:
        return None
    first, second = (commitment.count for commitment in counted if commitment.count is not None)
    if counts_the_choosers(counted[0]) == counts_the_choosers(counted[1]):
        if first != second:
            return Refusal("M10", "Sto and sto proti count the same side here, and differ; give both the same count.")
        return None
    if first.tens + second.tens != HUNDRED - 1:
        tens = first.tens + second.tens
        return Refusal("M10", "The aces, the tens and the last trick are nine in all, not {n}; count again.", n=tens)
    if first.marriages + second.marriages > 3 or (first.trump_marriage and second.trump_marriage):
        return Refusal("M10", "Both counts have the same marriage; count again.")
    if (most := max(first.total, second.total)) >= HUNDRED:
        return Refusal("M10", "A sto with {n} points is made, not lost; count again.", n=most * 10)
    return None


def fewest_tens(commitment: Commitment, count: Count) -> int:
    """Aces, tens and the last trick that the opponents need for a sto to be lost: as many as its marriages count.

    Of the nine the sto has the rest: with the least marriage that it can have, 9 - tens + marriage < 10.
    """
    trump_left = commitment.kind == "mandatory_sto" or count.marriages == 3
    return 4 if trump_left else 2


def deal_text(played_deal: Played, names: Sequence[str]) -> Message:
    """The deal in a few words; ``names`` by seat."""
    if played_deal.deal is None:
        return msg("annulled: {reason}", reason=Annul.reason_words(played_deal.reason) or "–")
    text = played_deal.deal.in_words(names)
    if played_deal.versions:
        text = msg("{text} (corrected)", text=text)
    if counts_refusal(played_deal.deal) is not None:
        text = msg("{text} (doubtful count)", text=text)
    return msg("{text} (referee)", text=text) if played_deal.referee else text


def doubts(played: Round) -> tuple[Message, ...]:
    """What is wrong with deals of the round that an earlier version took, and that count as they were written (M10)."""
    return tuple(
        msg("deal {n} counts as an earlier version accepted it. {why}", n=deal.number, why=why.citation)
        for deal in played.deals
        if deal.deal is not None and (why := counts_refusal(deal.deal)) is not None
    )
