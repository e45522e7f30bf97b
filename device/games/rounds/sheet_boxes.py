"""The boxes of a sheet that is made at the table: their names and largest values, in the order of the sheet."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from device.common import i18n
from device.common.i18n import t
from device.games.rounds import ACCENT
from device.games.rounds.sheet_entries import LONGEST, MakesSheet, MakingPage
from device.games.setup_controller import SetupState
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, call
from rules.message import Refusal
from rules.sheet_terms import FARTHEST, MOST_BOXES, Box

PLACES = (4, 5), (2, 10)
"""Columns and lines of boxes: on a screen that is wider than high, and on a tall one."""


class SheetBoxes(MakingPage):
    """The boxes of ``sheet``; a touch changes one."""

    sheet: MakesSheet
    page: int = 0

    @property
    def boxes(self) -> tuple[Box, ...]:
        """In the order of the sheet."""
        return self.sheet.terms.boxes

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """A page of them, other pages, and one more."""
        p, (columns, lines) = canvas.look.palette, PLACES[canvas.look.portrait]
        (body,) = draw_heading(canvas, (1,), t("Boxes"), fill=p.accents[ACCENT], done=t("Done"))
        places = canvas.grid(body, columns, lines, canvas.u(6))
        *boxes_here, more, add = places
        pages = max(1, -(-len(self.boxes) // len(boxes_here)))
        page = self.page % pages
        for n, place in enumerate(boxes_here):
            number = page * len(boxes_here) + n
            if number >= len(self.boxes):
                break
            box = self.boxes[number]
            canvas.button(place, box.name, call(self.on_box, number), sub=values_text(box), size=18)
        if pages > 1:
            sub = f"{page + 1} / {pages}"
            canvas.button(more, t("More boxes"), self.change(page=(page + 1) % pages), sub=sub, size=18)
        why = t("There are at most {n} boxes.", n=MOST_BOXES) if len(self.boxes) >= MOST_BOXES else None
        canvas.button(add, t("Add a box"), call(self.on_box, len(self.boxes)), why=why, style="key_accent", size=18)
        return body

    def on_box(self, state: SetupState, number: int) -> Next[SetupState]:
        """Change that box, or add one."""
        box = self.boxes[number] if number < len(self.boxes) else None
        most = "" if box is None or box.bounds[1] == FARTHEST else str(box.bounds[1])
        fields = ("" if box is None else box.name, most)
        return BoxTerms(form=NameForm(fields, LONGEST, sentence=True).with_focus(0), sheet=self.sheet, number=number)

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the sheet."""
        return self.sheet

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the sheet."""
        return self.sheet


class BoxTerms(NameScreen[SetupState], MakingPage, kw_only=True):
    """The box ``number`` (from 0) of ``sheet``: its name and its largest value are typed."""

    sheet: MakesSheet
    number: int

    @property
    def box(self) -> Box | None:
        """As it is on the sheet; None for one more."""
        boxes = self.sheet.terms.boxes
        return boxes[self.number] if self.number < len(boxes) else None

    def for_people(self) -> bool:
        """No field is for the name of a person."""
        return False

    def draw(self, canvas: Canvas, view: Moment[SetupState]) -> Rect:
        """Both fields, the way to be rid of the box, and the keyboard."""
        p = canvas.look.palette
        fields, keys = draw_heading(canvas, (72, 312), t("A box"), fill=p.accents[ACCENT], done=t("Done"))
        name, most, remove = canvas.cols(fields, (5, 3, 2))
        empty = (t("name of the box"), t("largest value"))
        for index, place in enumerate((name, most)):
            focused, text = self.form.focus == index, self.form.fields[index]
            canvas.panel(place, p.paper if focused else p.panel, border=p.accents[ACCENT] if focused else None)
            inner = canvas.inset(place, 12, 0)
            ink = (p.ink if focused else p.text) if text else p.ink_muted if focused else p.muted
            canvas.text(inner, f"{text}_" if focused and text else text or empty[index], 22, "bold", ink)
            canvas.touch(place, call(self.on_field, index))
        why = t("This box is new.") if self.box is None else None
        canvas.button(remove, t("Remove"), call(self.remove), why=why, style="danger", size=18)
        name_keys(canvas, keys, self.form.capitals)
        return fields

    def on_text(self, state: SetupState, text: str) -> Next[SetupState]:
        """A letter; in the field of the value a digit."""
        if self.form.focus == 1 and text.isprintable() and not (text.isascii() and text.isdigit()):
            return self
        return super().on_text(state, text)

    def remove(self, state: SetupState) -> Next[SetupState]:
        """The sheet without it."""
        boxes = self.sheet.terms.boxes
        return self._boxes((*boxes[: self.number], *boxes[self.number + 1 :]))

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """To the boxes, as they were."""
        return SheetBoxes(self.sheet)

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """The boxes with this one. Raises `Refusal` where it has no name, or its value is none."""
        name, most = self.form.names
        if not name:
            raise Refusal("", "The box needs a name.")
        if not 0 <= (value := int(most or FARTHEST)) <= FARTHEST:
            raise Refusal("", "A number from {least} to {most}, please.", least=0, most=FARTHEST)
        boxes, before = self.sheet.terms.boxes, self.box
        changed = Box(name=name, most=value)
        if before is not None and value == before.bounds[1]:
            changed = msgspec.structs.replace(before, name=name)
        return self._boxes((*boxes[: self.number], changed, *boxes[self.number + 1 :]))

    def _boxes(self, boxes: tuple[Box, ...]) -> SheetBoxes:
        """A sheet with boxes is over once it is full: whatever else ends one goes."""
        terms = msgspec.structs.replace(self.sheet.terms, boxes=boxes)
        if boxes:
            terms = msgspec.structs.replace(terms, until=None, exact=False, rounds=None, total=None, start=0)
        else:
            terms = msgspec.structs.replace(terms, bonus=())
        return SheetBoxes(replace(self.sheet, terms=terms))


def values_text(box: Box) -> str:
    """What can stand in a box."""
    least, most = box.bounds
    if most == FARTHEST:
        return t("any value")
    return t("{least} to {most}", least=i18n.number(least), most=i18n.number(most))
