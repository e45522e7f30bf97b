"""Draws at the desk, from draft to correction: who is told, what is taken back, who is not drawn."""

import msgspec
import pytest

from device.organiser.log.round_on import coming_round
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from tests.organiser.events import DOUBLES, KOCKA, MARIAS, drawn, numbers, played, with_pairs, with_players
from tests.organiser.pages import rows_of
from tests.organiser.said import enrol, result


def test_publishing_tells_the_tables_what_typed_lines_would_and_who_the_people_are(desk):
    with_pairs(desk, 4)
    draw = drawn(desk)
    assert numbers(desk, draw) == [[1, 3], [4, 2]]
    order = desk.state.order(desk.state.places[1]).pairing
    assert (order.kind, order.round, order.names) == (DOUBLES, 1, ("Pair 1", "Pair 3"))
    assert order.seats == (("Ann 1", "Bob 1"), ("Ann 3", "Bob 3"))
    entrants = desk.state.tournament.by_number()
    assert order.people == entrants[1].people + entrants[3].people


def test_nobody_hears_of_a_draft(desk):
    with_pairs(desk, 4)
    Drawing(desk).draft(1, DOUBLES, "swiss")
    assert not desk.read().places
    assert desk.state.pairings == {}


def test_a_draft_for_a_table_that_nobody_has_heard_is_warned_of(desk, store):
    with_pairs(desk, 4)
    store.append(rows_of(1))
    draw = Drawing(desk)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
    desk.read()
    assert [(warning.kind, warning.table) for warning in draw.warnings(1)] == [("table", 2)]
    store.append(rows_of(2))
    desk.read()
    assert draw.warnings(1) == []
    desk.release(2)
    assert [warning.table for warning in draw.warnings(1)] == [2], "its number is free: nobody plays there"


