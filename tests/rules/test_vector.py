"""A vector is a tuple that shares: whatever is done to one, the same done to a tuple gives the same items."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.vector import EMPTY, WIDTH, Vector

LENGTHS = st.one_of(st.integers(0, 70), st.integers(1000, 1100), st.integers(32_700, 32_800))


@settings(max_examples=120)
@given(LENGTHS, st.data())
def test_it_holds_what_a_tuple_would(length, data):
    items = tuple(range(length))
    vector = Vector(items)
    assert (len(vector), tuple(vector)) == (length, items)
    n = data.draw(st.integers(-2, length + 40))
    cut = vector.cut(n)
    assert tuple(cut) == items[: max(0, n)]
    assert cut == Vector(items[: max(0, n)])
    assert tuple(cut.append("x")) == (*items[: max(0, n)], "x")
    assert vector[n:] == items[n:]
    start, stop = (length - data.draw(st.integers(-3, 70)) for _ in range(2))
    assert vector[start:stop] == items[start:stop]
    assert tuple(vector) == items, "the one it was made from is as it was"
    if length:
        n = data.draw(st.integers(-length, length - 1))
        assert vector[n] == items[n]
        there = list(items)
        there[n] = "y"
        assert tuple(vector.put(n, "y")) == tuple(there)
        assert tuple(reversed(vector)) == items[::-1]
    for nowhere in (length, -length - 1):
        with pytest.raises(IndexError):
            vector[nowhere]
        with pytest.raises(IndexError):
            vector.put(nowhere, 0)


def test_appending_one_by_one_is_the_same_as_all_at_once():
    vector = EMPTY
    for n in range(WIDTH**2 + 2 * WIDTH + 3):
        assert vector == Vector(range(n))
        vector = vector.append(n)
    assert hash(vector) == hash(Vector(range(len(vector)))) == hash(tuple(vector))
    assert vector != Vector([*vector[:-1], -1])
    assert vector == tuple(vector)
    assert vector != list(vector)


def test_two_that_differ_in_the_last_item_share_the_rest():
    vector = Vector(range(40_000))
    longer = vector.append(0)
    assert all(digit is other for digit, other in zip(vector._digits[1:], longer._digits[1:], strict=True))
