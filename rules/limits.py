"""Bounds that a game's own words share with the settings a new game begins with. Apart, so that reading settings does
not load a game's rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

DEAREST = 100_000
"""The largest price or top-up (haléře)."""
Price = Annotated[int, Meta(ge=1, le=DEAREST)]
"""What something costs, in haléře (1 Kč = 100 h)."""
RoundLength = Annotated[int, Meta(ge=60, le=6 * 3600)]
"""Seconds of a round."""
BreakLength = Annotated[int, Meta(ge=0, le=24 * 3600)]
"""Seconds between two rounds."""
