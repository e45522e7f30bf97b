"""Updates from the desk: one table, ten, all; halted by the first that fails or does not come back."""

import threading
import urllib.request

import msgspec
import pytest
from starlette.applications import Starlette

from device.common.event import wire
from device.common.event.messages import Order, TableHealth, TableSnapshot, UpdateProgress
from device.common.i18n import speaking
from device.common.version import version
from device.organiser.acts.decisions import UpdateOrdered
from device.organiser.desk import updates
from device.organiser.desk.fleet_view import fleet
from device.organiser.desk.updates import HeldUpdate, held_in, hold, update_route
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.rollout import AT_ONCE, BACK_S, NOT_BACK, Rollout
from device.organiser.service import OrganiserService
from device.organiser.store import DESK, LogRow, open_store
from device.organiser.store.rows import ROLLOUT
from rules.message import Refusal
from tests.event.machines import DeskBrowser
from tests.event.rig import until
from tests.organiser.conftest import EVENT
from tests.organiser.evening import Evening, say
from tests.organiser.pages import Running, rows_of
from tests.updates.files import key_of, maker

NEW = HeldUpdate("9.1.0", "dvojtah-9.1.0.update", 40)
TAKES = TableHealth(takes_updates=True)


@pytest.fixture
def make(tmp_path):
    """Packs signed updates."""
    return maker(tmp_path, key_of(tmp_path))


def held(file, folder):
    """What is held of that file."""
    with file.open("rb") as source:
        return hold(source, file.name, folder)


def report(release, health=TAKES):
    return TableSnapshot(boot="b" * 8, device="d" * 8, version=release, doubt=0, health=health)


class Hall:
    """Tables that say what a test lets them say, and an announcer whose clock is set by hand."""

    def __init__(self, store, tables=30):
        store.append([row for n in range(1, tables + 1) for row in rows_of(n)[:2]])
        self.seconds, self.store = 0.0, store
        self.rollout = Rollout(lambda: self.seconds)
        self.reports = {n: report(version()) for n in range(1, tables + 1)}
        self.desk = OrganiserDesk(store, reports=lambda: self.reports)
        self.desk.rollout = lambda: self.rollout.status
        self.desk.held_update = lambda: NEW
        self.online = set(self.reports)

    def order(self, count):
        updates.order(self.desk, count)
        self.turn()

    def turn(self):
        """The tables for which the order comes or goes in one turn of the announcer."""
        before, state = self.asked, self.desk.read()
        if (step := self.next_step()) is not None:
            row = LogRow(0, DESK, "@o.1", state.last + 1, ROLLOUT, "", 0, 0, 0, msgspec.json.encode(step).decode())
            self.store.append([row])
            self.desk.read()
        assert self.next_step() is None, "said once"
        return set(before) ^ set(self.asked)

    def next_step(self):
        state = self.desk.state
        return self.rollout.next_step(state.ordered, state.rollout, self.reports, self.online)

    def says(self, table, stage, text="", update=None):
        update = update or self.desk.state.ordered.update
        progress = UpdateProgress(update=update, stage=stage, text=text)
        self.reports[table] = msgspec.structs.replace(self.reports[table], update=progress)
        return self.turn()

    def is_updated(self, table):
        self.reports[table] = report("9.1.0")
        return self.turn()

    @property
    def asked(self):
        return sorted(self.desk.state.rollout.asked)


@pytest.fixture
def hall(store):
    return Hall(store)


def test_one_table_then_ten_then_all_five_at_a_time(hall):
    hall.order("one")
    assert hall.asked == [1]
    hall.is_updated(1)
    hall.order("ten")
    assert len(hall.desk.state.ordered.tables) == 11
    assert hall.asked == [1, 2, 3, 4, 5, 6]
    assert hall.is_updated(4) == {7}
    hall.order("all")
    assert len(hall.desk.state.ordered.tables) == 30
    for n in range(1, 31):
        hall.is_updated(n)
    assert {table.stage for table in hall.rollout.status.tables.values()} == {"done"}
    with pytest.raises(Refusal, match="No further table can be asked"):
        updates.order(hall.desk, "ten")


def test_the_first_that_fails_halts_it_and_no_further_table_begins(hall):
    hall.order("all")
    assert hall.asked == [1, 2, 3, 4, 5]
    hall.says(2, "installing")
    gone = hall.says(3, "failed", "The update is not signed by the builder of this table.")
    assert gone == {1, 4, 5}, "who had not begun to install does not begin"
    assert hall.asked == [2, 3]
    number, why = hall.rollout.status.halted
    assert (number, why.text) == (3, "The update is not signed by the builder of this table.")
    hall.is_updated(2)
    assert hall.asked == [2, 3], "still halted"
    before = hall.desk.state.ordered.update
    hall.order("one")
    assert hall.desk.state.ordered.update != before, "ordered anew, each table may try again"
    assert hall.asked == [1]


