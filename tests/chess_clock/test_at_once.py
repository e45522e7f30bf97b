"""The clock at once: one touch, or both buttons, and the clock that was used last is ready; the halves are buttons."""

import pytest

from device.graphics.actions import PressArea
from device.io.inputs import PeripheralStatus
from device.screens.big_clock import BigClock
from rules.chess_clock.control import PRESETS
from rules.chess_clock.state import Phase
from rules.game import SECOND
from rules.message import msg
from tests.kiosk.script import play
from tests.kiosk.two_buttons import both
from tools.play.players.chess_clock import ClockPlayer


@pytest.fixture(params=[(800, 480), (480, 800)], ids=["lying", "upright"])
def table(tmp_path, request):
    player = ClockPlayer(tmp_path, size=request.param)
    yield player
    player.close()


def state_of(table):
    """On a tall screen the big clock lies over the game's own."""
    return table.kiosk.table.history.state


def on_move(table):
    assert state_of(table).phase is Phase.PLAY
    return state_of(table).clock.mover


def test_one_touch_and_a_press_start_the_clock_without_names(table):
    play(table, "Hodiny 3 + 2", sees=("Bílý", "Černý", "3:02"))
    assert [seat.name for seat in state_of(table).setup.seats] == ["", ""]
    table.touch(PressArea(1))
    table.wait(2 * SECOND)
    assert on_move(table) == 0
    table.touch(PressArea(0))
    assert on_move(table) == 1


def test_what_was_used_last_is_offered_first(table):
    play(table, "Šachové hodiny 2 hráči > 5 > done > done > menu > home > Odložit", offers="Hodiny 5")
    both(table)
    table.press(0, 1600)
    assert state_of(table).setup.control == PRESETS[1].control, "both buttons, and one held: no finger was needed"
    assert state_of(table).phase is Phase.READY


def test_a_game_that_goes_on_comes_before_another_clock(table):
    play(table, "Hodiny 3 + 2")
    table.touch(PressArea(1))
    table.kiosk.host.home()
    play(table, "wait 1", offers="Pokračovat v rozehrané partii", bars="Hodiny 3 + 2")


def test_upright_the_upper_half_is_turned_to_who_sits_there(table):
    upright = table.kiosk.screen.look.portrait
    play(table, "Hodiny 3 + 2")
    table.touch(PressArea(1))
    assert (type(table.kiosk.controller.current_screen()) is BigClock) is upright
    assert table.kiosk.controller.under.upturned if upright else not table.kiosk.controller.upturned


def test_the_halves_stay_buttons_where_those_of_the_table_failed_meanwhile(table):
    play(table, "Hodiny 3 + 2")
    table.kiosk.loop.handle(PeripheralStatus("buttons", msg("The pins are gone.")))
    play(table, "menu > home")
    assert table.kiosk.screen.look.press_areas


def test_the_halves_are_buttons_for_that_game_alone(table):
    play(table, "Hodiny 3 + 2")
    assert table.has(PressArea(0))
    play(table, "menu > home")
    assert not table.kiosk.screen.look.press_areas
    table.kiosk.screen.enable_press_areas(True)
    play(table, "Odložit > Hodiny 3 + 2 > menu > home")
    assert table.kiosk.screen.look.press_areas, "they stood there before"
