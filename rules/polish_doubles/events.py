"""Polish doubles in its own words: the setup of a game and everything that somebody can do in one.

Pairs are ``"A"`` and ``"B"``, turns and moves are counted from 1, seconds are game time. Each class's tag is its word
in a record (docs/record.md).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rules.clock.acts import MOST_DOUBT_S as MOST_DOUBT_S
from rules.clock.acts import ClockEvent, ClockPress
from rules.clock.acts import Pause as Pause
from rules.clock.acts import PowerLoss as PowerLoss
from rules.clock.acts import Readings as Readings
from rules.clock.acts import Resume as Resume
from rules.game import Event, Setup
from rules.message import Message
from rules.options.clocks import PressOrder
from rules.options.polish_doubles import DoublesOptions
from rules.people import Newcomer, Person, PersonId, PersonIds, seat_people
from rules.signing import ResultReopen, Signature

Pair = Literal["A", "B"]
MoveNumber = Annotated[int, Meta(ge=1, le=2)]
MOST_TURNS = 500
TurnNumber = Annotated[int, Meta(ge=1, le=MOST_TURNS)]
Player = Annotated[int, Meta(ge=1, le=2)]
Points = Annotated[int, Meta(ge=0, le=2000)]
Laid = Annotated[int, Meta(ge=1, le=7)]
Seconds = Annotated[float, Meta(ge=-36000, le=36000)]
Name = Annotated[str, Meta(max_length=40)]
Squares = Annotated[str, Meta(max_length=10)]
Text = Annotated[str, Meta(max_length=200)]

INDEX = {"A": 0, "B": 1}
LETTER: tuple[Pair, Pair] = ("A", "B")


class PairSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pair: its name and its two players, in the order in which they sit."""

    name: Name
    players: tuple[Name, Name] = ("", "")


class DoublesSetup(DoublesOptions, Setup, tag="polish_doubles", frozen=True, kw_only=True, omit_defaults=True):
    """Who plays, and the rule options this game froze.

    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    ``out_after_invalid``: whether a player who was declared out (S26) stays so when a move of that turn is found
    invalid. It ``"stands"``; version 0.1.0 took it as ``"ends"`` and wrote neither (`PolishDoubles.earlier_setups`).
    ``cross_per``: points announced wrongly cost a cross for the ``"move"``, up to version 0.2.0 one for every
    ``"correction"`` of it; left out: for the move, or in the same way as they were played.
    ``people``: pair A's players, then pair B's.
    """

    pairs: tuple[PairSetup, PairSetup]
    title: Text = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    out_after_invalid: Literal["stands", "ends"] | None = None
    cross_per: Literal["move", "correction"] | None = None
    press_order: PressOrder = "arrival"
    people: PersonIds = ()

    @property
    def seats(self) -> tuple[Person, ...]:
        """Both players of pair A, then of pair B."""
        (a, b), (c, d) = (pair.players for pair in self.pairs)
        return seat_people((a, b, c, d), self.people, (0, 0, 1, 1))

    @property
    def teams(self) -> tuple[str, ...]:
        """The pairs' names; none of a pair of which nothing was said but its letter."""
        return tuple(
            "" if pair.name == letter and not any(pair.players) else pair.name
            for letter, pair in zip(LETTER, self.pairs, strict=True)
        )


class OfTurn(Event, frozen=True, kw_only=True):
    """Something that is said of a turn: ``turn``, as people saw it when they said it (S10).

    Left out, as in records of format 1.0, the rules find it.
    """

    turn: TurnNumber | None = None

    @property
    def says_more(self) -> bool:
        """Where it names the turn."""
        return self.turn is not None or super().says_more


class ClockAct(OfTurn, frozen=True, kw_only=True):
    """The same where clocks stop or go on; ``reads_s``: what they had counted then (`ClockEvent`)."""

    reads_s: Readings | None = None


class RowEvent(OfTurn, frozen=True, kw_only=True):
    """A row of the sheet: the ``turn`` that it was written for, and the ``place`` in it (S10, S12)."""

    place: MoveNumber | None = None


