"""What each event does to a mariáš tournament's table, and what stands against it (M1-M31)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.game import SECOND, Entry, ns
from rules.limits import DEAREST
from rules.marias import events as e
from rules.marias.events import INDEX
from rules.marias.state import Phase, Round, State
from rules.message import Refusal
from rules.money import kc
from rules.people import Newcomer


def start(setup: e.MariasSetup) -> State:
    """M5, M6, M31: three to five named players, one of them leading, and a stake that the tokens are part of."""
    check_table(setup.players, setup.leader)
    if setup.tokens * setup.token > setup.stake:
        raise Refusal("M5", "The tokens are a part of the stake and cannot be worth more.")
    sitting = tuple(range(len(setup.players)))
    ids = tuple(person.id or "" for person in setup.seats)
    leader = INDEX[setup.leader]
    return State(setup, setup.players, sitting, leader, round_s=setup.round_s, ids=ids, pairing=setup.pairing)


def check_table(players: tuple[str, ...], leader: e.Seat) -> None:
    """M31, M6: three to five players with different names, one of them leading."""
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
    """M1, M3: the coming round has not begun."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M1", "All rounds are played and signed.")
    if state.phase is not Phase.READY:
        raise Refusal("M3", "The round has begun; its length was announced before.")


def round_time(state: State, entry: Entry, event: e.RoundTime) -> State:
    """M3: a round's length changes only by announcement before it."""
    return replace(state.with_remark(entry), round_s=event.seconds)


def may_set_break(state: State) -> None:
    """M2: there is a break between rounds."""
    if state.phase is not Phase.READY or not state.rounds:
        raise Refusal("M2", "A break comes between two rounds.")


def break_time(state: State, entry: Entry, event: e.BreakTime) -> State:
    """M2: the organiser sets the breaks."""
    return replace(state, break_s=event.seconds)


