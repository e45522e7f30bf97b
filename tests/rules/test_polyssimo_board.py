"""P7, P8: the search for what still fits agrees with trying everything, and answers within a frame."""

import functools
import random
import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.message import Refusal
from rules.polyssimo.board import (
    BOARD,
    PENTOMINOES,
    PROVISIONAL,
    PieceBoard,
    as_text,
    cell_name,
    cell_of,
    check_free,
    flip,
    forms,
    is_connected,
    parse,
    pieces_of,
    turn,
)

PIECES = pieces_of(PROVISIONAL)
FRAME = 0.016


def tried(board, free_cells, shape):
    """Every placement, found by laying each of the eight ways on each cell."""
    positions = set()
    ways = [shape]
    for _ in range(3):
        ways.append(turn(ways[-1]))
    for way in [*ways, *(flip(turned) for turned in ways)]:
        for x, y in product(range(board.width), range(board.height)):
            cells = tuple(sorted((x + dx, y + dy) for dx, dy in way))
            if all(cell in free_cells for cell in cells):
                positions.add(cells)
    return positions


BOARDS = st.builds(PieceBoard, width=st.integers(1, 7), height=st.integers(1, 6))


@settings(max_examples=100)
@given(BOARDS, st.data(), st.sampled_from(sorted(PIECES)))
def test_P8_the_search_agrees_with_trying_everything_on_small_boards(board, data, name):
    every = list(product(range(board.width), range(board.height)))
    free_cells = data.draw(st.sets(st.sampled_from(every)) | st.just(set(every)))
    free, shape = board.mask(free_cells), PIECES[name].shape
    wanted = tried(board, free_cells, shape)
    assert {tuple(sorted(cells)) for cells in board.placements(free, shape)} == wanted
    assert board.fits(free, shape) == bool(wanted)


@settings(max_examples=100)
@given(
    st.sets(st.tuples(st.integers(0, 11), st.integers(0, 10)), min_size=5, max_size=80), st.sampled_from(sorted(PIECES))
)
def test_P8_and_on_the_real_board(free_cells, name):
    shape = PIECES[name].shape
    assert BOARD.fits(BOARD.mask(free_cells), shape) == bool(tried(BOARD, free_cells, shape))


@functools.cache
def placements(shape):
    return sorted(BOARD.placements(BOARD.empty, shape))


@settings(max_examples=100)
@given(st.sampled_from(sorted(PIECES)), st.data())
def test_P8_a_gap_of_a_pieces_own_shape_takes_it_anywhere_and_one_cell_less_does_not(name, data):
    shape = PIECES[name].shape
    cells = data.draw(st.sampled_from(placements(shape)))
    free = BOARD.mask(cells)
    assert [tuple(sorted(placement)) for placement in BOARD.placements(free, shape)] == [tuple(sorted(cells))]
    assert not BOARD.fits(free & ~BOARD.bit(data.draw(st.sampled_from(cells))), shape)


ROWS = [BOARD.mask((x, y) for x in range(12)) for y in range(11)]
LUCK = random.Random(3)
CELLS = list(product(range(12), range(11)))
HARD = {
    "empty": BOARD.empty,
    "full": 0,
    "every second row": sum(ROWS[::2]),
    "the other rows": sum(ROWS[1::2]),
    "columns of two": BOARD.mask((x, y) for x, y in CELLS if x % 3),
    "gaps of four cells": BOARD.mask((x, y) for x, y in CELLS if x % 3 < 2 and y % 3 < 2),
    "a comb": BOARD.mask((x, y) for x, y in CELLS if x % 2 == 0 or y == 0),
    "stairs": BOARD.mask((x, y) for x, y in CELLS if (x + y) % 5 < 4),
    **{f"noise {n}": BOARD.mask(LUCK.sample(CELLS, 20 + n)) for n in range(0, 100, 5)},
}


def test_P8_the_answer_for_all_24_pieces_comes_within_a_frame_whatever_the_position():
    def everything(free):
        start = time.process_time()
        for piece in PIECES.values():
            BOARD.fits(free, piece.shape)
        return time.process_time() - start

    slow = {
        name: least for name, free in HARD.items() if (least := min(everything(free) for _ in range(3))) > FRAME / 8
    }
    assert slow == {}


@pytest.mark.parametrize("name", HARD)
def test_P8_in_hard_positions_the_search_agrees_with_trying_everything(name):
    free = HARD[name]
    free_cells = {cell for cell in CELLS if free & BOARD.bit(cell)}
    for piece in PIECES.values():
        assert BOARD.fits(free, piece.shape) == bool(tried(BOARD, free_cells, piece.shape)), piece.name


def test_P8_counts_of_placements_on_the_empty_board_are_those_of_counting_by_hand():
    # a bar of n squares has 11 * (13 - n) places lying and 12 * (12 - n) standing; the cross one for each inner cell
    count = {name: len(list(BOARD.placements(BOARD.empty, PIECES[name].shape))) for name in PIECES}
    assert count["I"] == 11 * 8 + 12 * 7
    assert count["H1"] == 11 * 7 + 12 * 6
    assert count["X"] == 10 * 9
    assert count["H7"] == 11 * 9 + 10 * 10
    assert count["F"] == 8 * 10 * 9


def test_P2_all_twelve_pentominoes_are_there_and_all_differ():
    shapes = {forms(parse(text))[0] for text in PENTOMINOES.values()}
    grown = {((0, 0),)}
    for _ in range(4):
        grown = {
            forms(tuple(sorted((*shape, cell))))[0]
            for shape in grown
            for x, y in shape
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if cell not in shape
        }
    assert shapes == grown
    assert len(shapes) == 12


def test_P2_what_ships_are_twelve_of_the_35_hexominoes():
    shapes = [parse(text) for text in PROVISIONAL]
    assert all(len(shape) == 6 and is_connected(shape) for shape in shapes)
    assert len({forms(shape)[0] for shape in shapes}) == 12


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_shape_is_read_as_it_is_drawn(name):
    shape = PIECES[name].shape
    assert parse(as_text(shape)) == shape
    assert parse("..../." + as_text(shape).replace("/", "/.")) == shape


def test_P7_cells_are_named_from_the_upper_left_corner():
    assert (cell_of("A1"), cell_of("L11"), cell_of("C2")) == ((0, 0), (11, 10), (2, 1))
    assert all(cell_of(cell_name((x, y))) == (x, y) for x, y in product(range(12), range(11)))
    for wrong in ("", "A", "A0", "A12", "M1", "1A", "a1", "A-1", "A1 ", "A٣"):
        with pytest.raises(Refusal) as caught:
            cell_of(wrong)
        assert caught.value.rule == "P7"


def test_P7_over_the_edge_and_onto_another_piece_are_told_apart():
    with pytest.raises(Refusal) as caught:
        check_free(BOARD.empty, ((11, 0), (12, 0)))
    assert "edge" in str(caught.value)
    with pytest.raises(Refusal) as caught:
        check_free(BOARD.empty & ~BOARD.bit((3, 4)), ((3, 3), (3, 4)))
    assert "D5" in str(caught.value)
