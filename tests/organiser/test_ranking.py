"""Standings against a computation of their own: places counted by who is better, figures summed from plain scores."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.common.games.registry import SPECS
from device.common.specs.card import Score, fraction_text
from device.organiser.acts.decisions import ResultEntered
from device.organiser.acts.ruling_acts import Adjusted, CarriedLine, RankingSet, SeasonRules
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.ranking import FIGURES, RoundOutcome, left_out, rank_entrants, team_lines
from device.organiser.tournament.results import entered_scores
from device.organiser.tournament.season import season
from rules.games import KEYS


def entrant(n, **more):
    return Entrant(f"{n:016x}", n + 1, f"E{n}", (f"E{n}",), status=more.pop("status", "present"), **more)


def rules(by, best=0, worst=0, team_best=0):
    return RankingSet(id="0" * 16, kind="", by_figures=by, drop_best=best, drop_worst=worst, team_best=team_best)


def outcome(round, mine, others, opponents, two):
    if two:
        won = Fraction(1, 2) if mine == others[0] else Fraction(mine > others[0])
        score = Score("", won, Fraction(mine - others[0]), Fraction(mine))
    else:
        score = Score("", Fraction(0), Fraction(mine), Fraction(mine))
    return RoundOutcome(round, 1, score, tuple(f"{opponent:016x}" for opponent in opponents), "table")


@st.composite
def tournaments(draw):
    """So many entrants, rounds of pairs with two scores; who is left over has no round. Few scores: many ties."""
    size, rounds = draw(st.integers(2, 7)), draw(st.integers(0, 5))
    played = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(size)))
        for a, b in zip(order[::2], order[1::2], strict=False):
            played.append((number, a, b, draw(st.integers(0, 3)), draw(st.integers(0, 3))))
    by = draw(st.lists(st.sampled_from(list(FIGURES)), unique=True, min_size=1, max_size=5))
    return size, played, tuple(by)


def expected(size, played, by, dropped_worst, dropped_best):
    """Places by counting: nothing is shared with the program but the rules as they stand on the page."""
    rows = {player: [] for player in range(size)}
    for number, a, b, x, y in played:
        rows[a].append((number, x, y, b))
        rows[b].append((number, y, x, a))

    def points_of(row):
        return (row[1] > row[2]) + (row[1] == row[2]) * 0.5

    everything = {player: sum(map(points_of, many)) for player, many in rows.items()}
    last = max((row[0] for many in rows.values() for row in many), default=0)
    counted = {}
    for player, many in rows.items():
        order = sorted(many, key=lambda row: (points_of(row), row[1] - row[2], row[0]))
        order = order[min(dropped_worst, max(0, len(order) - 1)) :]
        order.sort(key=lambda row: (-points_of(row), -(row[1] - row[2]), row[0]))
        counted[player] = order[min(dropped_best, max(0, len(order) - 1)) :]
    figures = {}
    for player, many in rows.items():
        faced = sorted(everything[row[3]] for row in many)
        figures[player] = {
            "wins": sum(map(points_of, counted[player])),
            "margin": sum(row[1] - row[2] for row in counted[player]),
            "points": sum(row[1] for row in counted[player]),
            "buchholz": sum(faced),
            "median": sum(faced) - max(faced) - min(faced) if len(faced) > 2 else sum(faced),
            "lately": sum(row[1] for row in many if row[0] == last),
            "direct": 0,
        }

    def before(player, words):
        return [bool(rows[player])] + [figures[player][word] for word in words]

    if "direct" in by:
        words = by[: by.index("direct")]
        for player in range(size):
            equal = [other for other in range(size) if before(other, words) == before(player, words)]
            met = all(any(row[3] == b for row in rows[a]) for a in equal for b in equal if a != b)
            if len(equal) > 1 and met:
                figures[player]["direct"] = sum(points_of(row) for row in rows[player] if row[3] in equal)
    return {
        player + 1: 1 + sum(before(other, by) > before(player, by) for other in range(size)) for player in range(size)
    }


@settings(max_examples=150, deadline=None)
@given(tournaments(), st.integers(0, 2), st.integers(0, 2))
def test_places_are_those_that_counting_gives(tournament, worst, best):
    size, played, by = tournament
    outcomes = {}
    for number, a, b, x, y in played:
        outcomes.setdefault(f"{a:016x}", []).append(outcome(number, x, (y,), (b,), True))
        outcomes.setdefault(f"{b:016x}", []).append(outcome(number, y, (x,), (a,), True))
    lines = rank_entrants(map(entrant, range(size)), outcomes, rules(by, best, worst))
    assert {line.entrant.number: line.place for line in lines} == expected(size, played, by, worst, best)


def test_a_round_that_does_not_count_is_out_of_the_sums_and_of_nothing_else():
    outcomes = {
        f"{0:016x}": [outcome(n, money, (), (1, 2), False) for n, money in enumerate((500, -900, 100, -900), start=1)],
    }
    (line, *_) = rank_entrants([entrant(0)], outcomes, rules(("points",), 0, 1))
    assert (line.points, line.left_out, len(line.outcomes)) == (-300, {2}, 4)
    (line, *_) = rank_entrants([entrant(0)], outcomes, rules(("points",), 1, 1))
    assert (line.points, line.left_out) == (-800, {1, 2})
    assert left_out(outcomes[f"{0:016x}"][:1], rules((), 3, 3)) == frozenset()


def test_who_was_expelled_stands_below_all_others_and_the_opponents_keep_what_they_won():
    outcomes = {
        f"{0:016x}": [outcome(1, 300, (200,), (1,), True)],
        f"{1:016x}": [outcome(1, 200, (300,), (0,), True)],
    }
    lines = rank_entrants([entrant(0, status="expelled"), entrant(1)], outcomes, rules(("wins",)))
    assert [(line.place, line.entrant.number, line.won) for line in lines] == [(1, 2, 0), (2, 1, 1)]


def test_points_from_the_desk_count_once_and_stand_beside_the_rounds():
    outcomes = {f"{n:016x}": [outcome(1, 300, (300,), (1 - n,), True)] for n in range(2)}
    given = Adjusted(id="0" * 16, entrant=f"{0:016x}", round=1, half_wins=-1, points=25, reason="late")
    lines = rank_entrants([entrant(0), entrant(1)], outcomes, rules(("wins", "margin")), {given.entrant: [given]})
    assert [(line.entrant.number, line.won, line.margin, line.points) for line in lines] == [
        (2, Fraction(1, 2), 0, 300),
        (1, 0, 25, 325),
    ]
    assert lines[0].buchholz == 0


def test_a_team_counts_its_best_members_and_equal_teams_share_a_place():
    outcomes = {f"{n:016x}": [outcome(1, money, (), (), False)] for n, money in enumerate((500, 100, -700, 600, 0))}
    teams = ("A", "A", "A", "B", "B")
    entrants = [entrant(n, team=team) for n, team in enumerate(teams)]
    lines = rank_entrants(entrants, outcomes, rules(("points",)))
    (first, second) = team_lines(lines, rules(("points",), team_best=2))
    assert [(line.name, line.place, line.points, len(line.counted)) for line in (first, second)] == [
        ("A", 1, 600, 2),
        ("B", 1, 600, 2),
    ]
    (first, second) = team_lines(lines, rules(("points",)))
    assert [(line.name, line.points) for line in (first, second)] == [("B", 600), ("A", -100)]


@pytest.mark.parametrize(
    ("kind", "scores", "more", "won"),
    [
        ("polish_doubles", (300, 200), {}, (1, 0)),
        ("polish_doubles", (300, 300), {}, (Fraction(1, 2), Fraction(1, 2))),
        ("polish_doubles", (0, 50), {"absent": (0,)}, (0, 1)),
        ("polish_doubles", (90, 50), {"absent": (0,)}, (0, 1)),
        ("polish_doubles", (300, 200), {"double_loss": True}, (0, 0)),
        ("chess_clock", (1, 1), {"winner": 1}, (0, 1)),
        ("kourici_kocka", (0, 3, 5, 1), {}, (1, 1, 0, 1)),
        ("kourici_kocka", (5, 3, 5, 1), {}, (1, 1, 1, 1)),
        ("kourici_kocka", (0, 3, 5, 1), {"absent": (0,)}, (0, 1, 0, 1)),
        ("polyssimo", (2, 1, 1), {}, (0, Fraction(1, 2), Fraction(1, 2))),
        ("polyssimo", (2, 1, 1), {"winner": 2}, (0, 0, 1)),
        ("polyssimo", (0, 1, 2), {"absent": (0,)}, (0, 1, 0)),
        ("marias", (100, -60, -40), {"absent": (2,)}, (0, 0, 0)),
    ],
)
def test_a_slip_counts_by_the_rules_of_its_game(kind, scores, more, won):
    entered = ResultEntered(id="0" * 16, round=1, table=1, scores=scores, **more)
    entered = entered_scores(entered, [str(n) for n in range(len(scores))], SPECS[kind])
    assert tuple(score.won for score in entered) == won
    less = kind in ("kourici_kocka", "polyssimo")
    assert [score.points for score in entered] == [-score if less else score for score in scores]


def test_figures_are_written_as_people_write_them():
    assert [fraction_text(Fraction(n, 2)) for n in (-3, -1, 0, 1, 2)] == ["−1½", "−½", "0", "½", "1"]
    assert fraction_text(Fraction(1, 3)) == "0,33"


@pytest.mark.parametrize("kind", [key for key in KEYS if key != "marias"])
def test_the_board_has_halves_and_penalties_as_the_standings_have_them(kind):
    card = SPECS[kind].card.load()
    wins = [card.figures(Fraction(n, 2), Fraction(0), Fraction(0))[0] for n in (-3, -1, 0, 1, 2)]
    assert wins == ["−1½", "−½", "0", "½", "1"]


# -- a season ----------------------------------------------------------------------------------------------------------


def brought(name, won, people=(), club=""):
    return CarriedLine(people=people, name=name, club=club, won=str(won), margin=str(10 * won), points="0", rounds=3)


def test_a_season_knows_people_by_their_ids_else_by_name_and_club():
    events = [
        ("Spring", [brought("Jan Novák", 3, ("a",)), brought("Eva", 2, club="Písek"), brought("Eva", 1, club="Brno")]),
        ("Autumn", [brought("Jan Nowák", 1, ("a",)), brought("EVA", 2, club="Brno"), brought("Ota + Ivo", 2)]),
        ("Winter", [brought("Ivo + Ota", 2), brought("Eva", 5)]),
    ]
    lines = season(events, SeasonRules(id="0" * 16, kind="polish_doubles"), SPECS["polish_doubles"])
    assert [(line.place, line.name, line.club, line.sum_of("won")) for line in lines] == [
        (1, "Eva", "", 5),  # two are called so: nobody knows which of them it was
        (2, "Ivo + Ota", "", 4),
        (2, "Jan Nowák", "", 4),
        (4, "EVA", "Brno", 3),
        (5, "Eva", "Písek", 2),
    ]


def test_of_a_season_the_best_events_count():
    events = [(f"Event {n}", [brought("Jan", won)]) for n, won in enumerate((1, 3, 2, 3))]
    (line,) = season(events, SeasonRules(id="0" * 16, kind="polish_doubles", best=2), SPECS["polish_doubles"])
    assert line.counted == {"Event 1", "Event 3"}
    assert (line.sum_of("won"), line.sum_of("margin")) == (6, 60)
