"""The keys on which names are typed: every letter of the language that is spoken, each once and a thumb large."""

import pytest

from device.common import i18n
from device.common.languages import DEFAULT, LANGUAGES
from device.graphics.actions import SHIFT, Key, NewGame
from device.graphics.canvas import Canvas
from device.graphics.keyboards import LEAST_HEIGHT, name_keys
from device.graphics.look import Look
from device.graphics.widgets import Rect, Touch
from device.io.inputs import TextInput
from tests.kiosk.scene_text import misfits
from tests.kiosk.seeing import says
from tests.kiosk.touch_targets import hidden, outside, too_small
from tools.play.players.polish_doubles import DoublesPlayer

SIZES = ((800, 480), (1280, 720), (480, 800), (720, 1280))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("low", [False, True], ids=["high", "low"])
def test_names_are_typed_with_every_letter_of_the_language_and_of_the_czech(size, language, low):
    canvas = Canvas(Look(size=size))
    area, high = canvas.area, canvas.u(LEAST_HEIGHT - 24 if low else LEAST_HEIGHT + 4)
    rect = area if canvas.look.portrait else Rect(area.x, area.y + area.h - high, area.w, high)
    with i18n.speaking(language):
        name_keys(canvas, rect, capitals=True)
    scene = canvas.scene()
    keys = [touch.action.text for touch in scene if isinstance(touch, Touch) and isinstance(touch.action, Key)]
    letters = {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(LANGUAGES[language].letters + LANGUAGES[DEFAULT].letters).upper()}
    assert sorted(keys) == sorted([*letters, *"1234567890-'. \b"])
    assert any(isinstance(touch, Touch) and touch.action == SHIFT for touch in scene)
    assert [*too_small(scene, size), *hidden(scene), *outside(scene, size)] == []


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_name_that_the_screen_shows_as_boxes_says_so_while_it_is_typed(new_table, size):
    p = new_table(DoublesPlayer, "cs", size)
    p.touch(NewGame("polish_doubles"))
    for typed, is_said in (("Łuć", False), ("שלום", True)):
        for letter in typed:
            p.kiosk.post(TextInput(letter))
        p.settle()
        assert says(p, "písmena jako rámečky") == is_said
    assert misfits(p.kiosk.scene) == []
