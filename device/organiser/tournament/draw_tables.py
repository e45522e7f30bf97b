"""The tables of a round by each method, from the standings and the draws before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.draw import berger, by_placing, by_rank, few_repeats, slide, table_sizes
from device.organiser.tournament.draw.swiss import (
    SwissEntrant,
    king_of_the_hill,
    locked_places,
    swiss,
    with_acceleration,
    with_starts,
)
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal, msg

METHODS = {
    "swiss": msg("Swiss system"),
    "king": msg("King of the hill"),
    "robin": msg("Round robin"),
    "fours": msg("Fours with few repeats"),
    "slide": msg("Slide"),
    "placing": msg("By place at the table"),
    "rank": msg("By rank"),
    "hand": msg("By hand"),
}
FOR_TWO = ("swiss", "king", "robin", "hand")
FOR_MORE = ("fours", "slide", "placing", "rank", "hand")
PRIZES = 3
"""Places that matter where nobody said what the prizes are."""
Drawn = tuple[list[tuple[str, ...]], list[str]]
"""Tables of entrants' ids, and byes."""


def draw_tables(state: EventState, entrants: Sequence[Entrant], round: int, kind: str, method: str, luck: int) -> Drawn:
    """The tables of ``round`` for ``entrants``, best first. Raises `Refusal` where the method makes none of them."""
    tournament, ids = state.tournament, [entrant.id for entrant in entrants]
    if method in ("swiss", "king"):
        return _matched(state, entrants, round, kind, method)
    if method == "robin":
        return _round_robin(state, ids, round)
    seats = state.game(kind).seats
    sizes = table_sizes(len(ids), seats.least, seats.most)
    left = len(ids) - sum(sizes)
    byes = _left_over(swiss_entrants(state, entrants, round, kind), left) if left else []
    ids = [who for who in ids if who not in byes]
    match method:
        case "slide":
            return list(slide(_before(state, ids, round))), byes
        case "placing":
            before = _before(state, ids, round)
            results = Scoring(state).tables(round - 1)
            if missing := [result.drawn.table for result in results if result.scores is None]:
                raise Refusal("", "The result of table {n} is missing; places there are not known yet.", n=missing[0])
            pairs = (zip(result.drawn.entrants, result.scores or (), strict=True) for result in results)
            scores = {who: score.points for table in pairs for who, score in table}
            return list(by_placing(before, scores, {entrant: n for n, entrant in enumerate(ids)})), byes
        case "rank":
            return list(by_rank(ids, sizes)), byes
    clubs = {entrant.id: entrant.club for entrant in entrants}
    met, apart = tournament.opponents_before(round), tournament.partners("apart")
    return list(few_repeats(ids, met, luck, clubs, apart, sizes)), byes


def _round_robin(state: EventState, ids: Sequence[str], round: int) -> Drawn:
    """The games of a round by the Berger tables. Raises `Refusal` where nobody who is here meets in it."""
    # Who has withdrawn or rests keeps the place, so that the others meet as they would have.
    of_all = [entrant for entrant in state.tournament.entrants.values() if entrant.status != "registered"]
    roster = [entrant.id for entrant in sorted(of_all, key=lambda entrant: entrant.number)]
    rounds = berger(len(roster))

    def games(number: int) -> list[tuple[str, str]]:
        pairs = [(roster[a], roster[b]) for a, b in rounds[(number - 1) % len(rounds)]]
        return [pair for pair in pairs if set(pair) <= set(ids)]

    if not (tables := games(round)):
        met = state.tournament.opponents_before(round)
        later = range(round + 1, round + len(rounds))
        left = (n for n in later if any(b not in met.get(a, ()) for a, b in games(n)))
        if (following := next(left, None)) is None:
            raise Refusal("", "Nobody meets in round {n}: all who are here have met.", n=round)
        raise Refusal(
            "", "Nobody who is here meets in round {n}. Leave it out and draw round {next}.", n=round, next=following
        )
    seated = {who for table in tables for who in table}
    return list(tables), [entrant for entrant in ids if entrant not in seated]


