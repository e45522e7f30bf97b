"""The end of a round of mariáš: the table counts its money and signs the slip (M1, M3, M28, M29)."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Entry
from rules.marias import events as e
from rules.marias.events import INDEX
from rules.marias.rounds import playing
from rules.marias.slip import slip_of
from rules.marias.state import Cash, Phase, State
from rules.message import Refusal
from rules.money import kc


def may_end(state: State) -> None:
    """M1: a deal in hand is finished first."""
    playing(state)
    if state.round.hand is not None:
        raise Refusal("M1", "First play out the deal in hand and write it down.")


def check_end(state: State, entry: Entry, event: e.EndRound) -> None:
    """M1, M3: at the end of the time that was announced, when too few are left to play, or as all agree."""
    if state.round.remaining(entry.at) > 0 and len(state.present) >= 3 and not event.agreed:
        raise Refusal("M3", "The round still has time to run; its length was announced beforehand.")


def end_round(state: State, entry: Entry, event: e.EndRound) -> State:
    """M1: the round is over, its slip is written."""
    return replace(state.with_round(replace(state.round, ended=entry.at)), phase=Phase.SLIP)


def may_end_table(state: State) -> None:
    """M1, M28: once a slip is locked, before another round; how many rounds a draw has says the organiser."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M1", "All rounds are played and signed.")
    if not state.rounds:
        raise Refusal("M1", "No round has been played yet.")
    if state.phase is not Phase.READY:
        raise Refusal("M28", "First sign the slip of this round.")
    if state.pairing or state.drawn:
        raise Refusal("M1", "The organiser sets how many rounds are played.")


def end_table(state: State, entry: Entry, event: e.EndTable) -> State:
    """M1: nothing more is played; the slips stand as they were signed."""
    return replace(state.with_remark(entry), phase=Phase.SIGNED, since=entry.at, referee=False)


def writing(state: State) -> None:
    """M28: the slip of this round is open."""
    if state.phase is Phase.PLAY:
        raise Refusal("M28", "The slip is written when the round is over.")
    if state.phase is not Phase.SLIP:
        raise Refusal("M28", "The slip is locked; no claim is accepted any more.")


def check_closing(state: State, entry: Entry, event: e.Closing) -> None:
    """M29: somebody who played; no more tokens at the table than were given out."""
    if INDEX[event.seat] not in state.round.seats:
        raise Refusal("M29", "Nobody played this round in seat {seat}.", seat=event.seat)
    cash = cash_with(state, event)
    tokens, most = sum(one.tokens for one in cash if one), state.setup.tokens * len(state.round.seats)
    if tokens > most:
        raise Refusal("M29", "The table has {n} tokens, not {found}.", n=most, found=tokens)


def cash_with(state: State, event: e.Closing) -> tuple[Cash | None, ...]:
    """What everybody has, with what was just counted."""
    seat, cash = INDEX[event.seat], state.round.cash
    return (*cash[:seat], Cash(event.coin, event.tokens), *cash[seat + 1 :])


def closing(state: State, entry: Entry, event: e.Closing) -> State:
    """M29: coin and tokens of a player are counted."""
    return state.with_round(replace(state.round, cash=cash_with(state, event), signed=frozenset()))


def may_sign(state: State) -> None:
    """M6, M28: everybody's money is counted, and nobody owes anything."""
    writing(state)
    for seat in state.round.seats:
        if state.purse(seat) < 0:
            name, owes = state.names[seat], kc(-state.purse(seat))
            raise Refusal("M6", "{name} still owes {owes} Kč; top the stake up first.", name=name, owes=owes)
    missing = [state.names[seat] for seat in state.round.seats if state.round.cash[seat] is None]
    if missing:
        raise Refusal("M28", "Count the money of {name} first.", name=missing[0])


def check_sign(state: State, entry: Entry, event: e.Sign) -> None:
    """M28: each side signs once."""
    if event.side in state.round.signed:
        raise Refusal("M28", "This side has signed already.")


def sign(state: State, entry: Entry, event: e.Sign) -> State:
    """M28: with both signatures the slip is locked."""
    assert slip_of(state.setup, state.round).complete
    after = state.with_round(replace(state.round, signed=state.round.signed | {event.side}))
    if len(after.round.signed) < 2:
        return after
    over = after.round.number >= after.setup.rounds
    phase = Phase.SIGNED if over else Phase.READY
    return replace(after, phase=phase, since=entry.at, break_s=after.setup.break_s, referee=False)
