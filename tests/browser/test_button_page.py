"""The page of a telephone's button in a real browser, against a running table."""

from __future__ import annotations

import time

import pytest

from device.common import i18n
from device.common.event.messages import Order
from device.event.status import EventStatus
from rules.history import Mark
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read, write
from tests.browser.phones import CHESS, presses
from tests.browser.table import Served
from tests.organiser.contrast import faint

SIZES = ((360, 780), (780, 360), (320, 568))


def test_two_telephones_play_turns_and_the_record_says_how_exact_they_are(world):
    table = world.table()
    a, b = world.phone(table, "a").ready(), world.phone(table, "b").ready()
    for n, phone in enumerate((b, a, b, a), start=1):
        before = table.kiosk.table.game_time()
        phone.press()
        table.until(lambda history, n=n: len(presses(history)) == n)
        entry = table.history.entries[-1]
        assert before - 50_000_000 <= entry.at <= table.kiosk.table.game_time()
        assert 0 < entry.event.doubt_s < 0.5
        phone.wait_text("#said", "Pressed, ±")
    assert [press.pair for press in presses(table.history)] == ["B", "A", "B", "A"]
    assert "doubt_s" in write(table.history)
    assert read(write(table.history).splitlines()).state == table.history.state
    assert not a.browser.complaints
    assert not b.browser.complaints


def test_both_pages_say_whose_time_runs_and_show_both_times(world):
    table = world.table()
    a, b = world.phone(table, "a").ready(), world.phone(table, "b").ready()
    b.press()
    a.browser.wait("document.getElementById('me').classList.contains('turn')")
    b.browser.wait("document.getElementById('they').classList.contains('turn')")
    a.wait_text("#me > .time", "2:5")
    b.wait_text("#they .time", "2:5")
    assert (b.text("#me .name"), b.text("#they .name")) == ("Sloky", "Krtci")
    assert b.text("#me > .time") == "3:00"


def test_the_page_can_be_read_before_a_press_and_on_either_s_turn(world):
    table = world.table()
    a, b = world.phone(table, "a").ready(), world.phone(table, "b").ready()
    assert faint(a.browser) == []
    b.press()
    a.browser.wait("document.getElementById('me').classList.contains('turn')")
    assert faint(a.browser) == []
    assert faint(b.browser) == []


def test_a_hold_takes_a_press_back(world):
    table = world.table()
    a, b = world.phone(table, "a").ready(), world.phone(table, "b").ready()
    b.press()
    table.until(lambda history: len(presses(history)) == 1)
    a.press()
    table.until(lambda history: len(presses(history)) == 2)
    a.down()
    table.until(lambda history: Mark.VOID in history.marks)
    a.up()


def test_what_is_pressed_without_a_line_takes_its_place_by_its_stamp(world):
    """S10: A's press was made first and is heard last; neither waits for the other."""
    table = world.table()
    a, b = world.phone(table, "a").ready(), world.phone(table, "b").ready()
    b.press()
    table.until(lambda history: len(presses(history)) == 1)
    table.served.close()
    for phone in (a, b):
        phone.wait_text("#line", "Not connected since")
        phone.press()
        phone.wait_text("#said", "kept")
        time.sleep(0.3)
    a.offline(True)
    table.served = Served(table.phones, table.served.port)
    table.until(lambda history: len(presses(history)) == 2)
    a.offline(False)
    table.until(lambda history: len(presses(history)) == 3)
    history = table.history
    assert [press.pair for press in presses(history)] == ["B", "B", "A"], "as they were heard"
    counted = [step.entry.event.pair for step in history.steps if isinstance(step.entry.event, e.Press)]
    assert counted == ["B", "A", "B"], "as they were made"
    assert [turn.pair for turn in history.state.turns] == [0, 1, 0]
    assert read(write(history).splitlines()).state == history.state


