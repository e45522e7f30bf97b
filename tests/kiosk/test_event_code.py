"""The code of an event on the screen: checked group by group as it is typed, or chosen from a USB stick."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from device.common.event.ticket import code_of, groups_of
from device.event.actions import EVENT
from device.graphics.actions import DONE, Key
from device.graphics.widgets import Shape, place_of
from device.kiosk.screen import ask
from device.screens.event.controller import EventController
from device.screens.event.join_screens import ChooseCode, EnterCode
from rules.message import msg
from tests.kiosk.evening import SIZES
from tests.kiosk.event_helpers import TICKET, typing
from tests.kiosk.scene_text import misfits
from tests.kiosk.seeing import finish, way_to
from tests.kiosk.touch_targets import LEAST_TARGET

CODE = code_of(TICKET).replace("-", "")
GROUPS = groups_of(CODE)


def marks(table):
    return [shape.name for shape in table.kiosk.scene if isinstance(shape, Shape) and shape.name in ("check", "cross")]


def spoiled(place):
    """The code with another letter in the middle of that group."""
    at = place * 5 + 2
    return CODE[:at] + ("A" if CODE[at] != "A" else "B") + CODE[at + 1 :]


def test_each_group_is_ticked_as_soon_as_it_is_whole(at):
    table = typing(at, CODE[:4])
    assert marks(table) == []
    table.touch(Key(CODE[4]))
    assert marks(table) == ["check"]
    for letter in CODE[5:11]:
        table.touch(Key(letter))
    assert marks(table) == ["check", "check"]


def test_a_wrong_group_says_which_it_is_and_is_typed_anew_by_itself(at):
    table = typing(at, spoiled(1))
    assert marks(table) == ["check", "cross", *["check"] * (len(GROUPS) - 2)]
    assert place_of(table.kiosk.scene, DONE) is None, "joining would be refused"
    table.touch(way_to(table, EnterCode, again=1))
    for letter in GROUPS[1]:
        table.touch(Key(letter))
    assert marks(table) == ["check"] * len(GROUPS)
    table.touch(DONE)
    assert table.kiosk.event.ticket == TICKET


def test_joining_with_a_wrong_group_answers_with_its_number(at):
    table = typing(at, spoiled(2))
    grey = next(widget for widget in table.kiosk.scene if "reason" in dir(getattr(widget, "action", None)))
    table.touch(grey.action)
    assert "Ve skupině 3 je chyba; ťukněte na ni a napište ji znovu." in table.words


def test_typing_anew_can_be_given_up(at):
    table = typing(at, spoiled(1))
    table.touch(way_to(table, EnterCode, again=1))
    table.touch(Key(CODE[0]))
    table.touch(Key("\b"))
    table.touch(Key("\b"))
    assert marks(table).count("cross") == 1
    table.touch(Key("\b"))
    assert len(marks(table)) == len(GROUPS) - 1, "the last group lost a letter"


def with_stick(at, monkeypatch, on_stick, **how):
    monkeypatch.setattr("device.screens.event.controller.codes_on_stick", lambda: on_stick)
    table = at(joined=False, **how)
    table.touch(EVENT)
    table.touch(ask(EventController.read_stick))
    finish("usb")
    table.player.settle()
    return table


def codes(*tables):
    return tuple(replace(TICKET, table=n) for n in tables)


def test_a_table_joins_with_one_tap_on_its_number_from_the_stick(at, monkeypatch):
    table = with_stick(at, monkeypatch, codes(6, 7, 8))
    assert "Na USB disku jsou kódy pro 3 stoly." in table.words
    table.touch(ask(EventController.join, TICKET))
    assert table.kiosk.event.ticket == TICKET
    assert "stůl 7 · nepřipojeno" in table.words


def test_a_stick_without_codes_says_so_and_the_keys_stay(at, monkeypatch):
    table = with_stick(at, monkeypatch, msg("The USB stick has no file {name}.", name="dvojtah-codes.txt"))
    assert "Na USB disku není soubor dvojtah-codes.txt." in table.words
    assert place_of(table.kiosk.scene, Key("4")) is not None


def test_many_tables_are_paged_and_none_may_be_the_right_one(at, monkeypatch):
    table = with_stick(at, monkeypatch, codes(*range(100, 130)))
    assert "stůl 111" in table.words
    assert "stůl 112" not in table.words
    for seen in ("stůl 112", "stůl 124", "stůl 100"):
        table.touch(way_to(table, ChooseCode))
        assert seen in table.words
    table.touch(ask(EventController.forget_codes))
    assert place_of(table.kiosk.scene, Key("4")) is not None


def test_escape_drops_the_codes_of_a_stick_and_leads_to_the_keys(at, monkeypatch):
    table = with_stick(at, monkeypatch, codes(6, 7, 8))
    table.kiosk.controller.on_text("\x1b")
    assert isinstance(table.kiosk.controller.current_screen(), EnterCode)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_nothing_is_cut_and_a_thumb_hits_each_wrong_group(at, monkeypatch, language, size):
    table = typing(at, spoiled(0) + CODE[:3], language=language, size=size)
    assert misfits(table.kiosk.scene) == []
    least = min(min(widget.rect.w, widget.rect.h) for widget in table.kiosk.scene if hasattr(widget, "action"))
    assert least >= LEAST_TARGET * min(size[0] / 800 if size[0] > size[1] else size[0] / 480, size[1] / 480)
    table = with_stick(at, monkeypatch, codes(*range(9980, 9999)), language=language, size=size)
    assert misfits(table.kiosk.scene) == []
