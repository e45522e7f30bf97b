"""A wall clock that is hours off, or is set in the middle of an evening: no countdown is wrong for it."""

import time

import msgspec
import pytest

from device.organiser.board.app import board_app
from device.organiser.board.model import BoardModel
from device.organiser.desk.desk_app import DeskRoutes
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import everything, open_store
from device.organiser.store.backup import STORE, Backup
from device.organiser.store.event_clock import APART, EventClock
from device.organiser.store.rows import CLOCK
from device.organiser.store.standby import StandbyCopy, next_part
from device.organiser.tournament.decided import time_of
from rules.game import SECOND
from tests.organiser.cheap import cheap
from tests.organiser.conftest import EVENT
from tests.organiser.events import with_pairs
from tests.organiser.pages import Running, rows_of, running_board

HOUR = 3600 * SECOND
REAL = time.time_ns
BUSY_S = 25
"""So much may pass on a busy machine; the smallest wrong setting of a clock here is 90 s."""


def left(desk):
    """Seconds that are left of the round at the desk, and on a board that reads everything anew."""
    desk.read()
    board = BoardModel(desk._store.now)
    board.take(everything(desk._store))
    board.flush()
    seen = [
        (state.round.starts + state.round.length_s * SECOND - now()) / SECOND
        for state, now in ((desk.state, desk.now), (board.state, board.now))
    ]
    assert seen[0] == pytest.approx(seen[1], abs=0.5)
    return seen[0]


@pytest.fixture
def wall_clock(monkeypatch):
    """Set the wall clock, by so many ns from what is right."""

    def set_(by):
        monkeypatch.setattr("time.time_ns", lambda: REAL() + by)

    return set_


class Announcer:
    """The organiser's announcer as it compares clocks, without a broker."""

    def __init__(self, url):
        self.service = OrganiserService(EVENT, lambda: open_store(url, EVENT), BrokerAddress())
        self.service.open()

    def look(self):
        self.service.compare_clocks()


@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR, 90 * SECOND])
def test_setting_the_organisers_clock_moves_no_countdown(store, tmp_path, wall_clock, by):
    organiser = Announcer(str(tmp_path / "event.db"))
    desk = OrganiserDesk(store)
    desk.round(1, 3000)
    assert left(desk) == pytest.approx(3000, abs=BUSY_S)
    wall_clock(by)
    assert abs(left(desk) - 3000) > 60  # nobody has noticed yet
    organiser.look()
    assert left(desk) == pytest.approx(3000, abs=BUSY_S)
    organiser.look()
    assert [row.kind for row in everything(store)].count(CLOCK) == 1
    desk.round(2, 600)
    assert left(desk) == pytest.approx(600, abs=BUSY_S)
    assert organiser.service.clock.now() == pytest.approx(desk.now(), abs=SECOND)  # what tables are told by


def test_what_was_decided_before_the_clock_was_set_is_shown_at_the_time_of_then(store, tmp_path, wall_clock):
    organiser, desk = Announcer(str(tmp_path / "event.db")), OrganiserDesk(store)
    with_pairs(desk, 1)
    before = time_of(desk.read(), desk.state.tournament.last.when)
    wall_clock(3 * HOUR)
    organiser.look()
    assert time_of(desk.read(), desk.state.tournament.last.when) == before
    assert time_of(desk.state, desk.now()) != before


def test_a_program_that_is_started_again_goes_on_in_the_events_time(store, tmp_path, wall_clock):
    path = str(tmp_path / "event.db")
    desk = OrganiserDesk(store)
    first = Announcer(path)
    desk.round(1, 3000)
    wall_clock(2 * HOUR)
    first.look()
    again = Announcer(path)
    again.look()
    assert left(desk) == pytest.approx(3000, abs=BUSY_S)
    wall_clock(-5 * HOUR)  # a machine without a clock of its own wakes up before what it wrote itself
    third = Announcer(path)
    third.look()
    assert left(desk) == pytest.approx(3000, abs=BUSY_S)


@pytest.mark.parametrize("by", [3 * HOUR, -3 * HOUR])
def test_an_event_goes_on_at_a_second_machine_whose_clock_is_hours_off(store, tmp_path, wall_clock, by):
    desk = OrganiserDesk(store)
    desk.round(1, 3000)

    def ask(request):
        wall_clock(0)
        part = next_part(store, Backup(str(tmp_path / "event.db")), request)
        wall_clock(by)  # what follows is done on the second machine
        return part

    StandbyCopy(tmp_path / "copy").catch_up(ask)
    path = str(tmp_path / "copy" / STORE)
    second = Announcer(path)
    second.look()
    there = OrganiserDesk(open_store(path, EVENT))
    assert left(there) == pytest.approx(3000, abs=BUSY_S)
    assert second.service.clock.now() == pytest.approx(there.now(), abs=SECOND)
    wall_clock(0)  # its clock is put right
    second.look()
    assert left(there) == pytest.approx(3000, abs=BUSY_S)


def test_a_copy_from_a_machine_of_an_earlier_version_goes_by_its_own_clock(store, tmp_path):
    def ask(request):
        return msgspec.structs.replace(next_part(store, Backup(str(tmp_path / "event.db")), request), wall=None)

    StandbyCopy(tmp_path / "copy").catch_up(ask)
    assert open_store(str(tmp_path / "copy" / STORE), EVENT).now() == pytest.approx(REAL(), abs=SECOND)


class Machine:
    """An organiser of a store on another machine, whose own clock gains ``gain`` of a second each second."""

    def __init__(self, url, store_clock, gain):
        self.service, begun = Announcer(url).service, store_clock()
        self.service._store.now = store_clock
        self.service.clock = EventClock(store_clock, lambda: store_clock() + round((store_clock() - begun) * gain))
        self.service.clock.go_on(store_clock(), 0, 0)
        self.service._say_clock()

    def look(self):
        self.service._read()
        self.service.compare_clocks()


