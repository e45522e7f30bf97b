"""What each event does to a game of Kouřící kočka, and what stands against it (K1-K17)."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Entry
from rules.kourici_kocka import events as e
from rules.kourici_kocka.deal import CERTAIN, HEARTS, HEJMA, LAST_TRICK, check_part, check_whole, losers, thrown_in
from rules.kourici_kocka.events import INDEX
from rules.kourici_kocka.state import Phase, Round, State, Tie
from rules.message import Refusal, msg
from rules.people import replace_person, same_spelling
from rules.signing import Signing

SIGNING = Signing(
    "K5",
    Phase.OVER,
    Phase.SIGNED,
    lambda event: event.side,
    sealed=msg("The end of the game is signed."),
    unsigned=msg("The end of the game is not signed yet; undo to go on."),
)


def must_go_on(state: State) -> None:
    """K5, K14: the game is not over and no tie waits."""
    if state.phase in (Phase.OVER, Phase.SIGNED):
        raise Refusal("K5", "The word is complete and the game is over; undo to go on.")
    if state.phase is Phase.TIED:
        raise Refusal("K14", "First confirm who loses the tied round.")


def may_end_round(state: State) -> None:
    """K15: a round ends once, with four players at the table."""
    must_go_on(state)
    if state.banned:
        raise Refusal("K15", "A banned player sits at the table; put a substitute in the seat.")


def may_choose_dealer(state: State) -> None:
    """K6: only before the first deal."""
    must_go_on(state)
    if state.rounds or state.misdeals or state.phase is not Phase.DEAL:
        raise Refusal("K6", "The first dealer is chosen before the first deal; from then on the loser deals.")


def first_dealer(state: State, entry: Entry, event: e.FirstDealer) -> State:
    """K6: by agreement somebody else than seat A deals first."""
    return replace(state.with_remark(entry), dealer=INDEX[event.seat])


def must_not_stand(state: State) -> None:
    """While the game stands, nobody deals, passes or plays (K15)."""
    may_end_round(state)
    if state.halted is not None:
        raise Refusal("K15", "The game is stopped; first settle why, then go on.")


def may_deal(state: State) -> None:
    """K7: once a round."""
    must_not_stand(state)
    if state.phase is not Phase.DEAL:
        raise Refusal("K7", "The cards are dealt already.")


def check_deal(state: State, entry: Entry, event: e.Deal) -> None:
    """K7: cards go round one or at most two at a time."""
    if event.cards is not None and event.cards > 2:
        raise Refusal("K7", "Cards are dealt one or at most two at a time, not {n}.", n=event.cards)


def deal(state: State, entry: Entry, event: e.Deal) -> State:
    """K7: the cards are dealt."""
    return replace(state, phase=Phase.PASSING)


def may_misdeal(state: State) -> None:
    """K8: whenever it is seen; which card lies where the device does not know."""
    may_end_round(state)


def check_misdeal(state: State, entry: Entry, event: e.Misdeal) -> None:
    """K8, K15: the first misdeal is free, and there is one letter a round."""
    if event.letter and state.misdeals == 0:
        raise Refusal("K8", "The first misdeal is free; there is no letter for it.")
    if event.letter and state.fined:
        raise Refusal("K15", "The dealer has a letter for misdealing in this round already; one letter a round.")


def misdeal(state: State, entry: Entry, event: e.Misdeal) -> State:
    """K8: a repeated misdeal may cost a letter; the same dealer deals again."""
    again = replace(
        state.with_remark(entry), phase=Phase.DEAL, ready=frozenset(), halted=None, misdeals=state.misdeals + 1
    )
    if not event.letter:
        return again
    misdealt = state.misdealt.append((len(state.rounds), state.dealer))
    return replace(again, fined=True, misdealt=misdealt).with_letter(state.dealer)


def may_pass(state: State) -> None:
    """K9: after the deal."""
    must_not_stand(state)
    if state.phase is not Phase.PASSING:
        raise Refusal("K9", "Three cards are passed once, right after the deal.")


def check_passed(state: State, entry: Entry, event: e.Passed) -> None:
    """K9: each side passes once."""
    if event.side in state.ready:
        raise Refusal("K9", "This side has passed its cards already.")


def on_passed(state: State, entry: Entry, event: e.Passed) -> State:
    """K9: once everybody has passed, all may look, and the dealer's left neighbour leads."""
    ready = frozenset(e.SIDES) if event.side is None else state.ready | {event.side}
    return replace(state, ready=ready, phase=Phase.PLAY if len(ready) == len(e.SIDES) else Phase.PASSING)


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
    assert hejma is not None, "check_points has asked"
    outside = hejma not in most
    proposed = None if outside and state.setup.hejma_tie_outside != "hejma_taker" else hejma
    return replace(state, phase=Phase.TIED, tie=Tie(points, most, proposed))


