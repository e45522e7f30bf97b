"""Setting up a game of Polyssimo: names clockwise, the youngest, then how it is played (P1, P4, P10)."""

from __future__ import annotations

from typing import Any, Literal

from device.event.wire import Pairing
from device.games.heading import paired
from device.games.polyssimo import shapes_file
from device.games.polyssimo.controller import PolyssimoController
from device.games.polyssimo.editor import ShapeEditor
from device.i18n import t
from device.kiosk.actions import BACK, DONE, Go, Put, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Host
from device.kiosk.keyboards import name_keys
from device.kiosk.name_fields import NameFields
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.message import Refusal
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo.shapes import PROVISIONAL_NAME
from rules.polyssimo.state import ALL, LEAST

LONGEST = 14
"""Letters in a name, so that it is readable on a card for four."""
SEATS = 4


class PolyssimoSetupController(NameFields):
    """Four names and a keyboard; then the options. Fields that stay empty do not play."""

    longest = LONGEST

    def __init__(self, host: Host) -> None:
        self.host = host
        self.fields = [""] * SEATS
        self.heading: dict[str, Any] = {}
        self.youngest = 0
        self.page: Literal["names", "options"] = "names"
        readings = host.settings.polyssimo
        self.placing: Literal["count", "board"] = readings.placing
        self.counts: Literal["pieces", "cells"] = readings.polyssimo_counts
        self.picking: Literal["in_turn", "agreed"] = "in_turn"
        self.shares: list[int] = []

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired."""
        names = [name[:LONGEST] for group in pairing.seats for name in group][:SEATS]
        self.fields[: len(names)] = names
        self.heading = paired(self.host, pairing)

    # -- pictures --------------------------------------------------------------------------------------------------

    def scene(self, look: Look, at: int) -> Scene:
        """The page that is filled in."""
        return self.name_page(look) if self.page == "names" else self.option_page(look)

    def name_page(self, look: Look) -> Scene:
        """Names clockwise, and who is the youngest."""
        canvas = Canvas(look)
        head, form, keys = canvas.rows(canvas.area, (44, 142, 262))
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who plays? Clockwise round the table"), 24, "bold", look.palette.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        for row, band in enumerate(canvas.rows(form, (1, 1))):
            for column, box in enumerate(canvas.cols(band, (1, 1))):
                self.field(canvas, row * 2 + column, box)
        name_keys(canvas, keys, self.shift)
        if look.toast:
            canvas.banner(keys, look.toast)
        return canvas.scene()

    def field(self, canvas: Canvas, index: int, rect: Rect) -> None:
        """One name, and whether that is the youngest."""
        p, u = canvas.look.palette, canvas.u
        box, young = canvas.cols(rect, (2.3, 1))
        focused = self.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=canvas.look.palette.players[index])
        inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
        text, ink = self.fields[index], p.ink if focused else p.text
        if text or focused:
            canvas.text(inner, text + ("_" if focused else ""), 22, "bold", ink)
        if not text:
            label = t("player {n}", n=index + 1)
            canvas.text(
                inner, label, 18, "regular", p.ink_faint if focused else p.muted, "right" if focused else "left"
            )
        canvas.touch(box, Put("focus", index))
        canvas.button(young, t("youngest"), Put("youngest", index), selected=self.youngest == index, size=15)

    def option_page(self, look: Look) -> Scene:
        """How pieces are placed, counted and picked, the shares, and the shapes."""
        canvas = Canvas(look)
        p, u = look.palette, canvas.u
        head, *rows = canvas.rows(canvas.area, (50, 72, 72, 72, 94, 72), u(10))
        back, title, start = canvas.cols(head, (12, 58, 30))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("How do you play?"), 26, "bold", p.text, "center")
        canvas.button(start, t("Start"), DONE, style="primary", size=22)
        two = (
            (
                t("Placing"),
                "placing",
                self.placing,
                (
                    ("count", t("On the table"), t("the device counts")),
                    ("board", t("On the screen"), t("it knows what fits")),
                ),
            ),
            (
                t("What counts"),
                "counts",
                self.counts,
                (("pieces", t("Pieces left"), ""), ("cells", t("Cells left"), t("six for a black-and-white one"))),
            ),
            (
                t("Picking"),
                "picking",
                self.picking,
                (("in_turn", t("One each in turn"), ""), ("agreed", t("By agreement"), t("any order, any number"))),
            ),
        )
        for (label, name, now, choices), band in zip(two, rows, strict=False):
            left, *boxes = canvas.cols(band, (0.8, 1.2, 1.2))
            canvas.text(left, label, 20, "semibold", p.text)
            for (value, text, sub), box in zip(choices, boxes, strict=True):
                canvas.button(box, text, Put(name, value), sub=sub, selected=now == value, size=19)
        self.share_row(canvas, rows[3])
        left, shown, trace = canvas.cols(rows[4], (0.8, 1.2, 1.2))
        canvas.text(left, t("Shapes"), 20, "semibold", p.text)
        provisional = shapes_file.load(self.host.settings)[1] == PROVISIONAL_NAME
        text = t("provisional, as shipped") if provisional else t("traced from your copy")
        canvas.text(shown, text, 18, "regular", p.text, "center", lines=2)
        canvas.button(trace, t("Trace the pieces"), Go("trace"), sub=t("needed once, for the screen's board"), size=19)
        if look.toast:
            canvas.banner(rows[2], look.toast)
        return canvas.scene()

    def share_row(self, canvas: Canvas, rect: Rect) -> None:
        """A stepper for each player's share; equal unless somebody touches it (P10)."""
        p, u = canvas.look.palette, canvas.u
        label, body = canvas.cols(rect, (0.8, 2.4))
        canvas.text(label, t("Shares"), 20, "semibold", p.text)
        if self.picking == "agreed":
            canvas.text(
                body, t("as you agree, {n} at least", n=LEAST[len(self.players)]), 18, "regular", p.muted, "center"
            )
            return
        for n, box in enumerate(canvas.cols(body, (1,) * len(self.players), u(6))):
            canvas.panel(box, p.panel)
            seat = [seat for seat, name in enumerate(self.fields) if name.strip()][n]
            name, step = canvas.rows(Rect(box.x + u(3), box.y + u(2), box.w - u(6), box.h - u(4)), (28, 60), 0)
            canvas.text(name, self.players[n], 15, "semibold", canvas.look.palette.players[seat], "center")
            if canvas.look.portrait:
                more, count, fewer = canvas.rows(step, (1, 0.6, 1), u(2))
            else:
                fewer, count, more = canvas.cols(step, (1, 0.9, 1), u(2))
            canvas.button(fewer, "−", Step(str(n), -1), size=24)
            canvas.text(count, str(self.shares[n]), 24, "bold", p.text, "center", digits=True)
            canvas.button(more, "+", Step(str(n), 1), size=24)

    # -- touches ---------------------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, clockwise."""
        return tuple(name.strip() for name in self.fields if name.strip())

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where the setup makes no game."""
        if action == BACK:
            self.back()
        elif action == DONE:
            self.advance()
        elif isinstance(action, Go):
            self.host.enter(ShapeEditor(self.host, self))
        elif isinstance(action, Step):
            self.step(int(action.name), action.by)
        elif isinstance(action, Put) and action.name in ("youngest", "placing", "counts", "picking"):
            setattr(self, action.name, action.value)
        else:
            self.touched(action)

    def step(self, n: int, by: int) -> None:
        """One piece more or fewer for a player. Raises `Refusal` past what there is (P10)."""
        least = LEAST[len(self.players)]
        wanted = self.shares[n] + by
        if wanted < least:
            raise Refusal(
                "P10", "A share of {n} is too small; with so many players the least is {least}.", n=wanted, least=least
            )
        if by > 0 and sum(self.shares) + by > ALL:
            raise Refusal("P10", "There are 24 pieces; first take one from somebody else.")
        self.shares[n] = wanted

    def back(self) -> None:
        """To the names, or home."""
        if self.page == "options":
            self.page = "names"
        else:
            self.host.home()

    def advance(self) -> None:
        """To the next empty name, to the options, or into the game."""
        if self.page == "options":
            self.begin()
        elif self.fields[self.focus].strip() and len(self.players) < 2:
            self.focus = next(n for n, name in enumerate(self.fields) if not name.strip())
            self.shift = True
        elif len(self.players) < 2:
            raise Refusal("P1", "Two to four people play, not {n}.", n=len(self.players))
        elif not self.fields[self.youngest].strip():
            raise Refusal("P4", "Tap who is the youngest of those who play.")
        else:
            if len(self.shares) != len(self.players):
                self.shares = [ALL // len(self.players)] * len(self.players)
            self.page = "options"

    def begin(self) -> None:
        """Start the game. Raises `Refusal` where the setup makes none."""
        shapes, set_name = shapes_file.load(self.host.settings)
        in_turn = self.picking == "in_turn"
        unequal = any(share != ALL // len(self.players) for share in self.shares)
        youngest = 1 + sum(bool(name.strip()) for name in self.fields[: self.youngest])
        self.host.table.new(
            PolyssimoSetup(
                players=self.players,
                youngest=youngest,
                shares=tuple(self.shares) if in_turn and unequal else None,
                picking=self.picking,
                placing=self.placing,
                polyssimo_counts=self.counts,
                hexominoes=shapes,
                set_name=set_name,
                **self.host.settings.event.heading | self.heading,
            )
        )
        self.host.enter(PolyssimoController(self.host))

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        if text == "\r":
            self.advance()
        elif text == "\x1b":
            self.back()
        elif self.page == "names" and text == "\t":
            self.focus = (self.focus + 1) % SEATS
        elif self.page == "names" and (text == "\b" or text.isprintable()):
            self.key(text)

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """The names as they are typed."""
        title = t("Polyssimo")
        return OledContent(title, self.fields[0] or "A"), OledContent(title, self.fields[1] or "B")

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
