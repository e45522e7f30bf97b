"""A deal at the table of mariáš: who deals, what it brought, what is put right later (M6, M8-M27)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.game import Entry
from rules.marias import events as e
from rules.marias.deal import check, results, settlement
from rules.marias.events import INDEX
from rules.marias.rounds import enough, playing
from rules.marias.state import Phase, Played, State
from rules.message import Refusal
from rules.money import kc


def solvent(state: State) -> None:
    """M6: nobody plays on with a lost stake."""
    if state.broke:
        name, least = state.names[state.broke[0]], kc(state.setup.top_up)
        raise Refusal("M6", "{name} has lost the stake; top it up by at least {least} Kč.", name=name, least=least)


def may_choose_dealer(state: State) -> None:
    """M1: who deals is settled before the cards are dealt."""
    if state.phase in (Phase.SLIP, Phase.SIGNED):
        raise Refusal("M1", "No deal follows now.")
    if state.rounds and state.round.hand is not None:
        raise Refusal("", "This deal is dealt already; write it or take the press back first.")


def dealer(state: State, entry: Entry, event: e.Dealer) -> State:
    """By the draw or by agreement somebody else deals."""
    return replace(state, dealer=INDEX[event.seat])


def may_take_in_hand(state: State) -> None:
    """The next deal is dealt when the one before is written."""
    playing(state)
    if state.round.hand is not None:
        raise Refusal("", "A deal is in hand; write it first.")
    enough(state)
    solvent(state)


def check_dealt(state: State, entry: Entry, event: e.Dealt) -> None:
    """M1: no deal begins after the end of the round."""
    if state.round.remaining(entry.at) <= 0:
        raise Refusal("M1", "The time of the round is over; no new deal begins.")


def on_dealt(state: State, entry: Entry, event: e.Dealt) -> State:
    """M1: the next deal is dealt."""
    return state.with_round(replace(state.round, hand=entry.n))


def may_deal(state: State) -> None:
    """M1: a round is played, everybody can pay."""
    playing(state)
    enough(state)
    solvent(state)
    if state.round.late:
        raise Refusal("M1", "The deal that was in hand at the end is written; end the round.")


def check_deal(state: State, entry: Entry, event: e.Deal) -> None:
    """M8-M24, M31, M32: a deal that can have been."""
    check(state.setup, event, state.active)


def deal(state: State, entry: Entry, event: e.Deal) -> State:
    """M8-M24: the deal is settled and paid; the next player deals."""
    return with_deal(state, entry, settle(state, entry, event, state.active))


def settle(state: State, entry: Entry, event: e.Deal, active: tuple[int, ...]) -> Played:
    """The deal with what it brings."""
    total = settlement(state.setup, event, active)
    brings = results(event, active, state.seats, total.transfer)
    number = len(state.round.deals) + 1
    return Played(number, entry.at, state.dealer, active, event, total, brings, referee=event.referee)


def with_deal(state: State, entry: Entry, one: Played) -> State:
    """The deal on the round's list; M1: what is written after the end was the deal in hand."""
    late = state.round.remaining(entry.at) <= 0
    after = state.with_round(replace(state.round.with_deal(one), hand=None, late=late))
    return replace(after, dealer=state.after(state.dealer))


def annul(state: State, entry: Entry, event: e.Annul) -> State:
    """M27: a deal that is not finished is paid by nobody."""
    nothing = (Fraction(0),) * state.seats
    number = len(state.round.deals) + 1
    one = Played(number, entry.at, state.dealer, state.active, None, None, nothing, event.reason, event.referee)
    return with_deal(state, entry, one)


def may_correct(state: State) -> None:
    """M28: until the slip is locked."""
    if state.phase not in (Phase.PLAY, Phase.SLIP):
        raise Refusal("M28", "The slip is locked; no claim is accepted any more.")
    if not state.round.deals:
        raise Refusal("", "No deal of this round is written yet.")


def check_correct(state: State, entry: Entry, event: e.Correct) -> None:
    """M8-M24: a deal that can have been in place of one that was written. M27: a referee's decision is final."""
    if event.of > len(state.round.deals):
        raise Refusal("", "This round has no deal {n}.", n=event.of)
    old = state.round.deals[event.of - 1]
    if old.referee and not event.referee:
        raise Refusal("M27", "The referee has decided this deal; that is final.")
    check(state.setup, event, old.active)


def correct(state: State, entry: Entry, event: e.Correct) -> State:
    """A deal is put right; what was written stays on record."""
    old = state.round.deals[event.of - 1]
    total = settlement(state.setup, event, old.active)
    brings = results(event, old.active, state.seats, total.transfer)
    before = old.versions if old.deal is None else old.versions.append(old.deal)
    new = replace(old, deal=event, settlement=total, results=brings, referee=event.referee, versions=before)
    return state.with_round(replace(state.round.with_deal(new), signed=frozenset()))
