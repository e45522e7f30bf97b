"""What tools and tests need of Kouřící kočka."""

from __future__ import annotations

from tools.games import GameTools, Samples, Title

TOOLS = GameTools(
    samples=Samples(
        "kourici-kocka-full.jsonl",
        ordinary="kourici-kocka.jsonl",
        simulated=("kourici-kocka.jsonl", "kourici-kocka-full.jsonl"),
    ),
    title=Title("Kouřící kočka", "Kouřící kočka"),
    screen="play-tapped",
    setups=({"word": "PES"},),
)
