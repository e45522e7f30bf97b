"""The desk rules how rounds are drawn: pairs apart or wished, planned rounds, places by the table, who starts."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from device.common.games.registry import SPECS
from device.organiser.desk.draw_view import values as draw_values
from device.organiser.tournament.draw_tables import swiss_entrants
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from rules.record import read
from tests.organiser.events import DOUBLES, MARIAS, drawn, numbers, played, take_back, with_pairs, with_players
from tests.organiser.pages import rows_of
from tests.organiser.said import enrol, result

pytestmark = pytest.mark.usefixtures("in_english")


def met(desk, draw):
    return {frozenset(table) for table in numbers(desk, draw)}


def test_who_is_kept_apart_does_not_meet_until_that_is_taken_back(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.rule_pair(1, 3, "apart")
    draw.rule_pair(4, 2, "apart")
    assert met(desk, drawn(desk)) == {frozenset({1, 2}), frozenset({3, 4})} or met(
        desk, desk.state.tournament.draw_of(1)
    ) == {frozenset({1, 4}), frozenset({2, 3})}
    take_back(desk)
    draw.rule_pair(3, 1, "none")
    draw.rule_pair(2, 4, "none")
    draw.draft(1, DOUBLES, "swiss", seed=1)
    draft = desk.state.tournament.draft(1)
    assert met(desk, draft) == {frozenset({1, 3}), frozenset({2, 4})}, "upper half against the lower"


def test_a_draw_that_the_pairs_apart_leave_no_room_for_is_refused(desk):
    with_pairs(desk, 4)
    for other in (2, 3, 4):
        Drawing(desk).rule_pair(1, other, "apart")
    with pytest.raises(Refusal, match="let one of them meet"):
        Drawing(desk).draft(1, DOUBLES, "swiss")
    with pytest.raises(Refusal, match="two different numbers"):
        Drawing(desk).rule_pair(1, 1, "apart")


def test_a_draft_by_hand_that_seats_who_is_apart_is_warned_of_and_mended(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.rule_pair(1, 2, "apart")
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
    warnings = draw.warnings(1)
    assert [warning.kind for warning in warnings] == ["apart"]
    remedies = draw.remedies(1, warnings)[warnings[0]]
    assert set(remedies[0].best_at) <= {"repeats", "clubs", "rank"}
    draw.publish(1)


def test_a_wish_is_no_warning_and_what_is_offered_says_where_one_is_undone(desk, enter):
    with_pairs(desk, 4, club="Písek")
    draw = Drawing(desk)
    draw.rule_pair(1, 2, "wished")
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
    assert [warning.table for warning in draw.warnings(1) if warning.kind == "club"] == [2]
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 100), (300, 100))
    draw.by_hand(2, DOUBLES, "1: 1 2\n2: 3 4")
    page = enter(desk)
    shown = page.get("/draw?round=2&lang=en")
    assert "two who wish to meet do not" in shown
    assert "repeats 2 → 0" in shown


def test_what_is_offered_first_is_a_game_that_those_who_came_can_play(desk):
    assert draw_values(desk, {}, 1)["kind"] == DOUBLES
    with_players(desk, 3)
    assert draw_values(desk, {}, 1)["kind"] == MARIAS
    with_pairs(desk, 4)
    assert draw_values(desk, {}, 1)["kind"] == DOUBLES


def test_what_is_missing_is_said_where_a_draft_is_looked_at(desk, enter):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200))
    Drawing(desk).by_hand(2, DOUBLES, "1: 1 3\n2: 2 4")
    page = enter(desk)
    check = page.get("/draw?round=2&lang=en").partition('id="check"')[2].partition("</section>")[0]
    assert "Results of earlier rounds are missing: 1." in check


def test_king_of_the_hill_follows_the_standings(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 4\n2: 2 3", (100, 300), (500, 100))
    draw = drawn(desk, 2, method="king")
    standing = {frozenset((2, 4)), frozenset((1, 3))}
    assert met(desk, draw) == standing


def test_before_the_last_round_a_certain_winner_meets_somebody_with_nothing_to_lose(desk):
    with_pairs(desk, 6)
    draw = Drawing(desk)
    with pytest.raises(Refusal, match="how many rounds"):
        draw.rule(DOUBLES, 0, False, True)
    draw.rule(DOUBLES, 4, False, True)
    played(desk, 1, "1: 1 2\n2: 3 4\n3: 5 6", (400, 300), (400, 300), (400, 300))
    played(desk, 2, "1: 1 3\n2: 2 5\n3: 4 6", (400, 300), (400, 300), (400, 300))
    played(desk, 3, "1: 1 4\n2: 3 2\n3: 5 6", (400, 300), (300, 300), (300, 400))
    entrants = draw.playing(desk.state, 4, DOUBLES)
    ranked = swiss_entrants(desk.state, entrants, 4, DOUBLES)
    locked = [desk.state.tournament.entrants[entrant.key].number for entrant in ranked if entrant.locked]
    assert locked == [1]
    out = {desk.state.tournament.entrants[entrant.key].number for entrant in ranked if entrant.out}
    table = next(pair for pair in numbers(desk, drawn(desk, 4)) if 1 in pair)
    assert not out or set(table) - {1} <= out


def test_accelerated_rounds_keep_the_strong_half_among_itself_at_first(desk):
    with_pairs(desk, 8)
    Drawing(desk).rule(DOUBLES, 5, True, False)
    first = drawn(desk, 1)
    assert all((a <= 4) == (b <= 4) for a, b in numbers(desk, first))
    before = desk.state.last
    Drawing(desk).rule(DOUBLES, 5, True, False)
    assert desk.read().last == before, "nothing was changed"


def byes_of(desk, draw):
    return [desk.state.tournament.entrants[bye].number for bye in draw.byes]


def test_who_comes_later_plays_at_once_and_another_of_no_points_has_the_bye(desk):
    with_pairs(desk, 13)
    first = drawn(desk)
    assert byes_of(desk, first) == [13]
    for table in first.tables:
        result(Drawing(desk), 1, table.table, (400, 300))
    people = Registration(desk)
    people.attend(1, "withdrawn")
    enrol(people, ("Ann 14", "Bob 14"))
    people.attend(14, "present", since=2)
    second = drawn(desk, 2)
    losers = {table[1] for table in numbers(desk, first)}
    assert set(byes_of(desk, second)) <= losers


def test_who_won_by_a_forfeit_has_no_bye_after_it(desk):
    with_pairs(desk, 3)
    played(desk, 1, "1: 1 3\n2", (400, 300))
    Drawing(desk).forfeit(1, 1, "did not come")
    Rulings(desk).adjust(3, 1, Fraction(-1), 0, "a wrong sheet")
    assert byes_of(desk, drawn(desk, 2)) == [1], "3 stands last, but won without playing"


def test_marias_moves_on_by_the_place_at_the_table(desk):
    with_players(desk, 8)
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", (300, 100, -100, -300), (-300, -100, 100, 300), kind=MARIAS)
    draw = drawn(desk, 2, MARIAS, "placing")
    assert numbers(desk, draw) == [[1, 7, 3, 5], [8, 2, 6, 4]]


def test_places_at_a_table_are_not_known_before_its_result(desk):
    with_players(desk, 8)
    played(desk, 1, "1: 1 2 3 4\n2: 5 6 7 8", (300, 100, -100, -300), kind=MARIAS)
    with pytest.raises(Refusal, match="table 2 is missing"):
        Drawing(desk).draft(2, MARIAS, "placing")


def test_starts_are_shared_out_from_round_to_round(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 2\n2: 3 4", (300, 200), (200, 300))
    assert {tuple(number) for number in numbers(desk, drawn(desk, 2))} == {(4, 1), (2, 3)}, "who did not start starts"
    started = Scoring(desk.state).starts_before(3)
    assert all(abs(2 * sum(starts) - len(starts)) <= 2 for starts in started.values())


def test_the_pair_that_started_at_the_table_is_the_one_that_counts(desk, store):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 3\n2: 2 4")
    draw = desk.read().tournament.draw_of(1)
    (first, three), (two, four) = (table.entrants for table in draw.tables)
    assert Scoring(desk.state).starts_before(2) == {first: [True], three: [False], two: [True], four: [False]}
    sat = rows_of(1, names=("Pair 1", "Pair 3"))  # of whom the second pair started
    begun = json.loads(sat[0].body) | {"pairing": draw.tables[0].pairing}
    store.append([sat[0]._replace(body=json.dumps(begun)), *sat[1:]])
    assert Scoring(desk.read()).starts_before(2) == {first: [False], three: [True], two: [True], four: [False]}


def test_who_did_not_come_has_started_nothing(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 3\n2: 2 4", (300, 200), (300, 200))
    result(Drawing(desk), 1, 2, (0, 0), "not there", absent=(1,))
    first, three = desk.read().tournament.draw_of(1).tables[0].entrants
    assert Scoring(desk.state).starts_before(2) == {first: [True], three: [False]}


@pytest.mark.parametrize(
    ("sample", "started"),
    [
        ("polish-doubles-short", [False, True]),
        ("chess-clock-scrabble", [False, True]),
        ("polyssimo-board", [False, True]),
        ("kourici-kocka", [None] * 4),
    ],
)
def test_a_signed_game_says_who_started_it(sample, started):
    lines = (Path("samples") / f"{sample}.jsonl").read_text(encoding="utf-8").split("\n")
    history = read(lines)
    scores = SPECS[history.game.key].card.load().scores(history.state)
    assert [score.started for score in scores] == started
