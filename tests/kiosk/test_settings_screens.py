"""Settings at the table: each one at once, in the file too, and a running game keeps what it froze."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from device import i18n
from device.autoplay.player import Stuck
from device.games import SPECS
from device.games.polish_doubles.autoplay import DoublesPlayer
from device.i18n import t
from device.kiosk.actions import AREAS, BACK, DONE, LANGUAGE, SETTINGS, SOUND, TURN, Key, PressArea, Why
from device.kiosk.controllers import DeviceInfo
from device.kiosk.palette import DARK, LIGHT
from device.kiosk.screen import call_on
from device.kiosk.widgets import Touch, place_of
from device.peripherals.signals import Beep
from device.settings.file import SettingsFile
from device.settings.reading import load
from device.settings.settings import Settings
from device.settings_screens.controller import SettingsController
from device.settings_screens.rows import Set, Write
from device.settings_screens.screens import (
    ButtonsPage,
    DevicePage,
    DisplaysPage,
    EventPage,
    PowerOffQuestion,
    RulesPage,
    ScreenPage,
    SettingsPage,
)
from device.table.inputs import Typed
from rules.game import SECOND
from rules.message import Refusal
from tests.kiosk.moments.polish_doubles import opened, sit_down, write
from tests.kiosk.seeing import says

WITH_OPTIONS = [key for key, spec in SPECS.items() if spec.rule_options.load()]
"""Games with options in the settings."""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def p(tmp_path, file):
    player = DoublesPlayer(tmp_path, file=file)
    yield player
    player.close()
    i18n.use("cs")


def written(p) -> Settings:
    """What the file says once the thread has written it."""
    p.kiosk.preferences.file.close()
    settings = load(p.kiosk.preferences.file.path)
    p.kiosk.preferences.file = SettingsFile(p.kiosk.preferences.file.path, p.kiosk.post)
    return settings


def back_to_game(p):
    """From the settings to the menu they were opened from, and to the game."""
    p.touch(BACK)
    p.touch(BACK)


def rules_of(p) -> str:
    """The game whose rules show."""
    state = p.kiosk.controller.state
    return state.games[p.kiosk.controller.shown().game(state)].key


def sets(p):
    """What can be set on the page that shows."""
    return {widget.action for widget in p.kiosk.scene if isinstance(widget, Touch) and isinstance(widget.action, Set)}


# -- the screens -------------------------------------------------------------------------------------------------------


def test_the_settings_open_from_home_and_from_a_game_and_lead_back_there(p):
    home = p.kiosk.controller
    p.touch(SETTINGS)
    assert isinstance(p.kiosk.controller, SettingsController)
    p.touch(BACK)
    assert p.kiosk.controller is home
    opened(p)
    game = p.kiosk.controller
    p.menu(SETTINGS)
    p.kiosk.post(Typed("\x1b"))
    p.settle()
    assert p.kiosk.controller is game


def test_every_button_of_every_page_does_what_it_says_or_says_why_not(p):
    p.touch(SETTINGS)
    for page, game in [
        (ScreenPage, 0),
        *((RulesPage, game) for game in range(len(WITH_OPTIONS))),
        (EventPage, 0),
        (DisplaysPage, 0),
        (ButtonsPage, 0),
        (DevicePage, 0),
    ]:
        p.touch(call_on(SettingsPage.tab, page))
        if page is RulesPage:
            p.touch(call_on(RulesPage.of_game, game))
        for action in sorted(sets(p), key=str):
            if p.has(action):
                p.touch(action)
                part = getattr(p.kiosk.host.settings, action.part) if action.part else p.kiosk.host.settings
                assert getattr(part, action.key) == action.value
                if action.key == "type" and action.value == "none":
                    p.touch(Set(action.part, "type", "ssd1306"))
        for widget in p.kiosk.scene:
            if isinstance(widget, Touch) and isinstance(widget.action, Why):
                p.touch(widget.action)
                assert says(p, widget.action.reason)
                break
    assert as_kept(written(p)) == as_kept(p.kiosk.host.settings)


def as_kept(settings):
    """The settings that can be changed at the table; the others are the simulator's own."""
    values = msgspec.to_builtins(settings)
    kept = {key: values[key] for key in ("language", "palette", "silent", "volume", "event", *WITH_OPTIONS)}
    kept |= {key: values["screen"][key] for key in ("rotate", "brightness", "dim_after_s", "dim_to")}
    kept |= {key: values["buttons"][key] for key in ("button_a", "lamp_b", "debounce_ms", "hold_ms")}
    return kept | {key: values["oled_a"][key] for key in ("type", "port", "address", "rotate", "contrast")}


