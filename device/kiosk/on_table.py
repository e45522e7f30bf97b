"""Showing the game that is on the table."""

from __future__ import annotations

import secrets

from device.graphics.actions import Again
from device.i18n import t
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


def set_up_again(host: Host, again: Again) -> None:
    """Show the setup of another game of the same people, filled in. Raises `JournalTrouble` where it cannot be read."""
    history = host.table.history if again.game_id is None else host.archive.load(again.game_id)
    if history is None or (spec := host.games.get(history.game.key)) is None:
        return
    setup = history.game.rematch(history.state, secrets.choice((1, 2)) if again.mixed else 0)
    host.table.leave()
    setting_up = spec.setup(host)
    setting_up.refill(setup)
    host.enter(setting_up)
    if again.mixed:
        host.say(t("The pairs are drawn; change the names where you like."))
