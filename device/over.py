"""A room that lies over another one: the clocks, the OLEDs and the lamps go on as the room below says."""

from __future__ import annotations

from device.edges.signals import Signals
from device.faces import Face
from device.rooms import Host, Room


class Over:
    """What the rooms of the history and the settings have in common: nothing that runs below them stops."""

    def __init__(self, host: Host, under: Room) -> None:
        self.host = host
        self.under = under

    def close(self) -> None:
        """Back to the room below."""
        self.host.enter(self.under)

    def next_change(self, at: int) -> int | None:
        """When something below changes, for OLEDs and lamps."""
        return self.under.next_change(at)

    def faces(self, at: int) -> tuple[Face, Face]:
        """What the room below shows on the OLEDs."""
        return self.under.faces(at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer of the room below."""
        return self.under.signals(at)
