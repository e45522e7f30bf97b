"""Kouřící kočka as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.kiosk.controllers import Controller, Host
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.settings.rule_options import RuleOption
    from rules.game import Event
    from rules.kourici_kocka.state import State


class KockaGame:
    """Kouřící kočka for the kiosk."""

    key = "kourici_kocka"
    colour = 3

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Kouřící kočka")

    @property
    def motto(self) -> Message:
        """What it is."""
        return msg("Four players, penalty points, letters of a word")

    @property
    def readings(self) -> tuple[RuleOption, ...]:
        """What a new game of it freezes."""
        from device.games.kourici_kocka.rule_options import RULE_OPTIONS  # noqa: PLC0415 - not before the first frame

        return RULE_OPTIONS

    def play(self, host: Host) -> Controller:
        """The screens of the game on the table."""
        from device.games.kourici_kocka.controller import KockaController  # noqa: PLC0415 - not before the first frame

        return KockaController(host)

    def setup(self, host: Host) -> Controller:
        """The screens on which a new game is set up."""
        from device.games.kourici_kocka.setup import KockaSetupScreen  # noqa: PLC0415 - not before the first frame
        from device.games.setup_controller import SetupController  # noqa: PLC0415

        return SetupController(host, KockaSetupScreen())

    def reopened(self, reason: str) -> Event:
        """The signed end is opened again."""
        from rules.kourici_kocka.events import Reopen  # noqa: PLC0415 - not before the first frame

        return Reopen(reason=reason[:200] or "?")

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.kourici_kocka.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


SCREENS = KockaGame()
"""The game as the kiosk finds it."""
