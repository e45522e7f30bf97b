"""Polyssimo's exact search, against trying every cell of every placement, and against one frame."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from rules.game import Entry
from rules.polyssimo import GAME, PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.board import BOARD, PROVISIONAL, cell_name, pieces_of
from rules.polyssimo.state import ALL, Phase, State
from tools.bench.measure import Result, by_turns, in_a_frame, slowest


def gaps(wide: int, of: int) -> int:
    """The board where every free patch is ``wide`` squares wide and high, with a cell of ``of`` between: too small for
    any piece where ``wide`` is 2, so that nothing is found early."""
    return BOARD.mask(
        (x, y) for x in range(BOARD.width) for y in range(BOARD.height) if x % of < wide and y % of < wide
    )


def played(luck: random.Random) -> Iterator[State]:
    """Every position of a game on the board in which four players place what they can, anywhere."""
    state = GAME.start(PolyssimoSetup(players=("A", "B", "C", "D"), placing="board"))
    for n in range(ALL):
        state = GAME.apply(state, Entry(n + 1, n, e.Pick(piece=state.middle[luck.randrange(len(state.middle))])))
    while state.phase is Phase.PLACING:
        yield state
        fitting = [name for name in state.in_hand(state.turn) if state.fits(name)]
        event: e.Place | e.Stand = e.Stand()
        if fitting:
            piece = luck.choice(fitting)
            place = luck.choice(list(BOARD.placements(state.free, state.pieces[piece].shape)))
            event = e.Place(piece=piece, cells=tuple(cell_name(cell) for cell in place))
        state = GAME.apply(state, Entry(1, 0, event))


def answer(state: State) -> None:
    """All that a screen asks after a piece was put down: who can still place, which pieces fit, what may happen."""
    for seat in state.seats:
        state.can_place(seat)
        for name in state.in_hand(seat):
            state.fits(name)
    dict(GAME.may(state))


def compare() -> Iterator[Result]:
    """Which of 24 pieces fit where every gap is too small, the answer that takes longest; and whole games."""
    pieces = [piece.shape for piece in pieces_of(PROVISIONAL).values()]
    free = gaps(2, 3)
    cells = {(x, y) for x in range(BOARD.width) for y in range(BOARD.height) if free & BOARD.bit((x, y))}
    every = [list(BOARD.placements(BOARD.empty, shape)) for shape in pieces]

    def tried() -> int:
        return sum(any(all(cell in cells for cell in place) for place in places) for places in every)

    ours, theirs = by_turns(lambda: [BOARD.fits(free, shape) for shape in pieces], tried, 41)
    yield Result("Polyssimo: which of 24 pieces still fit", ours, "trying every cell of every placement", theirs)
    luck = random.Random(8)
    worst = slowest(partial(answer, state) for _ in range(12) for state in played(luck))
    yield in_a_frame("Polyssimo: slowest answer of 12 games", worst)
