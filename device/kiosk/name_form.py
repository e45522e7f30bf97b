"""Names as they are being typed: fields, which of them a letter goes into, and how the shift key stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, TypeVar

from device.kiosk.screen import Next, Screen

S = TypeVar("S")


@dataclass(frozen=True)
class NameForm:
    """``fields`` are the names so far, ``focus`` is the one that is typed into, ``capitals`` how the shift key stands.

    ``longest`` is how many letters a field takes; ``upper`` are fields that are written in capitals throughout. A name
    begins with a capital, and so does what follows a space or a hyphen, unless it is a ``sentence``; nothing begins
    with a space.
    """

    fields: tuple[str, ...]
    longest: int
    focus: int = 0
    capitals: bool = True
    upper: frozenset[int] = frozenset()
    sentence: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The fields as they would be recorded."""
        return tuple(text.strip() for text in self.fields)

    def turned_to(self, index: int) -> Self:
        """Type into that field."""
        return replace(self, focus=index, capitals=index in self.upper or not self.fields[index])

    def tabbed(self) -> Self:
        """Type into the next field, or into the first after the last."""
        return self.turned_to((self.focus + 1) % len(self.fields)) if len(self.fields) > 1 else self

    def shifted(self) -> Self:
        """The shift key the other way."""
        return replace(self, capitals=not self.capitals)

    def with_field(self, index: int, text: str) -> Self:
        """Another text in a field."""
        return replace(self, fields=(*self.fields[:index], text, *self.fields[index + 1 :]))

    def typed(self, text: str) -> Self:
        """A letter, backspace, or tab; anything else changes nothing."""
        if text == "\t":
            return self.tabbed()
        now = self.fields[self.focus]
        if text == "\b":
            now = now[:-1]
        elif not text.isprintable():
            return self
        elif len(now) < self.longest and (now or text != " "):
            now += text
        capitals = self.focus in self.upper or not now or (not self.sentence and now.endswith((" ", "-")))
        return replace(self.with_field(self.focus, now), capitals=capitals)


@dataclass(frozen=True, kw_only=True)
class NameScreen(Screen[S]):
    """A screen with a keyboard, on which ``form`` is filled in."""

    form: NameForm

    def turned_to(self, state: S, index: int) -> Self:
        """Type into that field."""
        return replace(self, form=self.form.turned_to(index))

    def shift(self, state: S) -> Next[S]:
        """The shift key."""
        return replace(self, form=self.form.shifted())

    def typed(self, state: S, text: str) -> Next[S]:
        """A letter, backspace, or tab."""
        return replace(self, form=self.form.typed(text))
