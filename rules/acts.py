"""An act of a game, declared once: its fields, the rule it cites, when it is possible, what it does, its words.

An `Act` is the event of a record itself. Its fields are the record's schema, its class variables the declaration, its
methods the rule. `rules.act_game` makes a game of a list of acts.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from types import ModuleType
from typing import Any, ClassVar

import msgspec

from rules.game import Entry, Event, Redo, Restore, Undo, Void
from rules.message import Message, Refusal, msg
from rules.needs import Button, MenuEntry, Need, Words, words_in


class Obstacle(msgspec.Struct, frozen=True):
    """What stands against acts while ``holds`` of the state: the sentence, and its rule's number (``""``: it has none).

    The sentence may be a function of the state.
    """

    rule: str
    sentence: Words
    holds: Callable[[Any], bool]


Closed = tuple[str, Message]
"""Why nothing is possible in a phase: the number of a rule, and the sentence."""


def word_of(name: str) -> str:
    """An act's word in a record, from the name of its class.

    >>> word_of("ThrowIn")
    'throw_in'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.rpartition(".")[2]).lower()


def tag_of(act: type[Event]) -> str:
    """The word of an act on record."""
    return str(act.__struct_config__.tag)


class Act(Event, tag=word_of, frozen=True, kw_only=True):
    """One act, whose tag is its class's name (`word_of`).

    What stands against it is asked in one order: ``closed`` says by phase (or asks the state) why nothing of the game
    is possible there, unless the phase is among the act's own ``phases``; then the obstacles of ``unless``; then
    ``out_of_phase`` in every phase but ``phases`` (None: possible in all); last `check` and `check_at`, about its
    details and its time.

    ``cites`` is the number of its rule. ``words`` say what was done, with fields of the act in braces, put as
    ``values`` says; ``noted``: it stands among the remarks of the report. ``ways`` are the fields with which it is
    asked about where it is possible at all; None: it says nothing but its word, or needs details. ``menu``, ``button``
    and ``need`` are its place on screens and what has to be asked.
    """

    cites: ClassVar[str] = ""
    phases: ClassVar[Sequence[Any] | None] = None
    out_of_phase: ClassVar[Message | None] = None
    unless: ClassVar[Sequence[Obstacle]] = ()
    closed: ClassVar[Mapping[Any, Closed | Callable[[Any], Closed]]] = {}
    words: ClassVar[Message]
    values: ClassVar[Mapping[str, Mapping[Any, object]]] = {}
    noted: ClassVar[bool] = False
    ways: ClassVar[Sequence[Mapping[str, Any]] | None] = None
    menu: ClassVar[MenuEntry | None] = None
    button: ClassVar[Button | None] = None
    need: ClassVar[Need | None] = None

    @classmethod
    def guard(cls, state: Any) -> None:
        """Raises `Refusal` where it is not possible, whatever its details."""
        phases = cls.phases
        within = phases is not None and state.phase in phases
        if not within and (closed := cls.closed.get(state.phase)) is not None:
            raise Refusal(*(closed(state) if callable(closed) else closed))
        for obstacle in cls.unless:
            if obstacle.holds(state):
                raise Refusal(obstacle.rule, words_in(obstacle.sentence, state))
        if phases is not None and not within:
            assert cls.out_of_phase is not None, cls
            raise Refusal(cls.cites, cls.out_of_phase)

    @classmethod
    def against(cls, state: Any) -> Refusal | None:
        """What stands against it, whatever its details; None where nothing does."""
        try:
            cls.guard(state)
        except Refusal as refusal:
            return refusal
        return None

    def check(self, state: Any) -> None:
        """Raises `Refusal` where this very act is not possible, though others of its kind are."""

    def check_at(self, state: Any, at: int) -> None:
        """`check` at game time ``at`` (ns), for acts that depend on it."""
        self.check(state)

    def refusal(self, state: Any, at: int = 0) -> Refusal | None:
        """What stands against this very act at game time ``at``, None where nothing does."""
        try:
            self.guard(state)
            self.check_at(state, at)
        except Refusal as refusal:
            return refusal
        return None

    def apply(self, state: Any) -> Any:
        """The state after it."""
        return state

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """`apply` as ``entry`` of the game, for acts that need their time or number."""
        return self.apply(state.with_remark(entry) if self.noted else state)

    def perform(self, state: Any, entry: Entry) -> Any:
        """The state after ``entry``, which is of this act. Raises `Refusal` where anything stands against it."""
        self.guard(state)
        self.check_at(state, entry.at)
        return self.apply_at(state, entry)

    def describe(self) -> Message:
        """What somebody did, in a few words."""
        return msg(self.words.id, **{name: self._value(name) for name in _fields(self.words.id)})

    def _value(self, name: str) -> object:
        value = getattr(self, name)
        if name in self.values:
            return self.values[name].get(value, value)
        return " ".join(map(str, value)) if isinstance(value, tuple) else value


def acts_in(*modules: ModuleType) -> tuple[type[Act], ...]:
    """The acts that ``modules`` declare, in that order; a class from which another act derives is none."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Act) and value.__module__ == module.__name__
        if not value.__subclasses__()
    )


class DerivingAct(Act, frozen=True, kw_only=True):
    """An act whose details have to be worked out before it can be checked: what `derive` gives is also what it records.

    It is derived once for both: `derive` raises `Refusal` where the details are not possible, `apply_derived` is handed
    what it gave, which is the state after the act where the act does not say otherwise.
    """

    def derive(self, state: Any, entry: Entry) -> Any:
        """What it records as ``entry``. Raises `Refusal`."""
        raise NotImplementedError

    def check_at(self, state: Any, at: int) -> None:
        """It can be derived."""
        self.derive(state, Entry(0, at, self))

    def apply_derived(self, state: Any, entry: Entry, derived: Any) -> Any:
        """The state after it."""
        return derived

    def perform(self, state: Any, entry: Entry) -> Any:
        """The state with what is derived from it. Raises `Refusal`."""
        self.guard(state)
        return self.apply_derived(state, entry, self.derive(state, entry))


def _fields(text: str) -> frozenset[str]:
    return frozenset(name for _, name, *_ in Formatter().parse(text) if name)


_COMMON = {Undo: msg("undo"), Redo: msg("redo"), Restore: msg("void press counts again")}


def describe(event: Event) -> Message:
    """What somebody did, in any game of acts."""
    if isinstance(event, Act):
        return event.describe()
    return msg("press taken back ({by})", by=event.declared_by) if isinstance(event, Void) else _COMMON[type(event)]


def with_fields(state: Any, **fields: Any) -> Any:
    """A state with other values of those fields, be it a dataclass or a struct."""
    replace = msgspec.structs.replace if isinstance(state, msgspec.Struct) else dataclasses.replace
    return replace(state, **fields)
