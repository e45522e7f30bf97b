"""Showing the game that is on the table."""

from __future__ import annotations

from device.kiosk.controllers import Host


def show_game(host: Host) -> None:
    """Show the game that is on the table, where this device has screens for it."""
    screens = host.games.get(host.table.game.key)
    if screens is not None:
        host.enter(screens.play(host))


def resume_game(host: Host, game_id: int) -> None:
    """Put a kept game on the table and show it. Raises `JournalTrouble` where it cannot be read."""
    host.table.resume(game_id)
    show_game(host)
