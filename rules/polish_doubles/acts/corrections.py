"""A written move is put right (S12): its figures, its word and squares, and whether it laid tiles at all."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.acts import DerivingAct, Obstacle
from rules.game import Entry
from rules.message import Message, Refusal, msg, msgs
from rules.polish_doubles.acts.sheet import (
    Laid,
    Points,
    Squares,
    Word,
    check_bag,
    check_laid,
    checked_tiles,
    checked_word,
)
from rules.polish_doubles.acts.table import SEALED, MoveNumber, TurnNumber
from rules.polish_doubles.placing import NOWHERE, Placement, checked_at
from rules.polish_doubles.rows import JUDGED, EarlyState, Kind, Row, Turn
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import CZECH
from rules.polish_doubles.turns import cross
from rules.scrabble import At, Board
from rules.vector import EMPTY

NOTHING_WRITTEN = Obstacle("S12", msg("Nothing is written yet."), lambda state: not state.written)


class Correct(DerivingAct, frozen=True, kw_only=True):
    """A written move is put right (S12); what is left out stays. ``announced``: the figure was announced wrongly.

    ``at`` supplies the squares, or takes them back with null: then they are not known. With ``word`` (empty:
    not known) and ``points`` an exchange or a pass becomes a move on the board; ``points`` null makes the move an
    exchange of ``tiles``, or where none are said a pass.
    """

    cites = "S12"
    closed = {Phase.SIGNED: SEALED}
    unless = (NOTHING_WRITTEN,)
    turn: TurnNumber
    move: MoveNumber
    word: Word | UnsetType = UNSET
    points: Points | UnsetType | None = UNSET
    tiles: Laid | UnsetType | None = UNSET
    announced: bool = False
    at: Squares | UnsetType | None = UNSET

    def describe(self) -> Message:
        """Which move was put right, and what it is said to have been where it brought no points."""
        message = msg("correction of move {move} of turn {turn}", move=self.move, turn=self.turn)
        if self.points is not None:
            return message
        tiles = self.tiles if isinstance(self.tiles, int) else 0
        kind = msgs("exchange of {n} tile", "exchange of {n} tiles", tiles) if tiles else msg("pass")
        return msg("{correction}: {what}", correction=message, what=kind)

    def derive(self, state: State, entry: Entry) -> Row:
        """S12, S28: the row put right. Raises `Refusal` where that move is not written or cannot be put right so."""
        index, place = self.turn - 1, self.move - 1
        if not (index < len(state.turns) and place < len(state.turns[index].rows)):
            raise Refusal("S12", "Move {move} of turn {turn} is not written.", move=self.move, turn=self.turn)
        turn = state.turns[index]
        old = turn.rows[place]
        if old.kind is Kind.LOST:
            raise Refusal("S28", "This move was lost to the clock; there is nothing to correct.")
        row = self._with_points(state, old)
        if row.on_board is not old.on_board and is_judged(turn, place):
            raise Refusal("S12", "This move was judged; undo that first, or correct its word and points.")
        return row

    def apply_derived(self, state: State, entry: Entry, corrected: Row) -> State:
        """S12: the old row stays among the versions of the move. Announced wrongly it costs one cross."""
        index, place = self.turn - 1, self.move - 1
        turn = state.turns[index]
        old = turn.rows[place]
        row = replace(corrected, versions=old.versions.append(replace(old, versions=EMPTY)))
        wrong = self.announced and any(version.points != row.points for version in row.versions)
        row = replace(row, misannounced=old.misannounced or wrong)
        rows = (*turn.rows[:place], row, *turn.rows[place + 1 :])
        done = replace(state.with_remark(entry).with_turn(index, replace(turn, rows=rows)), signed=frozenset())
        costs = self.announced if state.setup.cross_per == "correction" else row.misannounced and not old.misannounced
        if costs and state.setup.points_misannounced == "correction_and_cross":
            return cross(done, turn.pair, entry.at)
        return done

    def _with_points(self, state: State, old: Row) -> Row:
        """The row put right. Raises `Refusal` for a word or squares that cannot be, or wrong tiles (S3, S22)."""
        if self.points is None or (not old.on_board and isinstance(self.word, UnsetType)):
            return self._without_points(state, old)
        if isinstance(self.points, UnsetType) and not old.on_board:
            raise Refusal("S22", "Say how many points the move brought.")
        word = old.word if isinstance(self.word, UnsetType) else checked_word(self.word)
        points = old.points if isinstance(self.points, UnsetType) else self.points
        row = replace(old, kind=Kind.WORD if word else Kind.POINTS, word=word, points=points)
        if not isinstance(self.tiles, UnsetType) or word != old.word or not old.on_board:
            tiles, declared = checked_tiles(self.tiles, word)
            row = replace(row, tiles=tiles, said=declared)
        row = replace(row, placement=Placement(self._placed(state, row, old)))
        check_laid(state, (self.turn - 1, self.move - 1), row)
        return row

    def _without_points(self, state: State, old: Row) -> Row:
        """The row put right as an exchange or a pass. Raises `Refusal` for a word (S12), or too few tiles (S24)."""
        tiles = self.tiles if isinstance(self.tiles, int) else 0
        stays = self.points is UNSET
        if self.word or isinstance(self.points, int) or isinstance(self.at, str) or (stays and old.kind is Kind.PASS):
            raise Refusal("S12", "An exchange or a pass has no word and no points.")
        if stays:
            return replace(old, tiles=tiles) if tiles else old
        kind = Kind.EXCHANGE if tiles else Kind.PASS
        if tiles and old.kind is not kind:
            check_bag(state.tally_before(self.turn - 1, self.move - 1).bag_bounds)
        return replace(old, kind=kind, points=0, word=None, tiles=tiles, said=False, placement=NOWHERE)

    def _placed(self, state: State, row: Row, old: Row) -> At | None:
        """Where the corrected ``row`` lies: where the event says, else where it lay. Raises `Refusal` if it cannot."""
        under, *also = state.boards_for(self.turn - 1, self.move - 1)
        try:
            return self._at(under.board, state, row, old)
        except Refusal:
            for board in also:
                return self._at(board.board, state, row, old)
            raise

    def _at(self, board: Board, state: State, row: Row, old: Row) -> At | None:
        """The same on a board."""
        if not isinstance(self.at, UnsetType):
            return checked_at(self.at, row.word, board, state.setup.board_notation)
        if old.placement.at is not None and row.word is not None and row.word != old.word:
            board.play(CZECH, old.placement.at, row.word)
        return None if row.word is None else old.placement.at


def is_judged(turn: Turn, place: int) -> bool:
    """S16, S19: whether an objection was raised to the turn's move ``place``, or early judgement asked for."""
    early = place == 0 and turn.early not in (None, EarlyState.LAPSED)
    return early or turn.rows[place].fate in JUDGED or any(objected.move == place + 1 for objected in turn.objections)
