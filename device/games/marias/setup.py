"""Setting up a mariáš table: three to five names, who writes the slip, rounds and their length (M1-M6, M31)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

import msgspec

from device.event.messages import Pairing
from device.games.marias.cards import money
from device.games.marias.next_round import told_apart
from device.games.marias.seating import LONGEST, SEATS, Seating
from device.games.name_offers import complete, draw_offers, with_offers
from device.games.setup_controller import SetupController, SetupScreen, SetupState, paired_names
from device.graphics.canvas import Canvas
from device.graphics.dialogs import form_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.i18n import t
from device.io.oled_content import OledContent
from device.kiosk.name_form import NameScreen
from device.kiosk.screen import Next, StartGame, View, call
from rules.marias import MariasSetup
from rules.marias.events import SEAT
from rules.options.marias import MariasOptions


@dataclass(frozen=True)
class MariasSetupScreen(NameScreen[SetupState], SetupScreen):
    """Who sits where, rounds and their length; what else is set comes from the settings.

    ``rounds`` and ``minutes`` are None as long as the settings' own stand.
    """

    form: Seating = field(default_factory=Seating.of)
    rounds: int | None = None
    minutes: int | None = None

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names, in their seats; nobody is asked for one more, for the organiser has named them all."""
        form = replace(Seating.of(told_apart(paired_names(pairing, 40)[:SEATS])), ids=pairing.people[:SEATS])
        return replace(self, form=form if form.next_empty is None else form.with_focus(form.next_empty))

    def with_setup(self, setup: MariasSetup) -> Self:
        """Those who sit, who writes, and for how long."""
        names = [name[:LONGEST] for name in setup.players]
        form = replace(Seating.of(names, SEAT.index(setup.leader)), ids=tuple(one.id or "" for one in setup.seats))
        if form.count < SEATS:
            form = form.with_focus(form.count)
        return replace(self, form=form, rounds=setup.rounds, minutes=setup.round_s // 60)

    def rounds_in(self, settings: MariasOptions) -> int:
        """How many rounds are played."""
        return settings.rounds if self.rounds is None else self.rounds

    def minutes_in(self, settings: MariasOptions) -> int:
        """How long each is."""
        return settings.round_s // 60 if self.minutes is None else self.minutes

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: View[SetupState]) -> Rect:
        """The form as it stands."""
        heights = (40, 118, 104, 312) if canvas.look.portrait else (44, 66, 56, 266)
        directory = view.people()
        head, form, terms, *offers, keys = canvas.rows(
            canvas.area, with_offers(heights, directory, 34 if canvas.look.portrait else 46)
        )
        last = self.form.next_empty is None
        form_heading(canvas, head, t("Who sits at the table, clockwise?"), t("Play") if last else t("Next"))
        touches = [call(self.on_field, n) for n in range(SEATS)]
        self.form.draw(canvas, form, touches, complete(directory, self.form))
        self.terms(canvas, terms, view.state.settings.marias)
        for row in offers:
            draw_offers(canvas, row, self, directory)
        name_keys(canvas, keys, self.form.capitals)
        return form

    def terms(self, canvas: Canvas, rect: Rect, settings: MariasOptions) -> None:
        """Rounds, their length, who leads; stake, tariff and cap are the settings'."""
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1), canvas.u(6))
            rounds, minutes = canvas.cols(upper, (1, 1))
            leader, money_box = canvas.cols(lower, (1, 1))
        else:
            rounds, minutes, leader, money_box = canvas.cols(rect, (1.35, 1.35, 1.1, 1.4))
        self.stepper(canvas, rounds, self.more_rounds, 1, t("rounds: {n}", n=self.rounds_in(settings)))
        self.stepper(canvas, minutes, self.longer, 5, t("{n} min", n=self.minutes_in(settings)))
        self.form.leading(canvas, leader, call(self.next_leader))
        text = t("stake {stake} Kč\ncap {cap} Kč", stake=money(settings.stake), cap=money(settings.cap))
        canvas.text(money_box, text, 16, "regular", canvas.look.palette.muted, "center", lines=2)

    def stepper(
        self, canvas: Canvas, rect: Rect, step: Callable[[SetupState, int], Next[SetupState]], by: int, label: str
    ) -> None:
        """A number with fewer and more."""
        u = canvas.u
        less, more = Rect(rect.x, rect.y, u(46), rect.h), Rect(rect.x + rect.w - u(46), rect.y, u(46), rect.h)
        canvas.button(less, "−", call(step, -by), size=26)
        canvas.button(more, "+", call(step, by), size=26)
        middle = canvas.inset(rect, 46, 0)
        canvas.text(middle, label, 18, "semibold", canvas.look.palette.text, "center")

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """How many sit down."""
        content = OledContent(t("Mariáš"), str(self.form.count), mark=t("players"))
        return content, content

    # -- touches ---------------------------------------------------------------------------------------------------

    def next_leader(self, state: SetupState) -> Self:
        """The next one writes the slip."""
        return replace(self, form=self.form.next_leader())

    def more_rounds(self, state: SetupState, by: int) -> Self:
        """More or fewer rounds."""
        return replace(self, rounds=max(1, min(20, self.rounds_in(state.settings.marias) + by)))

    def longer(self, state: SetupState, by: int) -> Self:
        """More or fewer minutes."""
        return replace(self, minutes=max(5, min(180, self.minutes_in(state.settings.marias) + by)))

    def on_enter(self, state: SetupState) -> Next[SetupState]:
        """Return on an attached keyboard: the next name, or the table."""
        seating = self.form
        return self.opened(state) if seating.complete else replace(self, form=seating.with_focus(seating.focus + 1))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next name that is missing; from an empty seat, or once all are there, the table is opened."""
        to = self.form.next_empty
        return self.opened(state) if to is None else replace(self, form=self.form.with_focus(to))

    def opened(self, state: SetupState) -> Next[SetupState]:
        """Open the table with the terms of the settings."""
        settings, heading = state.settings.marias, self.heading(state)
        terms = msgspec.structs.asdict(settings) | {"title": heading["title"], "table": heading["table"]}
        terms |= {"rounds": self.rounds_in(settings), "round_s": self.minutes_in(settings) * 60}
        if self.pairing is not None and self.pairing.goes_on:  # an organiser of an earlier version knows no such key
            rounds = max(terms["rounds"], self.pairing.round)
            terms |= {"round": self.pairing.round, "pairing": self.pairing.pairing, "rounds": rounds}
        return StartGame(
            MariasSetup(players=self.form.names, people=self.form.people, leader=SEAT[self.form.leader], **terms)
        )


class MariasSetupController(SetupController):
    """Begins with the names."""

    first = MariasSetupScreen()
