"""Putting right what stands on record: who took a piece, which piece was placed and where, what is left (P5-P9)."""

from __future__ import annotations

from dataclasses import replace

from rules.explain import quote
from rules.game import Entry
from rules.message import Refusal, msgs
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD
from rules.polyssimo.rounds import SIGNING, checked_cells, with_count
from rules.polyssimo.shapes import Shape
from rules.polyssimo.state import Phase, PlacedPiece, State


def may_correct(state: State) -> None:
    """P5: until the result is signed, once something was picked."""
    SIGNING.check_open(state)
    if not any(state.hands):
        raise Refusal("P5", "Nothing is picked yet.")


def check_correct(state: State, entry: Entry, event: e.Correct) -> None:
    """P5-P9: one of three things, and another one than stands there."""
    correct(state, event)


def on_correct(state: State, entry: Entry, event: e.Correct) -> State:
    """One of three things is put right; what was signed by one side has to be signed again."""
    return replace(correct(state, event).with_remark(entry), signed=frozenset())


def correct(state: State, event: e.Correct) -> State:
    """The game put right. Raises `Refusal`."""
    if sum(one is not None for one in (event.taken, event.place, event.left)) != 1:
        raise Refusal("", "Say what is put right: a piece that was taken, a placement, or what is left.")
    if event.left is not None:
        return counted_again(state, event.left, event.last)
    if event.place is not None:
        return placed_otherwise(state, event.place, event.piece, event.cells)
    assert event.taken is not None
    return exchange(state, event.taken, event.piece)


def exchange(state: State, taken: str, piece: str | None) -> State:
    """P2, P5, P6: a piece that was tapped and the one that was meant change places."""
    for name in (taken, piece):
        if name is None or name not in state.pieces:
            raise Refusal("P2", "There is no piece {piece}.", piece=quote(name or ""))
    assert piece is not None
    if taken in state.middle:
        raise Refusal("P5", "Nobody has taken piece {piece}.", piece=taken)
    if owner(state, taken) == owner(state, piece):
        raise Refusal("P5", "Pieces {one} and {other} lie with the same player.", one=taken, other=piece)
    for one in state.placed:
        if one.piece in (taken, piece):
            raise Refusal("P6", "Piece {piece} is placed; first put that right.", piece=one.piece)
    other = {taken: piece, piece: taken}
    return resume(replace(state, hands=tuple(tuple(other.get(name, name) for name in hand) for hand in state.hands)))


def owner(state: State, piece: str) -> int | None:
    """Who has picked the piece; None while it lies in the middle."""
    return next((seat for seat in state.seats if piece in state.hands[seat]), None)


def placed_otherwise(state: State, number: int, piece: str | None, names: tuple[str, ...]) -> State:
    """P6, P7: a placement was another piece of the same player, or lies elsewhere.

    On the device's board somebody may have room again; who stood aside before stays aside (P8).
    """
    if number > len(state.placed):
        text = msgs(
            "There is no placement {number}; {n} is recorded.",
            "There is no placement {number}; {n} are recorded.",
            len(state.placed),
            number=number,
        )
        raise Refusal("P6", text)
    old = state.placed[number - 1]
    lifted = without(state, number)
    if piece is None or piece not in lifted.in_hand(old.seat):
        raise Refusal(
            "P6",
            "Piece {piece} is not in front of {name}.",
            piece=quote(piece or ""),
            name=state.setup.players[old.seat],
        )
    cells: Shape = ()
    if state.on_board:
        cells = checked_cells(lifted, piece, names)
    elif names:
        raise Refusal("P7", "This game only counts the pieces; it has no board for cells.")
    if (piece, cells) == (old.piece, old.cells):
        raise Refusal("P6", "Placement {n} is like that already.", n=number)
    new = PlacedPiece(old.seat, piece, cells)
    placed = (*state.placed[: number - 1], new, *state.placed[number:])
    return resume(replace(state, placed=placed, free=lifted.free & ~BOARD.mask(cells)))


def without(state: State, number: int) -> State:
    """The game as if placement ``number`` (from 1) had been taken off the board."""
    old = state.placed[number - 1]
    placed = (*state.placed[: number - 1], *state.placed[number:])
    return replace(state, placed=placed, free=state.free | BOARD.mask(old.cells))


def resume(state: State) -> State:
    """P8, P9: whether the game is over now; on the device's board a correction may bring or take away room."""
    if not state.on_board or state.phase is Phase.PICKING:
        return state
    if not any(state.can_place(seat) for seat in state.seats):
        return replace(state, phase=Phase.RESULT)
    if state.phase is Phase.RESULT:
        last = state.last_placer
        return replace(state, phase=Phase.PLACING, turn=state.after(state.turn if last is None else last))
    return state


def counted_again(state: State, left: tuple[int, ...], last: int | None) -> State:
    """P9: the table counted what is left; it replaces what was tapped or counted before."""
    if state.phase is not Phase.RESULT:
        raise Refusal("P9", "There is no result to put right yet.")
    if state.on_board:
        raise Refusal("P9", "This game is played on the board, and the board knows the result.")
    if last is None:
        raise Refusal("P9", "Say who placed last.")
    if state.counted_result is not None and (left, last - 1) == (state.counted_result.left, state.counted_result.last):
        raise Refusal("P9", "The result is like that already.")
    # What was tapped is in doubt: only the shares bind the new count.
    fresh = replace(state, placed=(), aside=frozenset(), counted_result=None, phase=Phase.PLACING)
    after = with_count(fresh, left, last)
    return replace(after, placed=state.placed, aside=state.aside)
