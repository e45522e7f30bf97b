"""What a browser still has to be shown: the newest, in pieces, never more than it takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from device.browser.viewer import CREDIT, FIRST, LEAST, MOST, RECTS, Viewer

WHOLE = Rect(0, 0, 800, 480)


@pytest.fixture
def viewer():
    new_viewer = Viewer()
    new_viewer.restart(WHOLE.size, 1)
    return new_viewer


def take_all(viewer, now=0.0):
    """Everything there is, each piece taken at once."""
    pieces = []
    while (piece := viewer.next_piece(now)) is not None:
        pieces.append(piece)
        assert viewer.on_taken(piece.number, now)
    return pieces


def test_a_whole_picture_comes_in_pieces_and_only_the_last_says_that_it_is_whole(viewer):
    pieces = take_all(viewer)
    assert len(pieces) > 2
    assert [piece.seq for piece in pieces] == [0] * (len(pieces) - 1) + [1]
    assert sum(rect.w * rect.h for piece in pieces for rect in piece.rects) == WHOLE.w * WHOLE.h


def test_no_more_than_two_are_on_their_way(viewer):
    first, second = viewer.next_piece(0), viewer.next_piece(0)
    assert (first.number, second.number) == (1, CREDIT)
    assert viewer.next_piece(0) is None
    assert viewer.on_taken(1, 0.1)
    assert viewer.next_piece(0.1).number == 3


def test_what_changes_meanwhile_is_joined_and_sent_once(viewer):
    take_all(viewer)
    for n in range(50):
        viewer.change([Rect(10, 10, 60, 20)], 2 + n)
    assert viewer.pending == [Rect(10, 10, 60, 20)]
    assert viewer.next_piece(0).seq == 51


def test_more_than_eight_places_become_one(viewer):
    take_all(viewer)
    viewer.change([Rect(80 * n, 0, 10, 10) for n in range(RECTS)], 2)
    assert len(viewer.pending) == RECTS
    viewer.change([Rect(0, 470, 10, 10)], 3)
    assert viewer.pending == [Rect(0, 0, 570, 480)]


def test_a_slow_browser_gets_smaller_pieces_and_a_quick_one_larger(viewer):
    for _ in range(9):
        viewer.restart(WHOLE.size, 1)
        viewer.on_taken(viewer.next_piece(0).number, 2.5)
    assert viewer.room == LEAST
    for _ in range(9):
        viewer.restart(WHOLE.size, 1)
        viewer.on_taken(viewer.next_piece(0).number, 0.01)
    assert viewer.room == MOST


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_message_that_is_not_the_oldest_on_its_way_is_not_taken(viewer, number):
    viewer.next_piece(0), viewer.next_piece(0)
    assert not viewer.on_taken(number, 0)


def test_an_older_change_that_is_heard_late_makes_nothing_older(viewer):
    viewer.restart(WHOLE.size, 9)
    viewer.change([Rect(0, 0, 1, 1)], 7)
    assert viewer.generation == 9


RECT = st.builds(
    lambda x, y, w, h: Rect(x, y, w, h).clip(WHOLE),
    st.integers(0, 790),
    st.integers(0, 470),
    st.integers(1, 400),
    st.integers(1, 300),
)


@given(st.lists(st.one_of(RECT, st.none()), max_size=40))
def test_whatever_changes_and_however_it_is_taken_everything_changed_is_sent(steps):
    """None: a piece is sent and taken; else a rectangle changes. In the end each changed pixel was sent after it."""
    viewer, stale, now = Viewer(), set(), 0.0
    viewer.restart((0, 0), 1)

    def send():
        piece = viewer.next_piece(now)
        if piece is None:
            return False
        for rect in piece.rects:
            stale.difference_update(
                (x, y) for x, y in list(stale) if rect.left <= x < rect.right and rect.top <= y < rect.bottom
            )
        assert viewer.on_taken(piece.number, now)
        assert (piece.seq == 0) == bool(viewer.pending)
        return True

    for n, rect in enumerate(steps):
        if rect is None:
            send()
        else:
            viewer.change([rect], n + 2)
            stale |= {rect.topleft, (rect.right - 1, rect.bottom - 1), rect.center}
        now += 0.1
    while send():
        pass
    assert stale == set()
    assert FIRST <= viewer.room <= MOST
