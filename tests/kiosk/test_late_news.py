"""S10, C10: what changes without a touch is said calmly, on the screen and on both displays' side, in every game."""

from __future__ import annotations

import pytest

from device.browser.button_view import view_of
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import SWALLOW, Key
from device.graphics.widgets import Panel, Touch
from device.io.inputs import PodReport, ShowMessage
from device.kiosk.outputs import NEWS, TOAST, Notices
from device.kiosk.screen import call_on
from rules.chess_clock import acts as c
from rules.game import SECOND
from rules.message import Message
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.chess_clock import started
from tests.kiosk.situations.polish_doubles import opened, overruled, write
from tests.kiosk.two_buttons import listen
from tools.play.player import MS
from tools.play.players.chess_clock import ClockPlayer

SAVED = Message("Uloženo.")
ASIDE = "změna: viz obrazovka"


def heard(p, side, at):
    """A pod tells only now of a press at device time ``at``, and of its end."""
    for down, when in ((True, at), (False, at + 80 * MS)):
        p.kiosk.loop.handle(PodReport(side, down, when))
    p.settle()


def marks(p):
    return [content.mark for content in p.kiosk.composer.oled_contents(p.kiosk.composer.moment())]


@pytest.fixture
def late(p):
    """Dvě sloky ran over by what was heard, which people confirmed; the press that ended it in time comes now."""
    overruled(p)
    return p


def test_what_lapsed_and_whose_total_changed_is_said_and_both_displays_point_to_it(late):
    assert says(late, "Stisk přišel o 37,0 s později: suma Dvě sloky 5→0.")
    assert says(late, "1 zápis už neplatí: překročení potvrzeno.")
    assert marks(late) == [ASIDE, ASIDE]
    under = [panel for panel in late.kiosk.scene if isinstance(panel, Panel)][-1]
    assert under.fill == late.kiosk.screen.look.palette.panel, "calmly: it is nobody's mistake"
    shown = view_of(late.kiosk.composer, late.kiosk.composer.moment())
    assert shown.hints == (ASIDE, ASIDE), "telephones that are the buttons say it, too"


def test_it_is_said_in_the_language_of_the_table(p):
    p.kiosk.host.change("", "language", "en")
    overruled(p)
    assert says(p, "A press came 37.0 s late: total Dvě sloky 5→0. 1 entry does not count any more: overrun confirmed.")
    assert marks(p) == ["changed: see screen"] * 2


