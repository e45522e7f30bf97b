"""Results from tables and paper, and the standings that they make."""

import json
import re
from fractions import Fraction

import msgspec
import pytest

from device.common.i18n import speaking, tr
from device.common.specs.card import Score
from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.board import lists
from device.organiser.desk.doubts import Doubt
from device.organiser.desk.forms import decide
from device.organiser.store.rows import BEGUN
from device.organiser.tournament.decided import in_words
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.made_from import result_fields
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.results import by_seat
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from tests.organiser.events import DOUBLES, MARIAS, drawn, played, with_pairs, with_players
from tests.organiser.pages import refused, rows_of
from tests.organiser.rounds import of_round
from tests.organiser.said import enrol, result

CHESS = "chess_clock"


def lines(desk, kind=DOUBLES):
    return Scoring(desk.read()).lines(kind)


def test_a_result_signed_at_a_table_counts_for_the_pairs_that_were_drawn(desk, store):
    with_pairs(desk, 4)
    draw = drawn(desk)
    rows = rows_of(1, names=("Pair 3", "Pair 1"))  # they sat the other way round
    begun = json.loads(rows[0].body) | {"pairing": draw.tables[0].pairing}
    store.append([rows[0]._replace(body=json.dumps(begun)), *rows[1:]])
    (table_result, _) = Scoring(desk.read()).tables(1)
    assert rows[0].kind == BEGUN
    assert table_result.entered is None
    (game,) = desk.state.games.values()
    score = {pair.name: game.history.state.total(n) for n, pair in enumerate(game.history.setup.pairs)}
    assert [score.points for score in table_result.scores] == [score["Pair 1"], score["Pair 3"]]
    by_name = {line.entrant.name: line for line in lines(desk)}
    assert by_name["Pair 1"].margin == score["Pair 1"] - score["Pair 3"] == -by_name["Pair 3"].margin
    with pytest.raises(Refusal, match="say why"):
        result(Drawing(desk), 1, 1, (300, 300))
    result(Drawing(desk), 1, 1, (300, 300), "added wrong")
    (again, _) = Scoring(desk.read()).tables(1)
    assert [score.won for score in again.scores] == [Fraction(1, 2)] * 2
    assert again.own == table_result.own
    Drawing(desk).take_back(desk.state.tournament.last.id)
    assert Scoring(desk.read()).tables(1)[0] == table_result


def test_names_written_otherwise_at_the_table_of_the_draw_stand_by_their_seats():
    def at_table(*people):
        return [Score(name, Fraction(n), Fraction(0), Fraction(0), person=id) for n, (name, id) in enumerate(people)]

    names, ids = ("Jan Novák", "Eva Malá"), ("jan", "eva")
    other = at_table(("Honza", ""), ("Evička", ""))
    assert by_seat(names, other, sure=True, ids=ids) == tuple(other)
    assert by_seat(names, other, ids=ids) is None, "it may be anybody's game"
    assert by_seat(names, [*other, other[0]], sure=True, ids=ids) is None, "three sat there"
    everybody = {"jan", "eva", "petr"}
    for honza, eva in ((0, 1), (1, 0)):
        for written in ("Evička", "eva"), ("Eva Malá", ""):
            seats = {honza: ("Honza", ""), eva: written}
            known = at_table(seats[0], seats[1])
            scores = by_seat(names, known, sure=True, ids=ids, others=everybody)
            assert scores == (known[honza], known[eva]), "Eva is known wherever she sat, and the other one is Jan"
    wrong = at_table(("Honza", ""), ("Petr", "petr"))
    assert by_seat(names, wrong, sure=True, ids=ids, others=everybody) is None, "Petr plays elsewhere in this draw"
    assert by_seat(names, wrong, sure=True, ids=ids, others={"jan", "eva"}) == tuple(wrong), "a guest nobody knows"


def test_a_name_written_without_accents_at_the_table_is_found_and_one_that_is_written_so_first():
    def at_table(*names):
        return [Score(name, Fraction(n), Fraction(0), Fraction(0)) for n, name in enumerate(names)]

    rehor, luk = at_table("Lukasz Kral", "R\u030cehor\u030c Čížek")
    assert by_seat(("Řehoř Čížek", "Łukasz Král"), (rehor, luk)) == (luk, rehor)
    plain, accented = at_table("Jan Kral", "Jan Král")
    assert by_seat(("Jan Král", "Jan Kral"), (plain, accented)) == (accented, plain)
    assert by_seat(("Jan Král", "Honza"), (accented, plain), sure=True) == (accented, plain)


def test_m31_marias_goes_by_the_sum_then_the_last_round_then_places_are_shared(desk):
    with_players(desk, 4)
    draw = Drawing(desk)
    for n, money in enumerate(([100, 0, -50, -50], [-100, 0, 50, 50]), start=1):
        played(desk, n, "1: 1 2 3 4", kind=MARIAS)
        result(draw, n, 1, money)
    assert [(line.place, line.entrant.number, line.points) for line in lines(desk, MARIAS)] == [
        (1, 3, 0),
        (1, 4, 0),
        (3, 2, 0),
        (4, 1, 0),
    ]


