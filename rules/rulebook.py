"""A game's rules as one table: for each event what may stand against it, and what it does.

`ByRulebook` and `Clockless` answer what follows from that table, or from having no clock, for any game that has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from rules.game import Entry, Event, Setup, Void
from rules.message import Refusal
from rules.timeline import ClockReading

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


class ByRulebook(Generic[S]):
    """The answers of a `rules.game.Game` that stand in its rulebook. Stateless, like the game."""

    key: ClassVar[str]
    setup_type: ClassVar[type[Setup]]
    rules: ClassVar[Rulebook[Any]]

    @property
    def event_types(self) -> Sequence[type[Event]]:
        """Its events."""
        return self.rules.event_types

    def apply(self, state: S, entry: Entry) -> S:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        after: S = self.rules.apply(state, entry)
        return after

    def may(self, state: S) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it now."""
        return self.rules.may(state)


class Clockless(ByRulebook[S]):
    """The same for a game that measures no time: no press to take back, none lost, nothing to read off."""

    def check_void(self, state: S, void: Void) -> tuple[int, ...]:
        """There is no clock whose press could be taken back."""
        raise Refusal("", "This game has no clock; there is no press to take back.")

    def power_loss(self, state: S, doubt: int) -> Event | None:
        """No time is measured, so none is lost."""
        return None

    def running(self, state: S) -> bool:
        """No clock."""
        return False

    def clock_readings(self, state: S, entry: Entry) -> Sequence[ClockReading]:
        """None: this game has no clock."""
        return ()
