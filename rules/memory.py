"""Answers that are kept as long as the same is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
R = TypeVar("R")


def with_last_answer(answer: Callable[[S], R]) -> Callable[[S], R]:
    """A pure function of a frozen value that keeps its last answer, and gives it again for the very same value.

    Pictures of a running clock ask the same of one state each second.
    """
    last: tuple[S, R] | None = None

    @wraps(answer)
    def answer_again(value: S) -> R:
        nonlocal last
        known = last  # another thread may ask meanwhile
        if known is None or known[0] is not value:
            known = last = value, answer(value)
        return known[1]

    return answer_again
