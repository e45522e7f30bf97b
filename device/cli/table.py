"""The table itself, and the table in a window; loaded once one of them is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from device.common.address import Address
from device.common.cli.failure import Failure
from device.common.i18n import t
from device.common.settings.settings import Settings
from device.graphics.display import NoDisplay
from rules.message import Message

Run = Callable[[Settings, Message | None, Path | None], int]
KIOSK: Address[Run] = Address("device.app.composition:run_kiosk")
SIMULATOR: Address[Run] = Address("device.demo.simulator:run_simulator")


def run_table(simulated: bool, settings: Settings, trouble: Message | None, file: Path | None) -> int:
    """Run the table until it is ended; its exit status. Raises `Failure` where there is nothing to show it on."""
    try:
        return (SIMULATOR if simulated else KIOSK)(settings, trouble, file)
    except NoDisplay:
        text = t("There is no display to show the table on: connect one, or start it on a desktop (DISPLAY).")
        raise Failure(text) from None
    except pygame.error as error:
        raise Failure(t("No screen can be opened ({error}).", error=error)) from None
