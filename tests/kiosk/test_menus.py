"""What every game's menu, questions and PIN have alike, whichever game lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.games import menu_screen
from device.graphics import dialogs
from device.graphics.actions import (
    AREAS,
    BACK,
    HISTORY,
    HOME,
    LANGUAGE,
    MENU,
    REDO,
    SETTINGS,
    SOUND,
    TURN,
    UNDO,
    Do,
    ResumeGame,
)
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.widgets import Rect, Text, Touch
from rules.chess_clock import acts as c
from rules.kourici_kocka import acts as k
from rules.marias import acts as m
from rules.message import msg
from rules.polish_doubles import acts as s
from rules.polyssimo import acts as p
from rules.rounds import acts as r
from tests.kiosk.evening import SIZES
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import drawn_from, greyed
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import Player
from tools.play.players import PLAYERS


@pytest.fixture(params=PLAYERS)
def begun(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Player]:
    """A table with a game of each kind that has just been set up."""
    kind = PLAYERS[request.param]
    player = kind(tmp_path)
    player.set_up(load_record(SAMPLES / TOOLS[request.param].samples.full))
    yield player
    player.close()


def open_menu(p: Player) -> None:
    p.kiosk.controller.act(MENU)
    p.kiosk.presenter.present(p.kiosk.composer.moment())


def test_every_menu_has_undo_history_and_the_way_out(begun):
    open_menu(begun)
    for action in (HISTORY, AREAS, SOUND, LANGUAGE, TURN, SETTINGS, HOME, BACK):
        assert begun.has(action), action
    assert not begun.has(UNDO)
    assert not begun.has(REDO)
    assert greyed(begun, "Není co vzít zpět.")
    play(begun, "Znovu", sees="Není co vrátit.")


def test_undo_and_redo_are_offered_where_there_is_something_to_take_back(begun):
    table = begun.kiosk.table
    piece = table.state.middle[0] if table.game.key == "polyssimo" else ""
    first = {
        "polish_doubles": s.Starters(pair="A"),
        "marias": m.StartRound(),
        "polyssimo": p.Pick(piece=piece, player=1),
        "kourici_kocka": k.Deal(),
        "rounds": r.Dealer(seat="2"),
        "chess_clock": c.Press(side="B"),
    }[table.game.key]
    table.do(first)
    open_menu(begun)
    assert (begun.has(UNDO), begun.has(REDO)) == (True, False)
    play(begun, "undo")
    open_menu(begun)
    assert (begun.has(UNDO), begun.has(REDO)) == (False, True)


def test_the_history_is_looked_at_from_a_running_game_and_left_again(begun):
    controller = begun.kiosk.controller
    open_menu(begun)
    play(begun, "history")
    assert begun.kiosk.controller is not controller
    play(begun, "back")
    assert begun.kiosk.controller is controller


def test_escape_leaves_a_screen_that_was_asked_for(begun):
    open_menu(begun)
    begun.kiosk.controller.on_text("\x1b")
    begun.kiosk.presenter.present(begun.kiosk.composer.moment())
    assert not begun.has(LANGUAGE)
    assert not begun.kiosk.controller.screen, "none was asked for"


class OwnMenu(menu_screen.Menu):
    """A menu of these entries."""

    entries: list[menu_screen.MenuItem]

    def own(self, view):
        return self.entries


def actions(scene):
    return [widget.action for widget in scene if isinstance(widget, Touch)]


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("count", [0, 1, 8, 10])
def test_a_menu_of_any_length_has_every_entry_once_and_room_for_a_thumb(size, count):
    look = Look(size=size)
    own = [
        menu_screen.MenuItem("note", f"Entry {n}", "what it does", ResumeGame(n), referee=n > 7) for n in range(count)
    ]
    canvas = Canvas(look)
    undo = msg("some event that takes a lot of words to describe: {n}", n="x" * 40)
    OwnMenu(own).draw(canvas, drawn_from(None, undo=undo))
    scene = canvas.scene()
    offered = actions(scene)
    assert len(offered) == len(set(offered)) == count + 11
    assert misfits(scene) == []
    least = 42 * look.scale
    assert all(min(touch.rect.w, touch.rect.h) >= least for touch in scene if isinstance(touch, Touch))
    assert any(text.text.endswith("…") for text in scene if isinstance(text, Text))


def test_a_menu_entry_that_is_not_possible_says_why():
    canvas = Canvas(Look())
    own = [menu_screen.MenuItem("cards", "Deal", "", Do(None), "Nobody has cards.")]
    OwnMenu(own).draw(canvas, drawn_from(None))
    scene = canvas.scene()
    assert any(getattr(action, "reason", "") == "Nobody has cards." for action in actions(scene))


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_a_question_has_its_answers_the_way_back_and_the_menu(size):
    drawn = []

    def below(canvas, rect: Rect):
        drawn.append(rect)

    answers = [(f"Answer {n}", "second line", ResumeGame(n), "normal") for n in range(4)]
    canvas = Canvas(Look(size=size))
    place = dialogs.draw_question(canvas, "Title", "What?", answers, (1, 2, 3), below)
    scene = canvas.scene()
    assert {BACK, MENU, *(answer[2] for answer in answers)} <= set(actions(scene))
    assert len(drawn) == 1
    assert place.w > 0, "there is room for a sentence"
    assert place.h > 0
