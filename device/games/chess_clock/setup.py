"""Setting up: one tap chooses the time control and shows it in words, the next one begins (C10); names are optional."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from device.common import i18n
from device.common.event.messages import Pairing
from device.common.i18n import t, tr
from device.games.chess_clock import own_controls
from device.games.chess_clock.control_form import ChoosesControl, ControlForm, curve, flag_text, short, stage_texts
from device.games.chess_clock.outputs import time_text
from device.games.name_offers import complete, draw_name, draw_offers, with_offers
from device.games.setup_controller import SetupPage, SetupState
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, StartGame, call, draw_panel
from rules.chess_clock import ClockSetup, TimeControl
from rules.chess_clock.clock import Budget
from rules.chess_clock.control import PRESETS, label
from rules.chess_clock.state import COLOURS, colour_of
from rules.game import SIDES, Side

LONGEST = 24
"""Letters in a name, so that it is readable on its half."""
CELLS = 9
"""Time controls on the screen; with more of the table's own there is another page."""


class Presets(ChoosesControl):
    """All time controls that are offered, and the chosen one in words."""

    players: tuple[str, str] = ("", "")
    people: tuple[str, ...] = ()
    white: Side = "A"
    page: int = 0

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names."""
        a, b, *_ = *(name[:LONGEST] for group in pairing.seats for name in group), "", ""
        return replace(self, players=(a, b), people=pairing.people[:2])

    def with_setup(self, setup: ClockSetup) -> Self:
        """Both players, the time control and the colours."""
        a, b = setup.seats
        names, ids = (a.name[:LONGEST], b.name[:LONGEST]), (a.id or "", b.id or "")
        return replace(self, players=names, people=ids, control=setup.control, white=setup.white or "A")

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The grid, and beside it what was chosen."""
        offered = self.offers(view.state)
        pages = max(1, -(-len(offered) // CELLS))
        (body,) = draw_heading(canvas, (1,), t("Chess clock: choose the time"), done=self.onward())
        grid, pane = canvas.rows(body, (1, 1)) if canvas.look.portrait else canvas.cols(body, (500, 276))
        self.grid(canvas, grid, offered[self.page % pages * CELLS :][:CELLS], pages)
        self.pane(canvas, pane)
        return grid

    def offers(self, state: SetupState) -> list[tuple[str, TimeControl]]:
        """What each time control is called, with it: the presets, then the table's own."""
        own = [(t("Custom"), control) for control in own_controls.load(state.settings)]
        return [*((i18n.tr(preset.group), preset.control) for preset in PRESETS), *own]

    def grid(self, canvas: Canvas, rect: Rect, offered: list[tuple[str, TimeControl]], pages: int) -> None:
        """Three in a row; in the last one the way to other ``pages``, and a wide one to an own time control."""
        for (group, control), box in zip(offered, canvas.grid(rect, 3, 4), strict=False):
            self.cell(canvas, box, group, control)
        turn, wide = canvas.cols(canvas.rows(rect, (1,) * 4)[3], (1, 2.04))
        if pages > 1:
            page = self.page % pages + 1
            canvas.button(turn, t("More times"), self.change(page=page % pages), sub=f"{page} / {pages}", size=17)
        sub = t("stages, increments, two different times")
        canvas.button(wide, t("Custom time control"), call(self.own), sub=sub, style="key_accent", size=22)

    def cell(self, canvas: Canvas, rect: Rect, group: str, control: TimeControl) -> None:
        """One time control: what it is for, its numbers, its kind."""
        p, u = canvas.look.palette, canvas.u
        chosen = control == self.control
        ink, muted = (p.primary_ink, p.primary_sub) if chosen else (p.text, p.muted)
        canvas.panel(rect, p.primary if chosen else p.button, radius=10)
        inner = Rect(rect.x + u(12), rect.y + u(6), rect.w - u(20), rect.h - u(12))
        above, numbers, below = canvas.rows(inner, (24, 38, 24), u(2))
        if canvas.look.large_print:
            above, numbers, below = canvas.rows(Rect(inner.x, rect.y + u(1), inner.w, rect.h - u(2)), (22, 36, 21), 0)
            below = Rect(below.x - u(6), below.y, below.w + u(10), below.h)
        canvas.text(above, group, 16, "semibold", muted)
        first, more = short(control)
        canvas.text(numbers, first, 27, "bold", ink)
        canvas.text(below, more, 15, "regular", muted)
        canvas.touch(rect, call(self.choose, control), chosen=chosen)

    def pane(self, canvas: Canvas, rect: Rect) -> None:
        """The chosen one in words and as a curve, and what can be done with it."""
        p, u = canvas.look.palette, canvas.u
        paper, two = canvas.rows(rect, (330, 62))
        inner = draw_panel(canvas, paper, p.paper, 14, 8)
        heights = (44, 104, 56, 34) if not canvas.look.large_print else (44, 112, 30, 52)
        title, words, chart, flag = canvas.rows(inner, heights, u(4))
        canvas.text(title, label(self.control), 34, "bold", p.ink)
        canvas.text(words, "\n".join(stage_texts(self.control)), 18, "regular", p.ink, lines=4)
        curve(canvas, self.control, chart)
        canvas.text(flag, flag_text(self.control), 16, "semibold", p.ink_muted, lines=2)
        change, who = canvas.cols(two, (1, 1.25))
        canvas.button(change, t("Change"), call(self.own), size=19)
        self.who(canvas, who)

    def who(self, canvas: Canvas, rect: Rect) -> None:
        """Both names, White's first; a touch changes them."""
        p, u, names = canvas.look.palette, canvas.u, self.player_names()
        canvas.panel(rect, p.button, radius=10)
        inner = Rect(rect.x + u(10), rect.y + u(4), rect.w - u(16), rect.h - u(8))
        order = (0, 1) if self.white == "A" else (1, 0)
        for side, sign, band in zip(order, ("dot", "ring"), canvas.rows(inner, (1, 1), u(2)), strict=True):
            canvas.text(canvas.sign_before(band, sign, p.text, 12, 8), names[side], 17, "semibold", p.text)
        canvas.touch(rect, call(self.names))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The time that each side would have."""
        names = self.player_names()
        first = self.control.first_increment
        a, b = (time_text(Budget.begin(self.control.of(side), first_increment=first).left) for side in (0, 1))
        return OledContent(names[0], a), OledContent(names[1], b)

    # -- touches ---------------------------------------------------------------------------------------------------

    def player_names(self) -> tuple[str, str]:
        """The players; where nobody typed a name, what they play."""
        a, b = (name.strip() or tr(COLOURS[self.colour(side)]) for name, side in zip(self.players, SIDES, strict=True))
        return a, b

    def colour(self, side: Side) -> str:
        """What ``side`` plays, as a record has it."""
        return colour_of(side, self.white)

    def choose(self, state: SetupState, control: TimeControl) -> Next[SetupState]:
        """That time control."""
        return replace(self, control=control)

    def own(self, state: SetupState) -> Next[SetupState]:
        """Change the chosen one into an own time control."""
        return ControlForm(self, self.control, kept=self.control in own_controls.load(state.settings))

    def names(self, state: SetupState) -> Names:
        """Who plays."""
        return Names(presets=self, form=NameForm(self.players, LONGEST, ids=self.people))

    def onward(self) -> str:
        """What *Done* does: it begins the game, or asks first who plays."""
        return t("Begin") if any(self.players) else t("Next")

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Into the game; where nobody is named yet, who plays is asked first."""
        return self.start(state) if any(self.players) else replace(self.names(state), begins=True)

    def start(self, state: SetupState) -> StartGame:
        """Into the game, whoever plays."""
        terms = self.heading(state) | {"press_order": state.settings.press_order}
        names = (name.strip() or self.colour(side) for name, side in zip(self.players, SIDES, strict=True))
        terms |= {"players": tuple(names), "people": self.people}
        return StartGame(ClockSetup(control=self.control, white=self.white, **terms))


class Names(NameScreen[SetupState], SetupPage, kw_only=True):
    """Both names, and who is White; both may stay empty. Then back to ``presets``, or where it ``begins`` the game."""

    presets: Presets
    begins: bool = False

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """Two fields with the keyboard."""
        p, u = canvas.look.palette, canvas.u
        directory = view.people()
        known = complete(directory, self.form)
        heights, done = with_offers((124, 260), directory), t("Begin") if self.begins else t("Done")
        fields, *offers, keys = draw_heading(canvas, heights, t("Who plays, and who is White?"), done=done)
        for side, band in enumerate(canvas.rows(fields, (1, 1), u(6))):
            box, colour = canvas.cols(band, (70, 30))
            focused = self.form.focus == side
            canvas.panel(box, p.paper if focused else p.panel, border=p.pair[side] if focused else None)
            inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
            if focused or self.form.fields[side]:
                draw_name(canvas, Rect(inner.x, inner.y, inner.w - u(80), inner.h), self.form, side, 23, known)
            empty = t("side {side}", side=SIDES[side])
            canvas.text(inner, empty, 16, "regular", p.ink_muted if focused else p.muted, "right")
            canvas.touch(box, call(self.on_field, side))
            white = self.presets.white == SIDES[side]
            named = t("White") if white else t("Black")
            canvas.button(
                colour,
                named,
                self.change(presets=replace(self.presets, white=SIDES[side])),
                selected=white,
                size=20,
            )
        for row in offers:
            draw_offers(canvas, row, self, directory)
        name_keys(canvas, keys, self.form.capitals)
        return keys

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The names as they are typed, or what the sides play."""
        a, b = self.form.names
        a, b = replace(self.presets, players=(a, b)).player_names()
        return OledContent("A", a), OledContent("B", b)

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the time controls, the names as they were."""
        return self.presets

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next empty field, or to the time controls."""
        a, b = self.form.names
        if a and not b and self.form.focus == 0:
            return replace(self, form=self.form.with_focus(1))
        presets = replace(self.presets, players=(a, b), people=self.form.ids)
        return presets.start(state) if self.begins else presets
