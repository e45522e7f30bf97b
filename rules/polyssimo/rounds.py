"""What each event does to a game of Polyssimo, and what stands against it (P1-P10)."""

from __future__ import annotations

from dataclasses import replace

from rules.explain import quote
from rules.game import Entry
from rules.message import Refusal, msg, msgs
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD, cell_of, check_free
from rules.polyssimo.shapes import HEXOMINO, KINDS, PENTOMINO, Square, as_text, normal, pieces_of, same
from rules.polyssimo.state import ALL, LEAST, CountedResult, Phase, PlacedPiece, State
from rules.signing import Signing

SIGNING = Signing(
    "P9",
    Phase.RESULT,
    Phase.SIGNED,
    lambda event: event.side,
    sealed=msg("The result is signed."),
    unsigned=msg("The result is not signed yet; undo to change it."),
)


def start(setup: e.PolyssimoSetup) -> State:
    """P1, P2, P4, P10: two to four named players, a whole set, shares that can be dealt out. Raises `Refusal`."""
    count = len(setup.players)
    if count not in LEAST:
        raise Refusal("P1", "Two to four people play, not {n}.", n=count)
    if not all(name.strip() for name in setup.players):
        raise Refusal("P1", "Every player needs a name.")
    if setup.youngest > count:
        raise Refusal("P4", "There is no player {n}; the youngest of those who play begins.", n=setup.youngest)
    pieces_of(setup.hexominoes)
    check_shares(setup)
    return State(setup=setup, turn=setup.youngest - 1, hands=((),) * count)


def check_shares(setup: e.PolyssimoSetup) -> None:
    """P10: unequal shares by agreement, none too small, and not more pieces than there are."""
    if setup.shares is None:
        return
    count = len(setup.players)
    if setup.picking == "agreed":
        raise Refusal("P10", "When pieces are taken by agreement, shares are not set in advance.")
    if len(setup.shares) != count:
        raise Refusal("P10", "There are {n} players; each needs a share.", n=count)
    if min(setup.shares) < LEAST[count]:
        raise Refusal(
            "P10",
            "A share of {n} is too small; with so many players the least is {least}.",
            n=min(setup.shares),
            least=LEAST[count],
        )
    if sum(setup.shares) > ALL:
        raise Refusal("P10", "The shares add up to {n}; there are 24 pieces.", n=sum(setup.shares))


# -- picking -----------------------------------------------------------------------------------------------------------


def may_pick(state: State) -> None:
    """P5: while pieces are picked."""
    if state.phase is not Phase.PICKING:
        raise Refusal("P5", "Picking is over.")


def check_pick(state: State, entry: Entry, event: e.Pick) -> None:
    """P2, P3, P5, P10: a piece that lies in the middle, and the player on turn."""
    with_pick(state, event)


def pick(state: State, entry: Entry, event: e.Pick) -> State:
    """P5: the player on turn takes one piece; by agreement anybody may (P10). Placing follows by itself (P6)."""
    return with_pick(state, event)


def with_pick(state: State, event: e.Pick) -> State:
    """P2, P3: the game after the pick. Raises `Refusal`."""
    seat = _picker(state, event)
    if event.piece not in state.pieces:
        raise Refusal("P2", "There is no piece {piece}.", piece=quote(event.piece))
    if event.piece not in state.middle:
        raise Refusal("P3", "Piece {piece} does not lie in the middle any more.", piece=event.piece)
    hands = tuple((*hand, event.piece) if s == seat else hand for s, hand in enumerate(state.hands))
    after = replace(state, hands=hands, last_picker=seat)
    if state.is_agreed:
        return after if after.middle else _begin(after)
    follows = after.next_picker(seat)
    return _begin(after) if follows is None else replace(after, turn=follows)


def _picker(state: State, event: e.Pick) -> int:
    """P10: who takes the piece: whoever is on turn, or who is named."""
    if event.player is None:
        if state.is_agreed:
            raise Refusal("P10", "The pieces are shared by agreement: say who takes the piece.")
        return state.turn
    return _on_turn(state, event.player, "P5") if not state.is_agreed else _seat(state, event.player)


def _seat(state: State, player: int) -> int:
    """P1: the seat of a player (from 0)."""
    if player > len(state.setup.players):
        raise Refusal("P1", "There is no player {n}.", n=player)
    return player - 1


def _on_turn(state: State, player: int | None, rule: str) -> int:
    """The seat on turn. Raises `Refusal` where ``player`` names another one."""
    if player is not None and _seat(state, player) != state.turn:
        raise Refusal(rule, "It is the turn of {name}.", name=state.setup.players[state.turn])
    return state.turn


def may_begin(state: State) -> None:
    """P5, P10: after sharing by agreement, when nobody has too few pieces."""
    may_pick(state)
    if not state.is_agreed:
        raise Refusal("P5", "Pieces are picked in turn; placing begins when all have their share.")
    least = LEAST[len(state.setup.players)]
    for seat in state.seats:
        if len(state.hands[seat]) < least:
            name = state.setup.players[seat]
            raise Refusal(
                "P10", "{name} has too few pieces; with so many players the least is {least}.", name=name, least=least
            )


def begin(state: State, entry: Entry, event: e.Begin) -> State:
    """P10: what still lies in the middle is not used; the last who actually picked starts."""
    return _begin(state)


