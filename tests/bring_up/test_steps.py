"""A table brought up: wires right, swapped, beside, missing; displays with a wrong address, chip or way up."""

import pytest
from gpiozero.pins.pi import PiBoardInfo
from msgspec.structs import replace

from device.bring_up.header import BUTTON_GROUND, BUZZER_GROUND, OLED_PLACES, PLACES
from device.bring_up.needs import changes
from device.bring_up.steps import Edge, WiringReply, WiringStep
from device.common.settings.settings import ButtonSettings, OledSettings, SecondOledSettings, Settings, contradiction
from device.io.signals import Lamp
from rules.message import msg
from tests.bring_up.builder import Builder

A, B = 17, 27


def test_all_wired_right_ends_with_a_game_and_changes_nothing():
    b = Builder()
    seen = [b.step]
    while b.step != "DONE":
        b.to(WiringStep(b.state.step.value + 1).name)
        seen.append(b.step)
    assert seen == [step.name for step in WiringStep]
    assert changes(Settings(), b.settings) == {}
    assert b.wrong == ""


def test_the_places_are_those_of_the_board():
    board = PiBoardInfo.from_revision(0xA03111).headers["J8"].pins
    assert {number: f"GPIO{number}" for number in PLACES} == {number: board[PLACES[number]].name for number in PLACES}
    assert {board[place].name for place in (*BUTTON_GROUND, BUZZER_GROUND)} == {"GND"}
    for places in OLED_PLACES:
        names = {wire: board[place].name for wire, place in places.items()}
        assert names == {"GND": "GND", "VCC": "3V3", "SCL": "GPIO3", "SDA": "GPIO2"}


# -- buttons -----------------------------------------------------------------------------------------------------------


def test_swapped_buttons_are_swapped_in_the_settings():
    b = Builder().press(B)
    assert (b.step, b.offers) == ("BUTTON_A", [WiringReply.SWAP, WiringReply.SKIP])
    assert "place 13, which is button B's" in b.wrong
    b.answer(WiringReply.SWAP)
    assert (b.step, b.settings.buttons.button_a, b.settings.buttons.button_b) == ("BUTTON_B", B, A)
    assert b.press(A).step == "LAMP_A"


def test_wires_that_are_moved_instead_are_as_good():
    b = Builder().press(B).press(A)
    assert (b.step, b.settings) == ("BUTTON_B", Settings())


def test_the_first_button_pressed_again_is_not_the_second():
    b = Builder().to("BUTTON_B").press(A)
    assert (b.step, b.wrong) == ("BUTTON_B", "That was button A. Press the other one.")


def test_a_wire_on_a_free_place_may_stay_there():
    b = Builder().press(25)
    assert "place 22" in b.wrong
    b.answer(WiringReply.USE)
    assert (b.step, b.settings.buttons.button_a) == ("BUTTON_B", 25)


def test_a_wire_on_the_place_of_a_lamp_has_to_move():
    b = Builder().press(22)
    assert "place 15, which is for: Lamp A" in b.wrong
    assert b.offers == [WiringReply.SKIP]


@pytest.mark.parametrize("first", ["presses", "waits"])
def test_a_wire_on_the_tab_that_opens_is_never_a_press(first):
    b = Builder().see(Edge(A, True))  # at rest it is on ground
    if first == "presses":
        b.see(Edge(A, False), Edge(A, True)).wait()
    else:
        b.wait(4)
    assert (b.step, "from NC to NO" in b.wrong) == ("BUTTON_A", True)
    assert b.see(Edge(A, False)).wait().step == "BUTTON_B", "moved to NO it is up at rest"


def test_a_bounce_and_a_press_of_a_second_are_presses():
    b = Builder().see(Edge(A, True)).wait().see(Edge(A, False)).wait()
    assert b.step == "BUTTON_B"


def test_where_nothing_comes_it_is_said_what_is_usually_wrong():
    b = Builder().wait(14)
    assert b.wrong == ""
    assert "count to 11" in b.wait().wrong