def _left_over(ranked: Sequence[SwissEntrant[str]], count: int) -> list[str]:
    """So many who have a bye because they make no table: nobody twice where that can be, then the lowest score, then
    who missed the fewest rounds, as in the Swiss system; of equals the last."""
    order = sorted(enumerate(ranked), key=lambda pair: (pair[1].byes, pair[1].points, pair[1].unplayed, -pair[0]))
    return [entrant.key for _, entrant in order[:count]]


def _before(state: EventState, ids: Sequence[str], round: int) -> list[tuple[str, ...]]:
    """The tables of the round before, where just those people sat."""
    before = state.tournament.draw_of(round - 1)
    if before is None or {entrant for table in before.tables for entrant in table.entrants} != set(ids):
        raise Refusal("", "For a slide the same people have to sit as in the round before.")
    return [table.entrants for table in before.tables]


def swiss_entrants(state: EventState, entrants: Sequence[Entrant], round: int, kind: str) -> list[SwissEntrant[str]]:
    """``entrants``, best first, as the Swiss system and king of the hill see them before ``round``."""
    tournament = state.tournament
    met, rules = tournament.opponents_before(round), tournament.draw_rules(kind)
    won, unplayed = _without_play(state, entrants, round)
    apart, wished = tournament.partners("apart"), tournament.partners("wished")
    points = {line.entrant.id: line.won for line in Scoring(state).lines(kind, before=round)}
    nobody = set[str]()
    ranked = [
        SwissEntrant(
            entrant.id,
            points[entrant.id],
            frozenset(met.get(entrant.id, nobody)),
            won[entrant.id],
            entrant.club,
            frozenset(apart.get(entrant.id, nobody)),
            frozenset(wished.get(entrant.id, nobody) - met.get(entrant.id, nobody)),
            unplayed=unplayed[entrant.id],
        )
        for entrant in entrants
    ]
    if rules.locked and 1 < round <= rules.rounds:
        prizes = len(tournament.money.prizes) if tournament.money is not None else 0
        ranked = locked_places(ranked, rules.rounds - round + 1, prizes or PRIZES)
    return ranked


def _without_play(state: EventState, entrants: Sequence[Entrant], round: int) -> tuple[Counter[str], Counter[str]]:
    """In how many rounds before ``round`` each had a bye by the draw or won without playing, and how many it did not
    play: who came later played none of those before."""
    won, unplayed = Counter[str](), Counter[str]()
    scoring = Scoring(state)
    for draw in (published_draw for published_draw in state.tournament.rounds() if published_draw.round < round):
        unplayed.update(entrant.id for entrant in entrants)
        won.update(id for id, worth in scoring.byes(draw).items() if worth == 1 or id not in draw.requested)
        for table in scoring.tables(draw.round):
            seated, absent = table.drawn.entrants, () if table.entered is None else table.entered.absent
            if absent and len(seated) == 2:
                won.update(id for id, score in zip(seated, table.scores or (), strict=True) if score.won == 1)
            else:
                unplayed.subtract(seated)
    return won, unplayed


def _matched(state: EventState, entrants: Sequence[Entrant], round: int, kind: str, method: str) -> Drawn:
    tournament, rules = state.tournament, state.tournament.draw_rules(kind)
    ranked = swiss_entrants(state, entrants, round, kind)
    if method == "swiss" and rules.accelerated and round <= rules.rounds:
        seeds = [entrant.id for entrant in tournament.by_number().values() if entrant.status != "registered"]
        ranked = with_acceleration(ranked, seeds, round, rules.rounds)
    try:
        games, bye = swiss(ranked) if method == "swiss" else king_of_the_hill(ranked)
    except ValueError:
        raise Refusal("", "The pairs that must never meet make a draw impossible; let one of them meet.") from None
    return list(with_starts(games, Scoring(state).starts_before(round))), [] if bye is None else [bye]
