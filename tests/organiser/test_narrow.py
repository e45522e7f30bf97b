"""Tables of names and figures on the narrowest telephones, 360 pixels wide, in a real browser."""

from itertools import product

import pytest

from device.common.languages import LANGUAGES
from device.organiser.log.event_control import OrganiserDesk
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

KINDS = ("polish_doubles", "marias", "polyssimo", "kourici_kocka", "chess_clock")
SCROLLING = """[...document.querySelectorAll('.scroll')].filter((sheet) => sheet.scrollWidth > sheet.clientWidth)
  .map((sheet) => `${sheet.parentElement.querySelector('h2').textContent}: ${sheet.scrollWidth}`)"""
"""The sheets that are wider than their place."""
LEFT_OUT = """[...document.querySelectorAll('.scroll table:not(:has(td.c0.num)) th')]
  .filter((head) => !head.checkVisibility()).map((head) => head.textContent)"""
"""Columns that do not show, but for those of sheets whose rows have numbers (turns, moves)."""


@pytest.fixture
def narrow(browser):
    browser.size(*NARROW, True)
    return browser


def test_a_sheet_of_polish_doubles_has_its_pairs_on_one_line_and_the_objections_on_the_page(store, tmp_path, narrow):
    OrganiserDesk(store).name("Zimní turnaj")
    store.append(rows_of(1, names=PAIRS))
    board = running_board(str(tmp_path / "event.db"))
    narrow.open(f"http://127.0.0.1:{board.port}/cs/table/1")
    cells = "[...document.querySelectorAll('tr:has(> .c0.num) > *')]"
    right = f"Math.max(...{cells}.map((one) => one.getBoundingClientRect().right))"
    assert narrow.read("document.querySelector('thead .c5').textContent") == "Námitka"
    assert narrow.read(right) <= NARROW[0]
    assert max(narrow.read(LINES % "tr:has(> .c0.num) > td.c1:not(:empty)")) == 1
    board.close()


@pytest.mark.parametrize("variant", [0, 1])
def test_no_sheet_of_any_game_scrolls_sideways_or_leaves_a_column_out(store, tmp_path, narrow, variant):
    OrganiserDesk(store).name("Zimní turnaj")
    for number, kind in enumerate(KINDS, start=1):
        store.append(rows_of(number, kind, variant))
    board = running_board(str(tmp_path / "event.db"))
    for language, number in product(LANGUAGES, range(1, len(KINDS) + 1)):
        narrow.open(f"http://127.0.0.1:{board.port}/{language}/table/{number}")
        assert narrow.read("document.querySelectorAll('.scroll').length") >= 2, KINDS[number - 1]
        assert narrow.read(SCROLLING) == [], (language, KINDS[number - 1])
        assert narrow.read(LEFT_OUT) == [], (language, KINDS[number - 1])
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
