"""Acts of mariáš around its rounds: their lengths, the start, the clock, the end, and the slip with its signatures.

Deals are in `rules.marias.acts.deals`, people, top-ups and the referee in `rules.marias.acts`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from rules.acts import Act, Closed, DerivingAct, Obstacle
from rules.clock import acts as clock
from rules.clock.side import SideClock
from rules.figures import Numeral, Span
from rules.game import SECOND, Entry, ns
from rules.limits import BreakLength, RoundLength
from rules.marias.deal import INDEX, Seat
from rules.marias.state import Cash, Phase, Round, State, slip_of
from rules.message import Message, Refusal, msg, msgs
from rules.money import kc
from rules.needs import Button, Confirmation, MenuEntry, WholeNumber
from rules.signing import TWICE, ResultSign

MOST_DOUBT_S = 3600
"""The longest doubt after a power cut that a record says; one as long may be longer."""
MOST_MINUTES = 360
"""The longest length that can be typed."""

ALL_PLAYED = "M1", msg("All rounds are played and signed.")
LOCKED = "M28", msg("The slip is locked; no claim is accepted any more.")
SIGN_FIRST = "M28", msg("First sign the slip of this round.")
TOO_FEW = Obstacle("M31", msg("At least three players are needed."), lambda state: len(state.present) < 3)
IN_HAND = Obstacle(
    "M1", msg("First play out the deal in hand and write it down."), lambda state: state.round.hand is not None
)
STOPPED = Obstacle("M1", msg("The clock is stopped already."), lambda state: not state.round.running)
RUNNING = Obstacle("M1", msg("The clock is already running."), lambda state: state.round.running)
NO_ROUND = Obstacle("M1", msg("No round has been played yet."), lambda state: not state.rounds)
DRAWN = Obstacle(
    "M1", msg("The organiser sets how many rounds are played."), lambda state: state.pairing or state.drawn
)
NOT_WRITTEN_YET = "M28", msg("The slip is written when the round is over.")
_NO_BREAK = msg("A break comes between two rounds.")
NO_BREAK = Obstacle("M2", _NO_BREAK, lambda state: not state.rounds)


def _before_round(state: State) -> Closed:
    if state.rounds:
        return "M1", msg("The slip is locked; the next round has not begun.")
    return "M1", msg("The round has not begun; start its clock first.")


def _minutes(title: Message, into: str = "seconds", least: int = 0) -> WholeNumber:
    """A length in minutes, recorded in seconds."""
    untyped = "M3", msg("Type the minutes.")
    outside = "M3", msg("Choose {least} to {most} minutes.", least=least, most=MOST_MINUTES)
    return WholeNumber(title, msg("minutes"), into, untyped, 60, least, MOST_MINUTES, outside)


class MariasAct(Act, frozen=True, kw_only=True):
    """Any act: once all rounds are played nothing else is possible (M1)."""

    closed = {Phase.SIGNED: ALL_PLAYED}
    values = {"reason": {"": "–"}}

    @property
    def by_referee(self) -> bool:
        """Where its kind or its own ``referee`` says so (M27)."""
        return self.decision or bool(getattr(self, "referee", False))

    def about(self, name: str) -> Message:
        """What was done, of a player who was called ``name`` then, since seats change."""
        return self.describe()


class RoundAct(MariasAct, frozen=True, kw_only=True):
    """Any act of a round: it is being played (M1)."""

    phases = (Phase.PLAY,)
    closed = {
        Phase.READY: _before_round,
        Phase.SLIP: ("M1", msg("The round is over; the slip is being written.")),
        Phase.SIGNED: ALL_PLAYED,
    }


class OrganisersTime(MariasAct, frozen=True, kw_only=True):
    """A time that the organiser sets, over the network where the act's field ``followed`` says so."""

    @property
    def stays(self) -> bool:
        """Where it came over the network."""
        fields: Any = self
        return bool(fields.followed)


class RoundTime(OrganisersTime, frozen=True, kw_only=True):
    """The organiser announces how long the coming rounds are (M3).

    ``followed``: it came over the network and not from the table, so undo steps over it.
    """

    cites = "M3"
    phases = (Phase.READY,)
    out_of_phase = msg("The round has begun; its length was announced before.")
    noted = True
    need = _minutes(msg("How long are the rounds? (M3)"), least=1)
    seconds: RoundLength
    followed: bool = False

    def describe(self) -> Message:
        """How long."""
        return msg("round length announced, in minutes: {n}", n=Numeral(Fraction(self.seconds, 60), None))

    def apply(self, state: State) -> State:
        """M3: a round's length changes only by announcement before it."""
        return replace(state, round_s=self.seconds)


class BreakTime(OrganisersTime, frozen=True, kw_only=True):
    """The organiser sets how long the break before the coming round is (M2); ``followed`` as in a round time."""

    cites = "M2"
    phases = (Phase.READY,)
    closed = {}
    unless = (NO_BREAK,)
    out_of_phase = _NO_BREAK
    need = _minutes(msg("How long is the break? (M2)"))
    seconds: BreakLength
    followed: bool = False

    def describe(self) -> Message:
        """How long."""
        return msg("length of the break, in minutes: {n}", n=Numeral(Fraction(self.seconds, 60), None))

    def apply(self, state: State) -> State:
        """M2: the organiser sets the breaks."""
        return replace(state, break_s=self.seconds)


