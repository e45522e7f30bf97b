"""The terms of a sheet that is made at the table, a word or a number at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

import msgspec

from device.common.i18n import t, tr
from device.games.rounds import ACCENT
from device.games.rounds.sheet_words import optional_text
from device.games.setup_controller import SetupPage, SetupState
from device.games.typed_figures import as_shown, typed_text, value_of
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import beside_numbers, name_keys, number_keys
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameScreen
from device.kiosk.screen import Next, call
from rules.message import Message, Refusal, msg
from rules.needs import FigureLimits
from rules.sheet_terms import FARTHEST, MOST_BOXES, MOST_ROUNDS, MOST_TURN_S, Bonus, SheetTerms

LONGEST = 24
"""Letters in the name of a sheet or of a box, so that they are readable where they stand."""


@dataclass(frozen=True, slots=True)
class NumberTerm:
    """A number of the terms: what it is called, its limits, whether there can be none of it."""

    label: Message
    limits: FigureLimits
    optional: bool = False

    def check(self, value: int) -> None:
        """Raises `Refusal` where ``value`` is none of it."""
        least, most = self.limits.least, self.limits.most
        if not least <= value <= most:
            raise Refusal("", "A number from {least} to {most}, please.", least=least, most=most)


NUMBERS = MappingProxyType(
    {
        "until": NumberTerm(msg("Ends at"), FigureLimits(FARTHEST, -FARTHEST), optional=True),
        "rounds": NumberTerm(msg("After rounds"), FigureLimits(MOST_ROUNDS, 1), optional=True),
        "start": NumberTerm(msg("Starts at"), FigureLimits(FARTHEST, -FARTHEST)),
        "most": NumberTerm(msg("Largest figure"), FigureLimits(FARTHEST)),
        "total": NumberTerm(msg("A round makes"), FigureLimits(FARTHEST, -FARTHEST), optional=True),
        "turn_s": NumberTerm(msg("Seconds of a turn"), FigureLimits(MOST_TURN_S, 5), optional=True),
        "bonus.boxes": NumberTerm(msg("Bonus: first boxes"), FigureLimits(MOST_BOXES, 1), optional=True),
        "bonus.reached": NumberTerm(msg("Bonus from"), FigureLimits(FARTHEST, -FARTHEST)),
        "bonus.points": NumberTerm(msg("Bonus points"), FigureLimits(FARTHEST, -FARTHEST)),
    }
)
"""The numbers that are typed, by their fields."""
NO_BONUS = Bonus(boxes=1, reached=0, points=0)
WORDS = MappingProxyType({"name": msg("Name of the sheet"), "figure": msg("What is counted")})
"""The words that are typed, by their fields."""


class MakingPage(SetupPage):
    """A screen on which a sheet is made."""

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """That a sheet is being made."""
        content = OledContent(t("Score sheet"), "", mark=t("a new sheet"))
        return content, content


class MakesSheet(MakingPage):
    """A screen with the ``terms`` of a sheet as far as they are filled in."""

    key = ""
    terms: SheetTerms = SheetTerms(name="")

    def value_of(self, name: str) -> int | None:
        """The number of that field; None where there is none."""
        holder, _, part = name.rpartition(".")
        if not holder:
            value: int | None = getattr(self.terms, name)
            return value
        return getattr(self.terms.bonus[0], part) if self.terms.bonus else None

    def with_value(self, name: str, value: int | None) -> Self:
        """With another number in that field."""
        holder, _, part = name.rpartition(".")
        if not holder:
            return replace(self, terms=msgspec.structs.replace(self.terms, **{name: value}))
        bonus = self.terms.bonus
        changed = () if value is None else (msgspec.structs.replace((*bonus, NO_BONUS)[0], **{part: value}),)
        return replace(self, terms=msgspec.structs.replace(self.terms, bonus=(*changed, *bonus[1:])))


class SheetWord(NameScreen[SetupState], MakingPage, kw_only=True):
    """A word of the terms is typed: the ``field`` of ``sheet``."""

    sheet: MakesSheet
    field: str

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The word, and the keyboard."""
        p = canvas.look.palette
        heights = (72, 312)
        word, keys = draw_heading(canvas, heights, tr(WORDS[self.field]), fill=p.accents[ACCENT], done=t("Done"))
        canvas.panel(word, p.paper)
        canvas.text(canvas.inset(word, 14, 0), f"{self.form.fields[0]}_", 26, "bold", p.ink)
        name_keys(canvas, keys, self.form.capitals)
        return word

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the sheet, as it was."""
        return self.sheet

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the sheet with this word. Raises `Refusal` where there is none."""
        word = self.form.names[0]
        if not word:
            raise Refusal("", "Type a word.")
        return replace(self.sheet, terms=msgspec.structs.replace(self.sheet.terms, **{self.field: word}))


class SheetNumber(MakingPage):
    """A number of the terms is typed: the field ``name`` of ``sheet``."""

    sheet: MakesSheet
    name: str
    text: str = ""

    @property
    def term(self) -> NumberTerm:
        """Which number it is."""
        return NUMBERS[self.name]

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """The number, that there is none, and the keys."""
        p = canvas.look.palette
        (body,) = draw_heading(canvas, (1,), tr(self.term.label), fill=p.accents[ACCENT])
        left, keys = beside_numbers(canvas, body)
        paper, none = canvas.rows(left, (3, 1))
        canvas.panel(paper, p.paper, border=p.accents[ACCENT])
        before = self.sheet.value_of(self.name)
        number = as_shown(self.text) or optional_text(before)
        canvas.text(paper, number, 90, "bold", p.ink if self.text else p.ink_muted, "center", digits=True)
        if self.term.optional:
            canvas.button(none, t("None"), call(self.without), size=24)
        number_keys(canvas, keys, sign=self.term.limits.least < 0)
        return paper

    def typed_text(self) -> str:
        """The number so far."""
        return as_shown(self.text)

    def on_text(self, state: SetupState, text: str) -> Next[SetupState]:
        """A digit, the sign, or backspace."""
        return replace(self, text=typed_text(self.text, text, self.term.limits))

    def on_clear(self, state: SetupState) -> Next[SetupState]:
        """Typed anew."""
        return replace(self, text="")

    def without(self, state: SetupState) -> Next[SetupState]:
        """To the sheet without such a number."""
        return self.sheet.with_value(self.name, None)

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the sheet, as it was."""
        return self.sheet

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the sheet with this number. Raises `Refusal` where it is too small or too large."""
        if (value := value_of(self.text)) is None:
            return self.sheet
        self.term.check(value)
        return self.sheet.with_value(self.name, value)
