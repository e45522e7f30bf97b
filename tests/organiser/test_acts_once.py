"""A form that is sent again because its answer was lost is decided once, whoever serves it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from rules.message import Refusal
from tests.organiser.conftest import EVENT
from tests.organiser.desks import inside, started

KEY = "0123456789abcdef"
ENROL = {"do": "enrol", "player": "Jan Novák"}


def entrants(desk):
    return [entrant.name for entrant in desk.read().tournament.entrants.values()]


def test_the_same_key_decides_once_and_another_one_anew(desk):
    for key in (KEY, KEY, "f" * 16):
        decide(desk, ENROL | {"player": f"Hráč {key[0]}"} if key != KEY else ENROL, key=key)
    assert entrants(desk) == ["Jan Novák", "Hráč f"]


def test_a_refused_act_leaves_its_key_free(desk):
    with pytest.raises(Refusal):
        decide(desk, ENROL | {"player": ""}, key=KEY)
    decide(desk, ENROL, key=KEY)
    assert entrants(desk) == ["Jan Novák"]


def test_two_processes_on_one_store_decide_an_act_once(store_url):
    open_store(store_url, EVENT).close()
    start = Barrier(2)

    def send(_):
        store = open_store(store_url, EVENT)
        start.wait()
        decide(OrganiserDesk(store), ENROL, key=KEY)
        store.close()

    with ThreadPoolExecutor(2) as both:
        list(both.map(send, range(2)))
    store = open_store(store_url, EVENT)
    assert entrants(OrganiserDesk(store)) == ["Jan Novák"]
    store.close()


def test_a_key_of_other_letters_decides_nothing(store):
    page = started(store)
    headers, word = inside(page)
    body = f"word={word}&do=enrol&page=people&player=Jan+Nov%C3%A1k&act="
    assert page.ask("/act", "POST", headers, body + "#").status == 400
    assert page.ask("/act", "POST", headers, body + KEY).status == 303
    assert page.ask("/act", "POST", headers, body + KEY).status == 303
    assert entrants(page.desk) == ["Jan Novák"]
    page.close()
