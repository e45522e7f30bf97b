"""Mariáš as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.kiosk.controllers import Controller, Host
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.settings.rule_options import RuleOption
    from rules.marias.state import State


class MariasGame:
    """Mariáš for the kiosk."""

    key = "marias"
    colour = 1

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Mariáš")

    @property
    def motto(self) -> Message:
        """What it is."""
        return msg("Called-card tournament: round clock, deals, table slip")

    @property
    def readings(self) -> tuple[RuleOption, ...]:
        """What a new game of it freezes."""
        from device.games.marias.rule_options import RULE_OPTIONS  # noqa: PLC0415 - not before the first frame

        return RULE_OPTIONS

    def play(self, host: Host) -> Controller:
        """The room of the table that is played."""
        from device.games.marias.controller import MariasController  # noqa: PLC0415 - not before the first frame

        return MariasController(host)

    def setup(self, host: Host) -> Controller:
        """The room in which a new table is set up."""
        from device.games.marias.setup import MariasSetupScreen  # noqa: PLC0415 - not before the first frame
        from device.games.setup_controller import SetupController  # noqa: PLC0415

        return SetupController(host, MariasSetupScreen())

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.marias.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


SCREENS = MariasGame()
