"""A touch means what people saw: another screen takes no touches until there was time to look at it."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.controller import DoublesMenu
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.forms import EndScreen, RacksForm
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import BACK, DONE, MENU, Command, Do, Key, PressArea
from device.graphics.palette import DARK, LIGHT
from device.graphics.widgets import Frame, Rect, Touch, hit, place_of
from device.io.inputs import FingerDown, FingerUp
from device.kiosk.screen import call_on
from device.kiosk.touches import COSTLY_SETTLE, SETTLE, TouchGuard
from rules.chess_clock import acts as ce
from rules.kourici_kocka import acts as ke
from rules.polish_doubles import acts as e
from tests.approved import APPROVED, pictures_that_changed
from tests.kiosk.evening import drawn, painted
from tests.kiosk.script import play
from tests.kiosk.seeing import entries, says
from tests.kiosk.situations.chess_clock import begin as chess_begin
from tests.kiosk.situations.kourici_kocka import sit_down
from tests.kiosk.situations.polish_doubles import begin, opened, write
from tools.play.player import MS
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.polish_doubles import DoublesPlayer


def test_done_touched_while_something_came_in_means_the_done_that_showed_and_no_other():
    """A press comes in with the touch, and the next picture has *Done* in the same place, for another question."""
    done, clear = (Touch(Rect(0, 0, 100, 100), command) for command in (DONE, Command.CLEAR))
    touch = FingerDown(50, 50, 5 * SETTLE)
    for shown, following, means in (
        (Frame("racks", (done,)), Frame("racks", (done,)), DONE),
        (Frame("racks", (done,)), Frame("sign", (done,)), None),
        (Frame("racks", (clear,)), Frame("sign", (clear,)), Command.CLEAR),
        (Frame("racks", (clear,)), Frame("racks", (done,)), None),
    ):
        guard = TouchGuard()
        guard.on_frame(shown, 0)
        assert guard.action_of(touch, lambda frame=following: frame) is shown.scene[0].action, "nothing came in"
        guard.overtake()
        assert guard.action_of(touch, lambda frame=following: frame) is means


def tap(p, place, after=80 * MS):
    """A finger taps there, whatever shows, ``after`` so long."""
    p.clock.ns += after
    p.kiosk.post(FingerDown(*place, p.clock.ns))
    p.settle()
    p.kiosk.post(FingerUp(*place, p.clock.ns))
    p.settle()


def place(p, action):
    point = place_of(p.kiosk.scene, action)
    assert point is not None, action
    return point


def area(p, action):
    return next(touch.rect for touch in p.kiosk.scene if isinstance(touch, Touch) and touch.action == action)


def overlaps(rect, other):
    return max(rect.x, other.x) < min(rect.x + rect.w, other.x + other.w) and max(rect.y, other.y) < min(
        rect.y + rect.h, other.y + other.h
    )


def within_both(rect, other):
    """A pixel that lies in both places."""
    x, y = max(rect.x, other.x), max(rect.y, other.y)
    assert x < min(rect.x + rect.w, other.x + other.w)
    assert y < min(rect.y + rect.h, other.y + other.h)
    return x, y


def to_objection(p):
    """A turn is pressed and may be objected to; the question shows."""
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    play(p, "press 1 > Námitka")
    p.clock.ns += SETTLE


def test_two_quick_taps_on_an_objection_do_not_decide_the_verdict(p):
    to_objection(p)
    there = place(p, Do(e.Objection(move=1)))
    tap(p, there)
    tap(p, there)
    assert p.kiosk.controller.current_screen().key == "verdict"
    under = hit(p.kiosk.scene, *there)
    assert isinstance(under, Do), "an answer lies where the objection was"
    assert isinstance(under.event, e.Verdict)
    assert [type(entry) for entry in entries(p)[-1:]] == [e.Objection]
    tap(p, there, SETTLE)
    assert isinstance(entries(p)[-1], e.Objection), "what costs somebody waits longer"
    tap(p, there, COSTLY_SETTLE - SETTLE)
    assert isinstance(entries(p)[-1], e.Verdict), "read and meant"


def test_a_double_tap_that_opens_the_entry_writes_no_letter(p):
    begin(p)
    button = area(p, call_on(PlayScreen.write))
    play(p, "slovo a body")
    there = within_both(button, area(p, Key("Y")))
    play(p, "back")
    p.clock.ns += SETTLE
    tap(p, there)
    tap(p, there)
    assert p.shown(MoveEntry).word == ""
    tap(p, there, SETTLE)
    assert p.shown(MoveEntry).word == "Y"


def test_a_double_tap_that_opens_the_menu_chooses_nothing_in_it(p):
    opened(p)
    more = area(p, MENU)
    play(p, "menu")
    button = next(touch for touch in p.kiosk.scene if isinstance(touch, Touch) and overlaps(touch.rect, more))
    play(p, "back")
    p.clock.ns += SETTLE
    there = within_both(more, button.rect)
    settings = p.kiosk.host.settings
    tap(p, there)
    tap(p, there)
    assert isinstance(p.kiosk.controller.current_screen(), DoublesMenu)
    assert p.kiosk.host.settings == settings
    before = p.kiosk.scene, p.kiosk.host.settings
    tap(p, there, SETTLE)
    assert (p.kiosk.scene, p.kiosk.host.settings) != before, "seen and meant"


def test_ten_letters_a_second_lose_none(p):
    begin(p)
    play(p, "slovo a body")
    p.clock.ns += SETTLE
    for letter in "NEJNEOBHOSPODÁ":
        tap(p, place(p, Key(letter)), 100 * MS)
    assert p.shown(MoveEntry).word == "NEJNEOBHOSPODÁ"


def test_a_control_that_stays_under_the_finger_works_at_once(p):
    opened(p)
    play(p, "menu > Konec partie > Jeden z nich Krtci")
    p.clock.ns += SETTLE
    arrow = next(touch.rect for touch in p.kiosk.scene if isinstance(touch, Touch) and touch.action == BACK)
    there = arrow.x + arrow.w // 2, arrow.y + arrow.h // 2
    tap(p, there, 10 * MS)
    assert isinstance(p.kiosk.controller.current_screen(), EndScreen)
    tap(p, there, 10 * MS)
    assert isinstance(p.kiosk.controller.current_screen(), PlayScreen), "two steps back with two quick taps"


def test_the_check_mark_of_another_screen_is_another_control(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    p.press(1)
    p.kiosk.table.do(e.End(by="referee"))
    p.kiosk.loop.invalidate()
    p.settle()
    p.clock.ns += SETTLE
    first, there = p.shown(RacksForm), place(p, DONE)
    tap(p, there)
    second = p.shown(RacksForm)
    assert second.pair != first.pair, "the other pair's racks are asked for now"
    assert hit(p.kiosk.scene, *there) == DONE
    n = len(entries(p))
    tap(p, there)
    assert len(entries(p)) == n
    tap(p, there, SETTLE)
    assert len(entries(p)) == n + 1


def test_the_screens_own_clock_buttons_always_count(p):
    opened(p)
    play(p, "menu > areas > back")
    there = place(p, PressArea(1))
    tap(p, there, 0)
    assert isinstance(entries(p)[-1], e.Press)


def test_the_next_step_of_a_round_is_not_done_by_the_tap_before_it(new_table):
    p = new_table(KockaPlayer)
    sit_down(p)
    there = place(p, Do(ke.Deal()))
    p.clock.ns += SETTLE
    tap(p, there)
    assert hit(p.kiosk.scene, *there) == Do(ke.Passed())
    tap(p, there)
    assert isinstance(entries(p)[-1], ke.Deal)


@pytest.mark.parametrize("soon", [80 * MS, 250 * MS, 600 * MS])
def test_clocks_that_are_stopped_by_a_tap_too_many_stay_stopped(new_table, soon):
    p = new_table(ClockPlayer)
    chess_begin(p)
    play(p, "press 1 > wait 1")
    stop = place(p, Do(ce.Pause()))
    tap(p, stop)
    assert p.kiosk.table.state.is_paused
    tap(p, stop, soon)
    assert p.kiosk.table.state.is_paused, "there lies what lets them go on now"
    tap(p, stop, COSTLY_SETTLE)
    assert not p.kiosk.table.state.is_paused


TOO_EARLY = "Obraz se právě změnil. Ťukněte ještě jednou."


def test_a_touch_that_comes_too_early_says_so_and_counts_when_it_is_made_again(p):
    to_objection(p)
    there = place(p, Do(e.Objection(move=1)))
    play(p, "back > Námitka")
    tap(p, there, 0)
    assert not isinstance(entries(p)[-1], e.Objection)
    assert says(p, TOO_EARLY)
    tap(p, there, COSTLY_SETTLE)
    assert isinstance(entries(p)[-1], e.Objection)
    assert not says(p, TOO_EARLY)
    tap(p, there)
    assert not says(p, TOO_EARLY), "a tap too many is no touch that somebody means"
    tap(p, there, 600 * MS)
    assert says(p, TOO_EARLY)


@pytest.mark.pixels
@pytest.mark.parametrize(
    "size", [(800, 480), (480, 800), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_a_touch_that_was_held_back_is_answered_and_can_be_read_with_what_it_is_about(new_table, size):
    p = new_table(DoublesPlayer, "cs", size)
    begin(p)
    play(p, "slovo a body")
    p.kiosk.post(FingerDown(*place(p, BACK), p.clock.ns))
    p.settle()
    assert p.kiosk.controller.current_screen().key == "entry", "nobody can have looked for the way back yet"
    assert says(p, "Obraz se právě změnil. Ťukněte ještě jednou.")
    for name, palette in (("dark", DARK), ("light", LIGHT)):
        picture = painted(drawn(p, ("cs", size), palette), size, palette)
        folder = APPROVED / "cs" / "held_back" / f"{size[0]}x{size[1]}" / name
        assert pictures_that_changed({"entry": picture}, folder) == []
