"""What a game is to everybody else: start, what may happen next, what an event does, the tally, why not.

No game is named here, and nothing outside a game's own packages need know which game it serves. A game is an object
that satisfies `Game`; its events and its setup are frozen `msgspec.Struct` values whose tag is the word that stands in
a record; its state is a frozen value that only the game itself looks into.

Times are integer nanoseconds of *game time*: a monotonic count that starts at 0 with the setup and does not advance
while the device is off.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

import msgspec
from msgspec import Meta

from rules.message import Message, Refusal, msg
from rules.people import Newcomer, Person, seat_people

Nanoseconds: TypeAlias = int
"""A moment of a monotonic clock or of the event's, or a span of time; what is in other units says so in its name."""
SECOND: Nanoseconds = 1_000_000_000
MILLISECOND: Nanoseconds = 1_000_000
MICROSECOND: Nanoseconds = 1_000


def ns(seconds: float) -> int:
    """Seconds of a record as integer nanoseconds."""
    return round(seconds * SECOND)


EntryNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Numeral of an entry of a game, from 1."""
MOST_NAMED = 100
"""How many presses a `Void` or a `Restore` names at most."""


Side = Literal["A", "B"]
"""A side of the table, which has a clock button and a display."""
SIDES: tuple[Side, Side] = ("A", "B")
Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
RoundNumber = Annotated[int, Meta(ge=0, le=99)]
TableName = Annotated[str, Meta(max_length=20)]


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game"):
    """First line of a record: which game, who plays, and the settings this game froze.

    Fields that games have alike: ``title`` is the event, ``round`` and ``table`` say where in it, empty or 0 where not
    given; ``people`` the ids of those who play (`rules.people.PersonIds`), as `seats` has them; of a game with clock
    buttons ``press_order`` (`rules.options.clocks.PressOrder`).
    """

    @property
    def seats(self) -> tuple[Person, ...]:
        """Everybody's seat in order, those without a name, too: its ``players``, where it does not say otherwise."""
        return seat_people(getattr(self, "players", ()), getattr(self, "people", ()))

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the sides, where they have names of their own beside those of their people."""
        return ()

    @property
    def counts_by_edges(self) -> bool:
        """Whether entries count in the order of their times, not of their coming: a press by its own edge (S10)."""
        return getattr(self, "press_order", "arrival") == "edge"


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event", omit_defaults=True
):
    """Something somebody did. When it happened stands beside it, in its `Entry`.

    ``lasting`` events are facts about the device and its time (a power cut, a pause): *undo* steps over them.
    ``on_clocks`` events are acts on the clocks (a press, a pause), which a timeline of the clocks shows.
    ``from_buttons`` events are what people do with clock buttons: they may be heard late (S10).
    ``names_people``: it says who takes a place.
    ``costly`` events cost somebody a point, a move, a letter, money, or end or sign a game.
    ``decision`` events are the referee's alone; where only some of a kind are, the class answers `by_referee` itself,
    as it does `stays` where only some are lasting and `costs` where only some are costly.
    """

    lasting: ClassVar[bool] = False
    on_clocks: ClassVar[bool] = False
    from_buttons: ClassVar[bool] = False
    decision: ClassVar[bool] = False
    names_people: ClassVar[bool] = False
    costly: ClassVar[bool] = False

    @property
    def costs(self) -> bool:
        """Whether it costs somebody something: no button that records it may come up under a finger."""
        return self.costly

    @property
    def stays(self) -> bool:
        """Whether *undo* steps over it."""
        return self.lasting

    @property
    def by_referee(self) -> bool:
        """Whether it is a decision of the referee's, which a table takes back only behind his PIN.

        That holds for people at a table. A fold takes an undo of anything.
        """
        return self.decision

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """The people whom it names; a kind that names any has ``names_people``."""
        return ()

    @property
    def says_more(self) -> bool:
        """Whether it says something that a reader of records of format 1.0 does not know."""
        return False

    def with_doubt(self, doubt: int) -> Self:
        """The event of a time that may be wrong by ``doubt`` ns, on record where its kind says that (`ClockPress`)."""
        return self


class Undo(Event, tag="undo", frozen=True, kw_only=True):
    """Take back entry ``of`` (default: the last one that can be taken back)."""

    of: EntryNumber | None = None


class Redo(Event, tag="redo", frozen=True, kw_only=True):
    """Put back entry ``of`` (default: the one taken back last)."""

    of: EntryNumber | None = None


class Void(Event, tag="void", frozen=True, kw_only=True):
    """Declare button presses accidental: the game is folded as if those entries were not there (S10).

    ``of`` are their entry numbers (default: the last press that ended a turn). ``by`` says who declares it: ``"A"``
    or ``"B"`` a pair for its own press, ``"both"`` both pairs together, ``"referee"``.
    """

    from_buttons: ClassVar[bool] = True

    of: Annotated[tuple[EntryNumber, ...], Meta(max_length=MOST_NAMED)] = ()
    by: str = "both"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.by == "referee"

    @property
    def declared_by(self) -> Message | str:
        """Who declares it, in words; a pair or a side is its letter."""
        return {"both": msg("both sides"), "referee": msg("referee")}.get(self.by, self.by)


class Restore(Event, tag="restore", frozen=True, kw_only=True):
    """The referee lets voided presses count again: the game is folded with them (S10).

    ``of`` are their entry numbers (default: those of the last `Void` that stands).
    """

    decision: ClassVar[bool] = True

    of: Annotated[tuple[EntryNumber, ...], Meta(max_length=MOST_NAMED)] = ()


class Unreadable(Event, tag="unreadable", frozen=True, kw_only=True):
    """An entry on record that cannot be read here: its ``text`` as it was kept. It is of no game and never counts."""

    text: str


class Entry(msgspec.Struct, frozen=True):
    """One line of a game: number (from 1), game time in nanoseconds, event.

    ``refused`` says why it stands on record without counting; None: it was accepted.
    """

    n: int
    at: int
    event: Event
    refused: Message | None = None


class Gesture(enum.Enum):
    """What people do with clock buttons: a press-down, one button held, both buttons held together."""

    PRESS = "press"
    HOLD = "hold"
    BOTH = "both"


class Progress(enum.Enum):
    """How far a game is, for those who do not know the game: resume, history, organiser."""

    READY = "ready"
    PLAYING = "playing"
    RESULT = "result"
    SIGNED = "signed"


Cell = str | int | Message | None
"""Content of one field of a table: text, a number, something to translate, or nothing."""


class ReportRow(msgspec.Struct, frozen=True):
    """One row of a table. ``heavy`` draws a heavier rule under it; ``struck`` strikes its cells through."""

    cells: tuple[Cell, ...]
    heavy: bool = False
    struck: bool = False


class ReportTable(msgspec.Struct, frozen=True):
    """A titled table of a report. ``numeric`` are the indices of the columns that are aligned to the right."""

    title: Message
    columns: tuple[Cell, ...]
    lines: tuple[ReportRow, ...]
    numeric: frozenset[int] = frozenset()


class Report(msgspec.Struct, frozen=True):
    """A game's tally for people, as tables and remarks; ``data`` is the same for programs (plain JSON values)."""

    title: Message
    tables: tuple[ReportTable, ...]
    notes: tuple[Message, ...]
    data: Mapping[str, Any]