def test_a_table_that_does_not_come_back_halts_it(hall):
    hall.order("all")
    hall.says(1, "installing")
    hall.seconds = BACK_S
    hall.turn()
    assert hall.rollout.status.halted is None
    hall.seconds += 1
    hall.turn()
    assert hall.rollout.status.halted == (1, ("failed", NOT_BACK))
    assert 6 not in hall.asked


def test_a_table_with_a_game_keeps_nobody_waiting_and_is_never_overdue(hall):
    hall.order("all")
    for n in range(1, AT_ONCE + 1):
        hall.says(n, "playing")
    assert len(hall.asked) == 2 * AT_ONCE
    for n in range(AT_ONCE + 1, 2 * AT_ONCE + 1):
        hall.is_updated(n)
    for n in range(2 * AT_ONCE + 1, 31):
        hall.says(n, "playing")
    hall.seconds = 10 * BACK_S
    hall.turn()
    assert hall.rollout.status.halted is None


def test_what_a_table_is_busy_with_instead_of_a_game_is_shown(hall):
    hall.order("one")
    hall.says(1, "playing", "names are being entered, the update waits")
    assert hall.rollout.status.tables[1] == ("playing", "names are being entered, the update waits")
    assert hall.rollout.status.halted is None


def test_a_table_without_a_connection_is_not_asked(hall):
    hall.online = {7}
    hall.order("all")
    assert hall.asked == [7]


def test_a_new_start_of_the_program_knows_a_failure_again(hall):
    hall.order("all")
    hall.says(3, "failed", "no")
    hall.rollout = Rollout(lambda: hall.seconds)
    hall.turn()
    assert hall.rollout.status.halted[0] == 3
    assert hall.asked == [3], "what it tried stays known at the table"


def test_tables_that_cannot_take_it_are_not_asked(hall):
    for n in range(1, 30):
        health = None if n % 2 else TableHealth()  # of an earlier version; in a browser
        hall.reports[n] = report("0.1.0", health)
    hall.order("all")
    assert hall.desk.state.ordered.tables == (30,)


def test_stopped_no_table_has_the_order(hall):
    hall.order("ten")
    updates.stop(hall.desk)
    hall.turn()
    assert hall.asked == []
    assert hall.rollout.status.ordered is None
    assert hall.desk.state.ordered == UpdateOrdered(update=hall.desk.state.ordered.update)


def test_the_page_says_how_far_it_is_and_why_it_stands(hall, enter):
    hall.order("ten")
    hall.says(1, "playing")
    hall.says(2, "failed", "There is no room on the card.")
    with speaking("en"):
        rows = {row.number: row.cells[1].text for row in fleet(hall.desk)}
    assert rows[1] == f"{version()}, a game is on the table, the update waits for its end"
    assert rows[2] == f"{version()}: the update failed: There is no room on the card."
    assert rows[20] == version()
    inside = enter(hall.desk)
    page = inside.get("/fleet?lang=en")
    assert "Halted: table 2: There is no room on the card." in page
    assert "Held here: version 9.1.0" in page
    assert inside.act("fleet", "update", count="one").status == 303
    hall.turn()
    assert inside.act("fleet", "stop_update").status == 303
    assert inside.act("fleet", "update", count="many").status == 400


def test_the_file_that_is_held_is_what_tables_get_and_nothing_else(make, tmp_path):
    folder = tmp_path / "event" / "updates"
    assert held_in(folder) is None
    update = held(make(tmp_path / "x.update"), folder)
    assert held_in(folder) == update
    assert update.version == "9.1.0"
    (folder / "secret.update").write_bytes(b"no update")
    page = Running(Starlette(routes=[update_route(folder)]))
    assert page.ask(f"/update/{update.file}").read() == (tmp_path / "x.update").read_bytes()
    for other in ("secret.update", "..%2Fevent.db", "none.update"):
        assert page.ask(f"/update/{other}").status == 404
    page.close()
    with pytest.raises(Refusal, match="is not an update of the table"):
        held(folder / "secret.update", folder)