def with_rests(desk, kind):
    """Four of whom one asked for a bye, and another has it by the draw; what the two byes brought."""
    for n in range(1, 5):
        enrol(Registration(desk), (f"Player {n}",))
    Registration(desk).all_came()
    Registration(desk).rest(1, 1)
    draw = drawn(desk, 1, kind)
    by_number = desk.state.tournament.by_number()
    assert draw.byes == (by_number[4].id, by_number[1].id)
    assert draw.requested == (by_number[1].id,)

    def worth():
        outcomes = Scoring(desk.read()).outcomes(kind)
        return [outcomes[by_number[n].id][0].score.won for n in (1, 4)]

    return worth


@pytest.mark.parametrize(("kind", "worth"), [("chess_clock", Fraction(1, 2)), (DOUBLES, 1)])
def test_a_bye_that_was_asked_for_is_half_a_win_in_chess_and_as_the_organiser_says(desk, kind, worth):
    byes = with_rests(desk, kind)
    assert byes() == [worth, 1]
    form = {"do": "ranking", "kind": kind, "by0": "wins"}
    for half_wins in ("0", "1", "2"):
        decide(desk, form | {"rest": half_wins})
        assert byes() == [Fraction(int(half_wins), 2), 1]
    decide(desk, form)
    assert byes() == [worth, 1], "a form without it says nothing"
    with pytest.raises(Refusal, match="is worth: choose one of those offered"):
        decide(desk, form | {"rest": "3"})


def test_a_bye_of_an_earlier_version_that_was_asked_for_stays_a_win(desk):
    byes = with_rests(desk, "chess_clock")
    old = msgspec.structs.replace(desk.state.tournament.draw_of(1), id=nonce(), requested=())
    desk.decide(old)
    assert byes() == [1, 1]


def chess_table(desk):
    """Two who play chess in round 1; enters what a slip's fields say, and says what it came to."""
    with_players(desk, 2)
    played(desk, 1, "1: 1 2", kind=CHESS)

    def enter(*fields, **more):
        form = {f"seat{n}": text for n, text in enumerate(fields)}
        decide(desk, {"do": "result", "round": "1", "table": "1", "reason": "again"} | form | more)
        (table_result,) = Scoring(desk.read()).tables(1)
        return [(score.points, score.won) for score in table_result.scores]

    return enter


WHITE, BLACK, HALF = [(1, 1), (0, 0)], [(0, 0), (1, 1)], [(Fraction(1, 2),) * 2] * 2


@pytest.mark.parametrize(
    ("fields", "result"),
    [
        (("1", "0"), WHITE),
        (("0", "1"), BLACK),
        (("½", "½"), HALF),
        (("=", "="), HALF),
        ((" 1/2", "1/2 "), HALF),
        (("0,5", "0.5"), HALF),
        (("1:0", ""), WHITE),
        (("0 : 1", " "), BLACK),
        (("½:½", ""), HALF),
        (("1/2-1/2", ""), HALF),
        (("0–1", ""), BLACK),
    ],
)
def test_a_chess_result_is_taken_as_people_write_it(desk, fields, result):
    assert chess_table(desk)(*fields) == result


def test_a_draw_in_chess_stands_with_its_halves_wherever_it_is_shown_and_is_corrected(desk):
    enter = chess_table(desk)
    enter("=", "=")
    with speaking("en"):
        assert tr(in_words(desk.state, desk.state.tournament.last)) == "result of table 1, round 1: ½ : ½ (again)"
    (table_result,) = Scoring(desk.state).tables(1)
    assert table_result.figures() == ["½", "½"]
    fields = result_fields(table_result)
    assert (fields["seat0"], fields["seat1"]) == ("½", "½")
    Drawing(desk).forfeit(1, 2, "left")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert [(score.points, score.won) for score in table_result.scores] == [(Fraction(1, 2), 1), (Fraction(1, 2), 0)]
    assert enter("1", "0", absent1="") == WHITE


def test_a_draw_that_a_table_signed_keeps_its_halves_where_somebody_forfeits_it(desk, store):
    with_players(desk, 2)
    draw = drawn(desk, 1, CHESS)
    rows = rows_of(1, CHESS)
    begun = json.loads(rows[0].body) | {"pairing": draw.tables[0].pairing}
    ended = {"event": "result", "winner": None, "how": "agreed"}
    rows = [row._replace(body=json.dumps(ended)) if '"result"' in row.body else row for row in rows]
    store.append([rows[0]._replace(body=json.dumps(begun)), *rows[1:]])
    desk.read()
    Drawing(desk).forfeit(1, 1, "a telephone rang")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert table_result.figures() == ["½", "½"]
    assert sorted(score.won for score in table_result.scores) == [0, 1]


@pytest.mark.parametrize("fields", [("1", "1"), ("½", "0"), ("1", "=")])
def test_what_is_neither_a_win_nor_a_draw_in_chess_is_asked_about(desk, fields):
    with pytest.raises(Doubt, match="neither a win"):
        chess_table(desk)(*fields)


