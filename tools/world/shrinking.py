"""Makes a failing evening smaller: fewer troubles that still bring the same failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.world.plan import Outcome, Plan


def shrink(outcome: Outcome, play: Callable[[Plan], Outcome]) -> tuple[Outcome, int]:
    """The smallest evening found, and how many were played for it.

    Troubles are left out in halves, then in quarters and so on; what stays is drawn as before, for each trouble is
    drawn from its own number.
    """
    best, left, played = outcome, list(outcome.troubles), 0
    step = max(1, len(left) // 2)
    while step and left:
        for first in range(0, len(left), step):
            part = frozenset(left[first : first + step])
            tried = play(replace(outcome.plan, without=best.plan.without | part))
            played += 1
            if tried.failures and kind(tried) == kind(outcome):
                best, left = tried, [number for number in left if number not in part]
                break
        else:
            step //= 2
        step = min(step, max(1, len(left)))
    return best, played


def kind(outcome: Outcome) -> str:
    """What a failure is of, whatever table and time it names: its words before the first figure or colon."""
    text = outcome.failures[0].text
    return "".join(letter for letter in text if not letter.isdigit())[:40]
