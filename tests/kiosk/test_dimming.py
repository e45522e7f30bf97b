"""A table at rest: when screen and displays calm down, dim and wander, and what wakes them."""

from __future__ import annotations

import msgspec

from device.common.settings.settings import Settings
from device.games.setup_controller import SetupController
from device.graphics.actions import BACK
from device.io.inputs import FingerDown
from device.peripherals import backlight
from device.peripherals.dimming import READABLE, Dimmer, Level
from device.screens.settings.rows import Set
from rules.game import SECOND
from tests.kiosk.script import play
from tests.kiosk.situations.polish_doubles import opened, sit_down
from tests.peripherals.oled_ink import lit
from tools.play.player import AWAKE
from tools.play.players.polish_doubles import DoublesPlayer


def resting(tmp_path, **screen):
    """A table that rests after five minutes."""
    screen = {"dim_after_s": 300} | screen
    settings = msgspec.structs.replace(AWAKE, screen=msgspec.structs.replace(AWAKE.screen, **screen))
    return watched(tmp_path, settings)


def watched(tmp_path, settings):
    """A table at which each moment counts."""
    player = DoublesPlayer(tmp_path, settings=settings)
    player.stride = 0
    return player


def test_the_screen_dims_when_nobody_plays_and_the_touch_that_wakes_it_does_nothing_else(tmp_path):
    p = resting(tmp_path)
    bright = p.kiosk.screen.display.surface.get_at((150, 300))[:3]
    p.wait(299 * SECOND)
    assert p.kiosk.screen.display.surface.get_at((150, 300))[:3] == bright
    p.wait(2 * SECOND)
    assert max(p.kiosk.screen.display.surface.get_at((150, 300))[:3]) < max(bright) / 4, "20 %"
    play(p, "Polská čtyřhra")
    assert not isinstance(p.kiosk.controller, SetupController), "the waking tap is swallowed"
    assert p.kiosk.screen.display.surface.get_at((150, 300))[:3] == bright
    play(p, "Polská čtyřhra")
    assert isinstance(p.kiosk.controller, SetupController)
    p.close()


def test_a_running_clock_only_calms_the_screen_until_its_signal_and_it_rests_once_the_clock_stands(tmp_path):
    p = resting(tmp_path, dim_after_s=60)
    opened(p)
    at = (150, 300)
    bright = p.kiosk.screen.display.surface.get_at(at)[:3]
    p.wait(61 * SECOND)
    assert p.kiosk.brightness.dimmer.level is Level.DIMMED
    calm = p.kiosk.screen.display.surface.get_at(at)[:3]
    assert [abs(now - before * READABLE // 100) <= 1 for now, before in zip(calm, bright, strict=True)] == [True] * 3
    play(p, "slovo a body")
    assert p.kiosk.brightness.dimmer.level is Level.BRIGHT
    assert p.kiosk.controller.current_screen().key == "entry", "what was readable may be touched: the tap counts"
    play(p, "back > wait 70")
    assert p.kiosk.brightness.dimmer.level is Level.DIMMED
    p.wait(30 * SECOND)
    assert p.kiosk.brightness.dimmer.level is Level.BRIGHT, "the last half minute shines"
    p.kiosk.host.home()
    p.kiosk.loop.settle()
    p.wait(61 * SECOND)
    assert p.kiosk.brightness.dimmer.level is Level.DARK
    p.close()


def test_a_clock_button_wakes_the_table_and_counts(tmp_path):
    p = resting(tmp_path)
    sit_down(p)
    play(p, "Začíná: Krtci > wait 301")
    assert p.kiosk.brightness.dimmer.level is Level.DARK
    p.press(0)
    assert p.kiosk.brightness.dimmer.level is Level.BRIGHT
    assert p.kiosk.table.clock_runs, "the press was not swallowed"
    p.close()


def test_the_displays_shine_weakly_while_the_table_rests(tmp_path):
    p = resting(tmp_path)
    levels = []
    p.oleds.displays[0].contrast = levels.append
    p.wait(301 * SECOND)
    p.oled(0)
    p.kiosk.post(FingerDown(1, 1, p.clock.ns))
    p.settle()
    p.oled(0)
    assert levels == [255 * 12 // 100, 255]
    p.close()


def test_the_displays_calm_down_and_wander_while_a_clock_runs(tmp_path):
    settings = msgspec.structs.replace(
        AWAKE, screen=msgspec.structs.replace(AWAKE.screen, dim_after_s=60), oled_a=Settings().oled_a
    )
    p = watched(tmp_path, settings)
    opened(p)
    levels = []
    p.oleds.displays[0].contrast = levels.append
    p.wait(59 * SECOND)
    before = p.kiosk.outputs.sent[0]
    p.wait(60 * SECOND)
    p.oled(0)
    assert levels == [255 // 2]
    assert p.kiosk.outputs.sent[0][1] != before[1], "its place moved"
    p.close()


def test_a_light_is_set_dimmed_and_bright_again(tmp_path):
    folder = tmp_path / "backlight" / "10-0045"
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("31\n")
    p = resting(tmp_path)
    p.peripherals.light = backlight.Backlight(p.kiosk.post, folder.parent)

    def level():
        p.peripherals.light.serve()
        return int((folder / "brightness").read_text())

    play(p, "settings")
    p.touch(Set("screen", "brightness", 90))
    assert level() == 28
    p.wait(301 * SECOND)
    assert level() == 6
    assert p.kiosk.screen.surface.surface is p.kiosk.screen.display.surface, "the picture itself stays as it is"
    p.kiosk.post(FingerDown(1, 1, p.clock.ns))
    p.settle()
    assert level() == 28
    p.close()


def test_the_picture_of_a_display_wanders_so_that_nothing_burns_in(tmp_path):
    settings = msgspec.structs.replace(AWAKE, oled_a=Settings().oled_a)
    p = watched(tmp_path, settings)
    seen = []
    for _ in range(12):
        seen.append(p.oled(0).copy())
        still = p.oled(1).tobytes()
        p.wait(60 * SECOND)
    assert len({image.tobytes() for image in seen}) == 9, "nine places"
    assert len({lit(image) for image in seen}) == 1, "and all of it in each"
    assert p.oled(1).tobytes() == still, "shift_s = 0: it stays"
    p.close()


def test_a_paused_table_is_dimmed_and_its_time_stays_readable(tmp_path):
    p = resting(tmp_path, dim_after_s=60)
    opened(p)
    play(p, "menu > Pauza")
    p.touch(BACK) if p.has(BACK) else None
    p.wait(3600 * SECOND)
    assert p.kiosk.brightness.dimmer.level is Level.DIMMED
    play(p, "Pokračovat")
    assert p.kiosk.table.clock_runs, "it was readable, so the tap counts"
    p.close()


def test_a_clock_that_stops_brightens_the_table_and_the_wait_begins_anew():
    dimmer = Dimmer(0, 60 * SECOND)
    dimmer.advance(61 * SECOND, running=True)
    assert dimmer.level is Level.DIMMED
    assert dimmer.advance(62 * SECOND, running=False) == 122 * SECOND
    assert dimmer.level is Level.BRIGHT
    dimmer.advance(122 * SECOND, running=False)
    assert dimmer.level is Level.DARK
