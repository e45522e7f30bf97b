"""The board of a game on its table's page, in a real browser: letters large enough, nothing beside the page."""

import json
import time

import pytest

from device.organiser.store import LogRow
from device.organiser.store.rows import ENTRY
from tests.organiser.pages import rows_of, running_board
from tools.play.gallery import SAMPLES

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
    rows = rows_of(1, entries=0)
    lines = (SAMPLES / "polish-doubles-squares.jsonl").read_text().splitlines()[1:]
    said = [json.loads(line) for line in lines if not line.startswith("#")][:ENTRIES]
    for n, one in enumerate(said, start=1):
        at = int(one.pop("t") * 1e9)
        rows.append(LogRow(0, "1", "b" * 8, n + 1, ENTRY, rows[0].game, n, at, time.time_ns(), json.dumps(one)))
    store.append(rows)
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
