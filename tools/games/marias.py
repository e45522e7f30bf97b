"""What tools and tests need of mariáš."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.common.address import Address
from tools.games import GameTools, Samples, Title

DEAL: Address[Callable[..., dict[str, Any]]] = Address("tests.tournament.random_games:marias_deal")

TOOLS = GameTools(
    samples=Samples("marias-edges.jsonl", ordinary="marias-evening.jsonl", simulated=("marias-evening.jsonl",)),
    title=Title("Mariášový turnaj", "Mariáš tournament"),
    screen="marias-slip",
    events={"deal": lambda luck, state: DEAL(luck, "ABCDE"[: len(state.names)])},
)
