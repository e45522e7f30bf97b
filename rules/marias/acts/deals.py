"""Acts of mariáš at a deal: who deals, the deal in hand, what it brought, what is put right later (M6, M8-M27)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta

from rules.acts import DerivingAct, Obstacle
from rules.game import Entry
from rules.marias.acts.rounds import LOCKED, REASONS, TOO_FEW, MariasAct, RoundAct
from rules.marias.commitments import INDEX, SEAT, Seat, WrittenDeal
from rules.marias.deal import check, results, settlement
from rules.marias.state import Phase, Played, State, Text
from rules.marias.tariff import Settlement
from rules.message import Message, Refusal, msg
from rules.money import kc
from rules.needs import Button, MenuEntry, Question, Reply, Way
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
    reasons = REASONS
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

    @property
    def by_referee(self) -> bool:
        """Where it says so (M27)."""
        return self.referee

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
