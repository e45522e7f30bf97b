"""A game that is declared by its acts: the rulebook, the descriptions and the table of what is possible when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.acts import Act, DerivingAct, describe, tag_of
from rules.game import Entry, Event
from rules.message import Message
from rules.rulebook import ByRulebook, DerivingRule, G, Rule, Rulebook


def rulebook(acts: Sequence[type[Act]]) -> Rulebook[Any]:
    """The rulebook of those acts."""
    return Rulebook({act: _rule(act) for act in acts})


def _rule(act: type[Act]) -> Rule[Any]:
    ways = None if act.ways is None else tuple(act(**fields) for fields in act.ways)
    if issubclass(act, DerivingAct):
        return DerivingRule(act.guard, _apply_derived, lambda state, entry, event: event.derive(state, entry), ways)
    return Rule(
        act.guard,
        lambda state, entry, event: event.apply_at(state, entry),
        lambda state, entry, event: event.check_at(state, entry.at),
        ways,
    )


def _apply_derived(state: Any, entry: Entry, derived: Any) -> Any:
    event: Any = entry.event
    return event.apply_derived(state, entry, derived)


class ActGame(ByRulebook[G]):
    """A game whose events are its ``acts``."""

    acts: ClassVar[Sequence[type[Act]]]

    def __init_subclass__(cls) -> None:
        """The rulebook of its acts."""
        super().__init_subclass__()
        if "acts" in cls.__dict__:
            cls.rules = rulebook(cls.acts)

    def describe(self, event: Event) -> Message:
        """What somebody did."""
        return describe(event)


def possibilities(game: Any, situations: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """What is possible when: a row for each act of ``game``, a column for each example of a state.

    The first row is the heading; a cell is ``yes`` or the number of the rule that stands against the act.
    """
    yield ("act", "rule", *situations)
    may = [game.may(state) for state in situations.values()]
    for act in game.acts:
        refusals = [known[tag_of(act)] for known in may]
        yield (tag_of(act), act.cites, *("yes" if refusal is None else refusal.rule or "no" for refusal in refusals))
