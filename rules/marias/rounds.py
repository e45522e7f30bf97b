"""What each event does to a mariáš tournament's table, and what stands against it (M1-M31)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.game import SECOND, Entry
from rules.limits import DEAREST
from rules.marias import events as e
from rules.marias.deal import check, results, settlement
from rules.marias.events import INDEX
from rules.marias.money import kc
from rules.marias.slip import slip_of
from rules.marias.state import Cash, Phase, Played, Round, State
from rules.message import Refusal


def start(setup: e.MariasSetup) -> State:
    """M5, M6, M31: three to five named players, one of them leading, and a stake that the tokens are part of."""
    check_table(setup.players, setup.leader)
    if setup.tokens * setup.token > setup.stake:
        raise Refusal("M5", "The tokens are a part of the stake and cannot be worth more.")
    sitting = tuple(range(len(setup.players)))
    ids = tuple(person.id or "" for person in setup.seated)
    return State(setup, setup.players, sitting, leader=INDEX[setup.leader], round_s=setup.round_s, ids=ids)


def check_table(players: tuple[str, ...], leader: e.Seat) -> None:
    """M31, M6: three to five players who can be told apart by name, one of them leading."""
    if not 3 <= len(players) <= 5:
        raise Refusal("M31", "Three to five players sit at a table.")
    if not all(name.strip() for name in players):
        raise Refusal("M31", "Each player needs a name; type one in.")
    twice = [name for n, name in enumerate(players) if name in players[:n]]
    if twice:
        raise Refusal("M31", "Two players are called {name}; add a letter to tell them apart.", name=twice[0])
    if INDEX[leader] >= len(players):
        raise Refusal("M6", "The leading player sits at the table; there is no seat {seat}.", seat=leader)


# -- before a round ----------------------------------------------------------------------------------------------------


def between(state: State) -> None:
    """The coming round has not begun."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M28", "All rounds are played and signed.")
    if state.phase is not Phase.READY:
        raise Refusal("M3", "The round has begun; its length was announced before.")


def round_time(state: State, entry: Entry, event: e.RoundTime) -> State:
    """M3: a round's length changes only by announcement before it."""
    return replace(state.remarked(entry), round_s=event.seconds)


def may_set_break(state: State) -> None:
    """M2: there is a break between rounds."""
    if state.phase is not Phase.READY or not state.rounds:
        raise Refusal("M2", "A break lies between two rounds.")


def break_time(state: State, entry: Entry, event: e.BreakTime) -> State:
    """M2: the organiser sets the breaks."""
    return replace(state, break_s=event.seconds)