class Draw(Event, tag="draw", frozen=True, kw_only=True):
    """Each pair drew a letter for the start (S4)."""

    a: Annotated[str, Meta(min_length=1, max_length=2)]
    b: Annotated[str, Meta(min_length=1, max_length=2)]


class Starters(Event, tag="starters", frozen=True, kw_only=True):
    """The starting pair was chosen without a draw (S4)."""

    pair: Pair


class Press(ClockPress, tag="press", frozen=True, kw_only=True):
    """A pair's clock button went down (S8, S10).

    ``shows_s``: what each clock displayed, seconds left, A then B. Passed over where ``reads_s`` stands: it is out of
    date where the turn turns out to have begun at another moment.
    """

    words = Message("press of pair {pair}")
    pair: Pair
    shows_s: tuple[Seconds, Seconds] | None = None


class SetTime(ClockEvent, tag="set_time", frozen=True, kw_only=True):
    """The referee sets what is left of the running turn, on both clocks."""

    on_clocks: ClassVar[bool] = True
    decision: ClassVar[bool] = True

    remaining_s: Seconds


class Spoil(Event, tag="spoil", frozen=True, kw_only=True):
    """People declare that the clock beside ``pair`` cannot be used for the running turn (S10)."""

    on_clocks: ClassVar[bool] = True
    decision: ClassVar[bool] = True
    pair: Pair


class DecideTime(Event, tag="decide_time", frozen=True, kw_only=True):
    """The referee decides a finished turn's time, for instance where both clocks were spoiled (S10)."""

    on_clocks: ClassVar[bool] = True
    decision: ClassVar[bool] = True

    turn: TurnNumber
    used_s: Seconds


class Move(RowEvent, tag="move", frozen=True, kw_only=True):
    """A move on the board (S12, S22): its word, or points alone; ``tiles`` laid, null where not known.

    Left out, ``tiles`` is not known exactly: at most the word's length and 7. ``player`` 1 or 2 of the pair.
    ``at`` is the first square of the whole word, in the setup's ``board_notation``: the row first where it runs across,
    the column first where it runs down. Left out, the squares are not known.
    """

    points: Points
    word: Annotated[str, Meta(max_length=40)] | None = None
    tiles: Laid | UnsetType | None = UNSET
    player: Player | None = None
    at: Squares | None = None


class Exchange(RowEvent, tag="exchange", frozen=True, kw_only=True):
    """A move that exchanges ``tiles`` tiles (S24)."""

    tiles: Laid
    player: Player | None = None


class Pass(RowEvent, tag="pass", frozen=True, kw_only=True):
    """A move without tiles and points."""

    costly: ClassVar[bool] = True

    player: Player | None = None


class Announce(OfTurn, tag="announce", frozen=True, kw_only=True):
    """The points of the running turn's next unannounced move were announced now (S12, S28), written or not."""


class Bag(Event, tag="bag", frozen=True, kw_only=True):
    """The bag was counted at a pair's request (S24): that many tiles lie in it now."""

    count: Annotated[int, Meta(ge=0, le=98)]


class Correct(Event, tag="correct", frozen=True, kw_only=True):
    """A written move is put right (S12); what is left out stays. ``announced``: the figure was announced wrongly.

    ``at`` supplies the squares, or takes them back with null: then they are not known. With ``word`` (empty:
    not known) and ``points`` an exchange or a pass becomes a move on the board; ``points`` null makes the move an
    exchange of ``tiles``, or where none are said a pass.
    """

    turn: TurnNumber
    move: MoveNumber
    word: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    points: Points | UnsetType | None = UNSET
    tiles: Laid | UnsetType | None = UNSET
    announced: bool = False
    at: Squares | UnsetType | None = UNSET


class Objection(ClockAct, tag="objection", frozen=True, kw_only=True):
    """The opponents object to a move of the double turn just pressed (S14, S16)."""

    move: MoveNumber


class WordListUsed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word list whose answers people saw when they judged: its name, and the SHA-256 of its words."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Verdict(ClockAct, tag="verdict", frozen=True, kw_only=True):
    """The objected move is valid or not; ``builds_on``: the second move builds on the invalid first (S17, S18).

    Where the squares of both are known, they say so, and ``builds_on`` may be left out. ``word_list`` was asked.
    """

    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True

    valid: bool
    builds_on: bool | None = None
    word_list: WordListUsed | None = None


