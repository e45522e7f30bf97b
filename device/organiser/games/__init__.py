"""How each game is shown on the board and counted at an event."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from device.organiser.card import BoardCard
from device.organiser.games.kourici_kocka import KouriciKocka
from device.organiser.games.marias import Marias
from device.organiser.games.polish_doubles import PolishDoubles
from device.organiser.games.polyssimo import Polyssimo

SHOWN: Mapping[str, BoardCard] = MappingProxyType(
    {
        "polish_doubles": PolishDoubles(),
        "marias": Marias(),
        "polyssimo": Polyssimo(),
        "kourici_kocka": KouriciKocka(),
    }
)
"""By the game's word."""
