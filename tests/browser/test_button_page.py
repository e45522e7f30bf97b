"""The page of a telephone's button in a real browser, against a running table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import pytest

from device import i18n
from device.event.messages import Order
from device.event.status import EventStatus
from rules.chess_clock import ClockSetup
from rules.chess_clock import events as c
from rules.history import Mark
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.record import read, write
from tests.browser.table import PhoneTable, Served
from tests.chess_clock.game import control
from tests.organiser.chromium import Browser, Chromium, chromium
from tests.organiser.conftest import needs

PAIRS = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
DOUBLES = DoublesSetup(pairs=PAIRS, press_order="edge")
CHESS = ClockSetup(players=("Anna", "Bořek"), control=control("sudden_death", 600), press_order="edge")
STARTERS = (e.Starters(pair="A"),)
SIZES = ((360, 780), (780, 360), (320, 568))


class Phone:
    """A telephone with the page of a side."""

    def __init__(
        self, program: Chromium, table: PhoneTable, side: str, size=(360, 780), port: int | None = None
    ) -> None:
        self.browser = Browser(program)
        self.browser.size(*size, mobile=True)
        self.open(table, side, port)

    def open(self, table: PhoneTable, side: str, port: int | None = None) -> None:
        self.browser.open(f"http://127.0.0.1:{port or table.served.port}/button/{side}")
        self.side = side

    def ready(self) -> Phone:
        self.browser.wait("document.getElementById('line').textContent.includes('±')")
        return self

    def down(self) -> None:
        self.browser.call("Page.bringToFront")
        x, y = self.browser.read(
            "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.getElementById('me').getBoundingClientRect())"
        )
        self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])

    def up(self) -> None:
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self) -> None:
        self.down()
        self.up()

    def offline(self, is_so: bool) -> None:
        """No line to be had, as far as the page can tell; WebSockets that are open are cut at the table's end."""
        self.browser.call(
            "Network.emulateNetworkConditions", offline=is_so, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )

    def text(self, of: str) -> str:
        return self.browser.read(f"document.querySelector({of!r}).innerText.trim()")

    def wait_text(self, of: str, part: str) -> None:
        self.browser.wait(f"document.querySelector({of!r}).innerText.includes({part!r})")


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Iterator[Chromium]:
    needs(chromium(), "chromium")
    one = Chromium(tmp_path_factory.mktemp("chromium"))
    yield one
    one.close()


@pytest.fixture
def english():
    before = i18n.language()
    i18n.use("en")
    yield
    i18n.use(before)


@pytest.fixture
def world(program, tmp_path, english):
    """Makes tables and telephones, and puts them away."""
    with contextlib.ExitStack() as stack:

        class World:
            folder = tmp_path

            def table(self, setup=DOUBLES, first=STARTERS, port=None) -> PhoneTable:
                one = PhoneTable(tmp_path, setup, first, port)
                stack.callback(one.close)
                return one

            def phone(self, table, side, **more) -> Phone:
                one = Phone(program, table, side, **more)
                stack.callback(one.browser.close)
                return one

        yield World()


def presses(history) -> list:
    return [entry.event for entry in history.entries if isinstance(entry.event, (e.Press, c.Press))]


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
    assert [one.pair for one in presses(table.history)] == ["B", "A", "B", "A"]
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
    assert [one.pair for one in presses(history)] == ["B", "B", "A"], "as they were heard"
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
