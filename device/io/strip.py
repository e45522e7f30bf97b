"""The line about the event that stands at the top of every screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strip:
    """A line at the top of every screen about the event: where, what matters now, the countdown; if all is well."""

    left: str
    middle: str
    right: str
    well: bool
