"""An objection to a turn of which a row is still missing, at the screen of Polish doubles (S16)."""

from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.forms import ObjectionScreen
from device.graphics.actions import Key, Show
from rules.game import SECOND
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to
from tests.kiosk.situations.polish_doubles import opened, write
from tools.play.players.polish_doubles import DoublesPlayer


def pressed_before_written(p: DoublesPlayer) -> None:
    """Dvě sloky have pressed; their second move is not on the sheet."""
    opened(p)
    write(p, "PES", 5)
    p.press(1)


def state(p: DoublesPlayer):
    return p.kiosk.controller.state


def remaining(p: DoublesPlayer) -> float:
    return state(p).clock.remaining(p.kiosk.table.game_time()) / SECOND


def spelled(p: DoublesPlayer, word: str, points: int) -> None:
    for letter in word:
        p.touch(Key(letter))
    p.number(points)
    play(p, "done")


def test_the_objection_stands_beside_the_press_that_may_have_been_a_mistake(p):
    pressed_before_written(p)
    assert says(p, "Omylem?")
    assert p.has(Show(ObjectionScreen()))
    play(p, "press 0", bars="Námitka")  # nothing of that turn is written


def test_a_move_that_is_not_written_is_objected_to_then_written_then_judged(p):
    pressed_before_written(p)
    play(p, "Námitka", sees="2. tah, ještě nezapsaný")
    play(p, "2. tah, ještě nezapsaný")
    left = remaining(p)
    p.wait(30 * SECOND)
    assert remaining(p) == left, "the clock is stopped"
    assert says(p, "2. tah není v partiáři")
    p.write_due()
    assert isinstance(p.kiosk.controller.current_screen(), MoveEntry)
    spelled(p, "KOSA", 8)
    assert says(p, "KOSA 8")
    assert not says(p, "nebyla to námitka")
    play(p, "undo", sees="nebyla to námitka")
    p.write_due()
    spelled(p, "KOSA", 8)
    play(p, "Neplatný")
    assert state(p).total(1) == 5
    p.wait(10 * SECOND)
    assert remaining(p) < left


def test_an_invalid_first_move_asks_for_the_second_row_first(p):
    pressed_before_written(p)
    play(p, "Námitka > PES 5", offers="Platný", bars="Neplatný")
    p.write_due()
    spelled(p, "KOSA", 8)
    assert way_to(p, MoveEntry) is None
    play(p, "KOSA na něj navazuje: oba 0 bodů")
    assert state(p).total(1) == 0


def test_the_row_of_an_older_turn_that_is_missing_too_does_not_come_between(p):
    pressed_before_written(p)
    for place in (1, 2):
        p.kiosk.table.do(e.Move(word="MÁK", points=9, turn=3, place=place))
    p.press(0)
    p.kiosk.table.do(e.Move(word="LES", points=4, turn=4, place=1))
    play(p, "press 1 > Námitka > 2. tah, ještě nezapsaný")
    p.write_due()
    spelled(p, "KOSA", 8)
    assert [row.word for row in state(p).turns[3].rows] == ["LES", "KOSA"]
    assert len(state(p).turns[1].rows) == 1


def test_an_objection_that_was_not_meant_is_taken_back_before_anything_is_written(p):
    pressed_before_written(p)
    play(p, "Námitka > 2. tah, ještě nezapsaný > undo")
    assert state(p).judging is None
    assert "objection" not in state(p).clock.standing
