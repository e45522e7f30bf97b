"""Tables of names and figures on the narrowest telephones, 360 pixels wide, in a real browser."""

import pytest

from device.organiser.log.event_control import Desk
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from tests.organiser.desks import come_in, started
from tests.organiser.events import doubles, played
from tests.organiser.pages import rows_of, running_board

NARROW = (360, 740)
PAIRS = ["Eva Šťastná + Řehoř Dvořák", "Jana Nováková + Oto Hrubý"]
LINES = """[...document.querySelectorAll('%s')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
})"""
"""On how many lines the words of each cell stand."""


@pytest.fixture
def narrow(browser):
    browser.size(*NARROW, True)
    return browser


def test_a_sheet_of_polish_doubles_has_its_pairs_on_one_line_and_the_objections_on_the_page(store, tmp_path, narrow):
    Desk(store).name("Zimní turnaj")
    store.append(rows_of(1, names=PAIRS))
    board = running_board(str(tmp_path / "event.db"))
    narrow.open(f"http://127.0.0.1:{board.port}/cs/table/1")
    cells = "[...document.querySelectorAll('tr:has(> .c0.num) > *')]"
    right = f"Math.max(...{cells}.map((one) => one.getBoundingClientRect().right))"
    assert narrow.read("document.querySelector('thead .c5').textContent") == "Námitka"
    assert narrow.read(right) <= NARROW[0]
    assert max(narrow.read(LINES % "tr:has(> .c0.num) > td.c1:not(:empty)")) == 1
    board.close()


def test_names_of_a_season_are_wider_than_a_word(store, narrow):
    desk = doubles(store)
    Rulings(desk).begin_evening("Zimní turnaj v Písku")
    Registration(desk).all_came()
    played(desk, 1, "1: 1 2\n2: 3 4", (400, 300), (400, 300))
    page = started(store)
    come_in(narrow, page)
    narrow.size(*NARROW, True)
    narrow.open(f"http://127.0.0.1:{page.port}/standings?season=1&lang=cs")
    assert narrow.read("document.documentElement.scrollWidth") <= NARROW[0]
    assert (
        narrow.read("Math.min(...[...document.querySelectorAll('th[scope=row]')].map((one) => one.offsetWidth))") >= 140
    )
    page.close()
