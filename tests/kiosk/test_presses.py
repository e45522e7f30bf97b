"""Presses of clock buttons, holds, and the screen's own buttons."""

from __future__ import annotations

from device.graphics.actions import DONE, Key, PressArea
from device.graphics.widgets import Touch, place_of
from device.io.inputs import FingerDown, FingerUp, PodReport
from device.screens.home import HomeController
from rules.game import SECOND, Void
from rules.kourici_kocka import acts as kocka_events
from rules.marias import acts as marias_events
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations import kourici_kocka, marias, polyssimo
from tests.kiosk.situations.polish_doubles import begin, opened, sit_down, write
from tools.play.player import MS
from tools.play.players.marias import MariasPlayer
from tools.play.players.polyssimo import PolyssimoPlayer

TOO_EARLY = "Význam tlačítka se právě změnil."


def test_ten_presses_in_50_ms_end_one_turn(p):
    begin(p)
    write(p, "DÝMKA", 38)
    before = len(entries(p))
    for _ in range(10):
        p.pin(0).drive_low()
        p.clock.ns += 2 * MS
        p.pin(0).drive_high()
        p.clock.ns += 3 * MS
    p.wait(100 * MS)
    pressed = [event for event in entries(p)[before:] if isinstance(event, e.Press)]
    assert len(pressed) <= 2, "one press, and at most one more once the lock-out is over"
    assert p.kiosk.controller.state.turns[0].pressed
    assert len(p.kiosk.controller.state.turns) == 2, "the rest fell on the opponents' turn as accidents, if anywhere"


def test_a_press_that_a_pod_tells_of_only_now_is_none_of_a_game_that_began_after_it(p):
    early = p.clock.ns
    p.clock.ns += 5_000 * MS
    sit_down(p)
    play(p, "Začíná: Krtci")
    before = entries(p)
    for down, at in ((True, early), (True, early + 1_600 * MS), (False, early + 1_700 * MS)):
        p.kiosk.loop.handle(PodReport(0, down, at))
    assert entries(p) == before, "neither the press nor the hold"
    p.clock.ns += 100 * MS
    p.kiosk.loop.handle(PodReport(0, True, p.clock.ns))
    assert isinstance(entries(p)[-1], e.Press)


def test_a_press_counts_at_its_first_edge_however_late_the_loop_looks(p):
    begin(p)
    write(p, "DÝMKA", 38)
    at = p.kiosk.table.game_time()
    p.pin(0).drive_low()
    p.clock.ns += 700 * MS
    p.settle()
    assert p.kiosk.table.history.entries[-1].at == at


def mistake(p):
    """The button that takes the last press back."""
    return next(
        (
            touch.action
            for touch in p.kiosk.scene
            if isinstance(touch, Touch) and isinstance(getattr(touch.action, "event", None), Void)
        ),
        None,
    )


def test_a_press_before_the_moves_are_written_is_taken_back_with_one_tap(p):
    opened(p)
    p.wait(20 * SECOND)
    left = p.kiosk.controller.state.clock.remaining(p.kiosk.table.game_time())
    play(p, "press 1 > wait 3")
    assert p.kiosk.controller.state.turns[-1].pair == 0
    assert says(p, "Omylem?")
    pressed = p.kiosk.table.history.entries[-1].n
    play(p, "Omylem?")
    assert entries(p)[-1] == Void(of=(pressed,), by="B")
    state = p.kiosk.controller.state
    assert state.turns[-1].pair == 1, "the pair is on move again"
    assert abs(left - state.clock.remaining(p.kiosk.table.game_time())) < 4 * SECOND, "its time went on, no more"
    assert mistake(p) is None


def test_no_press_is_offered_back_once_its_moves_are_written_or_the_others_have_acted(p):
    opened(p)
    assert mistake(p) is None
    write(p, "PES", 5)
    p.press(1)
    assert mistake(p) is not None, "one of two moves is missing"
    write(p, "KOS", 6)
    assert mistake(p) is None
    p.press(0)
    assert mistake(p) is not None
    p.press(1)
    assert mistake(p).event.by == "B", "only the last press is offered"