@pytest.mark.timeout(300)
def test_an_order_reaches_its_table_through_a_real_broker_and_a_failure_halts_it(make, tmp_path):
    evening = Evening(tmp_path, str(tmp_path / "event.db"), 2)
    held(make(tmp_path / "x.update"), tmp_path / updates.FOLDER)
    evening.start_broker()
    evening.start_organiser()
    tables, heard = [evening.stranger(n) for n in (1, 2)], []
    topics = wire.Topics(evening.files.event)
    try:
        for n, table in enumerate(tables, start=1):
            table.on_message = lambda client, data, message, n=n: heard.append((n, wire.decode(message.payload, Order)))
            table.subscribe(topics.of_desk(n, "order"), 1)
            snapshot = TableSnapshot(boot="b" * 16, device=f"{n:016x}", version="0.2.0", health=TAKES)
            say(table, topics.state(n), wire.encode(snapshot))
        desk = DeskBrowser(evening.desk_port, "heslo")
        until(lambda: "device-2" in desk.get("/fleet"), 30, "both tables are on the page")
        desk.act("update", page="fleet", count="one")
        number, order = until(lambda: next((item for item in heard if item[1].update), None), 30, "a table is asked")
        assert number == 1
        assert (order.update.version, order.version) == ("9.1.0", version())
        assert urllib.request.urlopen(order.update.address).read() == (tmp_path / "x.update").read_bytes()
        progress = UpdateProgress(update=order.update.update, stage="failed", text="There is no room on the card.")
        say(
            tables[0], topics.state(1), wire.encode(msgspec.structs.replace(snapshot, device="1" * 16, update=progress))
        )
        until(lambda: "Halted: table 1: There is no room on the card." in desk.get("/fleet"), 30, "the page says it")
        assert not any(order.update for n, order in heard if n == 2)
    finally:
        for table in tables:
            table.loop_stop()
        evening.close()


class Announcing(OrganiserService):
    """An organiser's program with a store of others, of which only what tells the tables is run, turn by turn."""

    def __init__(self, url, reports, update_address, clock):
        super().__init__(EVENT, lambda: open_store(url, EVENT), BrokerAddress("127.0.0.1", 1))
        self.rollout, self.update_address = Rollout(clock), update_address
        self.ingest.reports = lambda: reports
        self.said = {}
        self.open()

    def _tell(self, topic, message):
        self.said[topic] = message

    def turn(self):
        self._read()
        self._roll_out()

    def has_told(self, table):
        return getattr(self.said.get(self.topics.of_desk(table, "order")), "update", None)


@pytest.fixture
def two(store_url, tmp_path):
    """Two organisers on one store; the file of the update is held by the first alone."""
    store = open_store(store_url, EVENT)
    shared_hall = Hall(store)
    (tmp_path / NEW.file).touch()
    held_there = updates.address_of("http://10.0.0.1:8200/", NEW.file, tmp_path)

    def clock():
        return shared_hall.seconds

    both = [
        Announcing(store_url, shared_hall.reports, lambda file: held_there if file else "", clock),
        Announcing(store_url, shared_hall.reports, lambda file: "", clock),
    ]
    yield shared_hall, *both
    for program in both:
        program._store.close()
        program.log.close()
    store.close()


def test_of_two_organisers_on_one_store_the_one_with_the_file_asks_and_both_say_the_same(two):
    hall, first, second = two
    updates.order(hall.desk, "all")
    second.turn()
    assert all(second.has_told(n) is None for n in range(1, 31)), "it has no file to give"
    for _ in range(3):
        first.turn()
        second.turn()
    hall.desk.read()
    assert hall.asked == [1, 2, 3, 4, 5]
    for program in (first, second):
        assert [n for n in range(1, 31) if program.has_told(n)] == [1, 2, 3, 4, 5]
        assert program.has_told(3).address == "http://10.0.0.1:8200/update/dvojtah-9.1.0.update"
    hall.reports[3] = report("9.1.0")
    for program in (second, first, second):
        program.turn()
    hall.desk.read()
    assert hall.asked == [1, 2, 3, 4, 5, 6]
    assert second.has_told(6) == first.has_told(6)


def test_two_organisers_never_ask_more_tables_than_one(two):
    hall, first, second = two
    hall.desk.held_update = lambda: None  # whatever the tables' builder keeps: both could ask
    updates.order(hall.desk, "all")
    both = [threading.Thread(target=program.turn) for program in (first, second)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(60)
    hall.desk.read()
    assert hall.asked == [1, 2, 3, 4, 5]
    first.turn()
    second.turn()
    hall.seconds = BACK_S + 1
    first.turn()
    assert first.rollout.status.halted[0] == 1
    second.turn()
    assert second.rollout.status.halted == first.rollout.status.halted, "halted for both by the first that saw it"
    assert not any(second.has_told(n) for n in range(6, 31))


def test_an_organiser_that_is_started_anew_asks_nobody_twice_and_gives_each_table_its_time_again(hall):
    hall.order("all")
    hall.seconds = 10 * BACK_S
    hall.rollout = Rollout(lambda: hall.seconds)
    assert hall.turn() == set()
    assert hall.rollout.status.halted is None
    hall.seconds += BACK_S + 1
    hall.turn()
    assert hall.rollout.status.halted == (1, ("failed", NOT_BACK))


def test_only_a_file_that_is_held_has_an_address(tmp_path):
    (tmp_path / "x.update").touch()
    assert updates.address_of("http://a/", "x.update", tmp_path) == "http://a/update/x.update"
    for other in ("", "y.update", "../x.update", "."):
        assert updates.address_of("http://a/", other, tmp_path) == ""
