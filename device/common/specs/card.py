"""What the board shows of a game from afar, and what a finished game counts for: values of rules only, no drawing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from device.common import i18n
from device.common.specs.model import GameStatistics, Parts, Share
from rules.figures import ENGLISH
from rules.game import Progress
from rules.message import Message


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A player or a pair on a card: its name, or what is read in the place of one, what stands beside it, whether it is
    on move, and its colour (0 or 1)."""

    name: Message | str
    figure: Message | str | int
    on_move: bool = False
    won: bool = False
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class CardClock:
    """A clock: the name beside it, ``left`` ns at the game time it was asked for, whether it runs, and if it counts."""

    name: Message | str
    left: int
    running: bool
    spoiled: bool = False
    official: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A table in a glance. ``corner`` says how far the game is, ``foot`` what should be known of it besides.

    ``open`` is what has to be settled before there is a result (a dispute); the organiser looks for it.
    """

    progress: Progress
    corner: Message
    seats: tuple[CardSeat, ...]
    foot: Message | None = None
    open: Message | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What a finished game, or a round of it, brought a name: ``points`` to sum, ``won`` 1, ½ or 0, ``margin``.

    ``round`` is the round of the tournament where the game itself counts them, None where the organiser's does.
    ``person`` is the id of who it is, empty where nobody said or several play together. ``started``: who it was that
    made the first move, None where the game does not say.
    """

    name: str
    won: Fraction
    margin: Fraction
    points: Fraction
    round: int | None = None
    person: str = ""
    started: bool | None = None


@dataclass(frozen=True, slots=True)
class BoardTiles:
    """What lies on a table's board: ``rows`` from the top, a character a square, a space where none is known to lie.

    ``last`` are the squares of the last turn, row and column from 0. ``whole``: those of every move are known.
    ``premium`` has a character a square, too: ``d`` and ``t`` where a letter counts two and three times, ``D`` and
    ``T`` where a word does. ``names`` are those of the rows and of the columns.
    """

    rows: tuple[str, ...]
    premium: tuple[str, ...]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    last: frozenset[tuple[int, int]] = frozenset()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class RankingFigure:
    """A figure of the standings: its heading, and in words how it comes about."""

    name: Message
    explanation: Message


class BoardCard(ABC):
    """How a game's state is shown on the board and counted at an event. All methods are pure."""

    standing_by: str = "wins"
    """``"wins"``: by wins, then the sum of margins, then points. ``"sum"``: by points, then the last round (M31)."""
    one_loses: bool = False
    """Whether one loses and all others win: of four who are not two pairs, the one with the most points."""
    least: bool = False
    """Whether less of what is counted is better; then margins are below zero."""
    halves: bool = False
    """Whether points are wins: one for a win, a half for a draw."""
    columns: tuple[Message, Message]
    """Headings of the two figures of a standing."""
    ranking: Mapping[str, RankingFigure] = MappingProxyType({})
    """What figures of the standings are called in this game, by their word, where not as in others."""
    statistics: GameStatistics | None = None
    """What it counts for people and pairs; None: nothing."""

    @abstractmethod
    def card(self, state: Any) -> Card:
        """The table in a glance."""

    def clocks(self, state: Any, at: int) -> Sequence[CardClock]:
        """The table's clocks at game time ``at``, the official one marked; empty where none shows time."""
        return ()

    @abstractmethod
    def scores(self, state: Any) -> Sequence[Score]:
        """What is final: empty until people have signed it."""

    def label(self, score: Score) -> Message | str:
        """The name of a score as it is read."""
        return score.name

    def shares(self, state: Any) -> Sequence[Share]:
        """What the game brought everybody, for statistics; empty until it is final."""
        return [self.share(state, seat, score) for seat, score in enumerate(self.scores(state))]

    def share(self, state: Any, seat: int, score: Score) -> Share:
        """What it brought one of them."""
        return Share(score.name, (), float(score.won), self.counts(state, seat))

    def counts(self, state: Any, seat: int) -> dict[str, Parts]:
        """The figures of a seat or side by their keys (`GameStatistics`); none, unless a game counts some."""
        return {}

    def rounds(self, state: Any) -> Mapping[int, bool] | None:
        """The rounds of the tournament that were begun in this game, and whether each is signed.

        None for a game that is one round, and for one that does not know the tournament's numbers.
        """
        return None

    def figures(self, won: Fraction, margin: Fraction, points: Fraction) -> tuple[Message | str, Message | str]:
        """The two figures of a standing: wins and the sum of margins, unless a game says else."""
        return fraction_text(won), fraction_text(-margin) if self.least else signed_number(margin)

    def board_tiles(self, state: Any) -> BoardTiles | None:
        """What lies on the board of a table; None for a game without one, or where nobody said where anything lies."""
        return None

    def last_words(self, state: Any) -> Sequence[Sequence[tuple[str, int]]]:
        """For each seat the words of its last turn that was pressed, with their points, as its sheet has them."""
        return ()

    def result(self, score: Score) -> Message | str:
        """The one figure beside a name under the games that are finished: as in a standing, unless a game says else."""
        return self.figures(score.won, score.margin, score.points)[1]


def signed_number(value: Fraction | int, decimals: int = 0) -> str:
    """A difference with its sign, a real minus: ``+141``, ``−8``, ``0``."""
    return i18n.number(value, decimals, plus=True)


def fraction_text(value: Fraction) -> str:
    """Wins and the like: whole, with a half as ½, else to two decimals."""
    if value.denominator == 2:
        whole = int(abs(value))
        return f"{ENGLISH.minus if value < 0 else ''}{whole or ''}½"
    return i18n.number(value, 0 if value.denominator == 1 else 2)
