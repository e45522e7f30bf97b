"""Setting up a game of Polish doubles: names of pairs and players on a full keyboard (S1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

import msgspec

from device.event.messages import Pairing
from device.games.setup_controller import SetupController, SetupState
from device.games.setup_form import NameSetupScreen
from device.i18n import t
from device.kiosk.canvas import Canvas
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, StartGame
from device.kiosk.widgets import Rect
from device.peripherals.oled_content import OledContent
from rules.polish_doubles import DoublesSetup, PairSetup

LONGEST = 20
"""Letters in a name, so that it is readable on the card."""
PAIRS = (0, 3)
"""Fields with the pairs' names; after each come its players."""


@dataclass(frozen=True)
class DoublesSetupScreen(NameSetupScreen):
    """Six names and a keyboard."""

    form: NameForm = field(default_factory=lambda: NameForm(("",) * 6, LONGEST))
    places = 6
    heights = (47, 151, 250)
    over_form = True

    def seated(self, pairing: Pairing) -> Self:
        """The paired names."""
        fields = list(self.form.fields)
        for pair, players in enumerate(pairing.seats[:2]):
            name = pairing.names[pair] if pair < len(pairing.names) else " + ".join(players)
            found = [name, *players[:2], "", ""][:3]
            fields[PAIRS[pair] : PAIRS[pair] + 3] = [text[:LONGEST] for text in found]
        return replace(self, form=replace(self.form, fields=tuple(fields)))

    # -- the picture -----------------------------------------------------------------------------------------------

    def question(self) -> str:
        """Who plays."""
        return t("Who plays?")

    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState) -> None:
        """A column for each pair: its name, and its players."""
        p = canvas.look.palette
        for pair, column in enumerate(canvas.by_side(canvas.cols(rect, (1, 1)))):
            first, empty = PAIRS[pair], (t("pair {letter}", letter="AB"[pair]), t("player 1"), t("player 2"))
            for n, box in enumerate(canvas.rows(column, (1, 1, 1), canvas.u(5))):
                border = p.pair[pair] if n == 0 or self.form.focus == first + n else None
                self.draw_name(canvas, first + n, box, empty[n], border, "regular" if n else "bold")

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The pairs' names as they are typed."""
        title = t("Polish doubles")
        first, second = (self.form.fields[n] for n in PAIRS)
        return OledContent(title, first or "A"), OledContent(title, second or "B")

    # -- touches ---------------------------------------------------------------------------------------------------

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
        return StartGame(DoublesSetup(pairs=(pairs[0], pairs[1]), out_after_invalid="stands", **terms))


class DoublesSetupController(SetupController):
    """Begins with the names."""

    first = DoublesSetupScreen()
