"""What tools and tests need of mariáš."""

from __future__ import annotations

from tests.tournament import random_games
from tools.games import GameTools, Samples, Title

TOOLS = GameTools(
    samples=Samples("marias-edges.jsonl", ordinary="marias-evening.jsonl", simulated=("marias-evening.jsonl",)),
    title=Title("Mariášový turnaj", "Mariáš tournament"),
    screen="marias-slip",
    events={"deal": lambda luck, state: random_games.marias_deal(luck, "ABCDE"[: len(state.names)])},
)
