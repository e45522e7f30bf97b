"""Draws as pure functions: whom they let meet, how often, and who sits where."""

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.organiser.tournament.draw import berger, by_rank, few_repeats, slide, table_sizes
from device.organiser.tournament.draw.remedies import BEST_AT, SeatExchange, exchanges, warnings_of
from device.organiser.tournament.draw.swiss import SwissEntrant, swiss


def repeats(tables, met):
    """How many twos sit together who have met before."""
    return sum(b in met.get(a, ()) for table in tables for a, b in combinations(table, 2))


def meet(met, tables):
    """Enter into ``met`` that ``tables`` were played."""
    for a, b in (pair for table in tables for pair in permutations(table, 2)):
        met.setdefault(a, set()).add(b)


@given(st.integers(2, 41))
def test_in_a_round_robin_everybody_meets_everybody_once(players):
    rounds = berger(players)
    assert len(rounds) == players - 1 + players % 2
    games = [frozenset(game) for round_games in rounds for game in round_games]
    assert sorted(map(sorted, games)) == sorted(map(list, combinations(range(players), 2)))
    for round_games in rounds:
        seated = [player for game in round_games for player in game]
        assert len(set(seated)) == len(seated) == players - players % 2


def test_six_players_meet_as_the_berger_table_says():
    as_printed = "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1"
    expected = [{tuple(map(int, game.split("-"))) for game in pairs.split()} for pairs in as_printed.split("|")]
    assert [{(a + 1, b + 1) for a, b in pairs} for pairs in berger(6)] == expected


@given(st.integers(2, 2000), st.sampled_from([(3, 5), (2, 4), (4, 4)]))
def test_m31_no_table_is_smaller_or_larger_than_its_game_takes(players, seats):
    least, most = seats
    if players < least:
        with pytest.raises(ValueError, match="make no table"):
            table_sizes(players, least, most)
        return
    sizes = table_sizes(players, least, most)
    assert set(sizes) <= set(range(least, most + 1))
    assert seats != (3, 5) or sum(size != 4 for size in sizes) <= 2
    assert players - sum(sizes) == (players % 4 if least == 4 else 0), "who is left over has a bye"


def test_m31_tables_for_118_and_121_players_and_none_for_two():
    assert sorted(table_sizes(118)) == [3, 3] + [4] * 28
    assert sorted(table_sizes(121)) == [4] * 29 + [5]
    with pytest.raises(ValueError, match="2 players"):
        table_sizes(2)


