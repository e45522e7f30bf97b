"""Filling in the scoresheet: moves, exchanges, passes, the bag (S3, S7, S12, S13, S22-S24)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rules.game import Entry
from rules.message import Refusal, msgs
from rules.polish_doubles.bag import BagCount
from rules.polish_doubles.events import Bag, Exchange, Move, Note, Pass, RowEvent
from rules.polish_doubles.placing import NOWHERE, Placement, checked_at, place_move
from rules.polish_doubles.rows import Bounds, EarlyState, Kind, Row
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import RACK, TILES, word_of
from rules.polish_doubles.turns import announced_in_time, must_play, put, with_lost

EXCHANGE_NEEDS = 7
"""Tiles that an exchange needs in the bag (facts of S)."""

WHY_ONE = {"opening": "S6", "cross": "S15", "out": "S26"}
"""The rule by which a turn has one move, by why its second row is struck (`Turn.struck`)."""

Slot = tuple[int, int]
"""The place of a move: its turn and its row there, both from 0."""


def place_of(state: State, event: RowEvent) -> Slot:
    """S10, S19: the place of a row: in the turn that it names, past unfinished ones before it, else the next one.

    Raises `Refusal` where that place is gone. One before it in its turn that has become free is taken: the move is
    that turn's.
    """
    if event.turn is None:
        return free_slot(state)
    index = event.turn - 1
    if index >= len(state.turns):
        raise Refusal("S10", "It was written for turn {n}, which is not there any more.", n=event.turn)
    turn = state.turns[index]
    if turn.early is EarlyState.ASKED and index != len(state.turns) - 1:
        raise Refusal("S19", "First settle the early judgement.")
    place = len(turn.rows)
    if place >= max(turn.moves, turn.possible) or (event.place is not None and event.place <= place):
        raise Refusal("S10", "It was written for turn {n}, which has no place for it any more.", n=event.turn)
    return index, place


def free_slot(state: State) -> Slot:
    """S6, S8, S15, S19, S26: the next row of the earliest unfinished turn, in play. Raises `Refusal`.

    Rows of an overrun turn may be written before people confirm what stands, or after it (S28).
    """
    slot = state.free_place
    if slot is None:
        turn = state.turns[-1]
        if turn.moves == 1:
            raise Refusal(
                WHY_ONE.get(turn.struck, "S8"), "The only move of this turn is written; press the clock to end it."
            )
        raise Refusal("S8", "Both moves of this turn are written; press the clock to end it.")
    if state.turns[slot[0]].early is EarlyState.ASKED and slot[0] != len(state.turns) - 1:
        raise Refusal("S19", "First settle the early judgement.")
    return slot


def write(state: State, entry: Entry, row: Row, slot: Slot) -> State:
    """Put ``row`` into the free place ``slot``. Rows of the open turn are its pair's act; late ones are not."""
    index, place = slot
    turn = state.turns[index]
    open_turn = index == len(state.turns) - 1
    in_time = announced_in_time(turn, place, None, state.clock.limit)
    if (open_turn and state.clock.time_used(entry.at) <= state.clock.limit) or (turn.pressed and not turn.overrun):
        in_time = True
    rows = (*turn.rows, replace(row, in_time=in_time))
    if len(rows) > turn.moves:
        # S26: the second row of a player whose tiles went back; nobody is out any more, unless it was declared again.
        turn = replace(turn, moves=len(rows), struck="", yields=False)
        out = state.outs[turn.pair]
        state = replace(state.with_remark(entry), outs=put(state.outs, turn.pair, None if out and out.doubted else out))
    rows = with_lost(rows, turn.confirmed, entry.n)
    return state.with_turn(index, replace(turn, rows=rows, acted=turn.acted or open_turn))


def check_player(state: State, index: int, player: int | None) -> None:
    """S7: each partner plays one move of a double turn, where people say who played."""
    if player is not None and any(player == row.player for row in state.turns[index].rows):
        raise Refusal("S7", "Nobody plays both moves of a double turn; choose the other player.")


def checked_word(word: str | None) -> str | None:
    """The word in tiles, None for points without a word. Raises `Refusal` (S3)."""
    return None if word is None or not word.strip() else word_of(word)


def checked_tiles(tiles: int | UnsetType | None, word: str | None) -> tuple[int | None, bool]:
    """S3, S22: how many tiles were laid, at most the word's letters, and whether people entered that.

    Where they did not, the word's length stands for it: not known exactly, at most that many.
    """
    if tiles is UNSET:
        return min(len(word), RACK) if word else None, False
    assert not isinstance(tiles, UnsetType)
    if tiles is not None and word is not None and tiles > len(word):
        raise Refusal("S3", "{word} has no room for {tiles} tiles.", tiles=tiles, word=word)
    return tiles, tiles is not None


