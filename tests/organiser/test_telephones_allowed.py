"""The organiser forbids telephones as clock buttons, and the tables hear of it."""

import pytest

from device.common.event.messages import Order
from device.common.event.wire import decode, encode
from device.event.client import EventClient
from device.event.status import EventStatus
from tests.organiser.pages import rows_of

DEVICE = "d" * 16


def test_every_table_is_told_what_the_organiser_decided_last(store, desk):
    store.append([*rows_of(1), *rows_of(2)])

    def orders():
        state = desk.read()
        return [state.order(place).telephones for place in state.tables()]

    assert orders() == [True, True]
    desk.allow_telephones(False)
    assert orders() == [False, False]
    desk.allow_telephones(True)
    assert orders() == [True, True]


def test_the_desk_says_what_holds_and_offers_the_other(store, desk, enter):
    store.append(rows_of(1))
    inside = enter(desk)
    assert "may be clock buttons" in inside.get("/")
    inside.act("", "telephones", allowed="no")
    assert not desk.read().telephones
    assert "not allowed as clock buttons" in inside.get("/")
    inside.act("", "telephones", allowed="yes")
    assert desk.read().telephones


def test_an_order_of_an_earlier_organiser_allows_them():
    assert decode(b"{}", Order).telephones
    assert not decode(encode(Order(telephones=False)), Order).telephones


@pytest.mark.parametrize(
    ("order", "allowed"),
    [
        (None, True),
        (Order(), True),
        (Order(telephones=False), False),
        (Order(telephones=False, holder=DEVICE), False),
        (Order(telephones=False, holder="e" * 16), True),
    ],
    ids=["no event", "allowed", "forbidden", "forbidden here", "the number is another's"],
)
def test_a_table_asks_the_organiser_of_its_own_event_alone(order, allowed):
    client = EventClient.__new__(EventClient)
    client.status = None if order is None else EventStatus(event="pisek", table=1, device=DEVICE, order=order)
    assert client.order.telephones is allowed