class NoObjection(OfTurn, tag="no_objection", frozen=True, kw_only=True):
    """The opponents let the double turn stand (S16)."""


class Early(OfTurn, tag="early", frozen=True, kw_only=True):
    """The moving pair asks for early judgement of its first move (S19)."""


class EarlyAnswer(OfTurn, tag="early_answer", frozen=True, kw_only=True):
    """Early judgement: the opponents accept the move, or it was objected to and found valid or invalid (S19).

    ``word_list`` was asked.
    """

    answer: Literal["accepted", "valid", "invalid"]
    word_list: WordListUsed | None = None

    @property
    def by_referee(self) -> bool:
        """A verdict is; accepting is the opponents'."""
        return self.answer != "accepted"

    @property
    def costs(self) -> bool:
        """Where there was an objection: the move, or a cross (S15)."""
        return self.answer != "accepted"


class Overrun(ClockAct, tag="overrun", frozen=True, kw_only=True):
    """People confirm which moves of the overrun turn stand, first move first (S28)."""

    stands: Annotated[tuple[bool, ...], Meta(min_length=1, max_length=2)]

    @property
    def costs(self) -> bool:
        """Where a move is lost."""
        return not all(self.stands)


class Out(Event, tag="out", frozen=True, kw_only=True):
    """One player of the pair has no tiles left, the partner has (S26); ``player`` 1 or 2, where people say which.

    ``withdrawn``: that does not hold any more.
    """

    pair: Pair
    player: Player | None = None
    withdrawn: bool = False

    @property
    def costs(self) -> bool:
        """A move is lost, unless it is withdrawn."""
        return not self.withdrawn


class Substitute(Event, tag="substitute", frozen=True, kw_only=True):
    """Somebody takes the place of player ``player`` of a pair, or comes late to a place that was empty (S7).

    The newcomer plays on with that player's tiles, and is ``person`` by id, where that is known.
    """

    names_people: ClassVar[bool] = True
    pair: Pair
    player: Player
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    person: PersonId = ""

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """Who comes."""
        return (Newcomer(self.person or None, self.name),)


class Close(Event, tag="close", frozen=True, kw_only=True):
    """The pair closes: both its players are out of tiles (S25)."""

    costly: ClassVar[bool] = True

    pair: Pair


class End(Event, tag="end", frozen=True, kw_only=True):
    """Nobody can close; the game is ended by hand (S29). The referee may end it in the middle of a turn."""

    costly: ClassVar[bool] = True

    by: Literal["pairs", "referee"] = "pairs"

    @property
    def by_referee(self) -> bool:
        """Where it says so."""
        return self.by == "referee"


class Award(Event, tag="award", frozen=True, kw_only=True):
    """The referee awards the game to ``pair``, whatever the sums (null: to nobody, the game does not count)."""

    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True

    pair: Pair | None
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Racks(Event, tag="racks", frozen=True, kw_only=True):
    """The tiles left on both racks of ``pair`` (S27, S29), for instance ``"AÁB"``; empty where none is left."""

    pair: Pair
    tiles: Annotated[str, Meta(max_length=60)]


class Sign(Signature, tag="sign", frozen=True, kw_only=True):
    """The pair signs the result with its own button."""

    from_buttons: ClassVar[bool] = True

    pair: Pair


class Dispute(Event, tag="dispute", frozen=True, kw_only=True):
    """The pair does not agree with the result."""

    pair: Pair
    reason: Text = ""


class Reopen(ResultReopen, tag="reopen", frozen=True, kw_only=True):
    """A signed result is opened again, for a reason (S12). Version 0.1.0 took it back itself; such an undo names it."""

    decision: ClassVar[bool] = True


class Note(Event, tag="note", frozen=True, kw_only=True):
    """An infraction or a remark for the referee (S2, S5, S11): the rule it belongs to and words."""

    rule: Annotated[str, Meta(pattern="^S[0-9]{1,2}$")]
    pair: Pair | None = None
    text: Text = ""
