"""One declaration a form of the desk: its word, who may send it, its fields, what it is about, and what it decides.

What reads a form, names and draws its fields, compares its versions and asks about it follows from that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from device.common.i18n import t, tr
from device.common.rights import EventRole
from device.organiser.acts.from_text import WrongField, seconds_of, whole
from device.organiser.desk.asked import Asked, Form, file_of
from device.organiser.desk.doubts import SURE, Doubt
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.pairing import check_game
from device.organiser.log.tournament_state import DecisionRecord
from device.organiser.tournament.money import hundredths
from rules.message import Message, Refusal, msg

Version = dict[str, str]
"""How the subject of a form stands, by the names of its fields, or of what it is made of."""
NEEDED: Any = object()
"""That a form has to have a field; what it says where it is left empty is the field's own matter."""


# -- kinds of fields ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """A text of a form: what people call it, what it says where it is left ``empty``, how it is drawn.

    ``long`` is what stands beside the field itself, where that says more.
    ``must``: the browser sends nothing without it. ``act``: its name in the act that is decided, where that is another.
    ``attributes`` are those of HTML.
    """

    name: str
    label: Message | str
    empty: Any = NEEDED
    must: bool = False
    most: int = 0
    act: str = ""
    long: Message | None = None
    attributes: Mapping[str, str | Message] = field(default_factory=dict)
    control = "text"

    def read(self, form: Form, state: EventState) -> Any:
        """What the field says. Raises `WrongField`; KeyError where a field is missing that has to be there."""
        try:
            return self._read(form, state)
        except WrongField:
            raise
        except Refusal as refusal:
            raise WrongField([self.name], refusal.message) from None

    def _read(self, form: Form, state: EventState) -> Any:
        text = form.get(self.name, "")
        if self.empty is NEEDED:
            text = form[self.name]
        elif not text.strip():
            return self.empty
        return self._value(text, state)

    def _value(self, text: str, state: EventState) -> Any:
        return text

    def display(self, text: str, state: EventState) -> str:
        """What stands in the field, for people to compare."""
        return self._display(text, state)

    def _display(self, text: str, state: EventState) -> str:
        return text

    def options(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen, and how it is called."""
        return ()

    def html(self) -> dict[str, str | Message | int]:
        """The attributes with which a browser takes it."""
        return {**self._html(), **self.attributes}

    def _html(self) -> dict[str, str | int]:
        return {"maxlength": self.most} if self.most else {}


class AreaField(Field):
    """A text of several lines."""

    control = "area"


@dataclass(frozen=True)
class WholeField(Field):
    """A whole number; ``least`` and ``most`` are what a browser takes, the act has its own bounds."""

    least: int = 0

    def _value(self, text: str, state: EventState) -> int:
        return whole(text, self.label)

    def _html(self) -> dict[str, str | int]:
        return {"type": "number", "min": self.least, "max": self.most or 99}


@dataclass(frozen=True)
class EntrantField(WholeField):
    """The number of an entrant."""

    least: int = 1
    most: int = 9999

    def _value(self, text: str, state: EventState) -> int:
        number = whole(text, self.label)
        if number not in state.once("entrants by number", state.tournament.by_number):
            raise Refusal("", "Nobody has the number {number}.", number=number)
        return number


@dataclass(frozen=True)
class EntrantsField(Field):
    """Numbers of entrants between spaces, commas or semicolons; ``wrong`` is said of anything else."""

    wrong: Message = field(kw_only=True)

    def _value(self, text: str, state: EventState) -> list[int]:
        written = text.replace(",", " ").replace(";", " ").split()
        if not written or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in written):
            raise Refusal("", self.wrong)
        for number in (numbers := [int(word) for word in written]):
            if number not in state.once("entrants by number", state.tournament.by_number):
                raise Refusal("", "Nobody has the number {number}.", number=number)
        return numbers


class MinutesField(Field):
    """Minutes, as seconds."""

    def _value(self, text: str, state: EventState) -> int:
        return seconds_of(text)

    def _html(self) -> dict[str, str | int]:
        return {"inputmode": "decimal"}


class AmountField(Field):
    """Koruny as haléře, or a percentage as hundredths, not below zero."""

    def _value(self, text: str, state: EventState) -> int:
        return hundredths(text)

    def _html(self) -> dict[str, str | int]:
        return {"inputmode": "decimal"}


@dataclass(frozen=True)
class ChoiceField(Field):
    """One of several ``words``."""

    words: Mapping[str, Message | str] = field(default_factory=dict)
    may_be_none: bool = False
    control = "select"

    def options(self) -> tuple[tuple[str, str], ...]:
        """The words, and before them none of them where it ``may_be_none``."""
        none = (("", "–"),) if self.may_be_none else ()
        return (*none, *((word, tr(label)) for word, label in self.words.items()))

    def _value(self, text: str, state: EventState) -> str:
        if text not in self.words and text != self.empty:
            raise Refusal("", msg("{field}: choose one of those offered.", field=self.label))
        return text

    def _display(self, text: str, state: EventState) -> str:
        return tr(self.words[text]) if text in self.words else text


class GameField(Field):
    """A game of the event, by its word."""

    control = "select"

    def _value(self, text: str, state: EventState) -> str:
        check_game(state, text)
        return text

    def _display(self, text: str, state: EventState) -> str:
        return tr(state.game(text).name) if state.knows(text) else text


class TickField(Field):
    """A box; a browser sends nothing of one that is not ticked."""

    control = "checkbox"

    def _read(self, form: Form, state: EventState) -> bool:
        return bool(form.get(self.name))

    def _display(self, text: str, state: EventState) -> str:
        return t("yes") if text else ""


