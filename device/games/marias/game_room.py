"""Mariáš as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.rooms import Host, Room
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.readings import Reading
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
    def readings(self) -> tuple[Reading, ...]:
        """What a new game of it freezes."""
        from device.games.marias.readings import READINGS  # noqa: PLC0415 - not before the first frame

        return READINGS

    def play(self, host: Host) -> Room:
        """The room of the table that is played."""
        from device.games.marias.room import MariasRoom  # noqa: PLC0415 - not before the first frame

        return MariasRoom(host)

    def setup(self, host: Host) -> Room:
        """The room in which a new table is set up."""
        from device.games.marias.setup import MariasSetupRoom  # noqa: PLC0415 - not before the first frame

        return MariasSetupRoom(host)

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.marias.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


GAME_ROOM = MariasGame()
