"""The board of a game on its table's page: what lies there, and in a real browser how large."""

import json
import re
import time

import pytest

from device.organiser.board.model import BoardModel
from device.organiser.board.pages import BoardPages
from device.organiser.store import LogRow
from device.organiser.store.rows import ENTRY
from tests.organiser.pages import rows_of, rows_on_board, running_board

ENTRIES = 9
"""Of the sample: the last of them is the first move of a double turn."""
LETTERS = """[...document.querySelectorAll('.squares .tile')].map(tile => {
  const range = document.createRange();
  range.selectNodeContents(tile);
  const box = tile.getBoundingClientRect();
  return [parseFloat(getComputedStyle(tile).fontSize), range.getBoundingClientRect().width, box.width];
})"""


@pytest.fixture
def squares(store, tmp_path):
    """The first entries of the sample that is played on the board, at table 1."""
    store.append(rows_on_board(ENTRIES))
    page = running_board(str(tmp_path / "event.db"))
    yield page
    page.close()


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize(("width", "least"), [(390, 14), (1280, 20), (1920, 20)])
def test_the_board_can_be_read_on_a_phone_and_on_a_wide_screen(squares, browser, width, least, language):
    browser.size(width, 800)
    browser.open(f"http://127.0.0.1:{squares.port}/{language}/table/1")
    browser.wait("document.querySelectorAll('.squares .tile').length > 10")
    for size, letter, tile in browser.read(LETTERS):
        assert size >= least
        assert letter < tile, "inside its tile"
    assert browser.read("document.documentElement.scrollWidth") == width
    last, other = browser.read(
        "['.tile.last', '.tile:not(.last)'].map(one => getComputedStyle(document.querySelector(one)).backgroundColor)"
    )
    assert last != other, "the newest turn stands out"
    assert browser.complaints == []


def squares_of(*moves):
    """A table's page once these moves were said, and which tiles are marked as the last turn's."""
    board = BoardModel()
    pages = BoardPages(board)
    rows = rows_of(1, entries=0)
    events = [{"event": "starters", "pair": "A"}, {"event": "press", "pair": "A"}, *moves]
    rows += [
        LogRow(0, "1", "b" * 8, n + 1, ENTRY, rows[0].game, n, n * 10**9, time.time_ns(), json.dumps(event))
        for n, event in enumerate(events, start=1)
    ]
    for n, row in enumerate(rows, start=1):
        board.take([row._replace(id=n)])
    board.flush()
    page = pages.part("table-1", "en")
    return page, [tile[-1] for tile in re.findall(r'class="tile last">\w', page)]


OPENING = {"event": "move", "word": "ČUMÁK", "points": 30, "at": "H4"}
PRESS = {"event": "press", "pair": "A"}


def test_a_table_s_page_shows_what_lies_on_its_board_and_marks_the_last_turn():
    page, last = squares_of(OPENING, PRESS, {"event": "move", "word": "OBLOUK", "points": 18, "at": "5D"})
    assert page.count('class="tile') == 10
    assert sorted(last) == sorted("OBLOK"), "the U lay there"
    assert "incomplete" not in page


def test_premium_squares_show_until_a_tile_lies_there_and_rows_and_columns_are_named():
    page, _ = squares_of(OPENING, PRESS, {"event": "move", "word": "OBLOUK", "points": 18, "at": "5D"})
    premium = re.findall(r'class="premium (.)"', page)
    assert {sign: premium.count(sign) for sign in "dtDT"} == {"d": 23, "t": 12, "D": 15, "T": 8}, (
        "three of them are covered: H4, H8 and E5"
    )
    names = re.findall(r"<b>(\w+)</b>", page)
    assert names[:15] == [str(n) for n in range(1, 16)]
    assert names[15:] == list("ABCDEFGHIJKLMNO")
    squares = re.search(r'class="squares".*?</div>', page, re.DOTALL)[0]
    row_h = squares.split("<b>H</b>")[1].split("<b>")[0]
    assert re.findall(r">(\w?)</i>", row_h) == ["", "", "", *"ČUMÁK", *[""] * 7]
    assert 'premium T"' in row_h, "H1 counts a word three times"


def test_where_a_move_has_no_squares_the_page_says_that_its_board_is_incomplete():
    page, last = squares_of(OPENING, PRESS, {"event": "move", "word": "OBLOUK", "points": 18})
    assert page.count('class="tile') == 5
    assert last == []
    assert "The board is incomplete" in page


def test_a_game_without_squares_has_no_board_on_its_page():
    page, _ = squares_of({"event": "move", "word": "ČUMÁK", "points": 30}, PRESS)
    assert "squares" not in page
