"""A tournament at the desk: entrants, draws from draft to correction, results from tables and paper, standings."""

import json
import time
from fractions import Fraction

import msgspec
import pytest

from device.i18n import speaking
from device.organiser import people_csv, tournament_forms
from device.organiser.desk import Desk
from device.organiser.drawing import Drawing
from device.organiser.event_state import BEGUN, folded
from device.organiser.registration import Registration
from device.organiser.scoring import Scoring
from device.organiser.store import everything
from rules.message import Refusal
from tests.organiser.pages import rows_of

DOUBLES, MARIAS = "polish_doubles", "marias"


@pytest.fixture
def desk(store):
    return Desk(store)


def with_pairs(desk, count):
    """So many pairs, all there: Ann and Bob 1, Ann and Bob 2 and so on."""
    people = Registration(desk)
    for n in range(1, count + 1):
        people.enrol((f"Ann {n}", f"Bob {n}"), f"Pair {n}")
    people.all_came()


def with_players(desk, count):
    people = Registration(desk)
    for n in range(1, count + 1):
        people.enrol((f"Player {n}",))
    people.all_came()


def drawn(desk, round=1, kind=DOUBLES, method="swiss", seed=1):
    draw = Drawing(desk)
    draw.draft(round, kind, method, seed=seed)
    draw.publish(round)
    return desk.state.tournament.published(round)


def numbers(desk, draw):
    """A draw by the entrants' numbers."""
    entrants = desk.state.tournament.entrants
    return [[entrants[one].number for one in table.entrants] for table in draw.tables]


def statuses(desk):
    return [(one.number, one.name, one.status) for one in desk.read().tournament.by_number().values()]


# -- who takes part ----------------------------------------------------------------------------------------------------


def test_a_pair_written_the_other_way_round_is_one_and_namesakes_are_two(desk):
    people = Registration(desk)
    people.enrol(("Jan Novák", "Petr Vlk"), club="Písek")
    with pytest.raises(Refusal, match="registered already, as number 1"):
        people.enrol(("petr  VLK", "Jan Novák"), club="Písek")
    with pytest.raises(Refusal, match="registered already"):
        people.enrol(("Petr Vlk", "Jan Novák"))
    people.enrol(("Eva Malá",), club="Písek")
    people.enrol(("Eva Malá",), club="Brno")
    people.enrol(("Eva Malá",), club="Brno", another=True)
    entrants = list(desk.read().tournament.entrants.values())
    assert [one.number for one in entrants] == [1, 2, 3, 4]
    ids = [person for one in entrants for person in one.people]
    assert len(set(ids)) == len(ids) == 5


def test_somebody_comes_withdraws_comes_late_and_rests(desk):
    people = Registration(desk)
    for name in ("Adam", "Bára", "Cyril"):
        people.enrol((name,))
    people.attend(1, "present")
    people.attend(2, "present", since=2)
    people.rest(1, 3)
    one, late, absent = desk.read().tournament.by_number().values()
    assert [one.plays(n) for n in (1, 2, 3)] == [True, True, False]
    assert [late.plays(n) for n in (1, 2)] == [False, True]
    assert not absent.plays(1)
    people.attend(1, "withdrawn")
    assert not desk.read().tournament.by_number()[1].plays(2)
    with pytest.raises(Refusal, match="Nobody has the number 9"):
        people.attend(9, "present")


def test_every_decision_is_taken_back_by_another_act_and_only_the_last(desk, store):
    people, draw = Registration(desk), Drawing(desk)
    people.enrol(("Adam",))
    people.enrol(("Bára",))
    people.all_came()
    came = desk.read().tournament.last.id
    rows = len(list(everything(store)))
    draw.take_back(came)
    assert [one[2] for one in statuses(desk)] == ["registered", "registered"]
    assert len(list(everything(store))) == rows + 1
    with pytest.raises(Refusal, match="Something else was decided"):
        draw.take_back(came)
    draw.take_back(desk.state.tournament.last.id)
    assert statuses(desk) == [(1, "Adam", "registered")]
    assert folded(everything(store)).tournament.entrants == desk.state.tournament.entrants


def test_a_name_that_is_corrected_stays_the_same_person(desk):
    people = Registration(desk)
    people.enrol(("Jan Nowák", "Eva"), club="Písek")
    before = desk.read().tournament.by_number()[1]
    people.correct(1, ("Jan Novák", "Eva"), "", "Písek", "")
    after = desk.read().tournament.by_number()[1]
    assert (after.id, after.people, after.name) == (before.id, before.people, "Jan Novák + Eva")


# -- files -------------------------------------------------------------------------------------------------------------