def test_a_running_game_goes_on_behind_the_settings(p):
    opened(p)
    p.menu(SETTINGS)
    before = p.oleds.image(1).tobytes()
    p.wait(5 * SECOND)
    assert p.oleds.image(1).tobytes() != before, "the time on the displays goes on"
    p.press(1)
    assert p.kiosk.table.state.turns[-1].pair == 0, "a press counts"
    assert isinstance(p.kiosk.controller, SettingsController)
    back_to_game(p)
    write(p, "PES", 5)


def test_what_was_chosen_on_a_page_holds_when_one_comes_back_to_it(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, RulesPage))
    p.touch(call_on(RulesPage.of_game, 1))
    p.touch(call_on(RulesPage.turned_to, 1))
    p.touch(call_on(SettingsPage.tab, DisplaysPage))
    p.touch(call_on(DisplaysPage.of_side, 1))
    p.touch(call_on(SettingsPage.tab, RulesPage))
    assert says(p, "20 Kč"), "the second page of mariáš"
    p.touch(call_on(SettingsPage.tab, DisplaysPage))
    assert p.has(Set("oled_b", "type", "sh1106"))


# -- readings ----------------------------------------------------------------------------------------------------------


TABLE = (
    "turn_limit_s",
    "cross_goes_to",
    "objection_clock",
    "draw_when",
    "overrun",
    "points_misannounced",
    "silent_sto_at_100",
    "cap_scope",
    "cap_before_red",
    "renonc_pays",
    "renonc_130_units",
    "re_required",
    "false_claim_pays",
    "mismatch_share",
    "polyssimo_counts",
    "placing",
    "ch_is_one_letter",
    "hejma_tie_outside",
    "misdeal_count",
)
"""The settings table of the rules page."""


def test_every_setting_of_the_rules_page_can_be_chosen_with_every_value_that_the_file_takes():
    offered = [one for spec in SPECS.values() for one in spec.rule_options.load()]
    assert {one.key for one in offered} >= set(TABLE)
    for spec in (SPECS[key] for key in WITH_OPTIONS):
        part = type(getattr(Settings(), spec.key))
        options = spec.rule_options.load()
        assert [(one.part, one.key) for one in options] == [(spec.key, key) for key in part.__struct_fields__]
        for one in options:
            for value in [choice.value for choice in one.choices] or [one.least, one.most]:
                msgspec.convert({one.key: value}, part)
            if not one.choices:
                for beyond in (one.least - 1, one.most + 1):
                    with pytest.raises(msgspec.ValidationError):
                        msgspec.convert({one.key: beyond}, part)


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_every_reading_of_every_game_has_its_button_on_some_page(p, game):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, RulesPage))
    p.touch(call_on(RulesPage.of_game, WITH_OPTIONS.index(game)))
    found = {one.key for one in sets(p)}
    while p.has(on := call_on(RulesPage.turned_to, p.kiosk.controller.shown().chosen.leaf + 1)):
        p.touch(on)
        found |= {one.key for one in sets(p)}
    assert found == {one.key for one in SPECS[game].rule_options.load()}


def test_the_rules_open_at_the_game_that_is_played_and_prices_read_in_koruny(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, RulesPage))
    assert rules_of(p) == "polish_doubles"
    p.touch(call_on(RulesPage.of_game, 1))
    p.touch(call_on(RulesPage.turned_to, 1))
    assert says(p, "20 Kč")
    assert says(p, "40 h")
    p.touch(Set("marias", "cap", 2100))
    p.touch(Set("marias", "cap", 3100))
    assert says(p, "31 Kč")
    assert written(p).marias.cap == 3100


