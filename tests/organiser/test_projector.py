"""What the projector shows: letters for ten metres, pages that turn, lists of seats; without a script, too."""

import re

import pytest

from device.organiser.board.lists import ON_SHEET
from device.organiser.board.pages import BoardPages
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store.rows import SEEN
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.contrast import faint, wrong
from tests.organiser.events import doubles, played
from tests.organiser.pages import board_of, rows_of, running_board
from tests.organiser.said import correct, enrol, result

PICTURE_MM = 2000
"""How wide the picture is."""
CAPITAL = 0.66
"""How high a capital of Source Sans is, of the size of its letters."""


def pages_of(store):
    board = board_of(store)
    return BoardPages(board, "http://tabule.local/")


def many(store, count):
    """So many mariáš players, drawn into fours."""
    desk = OrganiserDesk(store)
    people, draw = Registration(desk), Drawing(desk)
    for n in range(count):
        enrol(people, (f"Jméno{n % 7} Příjmení{n:03d}",))
    people.all_came()
    draw.draft(1, "marias", "fours", seed=1)
    draw.publish(1)
    return desk


@pytest.fixture
def program(store, tmp_path):
    store.append([row for table in range(1, 9) for row in rows_of(table, entries=None if table % 2 else 40)])
    running = running_board(str(tmp_path / "event.db"))
    yield running
    running.close()


def test_everybody_is_on_the_list_once_and_the_pages_hold_so_many(store):
    many(store, 120)
    pages = pages_of(store)
    page = pages.page("find", 1, "cs", "tabule")
    assert sorted(re.findall(r"Příjmení\d{3} J\.", page)) == [f"Příjmení{n:03d} J." for n in range(120)]
    assert pages.sheets("find") == 4
    assert page.count('class="sheet"') == 4
    assert f"{ON_SHEET['find']} hráčů na straně" in page


def test_without_a_script_the_pages_turn_by_loading_the_next_one_and_say_so(store):
    many(store, 120)
    pages = pages_of(store)
    shown, visited, sheet = set(), [], 1
    while sheet not in visited:
        visited.append(sheet)
        page = pages.page("find", 1, "en", "board", sheet=sheet)
        assert "Without scripts this page reloads every 10 s." in page
        visible = re.findall(r'<ul class="sheet">(.*?)</ul>', page, re.DOTALL)
        assert len(visible) == 1
        shown |= set(re.findall(r"Příjmení\d{3}", visible[0]))
        sheet = int(re.search(r'<noscript><meta http-equiv="refresh" content="10; url=\?sheet=(\d+)">', page)[1])
    assert visited == [1, 2, 3, 4]
    assert len(shown) == 120


def test_of_tables_of_four_fewer_are_shown_at_a_time(store):
    many(store, 32)
    assert pages_of(store).fits() == 4


def test_of_tables_of_two_pairs_six_are_shown_at_a_time(store):
    store.append([row for table in range(1, 9) for row in rows_of(table)[:2]])
    pages = pages_of(store)
    assert (pages.fits(), pages.sheets("projector")) == (6, 2)


@pytest.mark.parametrize(("players", "seconds"), [(36, 30), (40, 10)])
def test_a_list_that_fits_on_one_page_stands_longer_than_one_that_turns(store, players, seconds):
    many(store, players)
    page = pages_of(store).page("find", 1, "en", "board")
    assert f"Without scripts this page reloads every {seconds} s." in page


def test_the_second_page_of_the_tables_is_the_second_in_every_language(store):
    store.append([row for table in range(1, 62) for row in rows_of(table)[:2]])
    pages = pages_of(store)
    languages = [re.findall(r'href="([^"]+)" hreflang', pages.page("tables", n, "en", "board")) for n in (1, 2)]
    assert languages == [["/cs/", "/sk/"], ["/cs/?page=2", "/sk/?page=2"]]


@pytest.mark.parametrize("view", ["tables", "projector", "results", "table", "find", "next", "standings"])
def test_every_page_refreshes_itself_without_a_script(store, view):
    doubles(store)
    store.append(rows_of(1))
    page = pages_of(store).page(view, 1, "cs", "tabule")
    assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+', page)
    assert "Bez skriptů se tato stránka načte znovu" in page
    assert "example" not in page


