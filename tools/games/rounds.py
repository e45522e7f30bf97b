"""What tools and tests need of the score sheet."""

from __future__ import annotations

from typing import Any

from tools.games import GameTools, Samples, Title

SHEETS: tuple[dict[str, Any], ...] = (
    {"name": "Any game", "players": [2, 8], "least": -99, "rounds": 5},
    {"name": "Darts", "players": [2, 8], "wins": "least", "written": "turn", "start": 101, "until": 0, "exact": True},
    {"name": "Dice", "players": [2, 8], "boxes": [{"name": "Ones", "most": 5}, {"name": "Chance", "most": 30}]},
    {"name": "Timed", "players": [2, 8], "most": 50, "until": 100, "deals": True, "turn_s": 60},
)
"""Sheets of every kind, by which tables of a simulated evening play."""
TOOLS = GameTools(
    samples=Samples(
        "rounds-full.jsonl",
        ordinary="rounds-full.jsonl",
        simulated=("rounds-full.jsonl", "rounds-yahtzee.jsonl"),
        beside=("rounds-yahtzee.jsonl", "rounds-darts.jsonl"),
    ),
    title=Title("Bodovací list", "Score sheet"),
    screen="play-rounds",
    setups=tuple({"terms": terms} for terms in SHEETS),
)
