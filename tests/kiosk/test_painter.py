"""Drawing: only what changed, always the same picture as drawing everything; words that fit or say that they do not."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.graphics import glyphs, typefaces
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.painter import Painter, changes, draw_card
from device.graphics.widgets import Figures, Panel, Rect, Shape, Text, Touch, hit, place_of
from tests.kiosk.evening import same_as_whole
from tests.kiosk.scene_text import misfits

SIZE = (240, 160)
BACK = (10, 20, 30)
RECTS = st.builds(Rect, st.integers(0, 200), st.integers(0, 130), st.integers(4, 40), st.integers(4, 30))
COLOURS = st.sampled_from([(255, 0, 0), (0, 255, 0), (250, 250, 250)])
WIDGETS = st.one_of(
    st.builds(Panel, RECTS, COLOURS, st.integers(0, 6)),
    st.builds(
        Text, RECTS, st.sampled_from(["", "Ž", "12:34", "Příliš"]), st.just(14), st.just(8), st.just("bold"), COLOURS
    ),
    st.builds(Figures, RECTS, st.sampled_from(["", "1:38", "1:37", "−0:06"]), COLOURS, st.sampled_from(["", ",5"])),
    st.builds(Shape, RECTS, st.sampled_from(["cross", "dot", "arrow"]), COLOURS),
    st.builds(Touch, RECTS, st.integers(0, 3)),
)
SCENES = st.lists(WIDGETS, max_size=8).map(tuple)


@settings(max_examples=100)
@given(st.lists(SCENES, min_size=1, max_size=4))
def test_change_by_change_the_picture_is_the_same_as_drawn_at_once(scenes):
    surface = pygame.Surface(SIZE)
    painter = Painter(surface, BACK)
    for scene in scenes:
        painter.paint(scene)
        assert same_as_whole(scene, surface, BACK)


@pytest.mark.parametrize("upturned", [False, True])
@pytest.mark.parametrize("size", [(380, 150), (250, 97), (760, 320)])
def test_no_pixel_of_a_round_figure_stays_under_the_next_one(size, upturned):
    wide, high = size[0] + 40, size[1] + 40
    surface = pygame.Surface((wide, high))
    painter = Painter(surface, BACK)
    for time in ("1:38", "1:37", "2:58", "2:57", "0:46", "0:47", "1:30", "1:37"):
        card = Panel(Rect(0, 0, wide, high), (250, 180, 30))
        scene = card, Figures(Rect(20, 20, *size), time, (0, 0, 0), upturned=upturned)
        painter.paint(scene)
        assert same_as_whole(scene, surface, BACK), time


@pytest.mark.parametrize("upturned", [False, True])
@pytest.mark.parametrize("place", [Rect(20, 10, 40, 120), Rect(20, 10, 120, 40)], ids=["tall", "wide"])
def test_a_sign_stands_in_the_middle_of_its_place_however_that_is_shaped(place, upturned):
    middle = Rect(place.x + (place.w - 40) // 2, place.y + (place.h - 40) // 2, 40, 40)
    painted = []
    for rect in (place, middle):
        surface = pygame.Surface(SIZE)
        Painter(surface, BACK).paint((Shape(rect, "back", (255, 255, 255), upturned),))
        painted.append(pygame.image.tobytes(surface, "RGB"))
    assert painted[0] == painted[1]


@settings(max_examples=100)
@given(st.lists(st.tuples(SCENES, SCENES), min_size=1, max_size=4))
def test_a_picture_that_was_prepared_is_the_one_that_would_have_been_painted(steps):
    surface = pygame.Surface(SIZE)
    painter = Painter(surface, BACK)
    for shown, next_ in steps:
        painter.paint(shown)
        painter.prepare(next_)
        assert same_as_whole(shown, surface, BACK), "preparing shows nothing"
        assert painter.has_prepared(next_)
        painter.paint(next_)
        assert same_as_whole(next_, surface, BACK)


def test_the_same_scene_again_draws_nothing():
    painter = Painter(pygame.Surface(SIZE), BACK)
    scene = (Panel(Rect(5, 5, 20, 20), (255, 0, 0)),)
    assert painter.paint(scene) == [pygame.Rect(0, 0, *SIZE)]
    assert painter.paint(scene) == []
    painter.forget()
    assert painter.paint(scene) == [pygame.Rect(0, 0, *SIZE)]


def test_one_changed_text_redraws_its_own_place_only():
    def scene(text):
        return (Panel(Rect(0, 0, 100, 100), (0, 0, 0)), Text(Rect(10, 10, 40, 20), text, 14, 8, "bold", (255,) * 3))

    assert changes(scene("1:47"), scene("1:46"), pygame.Rect(0, 0, *SIZE)) == [pygame.Rect(9, 9, 42, 22)]


@pytest.mark.parametrize("size", [(180, 130), (30, 24), (9, 40)])
@pytest.mark.parametrize("radius", [1, 2, 5, 12, 20])
def test_a_card_of_fills_and_kept_corners_is_the_round_rectangle_of_pygame(size, radius):
    ours, theirs = (pygame.Surface(SIZE) for _ in range(2))
    rect = pygame.Rect((7, 5), size)
    pygame.draw.rect(theirs, (200, 90, 40), rect, border_radius=radius)
    draw_card(ours, rect, (200, 90, 40), radius)
    assert pygame.image.tobytes(ours, "RGB") == pygame.image.tobytes(theirs, "RGB")


def test_the_topmost_area_answers_a_touch():
    scene = (Touch(Rect(0, 0, 50, 50), "below"), Touch(Rect(10, 10, 10, 10), "above"))
    assert hit(scene, 15, 15) == "above"
    assert hit(scene, 5, 5) == "below"
    assert hit(scene, 60, 5) is None
    assert place_of(scene, "above") == (15, 15)
    assert place_of(scene, "nothing") is None


def text(words, width, lines=1, size=20, least=10):
    return Text(Rect(0, 0, width, 26 * lines), words, size, least, "regular", (255,) * 3, lines=lines)


def test_words_shrink_before_they_are_cut_and_a_cut_is_told():
    roomy, tight, hopeless = (text("Moravští krtci", width) for width in (200, 110, 30))
    assert typefaces.fit(roomy).size == 20
    assert 10 <= typefaces.fit(tight).size < 20
    assert misfits((roomy, tight)) == []
    assert misfits((hopeless,)) == ["Moravští krtci"]
    assert typefaces.fit(hopeless).lines[0].endswith("…")


def test_two_lines_break_between_words():
    assert typefaces.fit(text("jedna dvě tři", 60, lines=2)).lines == ("jedna", "dvě tři")


@given(st.text("0123456789", min_size=4, max_size=4))
def test_digits_are_all_as_wide_as_each_other_so_a_clock_does_not_jump(digits):
    assert typefaces.width(digits, "bold", 40, digits=True) == typefaces.width("0000", "bold", 40, digits=True)


@pytest.mark.parametrize("name", ["cross", "check", "arrow", "back", "undo", "backspace", "warning", "dot", "ring"])
def test_every_sign_has_ink_and_stays_in_its_square(name):
    picture = glyphs.glyph(name, 40, (255, 255, 255))
    assert picture.get_size() == (40, 40)
    assert pygame.mask.from_surface(picture).count() > 60


def test_without_its_font_the_kiosk_still_writes(monkeypatch):
    monkeypatch.setattr(typefaces, "file_of", lambda weight: None)
    typefaces.font.cache_clear()
    assert typefaces.missing()
    assert typefaces.font("bold", 20).size("1:47")[0] > 10
    typefaces.font.cache_clear()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_rows_and_columns_fill_their_rectangle_to_the_pixel(size):
    canvas = Canvas(Look(size=size))
    boxes = canvas.cols(canvas.area, (3, 1, 2))
    assert boxes[0].x == canvas.area.x
    assert boxes[-1].x + boxes[-1].w == canvas.area.x + canvas.area.w
    rows = canvas.rows(canvas.area, (1, 1, 1, 1))
    assert rows[-1].y + rows[-1].h == canvas.area.y + canvas.area.h
