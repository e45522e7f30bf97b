"""Games of two: pairs that stay apart or wish to meet, certain places, acceleration, king of the hill, who starts."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.organiser.tournament.draw import by_placing
from device.organiser.tournament.draw.swiss import (
    SwissEntrant,
    king_of_the_hill,
    locked_places,
    swiss,
    virtual_points,
    with_acceleration,
    with_starts,
)

RANKS = st.lists(st.integers(0, 8), min_size=2, max_size=15).map(
    lambda points: [SwissEntrant(n, Fraction(point, 2)) for n, point in enumerate(sorted(points, reverse=True))]
)


def ranked(*points, **more):
    return [SwissEntrant(n, Fraction(point), **more) for n, point in enumerate(points)]


@given(RANKS)
def test_king_of_the_hill_is_first_with_second_third_with_fourth(entrants):
    games, bye = king_of_the_hill([replace(entrant, met=frozenset(range(20))) for entrant in entrants])
    count = len(entrants)
    assert games == tuple((n, n + 1) for n in range(0, count - count % 2, 2)), "whether or not they have met"
    assert bye == (count - 1 if count % 2 else None)


def all_draws(keys):
    """Every way in which an even number of people can meet."""
    if not keys:
        yield frozenset()
        return
    for other in keys[1:]:
        rest = [key for key in keys[1:] if key != other]
        for more in all_draws(rest):
            yield more | {frozenset((keys[0], other))}


@settings(deadline=None, max_examples=80)
@given(st.sampled_from((4, 6, 8)), st.data())
def test_who_stays_apart_never_meets_and_a_draw_is_refused_only_where_none_exists(count, data):
    pairs = list(combinations(range(count), 2))
    never = set(data.draw(st.lists(st.sampled_from(pairs), max_size=14)))
    apart = {n: frozenset(b if a == n else a for a, b in never if n in (a, b)) for n in range(count)}
    entrants = [SwissEntrant(n, Fraction(count - n, 2), apart=apart[n]) for n in range(count)]
    possible = any(not any(tuple(sorted(game)) in never for game in draw) for draw in all_draws(list(range(count))))
    for draw in (swiss, king_of_the_hill):
        if possible:
            games, _ = draw(entrants)
            assert not {tuple(sorted(game)) for game in games} & never
        else:
            with pytest.raises(ValueError, match="apart"):
                draw(entrants)


def test_who_wished_to_meet_does_across_all_points_but_not_again():
    entrants = ranked(8, 7, 6, 5, 4, 3, 2, 0)
    wished = [replace(entrant, wished=frozenset({7})) if entrant.key == 0 else entrant for entrant in entrants]
    assert (0, 7) in swiss(wished)[0]
    again = [
        replace(entrant, met=frozenset({7 - entrant.key})) if entrant.key in (0, 7) else entrant for entrant in wished
    ]
    assert (0, 7) not in swiss(again)[0]


# -- the bye -----------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(st.sampled_from((3, 5, 7)), st.data())
def test_the_bye_goes_to_the_lowest_score_then_to_who_missed_the_fewest_rounds(count, data):
    """FIDE Handbook C.04.3 of 2026, against all draws that there are: C1 and C2, then C5, then C7, then C9."""
    points = sorted(data.draw(st.lists(st.integers(0, 6), min_size=count, max_size=count)), reverse=True)
    pairs = list(combinations(range(count), 2))
    met = data.draw(st.lists(st.sampled_from(pairs), max_size=2 * count))
    byes, unplayed = (data.draw(st.lists(st.integers(0, n), min_size=count, max_size=count)) for n in (1, 4))
    entrants = [
        SwissEntrant(
            n,
            Fraction(points[n], 2),
            frozenset(a + b - n for a, b in met if n in (a, b)),
            byes[n],
            unplayed=unplayed[n],
        )
        for n in range(count)
    ]

    def price(draw):
        """What speaks against a draw, the worst first; who meets ``count`` has the bye."""
        games = [tuple(sorted(game)) for game in draw]
        (bye,) = (a for a, b in games if b == count)
        again = sum(byes[a] if b == count else b in entrants[a].met for a, b in games)
        distance = sum((points[a] - points[b]) ** 2 for a, b in games if b != count)
        return again, points[bye], distance, unplayed[bye]

    games, bye = swiss(entrants)
    assert price([*games, (bye, count)]) == min(map(price, all_draws([*range(count + 1)])))


@pytest.mark.parametrize(("who", "apart", "had", "bye"), [(59, range(1, 59), (), 60), (60, range(1, 60), {5}, 5)])
def test_who_should_rest_does_where_two_far_apart_in_rank_can_meet_for_it(who, apart, had, bye):
    """One of the last may meet the first alone, and the other one; or all but one have had a bye."""
    entrants = [SwissEntrant(n, Fraction(60 - n), byes=int(bool(had) and n not in had)) for n in range(61)]
    entrants[who] = replace(entrants[who], apart=frozenset(apart))
    games, rests = swiss(entrants)
    assert rests == bye
    assert (0, who) in games


# -- places that are certain -------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.integers(0, 12), min_size=3, max_size=9), st.integers(1, 3), st.integers(1, 4))
def test_a_place_is_certain_only_where_no_results_of_the_rounds_left_could_change_it(points, left, prizes):
    entrants = locked_places(ranked(*sorted(points, reverse=True)), left, prizes)
    for place, entrant in enumerate(entrants):
        above, below = entrants[:place], entrants[place + 1 :]
        could_rise = any(entrant.points + left >= other.points for other in above)
        could_fall = any(other.points + left >= entrant.points for other in below)
        assert entrant.locked == (place < prizes and not could_rise and not could_fall)
        assert entrant.out == (entrant.points + left < entrants[min(prizes, len(entrants)) - 1].points)


def test_the_certain_winner_meets_the_best_of_those_for_whom_nothing_hangs_on_it():
    entrants = locked_places(ranked(9, 6, 6, 5, 4, 4, 3, 1), 1, 3)
    assert [entrant.key for entrant in entrants if entrant.locked] == [0]
    assert [entrant.key for entrant in entrants if entrant.out] == [4, 5, 6, 7], "5 + 1 reaches the third prize"
    games, _ = swiss(entrants)
    assert games[0] == (0, 4)
    assert (1, 2) in games
    assert king_of_the_hill(entrants)[0] == ((0, 4), (1, 2), (3, 5), (6, 7))


def test_two_whose_places_are_certain_meet_and_disturb_nobody():
    entrants = locked_places(ranked(9, 7, 4, 4, 4, 3), 1, 3)
    assert [entrant.key for entrant in entrants if entrant.locked] == [0, 1]
    assert (0, 1) in swiss(entrants)[0]


# -- acceleration ------------------------------------------------------------------------------------------------------


def test_virtual_points_are_those_of_the_handbook():
    """FIDE Handbook C.04.7: nine rounds, five accelerated, three with a point and two with a half."""
    assert [str(virtual_points(n, 9)) for n in range(1, 10)] == ["1", "1", "1", "1/2", "1/2", "0", "0", "0", "0"]
    assert [str(virtual_points(n, 8)) for n in range(1, 6)] == ["1", "1", "1/2", "1/2", "0"]
    assert [str(virtual_points(n, 5)) for n in range(1, 5)] == ["1", "1", "1/2", "0"]


def test_the_first_group_of_161_is_82():
    """The example of the handbook."""
    more = with_acceleration([SwissEntrant(n) for n in range(161)], range(161), 1, 9)
    assert sum(entrant.points == 1 for entrant in more) == 82


def test_in_an_accelerated_first_round_the_upper_quarter_meets_the_second():
    entrants = with_acceleration([SwissEntrant(n) for n in range(16)], range(16), 1, 5)
    games, _ = swiss(entrants)
    assert all((a < 8) == (b < 8) for a, b in games)
    assert (0, 4) in games
    after = [
        replace(entrant, points=Fraction(1)) if entrant.key in (0, 1, 2, 3, 8, 9, 10, 11) else entrant
        for entrant in entrants
    ]
    points = [replace(entrant, points=Fraction(entrant.key % 8 < 4)) for entrant in after]
    second = with_acceleration(sorted(points, key=lambda point: -point.points), range(16), 2, 5)
    top = {entrant.key for entrant in second if entrant.points == 2}
    assert top == {0, 1, 2, 3}, "who won in the first group meets its like"
    assert all({a, b} <= top or not {a, b} & top for a, b in swiss(second)[0])


# -- who starts --------------------------------------------------------------------------------------------------------


def test_who_has_started_less_often_starts_then_who_did_not_last():
    assert with_starts([("a", "b")], {"a": [True], "b": [False]}) == [("b", "a")]
    assert with_starts([("a", "b")], {"a": [True, False], "b": [False, True]}) == [("a", "b")]
    assert with_starts([("a", "b")], {"a": [False, True], "b": [True, False]}) == [("b", "a")]
    assert with_starts([("a", "b"), ("c", "d")], {}) == [("a", "b"), ("d", "c")]


@settings(deadline=None, max_examples=25)
@given(st.integers(6, 24), st.randoms(use_true_random=False))
def test_over_a_swiss_of_nine_rounds_starts_stay_balanced(count, luck):
    points, met, started = dict.fromkeys(range(count), 0), {n: set() for n in range(count)}, {}
    byes = dict.fromkeys(range(count), 0)
    for _ in range(min(9, count - 2)):
        order = sorted(range(count), key=lambda key: -points[key])
        games, bye = swiss([SwissEntrant(n, Fraction(points[n]), frozenset(met[n]), byes[n]) for n in order])
        for a, b in with_starts(games, started):
            before = [2 * sum(started.get(key, ())) - len(started.get(key, ())) for key in (a, b)]
            assert before[0] <= before[1]
            started.setdefault(a, []).append(True)
            started.setdefault(b, []).append(False)
            met[a].add(b)
            met[b].add(a)
            points[luck.choice((a, b))] += 1
        if bye is not None:
            byes[bye] += 1
            points[bye] += 1
    assert all(abs(2 * sum(starts) - len(starts)) <= 3 for starts in started.values())


# -- by the place at the table -----------------------------------------------------------------------------------------


def test_the_first_stays_the_second_goes_one_table_on_the_third_two():
    tables = [("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k", "l"), ("m", "n", "o", "p")]
    scores = {name: Fraction(-(n % 4)) for n, name in enumerate("abcdefghijklmnop")}
    moved = by_placing(tables, scores, {})
    assert moved == (("a", "n", "k", "h"), ("e", "b", "o", "l"), ("i", "f", "c", "p"), ("m", "j", "g", "d"))
    turned = {key: -score for key, score in scores.items()}
    assert by_placing(tables, turned, {})[0] == ("d", "o", "j", "e"), "who lost most before is first now"


def test_the_fifth_of_a_table_of_five_leaves_the_first_who_stays():
    tables = [tuple(f"{n}{place}" for place in "abcde"[: 5 if n == 5 else 4]) for n in range(1, 6)]
    scores = {key: Fraction(-ord(key[1])) for table in tables for key in table}
    moved = by_placing(tables, scores, {})
    assert [table[0] for table in moved] == ["1a", "2a", "3a", "4a", "5a"]
    assert moved[3] == ("4a", "3b", "2c", "1d", "5e")
    assert moved[4] == ("5a", "4b", "3c", "2d")


def test_who_is_equal_at_a_table_is_placed_by_the_standings():
    tables = [("a", "b", "c"), ("d", "e", "f")]
    scores = dict.fromkeys("abcdef", Fraction(0))
    rank = {name: n for n, name in enumerate("cbafed")}
    assert by_placing(tables, scores, rank) == (("c", "e", "a"), ("f", "b", "d"))
