"""Acts of Polyssimo on its pieces: shared in turn or as agreed, then placed, until nobody can place more (P3-P10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act, DerivingAct
from rules.explain import quote
from rules.game import Entry
from rules.message import Message, Refusal, msg
from rules.needs import Button, Confirmation
from rules.polyssimo.board import BOARD, Square, as_text, cell_of, check_free, normal, same
from rules.polyssimo.state import LEAST, Phase, PlacedPiece, Player, State

PieceName = Annotated[str, Meta(min_length=1, max_length=3)]
CellName = Annotated[str, Meta(min_length=2, max_length=3)]
SOME_PIECE = msg("some piece")
"""A piece that was only counted."""
COUNTED_ONLY = msg("This game only counts the pieces; it has no board for cells.")
_OVER = "P9", msg("The game is over; undo to go on.")


def who(player: int | None) -> Message:
    """A player by number, or whoever was on turn."""
    return msg("player {n}", n=player) if player is not None else msg("on turn")


def seat_of(state: State, player: int) -> int:
    """P1: the seat of a player (from 0). Raises `Refusal`."""
    if player > len(state.setup.players):
        raise Refusal("P1", "There is no player {n}.", n=player)
    return player - 1


def seat_on_turn(state: State, player: int | None, rule: str) -> int:
    """The seat on turn. Raises `Refusal` where ``player`` names another one."""
    if player is not None and seat_of(state, player) != state.turn:
        raise Refusal(rule, "It is the turn of {name}.", name=state.setup.players[state.turn])
    return state.turn


class PickingAct(Act, frozen=True, kw_only=True):
    """An act on the way to shares of the pieces, possible until all are shared (P5)."""

    phases = (Phase.PICKING,)
    closed = dict.fromkeys((Phase.PLACING, Phase.RESULT, Phase.SIGNED), ("P5", msg("Picking is over.")))


class Pick(DerivingAct, PickingAct, frozen=True, kw_only=True):
    """A player takes a piece from the middle (P5); ``player`` is needed only where pieces are shared by agreement."""

    cites = "P5"
    piece: PieceName
    player: Player | None = None

    def describe(self) -> Message:
        """Which piece, and who took it."""
        return msg("pick: {piece} ({who})", piece=self.piece, who=who(self.player))

    def derive(self, state: State, entry: Entry) -> State:
        """P2, P3, P5, P10: the player on turn takes one piece, by agreement anybody; placing follows by itself (P6)."""
        seat = self._seat(state)
        if self.piece not in state.pieces:
            raise Refusal("P2", "There is no piece {piece}.", piece=quote(self.piece))
        if self.piece not in state.middle:
            raise Refusal("P3", "Piece {piece} does not lie in the middle any more.", piece=self.piece)
        hands = tuple((*hand, self.piece) if s == seat else hand for s, hand in enumerate(state.hands))
        after = replace(state, hands=hands, last_picker=seat)
        if state.is_agreed:
            return after if after.middle else begin_placing(after)
        follows = after.next_picker(seat)
        return begin_placing(after) if follows is None else replace(after, turn=follows)

    def _seat(self, state: State) -> int:
        """P10: who takes the piece: whoever is on turn, or who is named."""
        if self.player is None:
            if state.is_agreed:
                raise Refusal("P10", "The pieces are shared by agreement: say who takes the piece.")
            return state.turn
        return seat_of(state, self.player) if state.is_agreed else seat_on_turn(state, self.player, "P5")


class Begin(PickingAct, frozen=True, kw_only=True):
    """The pieces are shared as agreed; placing begins (P10)."""

    cites = "P10"
    words = msg("pieces shared, placing begins")
    button = Button(msg("Start placing"))

    def check(self, state: State) -> None:
        """P5, P10: after sharing by agreement, when nobody has too few pieces."""
        if not state.is_agreed:
            raise Refusal("P5", "Pieces are picked in turn; placing begins when all have their share.")
        if (name := too_few(state)) is not None:
            least = LEAST[len(state.setup.players)]
            raise Refusal(
                "P10", "{name} has too few pieces; with so many players the least is {least}.", name=name, least=least
            )

    def apply(self, state: State) -> State:
        """P10: what still lies in the middle is not used; the last who actually picked starts."""
        return begin_placing(state)


def too_few(state: State) -> str | None:
    """P10: the name of somebody with fewer pieces than anybody may have; None where there is none."""
    least = LEAST[len(state.setup.players)]
    return next((state.setup.players[seat] for seat in state.seats if len(state.hands[seat]) < least), None)


def begin_placing(state: State) -> State:
    """P6: the last who picked starts placing. Somebody may have too few where all pieces were shared out (P10)."""
    starter = state.last_picker
    assert starter is not None
    if (name := too_few(state)) is not None:
        least = LEAST[len(state.setup.players)]
        raise Refusal("P10", "That leaves {name} with too few pieces; the least is {least}.", name=name, least=least)
    return replace(state, phase=Phase.PLACING, turn=starter)


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
    need = Confirmation(
        msg("I can place nothing"),
        lambda state, at: Message("{name} places nothing more in this game. The others go on."),
        Message("Yes, {name} stands aside"),
        msg("for good"),
    )
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
