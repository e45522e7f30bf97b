"""The pad for the referee's PIN, and for a new one. Only how many digits were typed is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.common.i18n import t
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import ChangePin, Next, Say, Screen, Unlock, draw_panel
from device.table.referee_pin import LONGEST, hash_pin
from rules.game import Event


class PinPad(Screen[Any]):
    """Digits that make a PIN; ``arbiter``: that is what the game calls its referee."""

    key = ""
    secret = True
    pin: str = ""
    accent: int = 0
    arbiter: bool = False

    def title(self) -> str:
        """What is asked."""
        return t("The arbiter's PIN") if self.arbiter else t("The referee's PIN")

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The pad."""
        u, p = canvas.u, canvas.look.palette
        head, body = below_heading(canvas, (1,))
        heading(canvas, head, t("Arbiter") if self.arbiter else t("Referee"), fill=p.accents[self.accent])
        left, right = beside_numbers(canvas, body)
        inner = draw_panel(canvas, left, p.paper, 20, 16)
        title = Rect(inner.x, inner.y, inner.w, u(64))
        canvas.text(title, self.title(), 22, "semibold", p.ink, "center", lines=2)
        size, gap = u(22), u(12)
        wide = len(self.pin) * (size + gap) - gap
        for n in range(len(self.pin)):
            at = Rect(inner.x + (inner.w - wide) // 2 + n * (size + gap), inner.y + inner.h // 2, size, size)
            canvas.shape(at, "dot", p.ink)
        number_keys(canvas, right)
        return left

    def on_text(self, state: Any, text: str) -> Next[Any]:
        """A digit, or backspace."""
        if text == "\b":
            return replace(self, pin=self.pin[:-1])
        return replace(self, pin=(self.pin + text)[:LONGEST]) if text.isdigit() else self

    def on_clear(self, state: Any) -> Next[Any]:
        """Typed anew."""
        return replace(self, pin="")


class EnterPin(PinPad, kw_only=True):
    """The PIN is asked for before ``then`` shows (None: the usual screen), or before ``events`` are recorded."""

    key = "pin"
    then: Screen[Any] | None = None
    events: tuple[Event, ...] = ()

    def on_done(self, state: Any) -> Next[Any]:
        """Try it."""
        return Unlock(self.pin, replace(self, pin=""), self.then, self.events)


class NewPin(PinPad):
    """A new PIN, typed twice; ``first`` is what was typed first."""

    key = "new_pin"
    locked = True
    first: str = ""

    def title(self) -> str:
        """Once, and once more."""
        return t("The same PIN once more") if self.first else t("A new PIN")

    def on_done(self, state: Any) -> Next[Any]:
        """Keep it when both are the same. Raises `Refusal` where it is no PIN."""
        if not self.first:
            hash_pin(self.pin)
            return replace(self, pin="", first=self.pin)
        if self.first != self.pin:
            return Say(t("The two PINs differ; type the new one again."), replace(self, pin="", first=""))
        return ChangePin(hash_pin(self.pin))