def may_change_seats(state: State) -> None:
    """M1, M31: a round is played to its end by those who began it."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M1", "All rounds are played and signed.")
    if state.phase is not Phase.READY:
        raise Refusal("M31", "Seats change between two rounds only.")


def check_seats(state: State, entry: Entry, event: e.Seats) -> None:
    """M31: a table as at the start, for a round that was not played here. M4: who is expelled does not come back."""
    check_table(event.players, leader_of(state, event))
    if twice := [one for n, one in enumerate(event.people) if one and one in event.people[:n]]:
        name = event.players[event.people.index(twice[0])]
        raise Refusal("M31", "{name} cannot sit in two seats.", name=name)
    if event.round and state.rounds and event.round <= state.round.number:
        raise Refusal("M31", "Round {n} has been played here already.", n=event.round)
    for one, name in zip(with_newcomers(state, event).sitting, event.players, strict=True):
        if one in state.expelled:
            raise Refusal("M4", "{name} is expelled and does not play on.", name=name)


def with_newcomers(state: State, event: e.Seats) -> State:
    """The table with those who sit down: results stay with the people, whoever was here before is the same one."""
    people, ids = list(state.people), [*state.ids, *[""] * (len(state.people) - len(state.ids))]
    sitting: list[int] = []
    for newcomer in event.newcomers:
        one = _known(state, people, ids, newcomer, by_id=bool(event.round))
        if one is None:
            one = len(people)
            people.append(newcomer.name)
            ids.append("")
        elif event.round:
            people[one] = newcomer.name
        ids[one] = ids[one] or newcomer.id or ""
        sitting.append(one)
    return replace(state, people=tuple(people), ids=tuple(ids), sitting=tuple(sitting))


def _known(state: State, people: list[str], ids: list[str], newcomer: Newcomer, *, by_id: bool) -> int | None:
    """The number of somebody who has sat here: by the id where both are known and it is to count, else by name.

    Of several of one name, who sits here now.
    """
    if by_id and newcomer.id and newcomer.id in ids:
        return ids.index(newcomer.id)
    called = [one for one, name in enumerate(people) if name == newcomer.name]
    if by_id and newcomer.id:
        called = [one for one in called if not ids[one]]
    return min(called, key=lambda one: (one not in state.sitting, one), default=None)


def leader_of(state: State, event: e.Seats) -> e.Seat:
    """The seat that leads the table then: as given, or where the leader sits now, or A."""
    before, sitting = state.sitting[state.leader], with_newcomers(state, event).sitting
    return event.leader or (e.SEAT[sitting.index(before)] if before in sitting else "A")


def seats(state: State, entry: Entry, event: e.Seats) -> State:
    """M31: other seats, other people; results stay with the people. Dealing begins at seat A again."""
    after = with_newcomers(state.with_remark(entry), event)
    drawn, pairing = (event.round, event.pairing) if event.round else (state.drawn, state.pairing)
    return replace(after, leader=INDEX[leader_of(state, event)], dealer=0, drawn=drawn, pairing=pairing)


def may_start(state: State) -> None:
    """M1, M28: the coming round, with at least three players."""
    if state.phase is Phase.PLAY:
        raise Refusal("M1", "The round is already running.")
    if state.phase is Phase.SLIP:
        raise Refusal("M28", "First write and sign the slip of this round.")
    between(state)
    enough(state)


def enough(state: State) -> None:
    """M31: three play at least."""
    if len(state.present) < 3:
        raise Refusal("M31", "At least three players are needed.")


def start_round(state: State, entry: Entry, event: e.StartRound) -> State:
    """M1, M5: the clock starts, everybody present lays down the stake."""
    new = Round(
        state.coming,
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
    return replace(state, phase=Phase.PLAY, rounds=state.rounds.append(new), drawn=0)


# -- deals -------------------------------------------------------------------------------------------------------------


def playing(state: State) -> None:
    """M1: a round is being played."""
    if state.phase is Phase.READY and state.rounds:
        raise Refusal("M1", "The slip is locked; the next round has not begun.")
    if state.phase is Phase.READY:
        raise Refusal("M1", "The round has not begun; start its clock first.")
    if state.phase is Phase.SLIP:
        raise Refusal("M1", "The round is over; the slip is being written.")
    if state.phase is Phase.SIGNED:
        raise Refusal("M1", "All rounds are played and signed.")


def check_present(state: State, entry: Entry, event: e.Dealer | e.Warn | e.Expel) -> None:
    """M31: somebody still plays in that seat."""
    if INDEX[event.seat] not in state.present:
        raise Refusal("M31", "Nobody plays in seat {seat}.", seat=event.seat)


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
    return state.with_remark(entry).with_top_up(INDEX[event.seat], event.amount)


# -- people ------------------------------------------------------------------------------------------------------------


def may_warn(state: State) -> None:
    """M1, M4: until the end of the tournament."""
    if state.phase is Phase.SIGNED:
        raise Refusal("M1", "All rounds are played and signed.")


def warn(state: State, entry: Entry, event: e.Warn) -> State:
    """M4: a warning is recorded."""
    return replace(state.with_remark(entry), warned=state.warned | {state.sitting[INDEX[event.seat]]})


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
    gone = replace(state.with_remark(entry), expelled=state.expelled | {state.sitting[seat]})
    return replace(gone, dealer=gone.after(seat)) if seat == state.dealer and gone.present else gone


def may_call(state: State) -> None:
    """M27: the referee is called once at a time."""
    if state.referee:
        raise Refusal("M27", "The referee has been called already.")


def referee_call(state: State, entry: Entry, event: e.RefereeCall) -> State:
    """M27: the table cannot agree."""
    return replace(state.with_remark(entry), referee=True)


def may_be_done(state: State) -> None:
    """M27: only a called referee has been."""
    if not state.referee:
        raise Refusal("M27", "Nobody has called the referee.")


def referee_done(state: State, entry: Entry, event: e.RefereeDone) -> State:
    """The referee has been; a decision is written as a deal or as annulled."""
    return replace(state, referee=False)


def note(state: State, entry: Entry, event: e.Note) -> State:
    """M7, M19, M26 and the like: the device cannot see it, people can note it."""
    return state.with_remark(entry)


# -- the clock ---------------------------------------------------------------------------------------------------------


def may_pause(state: State) -> None:
    """M1: the clock runs."""
    playing(state)
    if not state.round.running:
        raise Refusal("M1", "The clock is stopped already.")


def pause(state: State, entry: Entry, event: e.Pause) -> State:
    """The organiser stops the round's clock."""
    return state.with_remark(entry).with_round(replace(state.round, standing=entry.at))


def power_loss(state: State, entry: Entry, event: e.RoundPowerLoss) -> State:
    """The clock stands where it was cut off; the doubt is shown."""
    doubt = ns(event.doubt_s)
    return state.with_remark(entry).with_round(replace(state.round, standing=entry.at, doubt=doubt))


def may_resume(state: State) -> None:
    """M1: the clock stands."""
    playing(state)
    if state.round.running:
        raise Refusal("M1", "The clock is already running.")


def resume(state: State, entry: Entry, event: e.Resume) -> State:
    """The clock goes on from where it stood."""
    since = state.round.standing
    assert since is not None
    stood = state.round.stood + entry.at - since
    return state.with_round(replace(state.round, standing=None, stood=stood, doubt=0))


def set_time(state: State, entry: Entry, event: e.SetTime) -> State:
    """M1: the organiser's clock is the one that counts."""
    wanted = event.remaining_s * SECOND
    shift = wanted - state.round.remaining(entry.at)
    return state.with_remark(entry).with_round(replace(state.round, stood=state.round.stood + shift, doubt=0))


# -- the slip ----------------------------------------------------------------------------------------------------------
