"""Who sits where: up to five name fields side by side, filled in when a table is set up and when seats change (M31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.games.marias.cards import places
from device.i18n import t
from device.kiosk.actions import BACK, Put, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.keyboards import DONE, name_keys
from device.kiosk.name_fields import NameFields
from device.kiosk.widgets import Rect, Scene
from rules.marias.events import SEAT

LONGEST = 14
"""Letters in a name, so that it is readable on the card."""
SEATS = 5


class Seating(NameFields):
    """Five names, of which three must be filled in; the one that is typed into; the seat of who writes the slip."""

    longest = LONGEST

    def __init__(self, names: Sequence[str] = (), leader: int = 0) -> None:
        self.fields = [*names, *[""] * (SEATS - len(names))]
        self.shift = not self.fields[0]
        self.leader = leader

    @property
    def count(self) -> int:
        """How many fields are used: up to the last one with a name."""
        return max((n + 1 for n, name in enumerate(self.fields) if name.strip()), default=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they would be recorded."""
        return tuple(name.strip() for name in self.fields[: self.count])

    # -- pictures --------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        """All fields."""
        for n, box in enumerate(places(canvas, rect, SEATS)):
            self.field(canvas, n, box)

    def field(self, canvas: Canvas, index: int, box: Rect) -> None:
        """One name; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        focused = self.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=p.pair[0] if focused else None)
        inner = Rect(box.x + u(10), box.y + u(4), box.w - u(20), box.h - u(8))
        top, name = canvas.rows(inner, (18, 36), 0)
        label = t("seat {seat}", seat=SEAT[index])
        if index == self.leader:
            label += " · " + t("writes")
        elif index >= 3:
            label += " · " + t("if any")
        canvas.text(top, label, 13, "semibold", p.ink_muted if focused else p.muted)
        text = self.fields[index] + ("_" if focused else "")
        canvas.text(name, text, 22, "bold", p.ink if focused else p.text)
        canvas.touch(box, Put("focus", index))

    def leading(self, canvas: Canvas, rect: Rect) -> None:
        """Who writes the slip; each tap is the next player (M6)."""
        name = self.fields[self.leader].strip() or t("seat {seat}", seat=SEAT[self.leader])
        canvas.button(rect, name, Put("leader", True), sub=t("writes the slip"), size=18)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> bool:
        """A touch; whether it was about names."""
        if isinstance(action, Put) and action.name == "leader":
            self.leader = (self.leader + 1) % max(3, self.count)
        elif action == Put("empty", True):
            self.fields[self.focus], self.shift = "", True
        elif isinstance(action, Step) and action.name == "swap":
            self.swap(action.by)
        else:
            return self.touched(action)
        return True

    def swap(self, by: int) -> None:
        """Who sits in the chosen seat changes with a neighbour, round the table; who leads stays the same person."""
        other = (self.focus + by) % max(self.count, self.focus + 1, 1)
        fields = self.fields
        fields[self.focus], fields[other] = fields[other], fields[self.focus]
        if self.leader in (self.focus, other):
            self.leader = self.focus + other - self.leader
        self.focus = other

    def typed(self, text: str) -> bool:
        """An attached keyboard; True where return says that all names are there."""
        if text == "\r":
            if self.focus >= SEATS - 1 or not self.fields[self.focus].strip():
                return True
            self.turn_to(self.focus + 1)
        elif text == "\t":
            self.turn_to((self.focus + 1) % SEATS)
        elif text == "\b" or text.isprintable():
            self.key(text)
        return False


def seats(look: Look, seating: Seating, number: int) -> Scene:
    """Before round ``number``: the players change seats, or others sit down (M31)."""
    canvas = Canvas(look)
    heights = (40, 130, 62, 348) if look.portrait else (44, 66, 56, 266)
    head, form, tools, keys = canvas.rows(canvas.area, heights)
    back, title, done = canvas.cols(head, (12, 62, 26))
    canvas.button(back, "", BACK, icon="back")
    canvas.text(title, t("Who sits where from round {n} on?", n=number), 24, "bold", look.palette.text, "center")
    canvas.button(done, t("Sit down"), DONE, style="primary", size=22)
    seating.draw(canvas, form)
    left, right, empty, leader = canvas.cols(tools, (1, 1, 1, 1))
    canvas.button(left, t("Swap left"), Step("swap", -1), size=18)
    canvas.button(right, t("Swap right"), Step("swap", 1), size=18)
    canvas.button(empty, t("Empty seat"), Put("empty", True), size=18)
    seating.leading(canvas, leader)
    name_keys(canvas, keys, seating.shift)
    if look.toast:
        canvas.banner(form, look.toast)
    return canvas.scene()
