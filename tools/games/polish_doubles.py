"""What tools and tests need of Polish doubles."""

from __future__ import annotations

from device.common.address import Address
from tools.games import GameTools, Samples, Title

TOOLS = GameTools(
    samples=Samples(
        "polish-doubles-full.jsonl",
        ordinary="polish-doubles-full.jsonl",
        simulated=("polish-doubles-short.jsonl", "polish-doubles-full.jsonl"),
        beside=("polish-doubles-squares.jsonl",),
    ),
    title=Title("Polská čtyřhra", "Polish doubles"),
    screen="play",
    varies=Address("tools.play.event.variations:vary_moves"),
)
