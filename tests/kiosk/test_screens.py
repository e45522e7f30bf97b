"""Every screen and every OLED face, as pixels and as people need them: readable, complete, with room for a thumb."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from device.autoplay.gallery import PLAYERS
from device.kiosk.actions import SWALLOW
from device.kiosk.canvas import Look
from device.kiosk.painter import Painter
from device.kiosk.palette import DARK, LIGHT, PALETTES
from device.kiosk.widgets import Colour, Panel, Scene, Shape, Text, Touch
from tests.kiosk.conftest import SIZES, Evening, picture_of, spend

GOLDEN = Path(__file__).parent.parent / "golden"
CHANGED = Path(__file__).parents[2] / "out" / "golden-changed"
UPDATE = bool(os.environ.get("DVOJTAH_UPDATE_GOLDEN"))

VISIBLE = 64
"""How much a channel may differ before an eye could see it (of 255)."""
STRAY = 2
"""Pixels that may differ visibly. Another FreeType changes edges by less; the smallest digit changes three."""


def step(value: int) -> int:
    """The nearest of sixteen steps of a channel."""
    return min(255, (value + 8) // 16 * 16)


LEAST_TARGET = 42
"""Pixels of the 800 x 480 screen, about 8 mm on the 7-inch panel."""


def differs(found: Image.Image, wanted: Image.Image) -> bool:
    """Whether a person would see a difference."""
    if found.size != wanted.size:
        return True
    worst = ImageChops.difference(found.convert("RGB"), wanted.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2])
    return sum(most.histogram()[VISIBLE:]) > STRAY


def approved(picture: Image.Image) -> Image.Image:
    """A picture as it is kept, in a third of the bytes: colours that lie close together are the commonest of them."""
    if picture.mode == "1":
        return picture
    whole = picture.convert("RGB")
    common: dict[tuple[int, ...], tuple[int, ...]] = {}
    for _, colour in sorted(whole.getcolors(whole.width * whole.height), reverse=True):
        common.setdefault(tuple(step(part) for part in colour), colour)
    few = whole.point(step).quantize(256, dither=Image.Dither.NONE)
    palette = few.getpalette()
    stood = [tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)]
    few.putpalette([part for colour in stood for part in common.get(colour, colour)])
    return few


def compare(pictures: dict[str, Image.Image], folder: Path) -> list[str]:
    """The names whose picture is not the golden one; golden pictures that nothing shows any more count too."""
    if UPDATE:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
        for name, picture in pictures.items():
            approved(picture).save(folder / f"{name}.png", optimize=True)
    known = {path.stem: path for path in folder.glob("*.png")}
    wrong = sorted(known.keys() - pictures.keys())
    for name, picture in pictures.items():
        if name not in known or differs(picture, Image.open(known[name])):
            wrong.append(name)
            CHANGED.mkdir(parents=True, exist_ok=True)
            picture.save(CHANGED / f"{'-'.join(folder.relative_to(GOLDEN).parts)}-{name}.png")
    return wrong


def test_every_screen_is_as_it_was_approved(evening: Evening):
    pictures = {name: shown.picture for name, shown in evening.screens.items()}
    assert len(pictures) >= 15
    assert compare(pictures, GOLDEN / evening.language / evening.game / "screens") == []


def test_every_oled_face_is_as_it_was_approved(evening: Evening):
    pictures = {}
    for name, shown in evening.screens.items():
        a, b = shown.faces
        if a is not None and b is not None:
            both = Image.new("1", (264, 64), 1)
            both.paste(a.convert("1"), (0, 0))
            both.paste(b.convert("1"), (136, 0))
            pictures[name] = both
    assert len(pictures) == len(evening.screens)
    assert compare(pictures, GOLDEN / evening.language / evening.game / "faces") == []


def numbers_in(scene: Scene) -> list[int]:
    """Where numbers stand alone."""
    return [n for n, widget in enumerate(scene) if isinstance(widget, Text) and widget.text.isdigit()]


def test_the_golden_comparison_sees_every_single_digit(evening: Evening):
    shown = max(evening.screens.values(), key=lambda one: len(numbers_in(one.scene)))
    numbers = numbers_in(shown.scene)
    assert len(numbers) > 5
    surface = pygame.Surface(evening.size)
    for n in numbers:
        number = shown.scene[n]
        assert isinstance(number, Text)
        other = replace(number, text=number.text[:-1] + ("8" if number.text[-1] != "8" else "3"))
        Painter(surface, DARK.back).paint((*shown.scene[:n], other, *shown.scene[n + 1 :]))
        assert differs(picture_of(surface), shown.picture), number.text
    assert not differs(shown.picture.copy(), shown.picture)


def test_no_text_is_cut_in_any_frame_of_a_whole_game(evening: Evening):
    assert evening.frames > 200
    assert evening.cut == set()


@pytest.mark.parametrize("size", SIZES[1:], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", PLAYERS)
def test_larger_and_upright_screens_are_as_approved_and_nothing_is_cut(game, language, size, tmp_path):
    evening = spend(tmp_path, game, language, size)
    assert evening.cut == set()
    assert outside(evening) == set()
    assert small(evening) == set()
    assert hidden(evening) == set()
    half = {name: shown.picture.reduce(2) for name, shown in evening.screens.items()}
    assert compare(half, GOLDEN / language / game / f"{size[0]}x{size[1]}") == []


def test_drawing_only_what_changed_gives_what_drawing_everything_gives(evening: Evening):
    assert evening.stale == []


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ground(scene: Scene, number: int, back: Colour = DARK.back) -> Colour:
    """The colour behind a text."""
    text = scene[number].rect
    colour = back
    for below in scene[:number]:
        if isinstance(below, Panel) and below.rect.contains(text.x + text.w // 2, text.y + text.h // 2):
            colour = below.fill
    return colour


@pytest.mark.parametrize("word", ["dark", "light"])
def test_every_text_and_sign_stands_out_from_its_ground_in_both_palettes(evening: Evening, word):
    pale = set()
    for name, shown in evening.screens.items():
        scene = shown.scene if word == "dark" else shown.light
        for number, widget in enumerate(scene):
            if isinstance(widget, Shape) or (isinstance(widget, Text) and widget.text):
                ratio = contrast(widget.colour, ground(scene, number, PALETTES[word].back))
                if ratio < (3 if isinstance(widget, Shape) or widget.size >= 24 else 4.5):
                    pale.add((name, getattr(widget, "text", "") or widget.name, round(ratio, 2)))
    assert pale == set()


COLOURS = ("colour", "fill", "border", "other", "edge")
"""Fields of widgets that hold a colour."""


def test_light_screens_say_and_do_what_dark_ones_do(evening: Evening):
    """The palette changes colours and nothing else."""
    for name, shown in evening.screens.items():
        for dark, light in zip(shown.scene, shown.light, strict=True):
            colours = {key: getattr(dark, key) for key in COLOURS if hasattr(dark, key)}
            assert replace(light, **colours) == dark, name


LIGHT_SCREENS = {
    "polish_doubles": ("play", "play-last-seconds", "entry-filled-in", "sheet", "signed", "settings"),
    "marias": ("marias-play-dealt", "marias-entry-filled-in", "marias-slip"),
    "polyssimo": ("polyssimo-board", "polyssimo-count", "polyssimo-result-1-signed"),
    "kourici_kocka": ("play-as-sketched", "play-tapped", "result"),
}
"""A handful of each game: that the other screens differ from the dark ones in nothing but colours is tested above."""


def test_screens_in_the_light_palette_are_as_they_were_approved(evening: Evening):
    pictures = {}
    for name in LIGHT_SCREENS[evening.game]:
        surface = pygame.Surface(evening.size)
        Painter(surface, LIGHT.back).paint(evening.screens[name].light)
        pictures[name] = picture_of(surface)
    assert compare(pictures, GOLDEN / evening.language / evening.game / "light") == []


def small(evening: Evening) -> set[tuple[str, object]]:
    """Touch areas without room for a thumb."""
    least = LEAST_TARGET * Look(size=evening.size).scale
    return {
        (name, widget.action)
        for name, shown in evening.screens.items()
        for widget in shown.scene
        if isinstance(widget, Touch) and min(widget.rect.w, widget.rect.h) < least
    }


def test_every_touch_target_has_room_for_a_thumb(evening: Evening):
    assert small(evening) == set()


def hidden(evening: Evening) -> set[tuple[str, str, str]]:
    """Areas under another one: two lie on one spot only on purpose (a banner that swallows the touch)."""
    hidden = set()
    for name, shown in evening.screens.items():
        touches = [widget for widget in shown.scene if isinstance(widget, Touch)]
        for n, below in enumerate(touches):
            for above in touches[n + 1 :]:
                x, y = below.rect.x + below.rect.w // 2, below.rect.y + below.rect.h // 2
                if not above.rect.contains(x, y):
                    continue
                if above.action == SWALLOW:
                    break  # what lies on that lies on it alone
                hidden.add((name, str(below.action), str(above.action)))
    return hidden


def test_touch_targets_do_not_overlap_by_accident(evening: Evening):
    assert hidden(evening) == set()


def outside(evening: Evening) -> set[tuple[str, str]]:
    """What does not lie on the screen."""
    wide, high = evening.size
    return {
        (name, str(widget))
        for name, shown in evening.screens.items()
        for widget in shown.scene
        if widget.rect.x < 0
        or widget.rect.y < 0
        or widget.rect.x + widget.rect.w > wide
        or widget.rect.y + widget.rect.h > high
    }


def test_nothing_lies_outside_the_screen(evening: Evening):
    assert outside(evening) == set()


def test_no_face_is_empty_or_runs_over_its_edge(evening: Evening):
    for name, shown in evening.screens.items():
        for image in shown.faces:
            assert image is not None, name
            assert image.size == (128, 64)
            lit = sum(image.convert("L").point(lambda value: 1 if value else 0).tobytes())
            assert 80 < lit < 128 * 64 - 80, name
