"""Setting up a game of Kouřící kočka: four names in the order of their seats, and the word (K1, K5, K16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Self

import msgspec

from device.common.i18n import t
from device.games.kourici_kocka import ACCENT
from device.games.seats_setup import SeatsAsked, SeatsSetupScreen, Switch
from device.games.setup_controller import SetupState
from device.kiosk.name_form import NameForm
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka.state import SEAT, letters_of
from rules.message import msg
from rules.options.kourici_kocka import NewKocka

LONGEST = 20
"""Letters in a name or in the word, so that they are readable on the cards."""
WORD = 4
"""The field of the word; those before it are the seats'."""
CH = Switch(
    "ch",
    lambda state: state.settings.options_of(NewKocka).ch_is_one_letter,
    lambda ch: t("CH is one letter") if ch else t("CH is two letters"),
    lambda word, ch: t("letters: {n}", n=len(letters_of(word, ch))),
)


class KockaSetupScreen(SeatsSetupScreen):
    """Four names and the word. Seats go clockwise: A and B have clock button A, C and D button B.

    ``ch``: CH is one letter of the word; None: as the settings say.
    """

    form: NameForm = field(default_factory=lambda: NameForm(("",) * 5, LONGEST, upper=frozenset({WORD})))
    ch: bool | None = None
    question = msg("Who plays, clockwise, and for what word?")
    places = WORD
    asked = SeatsAsked(msg("Kouřící kočka"), SEAT, ACCENT, msg("the word"), CH)

    def with_setup(self, setup: KockaSetup) -> Self:
        """The four, and the word."""
        seated = self.with_people(setup)
        form = seated.form.with_field(WORD, setup.word[:LONGEST])
        return replace(seated, form=form.with_focus(WORD), ch=setup.ch_is_one_letter)

    def setup_for(self, state: SetupState, seats: Sequence[int]) -> KockaSetup:
        """The four, the word, and what the settings say of the rest."""
        a, b, c, d, word = self.form.names
        terms = msgspec.structs.asdict(state.settings.options_of(NewKocka)) | {"ch_is_one_letter": self.is_on(state)}
        return KockaSetup(players=(a, b, c, d), people=self.ids(*seats), word=word, **self.heading(state), **terms)