def may_change_seats(state: State) -> None:
    """M31: a round is played to its end by those who began it."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M28", "All rounds are played and signed.")
    if state.phase is not Phase.READY:
        raise Refusal("M31", "Seats change between two rounds only.")


def check_seats(state: State, entry: Entry, event: e.Seats) -> None:
    """M31: a table as at the start. M4: who is expelled does not come back."""
    check_table(event.players, leader_of(state, event))
    for name in event.players:
        if name in state.people and state.people.index(name) in state.expelled:
            raise Refusal("M4", "{name} is expelled and does not play on.", name=name)


def leader_of(state: State, event: e.Seats) -> e.Seat:
    """The seat that leads the table then: as said, or where the leader sits now, or A."""
    before = state.people[state.sitting[state.leader]]
    return event.leader or (e.SEAT[event.players.index(before)] if before in event.players else "A")


def seats(state: State, entry: Entry, event: e.Seats) -> State:
    """M31: other seats, other people; results stay with the people. Dealing begins at seat A again."""
    leader = INDEX[leader_of(state, event)]
    people = (*state.people, *(name for name in event.players if name not in state.people))
    sitting = tuple(people.index(name) for name in event.players)
    ids = [*state.ids, *[""] * (len(people) - len(state.ids))]
    for one, newcomer in zip(sitting, event.newcomers, strict=True):
        ids[one] = ids[one] or newcomer.id or ""
    after = replace(state.remarked(entry), people=people, ids=tuple(ids))
    return replace(after, sitting=sitting, leader=leader, dealer=0)


def may_start(state: State) -> None:
    """M1: the coming round, with at least three players."""
    if state.phase is Phase.PLAY:
        raise Refusal("M1", "The round runs already.")
    if state.phase is Phase.SLIP:
        raise Refusal("M28", "First write and sign the slip of this round.")
    between(state)
    enough(state)


def enough(state: State) -> None:
    """M31: three play at least."""
    if len(state.present) < 3:
        raise Refusal("M31", "Three players at least are needed.")


def start_round(state: State, entry: Entry, event: e.StartRound) -> State:
    """M1, M5: the clock starts, everybody present lays down the stake."""
    number = len(state.rounds) + 1
    new = Round(
        number,
        state.round_s * SECOND,
        entry.at,
        state.present,
        state.sitting,
        state.leader,
        entry.n,
        brought=(Fraction(0),) * state.seats,
        added=(0,) * state.seats,
        cash=(None,) * state.seats,
    )
    return replace(state, phase=Phase.PLAY, rounds=state.rounds.append(new))


# -- deals -------------------------------------------------------------------------------------------------------------


def playing(state: State) -> None:
    """A round is being played."""
    if state.phase is Phase.READY and state.rounds:
        raise Refusal("M28", "The slip is locked; the next round has not begun.")
    if state.phase is Phase.READY:
        raise Refusal("M1", "The round has not begun; start its clock first.")
    if state.phase is Phase.SLIP:
        raise Refusal("M1", "The round is over; the slip is being written.")
    if state.phase is Phase.SIGNED:
        raise Refusal("M28", "All rounds are played and signed.")


def solvent(state: State) -> None:
    """M6: nobody plays on with a lost stake."""
    if state.broke:
        name, least = state.names[state.broke[0]], kc(state.setup.top_up)
        raise Refusal("M6", "{name} has lost the stake; top it up by at least {least} Kč.", name=name, least=least)


def may_choose_dealer(state: State) -> None:
    """Who deals is settled before the cards are dealt."""
    if state.phase in (Phase.SLIP, Phase.SIGNED):
        raise Refusal("M1", "No deal follows now.")
    if state.rounds and state.round.hand is not None:
        raise Refusal("", "This deal is dealt already; write it or take the press back first.")


def dealer(state: State, entry: Entry, event: e.Dealer) -> State:
    """By the draw or by agreement somebody else deals."""
    return replace(state, dealer=INDEX[event.seat])


def check_present(state: State, entry: Entry, event: e.Dealer | e.Warn | e.Expel) -> None:
    """Somebody still plays in that seat."""
    if INDEX[event.seat] not in state.present:
        raise Refusal("M31", "Nobody plays in seat {seat}.", seat=event.seat)


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


def dealt(state: State, entry: Entry, event: e.Dealt) -> State:
    """M1: the next deal is dealt."""
    return state.with_round(hand=entry.n)


def may_deal(state: State) -> None:
    """A round is played, everybody can pay."""
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
    return written(state, entry, made(state, entry, event, state.active))


def made(state: State, entry: Entry, event: e.Deal, active: tuple[int, ...]) -> Played:
    """The deal with what it brings."""
    total = settlement(state.setup, event, active)
    brings = results(event, active, state.seats, total.transfer)
    number = len(state.round.deals) + 1
    return Played(number, entry.at, state.dealer, active, event, total, brings, referee=event.referee)


def written(state: State, entry: Entry, one: Played) -> State:
    """The deal on the round's list; M1: what is written after the end was the deal in hand."""
    late = state.round.remaining(entry.at) <= 0
    after = state.with_deal(one, hand=None, late=late)
    return replace(after, dealer=state.after(state.dealer))


def annul(state: State, entry: Entry, event: e.Annul) -> State:
    """M27: a deal that is not finished is paid by nobody."""
    nothing = (Fraction(0),) * state.seats
    number = len(state.round.deals) + 1
    one = Played(number, entry.at, state.dealer, state.active, None, None, nothing, event.reason, event.referee)
    return written(state, entry, one)


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
    return state.with_deal(new, signed=frozenset())


def may_top_up(state: State) -> None:
    """M6: during a round and until its slip is signed."""
    if state.phase not in (Phase.PLAY, Phase.SLIP):
        raise Refusal("M6", "Stakes are topped up during a round.")


def check_top_up(state: State, entry: Entry, event: e.TopUp) -> None:
    """M6: any amount of at least 10 Kč, for somebody who plays this round."""
    if event.amount < state.setup.top_up:
        raise Refusal("M6", "A stake is topped up by at least {least} Kč.", least=kc(state.setup.top_up))
    if event.amount > DEAREST:
        raise Refusal("M6", "A stake is topped up by at most {most} Kč at once.", most=kc(DEAREST))
    if INDEX[event.seat] not in state.round.seats:
        raise Refusal("M6", "Nobody plays in seat {seat}.", seat=event.seat)


def top_up(state: State, entry: Entry, event: e.TopUp) -> State:
    """M6: the player lays down more."""
    return state.remarked(entry).with_top_up(INDEX[event.seat], event.amount)


# -- people ------------------------------------------------------------------------------------------------------------


