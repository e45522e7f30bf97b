"""Polyssimo in its own words: the setup of a game and everything that somebody can do in one.

Players are numbered 1 to 4, clockwise round the table. Each class's tag is its word in a record (docs/record.md).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.game import Event, Setup
from rules.options.polyssimo import PolyssimoOptions
from rules.people import PersonIds
from rules.polyssimo.shapes import PROVISIONAL, PROVISIONAL_NAME
from rules.signing import ResultReopen, ResultSign

Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
Side = Literal["A", "B"]
"""A side of the table, which has a clock button: players 1 and 3 are side A, 2 and 4 side B."""
SIDES: tuple[Side, Side] = ("A", "B")
Player = Annotated[int, Meta(ge=1, le=4)]
PieceName = Annotated[str, Meta(min_length=1, max_length=3)]
CellName = Annotated[str, Meta(min_length=2, max_length=3)]
Share = Annotated[int, Meta(ge=1, le=24)]
Count = Annotated[int, Meta(ge=0, le=132)]


class PolyssimoSetup(PolyssimoOptions, Setup, tag="polyssimo", frozen=True, kw_only=True, omit_defaults=True):
    """The players clockwise, the handicap, the shapes of this copy, and the rule options this game froze.

    ``youngest`` is the player who begins (P4). ``shares`` says how many pieces each player picks, where that is not
    the same for all (P10). ``picking``: in turn, or ``"agreed"``: another choice of pieces, in any order (P10).
    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    ``hexominoes`` are the twelve black-and-white shapes, ``set_name`` where they come from.
    """

    players: Annotated[tuple[Name, ...], Meta(max_length=24)]
    youngest: Player = 1
    shares: Annotated[tuple[Share, ...], Meta(max_length=24)] | None = None
    picking: Literal["in_turn", "agreed"] = "in_turn"
    title: Text = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    hexominoes: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=24)] = PROVISIONAL
    set_name: Annotated[str, Meta(max_length=40)] = PROVISIONAL_NAME
    people: PersonIds = ()


class Pick(Event, tag="pick", frozen=True, kw_only=True):
    """A player takes a piece from the middle (P5); ``player`` is needed only where pieces are shared by agreement."""

    piece: PieceName
    player: Player | None = None


class Begin(Event, tag="begin", frozen=True, kw_only=True):
    """The pieces are shared as agreed; placing begins (P10)."""


class Place(Event, tag="place", frozen=True, kw_only=True):
    """The player on turn places a piece (P6, P7).

    On the device's board ``cells`` are what it covers. Where pieces are only counted there are no cells, and ``piece``
    may be left out: some piece was placed.
    """

    piece: PieceName | None = None
    cells: Annotated[tuple[CellName, ...], Meta(max_length=6)] = ()
    player: Player | None = None


class Stand(Event, tag="stand", frozen=True, kw_only=True):
    """The player on turn can place nothing and stands aside for good (P8)."""

    costly: ClassVar[bool] = True

    player: Player | None = None


class Outcome(Event, tag="outcome", frozen=True, kw_only=True):
    """How it ended, where nobody tapped along: what each player has ``left``, player 1 first, who placed last (P9)."""

    costly: ClassVar[bool] = True

    left: Annotated[tuple[Count, ...], Meta(max_length=4)]
    last: Player


class Correct(Event, tag="correct", frozen=True, kw_only=True):
    """What stands on record is put right where it stands, once the table agrees. It says one of three things.

    ``taken`` is really ``piece``: the two change places, whoever has them, or in the middle (P5). Placement number
    ``place`` (from 1) was really ``piece``, on ``cells`` where there is a board (P6, P7). ``left`` is what everybody
    has left as the table counted it, with who placed ``last``, whatever was tapped before (P9).
    """

    taken: PieceName | None = None
    place: Annotated[int, Meta(ge=1, le=24)] | None = None
    piece: PieceName | None = None
    cells: Annotated[tuple[CellName, ...], Meta(max_length=6)] = ()
    left: Annotated[tuple[Count, ...], Meta(max_length=4)] | None = None
    last: Player | None = None


class Note(Event, tag="note", frozen=True, kw_only=True):
    """Something for the referee to read; it changes nothing."""

    rule: Annotated[str, Meta(pattern="^P([1-9]|10)$")]
    player: Player | None = None
    text: Text = ""


class Dispute(Event, tag="dispute", frozen=True, kw_only=True):
    """One side of the table does not agree with the result; nothing is signed then."""

    side: Side
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Sign(ResultSign, tag="sign", frozen=True, kw_only=True):
    """One side of the table agrees with the result: players 1 and 3 are side A, 2 and 4 side B."""


class Reopen(ResultReopen, tag="reopen", frozen=True, kw_only=True):
    """A signed result is opened again, with a reason."""