def test_lines_that_do_not_open_are_said_until_they_do():
    b = Builder().lines(msg("Clock buttons do not work."))
    assert b.wrong == "Clock buttons do not work."
    assert b.lines(None).wrong == ""


def test_where_no_line_opens_nobody_can_say_that_a_lamp_blinks():
    b = Builder().to("LAMP_A").lines(msg("Clock buttons do not work."))
    assert b.offers == [WiringReply.SKIP]
    assert b.answer(WiringReply.SKIP).step == "LAMP_B"
    assert WiringReply.YES in b.lines(None).offers


def test_lamps_and_buzzer_of_a_board_that_comes_later_are_left_for_later():
    b = Builder().to("LAMP_A").answer(*[WiringReply.SKIP] * 3)
    assert (b.step, b.settings.buttons) == ("OLED_A", Settings().buttons)


# -- lamps and buzzer --------------------------------------------------------------------------------------------------


def test_swapped_lamps_are_swapped_and_asked_again():
    b = Builder().to("LAMP_A")
    assert b.needs.signals.lamp_a is Lamp.SLOW
    b.answer(WiringReply.SWAP)
    assert (b.step, b.settings.buttons.lamp_a, b.settings.buttons.lamp_b) == ("LAMP_A", 23, 22)


def test_a_dark_lamp_is_explained_and_one_that_is_not_there_is_no_line():
    b = Builder().to("LAMP_A").answer(WiringReply.NO)
    assert "swap L+ and L−" in b.wrong
    b.answer(WiringReply.NONE)
    assert (b.step, b.settings.buttons.lamp_a) == ("LAMP_B", 0)
    assert WiringReply.SWAP not in b.offers
    assert b.answer(WiringReply.BACK).step == "BUTTON_B", "there is no lamp A to go back to"


@pytest.mark.parametrize("step", ["LAMP_A", "BUZZER", "OLED_A"])
def test_what_stays_dark_or_silent_can_be_left_for_later(step):
    b = Builder().to(step).plug((1, 0x3C)).answer(WiringReply.NO, WiringReply.SKIP)
    assert b.state.skipped == {WiringStep[step]}
    assert b.step != step


def test_the_buzzer_beeps_as_often_as_it_is_asked():
    b = Builder().to("BUZZER")
    beeps = [
        b.needs.signals.beep,
        b.answer(WiringReply.AGAIN).needs.signals.beep,
        b.answer(WiringReply.AGAIN).needs.signals.beep,
    ]
    assert None not in beeps
    assert beeps[0] is not beeps[1] is not beeps[2]
    assert b.answer(WiringReply.NONE).settings.buttons.buzzer == 0


# -- displays ----------------------------------------------------------------------------------------------------------


def test_a_display_at_another_address_is_taken_where_it_answers():
    b = Builder().to("OLED_A").plug((1, 0x3D))
    assert (b.settings.oled_a.address, b.needs.pictures[0].oled.address) == (0x3D, 0x3D)
    b.answer(WiringReply.YES).plug((1, 0x3C), (1, 0x3D))
    assert (b.step, b.settings.oled_b.address) == ("OLED_B", 0x3C)


def test_two_displays_with_the_address_they_are_sold_with():
    b = Builder().to("OLED_A").plug((1, 0x3C)).answer(WiringReply.YES).plug((1, 0x3C)).wait(4)
    assert "Only one display answers, at 0x3C on bus 1" in b.wrong
    b.plug((1, 0x3C), (1, 0x3D))
    assert (b.wrong, b.settings.oled_b.address) == ("", 0x3D)


def test_a_display_on_a_bus_of_its_own():
    b = (
        Builder()
        .to("OLED_A")
        .plug((1, 0x3C))
        .answer(WiringReply.YES)
        .plug((1, 0x3C))
        .wait(4)
        .answer(WiringReply.OWN_BUS)
    )
    assert (b.settings.oled_b.port, b.settings.oled_b.address) == (3, 0x3C)
    b.plug((1, 0x3C), (3, 0x3C), buses=(1, 3))
    assert [picture.oled.port for picture in b.needs.pictures] == [1, 3]
    assert b.answer(WiringReply.YES).step == "SIDES"


