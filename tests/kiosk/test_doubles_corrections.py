"""Rows of the scoresheet of Polish doubles put right at the screen (S12)."""

from device.games.polish_doubles.entry import Correction
from device.games.polish_doubles.sheet import SheetScreen
from device.graphics.actions import DONE, Command, Show, Why
from device.kiosk.screen import call_on
from rules.polish_doubles import events as e
from tests.kiosk.situations.polish_doubles import opened
from tools.play.players.polish_doubles import DoublesPlayer


def correct(p: DoublesPlayer, turn: int, row: int) -> None:
    """That row, both from 0, is touched on the scoresheet."""
    p.menu(Show(SheetScreen()))
    p.touch(call_on(SheetScreen.correct, turn, row))


def last(p: DoublesPlayer):
    return p.kiosk.table.history.entries[-1].event


def test_that_a_move_was_announced_wrongly_is_said_once(p):
    opened(p)
    correct(p, 0, 0)
    p.touch(p.shown(Correction).change(announced=True))
    p.touch(Command.CLEAR)
    p.number(40)
    p.touch(DONE)
    assert last(p) == e.Correct(turn=1, move=1, points=40, word="DÝMKA", announced=True)
    correct(p, 0, 0)
    assert not p.has(p.shown(Correction).change(announced=True))
    assert p.has(Why("U tohoto tahu už je špatné ohlášení zapsané."))
    p.touch(Command.CLEAR)
    p.number(39)
    p.touch(DONE)
    assert last(p) == e.Correct(turn=1, move=1, points=39, word="DÝMKA")
