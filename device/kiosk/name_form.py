"""Names as they are being typed: fields, which of them a letter goes into, and how the shift key stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, TypeVar

from device.common.files.people_files import compose
from device.kiosk.screen import Next, Screen, ask
from device.kiosk.screen_controller import ScreenController

S = TypeVar("S")


@dataclass(frozen=True)
class NameForm:
    """``fields`` are the names so far, ``focus`` is the one that is typed into, ``capitals`` how the shift key stands.

    ``longest`` is how many letters a field takes; ``upper`` are fields that are written in capitals throughout. A name
    begins with a capital, and so does what follows a space or a hyphen, unless it is a ``sentence``; nothing begins
    with a space. ``ids`` say who it is that was picked, field by field; empty where a name was only typed.
    """

    fields: tuple[str, ...]
    longest: int
    focus: int = 0
    capitals: bool = True
    upper: frozenset[int] = frozenset()
    sentence: bool = False
    ids: tuple[str, ...] = ()

    def id_of(self, index: int) -> str:
        """The id of who was picked for a field; empty where nobody was."""
        return self.ids[index] if index < len(self.ids) else ""

    def with_person(self, index: int, name: str, person: str) -> Self:
        """Somebody who was picked in a field."""
        named = self.with_field(index, name)
        ids = (*named.ids, *[""] * (len(self.fields) - len(named.ids)))
        return replace(named, ids=(*ids[:index], person, *ids[index + 1 :]))

    @property
    def names(self) -> tuple[str, ...]:
        """The fields as they would be recorded."""
        return tuple(text.strip() for text in self.fields)

    def with_focus(self, index: int) -> Self:
        """Type into that field."""
        return replace(self, focus=index, capitals=index in self.upper or not self.fields[index])

    def with_field(self, index: int, text: str) -> Self:
        """Another text in a field; who was picked there before is not meant any more."""
        ids = (*self.ids[:index], "", *self.ids[index + 1 :]) if self.id_of(index) else self.ids
        return replace(self, fields=(*self.fields[:index], text, *self.fields[index + 1 :]), ids=ids)

    def with_text(self, text: str) -> Self:
        """A letter, backspace, or tab; anything else changes nothing."""
        if text == "\t":
            return self.with_focus((self.focus + 1) % len(self.fields)) if len(self.fields) > 1 else self
        now = self.fields[self.focus]
        if text == "\b":
            now = now[:-1]
        elif not text.isprintable():
            return self
        elif len(now) < self.longest and (now or text != " "):
            now = compose(now + text)
        capitals = self.focus in self.upper or not now or (not self.sentence and now.endswith((" ", "-")))
        return replace(self.with_field(self.focus, now), capitals=capitals)


class NameScreen(Screen[S], kw_only=True):
    """A screen with a keyboard, on which ``form`` is filled in. ``forgetting``: a name that is touched is forgotten."""

    form: NameForm
    forgetting: bool = False

    def on_pick(self, state: S, name: str, person: str) -> Next[S]:
        """Somebody who is offered sits down; then the next field that is empty is typed into."""
        form = self.form.with_person(self.form.focus, name, person)
        empty = [n for n in self.fields_to_fill(form) if not form.fields[n].strip()]
        behind = next((n for n in empty if n > form.focus), next(iter(empty), form.focus))
        return replace(self, form=form.with_focus(behind))

    def for_people(self) -> bool:
        """Whether the field that is typed into is for the name of a person."""
        return self.form.focus not in self.form.upper

    def fields_to_fill(self, form: NameForm) -> tuple[int, ...]:
        """The fields that picking goes through."""
        return tuple(range(len(form.fields)))

    def forget(self, state: S) -> Next[S]:
        """A touch on a name forgets it from now on, or no longer does."""
        return replace(self, forgetting=not self.forgetting)

    def forget_person(self, state: S, key: str) -> Next[S]:
        """That person is not offered any more."""
        return ask(ScreenController.forget_person, key, replace(self, forgetting=False))

    def on_field(self, state: S, index: int) -> Self:
        """Type into that field."""
        return replace(self, form=self.form.with_focus(index))

    def on_shift(self, state: S) -> Next[S]:
        """The shift key."""
        return replace(self, form=replace(self.form, capitals=not self.form.capitals))

    def typed_text(self) -> str:
        """The name so far."""
        return self.form.fields[self.form.focus]

    def on_text(self, state: S, text: str) -> Next[S]:
        """A letter, backspace, or tab."""
        return replace(self, form=self.form.with_text(text))
