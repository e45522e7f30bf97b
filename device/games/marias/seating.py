"""Who sits where: up to five name fields side by side, filled in when a table is set up and when seats change (M31)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.games.marias.cards import places
from device.games.name_offers import complete, draw_ghost, draw_offers, with_offers
from device.graphics.actions import Call
from device.graphics.canvas import Canvas
from device.graphics.dialogs import form_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, View, call
from device.people.directory import KnownPerson
from rules.marias import events as e
from rules.marias.state import Phase, State

LONGEST = 14
"""Letters in a name, so that it is readable on the card."""
SEATS, LEAST = 5, 3


@dataclass(frozen=True)
class Seating(NameForm):
    """Five names, of which three must be filled in; ``leader`` is the seat (from 0) of who writes the slip."""

    leader: int = 0

    @classmethod
    def of(cls, names: Sequence[str] = (), leader: int = 0) -> Seating:
        """Those names, and the first field is typed into."""
        fields = (*names, *[""] * (SEATS - len(names)))
        return cls(fields=fields, longest=LONGEST, capitals=not fields[0], leader=leader)

    @property
    def count(self) -> int:
        """How many fields are used: up to the last one with a name."""
        return max((n + 1 for n, name in enumerate(self.fields) if name.strip()), default=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they would be recorded."""
        return tuple(name.strip() for name in self.fields[: self.count])

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who were picked, by seats; empty where a name was typed."""
        return tuple(self.id_of(n) for n in range(self.count)) if any(self.ids) else ()

    @property
    def complete(self) -> bool:
        """Whether return means that all names are there: on the last field, or on an empty one."""
        return self.focus >= SEATS - 1 or not self.fields[self.focus].strip()

    @property
    def next_empty(self) -> int | None:
        """The seat whose name is to be typed next; None where that is none: all sit, or the chosen seat stays empty."""
        if self.count >= LEAST and not self.fields[self.focus].strip():
            return None
        return next((n for n, name in enumerate(self.fields) if not name.strip() and n != self.focus), None)

    def next_leader(self) -> Seating:
        """The next player writes the slip (M6)."""
        return replace(self, leader=(self.leader + 1) % max(3, self.count))

    def emptied(self) -> Seating:
        """Nobody sits in the chosen seat."""
        return replace(self.with_field(self.focus, ""), capitals=True)

    def swapped(self, by: int) -> Seating:
        """Who sits in the chosen seat changes with a neighbour, round the table; who leads stays the same person."""
        other = (self.focus + by) % max(self.count, self.focus + 1, 1)
        fields = list(self.fields)
        fields[self.focus], fields[other] = fields[other], fields[self.focus]
        ids = [self.id_of(n) for n in range(len(fields))]
        ids[self.focus], ids[other] = ids[other], ids[self.focus]
        leader = self.focus + other - self.leader if self.leader in (self.focus, other) else self.leader
        return replace(self, fields=tuple(fields), ids=tuple(ids), leader=leader, focus=other)

    # -- pictures --------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, rect: Rect, touches: Sequence[Call], known: KnownPerson | None = None) -> None:
        """All fields; ``touches`` turn to each. ``known`` is ghosted in the one that is typed into."""
        for n, box in enumerate(places(canvas, rect, SEATS)):
            self.field(canvas, n, box, known)
            canvas.touch(box, touches[n])

    def field(self, canvas: Canvas, index: int, box: Rect, known: KnownPerson | None = None) -> None:
        """One name; the one that is typed into has a border."""
        p, focused = canvas.look.palette, self.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=p.pair[0] if focused else None)
        inner = canvas.inset(box, 10, 4)
        top, name = canvas.rows(inner, (18, 36), 0)
        label = t("seat {seat}", seat=e.SEAT[index])
        if index == self.leader:
            label += " · " + t("writes")
        elif index >= 3:
            label += " · " + t("if any")
        canvas.text(top, label, 13, "semibold", p.ink_muted if focused else p.muted)
        text = self.fields[index] + ("_" if focused else "")
        if not (focused and draw_ghost(canvas, name, self.fields[index], known, 22, "bold")):
            canvas.text(name, text, 22, "bold", p.ink if focused else p.text)

    def leading(self, canvas: Canvas, rect: Rect, touch: Call) -> None:
        """Who writes the slip; each tap is the next player (M6)."""
        name = self.fields[self.leader].strip() or t("seat {seat}", seat=e.SEAT[self.leader])
        canvas.button(rect, name, touch, sub=t("writes the slip"), size=18)


@dataclass(frozen=True)
class Seats(NameScreen[State]):
    """Before a round the players change seats, or others sit down (M31)."""

    key = "seats"
    phases = (Phase.READY,)
    form: Seating

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The names, what can be done with them, and a keyboard."""
        seating, number = self.form, view.state.coming
        heights = (40, 130, 62, 348) if canvas.look.portrait else (44, 66, 56, 266)
        directory = view.people()
        head, form, tools, *offers, keys = canvas.rows(canvas.area, with_offers(heights, directory))
        form_heading(canvas, head, t("Who sits where from round {n} on?", n=number), t("Sit down"))
        touches = [call(self.on_field, n) for n in range(SEATS)]
        seating.draw(canvas, form, touches, complete(directory, seating))
        for row in offers:
            draw_offers(canvas, row, self, directory)
        left, right, empty, leader = canvas.cols(tools, (1, 1, 1, 1))
        canvas.button(left, t("Swap left"), call(self.swapped, -1), size=18)
        canvas.button(right, t("Swap right"), call(self.swapped, 1), size=18)
        canvas.button(empty, t("Empty seat"), call(self.emptied), size=18)
        seating.leading(canvas, leader, call(self.next_leader))
        name_keys(canvas, keys, seating.capitals)
        return form

    def swapped(self, state: State, by: int) -> Seats:
        """The chosen player changes with a neighbour."""
        return Seats(form=self.form.swapped(by))

    def emptied(self, state: State) -> Seats:
        """Nobody sits there."""
        return Seats(form=self.form.emptied())

    def next_leader(self, state: State) -> Seats:
        """The next one writes the slip."""
        return Seats(form=self.form.next_leader())

    def on_enter(self, state: State) -> Next[State]:
        """Return on an attached keyboard: the next name, or they sit down."""
        seating = self.form
        return self.on_done(state) if seating.complete else Seats(form=seating.with_focus(seating.focus + 1))

    def on_done(self, state: State) -> Next[State]:
        """They sit down. Who leads is recorded only where it is another player (M31)."""
        names, leader = self.form.names, self.form.leader
        before = state.names[state.leader]
        stays = names.index(before) if before in names else 0
        return e.Seats(players=names, people=self.form.people, leader=None if leader == stays else e.SEAT[leader])
