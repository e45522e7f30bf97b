"""The board as the picture of the game: what lies, what was laid last, what is judged, what nobody has seen."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.board_picture import whole_in
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.sheet import BoardView
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Text
from device.kiosk.screen import call_on
from rules.game import SECOND
from rules.polish_doubles import acts as e
from tests.kiosk.evening import SIZES
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, greyed, says, texts
from tests.kiosk.situations.polish_doubles import begin
from tools.play.player import Stuck
from tools.play.players.polish_doubles import DoublesPlayer


def played(p, second="OBLOUK", at="5D"):
    """ČUMÁK; then the double turn of Dvě sloky, which have pressed."""
    begin(p)
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30, at="H4"))
    p.press(0)
    p.kiosk.table.do(e.Move(word=second, points=18, at=at))
    p.kiosk.table.do(e.Move(word="REGÁL", points=22, at="I7"))
    play(p, "press 1 > wait 1")


def look(p):
    play(p, "menu > Deska")


def letters_on_squares(p):
    """How many letters lie on the board that shows: letters in squares of its side."""
    side = whole_side(p)
    return sum(
        text.rect.w == side and len(text.text) == 1 and text.weight == "bold"
        for text in p.kiosk.scene
        if isinstance(text, Text)
    )


def whole_side(p):
    canvas = Canvas(p.kiosk.composer.look(p.kiosk.now()))
    high = canvas.area.h - canvas.u(80)
    return whole_in(canvas, canvas.area._replace(w=high, h=high)).side


def framed(p, colour):
    side = whole_side(p)
    return sum(isinstance(panel, Panel) and panel.fill == colour and panel.rect.w == side for panel in p.kiosk.scene)


def test_the_last_double_turn_is_marked_in_the_colour_of_its_pair(p):
    played(p)
    look(p)
    assert letters_on_squares(p) == 15
    assert framed(p, DARK.pair[1]) == 10, "five new tiles of OBLOUK, five of REGÁL"
    assert framed(p, DARK.pair[0]) == 0
    assert {"OBLOUK", "REGÁL", "5D", "I7"} <= set(texts(p))


def test_the_turns_are_gone_through_one_by_one(p):
    played(p)
    look(p)
    p.touch(Show(BoardView(turn=0)))
    assert letters_on_squares(p) == 5
    assert framed(p, DARK.pair[0]) == 5
    assert greyed(p, "první dvojtah")
    p.touch(Show(BoardView(turn=1)))
    assert letters_on_squares(p) == 15


def test_the_tiles_that_are_judged_are_marked(p):
    played(p)
    play(p, "Námitka > OBLOUK 18")
    look(p)
    assert framed(p, DARK.danger) == 5
    assert framed(p, DARK.pair[1]) == 5
    assert says(p, "OBLOUK: námitka")
    play(p, "back > Neplatný")
    look(p)
    assert letters_on_squares(p) == 10
    assert framed(p, DARK.danger) == 0


def test_letters_that_are_left_are_one_touch_away(p):
    played(p)
    look(p)
    play(p, "Zbývající písmena", sees="83 kamenů")
    assert "Č" not in texts(p)[texts(p).index("V pytlíku a na zásobnících: 83 kamenů") :], "its only tile lies"


def test_the_picture_can_be_turned_to_the_other_pair(p):
    played(p)
    look(p)
    before = p.kiosk.host.settings.screen.rotate
    play(p, "turn")
    assert p.kiosk.host.settings.screen.rotate == (before + 180) % 360
    assert p.shown(BoardView)


def test_where_a_move_has_no_squares_it_is_said_and_they_can_be_added_there(p):
    played(p, at=None)
    look(p)
    assert says(p, "Deska není úplná: OBLOUK ve 2. dvojtahu nemá pole.")
    play(p, "Zbývající písmena", sees="nejsou známa")
    play(p, "Tahy > Doplnit pole > 5 > done")
    assert entries(p)[-1].at == "5D"
    look(p)
    assert not says(p, "není úplná")


def test_several_moves_without_squares_are_counted(p):
    begin(p)
    p.kiosk.table.do(e.Move(word="ČUMÁK", points=30))
    p.press(0)
    p.kiosk.table.do(e.Move(word="OBLOUK", points=18))
    p.kiosk.table.do(e.Pass())
    p.wait(SECOND)
    look(p)
    assert says(p, "2 tahy nemají pole")


def test_squares_are_not_added_once_the_result_is_signed(p):
    played(p, at=None)
    p.kiosk.table.do(e.End())
    p.kiosk.table.do(e.Racks(pair="A", tiles=""))
    p.kiosk.table.do(e.Racks(pair="B", tiles=""))
    for pair in "AB":
        p.kiosk.table.do(e.Sign(pair=pair))
    p.written()
    play(p, "Partiář > Deska", sees="není úplná")
    with pytest.raises(Stuck):
        p.touch(call_on(BoardView.supply, 1, 0))


def test_the_board_is_reached_from_the_sheet_and_left_again(p):
    played(p)
    play(p, "menu > Partiář > Deska > back")
    assert p.shown(PlayScreen)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("screen", [BoardView(), BoardView(letters=True)], ids=["moves", "letters"])
def test_everything_has_room(new_table, language, size, screen):
    p = new_table(DoublesPlayer, language, size)
    played(p, second="OBLOUK", at=None)
    p.kiosk.controller.show(screen)
    p.wait(SECOND)
    assert misfits(p.kiosk.scene) == []
