"""The desk's pages about entrants, draws, results and standings: over the wire, and in a browser."""

import json
import re

import pytest

from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.desk import desk_app
from device.organiser.desk.page_list import MOST_ROWS, PAGES
from device.organiser.desk.page_view import DeskPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import everything
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.cheap import cheap
from tests.organiser.events import DOUBLES, doubles
from tests.organiser.pages import Inside, Running, rows_of
from tests.organiser.said import enrol, ranking, result


@pytest.fixture
def inside(store):
    signed_in = Inside(OrganiserDesk(store))
    yield signed_in
    signed_in.page.close()


def test_nobody_sees_the_pages_or_the_file_without_the_password(inside):
    enrol(Registration(inside.desk), ("Adam",), contact="606 123 456")
    for path in (*list(PAGES)[1:], "entrants.csv"):
        answer = inside.page.ask(f"/{path}")
        assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert inside.send(b"Name\nEva\n", word="guessed").status == 303
    assert len(inside.desk.read().tournament.entrants) == 1


def test_every_page_of_the_desk_has_the_same_way_to_the_others_and_says_which_it_is(inside):
    navigations = []
    for path in PAGES:
        navigation = inside.get(f"/{path}").partition("<nav")[2].partition("</nav>")[0]
        assert navigation.count(f'href="/{path}" aria-current="page"') == navigation.count("aria-current") == 1
        navigations.append(navigation.replace(' aria-current="page"', ""))
    assert len(set(navigations)) == 1
    assert navigations[0].count("<a ") == len(PAGES)


def test_contacts_are_on_no_public_page(store, inside):
    people = Registration(inside.desk)
    for name in ("Adam", "Bára", "Cyril", "Dana"):
        enrol(people, (name,), contact=f"{name}@example.cz")
    people.all_came()
    Drawing(inside.desk).draft(1, "marias", "fours")
    Drawing(inside.desk).publish(1)
    board = BoardModel()
    board.take(everything(store))
    board.flush()
    pages = BoardPages(board)
    shown = "".join(pages.page(view, 1, "cs", "board") for view in ("tables", "projector", "table"))
    assert "Cyril" in shown
    assert "example.cz" not in shown
    assert set(re.findall(r"\w+@example.cz", inside.get("/people?more=2"))) == {"Bára@example.cz"}
    assert "example.cz" in inside.get("/entrants.csv")


def test_the_live_board_counts_results_from_paper_corrections_and_byes(store, inside):
    people = Registration(inside.desk)
    for n in range(1, 6):
        enrol(people, (f"Ann {n}", f"Bob {n}"), f"Pair {n}")
    people.all_came()
    draw = Drawing(inside.desk)
    draw.by_hand(1, "polish_doubles", "1: 1 2\n2: 3 4\n5")
    draw.publish(1)
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


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250"])
def test_a_file_is_taken_from_the_disk_in_both_encodings(inside, encoding):
    assert inside.send("Jméno;Klub\r\nŽofie Říhová;Písek\r\n".encode(encoding)).status == 303
    assert [entrant.name for entrant in inside.desk.read().tournament.entrants.values()] == ["Žofie Říhová"]
    again = inside.send("Jméno\r\nŽofie Říhová\r\n".encode(encoding))
    assert again.status == 409
    assert "Line 2: Žofie Říhová is registered already" in again.read().decode()


def test_the_round_that_is_started_next_is_offered_with_the_game_that_was_drawn(inside):
    people = Registration(inside.desk)
    for name in ("Adam", "Bára", "Cyril", "Dana"):
        enrol(people, (name,))
    people.all_came()
    chosen = re.compile(r"<button>Start the round", re.S)
    for kind in ("polish_doubles", "marias"):
        if kind == "marias":
            Drawing(inside.desk).draft(1, "marias", "fours")
            Drawing(inside.desk).publish(1)
        form = chosen.split(inside.get("/"))[0].rpartition('id="round-new"')[2]
        assert re.findall(r'value="(\w+)" selected', form) == ([] if kind == "polish_doubles" else ["marias"])


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
    Drawing(inside.desk).by_hand(1, "polish_doubles", "1: 1 2")
    Drawing(inside.desk).publish(1)
    inside.desk.send_back(1, "the sums differ")
    above = inside.get("/results").partition('id="above"')[2].partition("</div>")[0]
    assert "table 1</b> the result was sent back: the sums differ" in above


