"""Files of kept games: which formats a game has, its sheet for a telephone, the printed card, onto a stick."""

from __future__ import annotations

from device.exports import EVERY_GAME, Exports
from device.registry import SPECS


def every_format() -> Exports:
    """Every word that some game can be exported by."""
    return {**{export.kind: export for spec in SPECS.values() for export in spec.exports}, **EVERY_GAME}


def export_formats_of(key: str) -> Exports:
    """The exports of the game with that word: what every game has, and its own."""
    return {**EVERY_GAME, **{export.kind: export for export in SPECS[key].exports}}
