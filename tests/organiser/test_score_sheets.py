"""Games on score sheets at an event: from the sheet at the desk over draw and tables to standings and papers."""

import contextlib
import urllib.parse
from fractions import Fraction

import pytest

from device.cli import main as dvojtah
from device.common.sheets import shipped_sheets
from device.organiser.acts.decisions import SheetAdded
from device.organiser.board.lists import results_by_round
from device.organiser.board.own_table import own_table
from device.organiser.desk.forms import decide
from device.organiser.log.event_control import LARGEST_SHEET, MOST_SHEETS, OrganiserDesk
from device.organiser.log.event_games import kind_of
from device.organiser.papers import PAPERS
from device.organiser.papers.files import FILES, results_csv, season_zip, standings_csv
from device.organiser.papers.sheet import PaperRequest
from device.organiser.papers.site import Site
from device.organiser.store import open_store
from device.organiser.tournament.accounts import account
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal
from rules.sheet_terms import Box, SheetTerms
from tests.exports.conftest import text_of as text_of_pdf
from tests.organiser.events import drawn, numbers, played, with_pairs, with_players
from tests.organiser.pages import EVENT
from tests.organiser.plain_page import lines_of
from tests.organiser.said import result
from tests.organiser.sheet_tables import SIGNED, order, play, rows, seats, setup

RUMMY = SheetTerms(name="Žolíky našeho klubu", players=(3, 6), figure="trestné body", wins="least", until=100, least=-5)
CLUB_FILE = """# Jak se hraje u nás.
name = "Žolíky našeho klubu"
players = [3, 6]
figure = "trestné body"
wins = "least"
until = 100
least = -5
""".encode()
KIND = "rounds:Žolíky našeho klubu"


@pytest.fixture
def inside(store, cheap_passwords, enter):
    """Somebody who has come in at the desk."""
    return enter(OrganiserDesk(store))


@pytest.fixture
def rummy(desk):
    """Three who are drawn at one table for the club's game."""
    with_players(desk, 3)
    desk.add_sheet(RUMMY)
    drawn(desk, kind=KIND, method="rank")
    return desk


def accepted(answer):
    assert answer.status == 303, answer.read().decode()


def text_of(inside, path):
    """A page in Czech, as text."""
    return "\n".join(lines_of(inside.get(f"{path}{'&' if '?' in path else '?'}lang=cs")))


def test_an_evening_on_a_sheet_of_the_club_from_its_file_to_the_standings(inside, store):
    desk = inside.desk
    for n, name in enumerate(("Adam Bílý", "Bára Černá", "Cyril Dub", "Dana Erbová", "Emil Fiala", "Fanny Gros"), 1):
        accepted(inside.act("people", "enrol", player=name, number=str(n)))
    accepted(inside.act("people", "all_came"))
    accepted(inside.send(CLUB_FILE, page="draw", do="sheet_file"))
    page = text_of(inside, "/draw")
    assert "Žolíky našeho klubu" in page
    assert "Bodovací listy" in page
    assert "Přidat mezi hry" in page

    accepted(inside.act("draw", "draft", round="1", kind=KIND, method="fours", first="1"))
    accepted(inside.act("draw", "publish", round="1"))
    draw = desk.read().tournament.draw_of(1)
    assert [len(table.entrants) for table in draw.tables] == [3, 3]
    accepted(inside.act("draw", "round", round="1", minutes="45", starts="0", kind=KIND))

    for table in (1, 2):
        pairing = order(desk, table).pairing
        assert (pairing.kind, pairing.terms, pairing.goes_on) == ("rounds", RUMMY, False)
        begun = setup(pairing, table)
        assert (begun.terms, begun.round, begun.table) == (RUMMY, 1, str(table))
        assert list(begun.players) == [names[0] for names in pairing.seats]
    play(desk, store, 1, (20, 0, 45), (90, -5, 0))
    assert "Žolíky našeho klubu" in text_of(inside, "/")
    play(desk, store, 2, (0, 60, 0), (0, 70, 0))

    at = {n: table.drawn.entrants for n, table in enumerate(Scoring(desk.read()).tables(1), start=1)}
    name = {id: entrant.name for id, entrant in desk.state.tournament.entrants.items()}
    first, second = [[name[id] for id in ids] for ids in (at[1], at[2])]
    lines = Scoring(desk.state).standings(KIND)
    assert [(line.place, line.name, line.won, line.points, line.figures) for line in lines] == [
        (1, first[1], Fraction(1), Fraction(5), ("1", "−5")),
        *[(2, who, Fraction(1, 2), 0, ("½", "0")) for who in sorted((second[0], second[2]))],
        (4, first[2], 0, Fraction(-45), ("0", "45")),
        (5, first[0], 0, Fraction(-110), ("0", "110")),
        (6, second[1], 0, Fraction(-130), ("0", "130")),
    ]
    page = text_of(inside, f"/standings?kind={urllib.parse.quote(KIND)}")
    assert "Pořadí po 1. kole" in page
    assert "Žolíky našeho klubu" in page
    places = [line for line in page.splitlines() if first[1] in line]
    assert any("−5" in line for line in places), page
    page = text_of(inside, "/results?round=1&more=1")
    assert "Pište, kolik každý dostal: méně je lépe." in page