def test_what_was_not_taken_stays_in_the_form(inside):
    inside.act("people", "enrol", player="Jan Novák", partner="Petr", club="Písek")
    answer = inside.act("people", "enrol", player="Petr", partner="Jan Novák", club="Písek", contact="kdo")
    page = answer.read().decode()
    assert answer.status == 409
    assert "registered already, as number 1" in page
    assert 'name="contact" maxlength="100" value="kdo"' in page
    assert inside.act("people", "attend", status="present").status == 400
    assert inside.act("people", "attend", number="x", status="present").status == 409
    assert inside.act("people", "attend", number="1", status="gone").status == 409


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
    answer = inside.act("people", "rename", number="7", player="", club="", contact="")
    assert (answer.status, answer.read().decode().count('name="player" maxlength="40" value="Ann 6"')) == (409, 1)
    assert 'href="/people?find=ann%20&amp;more=3#entrant-3"' in inside.get("/people?find=ann%20")


def test_names_on_the_pages_are_text(inside):
    enrol(Registration(inside.desk), ("<script>x</script>", "A & B"), club="<b>")
    Registration(inside.desk).all_came()
    page = inside.get("/people")
    assert "<script>x" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("lang", ["cs", "en"])
def test_every_page_is_drawn_before_during_and_after_a_round(inside, lang):
    def all_pages():
        for page in (*PAGES, "draw?round=1", "draw?round=2&kind=marias", "results?round=7", "people?find=x"):
            answer = inside.page.ask(f"/{page}{'&' if '?' in page else '?'}lang={lang}", headers=inside.cookie)
            assert (answer.status, "&lt;" in answer.read().decode()) == (200, False), page

    all_pages()
    people = Registration(inside.desk)
    for n in range(5):
        enrol(people, (f"Ann {n}", f"Bob {n}"))
    people.all_came()
    all_pages()
    inside.act("draw", "draft", round="1", kind="polish_doubles", method="swiss")
    all_pages()
    inside.act("draw", "publish", round="1")
    inside.act("results", "result", round="1", table="1", seat0="300", seat1="250")
    inside.act("results", "result", round="1", table="1", seat0="300", seat1="350", reason="swapped")
    all_pages()
    shown = inside.get("/standings")
    assert re.findall(r'id="entrant-(\d)"><td><b>(\d)', shown)[0][1] == "1"
    assert inside.desk.read().tournament.results.get((1, 1)).reason == "swapped"


# -- in a browser ------------------------------------------------------------------------------------------------------


def filled(browser, form, **fields):
    for name, text in fields.items():
        browser.read(f"document.querySelector('{form} [name={name}]').value = {text!r}")


def pressed(browser, where, label):
    """Press a button, and wait for what answers to be on the page."""
    button = f"[...document.querySelectorAll('{where} button')].find(one => one.textContent.trim() === '{label}')"
    browser.wait(button + " !== undefined")
    browser.read(button + ".click()")
    browser.wait("document.body.dataset.sending === undefined")


def slip(browser, table):
    """Have the slip of a table lie there, by its number."""
    browser.read(
        f"document.querySelector('#jump [name=more]').value = '{table}'; "
        "document.querySelector('#jump').requestSubmit()"
    )
    browser.wait(f"document.querySelector('#slip h2').textContent.startsWith('Lístek stolu {table}')")


