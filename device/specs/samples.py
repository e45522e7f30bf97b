"""Which recorded games show a game: in galleries, at simulated tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Samples:
    """Recorded games in ``samples/``: ``full`` brings up most of the screens, ``simulated`` are what tables play.

    ``beside`` bring up screens that ``full`` does not.
    """

    full: str
    simulated: tuple[str, ...]
    beside: tuple[str, ...] = ()