def test_holding_the_own_button_takes_an_accidental_press_back(p):
    opened(p)
    write(p, "PES", 5)
    p.press(1)
    assert p.kiosk.controller.state.turn.pair == 0
    p.press(1, 1600)
    assert p.kiosk.controller.state.turn.pair == 1
    assert isinstance(entries(p)[-1], Void)


def test_a_button_hit_twice_and_then_held_puts_its_pair_on_move_again_on_pins_and_on_the_screen(p):
    opened(p)
    write(p, "PES", 5)
    play(p, "press 1 > press 1")
    assert p.kiosk.controller.state.clock.spoiled == {1}
    p.press(1, 1600)
    n = len(entries(p))
    assert entries(p)[-1].of == (n - 3, n - 2, n - 1)
    assert (p.kiosk.controller.state.turn.pair, p.kiosk.controller.state.clock.spoiled) == (1, frozenset())
    play(p, "menu > areas > back")
    p.touch(PressArea(1))
    p.touch(PressArea(1))
    p.kiosk.post(FingerDown(*place_of(p.kiosk.scene, PressArea(1)), p.clock.ns, 1))
    p.wait(1700 * MS)
    assert entries(p)[-1].of == (n + 1, n + 2, n + 3)
    assert (p.kiosk.controller.state.turn.pair, p.kiosk.controller.state.clock.spoiled) == (1, frozenset())


def test_a_tap_takes_back_a_button_that_was_hit_twice_before_the_moves_were_written(p):
    opened(p)
    play(p, "press 1 > press 1")
    n = len(entries(p))
    play(p, "Omylem?")
    assert entries(p)[-1] == Void(of=(n - 1, n), by="B")
    assert p.kiosk.controller.state.turns[-1].pair == 1


def test_a_hold_that_comes_too_late_says_so_and_spoils_nothing(p):
    opened(p)
    write(p, "PES", 5)
    p.press(1)
    write(p, "KOSA", 8)
    play(p, "menu > Ohlášeno > hold 1", sees="S10")
    state = p.kiosk.controller.state
    assert state.turn.pair == 0
    assert state.clock.spoiled == frozenset(), "the hold's own press is taken back in any case"


def test_both_buttons_held_pause_and_both_held_again_go_on(p):
    opened(p)
    write(p, "PES", 5)
    for expected in (True, False):
        for side in (0, 1):
            p.pin(side).drive_low()
            p.clock.ns += 100 * MS
        p.wait(1700 * MS)
        for side in (0, 1):
            p.pin(side).drive_high()
        p.wait(100 * MS)
        assert ("pause" in p.kiosk.controller.state.clock.standing) is expected
    assert p.kiosk.controller.state.turn.pair == 1
    assert not p.kiosk.controller.state.clock.spoiled


def test_a_game_that_nobody_started_ignores_the_buttons(p):
    p.press(0)
    p.press(1, 1700)
    assert isinstance(p.kiosk.controller, HomeController)


def test_the_screen_serves_as_clock_buttons_two_fingers_at_once(p):
    opened(p)
    play(p, "menu > areas > back")
    places = [place_of(p.kiosk.scene, PressArea(side)) for side in (0, 1)]
    for finger, place in enumerate(places):
        p.kiosk.post(FingerDown(*place, p.clock.ns, finger + 1))
        p.settle()
    p.wait(1700 * MS)
    assert "pause" in p.kiosk.controller.state.clock.standing
    for finger, place in enumerate(places):
        p.kiosk.post(FingerUp(*place, p.clock.ns, finger + 1))
    p.settle()
    play(p, "Pokračovat")
    p.touch(PressArea(1))
    assert p.kiosk.controller.state.turn.pair == 0, "no side stayed down"


