"""A game of Polish doubles as it stands: frozen values, and what can be read off them (bag, totals, turn order)."""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from rules.clock import DoubleClock
from rules.game import Entry, Event
from rules.polish_doubles.events import Award, DoublesSetup
from rules.polish_doubles.tiles import RACK, TILES, value_of
from rules.vector import EMPTY, Vector


class Phase(enum.Enum):
    """How far the game is."""

    DRAWING = "drawing"
    READY = "ready"
    PLAY = "play"
    CLOSING = "closing"
    ENDING = "ending"
    RESULT = "result"
    SIGNED = "signed"


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


class Row(Struct, frozen=True, gc=False):
    """A written move. ``points`` as announced, ``tiles`` laid (None: not known) or exchanged, ``n`` its entry.

    ``said``: people said how many tiles they laid; otherwise ``tiles`` is the word's length, which is the most that
    they can have laid, for a word may use letters that lie on the board.
    ``in_time`` says whether its announcement is known to lie within the limit (None: not known). ``versions`` are
    the row as it stood before each correction.
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
    versions: tuple[Row, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the move stands (its tiles lie on the board, its points count)."""
        return self.fate in (Fate.STANDS, Fate.VALID)

    @property
    def score(self) -> int:
        """What the move brings."""
        return self.points if self.counts else 0

    @property
    def laid(self) -> int | None:
        """Tiles that left the racks for good; None where that is not known."""
        if not self.counts or self.kind in (Kind.EXCHANGE, Kind.PASS, Kind.LOST):
            return 0
        return self.tiles

    def bounds(self, on_board: int) -> Bounds:
        """Tiles that left the racks for good, where at most ``on_board`` lay on the board before."""
        if self.laid == 0 or (self.said and self.tiles is not None):
            return Bounds(self.laid or 0, self.laid or 0)
        letters = min(len(self.word or ""), RACK)
        return Bounds(max(1, letters - on_board), letters or RACK)


class Objected(Struct, frozen=True, gc=False):
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
    objections: tuple[Objected, ...] = ()
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
    def filled(self) -> bool:
        """Whether every move that is due is written."""
        return len(self.rows) >= self.moves

    @property
    def complete(self) -> bool:
        """Whether its total may appear: pressed, filled in, nothing about the clock left open (S22)."""
        return self.pressed and self.filled and not self.overrun_open

    @property
    def judging(self) -> Objected | None:
        """The objection that waits for its verdict."""
        return next((objected for objected in self.objections if objected.valid is None), None)


class PressNote(Struct, frozen=True, gc=False):
    """A recorded press: entry, side, the turn (from 0) that ran, and whether it ended that turn."""

    n: int
    side: int
    turn: int
    ended: bool


class Remark(Struct, frozen=True, gc=False):
    """Something for people to read in the record: the game time and the event itself."""

    at: int
    turn: int
    event: Event


class BagCount(Struct, frozen=True, gc=False):
    """The bag held ``count`` before turn ``turn``'s rows from ``row`` on; every row before is drawn for."""

    count: int
    turn: int
    row: int


class OutNote(Struct, frozen=True, gc=False):
    """People declared in turn ``turn``, with entry ``n``, that a player is out of tiles (S26); which one, if they said.

    ``doubted``: a move written before was found invalid since, and it is not known whose tiles went back.
    """

    turn: int
    n: int
    player: int | None = None
    doubted: bool = False


class Flow(Struct, frozen=True, gc=False):
    """Tiles in the bag and on the two racks of each pair, by the scoresheet: a device without a board estimates them.

    ``bag`` and ``held`` are the estimates, every word counted in its whole length where nobody said how many tiles were
    laid; None where not even the word is known. ``bag_bounds`` and ``held_bounds`` are what is certain as long as the
    sheet and the counts are right; a pair that laid more than it can have held has fewer than none.
    """

    bag: int | None
    held: tuple[int | None, int | None]
    bag_bounds: Bounds
    held_bounds: tuple[Bounds, Bounds]


