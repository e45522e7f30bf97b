"""What the desk's page of decisions shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.i18n import tr
from device.organiser.log.event_control import Desk
from device.organiser.tournament.decided import by_of, in_words, time_of

MOST_DECISIONS = 500
"""Decisions that the page lists."""


def values(desk: Desk, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The page's values."""
    state = desk.state
    done = state.tournament.all_decisions()[:MOST_DECISIONS]
    return {"done": [(one, time_of(state, one.when), by_of(one), tr(in_words(state, one))) for one in done]}