def test_the_chip_that_says_what_it_is_is_believed():
    b = Builder().to("OLED_A").plug((1, 0x3C, "SH1106"))
    assert b.settings.oled_a.type == "sh1106"


def test_snow_is_answered_by_one_chip_after_another():
    b = Builder().to("OLED_A").plug((1, 0x3C))
    chips = [b.settings.oled_a.type]
    for _ in range(3):
        chips.append(b.answer(WiringReply.CHIP).settings.oled_a.type)
    assert chips[:3] == ["ssd1306", "sh1106", "ssd1309"]
    assert chips[3] != chips[2]
    b.answer(WiringReply.TURN)
    assert b.settings.oled_a.rotate == 2


def test_a_missing_display_is_left_out_and_the_game_goes_without():
    b = Builder().to("OLED_A").plug((1, 0x3C)).answer(WiringReply.YES, WiringReply.NONE)
    assert (b.step, b.settings.oled_b.type) == ("TURNS", "none")
    assert [picture.side for picture in b.needs.pictures] == [0]


def test_a_display_that_is_pulled_out_is_waited_for_again():
    b = Builder().to("OLED_A").plug((1, 0x3C))
    assert b.needs.pictures
    assert b.plug().needs.pictures == ()
    assert b.plug((1, 0x3C)).needs.pictures


def test_without_a_bus_it_is_said_how_there_is_one():
    assert "raspi-config" in Builder().to("OLED_A").plug(buses=()).wrong


def test_displays_at_the_wrong_sides_are_swapped_whole():
    settings = Settings(
        oled_a=OledSettings(type="sh1106", rotate=2), oled_b=SecondOledSettings(type="ssd1309", contrast=10)
    )
    b = Builder(settings).to("SIDES").answer(WiringReply.SWAP)
    assert (b.settings.oled_a.type, b.settings.oled_a.address, b.settings.oled_a.contrast) == ("ssd1309", 0x3D, 10)
    assert (b.settings.oled_b.type, b.settings.oled_b.address, b.settings.oled_b.rotate) == ("sh1106", 0x3C, 2)


# -- the end, and what is left out -------------------------------------------------------------------------------------


def test_the_first_turns_go_by_the_lamp():
    b = Builder().to("TURNS").see(Edge(B, True))
    assert b.wrong == "That was the other button."
    b.see(Edge(B, False), Edge(A, True), Edge(A, False))
    assert (b.wrong, b.needs.signals.lamp_b) == ("", Lamp.ON)
    assert [picture.bright for picture in b.needs.pictures] == [False, True]
    assert b.see(Edge(B, True), Edge(A, True), Edge(B, True)).step == "DONE"


def test_what_is_left_for_later_is_said_at_the_end_and_not_played_with():
    b = Builder().answer(WiringReply.SKIP).to("OLED_A").answer(WiringReply.SKIP).to("DONE")
    assert b.wrong == "Left for later: Clock button A and 1 more."
    assert b.state.turns == 0


def test_back_leads_through_all_that_is_there():
    b = Builder().to("TURNS")
    back = []
    while b.step != "BUTTON_A":
        b.answer(WiringReply.BACK)
        back.append(b.step)
    assert back == ["SIDES", "OLED_B", "OLED_A", "BUZZER", "LAMP_B", "LAMP_A", "BUTTON_B", "BUTTON_A"]
    assert b.answer(WiringReply.BACK).step == "BUTTON_A"


def test_a_table_without_pins_begins_with_its_displays():
    settings = replace(Settings(), buttons=ButtonSettings(pin_factory="none"))
    b = Builder(settings)
    assert b.step == "OLED_A"
    assert b.to("SIDES").answer(WiringReply.YES).step == "DONE"


def test_no_answer_ever_makes_settings_that_contradict_each_other():
    for pin in (5, 6, 17, 22, 23, 24, 25, 27):
        b = Builder().press(pin)
        for offer in b.offers:
            again = Builder().press(pin).answer(offer)
            assert contradiction(again.settings) is None
