"""The picture turned for whoever sits there: every pixel where it belongs, and every touch where it is seen."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.common.settings.settings import ScreenSettings
from device.graphics.canvas import Canvas
from device.graphics.display import OutputSurface, rotate_rect, upright
from device.graphics.look import Look
from device.graphics.painter import Painter
from device.graphics.widgets import Rect, hit
from device.io.inputs import FingerDown, FingerUp, Quit, TextInput
from device.peripherals.dimming import PIXEL_SHIFTS, READABLE, Dimmer, Level, percent, shift_at
from rules.game import SECOND
from tools.play.unwatched import HeadlessDisplay

WIDE, HIGH = 96, 60
TURNS = (0, 90, 180, 270)


def scene(size, time="3:00"):
    canvas = Canvas(Look(size=size))
    canvas.panel(Rect(2, 2, 20, 10), (200, 10, 10), radius=0)
    canvas.panel(Rect(size[0] - 30, size[1] - 9, 25, 7), (10, 200, 10), radius=0)
    canvas.text(Rect(25, 20, 40, 20), time, 40, "bold", (255, 255, 255))
    return canvas.scene()


def pixels(surface):
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


@pytest.mark.parametrize("degrees", TURNS)
def test_what_is_drawn_change_by_change_is_the_whole_picture_turned(degrees):
    stage = HeadlessDisplay((WIDE, HIGH))
    picture = OutputSurface(stage)
    picture.set(degrees, 100)
    size = picture.surface.get_size()
    assert size == ((HIGH, WIDE) if degrees in (90, 270) else (WIDE, HIGH))
    painter = Painter(picture.surface, (1, 2, 3))
    for time in ("3:00", "2:59", "2:48"):
        picture.present(painter.paint(scene(size, time)))
    whole = pygame.Surface(size)
    Painter(whole, (1, 2, 3)).paint(scene(size, "2:48"))
    assert pixels(stage.surface).tobytes() == pixels(whole).rotate(-degrees, expand=True).tobytes()


@given(st.sampled_from(TURNS), st.integers(0, WIDE - 1), st.integers(0, HIGH - 1))
def test_a_touch_is_where_the_finger_sees_it(degrees, x, y):
    """What lies under the finger on the stage is what the touch means on the upright picture."""
    stage = HeadlessDisplay((WIDE, HIGH))
    picture = OutputSurface(stage)
    picture.set(degrees, 100)
    picture.surface.fill((0, 0, 0))
    for kind in (FingerDown, FingerUp):
        touch = picture.to_upright(kind(x, y, 7, 3))
        assert (touch.at, touch.finger) == (7, 3)
        picture.surface.set_at((touch.x, touch.y), (255, 255, 255))
    picture.present([picture.surface.get_rect()])
    assert stage.surface.get_at((x, y))[:3] == (255, 255, 255)
    assert sum(pixels(stage.surface).convert("L").point(bool).tobytes()) == 1


@given(st.sampled_from(TURNS), st.integers(0, 90), st.integers(0, 50), st.integers(1, 40), st.integers(1, 30))
def test_a_turned_rectangle_is_hit_by_the_touches_inside_it_and_no_others(degrees, x, y, w, h):
    size = (140, 90)
    place = rotate_rect(pygame.Rect(x, y, w, h), size, degrees)
    area = Rect(x, y, w, h)
    canvas = Canvas(Look(size=size))
    canvas.touch(area, "here")
    for px, py in (place.topleft, (place.right - 1, place.bottom - 1), place.center):
        assert hit(canvas.scene(), *upright(px, py, size, degrees)) == "here"
    for px, py in ((place.left - 1, place.top), (place.right, place.bottom - 1), (place.left, place.bottom)):
        assert hit(canvas.scene(), *upright(px, py, size, degrees)) is None


def test_other_inputs_pass_as_they_are():
    class Desk(HeadlessDisplay):
        def inputs(self):
            return [FingerDown(0, 0, 5), TextInput("a"), Quit()]

    picture = OutputSurface(Desk((WIDE, HIGH)))
    assert picture.inputs() == [FingerDown(0, 0, 5), TextInput("a"), Quit()]
    picture.set(180, 100)
    assert picture.inputs() == [FingerDown(WIDE - 1, HIGH - 1, 5), TextInput("a"), Quit()]


def test_upright_and_bright_the_kiosk_draws_on_the_stage_itself():
    stage = HeadlessDisplay((WIDE, HIGH))
    picture = OutputSurface(stage)
    assert picture.surface is stage.surface
    assert not picture.set(0, 100), "nothing is new"
    assert picture.set(0, 20)
    assert picture.surface is not stage.surface
    assert picture.set(0, 100)
    assert picture.surface is stage.surface


def test_a_darkened_picture_has_the_share_of_light_it_should_and_keeps_it_when_redrawn():
    stage = HeadlessDisplay((WIDE, HIGH))
    picture = OutputSurface(stage)
    picture.set(180, 20)
    picture.surface.fill((200, 100, 50))
    for _ in range(3):
        picture.present([picture.surface.get_rect()])
    assert stage.surface.get_at((5, 5))[:3] == (40, 20, 10)


# -- rest --------------------------------------------------------------------------------------------------------------


def test_the_table_rests_after_its_time_and_never_where_that_is_nothing():
    rest = Dimmer(now=0, after=300 * SECOND)
    assert rest.advance(299 * SECOND, running=False) == 300 * SECOND
    assert rest.level is Level.BRIGHT
    assert rest.advance(300 * SECOND, running=False) is None
    assert rest.level is Level.DARK
    assert rest.wake(301 * SECOND) is Level.DARK
    assert rest.wake(302 * SECOND) is Level.BRIGHT, "awake already"
    assert rest.advance(303 * SECOND, running=False) == 602 * SECOND
    never = Dimmer(now=0, after=0)
    assert never.advance(10**6 * SECOND, running=False) is None
    assert never.level is Level.BRIGHT


def test_a_running_clock_stays_readable_and_the_time_to_rest_counts_from_its_end():
    rest = Dimmer(now=0, after=300 * SECOND)
    assert rest.advance(1000 * SECOND, running=True) is None
    assert rest.level is Level.DIMMED
    assert rest.advance(1001 * SECOND, running=False) == 1301 * SECOND
    assert rest.level is Level.BRIGHT, "the clock has stopped: people look"
    rest.advance(1301 * SECOND, running=False)
    assert rest.level is Level.DARK
    rest.after = 0
    assert rest.advance(5000 * SECOND, running=False) is None
    assert rest.level is Level.BRIGHT, "switched off while it rested"


def test_no_level_is_brighter_than_the_settings_and_a_calm_screen_stays_readable():
    for screen in (
        ScreenSettings(brightness=100, dim_to=20),
        ScreenSettings(brightness=40, dim_to=50),
        ScreenSettings(dim_to=80),
    ):
        awake, calm, resting = (percent(level, screen) for level in (Level.BRIGHT, Level.DIMMED, Level.DARK))
        assert resting <= calm <= awake == screen.brightness
        assert calm >= min(READABLE, screen.brightness)


def test_an_oled_wanders_by_one_pixel_each_way_and_comes_back():
    assert [shift_at(n * 60 * SECOND, 60 * SECOND) for n in range(9)] == list(PIXEL_SHIFTS)
    assert shift_at(9 * 60 * SECOND, 60 * SECOND) == (0, 0)
    assert shift_at(7, 0) == (0, 0)
    assert {abs(x) <= 1 and abs(y) <= 1 for x, y in PIXEL_SHIFTS} == {True}
    assert {sum(x for x, _ in PIXEL_SHIFTS), sum(y for _, y in PIXEL_SHIFTS)} == {0}, (
        "each pixel shines as long as any other"
    )
