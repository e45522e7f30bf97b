"""A game's rules as one table: for each event what may stand against it, and what it does.

The table is the machine: `Rulebook.check` runs an event's guards, `Rulebook.apply` does so before its effect, and
`Rulebook.may` asks the same guards. No effect asks a guard of its own. `ByRulebook` and `Clockless` answer what follows
from that table, or from having no clock, for any game that has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.game import Entry, Event, Report, Setup, Void
from rules.message import Message, Refusal
from rules.people import Person, named_people
from rules.signing import Signing
from rules.timeline import ClockReading, SheetEntry

S = TypeVar("S")
D = TypeVar("D")


def always(state: object) -> None:
    """Nothing stands against it."""


def whatever_it_says(state: object, entry: Entry, event: Any) -> None:
    """Nothing stands against an event's details."""


@dataclass(frozen=True)
class Rule(Generic[S]):
    """One event's row of the table.

    ``guard`` raises `Refusal` where the event is not allowed whatever its details; ``details`` where this very event,
    at this time, is not. ``effect`` gives the next state; it is reached only when both let the event pass.
    ``ways`` are the ways in which the event can be meant, for `Rulebook.may`: one that passes is enough, and where
    there is none the guard alone decides. Left out: the event as its class makes it without arguments, if it does.
    """

    guard: Callable[[S], None]
    effect: Callable[[S, Entry, Any], S]
    details: Callable[[S, Entry, Any], object] = whatever_it_says
    ways: tuple[Event, ...] | None = None

    def check(self, state: S, entry: Entry) -> None:
        """Raises `Refusal` where anything stands against the entry."""
        self.guard(state)
        self.details(state, entry, entry.event)

    def apply(self, state: S, entry: Entry) -> S:
        """The state after the entry. Raises `Refusal` where anything stands against it."""
        event = entry.event
        self.guard(state)
        self.details(state, entry, event)
        return self.effect(state, entry, event)

    def against(self, state: S, at: int, ways: Sequence[Event]) -> Refusal | None:
        """What stands against all of the ways at game time ``at``: what is against the first. None: one passes."""
        found = None
        try:
            self.guard(state)
        except Refusal as refusal:
            return refusal
        for way in ways:
            try:
                self.details(state, Entry(0, at, way), way)
            except Refusal as refusal:
                found = found or refusal
            else:
                return None
        return found


@dataclass(frozen=True)
class DerivingRule(Rule[S], Generic[S, D]):
    """A rule whose ``details`` derive from the event what its effect records, and pass that on: it is derived once."""

    effect: Callable[[S, Entry, D], S]
    details: Callable[[S, Entry, Any], D]

    def apply(self, state: S, entry: Entry) -> S:
        """The state after the entry. Raises `Refusal` where anything stands against it."""
        self.guard(state)
        return self.effect(state, entry, self.details(state, entry, entry.event))


