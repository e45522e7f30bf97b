"""What the OLEDs show: all content of a game whole, nothing over anything else, time and alarm told by shape alone."""

import dataclasses
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFont

from device.common import i18n
from device.games.polish_doubles import outputs
from device.games.polish_doubles.parts import LONGEST_NAME
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.io.oled_content import HEIGHT, WIDE, WIDTH, OledContent
from device.peripherals import oled_text
from device.peripherals.oled_render import OFFICIAL, draw
from rules.game import SECOND
from tests.peripherals.oled_approved import every_content
from tests.peripherals.oled_ink import (
    LANGUAGES,
    LIMIT,
    at,
    bar,
    covered,
    cut,
    forget_drawings,
    found_on_faces,
    lit,
    outside,
    playing,
    shape,
    shown,
    touching,
)
from tests.rules.table import Game, e

FIGURES = str.maketrans("123456789", "888888888")

# -- all content is whole ----------------------------------------------------------------------------------------------


@LANGUAGES
def test_every_face_is_a_picture_of_one_bit_with_something_on_it(language):
    for name, content in shown(language):
        picture = draw(content)
        assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT)), name
        assert picture.getbbox() is not None, name
        assert lit(picture, (0, 16, WIDTH, 47)) > 100, f"{name}: the middle tells the time or the main word"
        assert lit(picture) < WIDTH * HEIGHT, name


@LANGUAGES
def test_nothing_on_any_face_is_clipped(language):
    assert found_on_faces(language, outside) == set()


@LANGUAGES
def test_nothing_on_any_face_lies_on_anything_else(language):
    assert found_on_faces(language, covered) == set()


def test_no_two_parts_of_an_approved_face_touch_each_other():
    contents = {replace(content, big=content.big.translate(FIGURES)) for content in every_content()}
    assert [(content, pairs) for content in contents if (pairs := touching(content))] == []


@LANGUAGES
def test_no_word_of_the_games_own_is_cut_short(language):
    assert found_on_faces(language, cut) == set()


@pytest.mark.parametrize("total", ["9", "14", "388", "994", "1234", "1999", "-44", "-107"])
def test_a_sum_of_any_length_stands_whole_at_the_edge(total):
    assert outside(OledContent("vy", "2:00", total)) == []


@pytest.mark.parametrize("crosses", [1, 4, 5, 12, 29])
def test_the_crosses_stand_whole_at_the_edge(crosses):
    assert outside(OledContent("vy", "2:00", crosses=crosses)) == []


@given(st.integers(-3600, 3600), st.booleans(), st.integers(0, 14), st.sampled_from(["úřední", "podpis: držte", ""]))
def test_a_time_of_any_length_keeps_clear_of_everything_around_it(seconds, standing, crosses, mark):
    time = i18n.clock(seconds * SECOND)
    content = OledContent("soupeř · přes čas", time, "388", crosses, 0.5, mine=True, mark=mark, standing=standing)
    assert covered(content) == []
    assert [part for part in outside(content) if part[0] == time] == []


@pytest.mark.parametrize(
    "name", ["K", "Krtci", "Příliš žluťoučký kůň", "Mňoukající pštrosice", "W" * LONGEST_NAME, "Wwwww Wwwww Wwwww Ww"]
)
def test_a_pairs_name_stays_inside_the_frame_however_long(name):
    setup = DoublesSetupScreen()
    setup = dataclasses.replace(setup, form=setup.form.with_field(0, name))
    assert outside(setup.oled_contents()[0]) == []
    assert outside(OledContent(name, "3:00", "388", mine=True)) == []
    assert covered(OledContent(name, "3:00", "388", mine=True)) == []


# -- what they tell --------------------------------------------------------------------------------------------------


def test_every_second_from_the_full_limit_to_a_minute_past_it_looks_different():
    game = playing()
    seen = [outputs.oled_content(game.state, 0, at(game, left * SECOND)) for left in range(180, -60, -1)]
    assert len({shape(replace(content, left=None, title="")) for content in seen}) == 240


@pytest.mark.parametrize(
    ("left", "time_text"), [(LIMIT, "3:00"), (LIMIT - 1, "3:00"), (1, "0:01"), (0, "0:00"), (-1, "−0:01")]
)
def test_the_full_limit_shows_at_first_and_past_it_shows_at_once(left, time_text):
    game = playing()
    assert outputs.oled_content(game.state, 0, at(game, left)).big == time_text


