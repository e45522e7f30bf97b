"""OLEDs and signals beside the screen: what changed goes out, and only that."""

from __future__ import annotations

from device import i18n
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.outputs import Outputs


class OutputCache:
    """What was sent last. ``sent``: each OLED's content and shift; None before the first."""

    def __init__(self, outputs: Outputs, silent: bool) -> None:
        self._outputs = outputs
        self.sent: list[tuple[OledContent, tuple[int, int]] | None] = [None, None]
        self._signals: Signals | None = None
        self._silent = silent
        self._called = ""

    def oled(self, side: int, content: OledContent, shift: tuple[int, int]) -> None:
        """The OLED of ``side`` is to show ``content``, moved by so many pixels right and down."""
        if (content, shift) != self.sent[side]:
            self.sent[side] = content, shift
            self._outputs.show_oled(side, content, shift)

    def signals(self, signals: Signals, silent: bool) -> bool:
        """What lamps and loudspeaker are to do. True where something is signalled that was not before."""
        if signals == self._signals and silent == self._silent:
            return False
        before = None if self._signals is None else self._signals.beep
        self._signals, self._silent = signals, silent
        self._outputs.show_signals(signals, silent)
        return signals.beep is not None and signals.beep is not before

    def call(self, words: str) -> None:
        """What is called now, ``""`` where nothing is: spoken once."""
        if words and words != self._called:
            self.say(words)
        self._called = words

    def say(self, words: str, *, cut: bool = False) -> None:
        """Words for the loudspeaker; ``cut``: in place of what is being spoken."""
        self._outputs.speak(words, i18n.language(), cut=cut)