def test_an_evening_from_registration_to_the_standings_in_a_browser(store, browser):
    store.append(rows_of(1, entries=5))
    desk = OrganiserDesk(store)
    page = Running(
        desk_app.DeskRoutes(desk, cheap("tajné"), "cs", lambda: "http://x/", ("127.0.0.1",)).app(),
        limits=desk_app.LIMITS,
    )
    at = f"http://127.0.0.1:{page.port}"
    browser.size(1280, 900)
    browser.open(at)
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#tables li') !== null && document.readyState === 'complete'")
    browser.open(at + "/people")
    for n in range(1, 6):
        filled(browser, "#enrol", player=f"Ann {n}", partner=f"Bob {n}", name=f"Pár {n}", club="Písek")
        pressed(browser, "#enrol", "Přihlásit")
    pressed(browser, "#count", "Jsou tu všichni")
    assert browser.read("document.querySelector('#count h2').textContent") == "Na místě: 5 z 5"
    assert "5 účastníků" in browser.read("document.querySelector('#last').textContent")
    browser.open(at + "/draw")
    pressed(browser, "#draft", "Navrhnout")
    assert browser.read("document.querySelectorAll('.warnings .club').length") == 2
    filled(browser, "#check", one="1", other="2")
    pressed(browser, "#check", "Prohodit")
    assert desk.read().pairings == {}
    pressed(browser, "#publish", "Zveřejnit")
    assert desk.read().order(desk.state.places[1]).pairing.names == ("Pár 2", "Pár 3")
    browser.open(at + "/results")
    slip(browser, 1)
    filled(browser, "#slip", seat0="300", seat1="250")
    pressed(browser, "#slip", "Zapsat a další")
    slip(browser, 2)
    filled(browser, "#slip", seat0="400", seat1="200")  # number 4 starts there
    pressed(browser, "#slip", "Zapsat a další")
    slip(browser, 2)
    filled(browser, "#slip", seat0="abc", reason="omyl")
    pressed(browser, "#slip", "Opravit")
    assert "abc" in browser.read("document.querySelector('#trouble').textContent")
    browser.open(at + "/standings")
    order = browser.read("[...document.querySelectorAll('.standings tbody th a')].map(one => one.textContent.trim())")
    entrants = desk.read().tournament.entrants
    first, two = ([entrants[id].name for id in table.entrants] for table in desk.state.tournament.draw_of(1).tables)
    (bye,) = (entrants[id].name for id in desk.state.tournament.draw_of(1).byes)
    assert order == [two[0], first[0], bye, first[1], two[1]]
    pressed(browser, "#last", "↶ Vzít zpět")
    assert desk.read().tournament.results.get((1, 2)) is None
    assert not [
        complaint for complaint in browser.complaints if "409" not in complaint and "(Conflict)" not in complaint
    ]
    page.close()


def test_a_forfeit_is_ruled_on_the_slip(store, browser):
    desk = OrganiserDesk(store)
    for name in ("Jana", "Eva", "Iva", "Ota"):
        enrol(Registration(desk), (name, f"{name} B."), name)
    Registration(desk).all_came()
    Drawing(desk).by_hand(1, "polish_doubles", "1: 1 2\n2: 3 4")
    Drawing(desk).publish(1)
    page = Running(
        desk_app.DeskRoutes(desk, cheap("tajné"), "cs", lambda: "http://x/", ("127.0.0.1",)).app(),
        limits=desk_app.LIMITS,
    )
    browser.open(f"http://127.0.0.1:{page.port}")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#tables') !== null && document.readyState === 'complete'")
    browser.open(f"http://127.0.0.1:{page.port}/results")
    assert browser.read("document.querySelector('[name=absent1]')") is None
    slip(browser, 1)
    filled(browser, "#slip", seat0="1", seat1="0")
    browser.read("document.querySelector('#slip summary').click()")
    browser.read("document.querySelector('#slip [name=absent1]').click()")
    filled(browser, "#slip", reason="nepřišli")
    pressed(browser, "#slip", "Zapsat a další")
    assert desk.read().tournament.results.get((1, 1)).absent == (1,)
    slip(browser, 1)  # what was ruled is there, so that a correction keeps it
    assert browser.read("document.querySelector('#slip [name=absent1]').checked")
    assert browser.complaints == []
    page.close()


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
