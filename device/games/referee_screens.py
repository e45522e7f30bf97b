"""Screens of the referee that games share: the menu, and presses that are made void or count again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from device.common import i18n
from device.common.i18n import t, tr
from device.graphics.actions import Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Entry as Button
from device.graphics.dialogs import grid
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import AskedScreen, Screen
from rules.game import Entry, Event, Restore, Void
from rules.history import History
from rules.message import Message, Refusal

SHOWN = 8


def presses(history: History | None, kind: type[Event]) -> list[Entry]:
    """Every press of the game that was not undone, void or not, newest first; ``kind`` is the game's own press."""
    if history is None:
        return []
    undone = history.uncounted_entries - history.void_entries
    return [entry for entry in reversed(history.entries) if isinstance(entry.event, kind) and entry.n not in undone]


class PressList(AskedScreen[Any]):
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


class RefereeMenu(Screen[Any]):
    """What the referee may do, each with why it is not possible now; a game says what that is.

    ``title`` is what the referee is called, ``accent`` the game's own; ``press_list`` are its presses.
    """

    key = "referee"
    locked = True
    title: ClassVar[Message]
    accent: ClassVar[int]
    press_list: ClassVar[PressList]
    new_pin: ClassVar[NewPin]

    @abstractmethod
    def entries(self, view: Moment[Any]) -> Sequence[Button]:
        """What can be done."""

    def presses_entry(self, view: Moment[Any], rule: str) -> Button:
        """To the presses, by the number of their rule."""
        pressed = presses(view.history, self.press_list.press)
        unpressed = None if pressed else Refusal(rule, "No button has been pressed yet.")
        return t("Presses"), t("void · restore"), Show(replace(self.press_list, asker=self)), unpressed

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The entries, and last another PIN."""
        (body,) = draw_heading(canvas, (1,), tr(self.title), fill=canvas.look.palette.accents[self.accent])
        entries = [*self.entries(view), (t("New PIN"), t("for this menu"), Show(self.new_pin), None)]
        grid(canvas, body, entries, 2 if canvas.look.portrait else 3, size=22)
        return body
