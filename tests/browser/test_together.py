"""The table in one browser, its clock buttons on two telephones: a chess clock, pressed in turn, then signed."""

import pytest

from device.game_files import fetch
from rules.chess_clock import acts as e
from tests.browser.hall import tap
from tests.browser.program import Client
from tests.event.rig import until
from tests.organiser.chromium import Browser
from tools.bench.browser import way_to_a_game


@pytest.fixture
def telephones(chromium_program):
    browsers = [Browser(chromium_program) for _ in range(2)]
    for browser in browsers:
        browser.size(390, 664, mobile=True)
    yield browsers
    for browser in browsers:
        browser.close()


def press(telephone):
    spot = telephone.read(
        "(() => { const b = document.getElementById('me').getBoundingClientRect(); "
        "return [b.left + b.width / 2, b.top + b.height / 2] })()"
    )
    telephone.call("Page.bringToFront")
    for kind in ("mousePressed", "mouseReleased"):
        telephone.call(
            "Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", buttons=1, clickCount=1
        )


def presses(table):
    filed = fetch(table.folder / "journal.db")
    return (
        []
        if filed is None
        else [entry.event.side for entry in filed.history.entries if isinstance(entry.event, e.Press)]
    )


def test_two_telephones_press_the_clock_of_a_table_in_a_browser(table, telephones, tmp_path):
    page = Client(table.host, table.code)
    assert page.seat()[1]
    page.whole()
    for place in way_to_a_game(tmp_path / "way"):
        tap(page, place)
    for telephone, side in zip(telephones, "ab", strict=True):
        telephone.open(f"http://{table.host}/button/{side}#{table.code}")
        telephone.wait("/±/.test(document.getElementById('line').textContent)", seconds=30)
    for n in range(4):
        press(telephones[n % 2])
        until(lambda n=n: len(presses(table)) == n + 1, awaited=f"press {n + 1}")
        page.listen(0.1)
    assert presses(table) == ["A", "B", "A", "B"]
    page.close()


def test_a_telephone_without_the_code_presses_nothing(table, telephones, tmp_path):
    page = Client(table.host, table.code)
    page.whole()
    for place in way_to_a_game(tmp_path / "way"):
        tap(page, place)
    guesser, friend = telephones
    guesser.open(f"http://{table.host}/button/a#000000")
    friend.open(f"http://{table.host}/button/b#{table.code}")
    friend.wait("/±/.test(document.getElementById('line').textContent)", seconds=30)
    press(guesser)
    press(friend)
    until(lambda: presses(table), awaited="the press of who knows the code")
    assert presses(table) == ["B"]
    page.close()