def test_no_table_needs_the_file_and_another_program_folds_the_same_log(store, tmp_path, rummy):
    play(rummy, store, 1, (20, 0, 45), (90, -5, 0))
    again = OrganiserDesk(store)
    again.offered_sheets = tuple
    (game,) = again.state.games.values()
    assert kind_of(game.history) == KIND
    assert game.record.splitlines()[0].count("Žolíky našeho klubu") == 1
    assert Scoring(again.state).standings(KIND) == Scoring(rummy.read()).standings(KIND)
    assert again.state.game(KIND).name.args == {"name": RUMMY.name}


def test_tables_are_of_as_many_as_the_sheet_says_and_who_is_left_has_a_bye(store, desk):
    with_players(desk, 10)
    three = desk.add_sheet(SheetTerms(name="Tři", players=(3, 3)))
    draw = drawn(desk, kind=three, method="fours")
    assert [len(table.entrants) for table in draw.tables] == [3, 3, 3]
    assert len(draw.byes) == 1
    again = drawn(desk, 2, three, "fours")
    assert not {*again.byes} & {*draw.byes}, "nobody has a bye twice"
    scoring = Scoring(desk.read())
    assert scoring.byes(draw) == dict.fromkeys(draw.byes, Fraction(0)), "as where four meet, a bye counts nothing"


def test_of_two_sides_rounds_are_drawn_in_pairs_and_the_difference_counts(store, desk):
    with_pairs(desk, 4)
    canasta = desk.add_sheet(next(terms for terms in shipped_sheets() if terms.team == 2 and terms.until))
    draw = drawn(desk, kind=canasta)
    assert [len(table.entrants) for table in draw.tables] == [2, 2]
    pairing = order(desk, 1).pairing
    first, second = pairing.seats
    begun = setup(pairing, 1)
    assert begun.players == (first[0], second[0], first[1], second[1]), "partners sit opposite each other"
    play(desk, store, 1, (3000, 1200), (2100, 900))
    play(desk, store, 2, (100, 5200))
    name = {id: entrant.name for id, entrant in desk.state.tournament.entrants.items()}
    (a, b), (c, d) = ([name[id] for id in table.entrants] for table in draw.tables)
    assert [(line.name, line.figures) for line in Scoring(desk.read()).standings(canasta)] == [
        (d, ("1", "+5\u00a0100")),
        (a, ("1", "+3\u00a0000")),
        (b, ("0", "−3\u00a0000")),
        (c, ("0", "−5\u00a0100")),
    ]
    met = [{*table} for table in numbers(desk, draw)]
    assert not [table for table in numbers(desk, drawn(desk, 2, canasta)) if {*table} in met], "nobody meets again"


def test_a_result_from_paper_counts_as_a_signed_one_does(store, desk):
    with_players(desk, 6)
    desk.add_sheet(RUMMY)
    drawn(desk, kind=KIND, method="rank")
    play(desk, store, 1, (20, 0, 45), (90, -5, 0))
    result(Drawing(desk), 1, 2, (110, -5, 45))
    signed, entered = Scoring(desk.read()).tables(1)
    assert [(score.won, score.margin, score.points) for score in signed.scores] == [
        (score.won, score.margin, score.points) for score in entered.scores
    ]
    assert signed.figures() == entered.figures() == ["110", "-5", "45"]
    forms = {"do": "result", "round": "1", "table": "2", "seat0": "0", "seat1": "0", "seat2": "0", "reason": "x"}
    decide(desk, forms | {"winner": "2"})
    assert [score.won for score in Scoring(desk.read()).tables(1)[1].scores] == [0, 0, 1]


