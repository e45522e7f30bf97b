"""Room on the card: whether it takes games, and on a card made as an image one more update."""

from __future__ import annotations

from pathlib import Path

from device.common.files.machine import LEAST_FOR_GAMES, free_mb
from device.first_start.common.asking import ASKS
from rules.message import Message, msg

LEAST_FOR_UPDATE = 450
"""Megabytes that an update takes: its file of 40, the same unpacked, and the new version while the old one runs (the
installer asks for 290 beside the file), with a margin for how programs grow."""
VERSIONS = Path("/opt/dvojtah")


def too_little(games: Path, asks: Path = Path(ASKS), versions: Path = VERSIONS) -> Message | None:
    """What to say of the room where games lie (a folder) and where versions do; None where there is enough."""
    free = free_mb(games)
    if free is not None and free < LEAST_FOR_GAMES:
        return msg("Only {free} MB are free on the journal's disk; make room.", free=free)
    left = free_mb(versions) if asks.exists() else None  # any other installation gets its versions in another way
    if left is not None and left < LEAST_FOR_UPDATE:
        return msg(
            "The card is too small for updates: {free} MB are free, {needed} MB are needed; use a larger "
            "card. Games are kept all the same.",
            free=left,
            needed=LEAST_FOR_UPDATE,
        )
    return None
