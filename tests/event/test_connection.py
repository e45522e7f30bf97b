"""The line to the broker without one: what a broker may pour in, and how long a dead connection is believed."""

import socket
from functools import partial

import pytest
from paho.mqtt.client import Client

from device.common.event.messages import LARGEST
from device.common.event.paho_client import PahoClient
from device.common.event.ticket import Ticket
from device.event.connection import DEAD_MS, INBOX, LOCKED_OUT, NO_BROKER, BrokerConnection
from tests.event.clients import Published
from tests.event.test_sending_machine import Memory

TICKET = Ticket(event="pisek", table=7, host="127.0.0.1", password="0123ABCD")


@pytest.fixture
def link():
    return BrokerConnection(TICKET, "b0" * 16, "d0" * 8, Memory().outbox, lambda status: None)


def test_the_client_below_pahos_line_can_be_another():
    clients = []

    def client(*words, **named):
        clients.append(Client(*words, **named))
        return clients[-1]

    mqtt = partial(PahoClient, make=client)
    link = BrokerConnection(TICKET, "b0" * 16, "d0" * 8, Memory().outbox, lambda status: None, mqtt=mqtt)
    assert [client.username for client in clients] == ["pisek.7"]
    assert link._client._client is clients[0]


def pour(link, payload, times=1):
    for _ in range(times):
        link._on_message(Published("dvojtah/1/pisek/desk/7/ack", payload))
    return link._inbox.qsize()


def test_while_the_card_is_away_a_broker_fills_no_memory(link):
    assert pour(link, b"{}", 2 * INBOX) <= INBOX + 1


def test_a_message_that_nobody_would_read_is_dropped_at_once(link):
    assert pour(link, b" " * (LARGEST + 1)) == 0
    assert pour(link, b" " * LARGEST) == 1


@pytest.mark.parametrize(("reason", "why"), [("Not authorized", LOCKED_OUT), ("Server busy", NO_BROKER)])
def test_a_busy_broker_makes_no_code_a_wrong_one(link, reason, why):
    link._on_refused(reason)
    assert link._why() == why


def test_each_connection_begins_anew_and_leaves_a_kept_will(link, monkeypatch):
    asked, client = {}, link._client._client
    monkeypatch.setattr(client, "connect_async", lambda *_, **how: asked.update(how))
    monkeypatch.setattr(client, "loop_start", lambda: None)
    link._client.start()
    assert asked["clean_start"] is True, "what the broker holds for a dead connection would come out of its time"
    assert (client._will_qos, client._will_retain) == (1, True), "whoever comes later sees that the table is away"


def test_a_connection_whose_other_end_is_gone_is_given_up_within_seconds(link):
    with socket.socket() as line:
        link._client._client.on_socket_open(None, None, line)
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == DEAD_MS
