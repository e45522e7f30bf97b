"""What the screens of a game's history ask of their controller."""

from __future__ import annotations

from device.graphics.actions import Effect


class WriteCopy(Effect, frozen=True):
    """Write a copy of the game into the folder, in the format ``kind``."""

    kind: str


class WriteStick(Effect, frozen=True):
    """Write every copy of the game onto a USB stick."""


class StartPage(Effect, frozen=True):
    """Open the game's page for telephones on this network."""


class EndPage(Effect, frozen=True):
    """Close it."""