def check_move(state: State, entry: Entry, event: Move) -> tuple[Slot, Row]:
    """S3, S7, S12, S22: a move's word and points, or its points alone: its place and its row.

    Raises `Refusal` for a word or squares that cannot be, another number of tiles than theirs, or the same partner.
    """
    slot = place_of(state, event)
    word = checked_word(event.word)
    tiles, declared = checked_tiles(event.tiles, word)
    at = None
    if event.at is not None:
        at = checked_at(event.at, word, state.board_under(*slot).board, state.setup.board_notation)
    kind = Kind.WORD if word else Kind.POINTS
    row = Row(
        kind, entry.n, event.points, word, tiles, declared, event.player, placement=Placement(at) if at else NOWHERE
    )
    check_laid(state, slot, row)
    check_player(state, slot[0], event.player)
    return slot, row


def write_row(state: State, entry: Entry, written: tuple[Slot, Row]) -> State:
    """Put the row into its place (S12, S22)."""
    slot, row = written
    return write(state, entry, row, slot)


def check_laid(state: State, slot: Slot, row: Row) -> None:
    """S22: the number of tiles that people enter has to be the one that the squares give. Raises `Refusal`."""
    if row.placement.at is None or not row.said or row.tiles is None:
        return
    laid, *also = (
        place_move(one, row.placement.at, row.word, on_board=True, counts=True).tile_count
        for one in state.boards_for(*slot)
    )
    if laid is not None and row.tiles not in (laid, *also):
        text = msgs(
            "On these squares the move lays {n} tile, not {tiles}.",
            "On these squares the move lays {n} tiles, not {tiles}.",
            laid,
            tiles=row.tiles,
        )
        raise Refusal("S22", text)


def check_bag(bag: Bounds) -> None:
    """S24: judged on the bag as the moves before leave it; refused only where it is certain to be too small."""
    if bag.most >= EXCHANGE_NEEDS:
        return
    if bag.exact:
        raise Refusal("S24", "An exchange needs at least {need} tiles in the bag (now {bag}).", need=7, bag=bag.most)
    most = bag.most
    raise Refusal("S24", "An exchange needs at least {need} tiles in the bag (now at most {most}).", need=7, most=most)


def check_unobjected(state: State, slot: Slot) -> None:
    """S16: what the opponents object to is a move on the board, and is written as one. Raises `Refusal`."""
    if state.judging is not None and (state.judging[0], state.judging[1].move - 1) == slot:
        raise Refusal("S16", "This move was objected to; write its word and points, or take the objection back.")


def check_exchange(state: State, entry: Entry, event: Exchange) -> tuple[Slot, Row]:
    """S7, S24: the exchanged tiles go into the bag, as many come out: the move's place and its row."""
    slot = place_of(state, event)
    check_unobjected(state, slot)
    check_bag(state.flow().bag_bounds)
    check_player(state, slot[0], event.player)
    return slot, Row(Kind.EXCHANGE, entry.n, tiles=event.tiles, player=event.player)


def exchange(state: State, entry: Entry, written: tuple[Slot, Row]) -> State:
    """S24: the exchange, with bag and racks as far as they had to be counted for it."""
    slot, row = written
    return write(replace(state, tally=state.tally_until(slot[0])), entry, row, slot)


def check_pass(state: State, entry: Entry, event: Pass) -> tuple[Slot, Row]:
    """S7: a move without tiles: its place and its row."""
    slot = place_of(state, event)
    check_unobjected(state, slot)
    check_player(state, slot[0], event.player)
    return slot, Row(Kind.PASS, entry.n, player=event.player)


def may_count(state: State) -> None:
    """S24: a pair may have the bag counted while the game is played."""
    must_play(state)


def check_count(state: State, entry: Entry, event: Bag) -> None:
    """S24: what is left of the set once all have drawn."""
    if event.count > TILES - 4 * RACK:
        raise Refusal("S24", "The bag never holds more than {n} tiles once all have drawn.", n=TILES - 4 * RACK)


def bag(state: State, entry: Entry, event: Bag) -> State:
    """S24: the bag was counted. What the open turn has laid is not drawn for yet (S23)."""
    index = len(state.turns) - 1
    row = len(state.turns[index].rows) if state.setup.draw_when == "after_move" else 0
    return replace(state.with_remark(entry), counts=state.counts.append(BagCount(event.count, index, row)))


def note(state: State, entry: Entry, event: Note) -> State:
    """S2, S5, S11: an infraction is noted; the text names no penalty."""
    return state.with_remark(entry)
