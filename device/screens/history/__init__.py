"""Looking back: the games this device has kept, and everything that happened in each. No game is named here."""

from __future__ import annotations

from device.kiosk.host import Host
from device.kiosk.screen_controller import Controller
from device.screens.history.controller import HistoryController
from device.screens.history.game_list import GameListController
from device.screens.history.pocket import PocketScreen


def open_history(host: Host, under: Controller) -> Controller:
    """The history of the game on the table, or of all kept games where none is; ``under`` shows again after it."""
    if host.table.game_id is None:
        return GameListController(host, under)
    return HistoryController(host, under, host.table.game_id)


def open_pocket(host: Host, under: Controller) -> Controller:
    """The QR code of the game on the table; ``under`` shows again after it."""
    history = open_history(host, under)
    if isinstance(history, HistoryController):
        history.show(PocketScreen(direct=True))
    return history
