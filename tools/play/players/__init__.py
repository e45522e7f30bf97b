"""Recorded players, a module a game: found by the game's word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from device.address import Address
from rules.games import KEYS

if TYPE_CHECKING:
    from tools.play.player import Player


class _Players(Mapping[str, "type[Player]"]):
    """``PLAYER`` of ``tools.play.players.<key>``, loaded with the game's screens once somebody asks for it."""

    def __getitem__(self, key: str) -> type[Player]:
        if key not in KEYS:
            raise KeyError(key)
        return Address["type[Player]"](f"tools.play.players.{key}:PLAYER").load()

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


PLAYERS: Mapping[str, type[Player]] = _Players()
"""Who can play a record at the table, by the game's word."""