def test_a_sheet_that_is_behind_never_stops_a_press_and_its_rows_find_their_turn(p):
    begin(p)
    play(p, "press 0 > press 1")
    state = p.kiosk.controller.state
    assert [turn.pressed for turn in state.turns] == [True, True, False]
    assert says(p, "doplnit: Krtci")
    write(p, "DÝMKA", 38)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    state = p.kiosk.controller.state
    assert [[row.word for row in turn.rows] for turn in state.turns] == [["DÝMKA"], ["PES", "KOSA"], []]
    assert (state.total(0), state.total(1)) == (38, 13)


def test_touches_that_came_before_the_next_picture_count_where_it_has_the_same_there(p):
    begin(p)
    play(p, "slovo a body")
    places = [place_of(p.kiosk.scene, Key(letter)) for letter in "MÁK"]
    p.look(places[0])
    for place in places:  # three keys while the loop was busy
        p.kiosk.loop.handle(FingerDown(*place, p.clock.ns))
        p.kiosk.loop.handle(FingerUp(*place, p.clock.ns))
    p.settle()
    for action in (Key("9"), DONE):
        p.touch(action)
    assert entries(p)[-1].word == "MÁK"


def test_a_touch_on_what_is_gone_by_the_next_picture_means_nothing(p):
    begin(p)
    play(p, "slovo a body")
    for letter in "MÁK":
        p.touch(Key(letter))
    play(p, "9")
    done, digit_4 = place_of(p.kiosk.scene, DONE), place_of(p.kiosk.scene, Key("4"))
    before, acted, act = len(entries(p)), [], p.kiosk.controller.act
    p.kiosk.controller.act = lambda action: (acted.append(action), act(action))
    for place in (done, done, digit_4):  # nothing seemed to happen, so it was touched again
        p.kiosk.loop.handle(FingerDown(*place, p.clock.ns))
        p.kiosk.loop.handle(FingerUp(*place, p.clock.ns))
    p.settle()
    assert [(entry.word, entry.points) for entry in entries(p)[before:]] == [("MÁK", 9)]
    assert acted == [DONE]


def test_M1_a_button_pressed_twice_begins_the_round_and_deals_nothing(new_table):
    m = new_table(MariasPlayer)
    marias.sit_down(m)
    m.hit(0)
    m.hit(0)
    m.hit(1)
    assert entries(m) == [marias_events.StartRound()]
    assert not says(m, TOO_EARLY), "a press too many needs no answer"
    m.wait(500 * MS)
    m.hit(0)
    assert entries(m) == [marias_events.StartRound()]
    assert says(m, TOO_EARLY)
    m.wait(SECOND)
    m.hit(0)
    assert entries(m) == [marias_events.StartRound(), marias_events.Dealt()]


def test_M1_both_buttons_held_do_not_say_that_the_second_came_too_early(new_table):
    m = new_table(MariasPlayer)
    marias.sit_down(m)
    m.pin(0).drive_low()
    m.settle()
    m.wait(50 * MS)
    m.hit(1, 1600)
    m.pin(0).drive_high()
    m.settle()
    assert not says(m, TOO_EARLY)
    assert m.controller.state.rounds == ()


def test_a_button_of_the_smoking_cat_pressed_twice_does_one_thing(k):
    kourici_kocka.sit_down(k)
    k.hit(0)
    k.hit(0)
    assert entries(k) == [kocka_events.Deal()]
    play(k, "press 0 > press 1")
    k.hit(1)
    passed = [kocka_events.Deal(), kocka_events.Passed(side="A"), kocka_events.Passed(side="B")]
    assert entries(k) == passed, "nobody has stopped the play that has only begun"
    k.press(1)
    k.hit(0)
    assert entries(k) == [*passed, kocka_events.Halt(side="B")], "both have called stop at once"
    k.press(0)
    assert entries(k)[-1] == kocka_events.GoOn()


def test_P5_three_players_at_two_buttons_do_not_count_one_press_twice(new_table):
    g = new_table(PolyssimoPlayer)
    polyssimo.sit_down(g, 3)
    polyssimo.pick_all(g)
    picked = len(entries(g))
    play(g, "press 0 > press 1 > press 0")
    g.hit(0)
    assert [event.player for event in entries(g)[picked:]] == [3, 2, 1], "the third player has not placed twice"
