"""What the organiser says to a mariáš table between and in rounds, as events: new people (M31), the round's clock."""

from __future__ import annotations

from device.event.messages import Pairing
from device.event.timing import RoundCountdown
from device.games.marias.setup import SEATS, told_apart
from device.games.setup_controller import paired_names
from rules.game import SECOND, Event
from rules.marias import acts as e
from rules.marias.state import Phase, State

APART = 2 * SECOND
"""By so much two clocks have to differ to be set (ns): less is what a network and whole seconds make."""
SHORTEST, LONGEST_ROUND = 60, 6 * 3600
"""Seconds of a round that a table can take."""
LONGEST_BREAK = 24 * 3600
ORGANISER = "organiser"
"""Why the clock stands, where the organiser stopped the countdown."""


def next_round(state: State, pairing: Pairing) -> Event | None:
    """The people of ``pairing`` sit down for its round; None where they do already, or all rounds are over."""
    played = state.round.number if state.rounds else 0
    if state.phase is Phase.SIGNED or pairing.pairing == state.pairing or pairing.round <= played:
        return None
    names = told_apart(paired_names(pairing, 40)[:SEATS])
    return e.Seats(players=names, people=pairing.people[:SEATS], round=pairing.round, pairing=pairing.pairing)


def follow(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    """What brings the table's clock to the organiser's: length and break before a round, its time within (M1-M3)."""
    if state.phase is Phase.READY and round.round == state.coming and round.ends > round.starts:
        return _before(state, at, round, now)
    if state.phase is Phase.PLAY and round.round == state.round.number:
        return _within(state, at, round, now)
    return None


def _before(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    length = (round.ends - round.starts) // SECOND
    if length != state.round_s and SHORTEST <= length <= LONGEST_ROUND:
        return e.RoundTime(seconds=length, followed=True)
    if not state.rounds or round.paused_at is not None:
        return None
    left = round.time_until(now)
    if abs(state.break_left(at) - left) <= APART:
        return None
    seconds = (left + at - state.since + SECOND // 2) // SECOND if left else 0
    return e.BreakTime(seconds=seconds, followed=True) if seconds <= LONGEST_BREAK else None


def _within(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    if round.time_until(now):
        return None  # this table began before the others; it is set when they begin
    if round.paused_at is not None:
        return e.Pause(reason=ORGANISER) if state.round.running else None
    if not state.round.running:
        return e.Resume() if _stopped_by_organiser(state) else None
    left = round.time_left(now)
    if abs(max(0, state.round.remaining(at)) - left) <= APART:
        return None
    seconds = (left + SECOND // 2) // SECOND
    return e.SetTime(remaining_s=seconds, followed=True) if seconds <= LONGEST_ROUND else None


def _stopped_by_organiser(state: State) -> bool:
    """Whether the clock stands because the organiser's did, and not by the table's own hand or a power cut."""
    stops = (one.event for one in reversed(state.remarks) if isinstance(one.event, e.Pause | e.RoundPowerLoss))
    last = next(stops, None)
    return isinstance(last, e.Pause) and last.reason == ORGANISER