def test_readings_hold_for_new_games_and_a_running_one_keeps_its_own(p):
    opened(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, RulesPage))
    assert says(p, "rozehraná si ponechá svoje")
    p.touch(Set("polish_doubles", "turn_limit_s", 190))
    p.touch(Set("polish_doubles", "turn_limit_s", 250))
    assert says(p, "4:10")
    p.touch(Set("polish_doubles", "overrun", "signal_only"))
    p.touch(BACK)
    frozen = p.kiosk.table.state.setup
    assert (frozen.turn_limit_s, frozen.overrun) == (180, "unannounced_lost")
    p.kiosk.host.home()
    p.kiosk.loop.settle()
    sit_down(p)
    frozen = p.kiosk.table.state.setup
    assert (frozen.turn_limit_s, frozen.overrun) == (250, "signal_only")
    assert written(p).polish_doubles == p.kiosk.host.settings.polish_doubles


def test_the_time_limit_stops_at_its_bounds(p):
    p.kiosk.host.change("polish_doubles", "turn_limit_s", 40)
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, RulesPage))
    p.touch(Set("polish_doubles", "turn_limit_s", 10))
    assert says(p, "0:10")
    assert {one.value for one in sets(p) if one.key == "turn_limit_s"} == {20, 70}
    with pytest.raises(Refusal, match="the least is 10"):
        p.kiosk.host.change("polish_doubles", "turn_limit_s", 9)
    assert p.kiosk.host.settings.polish_doubles.turn_limit_s == 10


# -- what is seen and heard --------------------------------------------------------------------------------------------


def test_language_and_sound_of_the_home_screen_are_kept_too(p):
    p.touch(LANGUAGE)
    assert says(p, "New game")
    p.touch(SOUND)
    assert (written(p).language, written(p).silent) == ("en", True)


def test_light_and_dark_at_once_on_every_pixel(p):
    corner = p.kiosk.screen.display.surface.get_at((0, 0))[:3]
    assert corner == DARK.back
    p.touch(SETTINGS)
    p.touch(Set("", "palette", "light"))
    assert p.kiosk.screen.display.surface.get_at((0, 0))[:3] == LIGHT.back
    p.touch(BACK)
    assert p.kiosk.screen.display.surface.get_at((1, 470))[:3] == LIGHT.back
    assert written(p).palette == "light"


def test_a_new_volume_is_heard_unless_it_is_silent(p):
    heard, volumes = [], []
    p.peripherals.sound.play, p.peripherals.sound.change = heard.append, volumes.append
    p.touch(SETTINGS)
    p.touch(Set("", "volume", 0.7))
    p.touch(Set("", "silent", True))
    p.touch(Set("", "volume", 0.8))
    assert volumes == [0.7, 0.8]
    assert heard == [Beep.LOW]
    assert says(p, "80 %")


def test_one_tap_turns_the_picture_to_the_other_pair_and_touches_with_it(p):
    before = p.kiosk.screen.display.surface.copy()
    p.touch(TURN)
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
    p.touch(TURN)
    assert p.kiosk.host.settings.screen.rotate == 0


