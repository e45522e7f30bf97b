"""A table and the organiser over another MQTT client than paho's: whoever makes them hands it over."""

import contextlib
import queue
import subprocess
import sys
import time

import pytest

from device.common.event import messages, tls, wire
from device.common.event.ticket import Ticket, store_ticket
from device.common.settings.settings import Settings
from device.event.client import EventClient
from device.event.connection import ANOTHER
from device.event.device_id import BoardNumbers
from device.event.status import EventStatus
from device.journal import Journal
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import open_store
from tests.event.clients import ClientsInMemory

EVENT = "pisek"
TOPICS = wire.Topics(EVENT)
TICKET = Ticket(event=EVENT, table=7, host="10.0.0.1", password="0123ABCD", pin="00" * 8)


@pytest.fixture
def clients():
    return ClientsInMemory()


@pytest.fixture
def posted():
    return queue.SimpleQueue()


@pytest.fixture
def table(tmp_path, clients, posted):
    """A table with a ticket."""
    settings = Settings(journal=str(tmp_path / "journal.db"))
    store_ticket(settings.ticket_path, TICKET)
    journal = Journal(settings.journal_path)
    numbers = BoardNumbers("1000", root=tmp_path, node=lambda: 5)
    client = EventClient(settings, journal, posted.put, time.monotonic_ns, mqtt=clients, numbers=numbers)
    client.start()
    yield client
    client.close()
    journal.close()


def next_status(posted, fits):
    while not (isinstance(status := posted.get(timeout=20), EventStatus) and fits(status)):
        pass
    return status


def test_a_table_takes_part_over_the_line_it_was_given(table, clients, posted):
    (mqtt,) = clients.clients
    assert mqtt.calls.get(timeout=20) == "start"
    assert (mqtt.options.host, mqtt.options.user, mqtt.options.password) == ("10.0.0.1", "pisek.7", "0123ABCD")
    assert wire.decode(mqtt.options.will.payload, messages.TableSnapshot).online is False
    mqtt.connect()
    assert mqtt.topics == list(TOPICS.for_table(7))
    message = mqtt.next_on(TOPICS.state(7))
    assert message.retain
    state = wire.decode(message.payload, messages.TableSnapshot)
    assert (state.online, state.device) == (True, "863849c4501674ca")
    assert next_status(posted, lambda status: status.connected).trouble is None
    table.close()
    assert mqtt.calls.get(timeout=20) == "close"


def test_a_table_says_that_the_line_met_another_broker(table, clients, posted):
    (mqtt,) = clients.clients
    assert isinstance(mqtt.options.tls(), tls.PinnedContext)
    mqtt.another = True
    mqtt.callbacks.on_connect_fail()
    assert next_status(posted, lambda status: status.trouble == ANOTHER).connected is False


def test_the_organiser_acknowledges_rows_over_the_line_it_was_given(tmp_path, clients):
    service = OrganiserService(
        EVENT, lambda: open_store(str(tmp_path / "event.db"), EVENT), BrokerAddress(), mqtt=clients
    )
    service.start()
    (mqtt,) = clients.clients
    with contextlib.closing(service):
        assert mqtt.calls.get(timeout=20) == "start"
        mqtt.connect()
        assert mqtt.topics == list(TOPICS.for_desk())
        rows = (messages.CallRow(call="ab" * 8),)
        mqtt.hear(TOPICS.of_table(7, "rows"), messages.Rows(boot="b" * 16, first=1, rows=rows))
        ack = wire.decode(mqtt.next_on(TOPICS.of_desk(7, "ack")).payload, messages.Ack)
        assert ack.seq == 1
    assert mqtt.calls.get(timeout=20) == "close"


def test_a_table_without_an_event_loads_no_client_of_mqtt():
    program = "import device.event.client, sys; raise SystemExit(any(name.startswith('paho') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