def test_a_draft_in_which_somebody_sits_twice_is_not_published(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 2, 3\n4\n")
    assert [(warning.kind, warning.table) for warning in draw.warnings(1)] == [("double", 1)]
    with pytest.raises(Refusal, match="First put right the warning"):
        draw.publish(1)
    played(desk, 1, "1: 1 2\n2: 3 4")
    for text, sentence in (("1 2 x", "Line 1"), ("1: 1 9", "Line 1: Number 9"), ("", "No table")):
        with pytest.raises(Refusal, match=sentence):
            draw.by_hand(2, DOUBLES, text)


def test_a_draft_knows_who_withdrew_and_who_came_after_it_was_made(desk):
    with_pairs(desk, 4)
    draw, people = Drawing(desk), Registration(desk)
    draw.draft(1, DOUBLES, "swiss")
    people.attend(3, "withdrawn")
    enrol(people, ("Late", "Latest"))
    people.attend(5, "present")
    number = {entrant.id: entrant.number for entrant in desk.read().tournament.entrants.values()}
    assert [(warning.kind, [number[who] for who in warning.who]) for warning in draw.warnings(1)] == [
        ("gone", [3]),
        ("left", [5]),
    ]
    with pytest.raises(Refusal, match="First put right the warning"):
        draw.publish(1)
    draw.draft(1, DOUBLES, "swiss")
    draw.publish(1)


def test_a_draw_with_somebody_who_is_not_registered_changes_nothing(desk):
    with_pairs(desk, 2)
    drawn(desk)
    act = msgspec.structs.replace(desk.state.tournament.draw_of(1), id="f" * 16, byes=("a" * 16,))
    desk.decide(act)
    assert desk.read().tournament.draw_of(1).byes == ()


def test_a_table_of_one_is_refused_as_a_typed_line_would_be(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
    draft = desk.read().tournament.draft(1)
    first, second = draft.tables
    second = msgspec.structs.replace(second, entrants=second.entrants[:1])  # as earlier versions took it by hand
    desk.decide(msgspec.structs.replace(draft, id="e" * 16, tables=(first, second)))
    with pytest.raises(Refusal, match="just 2 pairs"):
        draw.publish(1)
    assert desk.read().pairings == {}


def test_a_published_draw_is_taken_back_until_its_round_begins(desk):
    with_pairs(desk, 4)
    drawn(desk)
    Drawing(desk).take_back(desk.state.tournament.last.id)
    assert desk.state.tournament.draw_of(1) is None
    assert desk.state.tournament.draft(1) is not None
    assert desk.state.order(desk.state.places[1]).pairing is None
    Drawing(desk).publish(1)
    desk.round(1, 3000)
    with pytest.raises(Refusal, match="has begun"):
        Drawing(desk).take_back(desk.state.tournament.last.id)
    with pytest.raises(Refusal, match="has begun"):
        Drawing(desk).draft(1, DOUBLES, "swiss")


def test_a_draw_that_was_published_anew_goes_back_to_the_one_before(desk):
    with_pairs(desk, 6)
    first = drawn(desk)
    draw = Drawing(desk)
    played(desk, 1, "1: 1 2\n5: 3 4\n5 6")
    assert desk.state.order(desk.state.places[2]).pairing is None
    draw.take_back(desk.state.tournament.last.id)
    assert desk.state.tournament.draw_of(1) == first
    pairings = {n: desk.state.order(desk.state.places[n]).pairing for n in (1, 2, 3, 5)}
    assert {n: pairing and pairing.pairing for n, pairing in pairings.items()} == {
        **{table.table: table.pairing for table in first.tables},
        5: None,
    }


def test_a_draw_that_has_begun_is_corrected_with_a_reason(desk):
    with_pairs(desk, 6)
    before = drawn(desk)
    desk.round(1, 3000)
    draw = Drawing(desk)
    with pytest.raises(Refusal, match="Say why"):
        draw.correct(1, 1, 2, " ")
    draw.correct(1, 1, 2, "they sat so")
    after = desk.state.tournament.draw_of(1)
    assert numbers(desk, after) == [[2, 4], [5, 1], [3, 6]]
    assert after.tables[2] == before.tables[2]
    assert desk.state.order(desk.state.places[1]).pairing.names == ("Pair 2", "Pair 4")
    result(draw, 1, 3, (300, 200))
    with pytest.raises(Refusal, match="Table 3 has its result"):
        draw.correct(1, 3, 1, "late")


def test_a_late_result_changes_no_draw(desk):
    with_pairs(desk, 4)
    drawn(desk)
    draw = Drawing(desk)
    result(draw, 1, 1, (300, 200))
    second = drawn(desk, 2)
    result(draw, 1, 2, (100, 400))
    assert desk.read().tournament.draw_of(2) == second
    assert Scoring(desk.state).missing(2) == 0


def test_who_withdrew_or_rests_is_not_drawn_and_a_second_bye_goes_to_another(desk):
    with_pairs(desk, 7)
    people = Registration(desk)
    people.attend(7, "withdrawn")
    people.rest(1, 1)
    draw = drawn(desk)
    seated = sorted(number for table in numbers(desk, draw) for number in table)
    byes = [desk.state.tournament.entrants[who].number for who in draw.byes]
    assert (seated, sorted(byes)) == ([2, 3, 4, 5], [1, 6])
    for table in draw.tables:
        result(Drawing(desk), 1, table.table, (300, 200))
    people.rest(2, 2)
    people.attend(7, "present", since=2)
    two = drawn(desk, 2)
    assert set(two.byes).isdisjoint(set(draw.byes))


def test_who_rests_stays_out_of_a_draft_by_hand_and_has_a_bye(desk):
    with_pairs(desk, 5)
    Registration(desk).rest(2, 1)
    draw = Drawing(desk)
    played(desk, 1, "1: 1 3\n2: 4 5\n2")
    published = desk.state.tournament.draw_of(1)
    assert [desk.state.tournament.entrants[who].number for who in published.requested] == [2]
    assert published.byes == published.requested
    Registration(desk).rest(2, 2)
    with pytest.raises(Refusal, match="2 does not play"):
        draw.by_hand(2, DOUBLES, "1: 1 2")


def test_m31_a_table_by_hand_of_too_few_or_too_many_is_refused_with_its_line(desk):
    with_players(desk, 10)
    for text, line in (("1: 1 2 3 4\n2: 5 6", 2), ("1: 1 2 3 4 5 6\n2: 7 8 9 10", 1), ("1:\n2: 7 8 9 10", 1)):
        with pytest.raises(Refusal, match=f"Line {line}: This game is for 3 to 5 players"):
            Drawing(desk).by_hand(1, MARIAS, text)
    assert desk.read().tournament.draft(1) is None


def test_who_changes_places_with_a_bye_that_was_asked_for_has_one_by_the_draw(desk):
    with_pairs(desk, 5)
    Registration(desk).rest(5, 1)
    drawn(desk)
    Drawing(desk).correct(1, 5, 4, "came after all")
    published = desk.state.tournament.draw_of(1)
    assert [desk.state.tournament.entrants[bye].number for bye in published.byes] == [4]
    assert not published.requested


def test_in_a_round_robin_at_the_desk_everybody_meets_everybody(desk):
    with_pairs(desk, 5)
    met = set()
    for n in range(1, 6):
        met |= {frozenset(table) for table in numbers(desk, drawn(desk, n, method="robin"))}
    assert len(met) == 10


def test_marias_players_sit_in_fours_slide_and_sit_by_rank(desk):
    with_players(desk, 12)
    first = numbers(desk, drawn(desk, 1, MARIAS, "fours"))
    second = numbers(desk, drawn(desk, 2, MARIAS, "slide"))
    assert [table[0] for table in first] == [table[0] for table in second]
    assert first != second
    for table in range(1, 4):
        result(Drawing(desk), 2, table, [100 * table, 50, -50, -100 * table])
    third = numbers(desk, drawn(desk, 3, MARIAS, "rank"))
    assert third[0][0] == second[2][0]
    assert third[2][-1] == second[2][-1]
    Registration(desk).attend(3, "withdrawn")
    with pytest.raises(Refusal, match="same people"):
        Drawing(desk).draft(4, MARIAS, "slide")


@pytest.mark.parametrize("method", ["fours", "rank"])
def test_k1_who_makes_no_table_of_four_has_a_bye_which_goes_round(desk, method):
    with_players(desk, 9)
    people, byes = Registration(desk), []
    for n in range(1, 5):
        draw = drawn(desk, n, KOCKA, method)
        assert [len(table.entrants) for table in draw.tables] == [4, 4]
        byes += [desk.state.tournament.entrants[bye].number for bye in draw.byes]
        for table in (1, 2):
            result(Drawing(desk), n, table, (0, 1, 2, 5))
    assert len(byes) == len(set(byes)) == 4
    assert byes[0] == 9
    for n in range(4, 10):
        people.attend(n, "withdrawn")
    with pytest.raises(Refusal, match="Too few entrants are here for a draw: 3"):
        Drawing(desk).draft(5, KOCKA, method)


def test_p1_five_make_a_table_of_three_and_one_of_two(desk):
    with_players(desk, 5)
    assert [len(number) for number in numbers(desk, drawn(desk, 1, "polyssimo", "fours"))] == [3, 2]


def test_a_round_robin_says_that_nobody_meets_in_a_round_and_goes_on_with_the_next(desk):
    with_pairs(desk, 4)
    played(desk, 1, "1: 1 4\n2: 2 3", (300, 200), (200, 300))
    for number in (2, 4):
        Registration(desk).attend(number, "withdrawn")
    draw = Drawing(desk)
    with pytest.raises(Refusal) as passed:
        draw.draft(2, DOUBLES, "robin")
    assert str(passed.value) == "Nobody who is here meets in round 2. Leave it out and draw round 3."
    desk.round(1, 600)
    drawn(desk, 3, method="robin")
    assert numbers(desk, desk.state.tournament.draw_of(3)) == [[3, 1]]
    assert coming_round(desk.state, desk.now() + 10**12) == 3
    assert desk.state.tournament.frozen(DOUBLES, 1), "the standings before are kept, though no round lies between"
    with pytest.raises(Refusal, match="Nobody meets in round 4: all who are here have met"):
        draw.draft(4, DOUBLES, "robin")