@dataclass(frozen=True)
class AnswerField(Field):
    """What a button answers: whether it says ``yes``."""

    yes: str = "yes"

    def _value(self, text: str, state: EventState) -> bool:
        return text == self.yes


class FileField(Field):
    """A file, as bytes."""

    control = "file"

    def _read(self, form: Form, state: EventState) -> Any:
        return file_of(form)


# -- forms -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawnField:
    """A field as a template draws it, in the language that is spoken; ``is_typed``: its value is what was sent."""

    name: str
    label: str
    control: str
    value: str
    is_typed: bool
    must: bool
    options: tuple[tuple[str, str], ...]
    attributes: Mapping[str, str]
    why: str


Fields = Sequence[Field]
Stands = Callable[[OrganiserDesk, Form], Version]


@dataclass(frozen=True)
class Subject:
    """What a form is about. ``stands`` is how that stands now: a form with fields of those names is made from them, any
    other name is one that it ``shows``, or people's own. ``in_words`` is how such a version is shown, where that is in
    other words. ``together`` are fields that say one thing, ``is_part``: the page shows more than what the form is
    about. ``about`` are decisions about the very subject.
    """

    stands: Stands
    shows: Mapping[str, Message] = field(default_factory=dict)
    in_words: Callable[[EventState, Version], Version] | None = None
    together: Collection[Collection[str]] = ()
    is_part: bool = False
    about: Callable[[EventState, Form], Sequence[DecisionRecord]] = lambda state, form: ()


def via(kind: Callable[[OrganiserDesk], Any], method: Callable[..., Any]) -> Callable[..., None]:
    """An act that a ``method`` of what works on the desk decides."""

    def act(desk: OrganiserDesk, *values: Any) -> None:
        method(kind(desk), *values)

    return act


@dataclass(frozen=True)
class DeskForm:
    """A form of the desk that needs at least a ``role`` and ``does`` something, in English for the docs.

    ``fields`` are in turn what the ``act`` takes after the desk (``by_name``: by their names, as the doubts do); where
    they depend on what the form is about, they are a function of that. The act perhaps says what its page shows then.
    ``doubts`` say why what it decides is hardly meant; ``rules`` name the field of a refusal by a rule of a game.
    """

    word: str
    role: EventRole
    does: str
    act: Callable[..., Asked | None]
    fields: Fields | Callable[[EventState, Form], Fields] = ()
    subject: Subject | None = None
    by_name: bool = False
    doubts: Callable[..., Iterable[Message]] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)

    def fields_of(self, state: EventState, form: Form) -> Fields:
        """The fields of the form, as what it is about has them."""
        return self.fields(state, form) if callable(self.fields) else self.fields

    def version(self, desk: OrganiserDesk, form: Form) -> Version:
        """How what it is about stands now."""
        return {} if self.subject is None else self.subject.stands(desk, form)

    def label(self, state: EventState, form: Form, name: str) -> str:
        """What people call a field of it, or what stands beside its fields; a table by its number."""
        named = {each.name: each.label for each in self.fields_of(state, form)} | dict(
            () if self.subject is None else self.subject.shows
        )
        if name in named:
            return tr(named[name])
        return t("table {n}", n=name) if name.isdecimal() else name

    def display(self, state: EventState, form: Form, name: str, text: str) -> str:
        """What a field of it says, in words where the form carries one for programs."""
        named = {each.name: each for each in self.fields_of(state, form)}
        return named[name].display(text, state) if name in named else text

    def boxes(self, state: EventState, form: Form) -> set[str]:
        """Its boxes, which a browser sends only where they are ticked."""
        return {each.name for each in self.fields_of(state, form) if isinstance(each, TickField)}

    def draw(
        self, state: EventState, form: Form, now: Version, typed: Form | None = None, wrong: str = "", why: str = ""
    ) -> dict[str, DrawnField]:
        """The fields as they are drawn that ``form`` does not carry already: as they stand ``now``, or as somebody has
        ``typed`` them; beside those that are ``wrong`` it stands ``why``.
        """
        stands = now if typed is None else typed
        return {
            each.name: DrawnField(
                name=each.name,
                label=tr(each.long or each.label),
                control=each.control,
                value=stands.get(each.name, ""),
                is_typed=typed is not None,
                must=each.must,
                options=each.options(),
                attributes={name: tr(text) for name, text in each.html().items()},
                why=why if each.name in wrong.split() else "",
            )
            for each in self.fields_of(state, {**(typed or {}), **form})
            if each.name not in form
        }

    def decide(self, desk: OrganiserDesk, form: Form) -> Asked | None:
        """Decide what the form says. Raises `Refusal`, `Doubt`; ValueError or KeyError where a field is missing."""
        fields = self.fields_of(desk.state, form)
        named = {each.name: each.read(form, desk.state) for each in fields}
        values, by_name = ((), named) if self.by_name else (tuple(named.values()), {})
        with self._naming(fields):
            reasons = [] if self.doubts is None else list(self.doubts(desk, *values, **by_name))
            if reasons and form.get(SURE) != (doubt := Doubt(reasons)).mark:
                raise doubt
            return self.act(desk, *values, **by_name)

    @contextlib.contextmanager
    def _naming(self, fields: Fields) -> Iterator[None]:
        """A refusal within names fields of the form, not those of the act."""
        of_act = {each.act or each.name: each.name for each in fields}
        try:
            yield
        except WrongField as wrong:
            wrong.fields = tuple(of_act[name] for name in wrong.fields if name in of_act)
            raise
        except Refusal as refusal:
            if refusal.rule in self.rules:
                raise WrongField([self.rules[refusal.rule]], refusal.message, refusal.rule) from None
            raise
