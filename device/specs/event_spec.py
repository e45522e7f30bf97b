"""What a game declares for an event: who sits down to it, how it counts, how it goes on from round to round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from device.address import Address

if TYPE_CHECKING:
    from device.event.messages import Pairing
    from device.event.timing import RoundCountdown
    from device.specs.card import BoardCard
    from rules.game import Event


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits down to a game: from ``least`` to ``most`` players, or pairs of players; ``rule`` says so."""

    least: int
    most: int
    rule: str
    pairs: bool = False


class Reopen(Protocol):
    """The event with which a signed result is opened again."""

    def __call__(self, *, reason: str) -> Event:
        """Opened for ``reason`` (1 to 200 characters)."""


class NextRound(Protocol):
    """The event with which a game goes on with other people."""

    def __call__(self, state: Any, pairing: Pairing, /) -> Event | None:
        """With those of ``pairing``; None where the game has them already, or its last round is over."""


class Follow(Protocol):
    """The event with which the clock of a game follows the organiser's."""

    def __call__(self, state: Any, at: int, round: RoundCountdown, now: int, /) -> Event | None:
        """In ``state`` at game time ``at`` while the organiser's ``round`` stands as it does at device time ``now``
        (both ns); None where the two agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSpec:
    """A game at an event. Nothing of it loads screens.

    Optional: ``reopen``, without which a result that the organiser has sent back stays signed; ``next_round``, with
    which a game of several rounds goes on with whom the organiser has drawn, and ``follow``, with which its clock
    follows the organiser's.
    """

    seats: Seats
    card: Address[BoardCard]
    """How it is shown and counted."""
    reopen: Address[Reopen] | None = None
    next_round: Address[NextRound] | None = None
    follow: Address[Follow] | None = None