@pytest.mark.parametrize(("players", "rounds"), [(120, 5), (320, 6), (118, 5), (121, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_in_fours_nobody_meets_again_where_that_can_be(players, rounds, seed):
    met = {}
    for number in range(rounds):
        tables = few_repeats(range(players), met, seed + number)
        assert repeats(tables, met) == 0
        meet(met, tables)


@settings(deadline=None, max_examples=50)
@given(st.integers(3, 60), st.integers(0, 9))
def test_every_round_of_fours_seats_everybody_once(players, seed):
    met = {}
    for number in range(4):
        tables = few_repeats(range(players), met, seed + number)
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert tuple(map(len, tables)) == table_sizes(players)
        meet(met, tables)


def test_fours_keep_people_of_one_club_apart_where_that_costs_no_repeat():
    club = {player: f"club {player % 4}" for player in range(32)}
    tables = few_repeats(range(32), {}, 3, club)
    assert sum(club[a] == club[b] for table in tables for a, b in combinations(table, 2)) == 0


@given(st.integers(3, 200), st.integers(1, 6))
def test_the_slide_seats_everybody_once_and_the_first_seat_stays(players, rounds):
    before = by_rank(range(players))
    after = before
    for _ in range(rounds):
        after = slide(after)
    assert sorted(player for table in after for player in table) == list(range(players))
    assert sorted(map(len, after)) == sorted(map(len, before))
    assert [table[0] for table in after] == [table[0] for table in before]


def test_in_the_slide_the_second_moves_by_one_table_the_third_by_two_the_fourth_by_three():
    before = by_rank(range(20))
    after = slide(before)
    assert after[0] == (before[0][0], before[4][1], before[3][2], before[2][3])
    met, tables = {}, by_rank(range(120))
    for _ in range(5):
        assert repeats(tables, met) == 0
        meet(met, tables)
        tables = slide(tables)


@pytest.mark.parametrize("players", [20, 21, 22, 23, 25, 118, 121])
def test_nobody_of_a_table_meets_again_at_once_after_a_slide(players):
    """One table of five among fours, too: its fifth does not stay there with the first."""
    before, met = by_rank(range(players)), {}
    meet(met, before)
    assert repeats(slide(before), met) == 0


def test_by_rank_the_best_four_sit_together_and_threes_come_last():
    assert by_rank("abcdefgh") == (tuple("abcd"), tuple("efgh"))
    assert tuple(map(len, by_rank(range(10)))) == (4, 3, 3)


def played(players, rounds, seed, club=None):
    """A Swiss tournament: games and bye of each round."""
    luck = random.Random(seed)
    points = {player: Fraction(0) for player in range(players)}
    met, byes = {player: set() for player in points}, dict.fromkeys(points, 0)
    for _ in range(rounds):
        order = sorted(points, key=lambda player: (-points[player], player))
        ranked = [
            SwissEntrant(player, points[player], frozenset(met[player]), byes[player], (club or {}).get(player, ""))
            for player in order
        ]
        games, bye = swiss(ranked)
        yield games, bye, dict(points)
        for a, b in games:
            met[a].add(b)
            met[b].add(a)
            points[luck.choice((a, b))] += 1
        if bye is not None:
            byes[bye] += 1
            points[bye] += 1


@settings(deadline=None, max_examples=40)
@given(st.integers(8, 61), st.integers(0, 99))
def test_in_five_swiss_rounds_nobody_meets_again_or_rests_twice(players, seed):
    games, byes = [], []
    for round_games, bye, _ in played(players, 5, seed):
        seated = [player for game in round_games for player in game] + ([] if bye is None else [bye])
        assert sorted(seated) == list(range(players))
        games += map(frozenset, round_games)
        byes += [] if bye is None else [bye]
    assert len(set(games)) == len(games)
    assert len(set(byes)) == len(byes) == (5 if players % 2 else 0)


def test_swiss_entrants_meet_others_of_their_points():
    for games, _, points in played(64, 5, 1):
        assert max(abs(points[a] - points[b]) for a, b in games) <= 1


def test_in_the_first_swiss_round_the_upper_half_meets_the_lower():
    games, bye = swiss([SwissEntrant(player) for player in range(200)])
    assert bye is None
    assert games == tuple((player, player + 100) for player in range(100))


def test_a_swiss_draw_keeps_a_club_apart_but_not_for_half_a_point():
    same = [SwissEntrant("a", club="Písek"), SwissEntrant("b"), SwissEntrant("c", club="Písek"), SwissEntrant("d")]
    assert frozenset("ac") not in map(frozenset, swiss(same)[0])
    apart = [SwissEntrant(key, Fraction(n), club="x") for key, n in (("a", 1), ("b", 1), ("c", 0), ("d", 0))]
    assert {frozenset(game) for game in swiss(apart)[0]} == {frozenset("ab"), frozenset("cd")}


def test_those_without_a_club_are_of_no_club_together():
    first = [SwissEntrant("a"), SwissEntrant("b", club="Písek"), SwissEntrant("c"), SwissEntrant("d", club="Tábor")]
    assert set(swiss(first)[0]) == {("a", "c"), ("b", "d")}, "the upper half meets the lower"


def test_half_a_point_twice_is_nearer_than_a_whole_one_once():
    first = SwissEntrant("a", Fraction(1), frozenset("c"), club="x")
    second, third = SwissEntrant("b", Fraction(1, 2), club="x"), SwissEntrant("c", Fraction(1, 2), frozenset("a"))
    games, _ = swiss([first, second, third, SwissEntrant("d")])
    assert set(games) == {("a", "b"), ("c", "d")}, "though two are of one club"


@pytest.mark.parametrize("count", [3, 5, 9])
def test_of_equals_the_last_has_the_bye(count):
    assert swiss([SwissEntrant(n) for n in range(count)])[1] == count - 1


def test_a_repeat_that_cannot_be_helped_is_drawn_all_the_same():
    two = [SwissEntrant("a", met=frozenset("b")), SwissEntrant("b", met=frozenset("a"))]
    assert swiss(two) == ((("a", "b"),), None)
    assert swiss([]) == ((), None)
    assert swiss([SwissEntrant("a", byes=1)]) == ((), "a")


def test_every_warning_about_a_draw_is_given_what_blocks_it_first():
    warnings = warnings_of(
        [(1, "ab"), (2, "cd"), (2, "ea"), (9, "fg")],
        met={"a": {"b"}, "b": {"a"}},
        club={"c": "Písek", "d": "Písek", "f": "", "g": ""},
        codes={1, 2},
        byes="f",
    )
    assert [(warning.kind, warning.table, "".join(warning.who), warning.blocks) for warning in warnings] == [
        ("double", 1, "a", True),
        ("double", 9, "f", True),
        ("twice", 2, "", True),
        ("twice", 2, "", True),
        ("table", 9, "", False),
        ("repeat", 1, "ab", False),
        ("club", 2, "cd", False),
    ]
    assert warnings_of([(1, "ab")], {}, {}) == []


# -- remedies ----------------------------------------------------------------------------------------------------------


def test_each_exchange_says_what_of_all_of_them_it_is_best_at():
    tables = [("a", "b"), ("c", "d"), ("e", "f")]
    met = {"a": {"b", "c"}, "b": {"a"}, "c": {"a"}}
    clubs = {"b": "Písek", "d": "Písek"}
    rank = {name: n for n, name in enumerate("abcdef")}
    offered = exchanges(tables, 0, ("a", "b"), met, clubs, rank)

    def left(mine, other):
        to = {mine: other, other: mine}
        swapped = [tuple(to.get(who, who) for who in table) for table in tables]
        touched = [new for old, new in zip(tables, swapped, strict=True) if old != new]
        repeats = sum(y in met.get(x, ()) for x, y in touched)
        of_club = sum(bool(clubs.get(x)) and clubs.get(x) == clubs.get(y) for x, y in touched)
        return repeats, of_club, abs(rank[mine] - rank[other])

    every = [left(mine, other) for mine in "ab" for other in "cdef"]
    better = [outcome for outcome in every if outcome[:2] < (1, 0)]
    assert all((exchange.repeats, exchange.clubs, exchange.far) in better for exchange in offered)
    best = {word: exchange for exchange in offered for word in exchange.best_at}
    assert (best["repeats"].repeats, best["repeats"].clubs, best["repeats"].far) == min(better)
    assert best["rank"].far == min(far for _, _, far in better)
    assert best["clubs"].clubs == min(clubs for _, clubs, _ in better)


def test_where_no_exchange_makes_it_better_none_is_advised():
    everybody = {key: set("abcd") - {key} for key in "abcd"}
    assert exchanges([("a", "b"), ("c", "d")], 0, ("a", "b"), everybody, {}, {}) == []
    assert exchanges([("a", "b")], 0, ("a", "b"), everybody, {}, {}) == []


def test_who_stays_apart_is_parted_even_at_the_cost_of_a_repeat():
    met = {key: set("abcd") - {key} for key in "abcd"}
    tables, apart = [("a", "b"), ("c", "d")], {"a": {"b"}, "b": {"a"}}
    assert warnings_of(list(enumerate(tables, 1)), {}, {}, apart=apart)[0].kind == "apart"
    offered = exchanges(tables, 0, ("a", "b"), met, {}, {}, apart)
    assert offered
    assert all({exchange.first, exchange.second} != {"a", "b"} for exchange in offered)


def test_an_exchange_is_rated_by_what_it_mends():
    tables, rank = [("a", "b"), ("c", "d"), ("e", "f")], {name: n for n, name in enumerate("abcdef")}
    met = {"a": {"b"}, "b": {"a"}, "e": {"f"}, "f": {"e"}}
    best = {word: exchange for exchange in exchanges(tables, 0, ("a", "b"), met, {}, rank) for word in exchange.best_at}
    assert (best["repeats"].second, best["repeats"].change, best["repeats"].before) == ("e", (-2, 0, 0), (2, 0))
    assert (best["rank"].second, best["rank"].change) == ("c", (-1, 0, 0))
    near = SeatExchange("a", "c", repeats=2, clubs=0, far=1, before=(3, 0))
    clean = SeatExchange("a", "e", repeats=0, clubs=0, far=30, before=(1, 0))
    assert min(clean, near, key=BEST_AT["repeats"]) is near, "what was at the other table before is not its fault"


def test_two_of_one_club_who_wish_to_meet_are_no_warning_and_an_exchange_says_that_it_parts_them():
    clubs, wish = dict.fromkeys("ab", "Písek"), {"a": {"b"}, "b": {"a"}}
    assert warnings_of([(1, "ab"), (2, "cd")], {}, clubs, wished=wish) == []
    met = {"a": {"b"}, "b": {"a"}}
    offered = exchanges([("a", "b"), ("c", "d")], 0, ("a", "b"), met, clubs, {}, wished=wish)
    assert {(exchange.before, exchange.unwished) for exchange in offered} == {((1, 0), 1)}
    both = exchanges([("a", "c"), ("b", "d")], 0, ("a", "c"), {"a": {"c"}, "c": {"a"}}, {}, {}, wished=wish)
    assert {exchange.unwished for exchange in both} == {-1}, "what brings them together comes first"
    assert exchanges([("a", "b"), ("c", "d")], 0, ("a", "b"), {}, clubs, {}, wished=wish) == []