def test_the_next_round_and_the_standings_are_those_of_the_desk(store):
    doubles(store)
    pages = pages_of(store)
    drawn = pages.page("next", 1, "en", "board")
    assert "Round 2" in drawn
    rows = re.findall(r"<li><b>(\d+)</b>(.*?)</li>", drawn)
    assert [(table, re.findall(r'"name">([^<]+)', names)) for table, names in rows] == [
        ("1", ["Krtci", "Ema Žáková + Jan Novák"]),
        ("12", ["Eva Šťastná + Řehoř Dvořák", "Josef Novák + Ivo Čáp"]),
    ]
    assert "Bye: Sloky 2" in drawn
    standings = pages.page("standings", 1, "en", "board")
    assert re.findall(r'<li><b>(\d)</b><span class="name">([^<]+)', standings)[:2] == [
        ("1", "Novák + Čáp"),
        ("2", "Krtci"),
    ]


def test_the_list_says_table_and_side_of_everybody_and_who_has_a_bye(store):
    doubles(store)
    line = r'"name">([^<]+?)(?: <small>([^<]+)</small>)?</span><b>([^<]+)</b><i(?: class="side(\d)")?'
    rows = re.findall(line, pages_of(store).part("find", "en"))
    assert ("Chalupa Č.", "", "1", "0") in rows
    assert ("Žáková E.", "", "1", "1") in rows
    assert ("Čáp I.", "", "12", "1") in rows
    assert ("Hrubý O.", "", "bye", "") in rows
    assert {row[:2] for row in rows if row[0].startswith("Novák J")} == {
        ("Novák Jan", "Krtci"),
        ("Novák Jan", "Brno"),
        ("Novák Josef", ""),
    }


def test_the_list_stands_in_the_order_of_the_reader_s_alphabet(store):
    doubles(store)
    pages = pages_of(store)
    for lang, order in {"sk": ["Hrubý O.", "Chalupa Č."], "en": ["Chalupa Č.", "Hrubý O."]}.items():
        listed = re.findall(r'"name">([^<]+?)(?: <small>|<)', pages.part("find", lang))
        assert [name for name in listed if name in order] == order


def test_before_a_draw_the_wall_says_so(store):
    pages = pages_of(store)
    for view in ("find", "next"):
        assert "The next round is not drawn yet." in pages.page(view, 1, "en", "board")
    assert "No result is signed yet." in pages.page("standings", 1, "en", "board")


def test_who_asked_for_initials_is_not_named_anywhere(store):
    """Not even by a table, which has the whole names."""
    desk = doubles(store)
    correct(Registration(desk), 2, ("Eva Šťastná", "Řehoř Dvořák"), "", "Brno", "", initials=True)
    store.append(rows_of(1, names=("Krtci", "Eva Šťastná + Řehoř Dvořák")))
    pages = pages_of(store)
    for view in ("tables", "projector", "results", "find", "next", "standings", "table", "own"):
        page = pages.page(view, 2 if view == "own" else 1, "cs", "tabule")
        assert "Šťastná" not in page, view
        assert "Řehoř" not in page, view
    assert "E. Š. + Ř. D." in pages.part("next", "cs")
    assert "E. Š." in pages.part("find", "cs")
    assert "Krtci" in pages.part("card-1", "cs")


# -- in a browser ------------------------------------------------------------------------------------------------------

SIZES = """[...document.querySelectorAll('body *')].filter((one) =>
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !one.closest('noscript, footer, svg')
    && one.checkVisibility() && one.getBoundingClientRect().width > 0)
  .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim().slice(0, 30)])"""

OUTSIDE = """[...document.querySelectorAll('.card:not([hidden]), .sheet:not([hidden]) li, #turning, .turning, .qr')]
  .filter((one) => { const box = one.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.height < 10; })
  .map((one) => one.textContent.trim().slice(0, 60))"""


OVERLAPPING = """[...document.querySelectorAll('.card:not([hidden]) .seats')]
  .filter((one) => one.scrollHeight > one.clientHeight + 2)
  .map((one) => `${one.parentElement.id}: ${one.scrollHeight} in ${one.clientHeight}`)"""


