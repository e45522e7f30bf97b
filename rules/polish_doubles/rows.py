"""What is written on the scoresheet: a move's row, and the turn that it belongs to. Frozen values."""

from __future__ import annotations

import enum

from msgspec import Struct

from rules.message import Message, msg
from rules.polish_doubles.placing import NOWHERE, Placement, place_move
from rules.polish_doubles.tiles import RACK
from rules.scrabble import Board
from rules.vector import EMPTY, Vector


class Kind(enum.Enum):
    """What a written move was. LOST: never announced in an overrun turn (S28)."""

    WORD = "word"
    POINTS = "points"
    EXCHANGE = "exchange"
    PASS = "pass"
    LOST = "lost"


class Fate(enum.Enum):
    """What became of a move: it stands, was judged, or was lost to the clock."""

    STANDS = "stands"
    VALID = "valid"
    INVALID = "invalid"
    BUILDS_ON = "builds_on"
    LOST = "lost"


WORDLESS = {Kind.POINTS: msg("no word"), Kind.PASS: msg("pass"), Kind.LOST: msg("over time")}
"""What stands in place of a word."""
LAYING = (Kind.WORD, Kind.POINTS)
"""Moves that lay tiles."""
STANDING = (Fate.STANDS, Fate.VALID)
"""What becomes of a move that counts."""
JUDGED = (Fate.VALID, Fate.INVALID, Fate.BUILDS_ON)
"""What a verdict makes of a move."""


class EarlyState(enum.Enum):
    """Early judgement of a turn's first move (S19)."""

    ASKED = "asked"
    ACCEPTED = "accepted"
    VALID = "valid"
    INVALID = "invalid"
    LAPSED = "lapsed"


class Bounds(Struct, frozen=True, gc=False):
    """A number of tiles as far as it is known for certain: at least ``least``, at most ``most``."""

    least: int
    most: int

    @property
    def exact(self) -> bool:
        """Whether it is known exactly."""
        return self.least == self.most

    @property
    def text(self) -> str:
        """The number, exactly or at least."""
        return str(self.most) if self.exact else f"≥ {max(0, self.least)}"


class Row(Struct, frozen=True, gc=False):
    """A written move. ``points`` as announced, ``tiles`` laid (None: not known) or exchanged, ``n`` its entry.

    ``said``: people entered how many tiles they laid; otherwise ``tiles`` is the word's length, which is the most that
    they can have laid, for a word may use letters that lie on the board.
    ``in_time`` says whether its announcement is known to lie within the limit (None: not known). ``versions`` are
    the row as it stood before each correction. ``misannounced``: people said that its points were announced wrongly.
    ``placement`` is where it lies on the board, as far as that is known.
    """

    kind: Kind
    n: int
    points: int = 0
    word: str | None = None
    tiles: int | None = 0
    said: bool = False
    player: int | None = None
    fate: Fate = Fate.STANDS
    in_time: bool | None = None
    versions: Vector[Row] = EMPTY
    misannounced: bool = False
    placement: Placement = NOWHERE

    @property
    def label(self) -> Message | str:
        """Its word, or what it was without one."""
        if self.kind is Kind.EXCHANGE:
            return msg("exchange: {n}", n=self.tiles)
        return self.word or "" if self.kind is Kind.WORD else WORDLESS[self.kind]

    @property
    def on_board(self) -> bool:
        """Whether it is a move that lays tiles."""
        return self.kind in LAYING

    @property
    def exact(self) -> bool:
        """Whether it is known how many tiles it laid: people entered it, or the squares give it."""
        return (self.said and self.tiles is not None) or self.placement.tile_count is not None

    @property
    def tiles_laid(self) -> int | None:
        """Tiles laid or exchanged, by the squares where they are known; otherwise `tiles`."""
        return self.tiles if self.placement.tile_count is None else self.placement.tile_count

    @property
    def board_points(self) -> int | None:
        """What the board counts, where that is known and differs from the points that were announced (S12)."""
        computed = self.placement.points
        return None if computed == self.points or self.kind is Kind.LOST else computed

    @property
    def counts(self) -> bool:
        """Whether the move stands (its tiles lie on the board, its points count)."""
        return self.fate in STANDING

    @property
    def score(self) -> int:
        """What the move brings."""
        return self.points if self.counts else 0

    @property
    def tiles_gone(self) -> int | None:
        """Tiles that left the racks for good; None where that is not known."""
        if not self.counts or not self.on_board:
            return 0
        return self.tiles_laid

    @property
    def weight(self) -> tuple[int | None, bool, str | None]:
        """All that bag and racks depend on."""
        return self.tiles_gone, self.exact, self.word

    def bounds(self, on_board: int) -> Bounds:
        """Tiles that left the racks for good, where at most ``on_board`` lay on the board before."""
        if self.tiles_gone == 0 or self.exact:
            return Bounds(self.tiles_gone or 0, self.tiles_gone or 0)
        letters = min(len(self.word or ""), RACK)
        return Bounds(max(1, letters - on_board), letters or RACK)


