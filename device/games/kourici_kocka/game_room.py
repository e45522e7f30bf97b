"""Kouřící kočka as the home screen offers it; its screens are loaded once somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.rooms import Host, Room
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.canvas import Canvas
    from device.kiosk.widgets import Rect
    from device.readings import Reading
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
    def readings(self) -> tuple[Reading, ...]:
        """What a new game of it freezes."""
        from device.games.kourici_kocka.readings import READINGS  # noqa: PLC0415 - not before the first frame

        return READINGS

    def play(self, host: Host) -> Room:
        """The room of the game on the table."""
        from device.games.kourici_kocka.room import KockaRoom  # noqa: PLC0415 - not before the first frame

        return KockaRoom(host)

    def setup(self, host: Host) -> Room:
        """The room in which a new game is set up."""
        from device.games.kourici_kocka.setup import KockaSetupRoom  # noqa: PLC0415 - not before the first frame

        return KockaSetupRoom(host)

    def reopened(self, reason: str) -> Event:
        """The signed end is opened again."""
        from rules.kourici_kocka.events import Reopen  # noqa: PLC0415 - not before the first frame

        return Reopen(reason=reason[:200] or "?")

    def past(self, canvas: Canvas, rect: Rect, state: State, at: int) -> None:
        """A state of the past."""
        from device.games.kourici_kocka.past import past  # noqa: PLC0415 - not before the first frame

        past(canvas, rect, state, at)


GAME_ROOM = KockaGame()
"""The game as the kiosk finds it."""