@pytest.mark.parametrize("fields", [("=", "="), ("½", "½"), ("1/2", "1/2"), ("312-", ""), ("-5:3:1", "")])
def test_halves_are_of_chess_alone_and_a_result_in_one_field_has_two_figures(desk, fields):
    with_pairs(desk, 2)
    played(desk, 1, "1: 1 2")
    with pytest.raises(Refusal, match=r"not a number|decimals|is missing"):
        decide(desk, {"do": "result", "round": "1", "table": "1", "seat0": fields[0], "seat1": fields[1]})


def test_m4_a_table_that_plays_on_gets_no_result_by_one_who_forfeits(desk):
    with_players(desk, 4)
    drawn(desk, 1, MARIAS, "fours")
    with pytest.raises(Refusal, match="Table 1 plays on"):
        Drawing(desk).forfeit(1, 2, "went home")
    assert Scoring(desk.read()).missing(2) == 1
    result(Drawing(desk), 1, 1, (300, -100, -100, -100))
    Drawing(desk).forfeit(1, 2, "went home")
    (table_result,) = Scoring(desk.read()).tables(1)
    assert len(table_result.entered.absent) == 1


def test_money_is_written_in_koruny_with_a_comma(desk):
    with_players(desk, 3)
    drawn(desk, 1, MARIAS, "fours")
    form = {"do": "result", "round": "1", "table": "1", "seat0": "12,40", "seat1": "−12.4", "seat2": "0"}
    decide(desk, form)
    assert [score.points for score in Scoring(desk.read()).tables(1)[0].scores] == [1240, -1240, 0]
    for again in ("12,40 Kč", "+12,40", "12.40kč"):
        decide(desk, form | {"seat0": again, "reason": "again"})
    decide(desk, form | {"seat0": "12,-", "seat1": "-12,– Kč", "reason": "again"})
    assert [score.points for score in Scoring(desk.read()).tables(1)[0].scores] == [1200, -1200, 0]
    with pytest.raises(Refusal, match="A figure is missing"):
        decide(desk, form | {"seat2": " ", "reason": "again"})
    for wrong in ("x", "", "1,234", "Kč", ",-"):
        with pytest.raises(Refusal):
            decide(desk, form | {"seat0": wrong, "reason": "again"})


def test_m30_the_desk_says_a_slips_difference_before_it_takes_it_and_the_money_page_names_what_is_off(desk, enter):
    with_players(desk, 4)
    drawn(desk, 1, MARIAS, "fours")
    visitor = enter(desk)
    form = {"round": "1", "table": "1", "seat0": "10", "seat1": "-3", "seat2": "-3", "seat3": "-2,60"}
    status, text = refused(visitor.act("results", "result", **form))
    assert status == 409
    assert text.startswith("Table 1 comes to +1.40 Kč, not to 0; nothing was entered.")
    assert "−0.35 Kč for each. (M30)" in text
    answer = visitor.act("results", "result", **form).read().decode()
    assert '<input type="checkbox" name="agreed" value="140">' in answer
    assert 'name="seat3" autocomplete="off" inputmode="text" value="-2,60"' in answer
    slip = visitor.act("results", "result", **form | {"seat3": "x"})
    assert slip.status == 409
    assert "agreed" not in slip.read().decode(), "what is no figure has no difference"
    assert visitor.act("results", "result", **form, agreed="140").status == 303
    shown = visitor.get("/results?round=1&more=1")
    assert "the difference is shared: +9.65 : −3.35 : −3.35 : −2.95" in re.sub(r"\s+", " ", shown)
    assert 'inputmode="text" value="10.00"' in shown, "a correction begins with what stands on the slip"
    visitor.act("money", "money", prizes="", by="percent", step="100", settle="yes")
    assert "Play money paid in: 10.00 Kč, paid out: 10.00 Kč." in visitor.get("/money")
    assert 'id="off"' not in visitor.get("/money")
    desk.decide(decisions.ResultEntered(id="e" * 16, round=1, table=1, scores=(1000, -300, -300, -260)))
    shown = visitor.get("/money")
    assert "Round 1, table 1 comes to +1.40 Kč, not to 0." in shown
    assert "The house adds 1.00 Kč." in shown


def test_every_result_is_shown_to_all_with_where_it_comes_from(desk, store):
    with_pairs(desk, 5)
    played(desk, 1, "1: 1 2\n2: 3 4\n5", (300, 200))
    store.append([*rows_of(2, names=["Pair 3", "Pair 4"]), *of_round(9, 0, entries=None)])
    played(desk, 2, "1: 1 3\n2: 2 4\n5")
    store.append(rows_of(1, names=["Elsewhere", "Nobody"]))  # of the round, but of nobody who was drawn
    shown = lists.results_by_round(desk.read())
    assert [
        (round_results.round, round_results.byes, [(it.table, str(it.source)) for it in round_results.results])
        for round_results in shown
    ] == [
        (
            1,
            ("Pair 5",),
            [(1, "entered at the desk"), (2, "signed at the table"), (1, "signed at the table")],
        ),
        (0, (), [(9, "signed at the table")]),
    ]
    names = [name for name, _ in shown[0].results[1].scores]
    assert names == ["Pair 3", "Pair 4"]