class ObjectionNote(Struct, frozen=True, gc=False):
    """An objection to move ``move`` (1 or 2) and its verdict (None: being judged)."""

    move: int
    valid: bool | None = None


class Turn(Struct, frozen=True, gc=False):
    """A turn of pair ``pair``: ``moves`` due (0 to 2) and the rows written so far.

    ``struck`` says why the rest of its rows is struck: ``"opening"`` (S6), ``"out"`` (S26), ``"cross"`` (S15) or
    ``"referee"`` (the referee ended the game).
    ``acted`` is set by the pair's first recorded act. ``announced`` is when each move was announced, as time used.
    ``overrun_open``: past the limit, and people have not confirmed yet what stands (S28). ``confirmed`` is what they
    confirmed of each move, written or not. ``yields``: struck by a player being out whose move was found invalid since;
    a second row written all the same shows that this player holds tiles again (S26).
    """

    pair: int
    moves: int
    struck: str = ""
    rows: tuple[Row, ...] = ()
    acted: bool = False
    pressed: bool = False
    announced: tuple[int | None, ...] = ()
    early: EarlyState | None = None
    objections: tuple[ObjectionNote, ...] = ()
    settled: bool = False
    overrun: bool = False
    overrun_open: bool = False
    confirmed: tuple[bool, ...] = ()
    yields: bool = False

    @property
    def possible(self) -> int:
        """Moves that may be written at most."""
        return 2 if self.yields and self.struck == "out" and not self.pressed else self.moves

    @property
    def is_filled(self) -> bool:
        """Whether every move that is due is written."""
        return len(self.rows) >= self.moves

    @property
    def complete(self) -> bool:
        """Whether its total may appear: pressed, filled in, nothing about the clock left open (S22)."""
        return self.pressed and self.is_filled and not self.overrun_open

    @property
    def fell_later(self) -> bool:
        """Whether its first move was found invalid after the second was played on the board with it (S17).

        Judged early (S19), it was taken off before.
        """
        return bool(self.rows) and self.rows[0].fate is Fate.INVALID and self.early is not EarlyState.INVALID

    @property
    def judging(self) -> ObjectionNote | None:
        """The objection that waits for its verdict."""
        return next((objected for objected in self.objections if objected.valid is None), None)


def board_after(rows: tuple[Row, ...]) -> Board | None:
    """What lies after the rows of a turn; None where it has none."""
    return rows[-1].placement.board if rows else None


def place_row(before: Placement, row: Row, *, counts: bool) -> Placement:
    """Where the row lies after those that end with ``before``; it stays there where it ``counts``."""
    return place_move(before, row.placement.at, row.word, on_board=row.on_board, counts=counts)


def on_top(board: Board, there: Placement, row: Row) -> Board:
    """``board`` with the word of ``row``, where that counts; ``there`` is where it lay when it was played."""
    if not row.counts or not row.on_board:
        return board
    if there.play is None:
        return board.incomplete()
    alone = place_row(Placement(board=board), row, counts=True)  # people may have let it stand on tiles that fell
    return alone.board if alone.play is not None else board.lay(there.play)
