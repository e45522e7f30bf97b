"""What a tournament came to, reckoned from journals by hand: plain events in, figures out.

Nothing of the product is used here, neither its rules nor its scoring, so that the two can be held against each
other. Events are the dicts of a record (docs/record.md), money is haléře. It knows what `random_games` makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Event = Mapping[str, Any]

TILE = {
    letter: value
    for value, letters in {
        1: "ADEIKLNOPRSTV",
        2: "ÁCHÍJMUYZ",
        3: "BÉĚ",
        4: "ČŘŠŮÝŽ",
        5: "FGÚ",
        6: "Ň",
        7: "ÓŤ",
        8: "Ď",
        10: "X",
    }.items()
    for letter in letters
}
"""Values of the Czech tiles."""
STAKE, TOKEN, CAP, FINE = 5000, 20, 2000, 100
RATE = {"hra": 20, "sedma": 40, "sto": 80, "betl": 100, "durch": 200}
"""M5, M8, M13, M14."""


BESIDE_THE_CASH = frozenset(
    {"dealt", "end_round", "round_time", "break_time", "set_time", "note", "warn", "referee_call", "referee_done"}
) | {"annul", "dealer", "correct", "end_table"}
"""Events of a mariáš table that change nothing of what is counted in the end; the deals alone are another sum then."""


class Unknown(Exception):
    """An event that is not reckoned here."""


# -- Polish doubles ----------------------------------------------------------------------------------------------------


def doubles(events: Iterable[Event]) -> tuple[int, int] | None:
    """What both pairs have at the end of a game (S12, S16, S27, S29); None where it is not signed by both."""
    mover: int | None = None
    turns: list[tuple[int, list[int]]] = []
    racks: dict[int, int] = {}
    objected, closed = 0, None
    signed: set[int] = set()
    for event in events:
        kind, pair = event["event"], {"A": 0, "B": 1}.get(event.get("pair", ""))
        if kind == "starters":
            mover = pair
        elif kind == "press":
            assert mover is not None
            if turns:
                assert pair == mover, "nobody presses out of turn here"
                mover = 1 - mover
            turns.append((mover, []))
        elif kind == "move":
            turns[-1][1].append(event["points"])
        elif kind in ("pass", "exchange"):
            turns[-1][1].append(0)
        elif kind == "correct":
            turns[event["turn"] - 1][1][event["move"] - 1] = event["points"]
        elif kind == "objection":
            objected = event["move"]
        elif kind == "verdict":
            if not event["valid"]:  # the turn that was pressed is the one before the open one
                turns[-2][1][objected - 1] = 0
        elif kind == "close":
            closed = pair
        elif kind == "racks":
            assert pair is not None
            racks[pair] = sum(TILE[letter] for letter in event["tiles"])
        elif kind == "sign":
            assert pair is not None
            signed.add(pair)
        elif kind == "reopen":
            signed.clear()
        elif kind != "end":
            raise Unknown(kind)
    if signed != {0, 1}:
        return None
    total = [sum(sum(moves) for who, moves in turns if who == pair) for pair in (0, 1)]
    for pair, left in racks.items():
        total[pair] -= left
        if closed == 1 - pair:
            total[closed] += left
    return total[0], total[1]


# -- a score sheet -----------------------------------------------------------------------------------------------------


def not_taken_back(events: Mapping[int, Event]) -> list[Event]:
    """The events of a journal, by the numbers of their entries, that nobody has undone."""
    gone = set[int]()
    for event in events.values():
        if event["event"] == "undo":
            gone.add(event["of"])
        elif event["event"] == "redo":
            gone.discard(event["of"])
    return [event for n, event in events.items() if n not in gone and event["event"] not in ("undo", "redo")]


def sheet(setup: Mapping[str, Any], events: Iterable[Event]) -> dict[str, tuple[Fraction, Fraction]]:
    """What every column has won and is worth to an event at the end (R1 to R6): where the least win, below zero."""
    terms, players = setup["terms"], list(setup["players"])
    columns = len(players) // terms.get("team", 1)
    rows: list[list[int | None]] = [[None] * columns for _ in terms.get("boxes", ())]
    turn = 0
    for event in events:
        kind = event["event"]
        if kind == "round":
            rows.append(list(event["figures"]))
        elif kind == "correct":
            rows[event["round"] - 1] = list(event["figures"])
        elif kind in ("score", "fill"):
            if kind == "score" and (not rows or None not in rows[-1]):
                rows.append([None] * columns)
            row = rows[event["box"] - 1] if kind == "fill" else rows[-1]
            row[turn % columns] = event["figure"]
            turn = _next_turn(turn, len(players), rows if terms.get("boxes") else rows[-1:])
        elif kind == "on_turn":
            turn = int(event["seat"]) - 1
        elif kind == "substitute":
            players[int(event["seat"]) - 1] = event["name"]
        elif kind not in ("dealer", "press", "note", "end", "sign", "reopen"):
            raise Unknown(kind)
    sums = [_sum(terms, [row[column] for row in rows]) for column in range(columns)]
    best = min(sums) if terms.get("wins") == "least" else max(sums)
    return {
        " + ".join(players[column::columns]): (
            Fraction(total == best, sums.count(best)),
            Fraction(-total if terms.get("wins") == "least" else total),
        )
        for column, total in enumerate(sums)
    }


def _next_turn(turn: int, seats: int, rows: Sequence[Sequence[int | None]]) -> int:
    """Who writes next: the first after ``turn`` in whose column one of ``rows`` is empty, else whose seat follows."""
    order = [(turn + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in order if any(row[seat % len(row)] is None for row in rows)), order[0])


def _sum(terms: Mapping[str, Any], figures: Sequence[int | None]) -> int:
    """What stands below a column."""
    start, until = terms.get("start", 0), terms.get("until")
    down = until is not None and until < start
    total = start
    for figure in figures:
        after = total - (figure or 0) if down else total + (figure or 0)
        if not terms.get("exact") or (after >= until if down else after <= until):
            total = after  # what overshoots counts nothing
    for bonus in terms.get("bonus", ()):
        if sum(figure or 0 for figure in figures[: bonus["boxes"]]) >= bonus["reached"]:
            total += bonus["points"]
    return int(total)


# -- mariáš ------------------------------------------------------------------------------------------------------------


def transfer(deal: Event) -> int:
    """What one loser pays one winner, in haléře: to the choosers where above zero; to others by who made a renonc."""
    commitments = deal.get("commitments", [{"kind": "hra"}])
    trumps = commitments[0]["kind"] not in ("betl", "durch")
    if deal.get("renonc"):
        amount = sum(RATE[commitment["kind"]] * 2 ** commitment.get("level", 0) for commitment in commitments)
        return int(min(CAP, amount * (2 if deal.get("red") and trumps else 1) + FINE))
    played = any(
        commitment["kind"] in ("sto", "betl", "durch") or commitment.get("level", 0) >= 2 for commitment in commitments
    )
    amount = 0
    for commitment in commitments:
        level, units = commitment.get("level", 0), 1
        if commitment["kind"] == "sto":
            count = commitment["count"]
            tens = count["tens"] + 2 * count.get("marriages", 0) + 4 * count.get("trump_marriage", False)
            units = tens - 9 if commitment["won"] else tens
        fulfilled = commitment["won"] if played else level == 0
        amount += (1 if fulfilled else -1) * RATE[commitment["kind"]] * units * 2**level
    if deal.get("red"):
        amount *= 2
    return int(max(-CAP, min(CAP, amount)))


def brings(deal: Event, playing: Sequence[str]) -> dict[str, int]:
    """What a deal brings every seat that plays it."""
    pays = transfer(deal)
    if renonc := deal.get("renonc"):
        return {seat: -pays * (len(playing) - 1) if seat == renonc["seat"] else pays for seat in playing}
    if (partner := deal.get("partner")) is None:
        return {seat: pays * (len(playing) - 1) if seat == deal["chooser"] else -pays for seat in playing}
    return {seat: pays if seat in (deal["chooser"], partner) else -pays for seat in playing}


@dataclass
class MariasRound:
    """A round at a table: who sat there by seat, what the deals brought, what was topped up and counted."""

    number: int
    players: tuple[str, ...]
    won: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    cash: dict[str, int] = field(default_factory=dict)
    signed: set[str] = field(default_factory=set)

    @property
    def results(self) -> dict[str, Fraction]:
        """M28-M30: by the cash, what does not come to zero shared by all."""
        seats = "ABCDE"[: len(self.players)]
        took = {seat: self.cash[seat] - STAKE - self.added.get(seat, 0) for seat in seats}
        share = Fraction(sum(took.values()), len(seats))
        return {self.players[n]: took[seat] - share for n, seat in enumerate(seats)}

    @property
    def recorded(self) -> dict[str, int]:
        """What the deals alone brought."""
        return {name: self.won.get("ABCDE"[n], 0) for n, name in enumerate(self.players)}


def marias(setup: Event, events: Iterable[Event]) -> list[MariasRound]:
    """The rounds that a table signed."""
    players, number = tuple(setup["players"]), setup.get("round") or 1
    rounds: list[MariasRound] = []
    dealer = 0
    for event in events:
        kind = event["event"]
        if kind == "seats":
            players, number, dealer = tuple(event["players"]), event.get("round") or number, 0
        elif kind == "start_round":
            rounds.append(MariasRound(number, players))
            number += 1
        elif kind in BESIDE_THE_CASH:
            continue
        elif kind == "deal":
            seats = "ABCDE"[: len(players)]
            playing = [seat for n, seat in enumerate(seats) if len(seats) < 5 or n != dealer]
            for seat, amount in brings(event, playing).items():
                rounds[-1].won[seat] = rounds[-1].won.get(seat, 0) + amount
            dealer = (dealer + 1) % len(seats)
        elif kind == "top_up":
            rounds[-1].added[event["seat"]] = rounds[-1].added.get(event["seat"], 0) + event["amount"]
        elif kind == "closing":
            rounds[-1].cash[event["seat"]] = event["coin"] + TOKEN * event["tokens"]
        elif kind == "sign":
            rounds[-1].signed.add(event["side"])
        else:
            raise Unknown(kind)
    return [marias_round for marias_round in rounds if marias_round.signed == {"A", "B"}]


# -- standings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A game of two: round, names, points."""

    round: int
    names: tuple[str, str]
    points: tuple[int, int]


