"""A replay by the board of the game: what lay there after each double turn, where the record says it."""

from __future__ import annotations

import pytest

from device.graphics.actions import Show
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Text, Touch
from device.kiosk.screen import call_on
from device.kiosk.time_bar import overlap
from device.screens.history.past import ReplayScreen, pale
from rules.game import SECOND
from tests.kiosk.evening import SIZES
from tests.kiosk.looking_back import FULL, SQUARES, looked_at
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import says, texts, way_to
from tools.play.players.polish_doubles import DoublesPlayer

MIXED = "polish-doubles-squares-mixed"


def board(p):
    return way_to(p, ReplayScreen, second=True)


def sheet(p):
    return way_to(p, ReplayScreen, second=False)


def replayed(p, name=SQUARES, n=0):
    """The replay of a sample, at its entry ``n``."""
    looked_at(p, name)
    p.touch(Show(ReplayScreen()))
    for at in (*range(10, n + 1, 10), *range(n - n % 10 + 1, n + 1)):
        p.touch(call_on(ReplayScreen.on_step, at))


def forward(p, n):
    p.touch(call_on(ReplayScreen.on_step, n))


def letters_on_board(p):
    """The letters of all tiles that show, row by row."""
    return [
        text.text
        for text in p.kiosk.scene
        if isinstance(text, Text) and len(text.text) == 1 and text.weight == "bold" and text.colour == pale(DARK).ink
    ]


def framed(p):
    """How many tiles have the frame of the newest double turn."""
    colour = pale(DARK).pair[0]
    return sum(
        isinstance(panel, Panel) and panel.fill == colour and panel.rect.w == panel.rect.h < 100
        for panel in p.kiosk.scene
    )


def test_the_board_fills_as_the_history_is_gone_through(p):
    replayed(p)
    play(p, "Deska")
    assert letters_on_board(p) == []
    for n in (1, 2):
        forward(p, n)
        assert letters_on_board(p) == []
    forward(p, 3)
    assert letters_on_board(p) == list("STŘECHA")
    assert framed(p) == 7
    forward(p, 4)
    assert framed(p) == 7, "the other pair has laid nothing yet"
    forward(p, 5)
    assert len(letters_on_board(p)) == 7 + 6, "ŠVESTKA crosses a tile that lay there"
    assert framed(p) == 6, "the double turn of the other pair is the newest"
    forward(p, 4)
    assert letters_on_board(p) == list("STŘECHA"), "and back"


def test_a_move_that_was_taken_off_leaves_the_board_when_its_verdict_is_reached(p):
    replayed(p)
    play(p, "Deska")
    states = p.kiosk.controller.state.timeline.states
    verdict = next(n for n, state in enumerate(states) if n > 10 and states[n - 1].judging and not state.judging)
    for n in range(10, verdict, 10):
        forward(p, n)
    for n in range(verdict - verdict % 10 + 1, verdict):
        forward(p, n)
    before = len(letters_on_board(p))
    forward(p, verdict)
    assert len(letters_on_board(p)) == before - 3, "SNUR goes, its R lay there"
    bordered = [panel for panel in p.kiosk.scene if isinstance(panel, Panel) and panel.border == pale(DARK).pair[0]]
    assert not [panel for panel in bordered if panel.rect.w < 60], "no empty square has the newest turn's frame"


def test_sheet_and_board_are_one_touch_apart_at_the_same_moment(p):
    replayed(p, n=5)
    assert says(p, "ŠVESTKA")
    assert not p.has(sheet(p))
    play(p, "Deska")
    assert p.kiosk.controller.current_screen().n == 5
    play(p, "Partiář")
    assert letters_on_board(p) != list("STŘECHA")
    assert p.kiosk.controller.current_screen() == ReplayScreen(n=5)


def test_a_record_without_squares_has_no_board_to_choose(p):
    replayed(p, FULL, 10)
    assert not p.has(board(p))
    assert "Deska" not in texts(p)


def test_a_board_with_moves_that_nobody_placed_says_that_it_is_incomplete(p):
    replayed(p, MIXED)
    play(p, "Deska")
    forward(p, 10)
    for n in (11, 12):
        forward(p, n)
        assert says(p, "Deska není úplná.") == (n == 11), "the last squares are added with entry 12"
        if n == 11:
            line = next(
                text.rect for text in p.kiosk.scene if isinstance(text, Text) and text.text == "Deska není úplná."
            )
            squares = [
                panel.rect for panel in p.kiosk.scene if isinstance(panel, Panel) and panel.fill == pale(DARK).tile
            ]
            assert not [square for square in squares if overlap(square, line)]
            assert line.y >= max(square.y + square.h for square in squares)
            assert line.y + line.h <= max(touch.rect.y for touch in p.kiosk.scene if isinstance(touch, Touch)), ()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_everything_has_room(new_table, language, size):
    p = new_table(DoublesPlayer, language, size)
    replayed(p, MIXED, 20)
    p.touch(board(p))
    p.wait(SECOND)
    assert misfits(p.kiosk.scene) == []
