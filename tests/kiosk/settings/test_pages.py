"""Settings at the table: each one at once, in the file too, and a running game keeps what it froze."""

from __future__ import annotations

import msgspec
import pytest

from device.common.games.registry import SPECS
from device.common.settings.settings import Settings
from device.graphics.actions import Why
from device.graphics.widgets import Touch
from device.io.inputs import TextInput
from device.kiosk.screen import call_on
from device.screens.settings.controller import SettingsController
from device.screens.settings.page import PageChoices, SettingsPage
from device.screens.settings.rows import Set
from device.screens.settings.screens import ButtonsPage, DevicePage, DisplaysPage, EventPage, RulesPage, ScreenPage
from rules.game import SECOND
from rules.loading import readable
from rules.message import Refusal
from rules.options.marias import NewMarias
from rules.options.polish_doubles import NewDoubles
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to
from tests.kiosk.settings.helpers import back_to_game, rules_of, sets, written
from tests.kiosk.situations.polish_doubles import opened, sit_down, write

WITH_OPTIONS = [key for key, spec in SPECS.items() if spec.rule_options()]
"""Games with options in the settings."""
TABLES = sorted({option.part for spec in SPECS.values() for option in spec.rule_options()})
"""The tables of the settings that keep them."""


# -- the screens -------------------------------------------------------------------------------------------------------


def test_the_settings_open_from_home_and_from_a_game_and_lead_back_there(p):
    home = p.kiosk.controller
    play(p, "settings")
    assert isinstance(p.kiosk.controller, SettingsController)
    play(p, "back")
    assert p.kiosk.controller is home
    opened(p)
    game = p.kiosk.controller
    play(p, "menu > settings")
    p.kiosk.post(TextInput("\x1b"))
    p.settle()
    assert p.kiosk.controller is game


def test_every_button_of_every_page_does_what_it_says_or_says_why_not(p):
    play(p, "settings")
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
            p.touch(way_to(p, RulesPage, chosen=PageChoices(game=game)))
        for action in sorted(sets(p), key=lambda action: (action.key == "large_print", str(action))):
            # large print comes last, as it leaves less on a page
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
    changeable = {key: values[key] for key in ("language", "palette", "silent", "volume", "event", *TABLES)}
    changeable |= {key: values["screen"][key] for key in ("rotate", "brightness", "dim_after_s", "dim_to")}
    changeable |= {key: values["buttons"][key] for key in ("button_a", "lamp_b", "debounce_ms", "hold_ms")}
    return changeable | {key: values["oled_a"][key] for key in ("type", "port", "address", "rotate", "contrast")}


def test_a_running_game_goes_on_behind_the_settings(p):
    opened(p)
    play(p, "menu > settings")
    before = p.oled(1).tobytes()
    p.wait(5 * SECOND)
    assert p.oled(1).tobytes() != before, "the time on the displays goes on"
    p.press(1)
    assert p.kiosk.table.state.turns[-1].pair == 0, "a press counts"
    assert isinstance(p.kiosk.controller, SettingsController)
    back_to_game(p)
    write(p, "PES", 5)


def test_what_was_chosen_on_a_page_holds_when_one_comes_back_to_it(p):
    play(p, "settings > Pravidla her")
    play(p, "Mariáš > Dál > Displeje dvojic > B > Pravidla her", sees="20 Kč")  # the second page of mariáš
    play(p, "Displeje dvojic", offers="SH1106")


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
    "forgive_renonc",
)
"""The settings table of the rules page."""


def test_every_setting_of_the_rules_page_can_be_chosen_with_every_value_that_the_file_takes():
    offered = [option for spec in SPECS.values() for option in spec.rule_options()]
    assert {option.key for option in offered} >= set(TABLE)
    for spec in (SPECS[key] for key in WITH_OPTIONS):
        options = spec.rule_options()
        parts = dict.fromkeys(option.part for option in options)
        assert parts.keys() == {spec.key}
        whole = [(name, key) for name in parts for key in type(getattr(Settings(), name)).__struct_fields__]
        assert [(option.part, option.key) for option in options] == whole
        for option in options:
            part = type(getattr(Settings(), option.part))
            for value in [value for value, _ in option.choices] or [option.least, option.most]:
                msgspec.convert({option.key: value}, readable(part))
            if not option.choices:
                for beyond in (option.least - 1, option.most + 1):
                    with pytest.raises(msgspec.ValidationError):
                        msgspec.convert({option.key: beyond}, readable(part))


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_every_reading_of_every_game_has_its_button_on_some_page(p, game):
    play(p, "settings > Pravidla her")
    p.touch(way_to(p, RulesPage, chosen=PageChoices(game=WITH_OPTIONS.index(game))))
    keys = {change.key for change in sets(p)}
    while p.has(on := call_on(RulesPage.on_page, p.kiosk.controller.current_screen().chosen.page + 1)):
        p.touch(on)
        keys |= {change.key for change in sets(p)}
    assert keys == {option.key for option in SPECS[game].rule_options()}


def test_the_rules_open_at_the_game_that_is_played_and_prices_read_in_koruny(p):
    play(p, "settings > Pravidla her")
    assert rules_of(p) == "polish_doubles"
    play(p, "Mariáš > Dál", sees=("20 Kč", "40 h"))
    p.touch(Set("marias", "cap", 2100))
    p.touch(Set("marias", "cap", 3100))
    assert says(p, "31 Kč")
    assert written(p).options_of(NewMarias).cap == 3100


def test_readings_hold_for_new_games_and_a_running_one_keeps_its_own(p):
    opened(p)
    play(p, "menu > settings > Pravidla her", sees="rozehraná si ponechá svoje")
    play(p, "+10 s > +1 min", sees="4:10")
    play(p, "jen signál > back")
    frozen = p.kiosk.table.state.setup
    assert (frozen.turn_limit_s, frozen.overrun) == (180, "unannounced_lost")
    p.kiosk.host.home()
    p.kiosk.loop.settle()
    sit_down(p)
    frozen = p.kiosk.table.state.setup
    assert (frozen.turn_limit_s, frozen.overrun) == (250, "signal_only")
    assert written(p).options_of(NewDoubles) == p.kiosk.host.settings.options_of(NewDoubles)


def test_the_time_limit_stops_at_its_bounds(p):
    p.kiosk.host.change("polish_doubles", "turn_limit_s", 40)
    play(p, "settings > Pravidla her > −1 min", sees="0:10")
    assert {change.value for change in sets(p) if change.key == "turn_limit_s"} == {20, 70}
    with pytest.raises(Refusal, match="the least is 10"):
        p.kiosk.host.change("polish_doubles", "turn_limit_s", 9)
    assert p.kiosk.host.settings.options_of(NewDoubles).turn_limit_s == 10
