"""Nothing that costs somebody comes up under a finger: random games are walked, and each step is looked at.

A longer walk: ``DVOJTAH_WALK=200 .venv/bin/pytest tests/kiosk/test_costly.py`` (so many moments of each game).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from device.app.assembly import Kiosk
from device.graphics.actions import DONE, SWALLOW, Call, Do, PressArea, Why
from device.graphics.widgets import Frame, Scene, Touch, hit
from device.io.inputs import ButtonPress
from device.kiosk.screen import Record, RecordAt, Unlock
from device.kiosk.screen_controller import ScreenController
from device.kiosk.touches import SETTLE
from rules.game import Event
from rules.message import Refusal
from tests.kiosk.choices import explore, see
from tests.kiosk.test_every_choice import ELSEWHERE, SCREENS, began, walked
from tools.compatibility import walks
from tools.play.players.polish_doubles import DoublesPlayer

MOMENTS = int(os.environ.get("DVOJTAH_WALK", "24"))
"""Moments of each game at which everything is tried."""


def recorded(kiosk: Kiosk, action: Any) -> tuple[Event, ...]:
    """What a touch on the control with ``action`` would record at once."""
    controller = kiosk.controller
    if isinstance(action, Do):
        return (action.event,)
    if not isinstance(controller, ScreenController):
        return ()
    shown, state = controller.current_screen(), controller.state
    try:
        if action is DONE:
            answer = shown.on_done(state)
        elif isinstance(action, Call) and hasattr(shown, action.method):
            answer = getattr(shown, action.method)(state, *action.args)
        else:
            return ()
        if isinstance(answer, RecordAt):
            answer = answer.event(kiosk.table.game_time())
    except Refusal:
        return ()
    if isinstance(answer, Record | Unlock):
        answer = answer.event
    return answer if isinstance(answer, tuple) else (answer,) if isinstance(answer, Event) else ()


def costly(kiosk: Kiosk, scene: Scene) -> Iterator[tuple[Touch, Event]]:
    """The controls that show and by which one touch costs somebody something."""
    for widget in scene:
        if isinstance(widget, Touch):
            for event in recorded(kiosk, widget.action):
                if event.costs:
                    yield widget, event


def live(scene: Scene, x: int, y: int) -> Any:
    """The action at that place which does something; None where there is none."""
    action = hit(scene, x, y)
    return None if isinstance(action, Why | PressArea) or action == SWALLOW else action


def middle(touch: Touch) -> tuple[int, int]:
    return touch.rect.x + touch.rect.w // 2, touch.rect.y + touch.rect.h // 2


def screen_of(frame: Frame) -> Any:
    """Which kind of screen a frame is of, whatever it is about."""
    return type(frame.key[0]), frame.key[1]


def finishes_the_same(was: Any, event: Event) -> bool:
    """Whether the control of a form has stayed what it was, with other values filled in."""
    return was is DONE or (isinstance(was, Do) and type(was.event) is type(event))


class Looking:
    """Looks at each step of a walk: what has come up where something else was."""

    def __init__(self) -> None:
        self.faults: dict[Any, str] = {}
        self.steps = 0

    def __call__(self, kiosk: Kiosk, before: Frame, touch: Touch | ButtonPress) -> None:
        """After a touch or a press: what costs somebody takes no other control's place without a question."""
        self.steps += 1
        see(kiosk, before)
        now = kiosk.now()
        frame = kiosk.composer.current_frame(now)
        kiosk.guard.on_frame(frame, now)
        for control, event in costly(kiosk, frame.scene):
            x, y = middle(control)
            if isinstance(touch, Touch) and control.rect.contains(*middle(touch)):
                x, y = middle(touch)
            was = live(before.scene, x, y)
            if was is None or was == control.action:
                continue
            if screen_of(before) != screen_of(frame):
                if kiosk.guard.free_from(x, y) < now + SETTLE:
                    self.fault("on another screen at once", touch, was, event)
            elif not finishes_the_same(was, event) or (isinstance(touch, Touch) and was == touch.action):
                self.fault("in place of another control", touch, was, event)

    def fault(self, kind: str, touch: Touch | ButtonPress, was: Any, event: Event) -> None:
        done = touch.action if isinstance(touch, Touch) else touch
        self.faults.setdefault(
            (kind, type(was), type(event)), f"{kind}\n    after {done!r}\n    was {was!r}\n    now {event!r}"
        )


@pytest.mark.parametrize("key", walks.WALKS)
def test_nothing_costly_comes_up_under_a_finger(key, tmp_path):
    rng, looking = random.Random(f"costly {key}"), Looking()
    for game in range(max(1, MOMENTS // 12)):
        (tmp_path / str(game)).mkdir()
        player = DoublesPlayer(tmp_path / str(game))
        began(player, key, rng, game)
        for _ in range(min(12, MOMENTS)):
            explore(player.kiosk, SCREENS, rng, ELSEWHERE, looking)
            walked(player, key, rng, rng.randint(2, 9))
        player.close()
    assert not looking.faults, "\n".join(looking.faults.values())
    assert looking.steps > 100