def test_a_turned_picture_keeps_each_pane_beside_its_clock_button(p):
    opened(p)
    p.menu(AREAS)
    p.touch(BACK)
    wide = p.kiosk.screen.look.size[0]
    for turned in (False, True, False):
        for side in (0, 1):
            x, _ = place_of(p.kiosk.scene, PressArea(side))
            seen = wide - 1 - x if turned else x
            assert (seen < wide // 2) == (side == 0), "seen from where they sit, A stays on the left"
        p.menu(TURN)
        p.touch(BACK)
    press_on = p.kiosk.table.state.turns[-1].pair
    p.touch(PressArea(press_on))
    assert p.kiosk.table.state.turns[-1].pair == 1 - press_on, "a touch on the pane that moved presses its button"


def test_a_screen_that_is_mounted_upside_down_is_not_turned_to_anybody(p):
    p.touch(SETTINGS)
    p.touch(Set("screen", "rotate", 180))
    assert not p.kiosk.screen.look.swapped
    p.touch(BACK)
    p.touch(TURN)
    assert (written(p).screen.rotate, written(p).screen.turned) == (0, True)
    assert p.kiosk.screen.look.swapped
    p.touch(SETTINGS)
    p.touch(Set("screen", "rotate", 90))
    assert not p.kiosk.screen.look.swapped


def test_a_quarter_turn_gives_the_upright_screen_at_once_in_the_middle_of_a_game(p):
    opened(p)
    p.menu(SETTINGS)
    p.touch(Set("screen", "rotate", 90))
    assert p.kiosk.screen.look.size == (480, 800)
    assert p.kiosk.screen.look.portrait
    back_to_game(p)
    write(p, "PES", 5)
    assert p.kiosk.table.state.turns[1].rows[0].word == "PES"


def test_a_screen_without_a_light_is_darkened_in_the_picture(p):
    p.touch(SETTINGS)
    assert says(p, "ztmavuje se obraz")
    bright = p.kiosk.screen.display.surface.get_at((2, 2))[:3]
    for percent in (90, 80, 70, 60, 50):
        p.touch(Set("screen", "brightness", percent))
    dark = p.kiosk.screen.display.surface.get_at((2, 2))[:3]
    assert [abs(2 * now - before) <= 2 for now, before in zip(dark, bright, strict=True)] == [True] * 3
    assert p.kiosk.host.troubles == {}
    assert written(p).screen.brightness == 50


def test_the_tournament_is_written_on_the_screen_and_stands_on_the_papers_of_new_games(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, EventPage))
    p.touch(Write("event", "title", t("Name of the tournament"), ""))
    p.write("Kostelec 3.")
    p.touch(Key("\b"))
    p.kiosk.post(Typed("!"))
    p.settle()
    p.touch(DONE)
    p.touch(Set("event", "round", 1))
    p.touch(Write("event", "table", t("This table"), ""))
    for letter in "123456789012345678901234":
        p.touch(Key(letter))
    p.touch(DONE)
    kept = written(p).event
    assert (kept.title, kept.round, kept.table) == ("Kostelec 3!", 1, "12345678901234567890")
    p.touch(BACK)
    sit_down(p)
    setup = p.kiosk.table.state.setup
    assert (setup.title, setup.round) == ("Kostelec 3!", 1)


def test_a_button_on_another_pin_works_at_once_and_no_pin_serves_twice(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, ButtonsPage))
    assert not p.has(Set("buttons", "lamp_a", 23)), "lamp B has it: the step goes past it and the buzzer"
    p.touch(Set("buttons", "lamp_a", 25))
    p.touch(Set("buttons", "button_a", 18))
    p.settle()
    with pytest.raises(Refusal, match="Pin 18 serves button_b and button_a"):
        p.kiosk.host.change("buttons", "button_b", 18)
    kept = written(p).buttons
    assert (kept.button_a, kept.lamp_a, kept.button_b) == (18, 25, 27)
    assert p.peripherals.gpio._pins == p.kiosk.host.settings.pins


# -- OLEDs -------------------------------------------------------------------------------------------------------------


def test_type_bus_and_address_of_a_display_hold_at_once(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DisplaysPage))
    opened_with = []
    p.peripherals.oleds._connect = lambda one: opened_with.append(one) or p.oleds.connect(one)
    p.touch(call_on(DisplaysPage.of_side, 1))
    for change in (("type", "ssd1309"), ("port", 2), ("address", 0x3C)):
        p.touch(Set("oled_b", *change))
    assert [(one.type, one.port, one.address) for one in opened_with] == [
        ("ssd1309", 1, 0x3D),
        ("ssd1309", 2, 0x3D),
        ("ssd1309", 2, 0x3C),
    ]
    assert says(p, "Odpovídá")
    assert p.oleds.image(1).getbbox() is not None, "the new display got its picture"
    kept = written(p).oled_b
    assert (kept.type, kept.port, kept.address) == ("ssd1309", 2, 0x3C)


