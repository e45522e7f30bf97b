"""What tools and tests need of Polyssimo."""

from __future__ import annotations

from tools.games import GameTools, Samples, Title

TOOLS = GameTools(
    samples=Samples(
        "polyssimo-agreed.jsonl", ordinary="polyssimo.jsonl", simulated=("polyssimo.jsonl", "polyssimo-agreed.jsonl")
    ),
    title=Title("Polyssimo", "Polyssimo"),
    screen="polyssimo-board",
)
