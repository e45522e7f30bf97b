"""Dragging on the touchscreen: what SDL says, what a screen is sent of it, and how bodies of squares are drawn."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from msgspec import structs

from device.games.setup_controller import SetupScreen
from device.graphics.actions import Drag, Grab, Motion
from device.graphics.canvas import Canvas
from device.graphics.display import tap
from device.graphics.look import Look
from device.graphics.painter import Painter
from device.graphics.widgets import Rect
from device.io.inputs import FingerDown, FingerMotion, FingerUp
from device.io.oled_content import OledContent
from device.kiosk.touches import SETTLE
from rules.games import DEFAULT_KEY
from tests.kiosk.evening import same_as_whole

SIZE = (800, 480)


def sdl(kind, **values):
    return tap(pygame.event.Event(kind, values), SIZE, 7)


def test_the_mouse_drags_only_with_its_button_down_and_not_for_a_finger():
    motion = {"pos": (30, 40), "rel": (1, 1)}
    assert sdl(pygame.MOUSEMOTION, buttons=(1, 0, 0), touch=False, **motion) == FingerMotion(30, 40, 7)
    assert sdl(pygame.MOUSEMOTION, buttons=(0, 0, 0), touch=False, **motion) is None
    assert sdl(pygame.MOUSEMOTION, buttons=(0, 0, 1), touch=False, **motion) is None
    assert sdl(pygame.MOUSEMOTION, buttons=(1, 0, 0), touch=True, **motion) is None


def test_a_finger_drags_under_the_same_number_as_it_touches():
    down = sdl(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=3)
    moved = sdl(pygame.FINGERMOTION, x=0.25, y=1.0, finger_id=3)
    assert isinstance(down, FingerDown)
    assert moved == FingerMotion(200, 480, 7, down.finger)


class TwoAreas(SetupScreen):
    """A screen with two areas that can be dragged; it keeps what it is sent."""

    sent: tuple[Drag, ...] = ()

    def draw(self, canvas, view):
        canvas.touch(Rect(0, 0, 100, 100), Grab("left"))
        canvas.touch(Rect(200, 0, 100, 100), Grab("right"))
        return canvas.area

    def on_drag(self, state, drag):
        return replace(self, sent=(*self.sent, drag))

    def with_pairing(self, pairing):
        return self

    def with_setup(self, setup):
        return self

    def oled_contents(self):
        return OledContent("", "x"), OledContent("", "x")


def sent_to(controller):
    return list(controller.current_screen().sent)


@pytest.fixture
def board(p):
    board = TwoAreas.set_up(p.kiosk.host, DEFAULT_KEY)
    p.kiosk.host.enter(board)
    p.kiosk.presenter.present(p.kiosk.composer.moment())
    p.clock.ns += SETTLE
    return board


def post(p, *items):
    for item in items:
        p.kiosk.post(structs.replace(item, at=p.clock.ns + item.at))
    p.kiosk.loop.settle()


def test_a_drag_is_sent_from_the_first_touch_until_the_finger_is_lifted_wherever_that_is(p, board):
    post(p, FingerDown(10, 20, 0), FingerMotion(400, 300, 1), FingerMotion(790, 470, 2), FingerUp(791, 471, 3))
    assert sent_to(board) == [
        Drag("left", 10, 20, Motion.DOWN),
        Drag("left", 400, 300, Motion.MOVE),
        Drag("left", 790, 470, Motion.MOVE),
        Drag("left", 791, 471, Motion.UP),
    ]


def test_a_finger_that_took_hold_of_nothing_drags_nothing(p, board):
    post(p, FingerMotion(10, 10, 0), FingerDown(500, 300, 1), FingerMotion(10, 10, 2), FingerUp(10, 10, 3))
    assert sent_to(board) == []


def test_a_finger_that_holds_nothing_is_moved_and_lifted_without_a_picture(p, board, monkeypatch):
    shown = []
    monkeypatch.setattr(p.kiosk.screen, "show", shown.append)
    post(p, FingerDown(500, 300, 0))
    assert len(shown) == 1
    post(p, FingerMotion(510, 310, 1), FingerMotion(520, 320, 2), FingerUp(520, 320, 3))
    assert len(shown) == 1
    post(p, FingerDown(10, 20, 4))
    for n, item in enumerate((FingerMotion(50, 50, 5), FingerUp(50, 50, 6))):
        post(p, item)
        assert len(shown) == 3 + n, "what is dragged is shown where it is"


def test_one_thing_is_dragged_at_a_time_and_other_fingers_are_let_be(p, board):
    post(p, FingerDown(10, 20, 0, 1), FingerDown(210, 20, 1, 2), FingerMotion(220, 30, 2, 2), FingerUp(220, 30, 3, 2))
    post(p, FingerMotion(50, 50, 4, 1), FingerUp(50, 50, 5, 1), FingerDown(210, 20, 6, 2))
    assert [(drag.what, drag.motion) for drag in sent_to(board)] == [
        ("left", Motion.DOWN),
        ("left", Motion.MOVE),
        ("left", Motion.UP),
        ("right", Motion.DOWN),
    ]


def test_screens_that_show_later_are_sent_nothing_of_a_drag_that_began_before_them(p, board):
    post(p, FingerDown(10, 20, 0))
    other = TwoAreas.set_up(p.kiosk.host, DEFAULT_KEY)
    p.kiosk.host.enter(other)
    post(p, FingerMotion(50, 50, 1), FingerUp(50, 50, 2))
    assert sent_to(other) == []
    assert len(sent_to(board)) == 1


RED, WHITE, LINE, BACK = (200, 0, 0), (250, 250, 250), (0, 90, 0), (1, 2, 3)


def drawn(*corners):
    scenes = []
    for corner in corners:
        canvas = Canvas(Look(size=(200, 100)))
        canvas.blocks(corner, ((0, 0), (1, 0), (1, 1)), 20, RED, LINE, WHITE)
        scenes.append(canvas.scene())
    return scenes


def test_a_body_is_chequered_inside_one_outline():
    surface = pygame.Surface((200, 100))
    Painter(surface, BACK).paint(drawn((40, 20))[0])

    def at(x, y):
        return tuple(surface.get_at((40 + x, 20 + y)))[:3]

    assert (at(10, 10), at(30, 10), at(30, 30), at(10, 30)) == (RED, WHITE, RED, BACK)
    assert at(0, 10) == at(10, 0) == at(39, 10) == at(21, 30) == at(30, 39) == LINE
    assert (at(19, 10), at(20, 10), at(30, 20)) == (RED, WHITE, RED)


def test_a_body_that_moves_leaves_nothing_behind():
    surface = pygame.Surface((200, 100))
    painter = Painter(surface, BACK)
    for scene in drawn((0, 0), (7, 3), (100, 50), (160, 60)):
        painter.paint(scene)
        assert same_as_whole(scene, surface, BACK)
