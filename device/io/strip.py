"""The line about the event that stands at the top of every screen."""

from __future__ import annotations

import msgspec


class Strip(msgspec.Struct, frozen=True):
    """A line at the top of every screen about the event: where, what matters now, the countdown; if all is well."""

    left: str
    middle: str
    right: str
    well: bool
