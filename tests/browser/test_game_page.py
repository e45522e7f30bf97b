"""The page of one game on telephones of two widths, by day and by night: nothing runs off, and who plays has a name."""

import re

import msgspec
import pytest

from device.common import i18n
from device.common.exports import FiledGame
from device.game_files.page_server import STYLE, page
from rules.history import History
from tests.kiosk.test_pocket import LONG, RECORDS
from tests.organiser.contrast import faint, wrong
from tools.play.gallery import load_record

SIZES = ((360, 780), (412, 915))
RUNS_OFF = """[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth
  || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'hidden'
      && getComputedStyle(one).display !== 'inline')).map((one) => one.outerHTML.slice(0, 90))"""


def long_named(path):
    """The record with names as long as they come."""
    record = load_record(path)
    setup = record.setup
    if hasattr(setup, "pairs"):
        pairs = [msgspec.structs.replace(pair, name=name) for pair, name in zip(setup.pairs, LONG, strict=False)]
        setup = msgspec.structs.replace(setup, pairs=tuple(pairs))
    else:
        setup = msgspec.structs.replace(setup, players=LONG[: len(setup.players)])
    history = History.begin(record.game, setup)
    for entry in record.entries:
        history = history.accept(entry.event, entry.at)
    return history


def written(folder, history, language):
    (folder / "style.css").write_bytes(STYLE)
    with i18n.speaking(language):
        text = page(FiledGame(7, history, "2026-11-26T18:00:00+00:00"))
    place = folder / "page.html"
    place.write_text(text, encoding="utf-8")
    return place.as_uri(), text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_nothing_runs_off_a_telephone(browser, tmp_path, path, size):
    browser.size(*size, mobile=True)
    for history in (load_record(path), long_named(path)):
        for language in i18n.LANGUAGES:
            url, _ = written(tmp_path, history, language)
            browser.open(url)
            assert browser.read("document.documentElement.scrollWidth <= innerWidth")
            assert browser.read("innerWidth") == size[0]
            assert browser.read(RUNS_OFF) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_text_can_be_read_by_day_and_by_night(browser, tmp_path, path, scheme):
    browser.size(*SIZES[0], mobile=True)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.open(written(tmp_path, load_record(path), "cs")[0])
    assert faint(browser) == []
    assert wrong(browser) == []


def test_what_is_tapped_is_as_high_as_a_finger(browser, tmp_path):
    browser.size(360, 780, mobile=True)
    browser.open(written(tmp_path, load_record(RECORDS[0]), "cs")[0])
    assert browser.read("Math.min(...[...document.querySelectorAll('a')].map((a) => a.offsetHeight))") >= 48


def test_pairs_have_their_names_and_players_and_the_result_stands_once(tmp_path):
    history = load_record(next(path for path in RECORDS if path.stem == "polish-doubles-full"))
    _, text = written(tmp_path, history, "cs")
    seats, rest = text.split("</section>", 1)
    assert "Jana, Ivo, dříve Petr" in seats
    assert "Eva, Karel" in seats
    assert not re.search(r"dvojic\w* [AB]\b", text)
    assert not re.search(r"\b249 : 232\b|\b232 : 249\b", text)
    assert re.search(r"Dvě sloky.*vyhrává.*<b>249", seats)
    assert "1:47" not in seats
    assert "OŘEŠ" in rest


def test_places_of_a_remark_are_those_of_people(tmp_path):
    history = load_record(next(path for path in RECORDS if path.stem == "chess-clock"))
    _, text = written(tmp_path, history, "cs")
    assert "vyhrála strana A (Anna)" in text
    assert "0:03,000" in text