def test_the_most_points_win_where_the_sheet_says_so_on_paper_as_well(store, desk):
    with_players(desk, 3)
    kind = desk.add_sheet(SheetTerms(name="Uno", players=(3, 4), until=500))
    drawn(desk, kind=kind, method="rank")
    result(Drawing(desk), 1, 1, (500, 20, 90))
    assert [line.figures for line in Scoring(desk.read()).standings(kind)] == [("1", "500"), ("0", "90"), ("0", "20")]
    own = own_table(desk.state, 3)
    assert (own.games[0].result, own.games[0].look) == ("90", "lost")
    assert [scores for _, scores in results_by_round(desk.state)[0].results[0].scores] == ["500", "20", "90"]


def test_a_result_that_is_sent_back_does_not_count_and_a_substitute_plays_for_whom_he_came(store, desk):
    with_players(desk, 3)
    desk.add_sheet(RUMMY)
    draw = drawn(desk, kind=KIND, method="rank")
    pairing = order(desk, 1).pairing
    begun = setup(pairing, 1)
    events = [
        {"event": "round", "figures": [60, 0, 20]},
        {"event": "substitute", "seat": "1", "name": "Náhradník"},
        {"event": "round", "figures": [60, 0, 20]},
        *SIGNED,
    ]
    store.append(rows(1, begun, pairing.pairing, *events))
    name = {id: entrant.name for id, entrant in desk.read().tournament.entrants.items()}
    assert [line.name for line in Scoring(desk.state).standings(KIND)][-1] == name[draw.tables[0].entrants[0]]
    desk.send_back(1, "Chybí podpis")
    assert order(desk, 1).returned[0].reason == "Chybí podpis"
    assert not Scoring(desk.read()).standings(KIND)


def test_what_a_table_chose_itself_stands_by_its_name_and_is_in_no_draw(store, rummy):
    pairing = order(rummy, 1).pairing
    other = setup(pairing, 1).__class__(terms=SheetTerms(name="Uno", until=50), players=("Ivo", "Jan"))
    written = {"event": "round", "figures": [50, 10]}
    store.append(rows(1, other, None, written, *SIGNED))
    state = rummy.read()
    assert state.kinds()[-2:] == (KIND, "rounds:Uno")
    assert [line.name for line in Scoring(state).standings("rounds:Uno")] == ["Ivo", "Jan"]
    assert Scoring(state).tables(1)[0].scores is None
    assert not Scoring(state).standings(KIND)


def test_a_sheet_can_be_put_right_until_somebody_is_drawn_for_it(store, desk):
    with_players(desk, 3)
    desk.add_sheet(RUMMY)
    desk.add_sheet(RUMMY)
    acts = [act for together in desk.read().decided for act in together.acts if isinstance(act, SheetAdded)]
    assert len(acts) == 1, "what stands already is not decided again"
    longer = SheetTerms(name=RUMMY.name, players=(3, 6), wins="least", until=300)
    assert desk.add_sheet(longer) == KIND
    assert desk.state.sheets == {KIND: longer}
    Drawing(desk).draft(1, KIND, "fours")
    with pytest.raises(Refusal, match="is played at this event by other terms"):
        desk.add_sheet(RUMMY)
    assert desk.add_sheet(longer) == KIND


def test_there_are_bounds_to_what_an_event_takes(store, desk):
    boxes = tuple(Box(name=f"{'á' * 38}{n}", allowed=tuple(range(-99_999, -99_959))) for n in range(30))
    with pytest.raises(Refusal, match="too large to be sent to the tables"):
        desk.add_sheet(SheetTerms(name="Velký", boxes=boxes))
    for n in range(MOST_SHEETS):
        desk.add_sheet(SheetTerms(name=f"List {n}"))
    with pytest.raises(Refusal, match=f"There are {MOST_SHEETS} score sheets"):
        desk.add_sheet(RUMMY)
    assert LARGEST_SHEET < 24 * 1024
    with pytest.raises(Refusal, match="whole teams"):
        desk.add_sheet(SheetTerms(name="Bez soupeře", players=(2, 4), team=2))


