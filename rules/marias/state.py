"""A mariáš tournament's table: what it begins with, as it stands, its slips (stolové lístky) and standings (M28-M31).

Money is whole haléře (1 Kč = 100 h), times on record are seconds.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta

from rules.clock.side import SideClock
from rules.game import SECOND, Entry, Name, RoundNumber, Setup, TableName, Text
from rules.marias.deal import INDEX, Seat, Settlement, WrittenDeal
from rules.options.marias import MariasOptions
from rules.people import Person, PersonIds
from rules.vector import EMPTY, Vector

PairingId = Annotated[str, Meta(pattern=r"^([0-9a-f]{8,32})?\Z")]


class MariasSetup(MariasOptions, Setup, tag="marias", frozen=True, kw_only=True, omit_defaults=True):
    """Three to five players in the order of their seats, the tournament's terms, and the rule options this game froze.

    ``title`` is the event and ``table`` this table's name in it; empty where not given. ``round`` is the number that
    the tournament gives the first round here, 0 where not given: then it is the first one of the tournament, too.
    ``pairing`` is the id of the organiser's draw of that round, if there is one.
    """

    players: Annotated[tuple[Name, ...], Meta(max_length=5)]
    title: Text = ""
    table: TableName = ""
    leader: Seat = "A"
    people: PersonIds = ()
    round: RoundNumber = 0
    pairing: PairingId = ""


class Phase(enum.Enum):
    """READY: before a round. PLAY: its clock is on. SLIP: play is over, the slip is written. SIGNED: all rounds are, or
    the table agreed that no more are played."""

    READY = "ready"
    PLAY = "play"
    SLIP = "slip"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class Played:
    """A deal of a round: its number, who dealt, who played, what was entered (None: annulled) and what it brought.

    ``versions`` are the deals that a correction replaced, oldest first.
    """

    number: int
    at: int
    dealer: int
    active: tuple[int, ...]
    deal: WrittenDeal | None
    settlement: Settlement | None
    results: tuple[Fraction, ...]
    reason: str = ""
    referee: bool = False
    versions: Vector[WrittenDeal] = EMPTY


@dataclass(frozen=True, slots=True)
class Cash:
    """What a player had at the end of a round: coin in haléře, tokens by number."""

    coin: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its number in the tournament, its length (ns), when it started, its clock, its deals, money, signatures.

    ``seats`` are those that play it, ``people`` who sits in each seat of the table (numbers of `State.known`),
    ``leader`` the seat of who writes the slip. ``entry`` is the number of the entry that started it, ``doubt`` what a
    power cut left uncertain (ns), ``hand`` the entry that took the deal in hand, ``late`` that the deal in hand at the
    end is written. ``winnings`` and ``topped_up`` are sums by seats, in haléře.
    """

    number: int
    length: int
    started: int
    clock: SideClock
    seats: tuple[int, ...]
    people: tuple[int, ...]
    leader: int
    entry: int
    doubt: int = 0
    hand: int | None = None
    late: bool = False
    deals: Vector[Played] = EMPTY
    winnings: tuple[Fraction, ...] = ()
    top_ups: Vector[tuple[int, int]] = EMPTY
    topped_up: tuple[int, ...] = ()
    cash: tuple[Cash | None, ...] = ()
    signed: frozenset[str] = frozenset()
    ended: int | None = None

    def remaining(self, at: int) -> int:
        """Game time that is left at ``at`` (ns), less than zero past the end."""
        return self.length - self.clock.time_used(at)

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self.clock.since is not None

    def with_deal(self, played_deal: Played) -> Round:
        """The round with that deal, in place of the one with its number if there is one."""
        if played_deal.number > len(self.deals):
            deals, before = self.deals.append(played_deal), (Fraction(0),) * len(self.winnings)
        else:
            deals, before = (
                self.deals.put(played_deal.number - 1, played_deal),
                self.deals[played_deal.number - 1].results,
            )
        winnings = tuple(a - b + c for a, b, c in zip(self.winnings, before, played_deal.results, strict=True))
        return replace(self, deals=deals, winnings=winnings)

    def with_top_up(self, seat: int, amount: int) -> Round:
        """The round with ``amount`` (haléře) more in the stake of ``seat``."""
        topped_up = (*self.topped_up[:seat], self.topped_up[seat] + amount, *self.topped_up[seat + 1 :])
        return replace(self, top_ups=self.top_ups.append((seat, amount)), topped_up=topped_up)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something for people to read: game time, round (0: before the first, or between two), the act, and the name of
    whom it is about (``""``: nobody)."""

    at: int
    round: int
    event: Any
    name: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The whole tournament at this table; seats are 0 to 4.

    ``known`` are all who ever sat here, ``sitting`` the numbers of those who sit in the seats, ``leader`` the seat of
    who writes the slip (M6); ``warned`` and ``expelled`` are numbers, too. The tally counts by these numbers.

    ``rounds`` are all rounds that have begun, the current one last. ``since`` is when the phase READY began, for the
    break. ``fresh`` counts what happened since the last slip was locked, ``last`` is the number of the last entry that
    is not a mere fact of the device. ``drawn`` is the number of the coming round where the organiser
    gave one (else 0), ``pairing`` the id of the draw that this table took last.
    """

    setup: MariasSetup
    known: tuple[Person, ...]
    sitting: tuple[int, ...]
    leader: int = 0
    phase: Phase = Phase.READY
    rounds: Vector[Round] = EMPTY
    round_s: int = 3000
    break_s: int = 0
    since: int = 0
    fresh: int = 0
    last: int = 0
    dealer: int = 0
    referee: bool = False
    warned: frozenset[int] = frozenset()
    expelled: frozenset[int] = frozenset()
    remarks: Vector[Remark] = EMPTY
    drawn: int = 0
    pairing: str = ""

    @property
    def in_round(self) -> bool:
        """Whether a round is played, or its slip is written."""
        return self.phase in (Phase.PLAY, Phase.SLIP)

    @property
    def coming(self) -> int:
        """The tournament's number of the coming round: as it was drawn, else the one after the last here."""
        if self.drawn:
            return self.drawn
        return self.rounds[-1].number + 1 if self.rounds else self.setup.round or 1

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits in the seats."""
        return tuple(self.known[person] for person in self.sitting)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat, as they sit now."""
        return self.names_in(self.sitting)

    def names_in(self, people: tuple[int, ...]) -> tuple[str, ...]:
        """The names of ``people``."""
        return tuple(self.known[person].name for person in people)

    @property
    def seats(self) -> int:
        """How many sit at the table, expelled ones too."""
        return len(self.sitting)

    def is_warned(self, seat: int) -> bool:
        """Whether who sits in ``seat`` has been warned (M4)."""
        return self.sitting[seat] in self.warned

    def is_expelled(self, seat: int) -> bool:
        """Whether who sat in ``seat`` is expelled (M4)."""
        return self.sitting[seat] in self.expelled

    @property
    def round(self) -> Round:
        """The round that is played, or was last. IndexError before the first."""
        return self.rounds[-1]

    @property
    def locked_rounds(self) -> tuple[Round, ...]:
        """Those whose slips both sides of the table have signed (M28)."""
        return tuple(round_ for round_ in self.rounds if len(round_.signed) == 2)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that play on (M4)."""
        return tuple(seat for seat in range(self.seats) if not self.is_expelled(seat))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that play the next deal: with five the dealer sits out."""
        here = self.present
        return tuple(seat for seat in here if seat != self.dealer) if len(here) == 5 else here

    def after(self, seat: int) -> int:
        """The next present seat, clockwise."""
        return next(
            number % self.seats
            for number in range(seat + 1, seat + self.seats + 1)
            if number % self.seats in self.present
        )

    def purse(self, seat: int) -> Fraction:
        """A player's money in this round, in haléře: stake, top-ups, and what the deals brought (M5-M7)."""
        return self.setup.stake + self.round.topped_up[seat] + self.round.winnings[seat]

    @property
    def broke(self) -> tuple[int, ...]:
        """The seats whose stake is lost, so that they must top up before the next deal (M6)."""
        present = self.present
        return tuple(seat for seat in self.round.seats if seat in present and self.purse(seat) <= 0)

    def break_left(self, at: int) -> int:
        """What is left of the break before the coming round (ns), at least 0; 0 before the first round."""
        return max(0, self.break_s * SECOND - (at - self.since)) if self.rounds else 0

    def with_round(self, current: Round) -> State:
        """The state with that in the place of the current round."""
        return replace(self, rounds=self.rounds.put(-1, current))

    def with_remark(self, entry: Entry) -> State:
        """The state with the entry's event among the remarks."""
        seat = getattr(entry.event, "seat", None)
        name = "" if seat is None or INDEX[seat] >= self.seats else self.names[INDEX[seat]]
        number = 0 if self.phase is Phase.READY else self.round.number
        return replace(self, remarks=self.remarks.append(Remark(entry.at, number, entry.event, name)))


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A player on a slip, in haléře: what was topped up, won by the record, won by the cash, and the result (M29, M30).

    ``result`` is None until the closing is entered for everybody. The line of all together has no ``seat`` (-1).
    """

    seat: int
    topped_up: int
    recorded: Fraction
    coin: int | None = None
    tokens: int | None = None
    cash: int | None = None
    result: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A round's slip. ``mismatch`` is what the cash of all is more than it should be, None until it is counted."""

    number: int
    lines: tuple[SlipLine, ...]
    mismatch: int | None

    @property
    def complete(self) -> bool:
        """Whether everybody's money is counted."""
        return self.mismatch is not None

    @property
    def together(self) -> SlipLine:
        """What the lines come to; what is not counted for everybody has no sum."""
        lines = self.lines
        topped_up, recorded = sum(line.topped_up for line in lines), sum((line.recorded for line in lines), Fraction(0))
        coin, tokens = _sum([line.coin for line in lines]), _sum([line.tokens for line in lines])
        return SlipLine(-1, topped_up, recorded, coin, tokens, self.mismatch, Fraction(0) if self.complete else None)