class StartRound(MariasAct, frozen=True, kw_only=True):
    """The round and its clock start; everybody lays down the stake (M1, M5)."""

    cites = "M1"
    phases = (Phase.READY,)
    closed = {
        Phase.PLAY: ("M1", msg("The round is already running.")),
        Phase.SLIP: ("M28", msg("First write and sign the slip of this round.")),
        Phase.SIGNED: ALL_PLAYED,
    }
    unless = (TOO_FEW,)
    on_clocks: ClassVar[bool] = True
    words = msg("round started")
    button = Button(msg("Start the round"), msg("or press a button"))

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1, M5: the clock starts, everybody present lays down the stake."""
        new = Round(
            state.coming,
            state.round_s * SECOND,
            entry.at,
            SideClock().start(entry.at),
            state.present,
            state.sitting,
            state.leader,
            entry.n,
            winnings=(Fraction(0),) * state.seats,
            topped_up=(0,) * state.seats,
            cash=(None,) * state.seats,
        )
        return replace(state, phase=Phase.PLAY, rounds=state.rounds.append(new), drawn=0)


class Pause(clock.Pause, RoundAct, frozen=True, kw_only=True):
    """The organiser stops the round's clock (M1)."""

    cites = "M1"
    unless = (STOPPED,)
    menu = MenuEntry("pause", msg("Pause"), msg("the round's clock"))

    def describe(self) -> Message:
        """That the clock stands."""
        return msg("pause")

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the clock stands."""
        return state.with_remark(entry).with_round(replace(state.round, clock=state.round.clock.stop(entry.at)))


class Resume(clock.Resume, RoundAct, frozen=True, kw_only=True):
    """The round's clock goes on (M1)."""

    cites = "M1"
    unless = (RUNNING,)
    words = msg("goes on")
    menu = MenuEntry("go_on", msg("Go on"), msg("the round's clock"))
    button = Button(msg("Go on"))

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the clock goes on from where it stood."""
        return state.with_round(replace(state.round, clock=state.round.clock.resume(entry.at), doubt=0))


class RoundPowerLoss(RoundAct, tag="power_loss", frozen=True, kw_only=True):
    """The device lost power: the clock stands, at most ``doubt_s`` seconds are not known."""

    cites = "M1"
    unless = (STOPPED,)
    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    most_doubt_s: ClassVar[int] = MOST_DOUBT_S
    words = msg("power loss")
    doubt_s: Annotated[float, Meta(ge=0, le=MOST_DOUBT_S)] = 1

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the clock stands where it was cut off; the doubt is shown."""
        stopped = replace(state.round, clock=state.round.clock.stop(entry.at), doubt=ns(self.doubt_s))
        return state.with_remark(entry).with_round(stopped)


class SetTime(OrganisersTime, RoundAct, frozen=True, kw_only=True):
    """The clock is set by the organiser's: ``remaining_s`` seconds of the round are left (M1).

    ``followed``: set by the organiser's clock over the network; else by the referee.
    """

    cites = "M1"
    on_clocks: ClassVar[bool] = True
    need = _minutes(msg("How much is left of the round?"), "remaining_s")
    remaining_s: Annotated[int, Meta(ge=0, le=6 * 3600)]
    followed: bool = False

    @property
    def by_referee(self) -> bool:
        """Where the referee said it."""
        return not self.followed

    def describe(self) -> Message:
        """What is left, and by whom."""
        if self.followed:
            return msg("time by the organiser's clock: {n} s left", n=self.remaining_s)
        return msg("time set: {n} s left", n=self.remaining_s)

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the organiser's clock is the one that counts."""
        used = state.round.length - self.remaining_s * SECOND
        set_clock = state.round.clock.set_used(entry.at, used)
        return state.with_remark(entry).with_round(replace(state.round, clock=set_clock, doubt=0))