class State(Struct, frozen=True, gc=False):
    """The whole game. Pairs are 0 and 1, turns are counted from 0; the last turn is the open one.

    ``award`` is the referee's decision that stands above the sums.
    """

    setup: DoublesSetup
    clock: DoubleClock
    phase: Phase = Phase.DRAWING
    draws: tuple[tuple[str, str], ...] = ()
    starter: int | None = None
    turns: tuple[Turn, ...] = ()
    crosses: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (0, 0)
    outs: tuple[OutNote | None, OutNote | None] = (None, None)
    counts: tuple[BagCount, ...] = ()
    presses: Vector[PressNote] = EMPTY
    remarks: Vector[Remark] = EMPTY
    closer: int | None = None
    racks: tuple[str | None, str | None] = (None, None)
    award: Award | None = None
    signed: frozenset[int] = frozenset()
    disputes: tuple[tuple[int, str], ...] = ()

    @property
    def turn(self) -> Turn | None:
        """The open turn, None before the first press."""
        return self.turns[-1] if self.turns else None

    @property
    def judged_turn(self) -> int | None:
        """Index of the turn whose moves may still be objected to (S16), None where none is.

        It is the last one played, as long as nobody has acted in a later turn and it has not been let stand.
        """
        for index in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[index]
            if turn.pressed and turn.moves:
                return None if turn.settled else index
            if turn.acted:
                return None
        return None

    @property
    def judging(self) -> tuple[int, Objected] | None:
        """The turn and the objection that wait for a verdict."""
        for index, turn in enumerate(self.turns):
            if (objected := turn.judging) is not None:
                return index, objected
        return None

    @property
    def slot(self) -> tuple[int, int] | None:
        """Turn and row (from 0) that the next written move belongs to (S12: the sheet may be filled in late)."""
        for index, turn in enumerate(self.turns):
            if len(turn.rows) < turn.moves:  # `Turn.filled` without a call: this is asked for every move of a fold
                return index, len(turn.rows)
        return None

    def with_turn(self, index: int, turn: Turn) -> State:
        """The game with turn ``index`` in another state."""
        return replace(self, turns=(*self.turns[:index], turn, *self.turns[index + 1 :]))

    def remarked(self, entry: Entry) -> State:
        """The game with the entry's event among the remarks."""
        remark = Remark(entry.at, max(0, len(self.turns) - 1), entry.event)
        return replace(self, remarks=self.remarks.append(remark))

    def flow(self) -> Flow:
        """Tiles in the bag and on the racks, from the rows written so far (S23, S24).

        The bag's count already subtracts what a player who has laid tiles is owed. Each count on request says anew what
        lies in the bag; with tiles left in it all racks were full.
        """
        full, on_board = Bounds(2 * RACK, 2 * RACK), 0
        bag: int | None = TILES - 4 * RACK
        held: list[int | None] = [2 * RACK, 2 * RACK]
        sure, racks = Bounds(TILES - 4 * RACK, TILES - 4 * RACK), [full, full]
        counted = {(one.turn, one.row): one.count for one in self.counts}
        for index, turn in enumerate(self.turns):
            for place in range(len(turn.rows) + 1):
                if (index, place) in counted:
                    count = counted[index, place]
                    bag, sure = count, Bounds(count, count)
                    if count:
                        held, racks = [2 * RACK, 2 * RACK], [full, full]
                if place == len(turn.rows):
                    break
                row = turn.rows[place]
                laid, mine = row.laid, held[turn.pair]
                if laid == 0:
                    continue
                drawn = None if laid is None or bag is None else min(laid, bag)
                bag = None if drawn is None or bag is None else bag - drawn
                held[turn.pair] = None if None in (mine, laid, drawn) else mine - laid + drawn  # type: ignore[operator]
                gone, rack = row.bounds(on_board), racks[turn.pair]
                racks[turn.pair] = Bounds(
                    rack.least + min(0, sure.least - gone.most), rack.most + min(0, sure.most - gone.least)
                )
                sure = Bounds(max(0, sure.least - gone.most), max(0, sure.most - gone.least))
                on_board += gone.most
        return Flow(bag, (held[0], held[1]), sure, (racks[0], racks[1]))

    def settlement(self, pair: int) -> int:
        """What the racks bring or cost ``pair`` at the end (S27, S29); 0 before they are known."""
        if self.phase not in (Phase.RESULT, Phase.SIGNED):
            return 0
        if self.closer == pair:
            return value_of(self.racks[1 - pair] or "")
        return -value_of(self.racks[pair] or "")

    def totals(self) -> tuple[tuple[int | None, ...], ...]:
        """The total shown beside each row of each turn, None where none may be shown (S22, S19)."""
        shown: list[tuple[int | None, ...]] = []
        sums = [0, 0]
        known = [True, True]
        for turn in self.turns:
            known[turn.pair] = known[turn.pair] and (turn.complete or not turn.pressed)
            line: list[int | None] = []
            for place, row in enumerate(turn.rows):
                sums[turn.pair] += row.score
                last = turn.complete and place == len(turn.rows) - 1
                early = place == 0 and turn.early in (EarlyState.ACCEPTED, EarlyState.VALID, EarlyState.INVALID)
                line.append(sums[turn.pair] if known[turn.pair] and (last or early) else None)
            shown.append(tuple(line))
        return tuple(shown)

    @property
    def last_played(self) -> Turn | None:
        """The last turn that ended and had a move in it; None before the first."""
        return next((turn for turn in reversed(self.turns) if turn.pressed and turn.moves), None)

    def total(self, pair: int) -> int:
        """The pair's last total that may be shown, with the racks once they are settled."""
        total = 0
        for turn, line in zip(self.turns, self.totals(), strict=True):
            if turn.pair == pair:
                total = next((value for value in reversed(line) if value is not None), total)
        return total + self.settlement(pair)

    def out(self, pair: int) -> bool:
        """Whether one player of ``pair`` has no tiles left (S26)."""
        return self.outs[pair] is not None
