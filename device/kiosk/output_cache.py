"""What shows beside the screen: faces and signals go out when they change, and only then."""

from __future__ import annotations

from device.kiosk.outputs import Outputs
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals


class OutputCache:
    """What OLEDs, lamps and loudspeaker were told last. ``sent``: each side's face and place; None before the first."""

    def __init__(self, outputs: Outputs, silent: bool) -> None:
        self._outputs = outputs
        self.sent: list[tuple[OledContent, tuple[int, int]] | None] = [None, None]
        self._signals: Signals | None = None
        self._silent = silent

    def face(self, side: int, face: OledContent, place: tuple[int, int]) -> None:
        """What the OLED of a side is to show, moved by so many pixels right and down."""
        if (face, place) != self.sent[side]:
            self.sent[side] = face, place
            self._outputs.face(side, face, place)

    def signal(self, signals: Signals, silent: bool) -> bool:
        """What lamps and loudspeaker are to do. True where something is signalled that was not before."""
        if signals == self._signals and silent == self._silent:
            return False
        before = None if self._signals is None else self._signals.beep
        self._signals, self._silent = signals, silent
        self._outputs.signal(signals, silent)
        return signals.beep is not None and signals.beep is not before
