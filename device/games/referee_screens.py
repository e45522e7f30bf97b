"""Screens that games share: presses are made void or count again, a note is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from device import i18n
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Screen, View
from rules.game import Entry, Event, Restore, Void
from rules.history import History
from rules.message import Message

SHOWN = 8


def presses(history: History | None, kind: type[Event]) -> list[Entry]:
    """Every press of the game that was not undone, void or not, newest first; ``kind`` is the game's own press."""
    if history is None:
        return []
    undone = history.uncounted_entries - history.void_entries
    return [one for one in reversed(history.entries) if isinstance(one.event, kind) and one.n not in undone]


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

    def draw(self, canvas: Canvas, view: View[Any]) -> Rect:
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
                what = self.effect(view.state, entry)
                sub, action = t("{what} – tap to make it void", what=what), Do(Void(of=(entry.n,), by="referee"))
            canvas.button(box, label, action, sub=sub, style="quiet" if void else "normal", size=21)
        return body


class NoteScreen(Screen[Any]):
    """Something for the referee, which costs nothing: one of ``infractions``, by the number of its rule.

    ``event`` records it, about a player (from 1) where the game ``names`` players and one was tapped.
    """

    infractions: Mapping[str, Message]
    event: Callable[[str, int | None], Event]
    accent: int
    names: Callable[[Any], Sequence[str]] | None = None
    player: int | None = None

    def draw(self, canvas: Canvas, view: View[Any]) -> Rect:
        """What happened, and under it who it was."""
        answers: list[Answer] = [
            (tr(what), f"({rule})", Do(self.event(rule, self.player)), "normal")
            for rule, what in self.infractions.items()
        ]
        names = () if self.names is None else self.names(view.state)

        def who(canvas: Canvas, rect: Rect) -> None:
            for n, box in enumerate(canvas.cols(rect, (1,) * len(names)), start=1):
                marked = self.player == n
                canvas.button(box, names[n - 1], self.change(player=None if marked else n), selected=marked)

        line = t("What happened, and who was it?") if names else t("What happened?")
        accent = canvas.look.palette.accents[self.accent]
        return draw_question(canvas, t("Note"), line, answers, accent, who if names else None)