def may_warn(state: State) -> None:
    """M4: until the end of the tournament."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M28", "All rounds are played and signed.")


def warn(state: State, entry: Entry, event: e.Warn) -> State:
    """M4: a warning is recorded."""
    return replace(state.remarked(entry), warned=state.warned | {state.sitting[INDEX[event.seat]]})


def may_expel(state: State) -> None:
    """M4: only who was warned."""
    may_warn(state)
    if not state.warned - state.expelled:
        raise Refusal("M4", "Nobody is expelled without an earlier warning.")


def check_expel(state: State, entry: Entry, event: e.Expel) -> None:
    """M4: only after a recorded warning."""
    check_present(state, entry, event)
    seat = INDEX[event.seat]
    if not state.is_warned(seat):
        raise Refusal("M4", "{name} has not been warned; that comes first.", name=state.names[seat])


def expel(state: State, entry: Entry, event: e.Expel) -> State:
    """M4: the others play on."""
    seat = INDEX[event.seat]
    gone = replace(state.remarked(entry), expelled=state.expelled | {state.sitting[seat]})
    return replace(gone, dealer=gone.after(seat)) if seat == state.dealer and gone.present else gone


def may_call(state: State) -> None:
    """The referee is called once at a time."""
    if state.referee:
        raise Refusal("M27", "The referee has been called already.")


def referee_call(state: State, entry: Entry, event: e.RefereeCall) -> State:
    """M27: the table cannot agree."""
    return replace(state.remarked(entry), referee=True)


def may_be_done(state: State) -> None:
    """Only a called referee has been."""
    if not state.referee:
        raise Refusal("M27", "Nobody has called the referee.")


def referee_done(state: State, entry: Entry, event: e.RefereeDone) -> State:
    """The referee has been; a decision is written as a deal or as annulled."""
    return replace(state, referee=False)


def note(state: State, entry: Entry, event: e.Note) -> State:
    """M7, M19, M26 and the like: the device cannot see it, people can note it."""
    return state.remarked(entry)


# -- the clock ---------------------------------------------------------------------------------------------------------


def may_pause(state: State) -> None:
    """The clock runs."""
    playing(state)
    if not state.round.running:
        raise Refusal("M1", "The clock stands already.")


def pause(state: State, entry: Entry, event: e.Pause) -> State:
    """The organiser stops the round's clock."""
    return state.remarked(entry).with_round(standing=entry.at)


def power_loss(state: State, entry: Entry, event: e.PowerLoss) -> State:
    """The clock stands where it was cut off; the doubt is shown."""
    return state.remarked(entry).with_round(standing=entry.at, doubt=round(event.doubt_s * SECOND))


def may_resume(state: State) -> None:
    """The clock stands."""
    playing(state)
    if state.round.running:
        raise Refusal("M1", "The clock runs already.")


def resume(state: State, entry: Entry, event: e.Resume) -> State:
    """The clock goes on from where it stood."""
    since = state.round.standing
    assert since is not None
    return state.with_round(standing=None, stood=state.round.stood + entry.at - since, doubt=0)


def set_time(state: State, entry: Entry, event: e.SetTime) -> State:
    """M1: the organiser's clock is the one that counts."""
    wanted = event.remaining_s * SECOND
    shift = wanted - state.round.remaining(entry.at)
    return state.remarked(entry).with_round(stood=state.round.stood + shift, doubt=0)


# -- the slip ----------------------------------------------------------------------------------------------------------


def may_end(state: State) -> None:
    """M1: a deal in hand is finished first."""
    playing(state)
    if state.round.hand is not None:
        raise Refusal("M1", "The deal in hand is played out first; write it.")


def check_end(state: State, entry: Entry, event: e.EndRound) -> None:
    """M1, M3: at the end of the time that was announced, or when too few are left to play."""
    if state.round.remaining(entry.at) > 0 and len(state.present) >= 3:
        raise Refusal("M3", "The round still has time; its length was announced before it.")


def end_round(state: State, entry: Entry, event: e.EndRound) -> State:
    """M1: the round is over, its slip is written."""
    return replace(state.with_round(ended=entry.at), phase=Phase.SLIP)


def writing(state: State) -> None:
    """M28: the slip of this round is open."""
    if state.phase is Phase.PLAY:
        raise Refusal("M28", "The slip is written when the round is over.")
    if state.phase is not Phase.SLIP:
        raise Refusal("M28", "The slip is locked; no claim is accepted any more.")


def check_closing(state: State, entry: Entry, event: e.Closing) -> None:
    """M29: somebody who played; no more tokens at the table than were given out."""
    if INDEX[event.seat] not in state.round.seats:
        raise Refusal("M28", "Nobody played this round in seat {seat}.", seat=event.seat)
    cash = counted(state, event)
    tokens, most = sum(one.tokens for one in cash if one), state.setup.tokens * len(state.round.seats)
    if tokens > most:
        raise Refusal("M29", "The table has {n} tokens; {found} were counted.", n=most, found=tokens)


def counted(state: State, event: e.Closing) -> tuple[Cash | None, ...]:
    """What everybody has, with what was just counted."""
    seat, cash = INDEX[event.seat], state.round.cash
    return (*cash[:seat], Cash(event.coin, event.tokens), *cash[seat + 1 :])


def closing(state: State, entry: Entry, event: e.Closing) -> State:
    """M29: coin and tokens of a player are counted."""
    return state.with_round(cash=counted(state, event), signed=frozenset())


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
    after = state.with_round(signed=state.round.signed | {event.side})
    if len(after.round.signed) < 2:
        return after
    over = len(after.rounds) >= after.setup.rounds
    phase = Phase.SIGNED if over else Phase.READY
    return replace(after, phase=phase, since=entry.at, break_s=after.setup.break_s, referee=False)
