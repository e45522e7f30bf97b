"""What the projector shows: letters for ten metres, pages that turn, lists of seats; without a script, too."""

import re

import pytest

from device.organiser.board.lists import ON_SHEET
from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.log.event_control import Desk
from device.organiser.store import everything
from device.organiser.store.rows import SEEN
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.registration import Registration
from tests.organiser.contrast import faint, wrong
from tests.organiser.events import doubles
from tests.organiser.pages import rows_of, running_board
from tests.organiser.said import correct, enrol

PICTURE_MM = 2000
"""How wide the picture is."""
CAPITAL = 0.66
"""How high a capital of Source Sans is, of the size of its letters."""


def pages_of(store):
    board = BoardModel()
    board.take(everything(store))
    board.flush()
    return BoardPages(board, "http://tabule.local/")


def many(store, count):
    """So many mariáš players, drawn into fours."""
    desk = Desk(store)
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
    one = running_board(str(tmp_path / "event.db"))
    yield one
    one.close()


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
        assert "Without scripts this page loads itself anew every 10 s." in page
        visible = re.findall(r'<ul class="sheet">(.*?)</ul>', page, re.DOTALL)
        assert len(visible) == 1
        shown |= set(re.findall(r"Příjmení\d{3}", visible[0]))
        sheet = int(re.search(r'<noscript><meta http-equiv="refresh" content="10; url=\?sheet=(\d+)">', page)[1])
    assert visited == [1, 2, 3, 4]
    assert len(shown) == 120


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
        ("1", "Josef Novák + Ivo Čáp"),
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
    for view in ("tables", "projector", "results", "find", "next", "standings", "table"):
        page = pages.page(view, 1, "cs", "tabule")
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
        small = [one for one in sizes if one[0] * CAPITAL * PICTURE_MM / 1920 < 34.5]
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


def test_a_phone_shows_the_whole_list(store, program, browser):
    many(store, 120)
    browser.size(390, 800, mobile=True)
    browser.open(f"http://127.0.0.1:{program.port}/en/find")
    browser.wait("document.querySelectorAll('.sheet').length > 1")
    assert browser.read("[...document.querySelectorAll('.sheet li')].every((one) => one.checkVisibility())"), (
        "every page of the list"
    )
    assert browser.read("document.documentElement.scrollWidth") <= 390
