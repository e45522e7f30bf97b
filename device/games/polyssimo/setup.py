"""Setting up a game of Polyssimo: names clockwise, the youngest, then how it is played (P1, P4, P10)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from device.games.polyssimo import shapes_file
from device.games.polyssimo.editor import ShapeEditor
from device.games.setup_controller import NameSetupScreen, SetupPage, SetupState
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.io.oled_content import OledContent
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, StartGame, View, call
from device.people.directory import KnownPerson
from rules.message import Message, Refusal, msg
from rules.options.polyssimo import PolyssimoOptions
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo.shapes import PROVISIONAL_NAME
from rules.polyssimo.state import ALL, LEAST

LONGEST = 14
"""Letters in a name, so that it is readable on a card for four."""
SEATS = 4

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


class OptionsPage(SetupPage):
    """How pieces are placed, counted and picked, the shares, and the shapes."""

    key = "options"
    names: PolyssimoSetupScreen
    terms: Terms

    def draw(self, canvas: Canvas, view: View[SetupState]) -> Rect:
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
