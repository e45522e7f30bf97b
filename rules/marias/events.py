"""A mariáš tournament in its own words: the setup of a table and everything that somebody can do at it.

Seats are ``"A"`` to ``"E"``, clockwise. Money is whole haléře (1 Kč = 100 h), times are seconds. Each class's tag is
its word in a record (docs/record.md).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from rules.clock.acts import Pause as Pause
from rules.clock.acts import Resume as Resume
from rules.game import Event, Setup
from rules.limits import BreakLength, Price, RoundLength
from rules.options.marias import MariasOptions
from rules.people import Newcomer, PersonIds, seat_people
from rules.signing import ResultSign

Seat = Literal["A", "B", "C", "D", "E"]
SEAT: tuple[Seat, Seat, Seat, Seat, Seat] = ("A", "B", "C", "D", "E")
MOST_DOUBT_S = 3600
"""The longest doubt after a power cut that a record says; one as long may be longer."""
INDEX = {seat: number for number, seat in enumerate(SEAT)}
Kind = Literal["hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"]
Fault = Literal["jumped", "unacknowledged", "claim", "other"]
"""What a renonc was: jumping ahead (M15), a commitment not acknowledged (M16), a false claim (M24), another (M25)."""

Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
Money = Annotated[int, Meta(ge=0, le=1_000_000)]
Level = Annotated[int, Meta(ge=0, le=6)]
RoundNumber = Annotated[int, Meta(ge=0, le=99)]
PairingId = Annotated[str, Meta(pattern=r"^([0-9a-f]{8,32})?\Z")]


class MariasSetup(MariasOptions, Setup, tag="marias", frozen=True, kw_only=True, omit_defaults=True):
    """Three to five players in the order of their seats, the tournament's terms, and the rule options this game froze.

    ``title`` is the event and ``table`` this table's name in it; empty where not given. ``round`` is the number that
    the tournament gives the first round here, 0 where not given: then it is the first one of the tournament, too.
    ``pairing`` is the id of the organiser's draw of that round, if there is one.
    """

    players: Annotated[tuple[Name, ...], Meta(max_length=5)]
    title: Text = ""
    table: Annotated[str, Meta(max_length=20)] = ""
    leader: Seat = "A"
    people: PersonIds = ()
    round: RoundNumber = 0
    pairing: PairingId = ""


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of an event."""


class Count(_Part, frozen=True, kw_only=True):
    """What a side took: aces, tens and the last trick; plain marriages; the trump marriage (M10)."""

    tens: Annotated[int, Meta(ge=0, le=9)]
    marriages: Annotated[int, Meta(ge=0, le=3)] = 0
    trump_marriage: bool = False

    @property
    def total(self) -> int:
        """In tens of points: a marriage is two, the trump marriage four."""
        return self.tens + 2 * self.marriages + 4 * self.trump_marriage


class Commitment(_Part, frozen=True, kw_only=True):
    """A commitment of a deal, its flek ``level`` (0 none, 1 flek, 2 re to 6 kajzr), and whether its side ``won`` it.

    ``count``: at a sto what its side took where it won, what the opponents took where it lost (M10); at hra what the
    winners of hra took where that makes a silent sto (M9).
    """

    kind: Kind
    level: Level = 0
    won: bool | None = None
    count: Count | None = None


class Renonc(_Part, frozen=True, kw_only=True):
    """Who made a renonc, and what it was (M14-M16, M24, M25)."""

    seat: Seat
    fault: Fault = "other"


class RoundTime(Event, tag="round_time", frozen=True, kw_only=True):
    """The organiser announces how long the coming rounds are (M3).

    ``followed``: it came over the network and not from the table, so undo steps over it.
    """

    seconds: RoundLength
    followed: bool = False

    @property
    def stays(self) -> bool:
        """Where it came over the network."""
        return self.followed


class BreakTime(Event, tag="break_time", frozen=True, kw_only=True):
    """The organiser sets how long the break before the coming round is (M2); ``followed`` as in a round time."""

    seconds: BreakLength
    followed: bool = False

    @property
    def stays(self) -> bool:
        """Where it came over the network."""
        return self.followed


class Seats(Event, tag="seats", frozen=True, kw_only=True):
    """Before a round the players change seats, or others sit down: ``players`` in the order of the seats (M31).

    A player is known by name, so somebody who stays keeps the name. ``leader`` writes the slip from now on; without it
    the same player does, or seat A where that one has gone. ``people`` are ids in the same order, where they are known.

    ``round``: the organiser drew them, for the tournament's round of that number. Then a player is known by the id
    where there is one, and called by the name given here from now on. ``pairing`` is the id of the organiser's draw.
    """

    names_people: ClassVar[bool] = True
    players: Annotated[tuple[Name, ...], Meta(max_length=5)]
    leader: Seat | None = None
    people: PersonIds = ()
    round: RoundNumber = 0
    pairing: PairingId = ""

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """Everybody who sits down, those who sat there before, too."""
        return tuple(Newcomer(person.id, person.name) for person in seat_people(self.players, self.people))


