"""The desk's pages about entrants, draws, results and standings: over the wire, and in a browser."""

import json
import re

import pytest

from device.organiser.board.model import BoardModel
from device.organiser.desk.page_list import MOST_ROWS, PAGES
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.events import DOUBLES, doubles, played, with_pairs
from tests.organiser.pages import rows_of
from tests.organiser.said import enrol, ranking, result


@pytest.fixture
def inside(store, enter):
    return enter(OrganiserDesk(store))


def test_every_page_of_the_desk_has_the_same_way_to_the_others_and_says_which_it_is(inside):
    navigations = []
    for path in PAGES:
        navigation = inside.get(f"/{path}").partition("<nav")[2].partition("</nav>")[0]
        assert navigation.count(f'href="/{path}" aria-current="page"') == navigation.count("aria-current") == 1
        navigations.append(navigation.replace(' aria-current="page"', ""))
    assert len(set(navigations)) == 1
    assert navigations[0].count("<a ") == len(PAGES)


def test_the_live_board_counts_results_from_paper_corrections_and_byes(store, inside):
    with_pairs(inside.desk, 5)
    draw = Drawing(inside.desk)
    played(inside.desk, 1, "1: 1 2\n2: 3 4\n5")
    rows = rows_of(1, names=("Pair 1", "Pair 2"))
    pairing = inside.desk.state.tournament.draw_of(1).tables[0].pairing
    begun = json.dumps(json.loads(rows[0].body) | {"pairing": pairing})
    store.append([rows[0]._replace(body=begun), *rows[1:]])
    board = BoardModel()

    def standings():
        board.take(everything(store, board.state.last))
        board.flush()
        return {line.name: (line.won, line.margin) for line in board.value("rank").lines}

    before = standings()
    assert before.keys() == {"Pair 1", "Pair 2", "Pair 5"}
    result(draw, 1, 2, (300, 200))
    result(draw, 1, 1, (200, 290), "swapped")
    assert standings() == {
        "Pair 1": (0, -90),
        "Pair 2": (1, 90),
        "Pair 3": (1, 100),
        "Pair 4": (0, -100),
        "Pair 5": (1, 0),
    }
    for _ in range(2):
        draw.take_back(inside.desk.read().tournament.last.id)
    assert standings() == before


def test_a_team_that_has_not_as_many_members_as_a_team_has_is_shown(inside):
    people = Registration(inside.desk)
    for n, team in enumerate("AAAABBB"):
        enrol(people, (f"Ann {n}",), team=team)
    people.all_came()
    Drawing(inside.desk).draft(1, "marias", "fours")
    Drawing(inside.desk).publish(1)
    assert "team B (3)" in inside.get("/people")
    assert "A team has" not in inside.get("/standings")
    inside.act("standings", "ranking", kind="marias", team_best="3", team_size="4")
    assert "team A (4 of 4)" in inside.get("/people")
    assert '<small class="warned">team B (3 of 4)' in inside.get("/people")
    assert "A team has 4 members. Others have: B (3)" in inside.get("/standings")


def test_a_result_that_was_sent_back_stands_above_the_results_with_its_reason(store, inside):
    store.append(rows_of(1))
    for name in ("Ann", "Eve"):
        enrol(Registration(inside.desk), (name, f"{name} B."))
    Registration(inside.desk).all_came()
    played(inside.desk, 1, "1: 1 2")
    inside.desk.send_back(1, "the sums differ")
    above = inside.get("/results").partition('id="above"')[2].partition("</div>")[0]
    assert "table 1</b> the result was sent back: the sums differ" in above


def test_what_can_be_done_about_an_entrant_is_loaded_when_it_is_asked_for(inside):
    people = Registration(inside.desk)
    for n in range(300):
        enrol(people, (f"Ann {n}",), contact=f"606 {n}")
    page = inside.get("/people")
    assert page.count("<form") < 170  # the list stays light: one button for each who is waited for
    assert page.count('<tr id="entrant-') == MOST_ROWS
    assert 'href="/people?more=200#entrant-200"' in inside.get("/people?sheet=2")
    more = inside.get("/people?more=200")
    assert 'name="player" maxlength="40" value="Ann 199"' in more
    assert more.count('value="rename"') == 1
    answer = inside.act("people", "rename", number="7", player="", club="Brno", contact="")
    assert (answer.status, answer.read().decode().count('name="club" maxlength="100" value="Brno"')) == (409, 1)
    assert 'href="/people?find=ann%20&amp;more=3#entrant-3"' in inside.get("/people?find=ann%20")


def test_names_on_the_pages_are_text(inside):
    enrol(Registration(inside.desk), ("<script>x</script>", "A & B"), club="<b>")
    Registration(inside.desk).all_came()
    page = inside.get("/people")
    assert "<script>x" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(("asked", "shown"), [("1", "1"), ("98", "98"), ("99", "99"), ("100", "1"), ("x", "1")])
def test_a_page_shows_the_round_that_is_asked_for_or_the_one_that_comes(store, asked, shown):
    page = DeskPages(doubles(store), str).page("draw", "w", {"round": asked})
    assert set(re.findall(r'name="round"[^>]*value="(\d+)"', page)) == {shown}


def test_after_round_99_no_other_is_proposed(store):
    desk = doubles(store)
    for on, proposed in ((97, 98), (98, 99), (99, 99)):
        desk.round(on, 1200)
        page = DeskPages(desk, str).page("", "w", {})
        assert set(re.findall(r'name="round"[^>]*value="(\d+)"', page)) == {str(proposed)}


def test_what_comes_of_opponents_has_no_column_unless_nothing_else_decides(store):
    desk = doubles(store)

    def columns(*by):
        ranking(desk, DOUBLES, by)
        page = DeskPages(desk, str).page("standings", "w", {"lang": "en"})
        return re.findall(r"<th>([^<]+)</th>", page.partition('class="ranks standings"')[2].partition("</thead>")[0])

    assert columns("wins", "buchholz", "margin") == ["#", "Výhry", "Rozdíl"]
    assert columns("buchholz") == ["#", "Buchholz"]
