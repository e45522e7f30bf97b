"""Setting up a game of Polish doubles: names of pairs and players on a full keyboard (S1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

import msgspec

from device.event.wire import Pairing
from device.games.setup_controller import SetupScreen, SetupState
from device.i18n import t
from device.kiosk.actions import BACK, DONE
from device.kiosk.canvas import Canvas
from device.kiosk.keyboards import name_keys
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, StartGame, View, call
from device.kiosk.widgets import Rect
from device.peripherals.oled_content import OledContent
from rules.polish_doubles import DoublesSetup, PairSetup

LONGEST = 20
"""Letters in a name, so that it is readable on the card."""
PAIRS = (0, 3)
"""Fields with the pairs' names; after each come its players."""


@dataclass(frozen=True)
class DoublesSetupScreen(SetupScreen):
    """Six names and a keyboard."""

    form: NameForm = field(default_factory=lambda: NameForm(("",) * 6, LONGEST))

    def seated(self, pairing: Pairing) -> Self:
        """The paired names."""
        fields = list(self.form.fields)
        for pair, players in enumerate(pairing.seats[:2]):
            name = pairing.names[pair] if pair < len(pairing.names) else " + ".join(players)
            found = [name, *players[:2], "", ""][:3]
            fields[PAIRS[pair] : PAIRS[pair] + 3] = [text[:LONGEST] for text in found]
        return replace(self, form=replace(self.form, fields=tuple(fields)))

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: View[SetupState]) -> Rect:
        """The form as it stands."""
        head, form, keys = canvas.rows(canvas.area, (47, 151, 250))
        back, title, start = canvas.cols(head, (12, 62, 26))
        canvas.button(back, "", BACK, icon="back")
        canvas.text(title, t("Who plays?"), 24, "bold", canvas.look.palette.text, "center")
        canvas.button(start, t("Next"), DONE, style="primary", size=22)
        for first, column in zip(PAIRS, canvas.cols(form, (1, 1)), strict=True):
            for n, box in enumerate(canvas.rows(column, (1, 1, 1), canvas.u(5))):
                self.draw_field(canvas, first + n, box)
        name_keys(canvas, keys, self.form.capitals)
        return form

    def draw_field(self, canvas: Canvas, index: int, box: Rect) -> None:
        """One name; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        pair, place = divmod(index, 3)
        focused = self.form.focus == index
        canvas.panel(box, p.paper if focused else p.panel, border=p.pair[pair] if focused or place == 0 else None)
        empty = (t("pair {letter}", letter="AB"[pair]), t("player 1"), t("player 2"))[place]
        text = self.form.fields[index]
        inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
        ink = p.ink if focused else p.text
        if text or focused:
            canvas.text(inner, text + ("_" if focused else ""), 22, "bold" if place == 0 else "regular", ink)
        if not text:
            colour = p.ink_faint if focused else p.muted
            canvas.text(inner, empty, 18, "regular", colour, "right" if focused else "left")
        canvas.touch(box, call(self.turned_to, index))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The pairs' names as they are typed."""
        title = t("Polish doubles")
        first, second = (self.form.fields[n] for n in PAIRS)
        return OledContent(title, first or "A"), OledContent(title, second or "B")

    # -- touches ---------------------------------------------------------------------------------------------------

    def turned_to(self, state: SetupState, index: int) -> Self:
        """Type into that field."""
        return replace(self, form=self.form.turned_to(index))

    def shift(self, state: SetupState) -> Next[SetupState]:
        """The shift key."""
        return replace(self, form=self.form.shifted())

    def typed(self, state: SetupState, text: str) -> Next[SetupState]:
        """A letter, backspace, or the next field."""
        if text == "\t":
            return replace(self, form=replace(self.form, focus=(self.form.focus + 1) % len(self.form.fields)))
        return replace(self, form=self.form.typed(text))

    def done(self, state: SetupState) -> Next[SetupState]:
        """To the pair's name that is missing, or on to the starting draw when both pairs have one.

        Raises `Refusal` where a pair has no name and nothing is typed into the field either.
        """
        form, names = self.form, self.form.names
        missing = next((n for n in PAIRS if not names[n]), None)
        if missing is not None and names[form.focus]:
            return replace(self, form=replace(form, focus=missing, capitals=True))
        pairs = tuple(PairSetup(name=names[n], players=(names[n + 1], names[n + 2])) for n in PAIRS)
        terms = self.heading(state) | msgspec.structs.asdict(state.settings.polish_doubles)
        return StartGame(DoublesSetup(pairs=(pairs[0], pairs[1]), **terms))