@LANGUAGES
def test_past_the_limit_differs_from_the_same_time_left_by_a_minus_and_a_word(language):
    i18n.use(language)
    game = playing()
    left, over = (replace(outputs.oled_content(game.state, 0, at(game, s * SECOND)), left=None) for s in (9, -9))
    assert shape(left) != shape(over)
    assert shape(replace(left, title="")) != shape(replace(over, title="")), "the time itself"
    assert shape(replace(left, big="")) != shape(replace(over, big="")), "the words"


def test_the_last_seconds_turn_the_time_into_a_plate_and_the_overrun_blinks():
    game = playing()

    def turned(left):
        return lit(draw(outputs.oled_content(game.state, 0, at(game, round(left * SECOND)))), (13, 18, 115, 45)) > 1400

    assert not turned(180)
    assert not turned(10.001)
    assert [turned(left) for left in (10, 5, 0.5, 0)] == [True] * 4, "steadily in time"
    assert [turned(left) for left in (-0.2, -0.7, -1.2, -1.7, -60.2, -60.7)] == [True, False] * 3


def test_low_time_is_a_short_bar_and_an_overrun_none():
    game = playing()
    bars = [
        bar(replace(outputs.oled_content(game.state, 0, at(game, s * SECOND)), inverted=False))
        for s in range(180, -3, -1)
    ]
    assert bars[0] == WIDE
    assert bars == sorted(bars, reverse=True)
    assert WIDE // 7 < bars[150] <= WIDE // 6 + 2, "30 of 180 seconds are a sixth"
    assert bars[-1] <= 2


def test_a_pause_shows_two_bars_beside_the_time_and_an_objection_too():
    for stop in (e.Pause(), e.Objection(move=1)):
        game = Game().opened()
        running = outputs.oled_content(game.state, 0, game.ns)
        game.do(stop)
        stands = outputs.oled_content(game.state, 0, game.ns)
        beside = (0, 20, 14, 44)
        assert lit(draw(running), beside) < 20
        assert lit(draw(stands), beside) >= 100
        assert running.title != stands.title


def test_the_arrow_points_at_the_pair_on_move_and_only_there():
    game = Game().opened()
    mine, theirs = (draw(replace(outputs.oled_content(game.state, side, game.ns), title="")) for side in (1, 0))
    arrow = (0, 0, 10, 14)
    assert lit(mine, arrow) > 30
    assert lit(theirs, arrow) == 0


def test_S10_the_official_clock_says_so_and_the_other_does_not():
    game = Game().opened()
    marks = [outputs.oled_content(game.state, side, game.ns).official for side in (0, 1)]
    assert (bool(marks[0]), bool(marks[1])) == (True, False)
    game.press("A", 1)
    marks = [outputs.oled_content(game.state, side, game.ns).official for side in (0, 1)]
    assert (bool(marks[0]), bool(marks[1])) == (False, True), "an accidental press spoiled clock A"


def test_every_display_shows_the_turn_that_runs_and_the_pairs_own_sum():
    game = Game().opened()
    game.wait(7)
    mine, theirs = (outputs.oled_content(game.state, side, game.ns) for side in (1, 0))
    assert mine.big == theirs.big == "2:53"
    assert (mine.total, theirs.total) == ("0", "38")
    assert (mine.mine, theirs.mine) == (True, False)


def test_every_number_of_crosses_looks_different():
    assert len({draw(OledContent("vy", "2:00", crosses=crosses)).tobytes() for crosses in range(13)}) == 13


def test_the_two_languages_differ_on_every_face_with_words():
    for (name, czech), (_, english) in zip(shown("cs"), shown("en"), strict=True):
        assert shape(czech) != shape(english), name


CZECH = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzžAÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ"


def letter(face, char):
    sheet = Image.new("1", (40, 60))
    pen = ImageDraw.Draw(sheet)
    pen.fontmode = "1"
    oled_text.write(pen, 4, 40, char, face)
    return sheet.tobytes()


@pytest.mark.parametrize("face", sorted({*oled_text.LINE, *oled_text.WORD, oled_text.NUMBER, oled_text.LONG_NUMBER}))
def test_every_czech_letter_and_sign_has_a_picture_of_its_own_at_every_height(face):
    unknown = letter(face, "\ue000")
    seen = {char: letter(face, char) for char in CZECH + "123456789:.,·…!?„"}
    assert unknown not in {*seen.values(), *(letter(face, sign) for sign in "0-–−“×")}
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("face", oled_text.WORD)
def test_letters_are_the_fonts_own_dots_and_no_outline_squeezed_into_a_grid(face):
    font = oled_text.font(face)
    assert font.getname()[0] == "Terminus"
    assert {font.getlength(char) for char in CZECH} == {font.getlength("m")}
    with pytest.raises(OSError, match="pixel size"):
        ImageFont.truetype(font.path, face.size + 1)


