"""Signing a result with a clock button, and opening a signed one again behind the referee's PIN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.graphics.actions import Do, PressArea
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question
from device.graphics.widgets import Colour, Rect
from device.i18n import tr
from device.kiosk.screen import Screen, View
from rules.game import Event
from rules.message import Message, msg

BAR = 14
"""Height of the bar that shows how far the button is held, in units."""


def signing_panel(
    canvas: Canvas, rect: Rect, side: int, *, signed: bool, border: Colour, open_to_sign: bool = True
) -> None:
    """The panel under the words about ``side``'s signature.

    While the button is held a bar grows along its foot, full when that is a signature. Where the screen's own press
    areas are on, and it is ``open_to_sign``, a touch on it presses the side's button.
    """
    p = canvas.look.palette
    canvas.panel(rect, p.ok if signed else p.button, border=None if signed else border)
    if open_to_sign and not signed and (held := canvas.look.holds[side]):
        high = canvas.u(BAR)
        canvas.panel(Rect(rect.x, rect.y + rect.h - high, max(high, round(rect.w * held)), high), p.ok, 6)
    if canvas.look.press_areas and open_to_sign and not signed:
        canvas.touch(rect, PressArea(side))


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
