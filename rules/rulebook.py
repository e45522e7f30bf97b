"""A game's rules as one table: for each event what may stand against it, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from rules.game import Entry, Event
from rules.message import Refusal

S = TypeVar("S")


def always(state: object) -> None:
    """Nothing stands against it."""


class Rulebook(Generic[S]):
    """The table of a game with state ``S``.

    Each event has a guard, which raises `Refusal` where the event is not allowed whatever its details, and an effect,
    which gives the next state or raises `Refusal`.
    """

    def __init__(self, rules: Mapping[type[Event], tuple[Callable[[S], None], Callable[[S, Entry, Any], S]]]) -> None:
        self._rules = rules

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event of the table."""
        return tuple(self._rules)

    def apply(self, state: S, entry: Entry) -> S:
        """The state after ``entry``. Raises `Refusal` with the rule's number; then nothing has changed."""
        _, effect = self._rules[type(entry.event)]
        return effect(state, entry, entry.event)

    def may(self, state: S) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it now, None where nothing does."""
        answers: dict[str, Refusal | None] = {}
        for kind, (guard, _) in self._rules.items():
            try:
                guard(state)
                refusal = None
            except Refusal as refused:
                refusal = refused
            answers[str(kind.__struct_config__.tag)] = refusal
        return answers