def test_the_same_address_on_one_bus_is_pointed_out_and_on_two_buses_is_fine(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DisplaysPage))
    p.touch(Set("oled_a", "address", 0x3D))
    assert says(p, "Oba displeje mají tuto sběrnici a adresu")
    p.touch(Set("oled_a", "port", 2))
    assert says(p, "Odpovídá")


def test_a_display_that_does_not_answer_is_said_on_its_page(p):
    def nothing(_):
        raise OSError

    p.peripherals.oleds._connect = nothing
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DisplaysPage))
    p.touch(Set("oled_a", "type", "sh1106"))
    p.settle()
    assert sum("Displej A neodpovídá" in widget.text for widget in p.kiosk.scene if hasattr(widget, "text")) == 2
    p.touch(Set("oled_a", "type", "none"))
    p.settle()
    assert p.kiosk.host.troubles == {}
    assert says(p, "Žádný tu není")


# -- the device --------------------------------------------------------------------------------------------------------


def test_network_and_version_are_read_when_the_page_opens(p, monkeypatch):
    p.touch(SETTINGS)
    monkeypatch.setattr("device.peripherals.network.interfaces", lambda: (("wlan0", "10.0.0.7"), ("eth0", "")))
    p.touch(call_on(SettingsPage.tab, DevicePage))
    assert says(p, "10.0.0.7")
    assert says(p, "nepřipojeno")
    assert says(p, "Dvojtah 0.")
    assert says(p, "settings.toml")
    monkeypatch.setattr("device.peripherals.network.interfaces", lambda: ())
    p.touch(call_on(SettingsPage.tab, DevicePage))
    assert not says(p, "10.0.0.7")


def test_the_device_is_switched_off_by_the_command_of_the_settings_and_only_after_a_question(p, tmp_path):
    mark = tmp_path / "off"
    p.kiosk.preferences.settings = msgspec.structs.replace(p.kiosk.host.settings, power_off=f"touch '{mark}'")
    ran, run = [], p.peripherals.power.run
    p.peripherals.power.off = lambda command: (ran.append(command), run(command))
    opened(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    p.touch(call_on(DevicePage.ask_power_off))
    assert says(p, "Opravdu vypnout?")
    assert says(p, "Hodiny zůstanou stát")
    p.touch(BACK)
    assert ran == []
    p.touch(call_on(DevicePage.ask_power_off))
    p.touch(call_on(PowerOffQuestion.power_off))
    assert ran == [f"touch '{mark}'"]
    assert mark.exists()


def test_a_device_that_refuses_to_be_switched_off_says_so_and_the_game_goes_on(p):
    p.kiosk.preferences.settings = msgspec.structs.replace(p.kiosk.host.settings, power_off="false")
    p.peripherals.power.off = p.peripherals.power.run
    opened(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    p.touch(call_on(DevicePage.ask_power_off))
    p.touch(call_on(PowerOffQuestion.power_off))
    assert says(p, "false byl odmítnut (1)")
    back_to_game(p)
    write(p, "PES", 5)


def test_without_a_command_the_button_says_so(p):
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    with pytest.raises(Stuck):
        p.touch(call_on(DevicePage.ask_power_off))
    assert p.kiosk.host.facts() == DeviceInfo(
        p.kiosk.host.facts().version,
        os.uname().nodename,
        p.kiosk.host.facts().network,
        str(p.kiosk.preferences.file.path),
        False,
        p.kiosk.host.facts().day,
    )


# -- a disk that refuses -----------------------------------------------------------------------------------------------


def test_a_disk_that_refuses_the_settings_stops_nothing_and_the_change_holds(p, tmp_path):
    Path(tmp_path / "config").write_text("a file where the folder should be")
    opened(p)
    p.menu(SETTINGS)
    p.touch(Set("", "palette", "light"))
    p.kiosk.preferences.file.close()
    p.settle()
    assert says(p, "nelze zapsat")
    assert p.kiosk.screen.look.palette is LIGHT
    back_to_game(p)
    write(p, "PES", 5)
    Path(tmp_path / "config").unlink()
    assert p.kiosk.preferences.file.serve()
    p.settle()
    assert not says(p, "nelze zapsat")
    assert load(p.kiosk.preferences.file.path).palette == "light"
