"""What is typed and tapped: moves, refusals, undo, language."""

from __future__ import annotations

import pytest

from device.common import i18n
from device.games.polish_doubles.forms import ExchangeForm, ObjectionScreen
from device.graphics.actions import DONE, Key, Show, Why
from device.graphics.widgets import Touch
from device.io.inputs import TextInput
from device.kiosk.screen import call_on
from rules.game import SECOND, Redo, Undo
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import Kind
from rules.polish_doubles.state import Phase
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.polish_doubles import begin, opened, write
from tools.play.player import MS
from tools.play.players.polish_doubles import DoublesPlayer


def type_in(p: DoublesPlayer, word: str, points: str) -> None:
    play(p, "slovo a body")
    for letter in word:
        p.touch(Key(letter))
    for figure in points:
        p.touch(Key(figure))


def test_letters_digits_and_one_tap_write_a_move(p):
    begin(p)
    taps = []
    touch = p.touch
    p.touch = lambda action: (taps.append(action), touch(action))
    type_in(p, "PES", "12")
    p.touch(DONE)
    assert len(taps) == 1 + 3 + 2 + 1
    row = p.kiosk.controller.state.turns[0].rows[0]
    assert (row.word, row.points, row.tiles) == ("PES", 12, 3)


@pytest.mark.parametrize(
    ("word", "points", "rule"),
    [("PES", "", "S22"), ("ÁÁÁ", "9", "S3"), ("P", "5", "S3"), ("PES", "2001", "S22")],
)
def test_what_cannot_be_is_refused_with_its_rule_and_what_was_typed_stays(p, word, points, rule):
    begin(p)
    before = entries(p)
    type_in(p, word, points)
    play(p, "done")
    assert says(p, f"({rule})")
    assert entries(p) == before
    assert p.draft.word == word
    assert p.kiosk.controller.current_screen().key == "entry"


def test_points_without_a_word_are_taken_and_marked(p):
    begin(p)
    play(p, "slovo a body > 7 > done")
    assert p.kiosk.controller.state.turns[0].rows[0].kind is Kind.POINTS
    assert says(p, "bez slova")


def test_a_keyboard_does_what_the_keys_on_the_screen_do(p):
    begin(p)
    play(p, "slovo a body")
    for text in ("p", "e", "x", "\b", "s", "5", "\r"):
        p.kiosk.post(TextInput(text))
    p.settle()
    row = p.kiosk.controller.state.turns[0].rows[0]
    assert (row.word, row.points) == ("PES", 5)
    play(p, "SLOVO")
    p.kiosk.post(TextInput("\x1b"))
    p.settle()
    assert p.kiosk.controller.current_screen().key == "play"


def test_what_is_typed_outlives_a_press_of_the_opponents(p):
    opened(p)
    type_in(p, "PES", "5")
    play(p, "Karel > press 0 > press 1")
    assert (p.draft.word, p.draft.points, p.draft.player) == ("PES", "5", 2)
    play(p, "done")
    assert entries(p)[-1] == e.Move(word="PES", points=5, player=2)


def test_a_keyboard_at_rest_does_not_hold_the_screen(p):
    begin(p)
    for text in ("x", "5", "\t", "\r", "\b"):
        p.kiosk.post(TextInput(text))
    p.settle()
    assert p.kiosk.controller.current_screen().key == "play"
    p.kiosk.table.do(e.Award(pair="A", reason="absent"))
    assert p.kiosk.controller.current_screen().key == "result"
    for text in ("x", "\r"):
        p.kiosk.post(TextInput(text))
    p.kiosk.table.do(Undo())
    p.settle()
    assert p.kiosk.controller.current_screen().key == "play"


def test_the_number_of_tiles_is_a_stepper_and_may_be_unknown(p):
    begin(p)
    type_in(p, "PES", "5")
    play(p, "−")
    assert p.draft.tile_count == 2
    for _ in range(2):
        play(p, "−")
    assert p.draft.tile_count is None
    play(p, "done")
    assert p.kiosk.controller.state.flow().bag is None
    p.press(0)
    type_in(p, "PES", "5")
    play(p, "done", sees="V pytlíku ≥ 64")  # the opening word took its three; this one at most three more


def test_the_clear_key_empties_the_points(p):
    begin(p)
    type_in(p, "PES", "55")
    play(p, "clear")
    assert p.draft.points == ""


def test_an_exchange_may_have_the_bag_counted_first(p):
    begin(p)
    p.move(e.Move(word="PES", points=5, tiles=None))
    play(p, "press 0 > Výměna > Spočítat pytlík > number 6 > done")
    assert p.kiosk.controller.current_screen().key == "exchange"
    assert not p.has(call_on(ExchangeForm.exchange, 3)), "grey: what is offered is possible"
    assert any(
        "(S24)" in widget.action.reason
        for widget in p.kiosk.scene
        if isinstance(widget, Touch) and isinstance(widget.action, Why)
    )
    assert p.kiosk.controller.state.turns[1].rows == ()


def test_what_cannot_be_done_now_answers_why(p):
    begin(p)
    refusal = p.kiosk.table.game.may(p.kiosk.controller.state)["objection"]
    assert refusal is not None
    assert not p.has(Show(ObjectionScreen()))
    from device.graphics.actions import Why

    p.touch(Why(i18n.refusal(refusal)))
    assert says(p, "(S16)")


def test_a_sentence_stays_six_seconds_or_until_the_next_touch(p):
    begin(p)
    p.kiosk.host.say("Zkouška")
    p.settle()
    p.wait(5900 * MS)
    assert says(p, "Zkouška")
    p.wait(200 * MS)
    assert not says(p, "Zkouška")


def test_seconds_typed_for_the_referee_need_to_be_said_what_for(p):
    opened(p)
    play(p, "menu > Rozhodčí > Nastavit čas > number 90 > done", sees="k čemu ty sekundy jsou")
    play(p, "Nastavit zbývající čas")
    assert round(p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time()) / SECOND) == 90


def test_undo_leads_back_to_the_start_and_redo_to_the_end(p):
    opened(p)
    write(p, "PES", 5)
    state = p.kiosk.controller.state
    undone = 0
    while p.kiosk.table.to_undo:
        p.kiosk.table.do(Undo())
        undone += 1
    assert p.kiosk.controller.state.phase is Phase.DRAWING
    for _ in range(undone):
        p.kiosk.table.do(Redo())
    assert p.kiosk.controller.state.turns == state.turns
    assert p.kiosk.controller.state.clock == state.clock


def test_undoing_a_row_from_the_menu_leaves_the_clock_running(p):
    opened(p)
    write(p, "PES", 5)
    used = p.kiosk.controller.state.clock.time_used(p.kiosk.table.game_time())
    play(p, "menu > undo")
    assert p.kiosk.controller.state.turns[1].rows == ()
    assert p.kiosk.controller.state.clock.time_used(p.kiosk.table.game_time()) >= used
    play(p, "menu > redo")
    assert p.kiosk.controller.state.turns[1].rows[0].word == "PES"


def test_the_language_is_switched_at_once_on_screen_and_faces(p):
    opened(p)
    before = p.oled(0).tobytes()
    assert says(p, "Výměna")
    play(p, "menu > language > English > back", sees="Exchange", lacks="Výměna")
    assert p.oled(0).tobytes() != before
