"""A game that is declared by its acts: its answers, and the table of what is possible when.

Every question about an act asks the act itself, so what is said to be possible and what is done cannot disagree.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

import msgspec

from rules.acts import Act, describe, tag_of, with_fields
from rules.game import SECOND, Entry, Event, Game, Progress, Report, Setup
from rules.message import Message, Refusal
from rules.people import Person, named_people
from rules.signing import Signing
from rules.timeline import ClockReading, SheetEntry

S = TypeVar("S")


class May(Mapping[str, Refusal | None]):
    """For each act's word what stands against it, None where nothing does; asked of the rules once somebody wants it.

    A screen shows a few of the words, and there are thirty of them.
    """

    __slots__ = ("_at", "_known", "_state", "_words")

    def __init__(self, words: Mapping[str, tuple[type[Act], Sequence[Act]]], state: Any, at: int) -> None:
        self._words, self._state, self._at = words, state, at
        self._known: dict[str, Refusal | None] = {}

    def __getitem__(self, word: str) -> Refusal | None:
        if word not in self._known:
            act, ways = self._words[word]
            self._known[word] = _refusal(act, ways, self._state, self._at)
        return self._known[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def _ways(act: type[Act]) -> Sequence[Act]:
    if act.ways is not None:
        return tuple(act(**fields) for fields in act.ways)
    try:
        return (act(),)
    except TypeError:  # it cannot be said without details
        return ()


def _refusal(act: type[Act], ways: Sequence[Act], state: Any, at: int) -> Refusal | None:
    """What stands against all of the ways: what is against the first. None: one passes, or there is none to ask."""
    if (refusal := act.against(state)) is not None:
        return refusal
    first = None
    for way in ways:
        try:
            way.check_at(state, at)
        except Refusal as refusal:
            first = first or refusal
        else:
            return None
    return first


class BegunWithSetup(Protocol):
    """A state that knows what its game began with, and how far it is."""

    @property
    def setup(self) -> Setup:
        """That setup."""

    @property
    def phase(self) -> enum.Enum:
        """How far it is."""


G = TypeVar("G", bound=BegunWithSetup)


def no_clock(state: object, entry: Entry) -> Sequence[ClockReading]:
    """What a game without a clock has to read off: nothing."""
    return ()


@dataclass(frozen=True)
class Presentation(Generic[S]):
    """How a game's state is put into words and tables: pure functions, each as `rules.game.Game` has it."""

    summary: Callable[[S], Message]
    report: Callable[[S], Report]
    sheet_entries: Callable[[S], Iterable[SheetEntry]]
    """The rows of the sheet and what follows from them, for a timeline."""
    clock_readings: Callable[[S, Entry], Sequence[ClockReading]] = no_clock
    """The clocks at an entry, for a timeline."""


class ActGame(Game[G]):
    """The answers of a game that follow from its ``acts`` and its presentation; it has no state."""

    key: ClassVar[str]
    name: ClassVar[Message]
    press_rule: ClassVar[str] = ""
    setup_type: ClassVar[type[Setup]]
    acts: ClassVar[Sequence[type[Act]]]
    presentation: ClassVar[Presentation[Any]]
    signing: ClassVar[Signing]

    _words: ClassVar[Mapping[str, tuple[type[Act], Sequence[Act]]]]

    def __init_subclass__(cls) -> None:
        """The words of its acts, each with the ways in which it can be meant."""
        super().__init_subclass__()
        if "acts" in cls.__dict__:
            cls._words = {tag_of(act): (act, _ways(act)) for act in cls.acts}

    @property
    def event_types(self) -> Sequence[type[Event]]:
        """Its events."""
        return self.acts

    def start(self, setup: Setup) -> G:
        """The state before the first act. Raises `Refusal` where the setup makes no game."""
        if not isinstance(setup, self.setup_type):
            raise Refusal("", "This is not the setup of a game of {name}.", name=self.name)
        return self.begin(setup)

    def begin(self, setup: Any) -> G:
        """The same for a setup of this game."""
        raise NotImplementedError

    def people(self, state: G) -> tuple[Person, ...]:
        """Who sits there by seats, then those whose places others have taken, where a state knows of any."""
        return (*named_people(getattr(state, "people", state.setup.seats)), *getattr(state, "gone", ()))

    def rematch(self, state: G, partners: int = 0) -> Setup:
        """Those who sit there now, for a game without sides; as it was where nobody takes another's place."""
        people: Sequence[Person] | None = getattr(state, "people", None)
        if people is None:
            return state.setup
        names, ids = tuple(person.name for person in people), tuple(person.id or "" for person in people)
        again: Setup = with_fields(state.setup, players=names, people=ids, round=0)
        return again

    def power_loss(self, state: G, doubt: int) -> Event | None:
        """A running clock was cut off; left on purpose, it is a pause like any other."""
        if not self.is_running(state):
            return None
        cut_off, pause = (self._words[word][0] for word in ("power_loss", "pause"))
        longest: int = cast(Any, cut_off).most_doubt_s
        return cut_off(doubt_s=min(doubt / SECOND, longest)) if doubt else pause()

    def check(self, state: G, entry: Entry) -> None:
        """Raises `Refusal` where ``entry`` is not allowed."""
        event: Any = entry.event
        event.guard(state)
        event.check_at(state, entry.at)

    def apply(self, state: G, entry: Entry) -> G:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        event: Any = entry.event
        after: G = event.perform(state, entry)
        return after

    def undo_refusal(self, state: G) -> Refusal | None:
        """Signed by both sides, nothing is taken back."""
        return self.signing.sealed_refusal(state)

    def may(self, state: G, at: int = 0) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it at game time ``at``."""
        return May(self._words, state, at)

    def has_begun(self, state: G) -> bool:
        """Whether anything of it was played."""
        raise NotImplementedError

    def progress(self, state: G) -> Progress:
        """How far the game is: its end is what is signed."""
        if state.phase is self.signing.closed:
            return Progress.SIGNED
        if state.phase is self.signing.open:
            return Progress.RESULT
        return Progress.PLAYING if self.has_begun(state) else Progress.READY

    def summary(self, state: G) -> Message:
        """The game in one line."""
        return self.presentation.summary(state)

    def report(self, state: G) -> Report:
        """The tally; its data begin with the game's word."""
        report = self.presentation.report(state)
        return msgspec.structs.replace(report, data={"game": self.key, **report.data})

    def describe(self, event: Event) -> Message:
        """What somebody did."""
        return describe(event)

    def sheet_entries(self, state: G) -> Sequence[SheetEntry]:
        """The rows of the sheet and what follows from them."""
        return tuple(self.presentation.sheet_entries(state))

    def clock_readings(self, state: G, entry: Entry) -> Sequence[ClockReading]:
        """The clocks at an entry."""
        return self.presentation.clock_readings(state, entry)


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
        may = game.may(state)
        for act in game.acts:
            refusal = may[tag_of(act)]
            cell = "yes" if refusal is None else refusal.rule or "no"
            cells.setdefault((tag_of(act), phase.value), {})[cell] = None
    columns = sorted(phases, key=phases.__getitem__)
    yield ("act", "rule", *columns)
    for act in game.acts:
        tag = tag_of(act)
        yield (tag, act.cites, *(", ".join(sorted(cells[tag, column], key=_order)) for column in columns))


def _order(cell: str) -> tuple[bool, str, int]:
    digits = cell[1:]
    return cell != "yes", cell[:1], int(digits) if digits.isdigit() else 0
