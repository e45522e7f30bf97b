"""Screens of the referee that games share: presses are made void or count again, a signed result is opened again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from device import i18n
from device.graphics.actions import Do
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, heading
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect
from device.i18n import t, tr
from device.kiosk.screen import Screen, View
from rules.game import Entry, Event, Restore, Void
from rules.history import History
from rules.message import Message, msg

SHOWN = 8
S = TypeVar("S")


def presses(history: History | None, kind: type[Event]) -> list[Entry]:
    """Every press of the game that was not undone, void or not, newest first; ``kind`` is the game's own press."""
    if history is None:
        return []
    undone = history.uncounted_entries - history.void_entries
    return [one for one in reversed(history.entries) if isinstance(one.event, kind) and one.n not in undone]


@dataclass(frozen=True)
class PressList(Screen[S]):
    """The newest presses: a tap makes one void, or lets a void one count again."""

    locked = True
    press: ClassVar[type[Event]]
    """The game's event."""

    @abstractmethod
    def fill(self, palette: Palette) -> Colour:
        """The colour of the heading."""

    @abstractmethod
    def name(self, state: S, entry: Entry) -> str:
        """Who pressed."""

    @abstractmethod
    def effect(self, state: S, entry: Entry) -> str:
        """What the press did."""

    def draw(self, canvas: Canvas, view: View[S]) -> Rect:
        """The presses."""
        look, history = canvas.look, view.history
        head, body = canvas.rows(canvas.area, (64, 392))
        heading(canvas, head, t("Presses"), fill=self.fill(look.palette))
        columns = 1 if look.portrait else 2
        boxes = canvas.grid(body, columns, SHOWN // columns)
        voided = history.void_entries if history is not None else frozenset()
        for entry, box in zip(presses(history, self.press), boxes, strict=False):
            label = f"{i18n.exact(entry.at)} · {self.name(view.state, entry)}"
            if void := entry.n in voided:
                sub, action = t("void – tap to let it count"), Do(Restore(of=(entry.n,)))
            else:
                what = self.effect(view.state, entry)
                sub, action = t("{what} – tap to make it void", what=what), Do(Void(of=(entry.n,), by="referee"))
            canvas.button(box, label, action, sub=sub, style="quiet" if void else "normal", size=21)
        return body


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
