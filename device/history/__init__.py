"""Looking back: the games this device has kept, and everything that happened in each. No game is named here."""

from __future__ import annotations

from device.history.games import GamesRoom
from device.history.room import HistoryRoom
from device.rooms import Host, Room


def room(host: Host, under: Room) -> Room:
    """The history of the game on the table, or of all kept games where none is; ``under`` shows again after it."""
    if host.table.game_id is None:
        return GamesRoom(host, under)
    return HistoryRoom(host, under, host.table.game_id)