def without(monkeypatch, terminus, source_sans):
    """The fonts that are not installed are missing, whatever was drawn before."""
    forget_drawings()
    if terminus:
        monkeypatch.setattr(oled_text, "FILES", Path("/nowhere"))
    if source_sans:
        monkeypatch.setitem(sys.modules, "font_source_sans_pro", None)


@pytest.mark.parametrize("source_sans", [False, True])
def test_without_its_fonts_every_second_still_looks_different(monkeypatch, source_sans):
    whole = draw(OledContent("soupeř · námitka", "2:47", "388", 2, 0.5, mine=True))
    try:
        without(monkeypatch, True, source_sans)
        seen = {draw(OledContent("", f"{n // 60}:{n % 60:02d}")).tobytes() for n in range(180)}
        assert len(seen) == 180
        poor = draw(OledContent("soupeř · námitka", "2:47", "388", 2, 0.5, mine=True))
        assert lit(poor, (0, 16, WIDTH, 47)) > 150
        assert lit(poor, (0, 0, WIDTH, 14)) > 100
        assert poor.tobytes() != whole.tobytes()
    finally:
        without(monkeypatch, False, False)


# -- when they change ------------------------------------------------------------------------------------------------


def people_read(game, now):
    """What people can read off the table at a moment; the bar may lag by less than a second."""
    both = tuple(replace(outputs.oled_content(game.state, side, now), left=None) for side in (0, 1))
    return both, outputs.signals(game.state, now)


@given(st.integers(-90 * SECOND, LIMIT), st.floats(0, 1))
@example(0, 0.0)
@example(-SECOND // 2, 0.0)
@example(-SECOND, 0.0)
@example(10 * SECOND, 0.0)
def test_nothing_shown_changes_before_the_moment_that_the_loop_is_told_to_wake(left, share):
    game = playing()
    now = at(game, left)
    wake = outputs.next_change(game.state, now)
    assert now < wake <= now + SECOND
    assert people_read(game, now) == people_read(game, now + round((wake - 1 - now) * share))
    assert people_read(game, now) == people_read(game, wake - 1)


@given(st.integers(-90 * SECOND, LIMIT))
def test_the_loop_is_not_woken_for_nothing(left):
    game = playing()
    now = at(game, left)
    assert people_read(game, now) != people_read(game, outputs.next_change(game.state, now))


@pytest.mark.parametrize("stop", [e.Pause(), e.Objection(move=1)])
def test_while_no_clock_runs_nothing_has_to_be_woken_for(stop):
    game = Game().opened()
    game.do(stop)
    assert outputs.next_change(game.state, game.ns) is None
    assert people_read(game, game.ns) == people_read(game, game.ns + 999 * SECOND)


def test_a_bar_past_either_end_is_full_or_empty():
    for left, end in ((-0.5, 0.0), (1.5, 1.0)):
        assert (
            draw(OledContent("vy", "0:00", left=left)).tobytes() == draw(OledContent("vy", "0:00", left=end)).tobytes()
        )


def test_how_the_time_stands_is_told_by_shapes_beside_it():
    plain = OledContent("vy", "0:20", mine=True, mark="2. tah")
    ways = [replace(plain, **{way: True}) for way in ("low", "inverted", "over", "standing")]
    sides = {
        tuple(draw(content).crop(box).tobytes() for box in ((0, 18, 13, 45), (115, 18, 128, 45)))
        for content in (plain, *ways)
    }
    assert len(sides) == 5


def test_the_others_time_is_an_outline_of_the_same_figures():
    own = OledContent("", "2:13", mark="2. tah")
    full, outline = draw(own), draw(replace(own, waits=True))
    inside = ImageChops.logical_and(ImageChops.invert(outline), full)
    assert ImageChops.logical_and(outline, ImageChops.invert(full)).getbbox() is None
    assert lit(inside, (0, 18, WIDTH, 45)) > lit(outline, (0, 18, WIDTH, 45)) // 2, "hollow"


def test_official_stands_in_the_same_place_whatever_else_does():
    box = (OFFICIAL + 1, 47, OFFICIAL + 40, 60)
    alone = draw(OledContent("", "3:00", official="úřední")).crop(box)
    for content in (
        OledContent("Přes čas", "−0:10", "179", 3, 0.0, waits=True, over=True, mark="2. tah", official="úřední"),
        OledContent("Pauza", "1:42", "9", standing=True, mark="pak oni", official="úřední"),
    ):
        assert draw(content).crop(box).tobytes() == alone.tobytes()
