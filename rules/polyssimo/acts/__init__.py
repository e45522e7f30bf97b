"""Everything that somebody can do in a game of Polyssimo: here what is said of it, result, corrections, signatures.

What is done with the pieces is in `rules.polyssimo.acts.placing` (P5-P9).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act, DerivingAct, Obstacle
from rules.explain import quote
from rules.game import SIDES, Entry, Side, Text
from rules.message import Message, Refusal, msg, msgs
from rules.needs import CountedFigures, MenuEntry, OfSide, Question, Reply
from rules.polyssimo.acts.placing import COUNTED_ONLY, CellName, PieceName, check_before, checked_cells, seat_of
from rules.polyssimo.acts.placing import Begin as Begin
from rules.polyssimo.acts.placing import Pick as Pick
from rules.polyssimo.acts.placing import Place as Place
from rules.polyssimo.acts.placing import Stand as Stand
from rules.polyssimo.board import BOARD, HEXOMINO, KINDS, PENTOMINO, Shape
from rules.polyssimo.state import CountedResult, Phase, PlacedPiece, Player, State
from rules.signing import ResultDispute, ResultReopen, ResultSign, Signing
from rules.standard_acts import NoteAct

Count = Annotated[int, Meta(ge=0, le=132)]
REASONS: dict[str, Message] = {
    "wrong count": msg("wrong count"),
    "wrong piece": msg("wrong piece"),
    "referee": msg("the referee decided"),
}
"""Reasons to open a signed result again that screens offer; a record may give others in words."""
DISPUTES: dict[str, Message] = {
    "count": msg("what is left"),
    "last": msg("whose piece was the last"),
    "placed": msg("where a piece lies"),
    "other": msg("something else"),
}
"""What a side disagrees with that screens offer; a record may say it in words."""
INFRACTIONS: dict[str, Message] = {
    "P5": msg("picked out of turn"),
    "P6": msg("placed out of turn"),
    "P7": msg("moved a placed piece"),
    "P8": msg("placed after standing aside"),
}
"""What a note without words is about, by its rule."""

SIGNING = Signing(
    "P9",
    Phase.RESULT,
    Phase.SIGNED,
    sealed=msg("The result is signed."),
    unsigned=msg("The result is not signed yet; undo to change it."),
)
ENDED = "P9", msg("The game has a result; undo to change it.")
BOARD_KNOWS = "P9", msg("This game is played on the board, and the board knows the result.")
ON_BOARD = Obstacle(*BOARD_KNOWS, lambda state: state.on_board)
NOT_SHARED = Obstacle(
    "P10", msg("First share the pieces."), lambda state: state.phase is Phase.PICKING and state.is_agreed
)
NOTHING_PICKED = Obstacle("P5", msg("Nothing is picked yet."), lambda state: not any(state.hands))


class UntilSigned(Act, frozen=True, kw_only=True):
    """An act that is possible until both sides have signed (P9)."""

    closed = {Phase.SIGNED: ("P9", SIGNING.sealed)}


def _left_now(state: State, seat: int) -> int:
    """What the seat has left; where cells are counted and pieces are still picked, nobody knows yet."""
    unknown = state.setup.polyssimo_counts == "cells" and state.phase is Phase.PICKING
    return 0 if unknown else state.left(seat)


def _most_left(state: State, seat: int) -> int:
    """What the seat can have left at most; a result that is put right may be anything that the share allows."""
    pieces = state.share(seat) if state.phase is Phase.RESULT else state.pieces_left(seat)
    return pieces * HEXOMINO if state.setup.polyssimo_counts == "cells" else pieces


class Outcome(DerivingAct, frozen=True, kw_only=True):
    """How it ended, where nobody tapped along: what each player has ``left``, player 1 first, who placed last (P9)."""

    cites = "P9"
    phases = (Phase.PICKING, Phase.PLACING)
    closed = {Phase.RESULT: ENDED, Phase.SIGNED: ENDED}
    unless = (ON_BOARD, NOT_SHARED)
    costly = True
    menu = MenuEntry("cup", msg("Type the result"), msg("what each has left"))
    need = CountedFigures(
        lambda state: (
            msg("How many cells are left?")
            if state.setup.polyssimo_counts == "cells"
            else msg("How many pieces are left?")
        ),
        lambda state: (-5, -1, 1, 5) if state.setup.polyssimo_counts == "cells" else (-1, 1),
        _left_now,
        _most_left,
        "left",
        ("last", msg("placed last"), msg("Say who placed last.")),
        lambda state: state.setup.polyssimo_counts == "cells",
        lambda state, left: _last_to_place(_counted(state, left, 0)),
        msg("Write the result"),
        lambda state: Correct if state.phase is Phase.RESULT else Outcome,
    )
    left: Annotated[tuple[Count, ...], Meta(max_length=4)]
    last: Player

    def describe(self) -> Message:
        """What is left."""
        return msg("result: {left} left", left=_counts(self.left))

    def derive(self, state: State, entry: Entry) -> State:
        """P9: the game with its result as the table counted it; what contradicts itself is refused."""
        last = seat_of(state, self.last)
        if len(self.left) != len(state.setup.players):
            raise Refusal("P9", "There are {n} players; say what each has left.", n=len(state.setup.players))
        for seat in state.seats:
            _check_left(state, seat, self.left[seat])
        after = _counted(state, self.left, last)
        if state.setup.polyssimo_counts == "pieces":
            _check_last(after, last)
        return after


def _counted(state: State, left: tuple[int, ...], last: int) -> State:
    """The game with that result."""
    return replace(state, counted_result=CountedResult(left, last), phase=Phase.RESULT)


def _counts(left: tuple[int, ...]) -> str:
    return " : ".join(str(n) for n in left)


def _check_left(state: State, seat: int, left: int) -> None:
    """P8, P9: nobody has more left than before, who stands aside as many as then, and cells make up whole pieces."""
    name, now = state.setup.players[seat], state.pieces_left(seat)
    if state.setup.polyssimo_counts == "pieces":
        if left > now:
            raise Refusal("P9", "{name} cannot have {n} left, only {most} or fewer.", name=name, n=left, most=now)
        if seat in state.aside and left != now:
            raise Refusal("P8", "{name} stands aside with {n} left and has placed nothing since.", name=name, n=now)
        return
    fives, sixes, most = KINDS, KINDS, state.share(seat)
    if state.phase is Phase.PLACING:
        sizes = [state.pieces[piece].size for piece in state.in_hand(seat)]
        fives, sixes, most = sizes.count(PENTOMINO), sizes.count(HEXOMINO), len(sizes)
    if not any(
        PENTOMINO * five + HEXOMINO * six == left
        for five in range(fives + 1)
        for six in range(min(sixes, most - five) + 1)
    ):
        text = msgs(
            "{name} cannot have {n} cell left: no pieces of theirs add up to it.",
            "{name} cannot have {n} cells left: no pieces of theirs add up to it.",
            left,
            name=name,
        )
        raise Refusal("P9", text)


def _last_to_place(state: State) -> int | None:
    """P6, P9: who placed last by the counts of pieces and the order of turns; None where nobody placed.

    Players take turns and stand aside for good, so whoever placed most placed last, and among those who placed equally
    many the one whose turn comes later in a round. With equal shares that is the winner: a result in which the last
    placer does not win contradicts itself.
    """
    if not any(state.count_placed(seat) for seat in state.seats):
        return None
    return max(state.seats, key=state.latest)


def _check_last(state: State, last: int) -> None:
    """P9: a result says of who placed last what its counts say."""
    must = _last_to_place(state)
    if must is None:
        raise Refusal("P9", "Whoever placed last cannot have everything left.")
    if must != last:
        names = state.setup.players
        raise Refusal(
            "P9",
            "By these counts {must} placed last, not {said}: the result contradicts itself.",
            must=names[must],
            said=names[last],
        )


class Correct(DerivingAct, UntilSigned, frozen=True, kw_only=True):
    """What stands on record is put right where it stands, once the table agrees. It says one of three things.

    ``taken`` is really ``piece``: the two change places, whoever has them, or in the middle (P5). Placement number
    ``place`` (from 1) was really ``piece``, on ``cells`` where there is a board (P6, P7). ``left`` is what everybody
    has left as the table counted it, with who placed ``last``, whatever was tapped before (P9).
    """

    cites = "P5"
    unless = (NOTHING_PICKED,)
    noted = True
    ways = ()
    menu = MenuEntry("swap", msg("Mixed-up pieces"), msg("two change places"))
    taken: PieceName | None = None
    place: Annotated[int, Meta(ge=1, le=24)] | None = None
    piece: PieceName | None = None
    cells: Annotated[tuple[CellName, ...], Meta(max_length=6)] = ()
    left: Annotated[tuple[Count, ...], Meta(max_length=4)] | None = None
    last: Player | None = None

    def describe(self) -> Message:
        """Which of the three, and what it is now."""
        if self.left is not None:
            return msg("result put right: {left} left", left=_counts(self.left))
        if self.place is not None:
            return msg("placement {n} put right: {piece}", n=self.place, piece=self.piece or "–")
        return msg("{one} and {other} change places", one=self.taken or "–", other=self.piece or "–")

    def derive(self, state: State, entry: Entry) -> State:
        """P5-P9: one of three things is put right, and is another one than stood there. Raises `Refusal`."""
        if sum(part is not None for part in (self.taken, self.place, self.left)) != 1:
            raise Refusal("", "Say what is put right: a piece that was taken, a placement, or what is left.")
        if self.left is not None:
            return self._counted_again(state, entry, self.left)
        return self._exchanged(state, self.taken) if self.place is None else self._placed_otherwise(state, self.place)

    def apply_derived(self, state: State, entry: Entry, derived: State) -> State:
        """What was signed by one side has to be signed again."""
        return replace(derived.with_remark(entry), signed=frozenset())

    def _exchanged(self, state: State, taken: str | None) -> State:
        """P2, P5, P6: a piece that was tapped and the one that was meant change places."""
        piece = self.piece
        for name in (taken, piece):
            if name is None or name not in state.pieces:
                raise Refusal("P2", "There is no piece {piece}.", piece=quote(name or ""))
        assert taken is not None
        assert piece is not None
        if taken in state.middle:
            raise Refusal("P5", "Nobody has taken piece {piece}.", piece=taken)
        if state.owner(taken) == state.owner(piece):
            raise Refusal("P5", "Pieces {one} and {other} lie with the same player.", one=taken, other=piece)
        for placed in state.placed:
            if placed.piece in (taken, piece):
                raise Refusal("P6", "Piece {piece} is placed; first put that right.", piece=placed.piece)
        other = {taken: piece, piece: taken}
        hands = tuple(tuple(other.get(name, name) for name in hand) for hand in state.hands)
        return _resumed(replace(state, hands=hands))

    def _placed_otherwise(self, state: State, number: int) -> State:
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
        old, piece = state.placed[number - 1], self.piece
        lifted = state.without(number)
        check_before(lifted, old.seat, piece)
        cells: Shape = ()
        if state.on_board:
            cells = checked_cells(lifted, piece, self.cells)
        elif self.cells:
            raise Refusal("P7", COUNTED_ONLY)
        if (piece, cells) == (old.piece, old.cells):
            raise Refusal("P6", "Placement {n} is like that already.", n=number)
        new = PlacedPiece(old.seat, piece, cells)
        placed = (*state.placed[: number - 1], new, *state.placed[number:])
        return _resumed(replace(state, placed=placed, free=lifted.free & ~BOARD.mask(cells)))

    def _counted_again(self, state: State, entry: Entry, left: tuple[int, ...]) -> State:
        """P9: the table counted what is left; it replaces what was tapped or counted before."""
        if state.phase is not Phase.RESULT:
            raise Refusal("P9", "There is no result to put right yet.")
        if state.on_board:
            raise Refusal(*BOARD_KNOWS)
        if self.last is None:
            raise Refusal("P9", "Say who placed last.")
        counted = state.counted_result
        if counted is not None and (left, self.last - 1) == (counted.left, counted.last):
            raise Refusal("P9", "The result is like that already.")
        # What was tapped is in doubt: only the shares bind the new count.
        fresh = replace(state, placed=(), aside=frozenset(), counted_result=None, phase=Phase.PLACING)
        after = Outcome(left=left, last=self.last).derive(fresh, entry)
        return replace(after, placed=state.placed, aside=state.aside)


def _resumed(state: State) -> State:
    """P8, P9: whether the game is over now; on the device's board a correction may bring or take away room."""
    if not state.on_board or state.phase is Phase.PICKING:
        return state
    if not any(state.can_place(seat) for seat in state.seats):
        return replace(state, phase=Phase.RESULT)
    if state.phase is Phase.RESULT:
        last = state.last_placer
        return replace(state, phase=Phase.PLACING, turn=state.after(state.turn if last is None else last))
    return state