def test_a_page_whose_table_was_started_anew_comes_back_by_itself(world):
    table = world.table()
    phone = world.phone(table, "a").ready()
    port = table.served.port
    table.close()
    phone.wait_text("#line", "Not connected since")
    assert phone.browser.read("document.body.classList.contains('gone')")
    phone.press()
    again = world.table(None, (), port)
    phone.ready()
    phone.wait_text("#said", "before the table was back")
    assert presses(again.history) == [], "its clocks stood"
    phone.press()
    again.until(lambda history: len(presses(history)) == 1)


def test_a_page_that_is_loaded_anew_goes_on_with_what_it_keeps(world):
    table = world.table()
    b = world.phone(table, "b").ready()
    b.press()
    table.until(lambda history: len(presses(history)) == 1)
    table.served.close()
    b.wait_text("#line", "Not connected since")
    b.press()
    b.browser.read("window.before = true")
    table.served = Served(table.phones, table.served.port)
    b.browser.call("Page.reload")
    time.sleep(0.3)
    b.browser.program.pump(0)
    if any(event["method"] == "Page.javascriptDialogOpening" for event in b.browser.events):
        b.browser.call("Page.handleJavaScriptDialog", accept=True)  # it asks, because a press has not arrived
    b.browser.wait("!window.before && document.getElementById('line')?.textContent.includes('±')")
    table.until(lambda history: len(presses(history)) == 2)
    b.press()
    table.until(lambda history: len(presses(history)) == 3)
    time.sleep(0.5)
    assert len(presses(table.history)) == 3, "nothing came twice"


def test_a_second_telephone_asks_before_it_is_the_button(world):
    table = world.table()
    first, second = world.phone(table, "b").ready(), world.phone(table, "b").ready()
    second.wait_text(".ask", "Another telephone is button B")
    second.press()
    first.wait_text(".ask", "Another telephone is button B")
    second.browser.wait("document.querySelector('.ask').hidden")
    second.press()
    table.until(lambda history: len(presses(history)) == 1)


def test_where_telephones_are_forbidden_the_page_says_so(world):
    table = world.table()
    b = world.phone(table, "b").ready()
    order = Order(telephones=False)
    status = EventStatus(event="pisek", table=1, device="d" * 8, order=order)
    table.do(lambda: setattr(table.kiosk.event, "status", status))
    b.wait_text(".ask", "not allowed")
    b.press()
    time.sleep(0.5)
    assert not presses(table.history)


def test_the_space_bar_presses_too(world):
    table = world.table(CHESS, ())
    b = world.phone(table, "b").ready()
    for kind in ("keyDown", "keyUp"):
        b.browser.call("Input.dispatchKeyEvent", type=kind, key=" ", code="Space", windowsVirtualKeyCode=32)
    [press] = table.until(presses)
    assert press.side == "B"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["cs", "en"])
def test_nothing_is_cut_off_and_the_button_is_large(world, language, size):
    i18n.use(language)
    pairs = (PairSetup(name="Nejdelší jméno dvojice v Písku a okolí"), PairSetup(name="Sloky"))
    table = world.table(DoublesSetup(pairs=pairs, press_order="edge"))
    a, b = (world.phone(table, side, size=size).ready() for side in "ab")
    b.press()
    a.browser.wait("document.getElementById('me').classList.contains('turn')")
    for phone in (a, b):
        wide, high, within = phone.browser.read(
            """(() => { const box = document.getElementById('me').getBoundingClientRect();
            const inside = [...document.querySelectorAll('p, span')].filter(one => one.checkVisibility()).every(one => {
              const place = one.getBoundingClientRect();
              return place.left >= -1 && place.right <= innerWidth + 1 && place.bottom <= innerHeight + 1 &&
                (one.scrollWidth <= one.clientWidth + 1 || one.classList.contains('name')); });
            return [box.width / innerWidth, box.height / innerHeight, inside]; })()"""
        )
        assert within
        assert wide * high > 0.4
