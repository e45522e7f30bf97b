"""Calling the referee at an event: from the menu, by both buttons, by the game itself; and calling off."""

from __future__ import annotations

import msgspec
import pytest

from device.common.event.messages import CallRow, Order
from device.common.i18n import t
from device.event.actions import EVENT, CallReferee, CancelCall
from device.graphics.actions import BACK, MENU
from device.screens.event.controller import EventController
from rules.loading import readable
from tests.kiosk.event_helpers import sample_of
from tools.play.players import PLAYERS


def test_the_referee_is_called_from_the_games_menu_and_on_the_way(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.kiosk.controller.act(MENU)
    table.kiosk.loop.invalidate()
    table.player.settle()
    table.touch(EVENT)
    table.touch(CallReferee())
    call = table.kiosk.event.call
    row = table.waiting()[-1]
    assert msgspec.json.decode(row.text, type=readable(CallRow)) == call
    assert call.game == table.kiosk.journal.outbox.uid(table.kiosk.table.game_id)
    assert table.kiosk.outputs.sent[0][0].mark == "přivolán rozhodčí"
    table.told(order=Order(referee=call.call))
    assert "Rozhodčí je na cestě." in table.words
    assert table.kiosk.outputs.sent[1][0].mark == "rozhodčí na cestě"
    table.touch(CancelCall())
    assert msgspec.json.decode(table.waiting()[-1].text, type=readable(CallRow)).over
    assert "Rozhodčí je na cestě." not in table.words


def test_a_call_ends_where_the_number_is_another_devices_and_can_be_made_anew_here(at):
    table = at()
    table.player.set_up(sample_of(table))
    table.kiosk.event.call_referee(table.kiosk.table)
    first = table.kiosk.event.call
    table.told(order=Order(holder="11" * 8))
    assert table.kiosk.event.call is None
    table.told(order=Order())
    table.kiosk.event.call_referee(table.kiosk.table)
    assert table.kiosk.event.call not in (None, first)


def keep_both_down(table, ms):
    """Both clock buttons, held for ``ms`` together."""
    pins = [table.player.pin(side) for side in (0, 1)]
    for pin in pins:
        pin.drive_low()
    table.player.settle()
    table.player.wait(ms * 1_000_000)
    for pin in pins:
        pin.drive_high()
    table.player.wait(100_000_000)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_both_buttons_kept_down_call_the_referee_in_every_game_and_call_off_the_same_way(at, game, language):
    table = at(game=game, language=language)
    table.player.set_up(sample_of(table))
    before = table.kiosk.table.state
    keep_both_down(table, 3500)
    assert table.kiosk.event.call is None, "not long enough"
    keep_both_down(table, 4500)
    call = table.kiosk.event.call
    assert msgspec.json.decode(table.waiting()[-1].text, type=readable(CallRow)) == call
    assert t("The referee is called.") in table.words
    assert {content.mark for content, _ in table.kiosk.outputs.sent} == {t("referee called")}
    assert not table.kiosk.table.clock_runs or game == "marias"
    keep_both_down(table, 4500)
    assert table.kiosk.event.call is None
    assert msgspec.json.decode(table.waiting()[-1].text, type=readable(CallRow)).over
    assert t("The referee is called.") not in table.words
    if game in ("polyssimo", "kourici_kocka"):
        assert table.kiosk.table.state == before, "the game stands as if nobody had pressed"


def test_a_table_without_an_event_has_nobody_to_call(at):
    table = at(joined=False)
    table.player.set_up(sample_of(table))
    keep_both_down(table, 4500)
    assert table.kiosk.event.call is None
    assert table.kiosk.outputs.sent[0][0].mark != t("referee called")


def test_a_referee_whom_a_games_own_record_knows_to_be_called_is_called_at_the_organisers_too(at):
    table = at(game="marias")
    table.player.set_up(sample_of(table))
    table.player.press(0)
    table.player.press(0, 1600)
    assert table.kiosk.table.state.referee
    assert msgspec.json.decode(table.waiting()[-1].text, type=readable(CallRow)) == table.kiosk.event.call
    assert t("The referee is called.") in table.words
    table.player.press(1, 1600)
    assert not table.kiosk.table.state.referee
    assert msgspec.json.decode(table.waiting()[-1].text, type=readable(CallRow)).over
    assert table.kiosk.event.call is None


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_every_games_menu_leads_to_the_event(at, game):
    table = at(game=game)
    table.player.set_up(sample_of(table))
    table.kiosk.controller.act(MENU)
    table.kiosk.loop.invalidate()
    table.player.settle()
    table.touch(EVENT)
    assert isinstance(table.kiosk.controller, EventController)
    table.touch(BACK)
    assert not isinstance(table.kiosk.controller, EventController)