class Note(NoteAct, UntilSigned, frozen=True, kw_only=True):
    """Something for the referee to read; it changes nothing."""

    cites = "P9"
    usual = INFRACTIONS
    menu = MenuEntry("note", msg("Note"), msg("for the referee"), referee=True)
    rule: Annotated[str, Meta(pattern="^P([1-9]|10)$")]
    player: Player | None = None
    text: Text = ""

    def describe(self) -> Message:
        """About which rule and whom, and what."""
        if self.player is None:
            return super().describe()
        return msg("note to {rule}, player {n}: {text}", rule=self.rule, n=self.player, text=self.content)

    def check(self, state: State) -> None:
        """Somebody who plays, where anybody is named."""
        if self.player is not None:
            seat_of(state, self.player)


def _dispute(state: State, side: int) -> Question:
    replies = [Reply(words, None, Dispute(side=SIDES[side], reason=reason)) for reason, words in DISPUTES.items()]
    line = msg("{names}: what do you disagree with?", names=state.side_names(side))
    return Question(msg("Dispute"), line, replies, side=side)


class Dispute(ResultDispute, UntilSigned, frozen=True, kw_only=True):
    """One side of the table does not agree with the result; nothing is signed then."""

    signing = SIGNING
    reasons = DISPUTES
    need = OfSide(_dispute)
    side: Side
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Sign(ResultSign, UntilSigned, frozen=True, kw_only=True):
    """One side of the table agrees with the result: players 1 and 3 are side A, 2 and 4 side B."""

    signing = SIGNING


class Reopen(ResultReopen, frozen=True, kw_only=True):
    """A signed result is opened again, with a reason."""

    signing = SIGNING
    reasons = REASONS


ACTS: tuple[type[Act], ...] = (Pick, Begin, Place, Stand, Outcome, Correct, Note, Dispute, Sign, Reopen)