def test_two_organisers_whose_machines_drift_apart_tell_tables_the_same_time(store, tmp_path):
    moments = iter(range(REAL(), REAL() + 3 * HOUR, 10 * SECOND))
    moment = [next(moments)]
    both = [Machine(str(tmp_path / "event.db"), lambda: moment[0], gain) for gain in (0.01, -0.01)]
    for moment[0] in moments:
        for machine in (*both, *both):
            machine.look()
        times = [machine.service.clock.now() for machine in both]
        assert abs(times[0] - times[1]) <= 2 * APART
    assert both[0].service.clock.id == both[1].service.clock.id


def test_a_clock_that_only_drifts_is_followed(store, tmp_path, wall_clock):
    organiser = Announcer(str(tmp_path / "event.db"))
    desk = OrganiserDesk(store)
    desk.round(1, 3000)
    for tenths in range(1, 60):
        wall_clock(tenths * SECOND // 10)
        organiser.look()
        assert left(desk) == pytest.approx(3000, abs=2.5)
    assert [row.kind for row in everything(store)].count(CLOCK) <= 5


def test_a_database_on_another_machine_says_what_time_it_is(database, wall_clock):
    store = open_store(database, EVENT)
    assert store.now() == pytest.approx(REAL(), abs=SECOND)
    wall_clock(9 * HOUR)  # this machine's clock is off, the database's is not
    desk = OrganiserDesk(open_store(database, EVENT))
    desk.round(1, 3000)
    assert left(desk) == pytest.approx(3000, abs=BUSY_S)
    assert desk.state.round.starts == pytest.approx(REAL(), abs=BUSY_S * SECOND)


def test_the_events_clock_only_goes_on():
    steady = [10 * SECOND]
    clock = EventClock(lambda: 100 * SECOND, lambda: steady[0])
    steady[0] += SECOND
    assert clock.now() == 101 * SECOND
    assert clock.ahead(200 * SECOND) == -99 * SECOND
    clock.go_on(50 * SECOND, 3 * SECOND, 0)
    assert clock.now() == 53 * SECOND
    clock.go_on(50 * SECOND, 3 * SECOND, 70 * SECOND)
    assert clock.now() == 70 * SECOND


def said_now(page):
    stream = page.ask("/cs/events?view=tables&page=1")
    while stream.readline() != b"event: now\n":
        pass
    return int(stream.readline().removeprefix(b"data: "))


def test_an_answer_that_others_had_before_still_says_what_time_it_is_now(store, tmp_path, wall_clock):
    store.append(rows_of(1))
    page = running_board(str(tmp_path / "event.db"))
    first = said_now(page)
    wall_clock(HOUR)  # it stands for an hour in which nothing happened
    assert said_now(page) - first == pytest.approx(3600_000, abs=20_000)
    page.close()


def test_a_board_goes_by_the_clock_of_its_store_not_by_its_own(store, tmp_path):
    store.append(rows_of(1))

    def elsewhere():
        far = open_store(str(tmp_path / "event.db"), EVENT, read_only=True)
        far.now = lambda: 5 * HOUR
        return far

    page = Running(board_app(elsewhere))
    until = time.monotonic() + 10
    while 'data-now="18000000"' not in page.ask("/cs/").read().decode():
        assert time.monotonic() < until
    assert said_now(page) == 18_000_000
    page.close()


LEFT = "document.querySelector('time.left').textContent"
OFF = "{ const real = Date.now; Date.now = () => real() + 7200000; }"
SLEPT = "{ const real = performance.now.bind(performance); performance.now = () => real() - 3600000; }"


LOOKS = """
window.looks = 0;
const ask = window.fetch;
window.fetch = async (...how) => { const answer = await ask(...how); window.looks += 1; return answer; };
"""
RIGHT = {"50:00", *(f"49:{seconds:02}" for seconds in range(60))}


def ticks_on(browser):
    before = browser.read(LEFT)
    browser.wait(f"{LEFT} !== '{before}'")
    return browser.read(LEFT)


def test_a_viewers_clock_has_no_part_in_what_the_board_shows(store, tmp_path, browser):
    store.append(rows_of(1, entries=5))
    OrganiserDesk(store).round(1, 3000)
    page = running_board(str(tmp_path / "event.db"))
    browser.size(1280, 800)
    browser.open(f"http://127.0.0.1:{page.port}/cs/")
    browser.wait("document.querySelector('time.left') !== null")
    browser.read(OFF)
    assert ticks_on(browser) in RIGHT
    assert browser.read("document.getElementById('lost').hidden")
    browser.read(SLEPT)
    assert ticks_on(browser) not in RIGHT
    store.append(rows_of(1)[7:9])  # something is told, and with it what time it is
    browser.wait(f"{LEFT}.startsWith('49:')")
    page.close()


def test_a_viewers_clock_has_no_part_in_what_the_desk_shows(store, browser):
    desk = OrganiserDesk(store)
    desk.round(1, 3000)
    page = Running(DeskRoutes(desk, cheap("tajné"), "cs", lambda: "http://x/", ("127.0.0.1",)).app())
    browser.size(1280, 900)
    browser.open(f"http://127.0.0.1:{page.port}/")
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('time.left') !== null")
    browser.read(OFF)
    assert ticks_on(browser) in RIGHT
    browser.read(SLEPT)
    browser.read(LOOKS)
    browser.wait("window.looks >= 2")  # a look says what time it is, also where nothing is new
    assert ticks_on(browser) in RIGHT
    page.close()