def test_a_new_evening_goes_on_with_the_sheets_and_counts_for_the_season(store, desk):
    with_players(desk, 3)
    desk.name("První")
    desk.add_sheet(RUMMY)
    drawn(desk, kind=KIND, method="rank")
    result(Drawing(desk), 1, 1, (110, -5, 45))
    decide(desk, {"do": "new_evening", "title": "Druhý"})
    assert KIND in desk.read().kinds()
    Registration(desk).all_came()
    drawn(desk, kind=KIND, method="rank")
    result(Drawing(desk), 1, 1, (0, 100, 45))
    assert b"rounds-zoliky-naseho-klubu/records.jsonl" in season_zip(desk.read())


def test_files_and_pages_call_it_by_its_name(store, rummy):
    play(rummy, store, 1, (20, 0, 45), (90, -5, 0))
    state = rummy.read()
    assert standings_csv(state, ",").decode("utf-8-sig").splitlines()[1].startswith("Žolíky našeho klubu,1,")
    cells = [row.split(",") for row in results_csv(state, ",").decode("utf-8-sig").splitlines()[1:]]
    assert [row[6] for row in cells] == ["110", "-5", "45"]
    site = {path: data.decode() for path, data in Site(state).files() if path.endswith(".html")}
    assert "Žolíky našeho klubu" in site["cs/index.html"]
    assert "Žolíky našeho klubu" in site[next(path for path in site if path.startswith("cs/game-"))]


def test_the_way_back_from_a_drawn_sheet_leads_home(store, rummy):
    screen = seats(order(rummy, 1).pairing)
    assert screen.on_back(None).name == "HOME"


def test_the_command_line_adds_a_sheet_and_pairs_by_its_name(tmp_path, capsys):
    store, file = str(tmp_path / "event.db"), tmp_path / "zoliky.toml"
    file.write_bytes(CLUB_FILE)
    lines = tmp_path / "tables.txt"
    lines.write_text("1: Adam, Bára, Cyril\n", encoding="utf-8")

    def run(*words):
        given = ["--journal", str(tmp_path / "games.db"), "--event", EVENT, "--store", store]
        status = dvojtah(["--lang", "en", "organiser", words[0], *given, *words[1:]])
        return status, capsys.readouterr().err

    status, error = run("pair", str(lines), "--game", "uno")
    assert status == 1
    assert "The score sheet Uno is not among the games of this event." in error
    assert run("sheet", "uno") == run("sheet", str(file)) == run("pair", str(lines), "--game", "uno") == (0, "")
    assert run("round", "1", "--game", "žolíky našeho klubu") == (0, "")
    status, error = run("sheet", str(tmp_path / "none.toml"))
    assert status == 1
    assert "none.toml" in error
    desk = OrganiserDesk(open_store(store, EVENT))
    assert desk.state.kinds()[-2:] == ("rounds:Uno", KIND)
    assert desk.state.round.kind == KIND
    assert order(desk, 1).pairing.terms.name == "Uno"
    assert [seat.name for seat in setup(order(desk, 1).pairing, 1).seats] == ["Adam", "Bára", "Cyril"]


def test_fees_prizes_and_every_paper_and_file_go_by_the_standings_of_the_sheet(store, desk):
    with_players(desk, 4)
    desk.add_sheet(RUMMY)
    played(desk, 1, "1: 1 2 3\n4", (110, -5, 45), kind=KIND)
    decide(desk, {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent", "kind": KIND})
    decide(desk, {"do": "all_paid"})
    state = desk.read()
    now = account(state)
    assert now.kind == KIND
    assert [(line.entrant.number, payout.prize) for line, payout in now.lines] == [
        (2, 24_000),
        (4, 16_000),
        (3, 0),
        (1, 0),
    ]
    assert "Body všech; podepisují všichni." in text_of_pdf(PAPERS["slips"].make(state, PaperRequest(1)))
    for word, paper in PAPERS.items():
        assert paper.make(state, PaperRequest(1, KIND, "http://x/", None)).startswith(b"%PDF"), word
    files_made = []
    for name, file in FILES.items():
        with contextlib.suppress(Refusal):
            files_made.append((name, bool(file.make(state, ";"))))
    assert ("prizes.csv", True) in files_made
    assert {name for name, _ in files_made} == FILES.keys() - {"pairs.t", "records.zip"}, "no pairs, no game at a table"
