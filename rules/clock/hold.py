"""What holding clock buttons means and takes back, in every game with clocks (S10, C10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from rules.game import MOST_NAMED, Event, Void
from rules.message import Refusal


class SidePress(Protocol):
    """A recorded press of a game: its entry, and the side (0 or 1) whose button it was."""

    @property
    def n(self) -> int:
        """Its entry."""

    @property
    def side(self) -> int:
        """Its side."""


def presses_from(first: SidePress, presses: Sequence[SidePress]) -> tuple[int, ...]:
    """The entries of ``first`` and of each press of its side after it; ``presses`` stand in the order of counting.

    Taken back alone, ``first`` would leave its turn to the next: a button that was hit twice would end it again.
    """
    entries = []
    for press in reversed(presses):
        if press.side == first.side:
            entries.append(press.n)
        if press.n == first.n:
            break
    return tuple(reversed(entries))


P = TypeVar("P", bound=SidePress)


def named_presses(void: Void, presses: Sequence[P], ends: Callable[[P], bool], rule: str) -> tuple[int, ...]:
    """The entries that ``void`` names; where it names none, the last press that ``ends`` a turn. Raises `Refusal`."""
    if void.of:
        return void.of
    last = next((press.n for press in reversed(presses) if ends(press)), None)
    if last is None:
        raise Refusal(rule, "There is no press to take back.")
    return (last,)


def both_held(
    presses: Sequence[SidePress], held: tuple[int, ...], pause: Event, resume: Event, *, paused: bool
) -> tuple[Event, ...]:
    """What both buttons held mean, which began with the presses ``held``: a pause by agreement, or the end of one.

    The presses themselves are taken back. Where they had started the clocks, there is nothing to pause.
    """
    voids = (Void(of=held, by="both"),) if held and not paused else ()
    if voids and len(held) == len(presses):
        return voids
    return (*voids, resume if paused else pause)


def hold_voids(
    first: SidePress | None,
    presses: Sequence[SidePress],
    held: tuple[int, ...],
    by: str,
    check: Callable[[Void], object],
) -> tuple[Void, ...]:
    """What a hold of side ``by`` takes back, which began with the presses ``held``: them and all from ``first`` on.

    ``first`` is the press of that side that ended its turn, None where none did. Where ``check`` raises that the side
    may not take it back any more, ``held`` go alone; the rest are asked for in vain, to hear the reason.
    """
    if first is None:
        return (Void(of=held, by=by),)
    whole = presses_from(first, presses)
    try:
        check(Void(of=whole, by=by))
    except Refusal:
        return (Void(of=held, by=by), *_voids(tuple(n for n in whole if n not in held), by))
    return _voids(whole, by)


def _voids(numbers: tuple[int, ...], by: str) -> tuple[Void, ...]:
    """Voids of all of them, the latest first: only once the press that ended the turn is gone can another end it."""
    parts = [numbers[place : place + MOST_NAMED] for place in range(0, len(numbers), MOST_NAMED)]
    return tuple(Void(of=part, by=by) for part in reversed(parts))