S = TypeVar("S")


class Game(Protocol[S]):
    """The questions that every game answers. ``S`` is the game's own state; all methods are pure.

    What is answered here stands for every game that derives from it and says nothing else: one that measures no time,
    and whose rules have not changed since its first version.
    """

    @property
    def key(self) -> str:
        """Word for the game in records and settings, the tag of its setup."""

    @property
    def name(self) -> Message:
        """The game's name for people."""

    def variant(self, setup: Setup) -> str:
        """What is played by that setup, where the game's word does not say it (the name of a sheet), else empty."""
        return ""

    def title(self, setup: Setup) -> Message:
        """What people call what is played by that setup: its variant, or the game's name."""
        variant = self.variant(setup)
        return msg("{name}", name=variant) if variant else self.name

    @property
    def press_rule(self) -> str:
        """The number of the rule about presses that are taken back, empty where there are none."""
        return ""

    @property
    def setup_type(self) -> type[Setup]:
        """The setup this game starts from."""

    @property
    def event_types(self) -> Sequence[type[Event]]:
        """Every event that the game knows, beside `Undo`, `Redo`, `Void` and `Restore`."""

    def start(self, setup: Setup) -> S:
        """The state before the first event. Raises `Refusal` where the setup makes no game."""

    def earlier_setups(self, setup: Setup) -> Sequence[Setup]:
        """``setup``, which leaves open by which version's rules it was played, with those of earlier versions named.

        Empty where it leaves nothing open. A game that today's rules refuse is read by the first that take it.
        """
        return ()

    def apply(self, state: S, entry: Entry) -> S:
        """The state after ``entry``. Raises `Refusal`, and then nothing has changed."""

    def entry_refusal(self, event: Event) -> Refusal | None:
        """Why ``event``, which `apply` takes, is refused when somebody enters it; None: nothing is wrong with it.

        An earlier version took it: on record it counts as it did, with a remark (`History.accept_stored`).
        """
        return None

    def with_subject(self, state: S, event: Event) -> Event:
        """``event`` with what it is said of, as people see it in ``state``: the turn, the place on the sheet.

        Itself where it says so, or is of nothing that a press heard late could change (S10).
        """
        return event

    def is_misread(self, state: S, entry: Entry) -> bool:
        """Whether a reader of format 1.0, which passes over what 1.1 added, gets ``entry`` in ``state`` wrong."""
        return False

    def may(self, state: S, at: int = 0) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it at game time ``at`` (ns), None where nothing does.

        An event that says more than its word is asked about in the ways it can be meant; one is enough.
        """

    def check_void(self, state: S, void: Void) -> tuple[int, ...]:
        """The entries that ``void`` names (filled in where it names none). Raises `Refusal` where it is not allowed."""
        raise Refusal("", "This game has no clock; there is no press to take back.")

    def undo_refusal(self, state: S) -> Refusal | None:
        """Why nothing of this game can be taken back any more (it is signed), or None."""

    def button(self, state: S, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """The events that a gesture on clock button ``side`` (0 or 1) means now.

        ``presses`` are the entries of the press-downs that began a hold (that of ``side`` first).
        """

    def power_loss(self, state: S, doubt: int) -> Event | None:
        """The event to record when a running clock was cut off: at most ``doubt`` ns are not known.

        With ``doubt`` 0 the table was left on purpose and the moment is known. None: nothing to say.
        """
        return None

    def with_readings(self, state: S, event: Event, at: int, readings: tuple[int, int]) -> Event:
        """``event`` of game time ``at``, with what the clocks beside the sides had counted (ns) where that matters.

        For clocks that do not share the device's time base; what is added to the event stands in the record. Itself
        where one clock measures both sides.
        """
        return event

    def is_running(self, state: S) -> bool:
        """Whether time is being measured now, so that the device notes how far it came."""
        return False

    def progress(self, state: S) -> Progress:
        """How far the game is."""

    def people(self, state: S) -> tuple[Person, ...]:
        """Everybody who plays or has played, by seats, then those who have left. Seats without a name are left out."""

    def rematch(self, state: S, partners: int = 0) -> Setup:
        """The setup of another game of the people who sit here now, in their seats, with colours changed.

        ``partners`` 1 and 2 are the other ways in which four people make two pairs, in a game of pairs.
        """

    def summary(self, state: S) -> Message:
        """The game in one line, for a list of games."""

    def report(self, state: S) -> Report:
        """The tally: what `dvojtah replay` prints and what exports are made of."""

    def describe(self, event: Event) -> Message:
        """What somebody did, in a few words (for *undo* and the history)."""


class OpenTurn(msgspec.Struct, frozen=True):
    """The turn that is open: whose it is (0 or 1), what is left of it in ns, and whether its clock runs."""

    side: int
    left: int
    running: bool


@runtime_checkable
class KeepsTime(Protocol):
    """What a game answers besides that measures turns."""

    def open_turn(self, state: Any, at: int) -> OpenTurn | None:
        """The open turn at game time ``at``; None where none is."""


@runtime_checkable
class CallsReferee(Protocol):
    """What a game answers besides whose record knows that the referee was called."""

    def referee_called(self, state: Any) -> bool:
        """Whether the referee is called and has not been yet."""