@dataclass
class Place:
    """A line of the standings: place, name, and the figures that decided it, the first the most."""

    place: int
    name: str
    figures: tuple[Fraction, ...]


def by_wins(games: Sequence[Played], byes: Sequence[str], nobody_yet: Sequence[str] = ()) -> list[Place]:
    """Wins, difference, wins among equals who have all met, Buchholz. A bye is a win; who has nothing stands last."""
    names = {name for game in games for name in game.names} | set(byes)
    won = dict.fromkeys(names, Fraction(0))
    margin = dict.fromkeys(names, 0)
    for name in byes:
        won[name] += 1
    for game in games:
        for own in (0, 1):
            difference = game.points[own] - game.points[1 - own]
            won[game.names[own]] += Fraction(1, 2) if difference == 0 else int(difference > 0)
            margin[game.names[own]] += difference
    direct = dict.fromkeys(names, Fraction(0))
    for name in names:
        equal = {other for other in names if (won[other], margin[other]) == (won[name], margin[name])}
        among = [game for game in games if equal.issuperset(game.names)]
        met = {frozenset(game.names) for game in among}
        if len(equal) > 1 and len(met) == len(equal) * (len(equal) - 1) // 2:
            for game in among:
                if name in game.names:
                    own = game.names.index(name)
                    difference = game.points[own] - game.points[1 - own]
                    direct[name] += Fraction(1, 2) if difference == 0 else int(difference > 0)
    buchholz = dict.fromkeys(names, Fraction(0))
    for game in games:
        for own in (0, 1):
            buchholz[game.names[own]] += won[game.names[1 - own]]
    places = _placed({name: (won[name], Fraction(margin[name]), direct[name], buchholz[name]) for name in names})
    return _with(places, nobody_yet, 4)


