"""Rows of the scoresheet of Polish doubles put right at the screen (S12)."""

from device.games.polish_doubles.entry import Correction, WithoutPoints
from device.games.polish_doubles.sheet import SheetScreen, WhichRow
from device.graphics.actions import Key, Show, Why
from device.kiosk.screen import call_on
from rules.polish_doubles import acts as e
from rules.polish_doubles.report import row_text
from tests.kiosk.script import play
from tests.kiosk.seeing import greyed, says
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.taps import last
from tools.play.players.polish_doubles import DoublesPlayer


def correct(p: DoublesPlayer, turn: int, row: int) -> None:
    """That row, both from 0, is chosen on the scoresheet."""
    play(p, "menu > Partiář")
    if p.has(which := Show(WhichRow(SheetScreen(), turn))):
        p.touch(which)
        p.touch(call_on(WhichRow.correct, row))
    else:
        p.touch(call_on(SheetScreen.correct, turn, row))


def test_that_a_move_was_announced_wrongly_is_said_once(p):
    opened(p)
    correct(p, 0, 0)
    play(p, "špatně ohlášeno > clear > number 40 > done")
    assert last(p) == e.Correct(turn=1, move=1, points=40, word="DÝMKA", announced=True)
    correct(p, 0, 0)
    assert not p.has(p.shown(Correction).change(announced=True))
    assert p.has(Why("U tohoto tahu už je špatné ohlášení zapsané."))
    play(p, "clear > number 39 > done")
    assert last(p) == e.Correct(turn=1, move=1, points=39, word="DÝMKA")


def passed(p: DoublesPlayer) -> None:
    """The first move of Dvě sloky stands as a pass."""
    opened(p)
    p.kiosk.table.do(e.Pass(player=2))


def test_a_pass_becomes_a_word_by_typing_it(p):
    passed(p)
    correct(p, 1, 0)
    assert says(p, "Oprava 1. tahu")
    assert (p.draft.word, p.draft.points) == ("", "")
    for letter in "RAK":
        p.touch(Key(letter))
    play(p, "number 8 > done")
    assert last(p) == e.Correct(turn=2, move=1, points=8, word="RAK")
    assert says(p, "RAK")
    assert p.kiosk.controller.state.turns[1].rows[0].score == 8


def test_an_exchange_becomes_points_alone(p):
    opened(p)
    p.kiosk.table.do(e.Exchange(tiles=2))
    correct(p, 1, 0)
    play(p, "number 12 > done")
    assert last(p) == e.Correct(turn=2, move=1, points=12, word="")
    assert p.kiosk.controller.state.turns[1].rows[0].score == 12


def test_without_points_it_stays_a_pass_and_says_what_is_missing(p):
    passed(p)
    correct(p, 1, 0)
    play(p, "R > done", sees="Body jsou číslo")
    assert isinstance(last(p), e.Pass)
    assert p.draft.word == "R"


def test_a_word_becomes_an_exchange_or_a_pass_in_one_tap(p):
    opened(p)
    p.kiosk.table.do(e.Move(word="PES", points=5))
    for tiles, event in (
        (3, e.Correct(turn=2, move=1, points=None, tiles=3)),
        (0, e.Correct(turn=2, move=1, points=None)),
    ):
        correct(p, 1, 0)
        play(p, "výměna, pas")
        p.touch(call_on(WithoutPoints.correct, tiles))
        assert last(p) == event
    assert [str(row_text(old)) for old in p.kiosk.controller.state.turns[1].rows[0].versions] == [
        "PES 5",
        "exchange (3)",
    ]
    correct(p, 1, 0)
    play(p, "výměna, pas > back")
    assert isinstance(p.kiosk.controller.current_screen(), Correction)


def test_an_exchange_that_the_bag_did_not_allow_is_refused_where_it_was_chosen(p):
    opened(p)
    p.kiosk.table.do(e.Bag(count=3))
    p.kiosk.table.do(e.Move(word="PES", points=5))
    correct(p, 1, 0)
    play(p, "výměna, pas > 2", sees="(S24)")
    assert isinstance(p.kiosk.controller.current_screen(), WithoutPoints)
    assert isinstance(last(p), e.Move)


def test_a_move_lost_to_the_clock_opens_no_correction(p):
    opened(p)
    play(p, "wait 200 > press 1")
    p.kiosk.table.do(e.Overrun(stands=(False, False)))
    play(p, "menu > Partiář")
    assert not p.has(call_on(SheetScreen.correct, 1, 0))
    assert p.has(greyed(p, "není co opravovat"))