def _begin(state: State) -> State:
    """P6: the last who picked starts placing. Somebody may have too few where all pieces were shared out (P10)."""
    may = state.last_picker
    assert may is not None
    least = LEAST[len(state.setup.players)]
    for seat in state.seats:
        if len(state.hands[seat]) < least:
            name = state.setup.players[seat]
            raise Refusal(
                "P10", "That leaves {name} with too few pieces; the least is {least}.", name=name, least=least
            )
    return replace(state, phase=Phase.PLACING, turn=may)


# -- placing -----------------------------------------------------------------------------------------------------------


def may_place(state: State) -> None:
    """P6, P9: after picking, until nobody can place anything."""
    if state.phase is Phase.PICKING:
        raise Refusal("P6", "All the pieces have to be picked first.")
    if state.phase is not Phase.PLACING:
        raise Refusal("P9", "The game is over; undo to go on.")


def check_place(state: State, entry: Entry, event: e.Place) -> None:
    """P6, P7, P9: a piece that lies before the player on turn, on free cells of its shape where there is a board."""
    seat = _on_turn(state, event.player, "P6")
    if event.piece is not None and event.piece not in state.in_hand(seat):
        raise Refusal(
            "P6", "Piece {piece} is not in front of {name}.", piece=quote(event.piece), name=state.setup.players[seat]
        )
    if state.on_board:
        checked_cells(state, event.piece, event.cells)
        return
    if event.cells:
        raise Refusal("P7", "This game only counts the pieces; it has no board for cells.")
    if event.piece is None and state.setup.polyssimo_counts == "cells":
        raise Refusal("P9", "This game counts cells; say which piece was placed.")


def place(state: State, entry: Entry, event: e.Place) -> State:
    """P6, P7: the player on turn places a piece from before him."""
    cells = tuple(sorted({cell_of(name) for name in event.cells}))
    placed = PlacedPiece(state.turn, event.piece, cells)
    return _go_on(replace(state, placed=(*state.placed, placed), free=state.free & ~BOARD.mask(cells)))


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


def may_stand(state: State) -> None:
    """P8: who can place nothing; where something fits, the device's board knows it."""
    may_place(state)
    if state.on_board and (piece := next((p for p in state.in_hand(state.turn) if state.fits(p)), None)):
        name = state.setup.players[state.turn]
        raise Refusal("P8", "{name} can still place something, for instance {piece}.", name=name, piece=piece)


def check_stand(state: State, entry: Entry, event: e.Stand) -> None:
    """P8: the player on turn stands aside."""
    _on_turn(state, event.player, "P8")


def stand(state: State, entry: Entry, event: e.Stand) -> State:
    """P8: who can place nothing stands aside for good."""
    return _go_on(replace(state, aside=state.aside | {state.turn}))


def _go_on(state: State) -> State:
    """P8, P9: the next turn, or the end when nobody can place anything."""
    if not any(state.can_place(seat) for seat in state.seats):
        return replace(state, phase=Phase.RESULT)
    return replace(state, turn=state.after(state.turn))


# -- the end -----------------------------------------------------------------------------------------------------------


def may_count(state: State) -> None:
    """P9, P10: a result can be counted where the device has no board that knows it."""
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        raise Refusal("P9", "The game has a result; undo to change it.")
    if state.on_board:
        raise Refusal("P9", "This game is played on the board, and the board knows the result.")
    if state.phase is Phase.PICKING and state.is_agreed:
        raise Refusal("P10", "First share the pieces.")


def check_outcome(state: State, entry: Entry, event: e.Outcome) -> None:
    """P9: what contradicts itself is refused."""
    with_count(state, event.left, event.last)


def outcome(state: State, entry: Entry, event: e.Outcome) -> State:
    """P9: the result as the table counted it."""
    return with_count(state, event.left, event.last)


def with_count(state: State, left: tuple[int, ...], last_player: int) -> State:
    """The game with its result as the table counted it (P9). Raises `Refusal`."""
    last = _seat(state, last_player)
    if len(left) != len(state.setup.players):
        raise Refusal("P9", "There are {n} players; say what each has left.", n=len(state.setup.players))
    for seat in state.seats:
        _check_left(state, seat, left[seat])
    after = replace(state, counted_result=CountedResult(left, last), phase=Phase.RESULT)
    if state.setup.polyssimo_counts == "pieces":
        _check_last(after, last)
    return after


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


def _check_last(state: State, last: int) -> None:
    """P6, P9: the counts and the order of turns say who placed last.

    Players take turns and stand aside for good, so whoever placed most placed last, and among those who placed equally
    many the one whose turn comes later in a round. With equal shares that is the winner: a result in which the last
    placer does not win contradicts itself.
    """
    if not any(state.count_placed(seat) for seat in state.seats):
        raise Refusal("P9", "Whoever placed last cannot have everything left.")
    must = max(state.seats, key=state.latest)
    if must != last:
        names = state.setup.players
        raise Refusal(
            "P9",
            "By these counts {must} placed last, not {said}: the result contradicts itself.",
            must=names[must],
            said=names[last],
        )


def may_sign(state: State) -> None:
    """P9: the result is signed when there is one."""
    SIGNING.check_open(state)
    if state.phase is not Phase.RESULT:
        raise Refusal("P9", "There is no result to sign yet.")


def check_note(state: State, entry: Entry, event: e.Note) -> None:
    """Somebody who plays, where anybody is named."""
    if event.player is not None:
        _seat(state, event.player)


def note(state: State, entry: Entry, event: e.Note) -> State:
    """The device does not see the table; what a referee should know can be noted."""
    return state.with_remark(entry)
