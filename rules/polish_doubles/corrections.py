"""A written move is put right (S12): its figures, its word and squares, and whether it laid tiles at all."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.game import Entry
from rules.message import Refusal
from rules.polish_doubles.events import Correct
from rules.polish_doubles.placing import NOWHERE, Placement, checked_at
from rules.polish_doubles.rows import JUDGED, EarlyState, Kind, Row, Turn
from rules.polish_doubles.sheet import check_bag, check_laid, checked_tiles, checked_word
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import CZECH
from rules.polish_doubles.turns import cross
from rules.scrabble import At, Board
from rules.vector import EMPTY


def may_correct(state: State) -> None:
    """S12: a figure is put right as long as the result is not signed."""
    if state.phase is Phase.SIGNED:
        raise Refusal("S12", "The result is signed; reopen it with a reason first.")
    if not state.written:
        raise Refusal("S12", "Nothing is written yet.")


def check_correct(state: State, entry: Entry, event: Correct) -> None:
    """S12, S28: that move is written, and has what is put right."""
    index, place = event.turn - 1, event.move - 1
    if not (index < len(state.turns) and place < len(state.turns[index].rows)):
        raise Refusal("S12", "Move {move} of turn {turn} is not written.", move=event.move, turn=event.turn)
    turn = state.turns[index]
    old = turn.rows[place]
    if old.kind is Kind.LOST:
        raise Refusal("S28", "This move was lost to the clock; there is nothing to correct.")
    if corrected_row(state, event).on_board is not old.on_board and is_judged(turn, place):
        raise Refusal("S12", "This move was judged; undo that first, or correct its word and points.")


def is_judged(turn: Turn, place: int) -> bool:
    """S16, S19: whether an objection was raised to the turn's move ``place``, or early judgement asked for."""
    early = place == 0 and turn.early not in (None, EarlyState.LAPSED)
    return early or turn.rows[place].fate in JUDGED or any(one.move == place + 1 for one in turn.objections)


def corrected_row(state: State, event: Correct) -> Row:
    """The row put right. Raises `Refusal` for a word or squares that cannot be, or wrong tiles (S3, S22)."""
    index, place = event.turn - 1, event.move - 1
    old = state.turns[index].rows[place]
    if event.points is None or (not old.on_board and isinstance(event.word, UnsetType)):
        return row_without_points(state, event, old)
    if isinstance(event.points, UnsetType) and not old.on_board:
        raise Refusal("S22", "Say how many points the move brought.")
    word = old.word if isinstance(event.word, UnsetType) else checked_word(event.word)
    points = old.points if isinstance(event.points, UnsetType) else event.points
    row = replace(old, kind=Kind.WORD if word else Kind.POINTS, word=word, points=points)
    if not isinstance(event.tiles, UnsetType) or word != old.word or not old.on_board:
        tiles, declared = checked_tiles(event.tiles, word)
        row = replace(row, tiles=tiles, said=declared)
    row = replace(row, placement=Placement(corrected_at(state, event, row, old)))
    check_laid(state, (index, place), row)
    return row


def row_without_points(state: State, event: Correct, old: Row) -> Row:
    """The row put right as an exchange or a pass. Raises `Refusal` for a word (S12), or too few tiles (S24)."""
    tiles = event.tiles if isinstance(event.tiles, int) else 0
    stays = event.points is UNSET
    if event.word or isinstance(event.points, int) or isinstance(event.at, str) or (stays and old.kind is Kind.PASS):
        raise Refusal("S12", "An exchange or a pass has no word and no points.")
    if stays:
        return replace(old, tiles=tiles) if tiles else old
    kind = Kind.EXCHANGE if tiles else Kind.PASS
    if tiles and old.kind is not kind:
        check_bag(state.tally_before(event.turn - 1, event.move - 1).sure)
    return replace(old, kind=kind, points=0, word=None, tiles=tiles, said=False, placement=NOWHERE)


def correct(state: State, entry: Entry, event: Correct) -> State:
    """S12: a written move is put right; the old row stays among its versions. Announced wrongly it costs one cross."""
    index, place = event.turn - 1, event.move - 1
    turn = state.turns[index]
    old = turn.rows[place]
    row = replace(corrected_row(state, event), versions=old.versions.append(replace(old, versions=EMPTY)))
    wrong = event.announced and any(version.points != row.points for version in row.versions)
    row = replace(row, misannounced=old.misannounced or wrong)
    rows = (*turn.rows[:place], row, *turn.rows[place + 1 :])
    done = replace(state.with_remark(entry).with_turn(index, replace(turn, rows=rows)), signed=frozenset())
    costs = event.announced if state.setup.cross_per == "correction" else row.misannounced and not old.misannounced
    if costs and state.setup.points_misannounced == "correction_and_cross":
        return cross(done, turn.pair, entry.at)
    return done


def corrected_at(state: State, event: Correct, row: Row, old: Row) -> At | None:
    """Where the corrected ``row`` lies: where the event says, else where it lay. Raises `Refusal` if it cannot."""
    under, *also = state.boards_for(event.turn - 1, event.move - 1)
    try:
        return at_on(under.board, state, event, row, old)
    except Refusal:
        for board in also:
            return at_on(board.board, state, event, row, old)
        raise


def at_on(board: Board, state: State, event: Correct, row: Row, old: Row) -> At | None:
    """The same on a board."""
    if not isinstance(event.at, UnsetType):
        return checked_at(event.at, row.word, board, state.setup.board_notation)
    if old.placement.at is not None and row.word is not None and row.word != old.word:
        board.play(CZECH, old.placement.at, row.word)
    return None if row.word is None else old.placement.at