def on_taken(state: State, entry: Entry, event: e.Taken) -> State:
    """K2: the points follow from who took what."""
    points = [0, 0, 0, 0]
    points[INDEX[event.hejma]] += HEJMA
    points[INDEX[event.last_trick]] += LAST_TRICK
    for rank, value in HEARTS.items():
        points[INDEX[getattr(event, rank)]] += value
    return count_round(state, tuple(points), INDEX[event.hejma], "taken")


def check_points(state: State, entry: Entry, event: e.Points) -> None:
    """K2, K4, K14: counts that a deal can give; a tie needs who took Hejma."""
    check_counts(event.points, None if event.hejma is None else INDEX[event.hejma], early=event.early)
    if event.hejma is None and len(losers(event.points)) > 1:
        raise Refusal("K14", "It is a tie: say who took Hejma.")


def points(state: State, entry: Entry, event: e.Points) -> State:
    """K2, K4: counts of a whole round, or of one that ended early with 17 or more."""
    hejma = None if event.hejma is None else INDEX[event.hejma]
    return count_round(state, event.points, hejma, "early" if event.early else "points")


def check_counts(counts: tuple[int, ...], hejma: int | None, *, early: bool) -> None:
    """Refuse counts that no deal can give, and an early end without a certain loser (K2, K4)."""
    if not early:
        check_whole(counts, hejma)
        return
    if max(counts) < CERTAIN:
        raise Refusal("K4", "A round ends early only when somebody has 17 points or more.")
    check_part(counts, hejma)


def on_lost(state: State, entry: Entry, event: e.Lost) -> State:
    """K3, K5: who lost is all that lasts."""
    return finish(state, INDEX[event.seat], "lost")


def check_throw_in(state: State, entry: Entry, event: e.ThrowIn) -> None:
    """K13: only who certainly loses throws in."""
    thrown_in(event.points, INDEX[event.seat])


def throw_in(state: State, entry: Entry, event: e.ThrowIn) -> State:
    """K13: the thrower takes everything outstanding and loses with 17 or more."""
    seat = INDEX[event.seat]
    return finish(state, seat, "throw_in", thrown_in(event.points, seat))


def may_confirm(state: State) -> None:
    """K14: only a tie is confirmed."""
    if state.phase is not Phase.TIED:
        raise Refusal("K14", "No tied round waits for the table.")


def check_confirm(state: State, entry: Entry, event: e.Confirm) -> None:
    """K14: the device proposes, the table confirms; replay and vote where the setting says so."""
    tie = state.tie
    assert tie is not None
    if event.seat is None:
        if tie.proposed is not None:
            raise Refusal("K14", "Who took Hejma loses the tie; confirm that seat.")
        if state.setup.hejma_tie_outside == "vote":
            raise Refusal("K14", "The table votes who loses; name the seat.")
        return
    seat = INDEX[event.seat]
    if tie.proposed is not None and seat != tie.proposed:
        raise Refusal("K14", "Who took Hejma loses the tie, seat {seat}.", seat=e.SEAT[tie.proposed])
    if tie.proposed is None and state.setup.hejma_tie_outside == "replay":
        raise Refusal("K14", "None of the tied players took Hejma: the round is played again.")
    if tie.proposed is None and seat not in tie.tied:
        raise Refusal("K14", "Only a tied seat can be voted for.")


def confirm(state: State, entry: Entry, event: e.Confirm) -> State:
    """K14: that seat loses the tied round; without one it is played again."""
    assert state.tie is not None
    seat = None if event.seat is None else INDEX[event.seat]
    return finish(state, seat, "replayed" if seat is None else "tie", state.tie.points)


