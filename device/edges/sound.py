"""Sound through the loudspeaker: short tones made here. No sound card, no sound, no trouble."""

from __future__ import annotations

import array
import math
import threading
from typing import Any

from device.edges.signals import Beep

RATE = 22_050
_TONES = {Beep.LOW: (660, 0.16, 1), Beep.LAST: (880, 0.12, 2), Beep.OVER: (440, 0.35, 3)}
"""Pitch in Hz, length in s, how often."""


def tone(beep: Beep, volume: float = 0.6) -> array.array[int]:
    """The samples of a signal: 16 bits, one channel, `RATE` a second; soft at both ends."""
    pitch, length, times = _TONES[beep]
    count = int(RATE * length)
    fade = RATE // 100
    samples = array.array("h")
    for _ in range(times):
        for n in range(count):
            edge = min(1.0, n / fade, (count - n) / fade)
            samples.append(int(32_000 * volume * edge * math.sin(2 * math.pi * pitch * n / RATE)))
        samples.extend([0] * (RATE // 12))
    return samples


class Sound:
    """The mixer, opened in a thread of its own because opening it may fail or hang."""

    def __init__(self, volume: float = 0.6) -> None:
        self._volume = volume
        self._sounds: dict[Beep, Any] = {}

    def start(self) -> None:
        """Open the mixer in the background."""
        threading.Thread(target=self._open, name="sound", daemon=True).start()

    def _open(self) -> None:
        import pygame  # noqa: PLC0415 - opened late on purpose

        try:
            pygame.mixer.init(RATE, -16, 1, 512)
            self._sounds = {beep: self._made(beep) for beep in Beep}
        except pygame.error:
            self._sounds = {}

    def change(self, volume: float) -> None:
        """Sound as loud as ``volume`` says (0 to 1) from now on."""
        if volume != self._volume:
            self._volume = volume
            self._sounds = {beep: self._made(beep) for beep in self._sounds}

    def _made(self, beep: Beep) -> Any:
        import pygame  # noqa: PLC0415 - opened late on purpose

        return pygame.mixer.Sound(buffer=tone(beep, self._volume))

    def play(self, beep: Beep) -> None:
        """Sound the signal, where there is a mixer."""
        if (sound := self._sounds.get(beep)) is not None:
            sound.play()
