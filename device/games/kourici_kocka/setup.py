"""Setting up a game of Kouřící kočka: four names in the order of their seats, and the word (K1, K5, K16)."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Self

import msgspec

from device.event.messages import Pairing
from device.games.kourici_kocka.seats import ACCENT
from device.games.name_offers import draw_name
from device.games.setup_controller import NameSetupScreen, SetupState
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.i18n import t
from device.io.oled_content import OledContent
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, StartGame, call
from device.people.directory import KnownPerson
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka.state import SEAT, letters_of
from rules.message import msg
from rules.options.kourici_kocka import NewKocka

LONGEST = 20
"""Letters in a name or in the word, so that they are readable on the cards."""
WORD = 4
"""The field of the word; those before it are the seats'."""


class KockaSetupScreen(NameSetupScreen):
    """Four names and the word. Seats go clockwise: A and B have clock button A, C and D button B.

    ``ch``: CH is one letter of the word; None: as the settings say.
    """

    form: NameForm = field(default_factory=lambda: NameForm(("",) * 5, LONGEST, upper=frozenset({WORD})))
    ch: bool | None = None
    question = msg("Who plays, clockwise, and for what word?")
    places = WORD

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names; the word is the table's own."""
        seated = super().with_pairing(pairing)
        return replace(seated, form=seated.form.with_focus(WORD))

    def with_setup(self, setup: KockaSetup) -> Self:
        """The four, and the word."""
        seated = self.with_people(setup)
        form = seated.form.with_field(WORD, setup.word[:LONGEST])
        return replace(seated, form=form.with_focus(WORD), ch=setup.ch_is_one_letter)

    def ch_in(self, state: SetupState) -> bool:
        """Whether CH is one letter."""
        return state.settings.options_of(NewKocka).ch_is_one_letter if self.ch is None else self.ch

    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: KnownPerson | None = None) -> None:
        """The names, the word, and whether CH is one letter of it."""
        first, second, third = canvas.rows(rect, (1, 1, 1), canvas.u(5))
        # Clockwise on the table: A and B above, D and C below.
        for boxes, seats in ((canvas.cols(first, (1, 1)), (0, 1)), (canvas.cols(second, (1, 1)), (3, 2))):
            for box, seat in zip(boxes, seats, strict=True):
                self.field(canvas, seat, box, known)
        word, ch_box = canvas.cols(third, (62, 38))
        self.field(canvas, WORD, word)
        ch = self.ch_in(state)
        label = t("CH is one letter") if ch else t("CH is two letters")
        count = t("letters: {n}", n=len(letters_of(self.form.fields[WORD], ch)))
        canvas.button(ch_box, label, self.change(ch=not ch), sub=count, size=15)

    def field(self, canvas: Canvas, index: int, box: Rect, known: KnownPerson | None = None) -> None:
        """A name or the word; the one that is typed into has a border."""
        p, u = canvas.look.palette, canvas.u
        focused = self.form.focus == index
        colour = p.accents[ACCENT] if focused or index == WORD else None
        canvas.panel(box, p.paper if focused else p.panel, border=colour)
        empty = t("the word") if index == WORD else t("seat {seat}", seat=SEAT[index])
        inner = canvas.inset(box, 12, 0)
        shown = focused or bool(self.form.fields[index])
        if shown:
            draw_name(canvas, Rect(inner.x, inner.y, inner.w - u(70), inner.h), self.form, index, 21, known)
        muted = p.ink_muted if focused else p.muted
        canvas.text(inner, empty, 16, "regular", muted, "right" if shown else "left")
        canvas.touch(box, call(self.on_field, index))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The names as they are typed."""
        a, b, c, d, _ = self.form.fields
        title = t("Kouřící kočka")
        return OledContent(title, "", rows=(("A", a), ("B", b))), OledContent(title, "", rows=(("C", c), ("D", d)))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next empty field, or to the table. Raises `Refusal` on an empty field."""
        names, form = self.form.names, self.form
        if "" in names and names[form.focus]:
            return replace(self, form=form.with_focus(names.index("")))
        a, b, c, d, word = names
        terms = msgspec.structs.asdict(state.settings.options_of(NewKocka)) | {"ch_is_one_letter": self.ch_in(state)}
        return StartGame(
            KockaSetup(players=(a, b, c, d), people=self.ids(0, 1, 2, 3), word=word, **self.heading(state), **terms)
        )
