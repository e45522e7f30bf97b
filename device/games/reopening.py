"""Opening a signed result again, behind the referee's PIN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question
from device.graphics.widgets import Rect
from device.i18n import tr
from device.kiosk.screen import Screen, View
from rules.game import Event
from rules.message import Message, msg

SIDES_SIGN_AGAIN = msg("Why? Both sides will have to sign again.")


@dataclass(frozen=True)
class Reopening(Screen[Any]):
    """Why the result is opened again: one of ``reasons``, by the word that ``event`` records; ``line`` asks for it."""

    key = "reopen"
    locked = True
    title: Message
    reasons: Mapping[str, Message]
    event: Callable[[str], Event]
    accent: int
    line: Message = SIDES_SIGN_AGAIN

    def draw(self, canvas: Canvas, view: View[Any]) -> Rect:
        """The reasons."""
        answers: list[Answer] = [
            (tr(reason), "", Do(self.event(word)), "normal") for word, reason in self.reasons.items()
        ]
        return draw_question(canvas, tr(self.title), tr(self.line), answers, canvas.look.palette.accents[self.accent])
