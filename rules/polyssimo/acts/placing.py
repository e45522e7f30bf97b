"""Acts of Polyssimo by which the pieces are placed, until nobody can place another (P6-P8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act
from rules.explain import quote
from rules.message import Message, Refusal, msg
from rules.needs import Button
from rules.polyssimo.acts.picking import PieceName, seat_on_turn, who
from rules.polyssimo.board import BOARD, cell_of, check_free
from rules.polyssimo.shapes import Square, as_text, normal, same
from rules.polyssimo.state import Phase, PlacedPiece, Player, State

CellName = Annotated[str, Meta(min_length=2, max_length=3)]
SOME_PIECE = msg("some piece")
"""A piece that was only counted."""
COUNTED_ONLY = msg("This game only counts the pieces; it has no board for cells.")
_OVER = "P9", msg("The game is over; undo to go on.")


class PlacingAct(Act, frozen=True, kw_only=True):
    """An act of placing, possible after picking, until nobody can place anything (P6, P9)."""

    phases = (Phase.PLACING,)
    closed = {
        Phase.PICKING: ("P6", msg("All the pieces have to be picked first.")),
        Phase.RESULT: _OVER,
        Phase.SIGNED: _OVER,
    }


class Place(PlacingAct, frozen=True, kw_only=True):
    """The player on turn places a piece (P6, P7).

    On the device's board ``cells`` are what it covers. Where pieces are only counted there are no cells, and ``piece``
    may be left out: some piece was placed.
    """

    cites = "P6"
    ways = ()
    piece: PieceName | None = None
    cells: Annotated[tuple[CellName, ...], Meta(max_length=6)] = ()
    player: Player | None = None

    def describe(self) -> Message:
        """Which piece, and whose."""
        return msg("place: {piece} ({who})", piece=self.piece or SOME_PIECE, who=who(self.player))

    def check(self, state: State) -> None:
        """P6, P7, P9: a piece that lies before the player on turn; on the device's board free cells of its shape."""
        seat = seat_on_turn(state, self.player, "P6")
        if self.piece is not None:
            check_before(state, seat, self.piece)
        if state.on_board:
            checked_cells(state, self.piece, self.cells)
            return
        if self.cells:
            raise Refusal("P7", COUNTED_ONLY)
        if self.piece is None and state.setup.polyssimo_counts == "cells":
            raise Refusal("P9", "This game counts cells; say which piece was placed.")

    def apply(self, state: State) -> State:
        """P6, P7: the player on turn places a piece from before him."""
        cells = tuple(sorted({cell_of(name) for name in self.cells}))
        placed = PlacedPiece(state.turn, self.piece, cells)
        return _next_turn(replace(state, placed=(*state.placed, placed), free=state.free & ~BOARD.mask(cells)))


def check_before(state: State, seat: int, piece: str | None) -> None:
    """P6: a piece that lies before the player. Raises `Refusal`."""
    if piece is None or piece not in state.in_hand(seat):
        name = state.setup.players[seat]
        raise Refusal("P6", "Piece {piece} is not in front of {name}.", piece=quote(piece or ""), name=name)


def checked_cells(state: State, piece: str | None, names: tuple[str, ...]) -> tuple[Square, ...]:
    """P7: the cells that the piece covers, sorted. Raises `Refusal` where they are not free, or not its shape."""
    if piece is None or not names:
        raise Refusal("P7", "This game is played on the board: say which piece lies on which cells.")
    cells = tuple(sorted({cell_of(name) for name in names}))
    if not same(normal(cells), state.pieces[piece].shape):
        raise Refusal(
            "P7",
            "Those cells are not the shape of piece {piece}, turned or flipped: {shape}.",
            piece=piece,
            shape=as_text(state.pieces[piece].shape),
        )
    check_free(state.free, cells)
    return cells


class Stand(PlacingAct, frozen=True, kw_only=True):
    """The player on turn can place nothing and stands aside for good (P8)."""

    cites = "P8"
    costly = True
    button = Button(msg("I can place nothing"), msg("stands aside for good"))
    player: Player | None = None

    def describe(self) -> Message:
        """Who stands aside."""
        return msg("stands aside ({who})", who=who(self.player))

    def check(self, state: State) -> None:
        """P8: the player on turn, who can place nothing; where something fits, the device's board knows it."""
        if state.on_board and (piece := next((p for p in state.in_hand(state.turn) if state.fits(p)), None)):
            name = state.setup.players[state.turn]
            raise Refusal("P8", "{name} can still place something, for instance {piece}.", name=name, piece=piece)
        seat_on_turn(state, self.player, "P8")

    def apply(self, state: State) -> State:
        """P8: who can place nothing stands aside for good."""
        return _next_turn(replace(state, aside=state.aside | {state.turn}))


def _next_turn(state: State) -> State:
    """P8, P9: the next turn, or the end when nobody can place anything."""
    if not any(state.can_place(seat) for seat in state.seats):
        return replace(state, phase=Phase.RESULT)
    return replace(state, turn=state.after(state.turn))
