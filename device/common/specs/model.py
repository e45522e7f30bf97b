"""What a game says of itself for statistics, what of one game is kept, and its sheet for a telephone."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from device.common.i18n import tr
from rules.game import ReportTable
from rules.history import History
from rules.message import Message

Parts = tuple[int, int]
"""A figure of one game as a numerator and a denominator, which add up over games: points of so many turns."""


class FigureKind(enum.Enum):
    """What a figure's two parts are, and how it is written.

    RATE: a sum of so many, to one decimal. TIME: ns of so many turns. COUNT: a number, of so many games. OF: so many of
    so many. MONEY: sixtieths of a haléř, of so many games; the sum is written.
    """

    RATE = "rate"
    TIME = "time"
    COUNT = "count"
    OF = "of"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a game counts; ``full`` is the key of the one that is the whole of its bar (a turn's limit)."""

    key: str
    name: Message
    kind: FigureKind
    full: str = ""


class Best(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A move worth remembering: its points, its word, and who of a pair laid it; ``""`` where that is not known."""

    points: int
    text: str
    by: str = ""


class Share(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one game brought one who sat there: a person, or a pair with the names of its ``people``.

    ``ids`` are those of the people (`rules.people`), of the person alone where there is no pair; ``""`` for none.
    ``won`` is 1, a part of it where the win is shared, or 0; None where nobody can win. ``figures`` by their keys.
    """

    name: str
    people: tuple[str, ...] = ()
    won: float | None = None
    figures: dict[str, Parts] = {}
    best: tuple[Best, ...] = ()
    ids: tuple[str, ...] = ()


class PlayedGame(NamedTuple):
    """What is played: a game by its word, and the variant that the word does not say (`rules.game.Game.variant`).

    An empty variant stands for all of them, an empty word for all games.
    """

    key: str = ""
    variant: str = ""

    def includes(self, other: PlayedGame) -> bool:
        """Whether ``other`` is that game, or one of those."""
        return self.key in ("", other.key) and self.variant in ("", other.variant)


class GameLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game: its number in the journal, the journal's label of its beginning, its word, everybody's share, and the
    variant that was played.

    Without shares it does not count (yet): it is not signed, or cannot be read.
    """

    id: int
    created: str
    key: str
    shares: tuple[Share, ...] = ()
    variant: str = ""

    @property
    def game(self) -> PlayedGame:
        """What was played."""
        return PlayedGame(self.key, self.variant)


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a game counts. ``bars`` are the keys of up to two figures that a row shows as bars, ``cards`` of those that
    stand below as cards.
    """

    figures: tuple[Figure, ...]
    bars: tuple[str, ...]
    cards: tuple[str, ...]
    best: Message | None = None
    """What the best moves are called; None for a game that knows none."""

    @property
    def by_key(self) -> Mapping[str, Figure]:
        """The figures by their keys."""
        return {figure.key: figure for figure in self.figures}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together; ``head`` stands above them again where they go on in another part."""

    head: str
    lines: tuple[str, ...]


PocketSheet = Callable[[History], Sequence[Block]]
"""The lines of a game's sheet, as short as they can be understood."""


def table_block(table: ReportTable) -> Block:
    """A table of a report: a line a row, its cells between strokes; struck rows in brackets."""
    names = "|".join(tr(column) for column in table.columns)
    lines = []
    for row in table.lines:
        text = "|".join(tr(cell) for cell in row.cells).rstrip("|")
        lines.append(f"({text})" if row.struck else text)
    return Block(f"{tr(table.title)}\n{names}", tuple(lines))
