"""Polish doubles as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.kiosk.controllers import Controller, Host
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.settings.rule_options import RuleOption
    from rules.game import Event
    from rules.polish_doubles.state import State


class DoublesGame:
    """Polish doubles for the kiosk."""

    key = "polish_doubles"
    colour = 0

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Polish doubles")

    @property
    def motto(self) -> Message:
        """What it is."""
        return msg("Scrabble for two pairs, 1-2-2-2, three minutes")

    @property
    def readings(self) -> tuple[RuleOption, ...]:
        """What a new game of it freezes."""
        from device.games.polish_doubles.rule_options import RULE_OPTIONS  # noqa: PLC0415 - not before the first frame

        return RULE_OPTIONS

    def play(self, host: Host) -> Controller:
        """The screens of the game on the table."""
        from device.games.polish_doubles.controller import DoublesController  # noqa: PLC0415 - not before the first frame

        return DoublesController(host)

    def setup(self, host: Host) -> Controller:
        """The screens on which a new game is set up."""
        from device.games.polish_doubles.setup import DoublesSetupScreen  # noqa: PLC0415 - not before the first frame
        from device.games.setup_controller import SetupController  # noqa: PLC0415

        return SetupController(host, DoublesSetupScreen())

    def reopened(self, reason: str) -> Event:
        """The result is opened again."""
        from rules.polish_doubles.events import Reopen  # noqa: PLC0415 - not before the first frame

        return Reopen(reason=reason[:200] or "?")

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.polish_doubles.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


SCREENS = DoublesGame()
"""The game as the kiosk finds it."""
