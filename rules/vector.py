"""An immutable sequence that shares what it has in common with the one it was made from.

A history keeps the state before every entry, and each of those states keeps what was noted until then. With tuples
that is a copy of everything for each entry; here appending, cutting and putting copy a few blocks of `WIDTH`, so that a
game of n entries takes time and memory in proportion to n (docs/decisions/vector.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")

_new = object.__new__

BITS = 5
WIDTH = 1 << BITS
"""Items of a block, and blocks of a block of blocks."""
LAST = WIDTH - 1
"""What of the number of items says how many of them are in the last digit."""


class Vector(Sequence[T_co]):
    """The items in order. Equal to another `Vector` or a tuple of equal items; hashable where they are.

    It is kept as a number is written: ``_digits[0]`` holds fewer than `WIDTH` items, ``_digits[1]`` fewer than `WIDTH`
    full blocks of items before them, ``_digits[2]`` full blocks of such blocks, and so on.
    """

    __slots__ = ("_digits", "_len")

    _digits: tuple[tuple[Any, ...], ...]
    _len: int

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        digits: tuple[tuple[Any, ...], ...] = ((),)
        everything = tuple(items)
        for start in range(0, len(everything), WIDTH):
            block = everything[start : start + WIDTH]
            digits = (block, *digits[1:]) if len(block) < WIDTH else _carried(digits, block)
        self._digits = digits
        self._len = len(everything)

    @staticmethod
    def _of(digits: tuple[tuple[Any, ...], ...], length: int) -> Vector[T_co]:
        new: Vector[T_co] = _new(Vector)
        new._digits = digits
        new._len = length
        return new

    def append(self: Vector[U], item: U) -> Vector[U]:
        """The same items and ``item`` after them."""
        digits = self._digits
        new: Vector[U] = _new(Vector)  # `_of` without a call, here and below: a fold does little else to a vector
        new._len = length = self._len + 1
        if length < WIDTH:
            new._digits = ((*digits[0], item),)
        elif length & LAST:
            new._digits = ((*digits[0], item), *digits[1:])
        else:
            new._digits = _carried(digits, (*digits[0], item))
        return new

    def put(self: Vector[U], index: int, item: U) -> Vector[U]:
        """The same items, but ``item`` at ``index``. Raises IndexError where there is none."""
        last = self._digits[0]
        place = index - self._len + len(last)
        if 0 <= place < len(last):
            new: Vector[U] = _new(Vector)
            new._digits = ((*last[:place], item, *last[place + 1 :]), *self._digits[1:])
            new._len = self._len
            return new
        level, rest = self._where(index)
        digits = list(self._digits)
        digits[level] = _put(digits[level], level, rest, item)
        return self._of(tuple(digits), self._len)

    def cut(self, length: int) -> Vector[T_co]:
        """The first ``length`` items; all of them where there are no more."""
        if length >= self._len:
            return self
        rest = max(0, length)
        level = len(self._digits) - 1
        while level and rest >= len(self._digits[level]) << level * BITS:
            rest -= len(self._digits[level]) << level * BITS
            level -= 1
        digits = list(self._digits)
        block = digits[level]
        while True:  # the cut goes through this block, and then through one of its blocks
            whole = rest >> level * BITS
            digits[level] = block[:whole]
            if level == 0:
                break
            rest -= whole << level * BITS
            block = block[whole]
            level -= 1
        while len(digits) > 1 and not digits[-1]:
            digits.pop()
        return self._of(tuple(digits), max(0, length))

    def _where(self, index: int) -> tuple[int, int]:
        """The digit that holds item ``index``, and which item of that digit it is. Raises IndexError."""
        rest = index + self._len if index < 0 else index
        if not 0 <= rest < self._len:
            raise IndexError(f"there is no item {index}; there are {self._len}")
        for level in range(len(self._digits) - 1, 0, -1):
            held = len(self._digits[level]) << level * BITS
            if rest < held:
                return level, rest
            rest -= held
        return 0, rest

    def __len__(self) -> int:
        return self._len

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        """One item, or a tuple of those of a slice; of what lies outside the slice at most a block is touched."""
        if isinstance(index, slice):
            start, stop, step = index.indices(self._len)
            before = self._len & ~LAST
            if step == 1 and start >= before:
                newest: tuple[T_co, ...] = self._digits[0]
                return newest[start - before : stop - before] if stop > start else ()
            if step == 1 and stop - start > WIDTH:
                return self._between(start, stop)
            return tuple(self[n] for n in range(start, stop, step))
        length = self._len
        place = index if index < 0 else index - length
        if -(length & LAST) <= place < 0:  # what is asked for most
            last: T_co = self._digits[0][place]
            return last
        level, rest = self._where(index)
        block: Any = self._digits[level]
        while level:
            block = block[rest >> level * BITS]
            rest &= (1 << level * BITS) - 1
            level -= 1
        item: T_co = block[rest]
        return item

    def _between(self, start: int, stop: int) -> tuple[T_co, ...]:
        """The items from ``start`` to before ``stop``: whole blocks, the last first, until there are enough."""
        many = left = stop - start
        cos: tuple[T_co, ...] = ()
        for level, digit in enumerate(self.cut(stop)._digits):
            if left <= 0:
                break
            due = (left - 1 >> level * BITS) + 1
            cos = (*_items(digit[-due:], level), *cos)
            left = many - len(cos)
        return cos[len(cos) - many :]

    def __iter__(self) -> Iterator[T_co]:
        digits = self._digits
        if len(digits) == 1:
            return iter(digits[0])
        return chain.from_iterable(_items(digits[level], level) for level in range(len(digits) - 1, -1, -1))

    def __reversed__(self) -> Iterator[T_co]:
        return chain.from_iterable(_backwards(digit, level) for level, digit in enumerate(self._digits))

    def __eq__(self, other: object) -> bool:
        # The number of items says how they are parted, so equal vectors have equal digits; shared blocks are one.
        if isinstance(other, Vector):
            return self._digits == other._digits
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Vector({list(self)!r})"


def _items(block: tuple[Any, ...], level: int) -> Iterable[Any]:
    """The items of a digit or a block of blocks."""
    items: Iterable[Any] = block
    for _ in range(level):
        items = chain.from_iterable(items)
    return items


def _backwards(block: tuple[Any, ...], level: int) -> Iterable[Any]:
    """The same from the last one to the first; of what nobody asks for nothing is touched."""
    if level == 0:
        return block[::-1]
    return chain.from_iterable(_backwards(inner, level - 1) for inner in block[::-1])


def _carried(digits: tuple[tuple[Any, ...], ...], block: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """The digits after the last one has become a full ``block``."""
    higher = list(digits)
    higher[0] = ()
    for level in range(1, len(digits) + 1):
        if level == len(higher):
            higher.append(())
        block = (*higher[level], block)
        if len(block) < WIDTH:
            higher[level] = block
            break
        higher[level] = ()
    return tuple(higher)


def _put(block: tuple[Any, ...], level: int, rest: int, item: object) -> tuple[Any, ...]:
    place = rest >> level * BITS
    if level:
        item = _put(block[place], level - 1, rest & ((1 << level * BITS) - 1), item)
    return (*block[:place], item, *block[place + 1 :])


EMPTY: Vector[Any] = Vector()
"""No items."""
