"""The kiosk's display where it is a browser: what a late finger means, sizes, keys, and what is let go at a break."""

import zlib

import pygame
import pytest

from device.app import composition
from device.browser.audience import Audience, Watcher
from device.browser.display import LONG_AGO, WAITING, BrowserDisplay, fitting_size
from device.browser.messages import TouchMessage
from device.browser.places import TablePlace
from device.browser.seat import Seat
from device.browser.serving import settings_for
from device.browser.web import TablePages
from device.common.settings.settings import Settings
from device.graphics.actions import BACK, SETTINGS, Command, PressArea
from device.graphics.widgets import Frame, Rect, Touch, place_of
from device.io.inputs import FingerDown, FingerUp, PodReport, TextInput
from device.kiosk.touches import LAG, SETTLE, TouchGuard
from rules.game import SECOND
from tools.play.player import MS, Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def display(clock):
    browser_display = BrowserDisplay((800, 480), clock)
    yield browser_display
    browser_display.close()


@pytest.fixture
def kiosk(display, clock, tmp_path):
    """A table that shows on it, driven by the test."""
    settings = settings_for(Settings(journal=str(tmp_path / "journal.db")))
    kiosk, peripherals = composition.assemble(settings, display, clock, connector=lambda oled: None)
    kiosk.screen.enable_press_areas(True)
    kiosk.loop.settle()
    yield kiosk
    peripherals.close()
    kiosk.close()


@pytest.mark.parametrize(
    ("wide", "high", "size"),
    [
        (800, 480, (800, 480)),
        (1280, 720, (1280, 720)),
        (720, 1280, (720, 1280)),
        (480, 800, (480, 800)),
        (390, 560, (373, 560)),
        (2000, 500, (889, 500)),
        (4000, 2250, (1333, 750)),
        (10, 10, (480, 320)),
        (1, 16384, (320, 569)),
    ],
)
def test_the_picture_is_as_large_as_fits_within_what_screens_are_made_for(wide, high, size):
    assert fitting_size(wide, high) == size


def test_a_browser_of_another_size_gets_the_same_table_laid_out_for_it(kiosk, display):
    display.resize(720, 1280)
    kiosk.loop.settle()
    kiosk.loop.settle()
    assert display.surface.get_size() == kiosk.screen.look.size == (720, 1280)
    assert display.state[0] == (720, 1280)
    assert max(item.rect.y for item in kiosk.scene) > 700
    pixels = zlib.decompress(display.encode([pygame.Rect(0, 0, 720, 1280)]).body, wbits=-zlib.MAX_WBITS)
    assert len(set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))) > 20, "it was painted anew"


def test_a_finger_that_saw_a_picture_of_another_size_touches_nothing(kiosk, display):
    seq = display.state[1]
    display.resize(720, 1280)
    kiosk.loop.settle()
    assert display.lag_of(seq, 1000) == LONG_AGO
    assert display.lag_of(display.state[1], 0) == 0


def test_a_finger_is_as_late_as_the_picture_that_it_saw(display, clock):
    display.present([pygame.Rect(0, 0, 9, 9)])
    seq = display.state[1]
    clock.ns += 700 * MS
    assert display.lag_of(seq, 0) == 700 * MS
    assert display.lag_of(seq, 650) == 50 * MS
    assert display.lag_of(seq, 5000) == 0
    assert display.lag_of(seq - 1, 0) == 700 * MS
    assert display.lag_of(99_999, 0) == LONG_AGO
    assert display.lag_of(seq, 0, clock.ns - 30 * MS) == 30 * MS, "it was sent there only then"


def guard_at(shown_at, before, action):
    """A guard on whose picture ``action`` has taken the place of ``before`` under the finger."""
    guard = TouchGuard()
    guard.on_frame(Frame("a", (Touch(Rect(0, 0, 9, 9), before),)), 0)
    guard.on_frame(Frame("b", (Touch(Rect(0, 0, 9, 9), action),)), shown_at)
    return guard


@pytest.mark.parametrize(
    ("after", "lag", "means"),
    [(SETTLE, 0, True), (SETTLE, 1, False), (SETTLE + LAG, LAG, True), (SETTLE + 2 * LAG, LAG + 1, False)],
)
def test_a_touch_counts_by_what_the_finger_had_seen(after, lag, means):
    guard = guard_at(10 * SECOND, Command.HELP, Command.HISTORY)
    touch = FingerDown(4, 4, 10 * SECOND + after, lag=lag)
    assert (guard.action_of(touch, lambda: None) is Command.HISTORY) is means


def comes(pages, audience, clock, ident):
    """Another browser comes and gets the picture; how it is touched, once it has seen that for so long."""
    watcher = Watcher(ident, clock.ns / SECOND)
    audience.enter(watcher, only_looks=False)
    audience.take_over(watcher)
    while (piece := watcher.viewer.next_piece(clock.ns / SECOND)) is not None:
        watcher.viewer.on_taken(piece.number, clock.ns / SECOND)
        seq = piece.seq

    def touch(x, y, shown_ms):
        clock.ns += round(shown_ms * MS)
        for phase in ("down", "up"):
            assert pages.take(TouchMessage(phase, 1, x, y, seq, shown_ms), watcher)

    return touch


