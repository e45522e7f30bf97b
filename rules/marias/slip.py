"""The table slip (stolový lístek): results by record and by cash, a mismatch shared, standings (M28-M31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.marias.state import MariasSetup, Phase, Round, State


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A player on a slip, in haléře: what was topped up, won by the record, won by the cash, and the result (M29, M30).

    ``cash`` and ``result`` are None until the closing is entered for everybody.
    """

    seat: int
    topped_up: int
    recorded: Fraction
    coin: int | None
    tokens: int | None
    cash: int | None
    result: Fraction | None


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


def slip_of(setup: MariasSetup, round_: Round) -> Slip:
    """The slip of a round as far as it is filled in."""
    cash: dict[int, int | None] = {}
    for seat in round_.seats:
        cash_there = round_.cash[seat] if round_.cash else None
        paid_in = setup.stake + round_.topped_up(seat)
        cash[seat] = None if cash_there is None else cash_there.coin + cash_there.tokens * setup.token - paid_in
    counted = [value for value in cash.values() if value is not None]
    mismatch = sum(counted) if len(counted) == len(cash) else None
    shares = None if mismatch is None else mismatch_shares(setup, mismatch, len(cash))
    lines = []
    for place, seat in enumerate(round_.seats):
        cash_there = round_.cash[seat] if round_.cash else None
        value = cash[seat]
        result = None if shares is None or value is None else value - shares[place]
        coin, tokens = (None, None) if cash_there is None else (cash_there.coin, cash_there.tokens)
        lines.append(SlipLine(seat, round_.topped_up(seat), round_.winnings(seat), coin, tokens, value, result))
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

    ``person`` is the player's number in `State.people`, whatever the seat.
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
        return tuple(state.round.winnings(seat) for seat in range(state.seats))
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
