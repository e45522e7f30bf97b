"""What the desk's page of papers and files shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.organiser.log.event_control import Desk
from device.organiser.papers import PAPERS
from device.organiser.papers.all_files import ALL_FILES
from rules.games import GAMES, KEYS


def values(desk: Desk, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The page's values; the address names the round, and the game of blank slips."""
    state = desk.state
    rounds = [one.round for one in state.tournament.rounds()]
    if round not in rounds or not asked.get("round"):
        round = rounds[-1] if rounds else 0
    draw = state.tournament.draw_of(round)
    kind = asked.get("kind", "")
    return {
        "papers": PAPERS,
        "files": ALL_FILES,
        "rounds": rounds,
        "chosen": round,
        "kind": kind if kind in KEYS else draw.kind if draw else next(iter(KEYS)),
        "games": [(key, GAMES[key].name) for key in KEYS],
    }