@pytest.mark.parametrize("lang", ["cs", "en"])
def test_letters_on_the_projector_are_read_from_ten_metres_and_every_text_has_contrast(store, program, browser, lang):
    desk = doubles(store)
    if lang == "cs":  # four at a table: fewer of them fit
        store.append(rows_of(9, "marias"))
    desk.round(2, 2700, "polish_doubles", 300)
    desk.notice("Oběd je ve 14:30.", "Lunch at 14:30.")
    browser.size(1920, 1080)
    for view in ("find", "next", "standings", "projector"):
        browser.open(f"http://127.0.0.1:{program.port}/{lang}/{view}")
        browser.wait("!document.getElementById('notice').hidden && document.querySelector('.sheet, #card-1') !== null")
        sizes = browser.read(SIZES)
        assert len(sizes) > 8
        small = [size for size in sizes if size[0] * CAPITAL * PICTURE_MM / 1920 < 34.5]
        assert small == [], view
        assert browser.read(OUTSIDE) == [], view
        assert browser.read(OVERLAPPING) == [], view
        assert (faint(browser), wrong(browser)) == ([], []), view
    for view in ("", "results", "table/1"):
        browser.open(f"http://127.0.0.1:{program.port}/{lang}/{view}")
        browser.wait("document.querySelector('#card-1, #results, article') !== null")
        assert (faint(browser), wrong(browser)) == ([], []), view
    assert browser.complaints == []


def test_a_table_without_a_connection_is_read_as_well(store, program, browser):
    last = rows_of(1)[1]
    store.append([last._replace(seq=99, kind=SEEN, body=last.body.replace("true", "false"))])
    store.append(rows_of(10, entries=3))
    last = rows_of(10)[1]
    store.append([last._replace(seq=99, kind=SEEN, body=last.body.replace("true", "false"))])
    browser.size(1280, 720)
    browser.open(f"http://127.0.0.1:{program.port}/cs/")
    browser.wait("document.querySelector('.card.away') !== null")
    assert faint(browser) == []


def test_the_pages_turn_and_stay_where_the_keyboard_is(store, program, browser):
    desk = many(store, 90)
    browser.size(1280, 720)
    browser.open(f"http://127.0.0.1:{program.port}/cs/find")
    browser.wait("document.querySelectorAll('.sheet').length === 3")
    seen = "[...document.querySelectorAll('.sheet')].map((one) => !one.hidden)"
    assert browser.read(seen) == [True, False, False]
    browser.read("""(() => { const tab = document.querySelectorAll('.turning a')[1]; tab.focus(); tab.click();
        window.same = true; })()""")
    assert browser.read(seen) == [False, True, False]
    Registration(desk).attend(1, "withdrawn")
    Drawing(desk).correct(1, 2, 3, "spletli si stůl")
    correct(Registration(desk), 2, ("Aa Aaaaa",), "", "", "")
    browser.wait("document.querySelector('#find li').textContent.includes('Aaaaa')")
    assert browser.read(seen) == [False, True, False]
    assert browser.read("document.activeElement === document.querySelectorAll('.turning a')[1] && window.same")


def test_a_phone_finds_who_one_is_by_a_few_letters_and_keeps_it(store, program, browser):
    desk = many(store, 120)
    browser.size(360, 780, mobile=True)
    at = f"http://127.0.0.1:{program.port}/cs"
    browser.open(f"{at}/find")
    browser.wait("document.querySelectorAll('.sheet').length > 1")
    shown = "[...document.querySelectorAll('.sheet li')].filter((one) => one.checkVisibility())"
    assert browser.read(f"{shown}.length") == 0
    assert browser.read("document.documentElement.scrollHeight") <= 800, "no longer than the screen"
    assert browser.read("document.documentElement.scrollWidth") == 360
    browser.read("document.querySelector('.seek input').focus()")
    browser.call("Input.insertText", text="prijmeni07")
    assert browser.read(f"{shown}.length") == 10, "without its accents, too"
    browser.read(f"{shown}.find((one) => one.textContent.includes('Příjmení071')).click()")
    browser.wait("document.getElementById('own')?.dataset.name?.includes('Příjmení071')")
    table = next(
        drawn_table.table
        for drawn_table in desk.read().tournament.draw_of(1).tables
        if number_in(desk, drawn_table) & {72}
    )
    assert browser.read("document.querySelector('.at b').textContent") == str(table)
    assert len(browser.read("document.querySelector('.against strong').textContent").split(", ")) == 3
    assert (faint(browser), wrong(browser)) == ([], [])
    browser.wait("localStorage.length === 1")
    browser.open(f"{at}/find")  # it is kept: the page opens with it
    browser.wait("document.querySelector('#own [data-forget]') !== null")
    # Once somebody changes the draw it follows by itself.
    Registration(desk).attend(1, "withdrawn")
    Drawing(desk).correct(1, 72, next(iter({1, 2} - {72})), "spletli si stůl")
    moved = next(table.table for table in desk.read().tournament.draw_of(1).tables if number_in(desk, table) & {72})
    browser.wait(f"document.querySelector('.at b').textContent === '{moved}'")
    browser.read("document.querySelector('[data-forget]').click()")
    browser.wait("document.querySelector('.seek input') !== null && localStorage.length === 0")
    assert browser.complaints == []


