"""Polyssimo as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.kiosk.controllers import Controller, Host
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.settings.rule_options import RuleOption
    from rules.polyssimo.state import State


class PolyssimoGame:
    """Polyssimo for the kiosk."""

    key = "polyssimo"
    colour = 2

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Polyssimo")

    @property
    def motto(self) -> Message:
        """What it is."""
        return msg("2 to 4 players, 24 pieces, who places most")

    @property
    def readings(self) -> tuple[RuleOption, ...]:
        """What a new game of it freezes."""
        from device.games.polyssimo.rule_options import RULE_OPTIONS  # noqa: PLC0415 - not before the first frame

        return RULE_OPTIONS

    def play(self, host: Host) -> Controller:
        """The screens of the game on the table."""
        from device.games.polyssimo.controller import PolyssimoController  # noqa: PLC0415 - not before the first frame

        return PolyssimoController(host)

    def setup(self, host: Host) -> Controller:
        """The screens on which a new game is set up."""
        from device.games.polyssimo.setup import (  # noqa: PLC0415 - not before the first frame
            PolyssimoSetupController,
            PolyssimoSetupScreen,
        )

        return PolyssimoSetupController(host, PolyssimoSetupScreen())

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.polyssimo.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


SCREENS = PolyssimoGame()
"""The game as the kiosk finds it."""