class EndRound(RoundAct, frozen=True, kw_only=True):
    """The last deal is written and play is over (M1); ``agreed``: before the time is up, by agreement of the table."""

    cites = "M1"
    unless = (IN_HAND,)
    on_clocks: ClassVar[bool] = True
    costly: ClassVar[bool] = True
    button = Button(msg("End of round"))
    need = Confirmation(
        msg("End of round"),
        lambda state, at: msg(
            "{time} of the round is left. Does everybody agree that it ends now?",
            time=Span(max(0, state.round.remaining(at)), up=True),
        ),
        msg("Yes, all agree"),
        msg("then the slip"),
        {"agreed": True},
    )
    agreed: bool = False

    def describe(self) -> Message:
        """Whether it was agreed."""
        return msg("round ended early, by agreement") if self.agreed else msg("round ended")

    def check_at(self, state: State, at: int) -> None:
        """M1, M3: at the end of the time that was announced, when too few are left to play, or as all agree."""
        if state.round.remaining(at) > 0 and len(state.present) >= 3 and not self.agreed:
            raise Refusal("M3", "The round still has time to run; its length was announced beforehand.")

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: the round is over, its slip is written."""
        ended = replace(state.round, clock=state.round.clock.stop(entry.at), ended=entry.at)
        return replace(state.with_round(ended), phase=Phase.SLIP)


class EndTable(MariasAct, frozen=True, kw_only=True):
    """The table agrees that it was the last round, however many were announced; what was signed is the result (M1)."""

    cites = "M1"
    phases = (Phase.READY,)
    closed = {Phase.PLAY: SIGN_FIRST, Phase.SLIP: SIGN_FIRST, Phase.SIGNED: ALL_PLAYED}
    unless = (NO_ROUND, DRAWN)
    costly: ClassVar[bool] = True
    words = msg("ended by agreement")
    need = Confirmation(
        msg("End of the evening"),
        lambda state, at: msg(
            "Round {n} of {all} is signed. Does everybody agree that no more are played?",
            n=state.round.number,
            all=state.setup.rounds,
        ),
        msg("Yes, all agree"),
        msg("then the result"),
    )

    def apply_at(self, state: State, entry: Entry) -> State:
        """M1: nothing more is played; the slips stand as they were signed."""
        return replace(state.with_remark(entry), phase=Phase.SIGNED, since=entry.at, referee=False)


class SlipAct(MariasAct, frozen=True, kw_only=True):
    """Any act on the slip: it is open from the end of the round to its signatures (M28)."""

    cites = "M28"
    phases = (Phase.SLIP,)
    closed = {Phase.PLAY: NOT_WRITTEN_YET, Phase.READY: LOCKED, Phase.SIGNED: LOCKED}


class Closing(DerivingAct, SlipAct, frozen=True, kw_only=True):
    """What a player has at the end of the round: ``coin`` in haléře, and ``tokens`` (M28, M29)."""

    cites = "M29"
    seat: Seat
    coin: Annotated[int, Meta(ge=0, le=1_000_000)]
    tokens: Annotated[int, Meta(ge=0, le=1000)]

    def describe(self) -> Message:
        """Who counted how much."""
        return msgs(
            "seat {seat} counted: {coin} Kč and {n} token",
            "seat {seat} counted: {coin} Kč and {n} tokens",
            self.tokens,
            seat=self.seat,
            coin=kc(self.coin),
        )

    def derive(self, state: State, entry: Entry) -> tuple[Cash | None, ...]:
        """M29: what everybody has then: somebody who played counts, and no more tokens than were given out."""
        seat, before = INDEX[self.seat], state.round.cash
        if seat not in state.round.seats:
            raise Refusal("M29", "Nobody played this round in seat {seat}.", seat=self.seat)
        counted = (*before[:seat], Cash(self.coin, self.tokens), *before[seat + 1 :])
        tokens = sum(cash.tokens for cash in counted if cash)
        most = state.setup.tokens * len(state.round.seats)
        if tokens > most:
            raise Refusal("M29", "The table has {n} tokens, not {found}.", n=most, found=tokens)
        return counted

    def apply_derived(self, state: State, entry: Entry, derived: tuple[Cash | None, ...]) -> State:
        """M29: coin and tokens of a player are counted."""
        return state.with_round(replace(state.round, cash=derived, signed=frozenset()))


def _owing(state: State) -> list[int]:
    return [seat for seat in state.round.seats if state.purse(seat) < 0]


def _not_counted(state: State) -> list[int]:
    return [seat for seat in state.round.seats if state.round.cash[seat] is None]


def _owes(state: State) -> Message:
    seat = _owing(state)[0]
    owes = kc(-state.purse(seat))
    return msg("{name} still owes {owes} Kč; top the stake up first.", name=state.names[seat], owes=owes)


class Sign(ResultSign, SlipAct, frozen=True, kw_only=True):
    """The slip is signed: ``"A"`` by the leading player, ``"B"`` by the others; with both it is locked (M6, M28)."""

    unless = (
        Obstacle("M6", _owes, lambda state: bool(_owing(state))),
        Obstacle(
            "M28",
            lambda state: msg("Count the money of {name} first.", name=state.names[_not_counted(state)[0]]),
            lambda state: bool(_not_counted(state)),
        ),
    )

    def check(self, state: State) -> None:
        """M28: each side signs once."""
        if self.side in state.round.signed:
            raise Refusal("M28", TWICE)

    def apply_at(self, state: State, entry: Entry) -> State:
        """M28: with both signatures the slip is locked."""
        assert slip_of(state.setup, state.round).complete
        after = state.with_round(replace(state.round, signed=state.round.signed | {self.side}))
        if len(after.round.signed) < 2:
            return after
        over = after.round.number >= after.setup.rounds
        phase = Phase.SIGNED if over else Phase.READY
        return replace(after, phase=phase, since=entry.at, break_s=after.setup.break_s, referee=False)