class StartRound(Event, tag="start_round", frozen=True, kw_only=True):
    """The round and its clock start; everybody lays down the stake (M1, M5)."""

    on_clocks: ClassVar[bool] = True


class Dealer(Event, tag="dealer", frozen=True, kw_only=True):
    """Who deals next; without it dealing goes on clockwise, from seat A."""

    seat: Seat


class Dealt(Event, tag="dealt", frozen=True, kw_only=True):
    """The next deal is in hand."""


class Deal(Event, tag="deal", frozen=True, kw_only=True):
    """A whole deal: who chose, who was called (None: played alone), what was promised and what came of it.

    ``void_flek``: a flek on hra came before the mandatory sto was declared and is void (M21). ``forgotten``: nothing
    had been chosen (M19). ``trhak``: a player who had to flek (M17). ``referee``: decided by the referee (M27).
    """

    costly: ClassVar[bool] = True

    chooser: Seat
    partner: Seat | None = None
    red: bool = False
    commitments: Annotated[tuple[Commitment, ...], Meta(max_length=4)] = (Commitment(kind="hra"),)
    void_flek: bool = False
    forgotten: bool = False
    trhak: Seat | None = None
    renonc: Renonc | None = None
    referee: bool = False

    @property
    def by_referee(self) -> bool:
        """Where it says so (M27)."""
        return self.referee


class Correct(Deal, tag="correct", frozen=True, kw_only=True):
    """Deal number ``of`` of this round is put right: everything as in a deal; the old one stays on record."""

    of: Annotated[int, Meta(ge=1, le=1000)]


class Annul(Event, tag="annul", frozen=True, kw_only=True):
    """A deal that nobody pays: misdealt, or not finished by the referee's decision (M27)."""

    costly: ClassVar[bool] = True

    reason: Text = ""
    referee: bool = False

    @property
    def by_referee(self) -> bool:
        """Where it says so (M27)."""
        return self.referee


class TopUp(Event, tag="top_up", frozen=True, kw_only=True):
    """A player adds ``amount`` haléře to a lost stake; the leading player notes it on the slip (M6)."""

    costly: ClassVar[bool] = True

    seat: Seat
    amount: Price


class Warn(Event, tag="warn", frozen=True, kw_only=True):
    """A player is warned (M4)."""

    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True

    seat: Seat
    reason: Text = ""


class Expel(Event, tag="expel", frozen=True, kw_only=True):
    """A player who was warned is expelled from the tournament (M4)."""

    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True

    seat: Seat


class RefereeCall(Event, tag="referee_call", frozen=True, kw_only=True):
    """The table calls the referee (M27)."""


class RefereeDone(Event, tag="referee_done", frozen=True, kw_only=True):
    """The referee has been."""


class Note(Event, tag="note", frozen=True, kw_only=True):
    """Something for the organiser to know: money not at the right hand (M7), a joint check of the tricks (M26)..."""

    rule: Annotated[str, Meta(pattern="^M[0-9]{1,2}$")]
    seat: Seat | None = None
    text: Text = ""


class RoundPowerLoss(Event, tag="power_loss", frozen=True, kw_only=True):
    """The device lost power: the clock stands, at most ``doubt_s`` seconds are not known."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True

    doubt_s: Annotated[float, Meta(ge=0, le=MOST_DOUBT_S)] = 1


class SetTime(Event, tag="set_time", frozen=True, kw_only=True):
    """The clock is set by the organiser's: ``remaining_s`` seconds of the round are left (M1).

    ``followed``: set by the organiser's clock over the network; else by the referee.
    """

    on_clocks: ClassVar[bool] = True

    remaining_s: Annotated[int, Meta(ge=0, le=6 * 3600)]
    followed: bool = False

    @property
    def stays(self) -> bool:
        """Where it came over the network."""
        return self.followed

    @property
    def by_referee(self) -> bool:
        """Where the referee said it."""
        return not self.followed


class EndRound(Event, tag="end_round", frozen=True, kw_only=True):
    """The last deal is written and play is over (M1); ``agreed``: before the time is up, by agreement of the table."""

    on_clocks: ClassVar[bool] = True
    costly: ClassVar[bool] = True

    agreed: bool = False


class EndTable(Event, tag="end_table", frozen=True, kw_only=True):
    """The table agrees that it was the last round, however many were announced; what was signed is the result (M1)."""

    costly: ClassVar[bool] = True


class Closing(Event, tag="closing", frozen=True, kw_only=True):
    """What a player has at the end of the round: ``coin`` in haléře, and ``tokens`` (M28, M29)."""

    seat: Seat
    coin: Money
    tokens: Annotated[int, Meta(ge=0, le=1000)]


class Sign(ResultSign, tag="sign", frozen=True, kw_only=True):
    """The slip is signed: ``"A"`` by the leading player, ``"B"`` by the others; with both it is locked (M6, M28)."""
