"""Joining with six letters: the organiser is found, chosen, or asked at an address that somebody types."""

from __future__ import annotations

import pytest

from device.common.address import Address
from device.common.event.discovery import FoundOrganiser
from device.common.event.ticket import code_of, is_short, short_code
from device.graphics.actions import BACK, DONE, Key
from device.graphics.widgets import place_of
from device.kiosk.screen import ask
from device.screens.event import short_code as screens
from device.screens.event.controller import EventController
from rules.message import Refusal
from tests.kiosk.evening import SIZES
from tests.kiosk.event_helpers import TICKET, typing
from tests.kiosk.scene_text import misfits
from tests.kiosk.seeing import finish
from tests.kiosk.touch_targets import LEAST_TARGET

CODE = "K7M4PQ"
MOLES = FoundOrganiser("Krtkův pohár Písek 2026", "192.168.1.10", 8400, "0.2.0")
OTHERS = [FoundOrganiser(f"Turnaj číslo {n}", f"192.168.1.{n}", 8400) for n in range(11, 16)]


class Network:
    """What a search finds, and what organisers answer."""

    found = ()
    answers = ()
    asked = ()
    is_possible = True

    def __init__(self, changed) -> None:
        changed()

    def close(self) -> None:
        pass


def join(host, port, code, device):
    Network.asked.append((host, port, code))
    answer = Network.answers.pop(0)
    if isinstance(answer, Refusal):
        raise answer
    return answer


@pytest.fixture
def network(monkeypatch):
    monkeypatch.setattr(screens, "SEARCH", Address(f"{__name__}:Network"))
    monkeypatch.setattr(screens, "JOIN_WITH", Address(f"{__name__}:join"))
    monkeypatch.setattr(screens, "PATIENCE_S", 0.05)
    monkeypatch.setattr(screens, "OTHERS_S", 0.01)
    Network.found, Network.answers, Network.asked = (), [], []
    return Network


def came(table):
    """What goes on beside the loop has ended."""
    finish("organisers")
    finish("joining")
    table.player.settle()


def test_a_short_code_is_never_taken_for_the_beginning_of_a_long_one():
    codes = {short_code() for _ in range(500)}
    assert all(is_short(code) and len(code) == 6 and not set(code) & set("01OIL") for code in codes)
    assert not is_short(code_of(TICKET))
    assert not is_short("")


def test_the_only_organiser_is_asked_at_once(at, network):
    network.found, network.answers = (MOLES,), [code_of(TICKET)]
    table = typing(at, CODE)
    table.touch(DONE)
    came(table)
    assert network.asked == [("192.168.1.10", 8400, CODE)]
    assert table.kiosk.event.ticket == TICKET
    assert "stůl 7 · nepřipojeno" in table.words


def test_five_letters_are_not_enough_and_a_seventh_is_none(at, network):
    table = typing(at, CODE[:5])
    assert place_of(table.kiosk.scene, DONE) is None
    for letter in CODE[5] + "Z":
        table.touch(Key(letter))
    assert CODE in table.words
    assert place_of(table.kiosk.scene, DONE) is not None


def test_of_several_organisers_people_choose_by_name(at, network):
    network.found, network.answers = (MOLES, *OTHERS), [code_of(TICKET)]
    table = typing(at, CODE)
    table.touch(DONE)
    came(table)
    assert "Turnaj číslo 15" in table.words
    assert network.asked == []
    table.touch(ask(EventController.ask_organiser, OTHERS[0].host, 8400, OTHERS[0].name))
    came(table)
    assert network.asked == [("192.168.1.11", 8400, CODE)]
    assert table.kiosk.event.ticket == TICKET


def test_where_none_is_found_an_address_is_typed_and_kept_for_the_next_code(at, network):
    wrong = Refusal("", "This is not the code; read it again at the organiser's desk.")
    network.answers = [wrong, code_of(TICKET)]
    table = typing(at, CODE)
    table.touch(DONE)
    came(table)
    assert "Žádný pořadatel se nenašel." in table.words
    table.touch(ask(EventController.type_address))
    assert place_of(table.kiosk.scene, DONE) is None
    for letter in "10.0.0.5:99":
        table.touch(Key(letter))
    table.touch(DONE)
    came(table)
    assert network.asked == [("10.0.0.5", 99, CODE)]
    assert "Kód nesedí; přečtěte si ho u pořadatele znovu." in table.words
    for letter in "A23456":
        table.touch(Key(letter))
    table.touch(DONE)
    came(table)
    assert network.asked[1:] == [("10.0.0.5", 99, "A23456")]
    assert table.kiosk.event.ticket == TICKET


def test_who_goes_back_hears_nothing_of_it_any_more(at, network):
    table = typing(at, CODE)
    table.touch(DONE)
    table.touch(BACK)
    came(table)
    assert place_of(table.kiosk.scene, Key("K")) is not None
    assert table.kiosk.event.status is None


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_nothing_is_cut_and_a_thumb_hits_every_key(at, network, language, size):
    network.found = (MOLES, *OTHERS)
    table = typing(at, CODE, language=language, size=size)
    look(table, size)
    table.touch(DONE)
    came(table)
    look(table, size)
    table.touch(ask(EventController.type_address))
    look(table, size)
    network.found = ()
    table.touch(BACK)
    for letter in CODE:
        table.touch(Key(letter))
    table.touch(DONE)
    came(table)
    look(table, size)


def look(table, size):
    assert misfits(table.kiosk.scene) == []
    least = min(min(widget.rect.w, widget.rect.h) for widget in table.kiosk.scene if hasattr(widget, "action"))
    assert least >= LEAST_TARGET * min(size[0] / 800 if size[0] > size[1] else size[0] / 480, size[1] / 480)