def test_it_stays_while_somebody_types_and_goes_by_itself(late):
    late.wait(TOAST // 2)
    play(late, "doplnit: Dvě sloky", sees="později")  # a touch is no answer to it
    late.wait(NEWS)
    assert not says(late, "později")
    assert ASIDE not in marks(late)


def test_whoever_has_seen_it_takes_it_away(late):
    late.wait(TOAST)
    taken = [touch for touch in late.kiosk.scene if isinstance(touch, Touch) and touch.action == SWALLOW]
    assert len(taken) == 1, "what lies under it is not touched unseen"
    play(late, "swallow", lacks="později")
    assert marks(late) != [ASIDE, ASIDE]


def test_an_answer_to_a_touch_comes_first_and_it_shows_again(late):
    late.kiosk.post(ShowMessage(SAVED))
    late.settle()
    assert says(late, "Uloženo.")
    assert not says(late, "později")
    late.wait(TOAST)
    assert says(late, "později")


def test_the_picture_is_due_anew_when_it_goes():
    notices = Notices()
    notices.tell("a", "b", 0, lambda: True)
    notices.say("c", SECOND, lambda: True)
    assert [notices.due(now) for now in (SECOND, SECOND + TOAST, NEWS)] == [SECOND + TOAST, NEWS, None]


def test_it_is_of_the_game_on_the_table(late):
    play(late, "menu")
    late.kiosk.host.home()
    late.settle()
    assert not says(late, "později")


def test_it_is_read_aloud_where_that_is_switched_on(p):
    p.kiosk.host.change("", "speech", True)
    spoken = listen(p)
    overruled(p)
    assert any("překročení potvrzeno" in words and "později" in words for words, _ in spoken)


def typed(p, word, points):
    play(p, "slovo a body")
    for letter in word:
        p.touch(Key(letter))
    for digit in str(points):
        p.touch(Key(digit))


def test_S10_a_move_that_is_being_typed_stays_the_pairs_for_whom_it_was_begun(p):
    overruled(p, lambda: typed(p, "MÁK", 9))
    assert p.kiosk.controller.state.slot == (1, 1), "a move of Dvě sloky is missing now"
    p.wait(NEWS)
    assert says(p, "1. tah · Krtci")
    play(p, "done")
    assert [[row.points for row in turn.rows] for turn in p.kiosk.controller.state.turns] == [[38], [5], [9]]


def test_S10_a_move_whose_place_went_while_it_was_typed_is_written_for_nobody_else(p):
    opened(p)
    write(p, "PES", 5)
    p.wait(200 * SECOND)
    typed(p, "KOSA", 8)
    p.press(1)
    p.kiosk.table.do(e.Overrun(stands=(True, False)))
    p.settle()
    play(p, "done", sees="Zapsalo se to k dvojtahu 2 a tam už na to není místo.")
    assert says(p, "2. tah · Dvě sloky"), "the word is still there to be looked at"
    assert p.kiosk.controller.state.turns[2].rows == ()


def test_S24_an_exchange_is_of_the_turn_for_which_it_was_begun(p):
    overruled(p, lambda: p.touch(call_on(PlayScreen.exchange)))
    play(p, "3")
    assert [len(turn.rows) for turn in p.kiosk.controller.state.turns] == [1, 1, 1]


def test_what_is_to_be_said_of_a_press_both_sides_are_told(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.kiosk.loop.handle(PodReport(1, True, p.clock.ns, 5 * MS, SAVED))
    p.settle()
    assert says(p, "Uloženo.")
    assert marks(p) == [ASIDE, ASIDE]
    shown = view_of(p.kiosk.composer, p.kiosk.composer.moment())
    assert shown.news == "Uloženo."


def test_what_is_to_be_said_of_a_press_comes_before_what_it_changed(p):
    overruled(p, remark=SAVED)
    assert says(p, "Uloženo. Stisk přišel o 37,0 s později: suma Dvě sloky 5→0.")


def test_of_a_press_that_did_nothing_nothing_is_said(p):
    p.kiosk.loop.handle(PodReport(1, True, p.clock.ns, 5 * MS, SAVED))
    p.settle()
    assert p.kiosk.notices.sentence(p.clock.ns) == ""


def test_a_press_in_time_says_nothing(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.press(1)
    assert p.kiosk.notices.sentence(p.clock.ns) == ""
    assert ASIDE not in marks(p)


def test_a_late_press_that_did_what_it_always_does_says_nothing(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    edge = p.clock.ns
    p.wait(SECOND)
    p.kiosk.table.do(e.Note(rule="S5"))
    heard(p, 1, edge)
    assert p.kiosk.controller.state.turns[1].pressed
    assert p.kiosk.notices.sentence(p.clock.ns) == ""


def test_C9_a_flag_that_had_not_fallen_is_taken_back_in_words(new_table):
    player = new_table(ClockPlayer)
    started(player)
    state = player.kiosk.controller.state
    mover = state.clock.mover
    player.wait(state.clock.remaining(mover, player.kiosk.table.game_time()) - SECOND)
    edge = player.clock.ns
    player.wait(2 * SECOND)
    player.kiosk.table.do(c.Result(winner="AB"[1 - mover], how="time"))
    player.settle()
    heard(player, mover, edge)
    assert player.kiosk.controller.state.clock.first is None
    assert says(player, "1 zápis už neplatí")
    assert says(player, "→–"), "the flag that people saw"
    assert marks(player) == [ASIDE, ASIDE]