def fined_already(state: State, seat: int) -> bool:
    """K15: whether that seat has a letter for misdealing in this round; there is one letter a round."""
    return state.fined and seat == state.dealer


def unforgiven(state: State, kind: e.RenoncKind) -> Refusal | None:
    """K15: why a careless renonc of that kind is not forgiven here; None: the others may. (c) is always for judging."""
    if kind == "dealt" or state.setup.forgive_renonc == "offered":
        return None
    return Refusal("K15", "A careless renonc loses the round; the others judge only whether it was deliberate.")


def check_renonc(state: State, entry: Entry, event: e.Renonc) -> None:
    """K8, K15: deliberate cheating is punished; a wrong deal is the dealer's, and its letter is given once."""
    seat = INDEX[event.seat]
    if event.deliberate and not event.punished:
        raise Refusal("K15", "Deliberate cheating is not forgiven.")
    if not event.punished and (why := unforgiven(state, event.kind)) is not None:
        raise why
    if event.kind == "dealt" and seat != state.dealer:
        raise Refusal("K15", "Only the dealer can deal wrongly.")
    if event.kind == "dealt" and not event.deliberate:
        if state.misdeals == 0:
            raise Refusal("K8", "The first misdeal is free; deal again.")
        if event.punished and fined_already(state, seat):
            raise Refusal("K15", "The dealer has a letter for misdealing in this round already; one letter a round.")


def renonc(state: State, entry: Entry, event: e.Renonc) -> State:
    """K15: the offender's lost round and letter, one a round; deliberate cheating bans."""
    seat = INDEX[event.seat]
    noted = state.with_remark(entry)
    if not event.punished:
        return replace(noted, halted=None)
    after = finish(noted, seat, "renonc", fine=not fined_already(state, seat))
    if not event.deliberate or after.phase is Phase.OVER:
        return after
    return replace(after, banned=after.banned | {seat}, expelled=after.expelled | {same_spelling(state.names[seat])})


def may_halt(state: State) -> None:
    """K11, K12, K15: during a round, once."""
    must_go_on(state)
    if state.halted is not None:
        raise Refusal("K15", "The game is stopped already.")


def halt(state: State, entry: Entry, event: e.Halt) -> State:
    """The game stands until what happened is settled."""
    return replace(state, halted=event.side)


def may_resume(state: State) -> None:
    """K15: only a game that stands goes on."""
    must_go_on(state)
    if state.halted is None:
        raise Refusal("K15", "The game is not stopped.")


def resume(state: State, entry: Entry, event: e.GoOn) -> State:
    """It was nothing, or it is settled."""
    return replace(state, halted=None)


def may_substitute(state: State) -> None:
    """K17: players come and go between rounds."""
    must_go_on(state)
    if state.phase is not Phase.DEAL:
        raise Refusal("K17", "Players change between rounds; finish this one first.")


def check_substitute(state: State, entry: Entry, event: e.Substitute) -> None:
    """K1, K15: the substitute has a name, and is not banned."""
    if not event.name.strip():
        raise Refusal("K1", "Four players play; each needs a name.")
    if same_spelling(event.name) in state.expelled:
        raise Refusal("K15", "{name} is banned and may not play on.", name=event.name)


def substitute(state: State, entry: Entry, event: e.Substitute) -> State:
    """K17: the substitute takes over seat and letters."""
    names = list(state.names)
    names[INDEX[event.seat]] = event.name
    people, left = replace_person(state.people, INDEX[event.seat], event.newcomers[0])
    changed = replace(
        state.with_remark(entry), banned=state.banned - {INDEX[event.seat]}, people=people, gone=(*state.gone, *left)
    )
    return replace(changed, names=(names[0], names[1], names[2], names[3]))


def note(state: State, entry: Entry, event: e.Note) -> State:
    """K10-K12: what the cards did is not seen by the device; it can be noted."""
    return state.with_remark(entry)


def may_sign(state: State) -> None:
    """K5: the end of the game is signed once."""
    if state.phase is not Phase.OVER:
        raise Refusal("K5", "There is nothing to sign before somebody has the whole word.")
