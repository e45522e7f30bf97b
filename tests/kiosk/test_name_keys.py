"""The keys on which names are typed: every letter of the language that is spoken, each once and a thumb large."""

import pytest

from device import i18n
from device.graphics.actions import SHIFT, Key
from device.graphics.canvas import Canvas
from device.graphics.keyboards import LEAST_HEIGHT, name_keys
from device.graphics.look import Look
from device.graphics.widgets import Rect, Touch
from device.languages import DEFAULT, LANGUAGES
from tests.kiosk.touch_targets import hidden, outside, too_small

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
    keys = [one.action.text for one in scene if isinstance(one, Touch) and isinstance(one.action, Key)]
    letters = {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(LANGUAGES[language].letters + LANGUAGES[DEFAULT].letters).upper()}
    assert sorted(keys) == sorted([*letters, *"1234567890-'. \b"])
    assert any(isinstance(one, Touch) and one.action == SHIFT for one in scene)
    assert [*too_small(scene, size), *hidden(scene), *outside(scene, size)] == []
