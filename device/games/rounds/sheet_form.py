"""A sheet made at the table: every term as a button that shows it; kept among the table's own sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from device.common.sheets import delete_sheet, own_sheets, save_sheet
from device.games.rounds import ACCENT
from device.games.rounds.sheet_boxes import SheetBoxes
from device.games.rounds.sheet_entries import LONGEST, NUMBERS, WORDS, MakesSheet, SheetNumber, SheetWord
from device.games.rounds.sheet_words import optional_text, turn_text, yes_or_no
from device.games.setup_controller import SetupState, WriteFile
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm
from device.kiosk.screen import Next, call
from rules.message import Refusal
from rules.sheet_terms import FARTHEST, MOST_PLAYERS, SheetTerms

MOST_TEAM = 4
"""Players that share a column at most."""
GRID = (4, 5), (2, 10)
"""Columns and lines of the terms: on a screen that is wider than high, and on a tall one."""


class SheetForm(MakesSheet):
    """The ``terms`` as far as they are filled in; ``before`` is the name of the table's own sheet that they replace."""

    key = "sheet_form"
    half_written = True
    before: str = ""

    @classmethod
    def to_change(cls, terms: SheetTerms, settings: Settings) -> SheetForm:
        """One of the table's own sheets, or a copy of another one."""
        is_own = any(own.name == terms.name for own in own_sheets(settings))
        return cls(terms, terms.name if is_own else "")

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """Every term with what it is; a touch changes it or asks for it."""
        p = canvas.look.palette
        title = t("Change a sheet") if self.before else t("New sheet")
        (body,) = draw_heading(canvas, (1,), title, fill=p.accents[ACCENT], done=t("Save"))
        columns, lines = GRID[canvas.look.portrait]
        places = canvas.grid(body, columns, lines, canvas.u(6))
        cells = [*self.general(), *(self.of_boxes() if self.terms.boxes else self.of_rounds())]
        for (label, value, action), place in zip(cells, places, strict=False):
            canvas.button(place, value, action, sub=label, size=20)
        if self.before:
            canvas.button(places[-1], t("Delete"), call(self.delete), sub=t("this sheet"), style="danger", size=20)
        return Rect(body.x, body.y, body.w, places[columns].y - body.y)

    def general(self) -> list[tuple[str, str, object]]:
        """Label, value and action of what every sheet has."""
        terms = self.terms
        fewest, most = terms.players
        team = t("each alone") if terms.team == 1 else t("{n} to a team", n=terms.team)
        return [
            (tr(WORDS["name"]), terms.name or "–", call(self.word, "name")),
            (tr(WORDS["figure"]), terms.figure, call(self.word, "figure")),
            (t("Fewest players"), str(fewest), self.with_terms(players=(next_of(fewest, 2, MOST_PLAYERS), most))),
            (t("Most players"), str(most), self.with_terms(players=(fewest, next_of(most, 2, MOST_PLAYERS)))),
            (t("Partners"), team, self.with_terms(team=next_of(terms.team, 1, MOST_TEAM))),
            (
                t("Who wins"),
                t("the most") if terms.wins == "most" else t("the least"),
                self.with_terms(wins="least" if terms.wins == "most" else "most"),
            ),
            (t("Somebody deals"), yes_or_no(terms.deals), self.with_terms(deals=not terms.deals)),
            (t("Time of a turn"), turn_text(terms.turn_s), call(self.number, "turn_s")),
            (t("Boxes"), str(len(terms.boxes)) if terms.boxes else t("none"), call(self.boxes)),
        ]

    def of_rounds(self) -> list[tuple[str, str, object]]:
        """The same of a sheet without boxes."""
        terms = self.terms
        is_turn = terms.written == "turn"
        return [
            (
                t("Is written"),
                t("in turn") if is_turn else t("by rounds"),
                self.with_terms(written="round" if is_turn else "turn"),
            ),
            *map(self._number_cell, ("until", "rounds", "start")),
            (t("Met exactly"), yes_or_no(terms.exact), self.with_terms(exact=not terms.exact)),
            (
                t("Below zero"),
                yes_or_no(terms.least < 0),
                self.with_terms(least=0 if terms.least < 0 else -FARTHEST),
            ),
            *map(self._number_cell, ("most", "total")),
        ]

    def of_boxes(self) -> list[tuple[str, str, object]]:
        """The same of a sheet with boxes."""
        names = ("bonus.boxes", "bonus.reached", "bonus.points") if self.terms.bonus else ("bonus.boxes",)
        return [self._number_cell(name) for name in names]

    def _number_cell(self, name: str) -> tuple[str, str, object]:
        return tr(NUMBERS[name].label), optional_text(self.value_of(name)), call(self.number, name)

    # -- the terms -------------------------------------------------------------------------------------------------

    def with_terms(self, **changes: Any) -> object:
        """The action that changes terms."""
        return self.change(terms=msgspec.structs.replace(self.terms, **changes))

    # -- touches ---------------------------------------------------------------------------------------------------

    def word(self, state: SetupState, name: str) -> Next[SetupState]:
        """Type that word."""
        form = NameForm((getattr(self.terms, name),), LONGEST, sentence=True)
        return SheetWord(form=form.with_focus(0), sheet=self, field=name)

    def number(self, state: SetupState, name: str) -> Next[SetupState]:
        """Type that number."""
        return SheetNumber(self, name)

    def boxes(self, state: SetupState) -> Next[SetupState]:
        """The boxes."""
        return SheetBoxes(self)

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """Keep the sheet. Raises `Refusal` where nobody could play by it."""
        if not self.terms.name.strip():
            raise Refusal("", "The sheet needs a name.")
        self.terms.check()
        return self._write(partial(keep_sheet, terms=self.terms, before=self.before))

    def delete(self, state: SetupState) -> Next[SetupState]:
        """Keep it no more."""
        return self._write(partial(delete_sheet, terms=SheetTerms(name=self.before)))

    def _write(self, write: Callable[[Settings], object]) -> WriteFile:
        failed = t("The sheet could not be saved; check the card and its free space.")
        return WriteFile(write, None, failed, self)


def keep_sheet(settings: Settings, terms: SheetTerms, before: str) -> None:
    """Keep ``terms`` in the place of the table's own sheet ``before``. Raises OSError, and `Refusal`."""
    save_sheet(settings, terms)
    if before and before != terms.name:
        delete_sheet(settings, SheetTerms(name=before))


def next_of(value: int, least: int, most: int) -> int:
    """The next number; after the last one the first."""
    return value + 1 if value < most else least
