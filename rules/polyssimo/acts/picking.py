"""Acts of Polyssimo by which the pieces are shared: picked in turn, or taken as agreed (P3-P5, P10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act
from rules.explain import quote
from rules.message import Message, Refusal, msg
from rules.needs import Button
from rules.polyssimo.state import LEAST, Phase, Player, State

PieceName = Annotated[str, Meta(min_length=1, max_length=3)]


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


class Pick(PickingAct, frozen=True, kw_only=True):
    """A player takes a piece from the middle (P5); ``player`` is needed only where pieces are shared by agreement."""

    cites = "P5"
    piece: PieceName
    player: Player | None = None

    def describe(self) -> Message:
        """Which piece, and who took it."""
        return msg("pick: {piece} ({who})", piece=self.piece, who=who(self.player))

    def check(self, state: State) -> None:
        """P2, P3, P5, P10: a piece that lies in the middle, and the player on turn."""
        self.apply(state)

    def apply(self, state: State) -> State:
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
