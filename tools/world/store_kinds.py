"""The kinds of store that an evening may have, and how the seed draws one."""

from __future__ import annotations

import random

SQLITE, POSTGRESQL = "sqlite", "postgresql"
STORES = (SQLITE, POSTGRESQL)
SHARE = 0.25
"""Of evenings, how many have their store in PostgreSQL."""


def store_of(seed: int, wanted: str | None) -> str:
    """The kind of an evening's store: the one that is wanted, or else one that the seed draws by itself."""
    drawn = POSTGRESQL if random.Random(f"store {seed}").random() < SHARE else SQLITE
    return drawn if wanted is None else wanted
