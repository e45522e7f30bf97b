"""The screens that lie above the kiosk and are opened from it, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from device.address import Address
from device.graphics.actions import Command, ReadRule
from device.kiosk.host import Host, Overlays
from device.kiosk.screen_controller import Controller
from device.pocket.page import PageThread

OVERLAYS: Overlays = {
    Command.BIG_CLOCK: Address("device.screens.big_clock:open_big_clock"),
    Command.CARRY: Address("device.screens.carry:CarryController"),
    Command.DATE: Address("device.screens.date_screen:DateController"),
    Command.HELP: Address("device.screens.help_screen:HelpController"),
    Command.HISTORY: Address("device.screens.history:open_history"),
    Command.POCKET: Address("device.screens.history:open_pocket"),
    Command.SETTINGS: Address("device.screens.settings.controller:SettingsController"),
    Command.STATISTICS: Address("device.screens.statistics.controller:StatisticsController"),
    ReadRule: Address("device.screens.help_screen:RuleController"),
}

FIRST_START: Address[Callable[[Host, Controller], Controller]] = Address(
    "device.screens.settings.first_start_controller:first_start"
)
UPDATED: Address[Callable[[Host, Controller], Controller]] = Address("device.screens.settings.updates:UpdateController")
"""These two show at the start, where there is something to ask or to tell."""

SERVE_PAGE: Address[Callable[[PageThread], None]] = Address("device.game_files.page_server:serve")
"""Loads the web server, which takes longer than all of the first picture."""
