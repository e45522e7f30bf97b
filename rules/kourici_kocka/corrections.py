"""A finished round of Kouřící kočka put right where it stands, with what follows from that (K2-K6, K14)."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Entry
from rules.kourici_kocka import events as e
from rules.kourici_kocka.deal import losers
from rules.kourici_kocka.events import INDEX
from rules.kourici_kocka.rounds import check_counts
from rules.kourici_kocka.state import Phase, State
from rules.message import Refusal, msgs


def may_correct(state: State) -> None:
    """K3, K5: a finished round can be put right until the end is signed."""
    if state.phase is Phase.SIGNED:
        raise Refusal("K5", "The end of the game is signed.")
    if not state.rounds:
        raise Refusal("K5", "No round is finished yet; undo what was just done.")


def check_correct(state: State, entry: Entry, event: e.Correct) -> None:
    """K2, K4, K5, K14: a finished round, and another outcome that can have been."""
    if event.round > len(state.rounds):
        text = msgs(
            "There is no round {number} yet; {n} is finished.",
            "There is no round {number} yet; {n} are finished.",
            len(state.rounds),
            number=event.round,
        )
        raise Refusal("K5", text)
    old = state.rounds[event.round - 1]
    if (corrected_loser(state, event), event.points) == (old.loser, old.points):
        raise Refusal("K5", "Round {n} is like that already.", n=event.round)


def correct(state: State, entry: Entry, event: e.Correct) -> State:
    """A round becomes another one where it stands; letters follow, and with them whether the game is over (K5).

    The last round's loser deals next where the cards are not dealt yet (K6). What is signed has to be signed again.
    """
    old = state.rounds[event.round - 1]
    loser = corrected_loser(state, event)
    how = "replayed" if event.again else "lost" if event.points is None else "early" if event.early else "points"
    new = replace(old, loser=loser, points=event.points, how=how, corrected=True, fine=old.fine or loser != old.loser)
    rounds = state.rounds.put(event.round - 1, new)
    was_over = state.phase is Phase.OVER
    phase = Phase.DEAL if was_over else state.phase
    dealer = state.dealer
    if event.round == len(rounds) and phase is Phase.DEAL and state.misdeals == 0:
        dealer = old.dealer if loser is None else loser
    after = replace(state.with_remark(entry), rounds=rounds, phase=phase, dealer=dealer, signed=frozenset())
    if was_over:  # a round that had begun when the word was complete is not gone on with
        after = replace(after, ready=frozenset(), halted=None, tie=None)
    same = (new.loser, new.fine) == (old.loser, old.fine)
    return after if same and not was_over else after.with_letters_recounted()


def corrected_loser(state: State, event: e.Correct) -> int | None:
    """K2, K4, K5, K14: who lost by the correction. Raises `Refusal` where it does not say, or says two things."""
    seat = None if event.seat is None else INDEX[event.seat]
    if event.again:
        if seat is not None or event.points is not None:
            raise Refusal("K14", "A round that was played again has no loser and no points.")
        return None
    if event.points is None:
        if seat is None:
            raise Refusal("K5", "Say who lost the round, or everybody's points.")
        return seat
    hejma = None if event.hejma is None else INDEX[event.hejma]
    check_counts(event.points, hejma, early=event.early)
    most = losers(event.points)
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
        raise Refusal("K14", "By these points seat {seat} lost the round.", seat=e.SEAT[proposed])
    return proposed
