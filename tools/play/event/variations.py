"""Other courses of recorded games, for simulated tables."""

from __future__ import annotations

import random
from typing import Any

WORDS = (
    "ano",
    "bota",
    "cesta",
    "dar",
    "deska",
    "dům",
    "háj",
    "hora",
    "hrad",
    "husa",
    "chata",
    "jaro",
    "jelen",
    "kabát",
    "kámen",
    "kolo",
    "kůň",
    "lampa",
    "les",
    "lípa",
    "loď",
    "louka",
    "mlha",
    "moře",
    "most",
    "nebe",
    "noc",
    "okno",
    "orel",
    "pes",
    "pila",
    "pole",
    "potok",
    "ráno",
    "řeka",
    "ryba",
    "seno",
    "sirka",
    "slovo",
    "sova",
    "strom",
    "stůl",
    "svah",
    "tabule",
    "tráva",
    "ulice",
    "včela",
    "věž",
    "vlak",
    "voda",
    "vrána",
    "zima",
    "zrno",
    "žába",
    "žito",
)


def vary_moves(event: dict[str, Any], rng: random.Random) -> None:
    """Another word of the same length, other points: a game that nobody has seen yet. ``event`` is changed."""
    if event.get("event") != "move":
        return
    event["points"] = max(2, event["points"] + rng.randint(-6, 9))
    if event.get("word"):
        same = [word for word in WORDS if len(word) == len(event["word"])]
        if same:
            event["word"] = rng.choice(same)
