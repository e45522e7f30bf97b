"""What tools and tests need of the chess clock."""

from __future__ import annotations

from rules.chess_clock.state import COLOURS
from tools.games import GameTools, Samples, Title

TOOLS = GameTools(
    samples=Samples(
        "chess-clock-full.jsonl",
        ordinary="chess-clock.jsonl",
        simulated=("chess-clock.jsonl", "chess-clock-full.jsonl"),
    ),
    title=Title("Šachové hodiny", "The chess clock"),
    screen="play-a",
    setups=({"control": {"stages": [{"kind": "fischer", "time_s": 600, "extra_s": 2}]}},),
    unnamed=tuple(COLOURS),
)
