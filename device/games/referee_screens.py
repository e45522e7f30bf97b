"""Screens that games share: presses are made void or count again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.common import i18n
from device.common.i18n import t
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.game import Entry, Event, Restore, Void
from rules.history import History

SHOWN = 8


def presses(history: History | None, kind: type[Event]) -> list[Entry]:
    """Every press of the game that was not undone, void or not, newest first; ``kind`` is the game's own press."""
    if history is None:
        return []
    undone = history.uncounted_entries - history.void_entries
    return [entry for entry in reversed(history.entries) if isinstance(entry.event, kind) and entry.n not in undone]


class PressList(Screen[Any]):
    """The newest events ``press``: a tap makes one void, or lets a void one count again.

    ``name`` says of a state and a press whose it was, ``effect`` of a state and an entry what it did.
    """

    key = "presses"
    locked = True
    press: type[Event]
    accent: int
    name: Callable[[Any, Any], str]
    effect: Callable[[Any, Entry], str]

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The presses."""
        look, history = canvas.look, view.history
        (body,) = draw_heading(canvas, (1,), t("Presses"), fill=look.palette.accents[self.accent])
        columns = 1 if look.portrait else 2
        boxes = canvas.grid(body, columns, SHOWN // columns)
        voided = history.void_entries if history is not None else frozenset()
        for entry, box in zip(presses(history, self.press), boxes, strict=False):
            label = f"{i18n.exact(entry.at)} · {self.name(view.state, entry.event)}"
            if void := entry.n in voided:
                sub, action = t("void – tap to let it count"), Do(Restore(of=(entry.n,)))
            else:
                effect = self.effect(view.state, entry)
                sub, action = t("{what} – tap to make it void", what=effect), Do(Void(of=(entry.n,), by="referee"))
            canvas.button(box, label, action, sub=sub, style="quiet" if void else "normal", size=21)
        return body
