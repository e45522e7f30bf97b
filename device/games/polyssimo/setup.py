"""Setting up a game of Polyssimo: names clockwise, the youngest, then how it is played (P1, P4, P10).

The twelve black-and-white shapes of the copy on the table are traced once (P2).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from device.common import i18n
from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from device.games.polyssimo import shapes_file
from device.games.polyssimo.play import BLACK, WHITE, lying, middle_of
from device.games.setup_controller import NameSetupScreen, SetupPage, SetupState, WriteFile
from device.graphics.canvas import Canvas
from device.graphics.dialogs import refusal_from
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, Screen, StartGame, SubScreen, call
from device.people.directory import KnownPerson
from rules.message import Message, Refusal, msg
from rules.options.polyssimo import PolyssimoOptions
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo.board import (
    HEXOMINO,
    PROVISIONAL,
    PROVISIONAL_NAME,
    Shape,
    Square,
    as_text,
    check_hexomino,
    normal,
    parse,
    same,
)
from rules.polyssimo.state import ALL, LEAST

LONGEST = 14
"""Letters in a name, so that it is readable on a card for four."""
SEATS = 4
GRID = 6
"""Columns and rows of the grid on which a shape is drawn."""

CHOICES: dict[str, tuple[Message, dict[str, tuple[Message, Message | None]]]] = {
    "placing": (
        msg("Placing"),
        {
            "count": (msg("On the table"), msg("the device counts")),
            "board": (msg("On the screen"), msg("it knows what fits")),
        },
    ),
    "counts": (
        msg("What counts"),
        {"pieces": (msg("Pieces left"), None), "cells": (msg("Cells left"), msg("six for a black-and-white one"))},
    ),
    "picking": (
        msg("Picking"),
        {"in_turn": (msg("One each in turn"), None), "agreed": (msg("By agreement"), msg("any order, any number"))},
    ),
}
"""Terms that have two values, by the field of `Terms`: the label, and each value's label and second line."""


