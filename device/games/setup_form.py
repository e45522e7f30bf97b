"""The form with which setting up a game begins: a question, names, what else belongs beside them, a keyboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from device.event.messages import Pairing
from device.games.name_offers import Chip, complete, draw_ghost, draw_offers, with_offers
from device.games.setup_controller import SetupScreen, SetupState
from device.graphics.canvas import Canvas
from device.graphics.dialogs import form_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Colour, Rect
from device.i18n import t
from device.kiosk.name_form import NameScreen
from device.kiosk.screen import View, call
from device.people.directory import Directory, Known
from rules.game import Setup


def paired_names(pairing: Pairing, longest: int) -> list[str]:
    """The names that are paired, in the order of the seats, each cut to ``longest`` letters."""
    return [name[:longest] for group in pairing.seats for name in group]


@dataclass(frozen=True)
class NameSetupScreen(NameScreen[SetupState], SetupScreen):
    """Names on ``form``, of which the first ``places`` fields are the players' in the order of their seats.

    ``heights`` are those of heading, form and keyboard at the base size; ``over_form``: a sentence lies over the form,
    not over the keys.
    """

    places: ClassVar[int]
    heights: ClassVar[tuple[float, float, float]] = (44, 142, 262)
    title_size: ClassVar[float] = 24
    over_form: ClassVar[bool] = False

    @abstractmethod
    def question(self) -> str:
        """What is asked."""

    @abstractmethod
    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: Known | None = None) -> None:
        """The fields, and what else is chosen beside them; ``known`` is ghosted in the one that is typed into."""

    def own_offers(self, directory: Directory) -> Sequence[Chip]:
        """What is offered beside people."""
        return ()

    def ids(self, *fields: int) -> tuple[str, ...]:
        """Who was picked for those fields, for the setup."""
        return tuple(self.form.id_of(field) for field in fields)

    def with_people(self, setup: Setup) -> Self:
        """The people of a setup in their fields."""
        names = [one.name[: self.form.longest] for one in setup.seated]
        fields = (*names, *self.form.fields[len(names) :])
        ids = tuple(one.id or "" for one in setup.seated)
        return replace(self, form=replace(self.form, fields=fields, ids=ids, capitals=False))

    def draw(self, canvas: Canvas, view: View[SetupState]) -> Rect:
        """The question, the form as it stands, and the keyboard."""
        directory = view.people()
        head, form, *offers, keys = canvas.rows(canvas.area, with_offers(self.heights, directory))
        form_heading(canvas, head, self.question(), t("Next"), size=self.title_size)
        known = complete(directory, self.form) if self.for_people() else None
        self.draw_form(canvas, form, view.state, known)
        for row in offers:
            draw_offers(canvas, row, self, directory, self.own_offers(directory))
        name_keys(canvas, keys, self.form.capitals)
        return form if self.over_form else keys

    def draw_name(
        self,
        canvas: Canvas,
        index: int,
        box: Rect,
        empty: str,
        border: Colour | None,
        weight: str = "bold",
        known: Known | None = None,
    ) -> None:
        """One name, or ``empty`` where there is none yet; a touch on it types into it. ``known``: who is ghosted."""
        p, u = canvas.look.palette, canvas.u
        focused, text = self.form.focus == index, self.form.fields[index]
        canvas.panel(box, p.paper if focused else p.panel, border=border)
        inner = Rect(box.x + u(12), box.y, box.w - u(24), box.h)
        if focused and draw_ghost(canvas, inner, text, known, 22, weight):
            pass
        elif text or focused:
            canvas.text(inner, text + ("_" if focused else ""), 22, weight, p.ink if focused else p.text)
        if not text:
            muted = p.ink_faint if focused else p.muted
            canvas.text(inner, empty, 18, "regular", muted, "right" if focused else "left")
        canvas.touch(box, call(self.on_field, index))

    def seated(self, pairing: Pairing) -> Self:
        """The paired names."""
        names = paired_names(pairing, self.form.longest)[: self.places]
        fields = (*names, *self.form.fields[len(names) :])
        return replace(self, form=replace(self.form, fields=fields, ids=pairing.people[: self.places]))
