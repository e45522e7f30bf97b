"""Recorded games that show each game, and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

SAMPLES = Path(__file__).parents[2] / "samples"


class Samples(NamedTuple):
    """Recorded games in ``samples/``: ``full`` brings up most of the screens, ``simulated`` are what tables play.

    ``beside`` bring up screens that ``full`` does not.
    """

    full: str
    simulated: tuple[str, ...]
    beside: tuple[str, ...] = ()


GAME_SAMPLES: Mapping[str, Samples] = {
    "polish_doubles": Samples(
        "polish-doubles-full.jsonl",
        simulated=("polish-doubles-short.jsonl", "polish-doubles-full.jsonl"),
        beside=("polish-doubles-squares.jsonl",),
    ),
    "marias": Samples("marias-edges.jsonl", simulated=("marias-evening.jsonl",)),
    "polyssimo": Samples("polyssimo-agreed.jsonl", simulated=("polyssimo.jsonl", "polyssimo-agreed.jsonl")),
    "kourici_kocka": Samples("kourici-kocka-full.jsonl", simulated=("kourici-kocka.jsonl", "kourici-kocka-full.jsonl")),
    "chess_clock": Samples("chess-clock-full.jsonl", simulated=("chess-clock.jsonl", "chess-clock-full.jsonl")),
}
"""The records that show every game, in the order of `rules.games.KEYS`."""