class May(Mapping[str, Refusal | None]):
    """For each event word what stands against it, None where nothing does; asked of the rules once somebody wants it.

    A screen shows a few of the words, and there are thirty of them.
    """

    __slots__ = ("_at", "_known", "_state", "_words")

    def __init__(self, words: Mapping[str, tuple[Rule[Any], tuple[Event, ...]]], state: Any, at: int) -> None:
        self._words, self._state, self._at = words, state, at
        self._known: dict[str, Refusal | None] = {}

    def __getitem__(self, word: str) -> Refusal | None:
        if word not in self._known:
            rule, ways = self._words[word]
            self._known[word] = rule.against(self._state, self._at, ways)
        return self._known[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


Pair = tuple[Callable[[S], None], Callable[[S, Entry, Any], S]]
"""Guard and effect of an event whose details are always fine."""


class Rulebook(Generic[S]):
    """The table of a game with state ``S``: a `Rule` for each event, or guard and effect alone."""

    def __init__(self, rules: Mapping[type[Event], Rule[S] | Pair[S]]) -> None:
        self._rules = {kind: rule if isinstance(rule, Rule) else Rule(*rule) for kind, rule in rules.items()}
        self._words = {str(kind.__struct_config__.tag): (rule, _ways(kind, rule)) for kind, rule in self._rules.items()}

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event of the table."""
        return tuple(self._rules)

    def check(self, state: S, entry: Entry) -> None:
        """Raises `Refusal` with the rule's number where ``entry`` is not allowed."""
        self._rules[type(entry.event)].check(state, entry)

    def apply(self, state: S, entry: Entry) -> S:
        """The state after ``entry``. Raises what `check` does; then nothing has changed."""
        return self._rules[type(entry.event)].apply(state, entry)

    def may(self, state: S, at: int = 0) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it at game time ``at``, None where nothing does."""
        return May(self._words, state, at)


def _ways(kind: type[Event], rule: Rule[Any]) -> tuple[Event, ...]:
    if rule.ways is not None:
        return rule.ways
    try:
        return (kind(),)
    except TypeError:  # it cannot be said without details
        return ()


class BegunWithSetup(Protocol):
    """A state that knows what its game began with."""

    @property
    def setup(self) -> Setup:
        """That setup."""


G = TypeVar("G", bound=BegunWithSetup)


def no_clock(state: object, entry: Entry) -> Sequence[ClockReading]:
    """What a game without a clock has to read off: nothing."""
    return ()


@dataclass(frozen=True)
class Presentation(Generic[S]):
    """How a game is put into words and tables: pure functions, each as `rules.game.Game` has it."""

    summary: Callable[[S], Message]
    report: Callable[[S], Report]
    describe: Callable[[Event], Message]
    sheet_entries: Callable[[S], Iterable[SheetEntry]]
    """The rows of the sheet and what follows from them, for a timeline."""
    clock_readings: Callable[[S, Entry], Sequence[ClockReading]] = no_clock
    """The clocks at an entry, for a timeline."""


class ByRulebook(Generic[G]):
    """The answers of a `rules.game.Game` that stand in its rulebook and its presentation. Stateless, like the game."""

    key: ClassVar[str]
    press_rule: ClassVar[str] = ""
    setup_type: ClassVar[type[Setup]]
    rules: ClassVar[Rulebook[Any]]
    presentation: ClassVar[Presentation[Any]]
    signing: ClassVar[Signing]

    @property
    def event_types(self) -> Sequence[type[Event]]:
        """Its events."""
        return self.rules.event_types

    def earlier_setups(self, setup: Setup) -> Sequence[Setup]:
        """No rule of the game has changed so that an entry of an earlier version could be refused."""
        return ()

    def people(self, state: G) -> tuple[Person, ...]:
        """Those of the setup, for a game in which nobody takes another's place."""
        return named_people(state.setup.seats)

    def rematch(self, state: G, partners: int = 0) -> Setup:
        """As it was, for a game without sides and in which nobody takes another's place."""
        return state.setup

    def check(self, state: G, entry: Entry) -> None:
        """Raises `Refusal` where ``entry`` is not allowed."""
        self.rules.check(state, entry)

    def apply(self, state: G, entry: Entry) -> G:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        after: G = self.rules.apply(state, entry)
        return after

    def entry_refusal(self, event: Event) -> Refusal | None:
        """All that earlier versions took may be entered today."""
        return None

    def with_subject(self, state: G, event: Event) -> Event:
        """What is said is said of the game."""
        return event

    def is_misread(self, state: G, entry: Entry) -> bool:
        """No later format added anything to it."""
        return False

    def undo_refusal(self, state: G) -> Refusal | None:
        """Signed by both sides, nothing is taken back."""
        return self.signing.sealed_refusal(state)

    def may(self, state: G, at: int = 0) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it at game time ``at``."""
        return self.rules.may(state, at)

    def summary(self, state: G) -> Message:
        """The game in one line."""
        return self.presentation.summary(state)

    def report(self, state: G) -> Report:
        """The tally."""
        return self.presentation.report(state)

    def describe(self, event: Event) -> Message:
        """What somebody did."""
        return self.presentation.describe(event)

    def sheet_entries(self, state: G) -> Sequence[SheetEntry]:
        """The rows of the sheet and what follows from them."""
        return tuple(self.presentation.sheet_entries(state))

    def clock_readings(self, state: G, entry: Entry) -> Sequence[ClockReading]:
        """The clocks at an entry."""
        return self.presentation.clock_readings(state, entry)


class Clockless(ByRulebook[G]):
    """The same for a game that measures no time: no press to take back, none lost, nothing to read off."""

    def check_void(self, state: G, void: Void) -> tuple[int, ...]:
        """There is no clock whose press could be taken back."""
        raise Refusal("", "This game has no clock; there is no press to take back.")

    def power_loss(self, state: G, doubt: int) -> Event | None:
        """No time is measured, so none is lost."""
        return None

    def is_running(self, state: G) -> bool:
        """No clock."""
        return False
