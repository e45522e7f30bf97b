"""A game that is declared by its acts: the rulebook, the descriptions and the table of what is possible when."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
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
    if act.check is Act.check and act.check_at is Act.check_at:
        return Rule(act.guard, _apply_at, ways=ways)
    return Rule(act.guard, _apply_at, lambda state, entry, event: event.check_at(state, entry.at), ways)


def _apply_at(state: Any, entry: Entry, event: Any) -> Any:
    return event.apply_at(state, entry)


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


def possibilities(game: Any, states: Iterable[Any]) -> Iterator[tuple[str, ...]]:
    """What is possible when, as ``states`` of a game show it: a row for each act, a column for each phase.

    The first row is the heading. A cell has ``yes`` where the act was possible in some state of that phase, and the
    numbers of the rules that stood against it in others.
    """
    cells: dict[tuple[str, str], dict[str, None]] = {}
    phases: dict[str, int] = {}
    for state in states:
        phase: enum.Enum = state.phase
        phases[phase.value] = [*type(phase)].index(phase)
        for act in game.acts:
            refusal = game.may(state)[tag_of(act)]
            cell = "yes" if refusal is None else refusal.rule or "no"
            cells.setdefault((tag_of(act), phase.value), {})[cell] = None
    columns = sorted(phases, key=phases.__getitem__)
    yield ("act", "rule", *columns)
    for act in game.acts:
        tag = tag_of(act)
        yield (tag, act.cites, *(", ".join(sorted(cells[tag, column], key=_order)) for column in columns))


def _order(cell: str) -> tuple[bool, str, int]:
    digits = cell.lstrip("SMPKC")
    return cell != "yes", cell[:1], int(digits) if digits.isdigit() else 0