def _sum(parts: Sequence[int | None]) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def slip_of(setup: MariasSetup, round_: Round) -> Slip:
    """The slip of a round as far as it is filled in."""
    lines = []
    for seat in round_.seats:
        line, cash = SlipLine(seat, round_.topped_up[seat], round_.winnings[seat]), round_.cash[seat]
        if cash is not None:
            gain = cash.coin + cash.tokens * setup.token - setup.stake - line.topped_up
            line = replace(line, coin=cash.coin, tokens=cash.tokens, cash=gain)
        lines.append(line)
    if (mismatch := _sum([line.cash for line in lines])) is not None:
        shares = mismatch_shares(setup, mismatch, len(lines))
        lines = [replace(line, result=(line.cash or 0) - share) for line, share in zip(lines, shares, strict=True)]
    return Slip(round_.number, tuple(lines), mismatch)


def mismatch_shares(setup: MariasSetup, mismatch: int, players: int) -> tuple[Fraction, ...]:
    """M30: what each player's result is lowered by: equal parts, exact, or as near as whole tokens allow."""
    if setup.mismatch_share == "exact":
        return (Fraction(mismatch, players),) * players
    sign = -1 if mismatch < 0 else 1
    tokens, rest = divmod(abs(mismatch), setup.token)
    even, more = divmod(tokens, players)
    parts = [(even + (place < more)) * setup.token for place in range(players)]
    parts[0] += rest
    return tuple(Fraction(sign * part) for part in parts)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: result of each locked round (None: did not play it), sum, place (shared where equal).

    ``person`` is the player's number in `State.known`, whatever the seat.
    """

    place: int
    person: int
    results: tuple[Fraction | None, ...]
    total: Fraction


def standings(state: State) -> tuple[Standing, ...]:
    """M31: by the sum of the rounds, then by the better last round, then shared. Locked rounds count.

    A player's results go along to other seats; who has left keeps a place.
    """
    columns: list[Mapping[int, Fraction | None]] = [
        {locked_round.people[line.seat]: line.result for line in slip_of(state.setup, locked_round).lines}
        for locked_round in state.locked_rounds
    ]
    known = {*state.sitting, *(round_.people[seat] for round_ in state.rounds for seat in round_.seats)}
    return rank([(person, tuple(column.get(person) for column in columns)) for person in sorted(known)])


def sums_by_seat(state: State) -> tuple[Fraction, ...]:
    """What everybody at the table has won: in the round that is played, between rounds and after them in all (M31)."""
    if state.in_round:
        return state.round.winnings
    totals = {standing.person: standing.total for standing in standings(state)}
    return tuple(totals[person] for person in state.sitting)


def rank(rows: Sequence[tuple[int, tuple[Fraction | None, ...]]]) -> tuple[Standing, ...]:
    """Rows of a player and results of the rounds, best first, with places."""

    def key(row: tuple[int, tuple[Fraction | None, ...]]) -> tuple[Fraction, Fraction]:
        _, results = row
        last = results[-1] if results else None
        return sum((result for result in results if result is not None), Fraction(0)), last or Fraction(0)

    ordered = sorted(rows, key=key, reverse=True)
    ranked: list[Standing] = []
    for number, row in enumerate(ordered, start=1):
        same = ranked and key(ordered[number - 2]) == key(row)
        ranked.append(Standing(ranked[-1].place if same else number, row[0], row[1], key(row)[0]))
    return tuple(ranked)


def is_locked(state: State) -> bool:
    """Whether the last slip is locked and nothing has happened since, so that there is nothing to take back (M28)."""
    return bool(state.rounds) and state.phase in (Phase.READY, Phase.SIGNED) and state.fresh == 0
