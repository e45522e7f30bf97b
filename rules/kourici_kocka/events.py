"""Kouřící kočka in its own words: the setup of a game and everything that somebody can do in one.

Seats are ``"A"`` to ``"D"``, clockwise. Each class's tag is its word in a record (docs/record.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.game import Event, Setup
from rules.options.kourici_kocka import KockaOptions
from rules.people import Newcomer, PersonId, PersonIds
from rules.signing import ResultReopen, ResultSign

Seat = Literal["A", "B", "C", "D"]
SEAT: tuple[Seat, Seat, Seat, Seat] = ("A", "B", "C", "D")
Side = Literal["A", "B"]
"""A side of the table, which has a clock button and a display: A beside seats A and B, B beside C and D."""
SIDES: tuple[Side, Side] = ("A", "B")
SIDE_SEATS: Mapping[Side, str] = MappingProxyType({"A": "A + B", "B": "C + D"})
"""What people call the sides: by their seats, because seat B does not sit at side B."""
INDEX = {seat: number for number, seat in enumerate(SEAT)}
Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=33)]


class KockaSetup(KockaOptions, Setup, tag="kourici_kocka", frozen=True, kw_only=True, omit_defaults=True):
    """Four players in the order of their seats, the word that is played for, and the rule options this game froze.

    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    """

    players: tuple[Name, Name, Name, Name]
    word: Annotated[str, Meta(max_length=40)]
    title: Text = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    people: PersonIds = ()


class FirstDealer(Event, tag="first_dealer", frozen=True, kw_only=True):
    """Who deals first, where it is not seat A by the draw (K6)."""

    seat: Seat


class Deal(Event, tag="deal", frozen=True, kw_only=True):
    """The dealer dealt; ``cards`` at a time, where that is given (K7)."""

    cards: Annotated[int, Meta(ge=1, le=8)] | None = None


class Misdeal(Event, tag="misdeal", frozen=True, kw_only=True):
    """The deal went wrong (K8); ``letter``: the table voted that the dealer gets a letter for it."""

    letter: bool = False

    @property
    def costs(self) -> bool:
        """With a letter."""
        return self.letter


class Passed(Event, tag="passed", frozen=True, kw_only=True):
    """Three cards were passed to the left (K9): by the players at ``side`` of the table, or by everybody."""

    side: Side | None = None


class Taken(Event, tag="taken", frozen=True, kw_only=True):
    """A round by what was taken: who has Hejma, each heart, the last trick (K2)."""

    costly: ClassVar[bool] = True

    hejma: Seat
    last_trick: Seat
    ace: Seat
    king: Seat
    svrsek: Seat
    spodek: Seat
    ten: Seat
    nine: Seat
    eight: Seat
    seven: Seat


class Points(Event, tag="points", frozen=True, kw_only=True):
    """A round by its counts, seat A first; ``hejma`` took the green svršek.

    ``early``: the round ended before its last trick, once somebody had 17 or more (K4).
    """

    costly: ClassVar[bool] = True

    points: tuple[Count, Count, Count, Count]
    hejma: Seat | None = None
    early: bool = False


class Lost(Event, tag="lost", frozen=True, kw_only=True):
    """A round by its loser alone: points are forgotten anyway (K3, K5)."""

    costly: ClassVar[bool] = True

    seat: Seat


class ThrowIn(Event, tag="throw_in", frozen=True, kw_only=True):
    """A certain loser threw the cards in; ``points`` are what everybody had taken until then (K13)."""

    costly: ClassVar[bool] = True

    seat: Seat
    points: tuple[Count, Count, Count, Count]


class Confirm(Event, tag="confirm", frozen=True, kw_only=True):
    """The table confirms who loses a tied round (K14); without a seat the round is played again."""

    seat: Seat | None = None

    @property
    def costs(self) -> bool:
        """Somebody loses, unless the round is played again."""
        return self.seat is not None


class Correct(Event, tag="correct", frozen=True, kw_only=True):
    """A finished round is put right where it stands, once the table agrees: ``round`` counts from 1.

    ``points`` are its counts, ``hejma`` and ``early`` as in `Points`; they say who lost. ``seat`` lost where there are
    no counts, or where a tie is not decided by Hejma. ``again``: nobody lost, the round was played again. Letters
    follow; who dealt and led stays as it was.
    """

    round: Annotated[int, Meta(ge=1, le=1000)]
    seat: Seat | None = None
    points: tuple[Count, Count, Count, Count] | None = None
    hejma: Seat | None = None
    early: bool = False
    again: bool = False


RenoncKind = Literal["looked", "suit", "dealt"]


class Renonc(Event, tag="renonc", frozen=True, kw_only=True):
    """A renonc (K15): ``"looked"`` (a), ``"suit"`` (b) or ``"dealt"`` (c); ``punished`` is the others' judgement."""

    seat: Seat
    kind: RenoncKind
    punished: bool = True
    deliberate: bool = False

    @property
    def costs(self) -> bool:
        """Where it is punished."""
        return self.punished


class Halt(Event, tag="halt", frozen=True, kw_only=True):
    """Somebody at ``side`` of the table stops the game: something is to be judged (K11, K12, K15)."""

    side: Side


class GoOn(Event, tag="go_on", frozen=True, kw_only=True):
    """What the game was stopped for is settled; it goes on."""


class Substitute(Event, tag="substitute", frozen=True, kw_only=True):
    """Another player takes the seat between rounds, with its letters (K17). ``person`` is the newcomer's id, if any."""

    names_people: ClassVar[bool] = True
    seat: Seat
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    person: PersonId = ""

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """Who sits down."""
        return (Newcomer(self.person or None, self.name),)


class Note(Event, tag="note", frozen=True, kw_only=True):
    """Something to remember: playing out of turn, looking at older tricks (K11, K12)."""

    rule: Annotated[str, Meta(pattern="^K([1-9]|1[0-7])$")]
    seat: Seat | None = None
    text: Text = ""


class Sign(ResultSign, tag="sign", frozen=True, kw_only=True):
    """One side of the table agrees with the end of the game."""


class Reopen(ResultReopen, tag="reopen", frozen=True, kw_only=True):
    """The signed end of a game is opened again, with a reason."""
