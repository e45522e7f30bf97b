"""Setting up a mariáš table: three to five names, who writes the slip, rounds and their length (M1-M6, M31)."""

from __future__ import annotations

from typing import Any

import msgspec

from device.event.wire import Pairing
from device.games.heading import paired
from device.games.marias.cards import money
from device.games.marias.controller import MariasController
from device.games.marias.seating import LONGEST, SEATS, Seating
from device.i18n import t
from device.kiosk.actions import BACK, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Host
from device.kiosk.keyboards import DONE, name_keys
from device.kiosk.widgets import Rect, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.marias import MariasSetup
from rules.marias.events import SEAT


class MariasSetupController:
    """Who sits where, rounds and their length, and a keyboard. What else is set comes from the settings."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.seating = Seating()
        self.heading: dict[str, Any] = {}
        self.rounds = host.settings.marias.rounds
        self.minutes = host.settings.marias.round_s // 60

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired."""
        names = [name[:LONGEST] for group in pairing.seats for name in group]
        self.seating = Seating(names[:SEATS])
        self.heading = paired(self.host, pairing)

    def scene(self, look: Look, at: int) -> Scene:
        """The form as it stands."""
        canvas = Canvas(look)
        p = look.palette
        heights = (40, 130, 110, 300) if look.portrait else (44, 66, 56, 266)
        head, form, terms, keys = canvas.rows(canvas.area, heights)
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who sits at the table, clockwise?"), 24, "bold", p.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        self.seating.draw(canvas, form)
        self.terms(canvas, terms)
        name_keys(canvas, keys, self.seating.shift)
        if look.toast:
            canvas.banner(form, look.toast)
        return canvas.scene()

    def terms(self, canvas: Canvas, rect: Rect) -> None:
        """Rounds, their length, who leads; stake, tariff and cap are the settings'."""
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1), canvas.u(6))
            rounds, minutes = canvas.cols(upper, (1, 1))
            leader, money_box = canvas.cols(lower, (1, 1))
        else:
            rounds, minutes, leader, money_box = canvas.cols(rect, (1.35, 1.35, 1.1, 1.4))
        self.stepper(canvas, rounds, "rounds", t("rounds: {n}", n=self.rounds))
        self.stepper(canvas, minutes, "minutes", t("{n} min", n=self.minutes))
        self.seating.leading(canvas, leader)
        own = self.host.settings.marias
        text = t("stake {stake} Kč\ncap {cap} Kč", stake=money(own.stake), cap=money(own.cap))
        canvas.text(money_box, text, 16, "regular", canvas.look.palette.muted, "center", lines=2)

    def stepper(self, canvas: Canvas, rect: Rect, name: str, label: str) -> None:
        """A number with fewer and more."""
        u = canvas.u
        less, more = Rect(rect.x, rect.y, u(46), rect.h), Rect(rect.x + rect.w - u(46), rect.y, u(46), rect.h)
        canvas.button(less, "−", Step(name, -1), size=26)
        canvas.button(more, "+", Step(name, 1), size=26)
        middle = Rect(rect.x + u(46), rect.y, rect.w - u(92), rect.h)
        canvas.text(middle, label, 18, "semibold", canvas.look.palette.text, "center")

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal` where the names make no table."""
        if action == BACK:
            self.host.home()
        elif action == DONE:
            self.begin()
        elif isinstance(action, Step):
            if action.name == "rounds":
                self.rounds = max(1, min(20, self.rounds + action.by))
            else:
                self.minutes = max(5, min(180, self.minutes + 5 * action.by))
        else:
            self.seating.act(action)

    def typed(self, text: str) -> None:
        """An attached keyboard."""
        if text == "\x1b":
            self.host.home()
        elif self.seating.typed(text):
            self.begin()

    def begin(self) -> None:
        """Open the table with the terms of the settings. Raises `Refusal` where names are missing."""
        settings = self.host.settings
        heading = settings.event.heading | self.heading
        terms = msgspec.structs.asdict(settings.marias) | {"title": heading["title"], "table": heading["table"]}
        terms |= {"rounds": self.rounds, "round_s": self.minutes * 60}
        self.host.table.new(MariasSetup(players=self.seating.names, leader=SEAT[self.seating.leader], **terms))
        self.host.enter(MariasController(self.host))

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """How many sit down."""
        face = OledContent(t("Mariáš"), str(self.seating.count), mark=t("players"))
        return face, face

    def signals(self, at: int) -> Signals:
        """All dark."""
        return Signals()