@pytest.mark.parametrize(
    ("stood", "shown", "counts"),
    [(60 * SECOND, SETTLE // MS, True), (SECOND, SETTLE // MS, True), (SECOND, SETTLE // MS - 1, False)],
)
def test_a_second_browser_at_a_table_where_nothing_happens_may_touch_it_once_it_has_seen_it(
    kiosk, display, clock, stood, shown, counts
):
    """The picture has stood there; this browser got it only now, and its finger is not late by all of that."""
    audience = Audience(display, Seat(0), lambda: clock.ns / SECOND)
    pages = TablePages(audience, TablePlace(0, 1, "CODE12"))
    comes(pages, audience, clock, "1" * 32)(*place_of(kiosk.scene, SETTINGS), 1000)
    kiosk.loop.settle()
    back = place_of(kiosk.scene, BACK)
    clock.ns += stood
    comes(pages, audience, clock, "2" * 32)(*back, shown)
    kiosk.loop.settle()
    assert (place_of(kiosk.scene, SETTINGS) is not None) is counts


def test_a_clock_button_on_the_screen_counts_however_late_the_picture_is():
    area = PressArea(0)
    guard = guard_at(10 * SECOND, Command.HELP, area)
    assert guard.action_of(FingerDown(4, 4, 10 * SECOND + 1, lag=LONG_AGO), lambda: None) is area


def test_a_press_may_be_as_late_as_the_picture_that_was_seen(kiosk, display, clock):
    """S10: what a browser's press may be late by goes with it; the glass of the table itself is never late."""
    touches, gestures = kiosk.host.touches, kiosk.dispatcher.gestures
    (press,) = touches.press(gestures, 0, FingerDown(1, 1, clock.ns, 3, 40 * MS))
    assert press.doubt == 40 * MS
    (press,) = touches.press(gestures, 1, FingerDown(1, 1, clock.ns, 4))
    assert press.doubt == 0
    display.present([pygame.Rect(0, 0, 8, 8)])
    seq = display.state[1]
    clock.ns += 90 * MS
    display.key("ArrowLeft", "down", seq, 30.0)
    (report,) = display.inputs()
    assert report.doubt == 60 * MS


def test_a_finger_that_is_not_heard_of_any_more_holds_nothing(kiosk, display, clock):
    """The line hangs while somebody ends a turn: the press counts, nobody takes it back by holding."""
    gestures = kiosk.dispatcher.gestures
    item = FingerDown(1, 1, clock.ns, 3, 0)
    gestures_made = kiosk.host.touches.press(gestures, 0, item)
    assert len(gestures_made) == 1
    clock.ns += 10 * SECOND
    assert gestures.advance(clock.ns) == []
    up = FingerUp(1, 1, item.at + 60 * MS, 3, 0)
    assert kiosk.host.touches.lift(gestures, up) == []


def test_a_finger_that_stays_and_says_so_holds(kiosk, display, clock):
    gestures = kiosk.dispatcher.gestures
    kiosk.host.touches.press(gestures, 0, FingerDown(1, 1, clock.ns, 3, 0))
    clock.ns += 1600 * MS
    gestures_made = kiosk.host.touches.stay(gestures, FingerDown(1, 1, clock.ns, 3, 0))
    assert [type(gesture).__name__ for gesture in gestures_made] == ["ButtonHold"]


def test_who_is_gone_has_let_go_where_the_finger_was_last_heard_of(display, clock):
    display.touch("down", 2, 10, 20, 1, 0)
    clock.ns += 100 * MS
    display.touch("move", 2, 11, 21, 0, 0)
    heard = clock.ns
    display.key("ArrowLeft", "down")
    display.inputs()
    clock.ns += 9 * SECOND
    display.let_go()
    lifted, released = display.inputs()
    assert isinstance(lifted, FingerUp)
    assert (lifted.x, lifted.y, lifted.at) == (11, 21, heard)
    assert isinstance(released, PodReport)
    assert (released.side, released.down, released.at < heard) == (0, False, True)


def test_letters_press_where_none_are_typed_and_arrows_always(display):
    for typing in (False, True):
        display.typing = lambda typing=typing: typing
        for name in ("a", "ArrowRight", "Backspace", "ž"):
            display.key(name, "down", display.state[1])
            display.key(name, "up")
        inputs = [event for event in display.inputs() if not (isinstance(event, PodReport) and not event.down)]
        letter = TextInput("a") if typing else PodReport(0, True, inputs[0].at if not typing else 0)
        assert inputs == [letter, PodReport(1, True, inputs[1].at), TextInput("\b"), TextInput("ž")]


def test_a_key_that_went_down_before_letters_are_typed_goes_up_all_the_same(display):
    display.key("l", "down")
    assert display.inputs()[0].down
    display.typing = lambda: True
    display.key("l", "held")
    display.key("l", "up")
    assert [(event.side, event.down) for event in display.inputs()] == [(1, True), (1, False)]
    display.key("l", "held")
    assert display.inputs() == [], "a key that is held writes nothing"


def test_no_more_than_so_much_waits_for_the_kiosk(display):
    taken = [display.touch("down", 1, 0, 0, 1, 0) for _ in range(2 * WAITING)]
    assert taken == [True] * WAITING + [False] * WAITING


def test_what_one_wants_is_encoded_once_for_all(display, monkeypatch):
    deflated = []
    monkeypatch.setattr("device.browser.display.deflate", lambda parts: deflated.append(parts) or b"x")
    rects = [pygame.Rect(0, 0, 10, 10)]
    assert display.encode(rects) is display.encode(list(rects))
    assert len(deflated) == 1
    display.present([pygame.Rect(0, 0, 1, 1)])
    display.encode(rects)
    assert len(deflated) == 2


def test_what_lies_outside_a_picture_that_became_smaller_is_left_out(display):
    part = display.encode([pygame.Rect(700, 400, 200, 200), pygame.Rect(900, 0, 10, 10)])
    assert part.rects == (pygame.Rect(700, 400, 100, 80),)
