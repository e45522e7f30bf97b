"""The keys on which words are typed: every letter of the set, in the order that the settings say."""

from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from device.common.settings.reading import load
from device.common.settings.settings import Settings
from device.graphics.actions import BACK, SETTINGS, Key
from device.graphics.canvas import Canvas
from device.graphics.keyboards import KEYBOARDS, letter_keys
from device.graphics.look import Look
from device.graphics.widgets import Scene, Touch
from device.screens.settings.rows import Set
from rules.polish_doubles.tiles import ALPHABET
from tests.kiosk.script import play
from tests.kiosk.situations.polish_doubles import begin
from tools.play.players.polish_doubles import DoublesPlayer

BESIDE_DIGITS = ((800, 480), (1280, 720))
UPRIGHT = ((480, 800), (720, 1280))


def lines_of_keys(scene: Scene) -> list[str]:
    """The letter keys from the top, left to right."""
    lines: dict[int, dict[int, str]] = {}
    for touch in scene:
        if isinstance(touch, Touch) and isinstance(touch.action, Key) and not touch.action.text.isdigit():
            lines.setdefault(touch.rect.y, {})[touch.rect.x] = touch.action.text
    return ["".join(keys for _, keys in sorted(line.items())) for _, line in sorted(lines.items())]


def test_the_settings_offer_every_order_of_keys():
    assert get_args(get_type_hints(Settings)["keyboard"]) == tuple(KEYBOARDS)


@pytest.mark.parametrize("size", [*BESIDE_DIGITS, *UPRIGHT], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_each_letter_of_the_set_has_one_key(keyboard, size):
    canvas = Canvas(replace(Look(size=size), keyboard=keyboard))
    letter_keys(canvas, canvas.area)
    lines = lines_of_keys(canvas.scene())
    assert sorted("".join(lines)) == sorted([*ALPHABET, "\b"])
    assert len({len(line) for line in lines}) == 1
    if keyboard == "abc":
        assert "".join(lines) == f"{''.join(ALPHABET)}\b"


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=["wide", "upright"])
@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_an_order_chosen_by_touch_holds_in_both_entries(tmp_path, keyboard, size):
    p = DoublesPlayer(tmp_path, file=tmp_path / "settings.toml", size=size)
    p.touch(SETTINGS)
    for order in (*KEYBOARDS, keyboard):
        p.touch(Set("", "keyboard", order))
    p.touch(BACK)
    begin(p)
    play(p, "slovo a body")
    assert lines_of_keys(p.kiosk.scene) == list(KEYBOARDS[keyboard][size in UPRIGHT])
    play(p, "Deska")
    assert lines_of_keys(p.kiosk.scene) == list(KEYBOARDS[keyboard][True])
    p.kiosk.preferences.file.close()
    p.close()
    assert load(tmp_path / "settings.toml").keyboard == keyboard
