"""What a test sees of a table: its words, its records."""

from __future__ import annotations

import threading
from typing import Any

from msgspec.structs import replace

from device.graphics.actions import Why
from device.graphics.look import Look
from device.graphics.widgets import Text, Touch
from device.kiosk.moment import Moment, OverlayViews
from rules.game import Event
from rules.polish_doubles.acts import OfTurn, RowAct
from tools.play.players.polish_doubles import DoublesPlayer


def texts(p: DoublesPlayer) -> list[str]:
    return [widget.text for widget in p.kiosk.scene if isinstance(widget, Text)]


def says(p: DoublesPlayer, part: str) -> bool:
    """Whether a text has that part, wherever its lines are broken."""
    return any(part in " ".join(text.split()) for text in texts(p))


def greyed(p: DoublesPlayer, part: str) -> Why:
    """The button that is greyed out for a reason which says ``part``."""
    return next(
        touch.action
        for touch in p.kiosk.scene
        if isinstance(touch, Touch) and isinstance(touch.action, Why) and part in touch.action.reason
    )


def entries(p: DoublesPlayer) -> list[Event]:
    """What people did; not of which turn the table says that it was."""
    history = p.kiosk.table.history
    assert history is not None
    return [without_subject(entry.event) for entry in history.entries]


def without_subject(event: Event) -> Event:
    if isinstance(event, RowAct):
        return replace(event, turn=None, place=None)
    return replace(event, turn=None) if isinstance(event, OfTurn) else event


def finish(name: str) -> None:
    """Wait for the thread of that name."""
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(5)


def way_to(player, kind, **fields):
    """What shows a screen of that ``kind`` with those ``fields``, or asks for it: what a button carries, else None."""
    for widget in player.kiosk.scene:
        action = getattr(widget, "action", None)
        for carried in (action, getattr(action, "screen", None)):
            if isinstance(carried, kind) and all(getattr(carried, name) == value for name, value in fields.items()):
                return action
    return None


def drawn_from(state: Any, at: int = 0, **known: Any) -> Moment[Any]:
    """A moment that is only looked at: a screen in ``state`` at game time ``at``, over nothing; ``known`` follows."""
    moment = Moment(state, at, 0, Look(), None, OverlayViews(), None)
    vars(moment).update(known)
    return moment