@dataclass(frozen=True)
class Terms:
    """How it is played; ``shares`` are the players' pieces."""

    placing: Literal["count", "board"]
    counts: Literal["pieces", "cells"]
    picking: Literal["in_turn", "agreed"] = "in_turn"
    shares: tuple[int, ...] = ()

    def shared_by(self, count: int) -> Terms:
        """For so many players: equal shares, unless they were chosen for as many."""
        return self if len(self.shares) == count else replace(self, shares=(ALL // count,) * count)


class PolyssimoSetupScreen(NameSetupScreen):
    """Four names, and who is the ``youngest`` (a field from 0). Fields that stay empty do not play.

    ``terms`` were chosen on the next screen; None: not yet.
    """

    form: NameForm = field(default_factory=lambda: NameForm(("",) * SEATS, LONGEST))
    youngest: int = 0
    terms: Terms | None = None
    question = msg("Who plays? Clockwise round the table")
    places = SEATS

    @property
    def seats(self) -> tuple[int, ...]:
        """The fields of those who play, clockwise."""
        return tuple(seat for seat, name in enumerate(self.form.names) if name)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, clockwise."""
        return tuple(self.form.names[seat] for seat in self.seats)

    def with_setup(self, setup: PolyssimoSetup) -> OptionsPage:
        """The players and how they played."""
        names = replace(self.with_people(setup), youngest=setup.youngest - 1)
        terms = Terms(setup.placing, setup.polyssimo_counts, setup.picking, setup.shares or ())
        return OptionsPage(names, terms.shared_by(len(setup.players)))

    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: KnownPerson | None = None) -> None:
        """Names clockwise, and who is the youngest."""
        p = canvas.look.palette
        first, second, fourth, third = canvas.grid(rect, 2, 2)  # as they sit, clockwise
        for index, box in enumerate((first, second, third, fourth)):
            name, young = canvas.cols(box, (2.3, 1))
            self.draw_name(canvas, index, name, t("player {n}", n=index + 1), p.players[index], known=known)
            chosen = self.youngest == index
            canvas.button(young, t("youngest"), self.change(youngest=index), selected=chosen, size=15)

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The names as they are typed."""
        title = t("Polyssimo")
        return OledContent(title, self.form.fields[0] or "A"), OledContent(title, self.form.fields[1] or "B")

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next empty name, or to the options. Raises `Refusal` where too few play, or not the youngest."""
        names, count = self.form.names, len(self.players)
        if count < 2:
            if not names[self.form.focus]:
                raise Refusal("P1", "Two to four people play, not {n}.", n=count)
            return replace(self, form=self.form.with_focus(names.index("")))
        if not names[self.youngest]:
            raise Refusal("P4", "Tap the youngest of the players.")
        settings = state.settings.options_of(PolyssimoOptions)
        terms = self.terms or Terms(settings.placing, settings.polyssimo_counts)
        return OptionsPage(self, terms.shared_by(count))


class ShapeEditor(SubScreen[SetupState], SetupPage):
    """Twelve shapes on the left; the chosen one large on a grid on the right, as ``squares``."""

    key = "editor"
    shapes: tuple[Shape, ...]
    chosen: int
    squares: frozenset[Square]

    @classmethod
    def of(cls, settings: Settings, parent: Screen[SetupState]) -> ShapeEditor:
        """With the shapes of this table."""
        shapes = tuple(parse(text) for text in shapes_file.load(settings)[0])
        return cls(parent, shapes, 0, frozenset(lying(shapes[0])))

    def trouble(self) -> Refusal | None:
        """What stands against the shape on the grid."""
        if len(self.squares) < HEXOMINO:
            return Refusal("P2", "Squares still missing: {n}.", n=HEXOMINO - len(self.squares))
        if (refusal := refusal_from(check_hexomino, tuple(self.squares))) is not None:
            return refusal
        mine = normal(tuple(self.squares))
        for n, other in enumerate(self.shapes):
            if n != self.chosen and same(mine, other):
                return Refusal("P2", "That is shape {n} already.", n=n + 1)
        return None

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The set and the grid."""
        p, u, trouble = canvas.look.palette, canvas.u, self.trouble()
        why = i18n.refusal(trouble) if trouble else None
        title = t("Trace the black-and-white pieces of your copy")
        body, foot = draw_heading(canvas, (338, 54), title, done=t("Save the shapes"), why=why)
        left, right = canvas.rows(body, (1, 1.3)) if canvas.look.portrait else canvas.cols(body, (1.15, 1))
        for number, box in enumerate(canvas.grid(left, 4, 3, u(5))):
            self._shape(canvas, number, box)
        self._grid(canvas, right)
        line, wipe, reset = canvas.cols(foot, (2.2, 1, 1.4))
        text = why or t("Shape {n} is complete.", n=self.chosen + 1)
        canvas.ruled_text(line, text, 19, "semibold", p.warn if trouble else p.text, "center", lines=2)
        canvas.button(wipe, t("Clear"), self.change(squares=frozenset()), size=17)
        canvas.button(reset, t("As shipped"), call(self.reset), sub=t("provisional shapes"), size=17)
        return body

    def _shape(self, canvas: Canvas, number: int, box: Rect) -> None:
        p, u = canvas.look.palette, canvas.u
        chosen = number == self.chosen
        canvas.panel(box, p.key_accent if chosen else p.button, border=p.text if chosen else None)
        corner = Rect(box.x + u(6), box.y + u(3), canvas.lu(24), canvas.lu(18))
        canvas.text(corner, str(number + 1), 14, "semibold", p.text)
        shape, below = lying(self.shapes[number]), Rect(box.x, box.y + u(18), box.w, box.h - u(22))
        side = max(4, min((box.w - u(16)) // 6, (box.h - u(30)) // 3))
        canvas.blocks(middle_of(below, shape, side), shape, side, BLACK, p.muted, WHITE)
        canvas.touch(box, call(self.choose, number))

    def _grid(self, canvas: Canvas, rect: Rect) -> None:
        p, u = canvas.look.palette, canvas.u
        side = min(rect.w, rect.h) // GRID
        left, top = rect.x + (rect.w - side * GRID) // 2, rect.y + (rect.h - side * GRID) // 2
        for y in range(GRID):
            for x in range(GRID):
                box = Rect(left + x * side, top + y * side, side - u(3), side - u(3))
                on = (x, y) in self.squares
                fill = (WHITE if (x + y) % 2 else BLACK) if on else p.button_quiet
                canvas.panel(box, fill, 6, p.text if on else None)
                canvas.touch(box, call(self.square, (x, y)))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The game's name."""
        content = OledContent(t("Polyssimo"), t("shapes"), mark=t("trace on the screen"))
        return content, content

    def square(self, state: SetupState, square: Square) -> Next[SetupState]:
        """A square of the grid; a complete shape takes its place in the set at once."""
        after = replace(self, squares=self.squares ^ {square})
        if after.trouble() is not None:
            return after
        shape = normal(tuple(after.squares))
        return replace(after, shapes=(*self.shapes[: self.chosen], shape, *self.shapes[self.chosen + 1 :]))

    def choose(self, state: SetupState, number: int) -> Next[SetupState]:
        """Another shape onto the grid; what was not complete is dropped."""
        return replace(self, chosen=number, squares=frozenset(lying(self.shapes[number])))

    def reset(self, state: SetupState) -> Next[SetupState]:
        """The shapes as shipped."""
        shapes = tuple(parse(text) for text in PROVISIONAL)
        return replace(self, shapes=shapes, squares=frozenset(lying(shapes[self.chosen])))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Keep the set for this table. Raises `Refusal` where a shape is not complete."""
        if (trouble := self.trouble()) is not None:
            raise trouble
        keep = partial(shapes_file.save, shapes=tuple(as_text(lying(shape)) for shape in self.shapes))
        failed = t("The shapes could not be saved; check the card and its free space.")
        return WriteFile(keep, self.parent, failed, self)


class OptionsPage(SetupPage):
    """How pieces are placed, counted and picked, the shares, and the shapes."""

    key = "options"
    names: PolyssimoSetupScreen
    terms: Terms

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """A row for each."""
        terms, p = self.terms, canvas.look.palette
        rows = draw_heading(canvas, (72, 72, 72, 94, 72), t("How do you play?"), done=t("Start"))
        for (name, (label, choices)), row in zip(CHOICES.items(), rows, strict=False):
            left, *boxes = canvas.cols(row, (0.8, 1.2, 1.2))
            canvas.text(left, tr(label), 20, "semibold", p.text)
            for (value, (says, sub)), box in zip(choices.items(), boxes, strict=True):
                chosen = getattr(terms, name) == value
                canvas.button(box, tr(says), call(self.on_choice, name, value), sub=tr(sub), selected=chosen, size=19)
        self.shares(canvas, rows[3])
        left, shown, trace = canvas.cols(rows[4], (0.8, 1.2, 1.2))
        canvas.text(left, t("Shapes"), 20, "semibold", p.text)
        provisional = shapes_file.load(view.state.settings)[1] == PROVISIONAL_NAME
        text = t("provisional, as shipped") if provisional else t("traced from your copy")
        canvas.text(shown, text, 18, "regular", p.text, "center", lines=2)
        once = t("needed once, for the screen's board")
        canvas.button(trace, t("Trace the pieces"), call(self.trace), sub=once, size=19)
        return rows[2]

    def shares(self, canvas: Canvas, rect: Rect) -> None:
        """A stepper for each player's share; equal unless somebody touches it (P10)."""
        p, u, count = canvas.look.palette, canvas.u, len(self.names.players)
        label, body = canvas.cols(rect, (0.8, 2.4))
        canvas.text(label, t("Shares"), 20, "semibold", p.text)
        if self.terms.picking == "agreed":
            canvas.text(body, t("as you agree, {n} at least", n=LEAST[count]), 18, "regular", p.muted, "center")
            return
        for n, (seat, box) in enumerate(zip(self.names.seats, canvas.cols(body, (1,) * count, u(6)), strict=True)):
            canvas.panel(box, p.panel)
            name, step = canvas.rows(canvas.inset(box, 3, 2), (28, 60), 0)
            if canvas.look.portrait and canvas.look.large_print:
                inner = Rect(name.x, name.y, name.w, name.h + step.h)
                name, more, number, fewer = canvas.rows(inner, (26, 48, 34, 48), u(2))
            elif canvas.look.portrait:
                more, number, fewer = canvas.rows(step, (1, 0.6, 1), u(2))
            else:
                fewer, number, more = canvas.cols(step, (1, 0.9, 1), u(2))
            canvas.text(name, self.names.players[n], 15, "semibold", p.players[seat], "center")
            canvas.button(fewer, "−", call(self.share, n, -1), size=24)
            canvas.text(number, str(self.terms.shares[n]), 24, "bold", p.text, "center", digits=True)
            canvas.button(more, "+", call(self.share, n, 1), size=24)

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The names."""
        return self.names.oled_contents()

    def on_choice(self, state: SetupState, name: str, value: Any) -> Next[SetupState]:
        """Another value of the term ``name``."""
        return replace(self, terms=replace(self.terms, **{name: value}))

    def share(self, state: SetupState, n: int, by: int) -> Next[SetupState]:
        """One piece more or fewer for player ``n`` (from 0). Raises `Refusal` past what there is (P10)."""
        shares = self.terms.shares
        least, wanted = LEAST[len(shares)], shares[n] + by
        if wanted < least:
            raise Refusal(
                "P10", "A share of {n} is too small; with so many players the least is {least}.", n=wanted, least=least
            )
        if by > 0 and sum(shares) + by > ALL:
            raise Refusal("P10", "There are 24 pieces; first take one from somebody else.")
        return replace(self, terms=replace(self.terms, shares=(*shares[:n], wanted, *shares[n + 1 :])))

    def trace(self, state: SetupState) -> ShapeEditor:
        """The shapes of the copy on the table."""
        return ShapeEditor.of(state.settings, self)

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the names."""
        return replace(self.names, terms=self.terms)

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Into the game. Raises `Refusal` where the setup makes none."""
        names, terms = self.names, self.terms
        shapes, set_name = shapes_file.load(state.settings)
        unequal = any(share != ALL // len(names.players) for share in terms.shares)
        return StartGame(
            PolyssimoSetup(
                players=names.players,
                people=names.ids(*names.seats),
                youngest=1 + names.seats.index(names.youngest),
                shares=terms.shares if terms.picking == "in_turn" and unequal else None,
                picking=terms.picking,
                placing=terms.placing,
                polyssimo_counts=terms.counts,
                hexominoes=shapes,
                set_name=set_name,
                **names.heading(state),
            )
        )
