"""A game of Kouřící kočka: what it begins with, its state, and what can be read off it.

Seats are ``"A"`` to ``"D"`` on record, clockwise, and 0 to 3 in the state.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from types import MappingProxyType
from typing import Literal

from rules.game import Entry, Event, Name, RoundNumber, Setup, Side, TableName, Text
from rules.options.kourici_kocka import KockaOptions
from rules.people import Person, PersonIds
from rules.vector import EMPTY, Vector

Seat = Literal["A", "B", "C", "D"]
SEAT: tuple[Seat, Seat, Seat, Seat] = ("A", "B", "C", "D")
SIDE_SEATS: Mapping[Side, str] = MappingProxyType({"A": "A + B", "B": "C + D"})
"""What people call the sides: by the seats beside them, because seat B does not sit at side B."""
INDEX = {seat: number for number, seat in enumerate(SEAT)}


class KockaSetup(KockaOptions, Setup, tag="kourici_kocka", frozen=True, kw_only=True, omit_defaults=True):
    """Four players in the order of their seats, the word that is played for, and the rule options this game froze.

    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    """

    players: tuple[Name, Name, Name, Name]
    word: Name
    title: Text = ""
    round: RoundNumber = 0
    table: TableName = ""
    people: PersonIds = ()


def seat_number(seat: Seat | None) -> int | None:
    """A seat on record as the state has it, from 0."""
    return None if seat is None else INDEX[seat]


class Phase(enum.Enum):
    """How far the round is; OVER: somebody has the whole word."""

    DEAL = "deal"
    PASSING = "passing"
    PLAY = "play"
    TIED = "tied"
    OVER = "over"
    SIGNED = "signed"


def letters_of(word: str, ch_is_one: bool) -> tuple[str, ...]:
    """The letters of the word without spaces; "CH" is one where that was agreed (K5).

    What nobody could see or read out is no letter; a mark above a letter belongs to it, however the text encodes it.

    >>> letters_of("moc hezký chrt", ch_is_one=True)
    ('M', 'O', 'C', 'H', 'E', 'Z', 'K', 'Ý', 'CH', 'R', 'T')
    """
    letters: list[str] = []
    before = ""
    for char in unicodedata.normalize("NFC", word.upper()):
        if unicodedata.combining(char) and letters:
            letters[-1] += char
        elif char.isprintable() and not char.isspace():
            if ch_is_one and char == "H" and before == "C":
                letters[-1] = "CH"
            else:
                letters.append(char)
        before = char
    return tuple(letters)


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: who dealt and led, how it was recorded, who lost it (None: played again).

    ``fine``: the loss costs a letter. ``letter`` is the one it cost; None also where the word was complete before.
    ``corrected``: it was put right afterwards.
    """

    dealer: int
    leader: int
    loser: int | None
    how: str
    points: tuple[int, ...] | None = None
    letter: str | None = None
    fine: bool = True
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """A tied round that waits for the table: its counts, and the proposed loser (None: to be played again or voted)."""

    points: tuple[int, ...]
    tied: tuple[int, ...]
    proposed: int | None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something for people to read: game time, round (from 1), who dealt it, and the event."""

    at: int
    round: int
    dealer: int
    event: Event


@dataclass(frozen=True, slots=True)
class State:
    """The whole game; seats are 0 to 3.

    ``ready`` are the sides that have passed their cards, ``halted`` the side that stopped the game, ``misdeals`` how
    many there were in this deal (or game, ``misdeal_count``), ``fined`` whether one cost the dealer a letter in this
    round, ``banned`` the seats that wait for a substitute, ``expelled`` the names that may not come back. ``misdealt``
    are the letters for misdeals: after how many finished rounds, and which seat got one (K8). ``people`` are the people
    behind the names, ``gone`` those whose seats others have taken (K17).
    """

    setup: KockaSetup
    letters: tuple[str, ...]
    people: tuple[Person, ...]
    phase: Phase = Phase.DEAL
    dealer: int = 0
    got: tuple[int, int, int, int] = (0, 0, 0, 0)
    rounds: Vector[Round] = EMPTY
    ready: frozenset[Side] = frozenset()
    halted: Side | None = None
    misdeals: int = 0
    fined: bool = False
    tie: Tie | None = None
    banned: frozenset[int] = frozenset()
    expelled: frozenset[str] = frozenset()
    remarks: Vector[Remark] = EMPTY
    misdealt: Vector[tuple[int, int]] = EMPTY
    signed: frozenset[str] = frozenset()
    gone: tuple[Person, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in each seat."""
        return tuple(person.name for person in self.people)

    @property
    def leader(self) -> int:
        """Who leads to the first trick: the dealer's left neighbour (K9)."""
        return (self.dealer + 1) % 4

    @property
    def loser(self) -> int | None:
        """Who completed the word first and lost the game (K5); None while nobody has."""
        return next((seat for seat, count in enumerate(self.got) if count >= len(self.letters)), None)

    def collected_letters(self, seat: int) -> str:
        """The letters that a seat has collected."""
        return "".join(self.letters[: self.got[seat]])

    def with_remark(self, entry: Entry) -> State:
        """The game with the entry's event among the remarks."""
        return replace(
            self, remarks=self.remarks.append(Remark(entry.at, len(self.rounds) + 1, self.dealer, entry.event))
        )

    def with_round(self, round_: Round) -> State:
        """The game with a round after the others, and the letter that it cost; with the last one it is over (K5)."""
        if round_.loser is None or not round_.fine:
            return replace(self, rounds=self.rounds.append(round_))
        letter = self.letters[self.got[round_.loser]]
        return replace(self, rounds=self.rounds.append(replace(round_, letter=letter))).with_letter(round_.loser)

    def with_letter(self, seat: int) -> State:
        """The game with the next letter for ``seat``; with the last one it is over (K5)."""
        a, b, c, d = (count + (number == seat) for number, count in enumerate(self.got))
        over = max(a, b, c, d) >= len(self.letters)
        return replace(self, got=(a, b, c, d), phase=Phase.OVER if over else self.phase)

    def with_letters_recounted(self) -> State:
        """The letters as rounds and misdeals give them, in the order in which they happened (K5, K8): for a correction.

        With the last letter of the word the game is over; whatever was played after that costs nothing.
        """
        got, rounds = [0, 0, 0, 0], self.rounds
        losses = [(2 * number + 1, round_.loser) for number, round_ in enumerate(rounds) if round_.fine]
        losses += [(2 * after, seat) for after, seat in self.misdealt]
        letters: dict[int, str] = {}
        for place, seat in sorted(losses, key=itemgetter(0)):
            if seat is not None and max(got) < len(self.letters):
                letters[place] = self.letters[got[seat]]
                got[seat] += 1
        for number, round_ in enumerate(rounds):
            if round_.letter != (letter := letters.get(2 * number + 1)):
                rounds = rounds.put(number, replace(round_, letter=letter))
        a, b, c, d = got
        phase = Phase.OVER if max(got) >= len(self.letters) else self.phase
        return replace(self, got=(a, b, c, d), rounds=rounds, phase=phase)