def by_sum(results: Sequence[tuple[int, str, Fraction]], nobody_yet: Sequence[str] = ()) -> list[Place]:
    """M31: the sum of the rounds, then the better last round, then shared. ``results``: round, name, haléře."""
    last = max(number for number, _, _ in results)
    total: dict[str, Fraction] = {}
    lately: dict[str, Fraction] = {}
    for number, name, amount in results:
        total[name] = total.get(name, Fraction(0)) + amount
        if number == last:
            lately[name] = amount
    places = _placed({name: (total[name], lately.get(name, Fraction(0))) for name in total})
    return _with(places, nobody_yet, 2)


def _placed(figures: Mapping[str, tuple[Fraction, ...]]) -> list[Place]:
    ordered = sorted(figures.items(), key=lambda item: item[1], reverse=True)
    return [Place(1 + sum(other > own for _, other in ordered), name, own) for name, own in ordered]


def _with(places: list[Place], nobody_yet: Sequence[str], figures: int) -> list[Place]:
    """Those who have no result share the place after the last."""
    left = [name for name in nobody_yet if name not in {place.name for place in places}]
    return places + [Place(len(places) + 1, name, (Fraction(0),) * figures) for name in left]


# -- prizes ------------------------------------------------------------------------------------------------------------


def in_steps(amounts: Sequence[Fraction], step: int = 1) -> list[int]:
    """Amounts in whole steps that together are what all amounts are, or less than a step less.

    What is left goes in steps to those who lost something, the first first.
    """
    down = [int(amount // step) for amount in amounts]
    left = int(sum(amounts) // step) - sum(down)
    for n, amount in enumerate(amounts):
        if left > 0 and amount % step:
            down[n], left = down[n] + 1, left - 1
    return [n * step for n in down]


def prizes(places: Sequence[int], amounts: Sequence[int], step: int = 1) -> list[int]:
    """What each line gets where those on one place share the prizes of the places that they take up.

    ``places`` best first. What does not divide by ``step`` goes in steps to those who stand first.
    """
    shares = []
    for number, place in enumerate(places):
        many = places.count(place)
        total = sum(amounts[place - 1 : place - 1 + many])
        steps, whole = total // step, total // step // many
        shares.append(step * (whole + (number - (place - 1) < steps - whole * many)))
    return shares
