"""Settings of what is seen and heard: language, sound, palette, how the picture lies, what stands on papers."""

from __future__ import annotations

import pytest

from device.common.i18n import t
from device.graphics.actions import Key, PressArea
from device.graphics.palette import DARK, LIGHT
from device.graphics.widgets import place_of
from device.io.inputs import TextInput
from device.io.signals import Beep
from device.screens.settings.rows import Set, Write
from rules.message import Refusal
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.settings.helpers import back_to_game, written
from tests.kiosk.situations.polish_doubles import opened, sit_down, write


def test_language_and_sound_of_the_home_screen_are_kept_too(p):
    play(p, "language", sees="Čeština")
    play(p, "English", sees="New game")
    play(p, "sound")
    assert (written(p).language, written(p).silent) == ("en", True)


def test_light_and_dark_at_once_on_every_pixel(p):
    corner = p.kiosk.screen.display.surface.get_at((0, 0))[:3]
    assert corner == DARK.back
    play(p, "settings > světlé")
    assert p.kiosk.screen.display.surface.get_at((0, 0))[:3] == LIGHT.back
    play(p, "back")
    assert p.kiosk.screen.display.surface.get_at((1, 470))[:3] == LIGHT.back
    assert written(p).palette == "light"


def test_a_new_volume_is_heard_unless_it_is_silent(p):
    heard, volumes = [], []
    p.peripherals.sound.play, p.peripherals.sound.change = heard.append, volumes.append
    play(p, "settings > Zvuk > +")
    p.touch(Set("", "silent", True))
    play(p, "+")
    assert volumes == [0.7, 0.8]
    assert heard == [Beep.LOW]
    assert says(p, "80 %")


def test_of_several_sound_cards_one_is_chosen_and_one_alone_is_no_choice(p, monkeypatch):
    chosen = []
    monkeypatch.setattr(p.peripherals.sound, "choose", lambda card, silent: chosen.append((card, silent)))
    monkeypatch.setattr("device.kiosk.host.sound_cards", lambda: ["Headphones"])
    play(p, "settings > Zvuk", lacks="Zvuková karta")
    play(p, "back")
    monkeypatch.setattr("device.kiosk.host.sound_cards", lambda: ["vc4hdmi0", "Device"])
    play(p, "settings > Zvuk > ‹")
    assert chosen == [("Device", False)]
    assert written(p).sound_card == "Device"
    p.touch(Set("", "silent", True))
    play(p, "›")
    assert chosen[1:] == [("", True)]


def test_one_tap_turns_the_picture_to_the_other_pair_and_touches_with_it(p):
    before = p.kiosk.screen.display.surface.copy()
    play(p, "turn")
    assert written(p).screen.rotate == 180
    wide, high = before.get_size()
    after = p.kiosk.screen.display.surface
    same = [
        (x, y)
        for x in range(0, wide, 7)
        for y in range(0, high, 7)
        if after.get_at((wide - 1 - x, high - 1 - y)) == before.get_at((x, y))
    ]
    assert len(same) > 0.99 * len(range(0, wide, 7)) * len(range(0, high, 7))
    play(p, "turn")
    assert p.kiosk.host.settings.screen.rotate == 0


def test_a_turned_picture_keeps_each_pane_beside_its_clock_button(p):
    opened(p)
    play(p, "menu > areas > back")
    wide = p.kiosk.screen.look.size[0]
    for turned in (False, True, False):
        for side in (0, 1):
            x, _ = place_of(p.kiosk.scene, PressArea(side))
            seen = wide - 1 - x if turned else x
            assert (seen < wide // 2) == (side == 0), "seen from where they sit, A stays on the left"
        play(p, "menu > turn > back")
    press_on = p.kiosk.table.state.turns[-1].pair
    p.touch(PressArea(press_on))
    assert p.kiosk.table.state.turns[-1].pair == 1 - press_on, "a touch on the pane that moved presses its button"


def test_a_screen_that_is_mounted_upside_down_is_not_turned_to_anybody(p):
    play(p, "settings > 180°")
    assert not p.kiosk.screen.look.swapped
    play(p, "back > turn")
    assert (written(p).screen.rotate, written(p).screen.turned) == (0, True)
    assert p.kiosk.screen.look.swapped
    play(p, "settings > 90°")
    assert not p.kiosk.screen.look.swapped


def test_a_quarter_turn_gives_the_upright_screen_at_once_in_the_middle_of_a_game(p):
    opened(p)
    play(p, "menu > settings > Dál > 90°")  # under the times of a game the settings of the screen have two pages
    assert p.kiosk.screen.look.size == (480, 800)
    assert p.kiosk.screen.look.portrait
    back_to_game(p)
    write(p, "PES", 5)
    assert p.kiosk.table.state.turns[1].rows[0].word == "PES"


def test_a_screen_without_a_light_is_darkened_in_the_picture(p):
    play(p, "settings", sees="ztmavuje se obraz")
    bright = p.kiosk.screen.display.surface.get_at((2, 2))[:3]
    for percent in (90, 80, 70, 60, 50):
        p.touch(Set("screen", "brightness", percent))
    dark = p.kiosk.screen.display.surface.get_at((2, 2))[:3]
    assert [abs(2 * now - before) <= 2 for now, before in zip(dark, bright, strict=True)] == [True] * 3
    assert p.kiosk.host.notices.troubles == {}
    assert written(p).screen.brightness == 50


def test_the_tournament_is_written_on_the_screen_and_stands_on_the_papers_of_new_games(p):
    play(p, "settings > Turnaj")
    p.touch(Write("event", "title", t("Name of the tournament"), ""))
    p.write("Kostelec 3.")
    p.touch(Key("\b"))
    p.kiosk.post(TextInput("!"))
    p.settle()
    play(p, "done > + > napsat…")
    for letter in "123456789012345678901234":
        p.touch(Key(letter))
    play(p, "done")
    settings = written(p).event
    assert (settings.title, settings.round, settings.table) == ("Kostelec 3!", 1, "12345678901234567890")
    play(p, "back")
    sit_down(p)
    setup = p.kiosk.table.state.setup
    assert (setup.title, setup.round) == ("Kostelec 3!", 1)


def test_a_button_on_another_pin_works_at_once_and_no_pin_serves_twice(p):
    play(p, "settings > Tlačítka")
    assert not p.has(Set("buttons", "lamp_a", 23)), "lamp B has it: the step goes past it and the buzzer"
    p.touch(Set("buttons", "lamp_a", 25))
    p.touch(Set("buttons", "button_a", 18))
    p.settle()
    with pytest.raises(Refusal, match="pin 18 is given to: Clock button B, Clock button A"):
        p.kiosk.host.change("buttons", "button_b", 18)
    settings = written(p).buttons
    assert (settings.button_a, settings.lamp_a, settings.button_b) == (18, 25, 27)
    assert p.peripherals.gpio.settings == p.kiosk.host.settings.buttons
