"""Real tables (journal, outbox, link) and the real organiser on a real broker, over TLS."""

import contextlib
import time
import uuid

import pytest

from device.event import connection as link_module
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.pairing import TableSeating
from device.organiser.service import OrganiserService
from device.organiser.store import open_store
from rules.game import Entry
from rules.record import read
from tests.event.rig import EVENT, TableAt, running, until

SAMPLE = "samples/polish-doubles-short.jsonl"


@pytest.fixture
def engine(tmp_path):
    yield from running(tmp_path / "broker", tls=True)


@pytest.fixture
def program(engine):
    """Starts the organiser's program on a store, several beside each other."""
    user, password = engine.files.desk
    broker = BrokerAddress("127.0.0.1", engine.files.port, user, password, engine.files.pin)
    with contextlib.ExitStack() as stack:

        def start(url):
            service = OrganiserService(EVENT, lambda: open_store(url, EVENT), broker)
            service.start()
            stack.callback(service.close)
            return service

        yield start


@pytest.fixture
def organiser(program, tmp_path):
    url = str(tmp_path / "event.db")
    program(url)
    return OrganiserDesk(open_store(url, EVENT))


@pytest.fixture
def tables(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(link_module, "RETRY_S", (1, 1))
    tables_at = []

    def make(number=7):
        tables_at.append(TableAt(engine, tmp_path / f"{uuid.uuid4().hex}.db", number))
        return tables_at[-1]

    yield make
    for table in tables_at:
        table.close()


def play(table, history, first, last, game=None):
    number = table.journal.new_game(history.game, history.setup) if game is None else game
    for entry in history.entries[first - 1 : last]:
        table.journal.append(number, Entry(entry.n, entry.at, entry.event), "touch", entry.n)
    return number


def sample():
    with open(SAMPLE, encoding="utf-8") as file:
        return read(file.read().splitlines())


def test_what_the_desk_decides_stands_at_the_table(organiser, tables):
    table = tables()
    until(lambda: organiser.read().places)
    organiser.name("Písek")
    organiser.round(3, 2400, "polish_doubles")
    organiser.notice("Přestávka.", "A break.")
    organiser.pair_all("polish_doubles", [TableSeating(7, [["Jana", "Petr"], ["Eva", "Karel"]], ["Krtci", "Sloky"])], 3)
    state = until(lambda: table.status if table.status.order.pairing and table.status.countdown else None)
    assert state.order.pairing.names == ("Krtci", "Sloky")
    assert state.order.pairing.round == 3
    assert state.order.holder == state.device
    assert state.countdown.round == 3
    assert 2340 < state.countdown.time_left(time.monotonic_ns()) / 1e9 <= 2400


def test_two_organisers_on_one_store_are_one_clock_to_the_tables(program, store_url, tables):
    first, table, desk = program(store_url), tables(), OrganiserDesk(open_store(store_url, EVENT))
    desk.round(1, 2400)
    until(lambda: table.status.countdown)
    known = first.clock.id
    second = program(store_url)
    assert second.clock.id != known
    until(lambda: first.clock.id == second.clock.id, awaited="both have the id of whoever started last")
    until(lambda: table.status.countdown)
    first.close()
    late = tables(8)
    assert 2340 < until(lambda: late.status.countdown).time_left(time.monotonic_ns()) / 1e9 <= 2400