def number_in(desk, table):
    entrants = desk.state.tournament.entrants
    return {entrants[id].number for id in table.entrants}


def test_without_a_script_a_name_is_looked_for_by_the_server(store):
    many(store, 120)
    page = pages_of(store).page("find", 1, "cs", "board", find="Prijmeni07")
    assert page.count("<li data-own") == 10


def test_results_of_many_are_folded_and_read_on_a_phone(store, program, browser):
    desk = many(store, 240)
    for table in desk.read().tournament.draw_of(1).tables:
        result(Drawing(desk), 1, table.table, (300, -100, -100, -100))
    browser.size(360, 780, mobile=True)
    browser.open(f"http://127.0.0.1:{program.port}/cs/results")
    browser.wait("document.querySelectorAll('#results details').length > 1")
    assert browser.read("document.documentElement.scrollWidth") == 360
    assert browser.read("document.documentElement.scrollHeight") < 50 * 60 + 2500
    assert faint(browser) == []


def test_the_projector_shows_wins_beside_the_difference_and_short_names(store):
    desk = OrganiserDesk(store)
    for a, b in (("Bohumila Pampelišková-Zahradní", "Maxmilián Přemyslovský"), ("Jan Novák", "Eva Malá")):
        enrol(Registration(desk), (a, b))
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2", (300, 200))
    pages = pages_of(store)
    rank = pages.part("rank", "cs")
    assert "Pampelišková-Zahradní + Přemyslovský" in rank
    assert re.findall(r'<td class="num[^"]*">([^<]*)</td>', rank)[:3] == ["1", "1", "+100"]
    assert "od pultu" in pages.part("card-1", "cs"), "a table on paper shows its result"
    assert ">300<" in pages.part("card-1", "cs")


def test_at_a_table_of_five_no_name_is_cut(store, program, browser):
    desk = OrganiserDesk(store)
    surnames = ("Skočdopolová", "Přemyslovský", "Pampelišková-Zahradní", "Žáková", "Novák")
    for n in range(30):
        given = ("Bohumila", "Maxmilián", "Přemysl", "Ema", "Jan")[n % 5]
        enrol(Registration(desk), (f"{given} {surnames[(n * 2 + n // 5) % 5]}",), club=f"Klub {n}")
    Registration(desk).all_came()
    Drawing(desk).by_hand(
        1, "marias", "\n".join(f"{n}: {' '.join(map(str, range(5 * n - 4, 5 * n + 1)))}" for n in range(1, 7))
    )
    Drawing(desk).publish(1)
    for n in range(1, 5):
        result(Drawing(desk), 1, n, (12340, -10000, -2340, 0, 0))
    cut = """[...document.querySelectorAll('.name, .who, .figure, td')].filter((one) => one.checkVisibility()
      && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth))
      .map((one) => one.textContent)"""
    for view in ("projector", "standings"):
        for width, height in ((1280, 720), (1920, 1080)):
            browser.size(width, height)
            browser.open(f"http://127.0.0.1:{program.port}/cs/{view}")
            browser.wait("document.querySelectorAll('.name').length > 9")
            assert browser.read(cut) == [], (view, width)


@pytest.mark.parametrize("number", [0, 99, 10**9])
def test_nobody_has_a_page_of_nobody(store, number):
    doubles(store)
    pages = pages_of(store)
    assert pages.page("own", number, "cs", "board") is None
    (krtci,) = (entrant for entrant in pages.board.state.tournament.entrants.values() if entrant.name == "Krtci")
    assert "Krtci" in pages.page("own", krtci.number, "cs", "board")
