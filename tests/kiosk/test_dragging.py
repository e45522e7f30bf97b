"""Dragging on the touchscreen: what SDL says, what a room hears of it, and how bodies of squares are drawn."""

from __future__ import annotations

import pygame
import pytest

from device.kiosk.actions import Drag, Grab, Motion
from device.kiosk.canvas import Canvas, Look
from device.kiosk.display import tap
from device.kiosk.painter import Painter
from device.kiosk.widgets import Rect
from device.table.inputs import Dragged, Lifted, Touched
from tests.kiosk.conftest import same_as_whole

SIZE = (800, 480)


def sdl(kind, **values):
    return tap(pygame.event.Event(kind, values), SIZE, 7)


def test_the_mouse_drags_only_with_its_button_down_and_not_for_a_finger():
    motion = {"pos": (30, 40), "rel": (1, 1)}
    assert sdl(pygame.MOUSEMOTION, buttons=(1, 0, 0), touch=False, **motion) == Dragged(30, 40, 7)
    assert sdl(pygame.MOUSEMOTION, buttons=(0, 0, 0), touch=False, **motion) is None
    assert sdl(pygame.MOUSEMOTION, buttons=(0, 0, 1), touch=False, **motion) is None
    assert sdl(pygame.MOUSEMOTION, buttons=(1, 0, 0), touch=True, **motion) is None


def test_a_finger_drags_under_the_same_number_as_it_touches():
    down = sdl(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=3)
    moved = sdl(pygame.FINGERMOTION, x=0.25, y=1.0, finger_id=3)
    assert isinstance(down, Touched)
    assert moved == Dragged(200, 480, 7, down.finger)


class Board:
    """A room with two things to take hold of; it writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[Drag] = []

    def scene(self, look, at):
        canvas = Canvas(look)
        canvas.touch(Rect(0, 0, 100, 100), Grab("left"))
        canvas.touch(Rect(200, 0, 100, 100), Grab("right"))
        return canvas.scene()

    def act(self, action):
        self.heard.append(action)

    def typed(self, text):
        pass

    def next_change(self, at):
        return None

    def oled_contents(self, at):
        from device.peripherals.oled_content import OledContent

        return OledContent("", "x"), OledContent("", "x")

    def signals(self, at):
        from device.peripherals.signals import Signals

        return Signals()


@pytest.fixture
def board(p):
    board = Board()
    p.kiosk.enter(board)
    p.kiosk.frame()
    return board


def post(p, *items):
    for item in items:
        p.kiosk.post(item)
    p.kiosk.settle()


def test_a_drag_is_heard_from_the_first_touch_to_the_lifting_wherever_that_is(p, board):
    post(p, Touched(10, 20, 0), Dragged(400, 300, 1), Dragged(790, 470, 2), Lifted(791, 471, 3))
    assert board.heard == [
        Drag("left", 10, 20, Motion.DOWN),
        Drag("left", 400, 300, Motion.MOVE),
        Drag("left", 790, 470, Motion.MOVE),
        Drag("left", 791, 471, Motion.UP),
    ]


def test_a_finger_that_took_hold_of_nothing_drags_nothing(p, board):
    post(p, Dragged(10, 10, 0), Touched(500, 300, 1), Dragged(10, 10, 2), Lifted(10, 10, 3))
    assert board.heard == []


def test_one_thing_is_dragged_at_a_time_and_other_fingers_are_let_be(p, board):
    post(p, Touched(10, 20, 0, 1), Touched(210, 20, 1, 2), Dragged(220, 30, 2, 2), Lifted(220, 30, 3, 2))
    post(p, Dragged(50, 50, 4, 1), Lifted(50, 50, 5, 1), Touched(210, 20, 6, 2))
    assert [(one.what, one.motion) for one in board.heard] == [
        ("left", Motion.DOWN),
        ("left", Motion.MOVE),
        ("left", Motion.UP),
        ("right", Motion.DOWN),
    ]


def test_another_room_hears_nothing_of_a_drag_that_began_before_it(p, board):
    post(p, Touched(10, 20, 0))
    other = Board()
    p.kiosk.enter(other)
    post(p, Dragged(50, 50, 1), Lifted(50, 50, 2))
    assert other.heard == []
    assert len(board.heard) == 1


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
