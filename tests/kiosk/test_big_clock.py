"""The big clock: figures for a whole hall, whose turn it is by area and shape, and the game under it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from device.games.polish_doubles.forms import OverrunScreen
from device.games.polish_doubles.play import PlayScreen
from device.games.polyssimo.play import CountScreen
from device.graphics import figures
from device.graphics.actions import AREAS, BACK, BIG_CLOCK, PressArea
from device.graphics.palette import DARK
from device.graphics.widgets import Figures, Panel, Pattern, Shape, hit
from device.io.inputs import TextInput
from device.io.oled_content import OledContent
from device.io.strip import Strip
from device.peripherals import oled_render
from device.screens.big_clock import NARROWEST, BigClock
from rules.game import SECOND
from tests.kiosk.evening import SIZES, drawn, picture_of
from tests.kiosk.script import play
from tests.kiosk.situations import chess_clock, kourici_kocka, marias, polyssimo
from tests.kiosk.situations.polish_doubles import begin, opened
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.marias import MariasPlayer
from tools.play.players.polish_doubles import DoublesPlayer
from tools.play.players.polyssimo import PolyssimoPlayer


@pytest.fixture
def big(p: DoublesPlayer) -> DoublesPlayer:
    """A pane was tapped while Dvě sloky are on move."""
    opened(p)
    play(p, "wait 39 > big_clock")
    p.shown(BigClock)
    return p


def times(scene):
    return [widget for widget in scene if isinstance(widget, Figures)]


@pytest.mark.parametrize("size", [*SIZES, (480, 800)], ids=str)
@pytest.mark.parametrize("passed", [0, 115, 135, 150])
def test_figures_of_both_sides_are_a_third_of_the_screen_or_as_wide_as_it(big, size, passed):
    """Upright they keep their shape: as wide as the screen has room for, and narrowed to 72 % at most."""
    big.wait(passed * SECOND)
    shown_times = times(drawn(big, ("cs", size), DARK))
    assert len(shown_times) == 2
    for time in shown_times:
        high, narrowed = figures.layout(time)
        if size[0] > size[1]:
            assert high >= size[1] / 3, (time.text, high)
            assert narrowed >= figures.NARROWEST
        else:
            assert figures.length(time.text, high) * narrowed >= 0.75 * size[0], (time.text, high)
            assert narrowed >= NARROWEST - 0.01


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] > size[1]], ids=str)
@pytest.mark.parametrize(
    "also",
    [
        {"strip": Strip("stůl 7", "", "12:30", well=True), "trouble": "Displej A neodpovídá."},
        {"strip": Strip("stůl 7", "", "12:30", well=True), "large_print": True},
        {"large_print": True},
    ],
    ids=["event and fault", "event in large print", "large print"],
)
def test_lines_above_and_large_print_leave_the_figures_a_third(big, size, also):
    host = big.kiosk.composer
    look = replace(host.look(big.kiosk.now()), size=size, **also)
    scene = host.frame(host.moment().in_look(look)).scene
    waiting, moving = sorted(
        panel.rect.h for panel in scene if isinstance(panel, Panel) and panel.rect.w > size[0] * 0.7
    )
    assert moving > 1.08 * waiting
    assert all(figures.layout(time)[0] >= size[1] / 3 for time in times(scene))


def test_four_figures_are_a_third_as_well(new_table):
    player = new_table(ClockPlayer)
    chess_clock.big_clock(player)
    shown_times = times(player.kiosk.scene)
    assert [len(time.text) for time in shown_times] == [5, 5]
    assert all(figures.layout(time)[0] >= 160 for time in shown_times)


def test_whose_turn_it_is_is_told_by_area_and_shape_without_colours(big):
    scene = big.kiosk.scene
    bands = [panel for panel in scene if isinstance(panel, Panel) and panel.rect.w > 600]
    waiting, moving = bands
    assert waiting.border is not None
    assert moving.border is None
    assert moving.rect.h > 1.2 * waiting.rect.h
    signs = [shape.name for shape in scene if isinstance(shape, Shape) and shape.rect.w > 60]
    assert signs == ["arrow"]
    big.press(1)
    assert [shape.name for shape in big.kiosk.scene if isinstance(shape, Shape) and shape.rect.w > 60] == ["left"]


@pytest.mark.parametrize(("passed", "name"), [(115, None), (135, "chequers"), (150, "stripes")])
def test_little_time_has_the_outline_of_the_panes_at_twice_the_width(big, passed, name):
    big.wait(passed * SECOND)
    patterns = [pattern for pattern in big.kiosk.scene if isinstance(pattern, Pattern)]
    assert [(pattern.name, pattern.step) for pattern in patterns] == ([] if name is None else [(name, 28)])
    if name is None:
        outer, inner = [panel.rect for panel in big.kiosk.scene if isinstance(panel, Panel) and panel.rect.w > 600][-2:]
        assert inner.x - outer.x == 28


def test_one_touch_anywhere_on_the_bands_leads_back(big):
    for y in (60, 300):
        assert hit(big.kiosk.scene, 300, y) == BACK
    play(big, "back")
    big.shown(PlayScreen)
    play(big, "big_clock")
    big.kiosk.post(TextInput("\x1b"))
    big.settle()
    big.shown(PlayScreen)


def test_the_clock_buttons_go_on_under_it(big):
    big.press(1)
    big.shown(BigClock)
    assert big.kiosk.table.state.turn.pair == 0


def test_the_upper_half_stands_on_its_head_until_it_is_put_right(big):
    play(big, "otočit horní půlku")
    upper, lower = times(big.kiosk.scene)
    assert upper.upturned
    assert not lower.upturned
    assert [shape.name for shape in big.kiosk.scene if isinstance(shape, Shape) and shape.rect.w > 60] == ["down"]
    play(big, "back > big_clock")
    assert times(big.kiosk.scene)[0].upturned
    play(big, "rovně")
    assert not times(big.kiosk.scene)[0].upturned


def test_what_is_upside_down_is_the_same_picture_turned(big):
    def upper():
        surface = big.kiosk.screen.display.surface
        whole = picture_of(surface)
        rect = next(panel.rect for panel in big.kiosk.scene if isinstance(panel, Panel) and panel.rect.w > 600)
        return whole.crop((rect.x, rect.y, rect.x + rect.w, rect.y + rect.h))

    before = upper()
    play(big, "otočit horní půlku")
    turned = upper().rotate(180)
    different = ImageChops.difference(before, turned).convert("L").histogram()
    assert sum(different[64:]) < before.width * before.height * 0.01


def test_what_the_game_asks_shows_instead(big):
    play(big, "wait 150 > press 1")
    frame = big.kiosk.composer.current_frame(big.clock())
    assert frame.key[1] is OverrunScreen
    assert big.kiosk.scene == frame.scene
    big.take_back()
    big.shown(PlayScreen)


def test_before_the_start_there_is_no_big_clock(p):
    begin(p)
    p.take_back()
    assert not p.has(BIG_CLOCK)


def test_the_picture_turned_to_the_others_turns_the_bands_too(big):
    moment = big.kiosk.composer.moment()
    plain = times(big.kiosk.composer.frame(moment).scene)
    other = times(big.kiosk.composer.frame(moment.in_look(replace(moment.look, swapped=True))).scene)
    assert [time.text for time in plain] == [time.text for time in other][::-1]


def test_bands_are_clock_buttons_where_the_screen_serves_as_such(new_table):
    player = new_table(ClockPlayer)
    chess_clock.big_clock(player)
    mover = player.kiosk.table.state.clock.mover
    assert not player.has(PressArea(mover)), "a tap on a time is no press by itself"
    player.kiosk.host.perform(AREAS)
    player.kiosk.loop.invalidate()
    player.settle()
    player.touch(PressArea(mover))
    assert player.kiosk.table.state.clock.mover == 1 - mover
    player.shown(BigClock)
    play(player, "back")


def test_the_round_of_a_card_game_has_the_whole_screen(new_table):
    player = new_table(MariasPlayer)
    marias.big_clock(player)
    (only,) = times(player.kiosk.scene)
    assert figures.layout(only)[0] > 300


def test_an_oled_shows_the_time_alone_and_whose_turn_it_is():
    plain = OledContent("ty · tah 1", "2:21", "122", 2, 0.5, mine=True, mark="oficiální")
    usual, large = (oled_render.draw(content).convert("L") for content in (plain, OledContent("", "2:21", large=True)))
    time = large.getbbox()
    assert time is not None
    assert time[3] - time[1] >= 42
    assert usual.getbbox() != time
    mine = oled_render.draw(OledContent("", "2:21", mine=True, large=True)).convert("L")
    assert large.crop((0, 0, 128, 12)).histogram()[255] == 0
    assert mine.crop((0, 0, 128, 12)).histogram()[255] > 1000


def test_the_oleds_of_the_table_follow_the_screen(big):
    assert all(content.large for content in big.kiosk.composer.oled_contents(big.kiosk.composer.moment()))
    play(big, "back")
    assert not any(content.large for content in big.kiosk.composer.oled_contents(big.kiosk.composer.moment()))


def test_a_game_without_a_clock_shows_what_it_counts_and_whose_turn_it_is(new_table):
    player = new_table(PolyssimoPlayer)
    polyssimo.large(player)
    counts = times(player.kiosk.scene)
    assert [count.text for count in counts] == [str(player.kiosk.table.state.left(seat)) for seat in range(4)]
    assert all(figures.layout(count)[0] >= 160 for count in counts)
    assert [shape.name for shape in player.kiosk.scene if isinstance(shape, Shape) and shape.rect.w > 60] == ["arrow"]
    play(player, "back")
    player.shown(CountScreen)


def test_the_letters_of_a_word_are_counted_for_the_room(new_table):
    player = new_table(KockaPlayer)
    kourici_kocka.large(player)
    state = player.kiosk.table.state
    assert [time.text + time.tail for time in times(player.kiosk.scene)] == [
        f"{state.got[seat]}/5" for seat in range(4)
    ]