FILE = "Číslo;Dvojice;Hráč 1;Hráč 2;Klub;Kontakt\r\n7;Šípky;Jiří Říha;Žofie Čápová;Tábor;606 123\r\n;;Ivo;Ota;;\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_file_is_read_in_both_encodings_and_with_any_separator(desk, encoding, separator):
    text = people_csv.decoded(FILE.replace(";", separator).encode(encoding))
    Registration(desk).enrol_all(people_csv.read(text))
    assert statuses(desk) == [(7, "Šípky", "registered"), (8, "Ivo + Ota", "registered")]
    first = desk.state.tournament.by_number()[7]
    assert (first.players, first.club) == (("Jiří Říha", "Žofie Čápová"), "Tábor")
    assert desk.contacts() == {first.id: "606 123"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name;Colour\nJan;red\n", "Line 1: there is no column Colour; known are Number"),
        ("Name;Name\nJan;Jan\n", "Line 1: the column Name stands there twice"),
        ("Club\nPísek\n", "Line 1: the column Player 1 with the players is missing"),
        ("Name;Club\nJan;Písek\n\nEva;Písek;more\n", "Line 4: there are 3 cells, and 2 columns"),
        ("Name;Club\nJan;Písek\nEva;\nJan;Písek\n", "Line 4: Jan stands on line 2, too"),
        ("Player 1;Player 2\nJan;Eva\nEva;Jan\n", "Line 3: Eva – Jan stands on line 2, too"),
        ("Name;Number\nJan;x\n", "Line 2: an entrant has a number from 1 to 9999"),
        ("Name;Number\nJan;4\nEva;4\n", "Line 3: The number 4 is another's already"),
        ("Name\nKnown\n", "Line 2: Known is registered already, as number 1"),
        ("Name;Club\n;Písek\n", "Line 2: the player is not named"),
        ("Name\n" + "x" * 41 + "\n", "Line 2: the name x"),
        ("Name\n\x00\n", "names nobody|not named"),
        ("", "names nobody"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line_and_nobody_is_registered(desk, text, said):
    people = Registration(desk)
    people.enrol(("Known",))
    with speaking("en"), pytest.raises(Refusal, match=said):
        people.enrol_all(people_csv.read(text))
    assert len(statuses(desk)) == 1


def test_a_file_goes_out_and_comes_back_and_no_cell_is_a_formula(desk, store, tmp_path):
    people = Registration(desk)
    people.enrol(("=HYPERLINK(1)", "Žofie"), "@team", club="+420", contact="-1")
    people.enrol(("O'Neil; Jan",))
    with speaking("cs"):
        text = people_csv.write(desk.read().tournament.by_number().values(), contacts=desk.contacts())
    cells = [cell for line in text.splitlines() for cell in line.split(";")]
    assert not [cell for cell in cells if cell.startswith(people_csv.FORMULA)]
    read = people_csv.read(people_csv.decoded(people_csv.encoded(text, "cp1250")))
    assert [(one.players, one.club, one.contact) for one in read] == [
        (("=HYPERLINK(1)", "Žofie"), "+420", "-1"),
        (("O'Neil; Jan",), "", ""),
    ]


# -- draws -------------------------------------------------------------------------------------------------------------


def test_publishing_tells_the_tables_what_typed_lines_would_and_who_the_people_are(desk):
    with_pairs(desk, 4)
    draw = drawn(desk)
    assert numbers(desk, draw) == [[1, 3], [2, 4]]
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


def test_a_draft_in_which_somebody_sits_twice_is_not_published(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 2, 3\n4\n")
    assert [(one.kind, one.table) for one in draw.warnings(1)] == [("double", 1)]
    with pytest.raises(Refusal, match="put right before"):
        draw.publish(1)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3 4")
    draw.publish(1)
    for text, said in (("1 2 x", "Line 1"), ("1: 1 9", "Line 1: number 9"), ("", "No table")):
        with pytest.raises(Refusal, match=said):
            draw.by_hand(2, DOUBLES, text)


def test_a_draft_knows_who_withdrew_and_who_came_after_it_was_made(desk):
    with_pairs(desk, 4)
    draw, people = Drawing(desk), Registration(desk)
    draw.draft(1, DOUBLES, "swiss")
    people.attend(3, "withdrawn")
    people.enrol(("Late", "Latest"))
    people.attend(5, "present")
    number = {one.id: one.number for one in desk.read().tournament.entrants.values()}
    assert [(one.kind, [number[who] for who in one.who]) for one in draw.warnings(1)] == [("gone", [3]), ("left", [5])]
    with pytest.raises(Refusal, match="put right before"):
        draw.publish(1)
    draw.draft(1, DOUBLES, "swiss")
    draw.publish(1)


def test_a_draw_with_somebody_who_is_not_registered_changes_nothing(desk):
    with_pairs(desk, 2)
    drawn(desk)
    act = msgspec.structs.replace(desk.state.tournament.published(1), id="f" * 16, byes=("a" * 16,))
    desk.decide(act)
    assert desk.read().tournament.published(1).byes == ()


def test_a_table_of_one_is_refused_as_a_typed_line_would_be(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    draw.by_hand(1, DOUBLES, "1: 1 2\n2: 3")
    with pytest.raises(Refusal, match="2 to 2"):
        draw.publish(1)
    assert desk.read().pairings == {}


def test_a_published_draw_is_taken_back_until_its_round_begins(desk):
    with_pairs(desk, 4)
    drawn(desk)
    Drawing(desk).take_back(desk.state.tournament.last.id)
    assert desk.state.tournament.published(1) is None
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
    draw.by_hand(1, DOUBLES, "1: 1 2\n5: 3 4\n5 6")
    draw.publish(1)
    assert desk.state.order(desk.state.places[2]).pairing is None
    draw.take_back(desk.state.tournament.last.id)
    assert desk.state.tournament.published(1) == first
    told = {n: desk.state.order(desk.state.places[n]).pairing for n in (1, 2, 3, 5)}
    assert {n: one and one.pairing for n, one in told.items()} == {
        **{one.table: one.pairing for one in first.tables},
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
    after = desk.state.tournament.published(1)
    assert numbers(desk, after) == [[2, 4], [1, 5], [3, 6]]
    assert after.tables[2] == before.tables[2]
    assert desk.state.order(desk.state.places[1]).pairing.names == ("Pair 2", "Pair 4")
    draw.result(1, 3, (300, 200))
    with pytest.raises(Refusal, match="Table 3 has its result"):
        draw.correct(1, 3, 1, "late")


def test_a_late_result_changes_no_draw(desk):
    with_pairs(desk, 4)
    drawn(desk)
    draw = Drawing(desk)
    draw.result(1, 1, (300, 200))
    second = drawn(desk, 2)
    draw.result(1, 2, (100, 400))
    assert desk.read().tournament.published(2) == second
    assert Scoring(desk.state).missing(2) == 0


def test_who_withdrew_or_rests_is_not_drawn_and_a_second_bye_goes_to_another(desk):
    with_pairs(desk, 7)
    people = Registration(desk)
    people.attend(7, "withdrawn")
    people.rest(1, 1)
    one = drawn(desk)
    seated = sorted(number for table in numbers(desk, one) for number in table)
    byes = [desk.state.tournament.entrants[who].number for who in one.byes]
    assert (seated, sorted(byes)) == ([2, 3, 4, 5], [1, 6])
    for table in one.tables:
        Drawing(desk).result(1, table.table, (300, 200))
    people.rest(2, 2)
    people.attend(7, "present", since=2)
    two = drawn(desk, 2)
    assert set(two.byes).isdisjoint(set(one.byes))


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
        Drawing(desk).result(2, table, [100 * table, 50, -50, -100 * table])
    third = numbers(desk, drawn(desk, 3, MARIAS, "rank"))
    assert third[0][0] == second[2][0]
    assert third[2][-1] == second[2][-1]
    Registration(desk).attend(3, "withdrawn")
    with pytest.raises(Refusal, match="same people"):
        Drawing(desk).draft(4, MARIAS, "slide")


def test_a_game_for_single_players_takes_no_pair_and_is_not_drawn_as_one_for_two(desk):
    with_pairs(desk, 8)
    with pytest.raises(Refusal, match="is a pair"):
        Drawing(desk).draft(1, MARIAS, "fours")
    with pytest.raises(Refusal, match="not drawn so"):
        Drawing(desk).draft(1, DOUBLES, "fours")
    Registration(desk).attend(1, "withdrawn")
    for n in range(2, 9):
        Registration(desk).attend(n, "withdrawn")
    with pytest.raises(Refusal, match="Too few"):
        Drawing(desk).draft(1, DOUBLES, "swiss")


# -- results and standings ---------------------------------------------------------------------------------------------


def lines(desk, kind=DOUBLES):
    return Scoring(desk.read()).lines(kind)


def test_a_result_signed_at_a_table_counts_for_the_pairs_that_were_drawn(desk, store):
    with_pairs(desk, 4)
    draw = drawn(desk)
    rows = rows_of(1, names=("Pair 3", "Pair 1"))  # they sat the other way round
    begun = json.loads(rows[0].body) | {"pairing": draw.tables[0].pairing}
    store.append([rows[0]._replace(body=json.dumps(begun)), *rows[1:]])
    (one, _) = Scoring(desk.read()).tables(1)
    assert rows[0].kind == BEGUN
    assert one.entered is None
    (game,) = desk.state.games.values()
    score = {pair.name: game.history.state.total(n) for n, pair in enumerate(game.history.setup.pairs)}
    assert [score.points for score in one.scores] == [score["Pair 1"], score["Pair 3"]]
    by_name = {line.entrant.name: line for line in lines(desk)}
    assert by_name["Pair 1"].margin == score["Pair 1"] - score["Pair 3"] == -by_name["Pair 3"].margin
    with pytest.raises(Refusal, match="say why"):
        Drawing(desk).result(1, 1, (300, 300))
    Drawing(desk).result(1, 1, (300, 300), "added wrong")
    (again, _) = Scoring(desk.read()).tables(1)
    assert [score.won for score in again.scores] == [Fraction(1, 2)] * 2
    assert again.own == one.own
    Drawing(desk).take_back(desk.state.tournament.last.id)
    assert Scoring(desk.read()).tables(1)[0] == one


def test_places_go_by_wins_difference_direct_and_buchholz(desk):
    with_pairs(desk, 4)
    draw = Drawing(desk)
    for n, (text, scores) in enumerate(
        (
            ("1: 1 2\n2: 3 4", ((300, 200), (300, 200))),
            ("1: 1 3\n2: 2 4", ((200, 300), (400, 200))),
            ("1: 1 4\n2: 2 3", ((300, 200), (300, 200))),
        ),
        start=1,
    ):
        draw.by_hand(n, DOUBLES, text)
        draw.publish(n)
        for table, score in enumerate(scores, start=1):
            draw.result(n, table, score)
    found = [(one.place, one.entrant.number, one.won, one.margin, one.direct) for one in lines(desk)]
    assert found == [(1, 2, 2, 200, 0), (2, 3, 2, 100, 1), (3, 1, 2, 100, 0), (4, 4, 0, -400, 0)]
    assert {one.entrant.number: one.buchholz for one in lines(desk)} == {1: 4, 2: 4, 3: 4, 4: 6}


def test_m31_marias_goes_by_the_sum_then_the_last_round_then_places_are_shared(desk):
    with_players(desk, 4)
    draw = Drawing(desk)
    for n, money in enumerate(([100, 0, -50, -50], [-100, 0, 50, 50]), start=1):
        draw.by_hand(n, MARIAS, "1: 1 2 3 4")
        draw.publish(n)
        draw.result(n, 1, money)
    assert [(one.place, one.entrant.number, one.points) for one in lines(desk, MARIAS)] == [
        (1, 3, 0),
        (1, 4, 0),
        (3, 2, 0),
        (4, 1, 0),
    ]


def test_a_bye_is_a_win_without_a_difference(desk):
    with_pairs(desk, 3)
    draw = drawn(desk)
    one = next(line for line in lines(desk) if line.entrant.id == draw.byes[0])
    assert (one.won, one.margin, one.place) == (1, 0, 1)


def test_money_is_written_in_koruny_with_a_comma(desk):
    with_players(desk, 3)
    drawn(desk, 1, MARIAS, "fours")
    form = {"do": "result", "round": "1", "table": "1", "seat0": "12,40", "seat1": "−12.4", "seat2": "0"}
    tournament_forms.decide(desk, form)
    assert [score.points for score in Scoring(desk.read()).tables(1)[0].scores] == [1240, -1240, 0]
    for wrong in ("x", "", "1,234"):
        with pytest.raises(Refusal):
            tournament_forms.decide(desk, form | {"seat0": wrong, "reason": "again"})


def test_a_store_of_an_earlier_version_opens_without_entrants(store):
    store.append(rows_of(1))
    assert Desk(store).state.tournament.entrants == {}


def test_what_the_desk_decides_about_entrants_is_read_again(desk, store):
    with_pairs(desk, 4)
    drawn(desk)
    state = folded(everything(store))
    assert state.unreadable == 0
    assert state.tournament.published(1) == desk.state.tournament.published(1)
    assert msgspec.json.decode(next(iter(everything(store))).body)["act"] == "enrolled"


def test_a_thousand_entrants_are_registered_and_drawn_within_seconds(desk):
    text = "Player 1;Player 2\n" + "".join(f"Ann {n};Bob {n}\n" for n in range(1000))
    begin = time.monotonic()
    Registration(desk).enrol_all(people_csv.read(text))
    Registration(desk).all_came()
    drawn(desk)
    assert time.monotonic() - begin < 30
    assert len(desk.state.tournament.published(1).tables) == 500
