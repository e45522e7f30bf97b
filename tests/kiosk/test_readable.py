"""Digits that can be read from three metres, and a pair on move that can be told from ten (docs/screens.md)."""

from math import atan, degrees

import pygame
import pytest

from device.graphics import typefaces
from device.graphics.actions import AREAS, BACK, Do, PressArea
from device.graphics.look import Look
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Text, Touch
from rules.marias import acts as e
from tests.kiosk.evening import SIZES
from tests.kiosk.situations.polish_doubles import opened
from tools.play.gallery import SAMPLES, load_record
from tools.play.players.marias import MariasPlayer
from tools.play.players.polish_doubles import DoublesPlayer

PIXELS_PER_MM = 800 / 154
"""Of the 7-inch panel."""


def minutes_of_arc(millimetres: float, metres: float) -> float:
    return degrees(atan(millimetres / 1000 / metres)) * 60


@pytest.fixture
def scene(p):
    opened(p)
    return p.kiosk.scene


def test_the_running_time_can_be_read_from_three_metres(scene):
    time = next(widget for widget in scene if isinstance(widget, Text) and widget.text == "3:00")
    size = typefaces.fit(time).size
    high = typefaces.font(time.weight, size).render("0", True, (255,) * 3).get_bounding_rect().h
    assert minutes_of_arc(high / PIXELS_PER_MM, 3) > 9.5


def test_whose_turn_it_is_can_be_told_from_ten_metres(scene):
    shining = [widget for widget in scene if isinstance(widget, Panel) and widget.fill == DARK.pair[1]]
    assert max(minutes_of_arc(min(panel.rect.w, panel.rect.h) / PIXELS_PER_MM, 10) for panel in shining) > 10
    assert not [widget for widget in scene if isinstance(widget, Panel) and widget.fill == DARK.pair[0]]


def test_larger_screens_scale_everything():
    assert Look(size=(1280, 720)).scale == 1.5
    assert Look(size=(720, 1280)).scale == 1.5


def test_the_round_s_time_of_marias_can_be_read_from_three_metres(tmp_path):
    p = MariasPlayer(tmp_path)
    p.set_up(load_record(SAMPLES / "marias-evening.jsonl"))
    p.touch(Do(e.StartRound()))
    time = max((text for text in p.kiosk.scene if isinstance(text, Text)), key=lambda text: text.size)
    size = typefaces.fit(time).size
    high = typefaces.font(time.weight, size).render("0", True, (255,) * 3).get_bounding_rect().h
    p.close()
    assert ":" in time.text
    assert minutes_of_arc(high / PIXELS_PER_MM, 3) > 14


@pytest.mark.parametrize("size", [*SIZES, (480, 800)], ids="{0[0]}x{0[1]}".format)
def test_the_screen_s_own_buttons_hide_nothing_of_the_time(tmp_path, size):
    p = DoublesPlayer(tmp_path, size=size)
    opened(p)
    p.menu(AREAS)
    p.touch(BACK)
    scene = p.kiosk.scene
    p.close()
    buttons = [
        pygame.Rect(touch.rect) for touch in scene if isinstance(touch, Touch) and isinstance(touch.action, PressArea)
    ]
    times = [text for text in scene if isinstance(text, Text) and text.text == "3:00"]
    assert len(buttons) == len(times) == 2
    size_of = typefaces.fit(times[0]).size
    high = typefaces.font(times[0].weight, size_of).render("0", True, (255,) * 3).get_bounding_rect().h
    for time in times:
        digits = pygame.Rect(time.rect).inflate(0, high - time.rect.h)
        assert digits.collidelist(buttons) < 0
