"""Sound through the loudspeaker: short tones made here. Without a sound card the game goes on and says so."""

from __future__ import annotations

import array
import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pygame

from device.io.inputs import Input, StatusReporter
from device.io.signals import Beep
from device.peripherals.sound_cards import sound_cards
from rules.message import msg

RATE = 22_050
BUFFER = 512
"""Samples that the mixer makes at a time."""
RETRY_S = 10.0
DEVICE = "AUDIODEV"
"""The environment variable by which SDL is told what ALSA is to open; without it, that is ``default``."""
TONES = {Beep.LOW: (660, 0.16, 1), Beep.LAST: (880, 0.12, 2), Beep.OVER: (440, 0.35, 3)}
"""Pitch in Hz, length in s, how often."""


def tone(beep: Beep, volume: float = 0.6) -> array.array[int]:
    """The samples of a signal: 16 bits, one channel, `RATE` a second; soft at both ends."""
    pitch, length, times = TONES[beep]
    count = int(RATE * length)
    fade = RATE // 100
    samples = array.array("h")
    for _ in range(times):
        for n in range(count):
            edge = min(1.0, n / fade, (count - n) / fade)
            samples.append(int(32_000 * volume * edge * math.sin(2 * math.pi * pitch * n / RATE)))
        samples.extend([0] * (RATE // 12))
    return samples


def in_ears(samples: bytes, side: int | None) -> bytes:
    """Samples of one channel as two: for both ears, or for that of ``side`` alone, A left and B right."""
    mono, both = array.array("h", samples), array.array("h", bytes(2 * len(samples)))
    for ear in (0, 1):
        if side in (None, ear):
            both[ear::2] = mono
    return both.tobytes()


def open_mixer(chosen: str) -> str:
    """Open the mixer on the card ``chosen``, else as the system has it set up, else on the first card that opens.

    Which card that is, ``""``: the system's. On a Pi 5 the system's is HDMI, which opens only for a monitor with
    loudspeakers. Raises `pygame.error` where none opens.
    """
    cards = dict.fromkeys(([chosen] if chosen else []) + ["", *sound_cards()])
    refused = pygame.error()
    for card in cards:
        try:
            _init(card)
        except pygame.error as error:
            refused = error
        else:
            return card
    raise refused


def _init(card: str) -> None:
    """Open the mixer on that card. Raises `pygame.error`."""
    given = os.environ.get(DEVICE)
    if card:
        os.environ[DEVICE] = f"plughw:CARD={card}"
    try:
        pygame.mixer.init(RATE, -16, 2, BUFFER)
    finally:
        os.environ.pop(DEVICE, None)
        if given is not None:
            os.environ[DEVICE] = given


def try_out(chosen: str, volume: float) -> str:
    """Open the mixer as a table does, play a signal, close it; the card, as `open_mixer`. Raises `pygame.error`."""
    card = open_mixer(chosen)
    try:
        sound = pygame.mixer.Sound(buffer=in_ears(tone(Beep.LOW, volume).tobytes(), None))
        sound.play()
        time.sleep(sound.get_length())
    finally:
        pygame.mixer.quit()
    return card


class Sound:
    """The mixer, opened in a thread of its own because opening it may fail or hang.

    Without a sound card ``put`` gets a status once, it is tried again, and the game goes on. At volume 0 none is
    looked for. ``card`` is the one to be tried first.
    """

    def __init__(self, volume: float = 0.6, put: Callable[[Input], None] = lambda status: None, card: str = "") -> None:
        self._volume = volume
        self._card = card
        self._signs_on = False
        self._status = StatusReporter("sound", put)
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._sounds: dict[Beep, Any] = {}
        self._voices: dict[int | None, Any] = {}

    def start(self) -> None:
        """Open the mixer in the background, again and again until it is there."""
        if self._volume:
            self._stop = threading.Event()
            self._thread = threading.Thread(target=self._open, args=(self._stop,), name="sound", daemon=True)
            self._thread.start()

    def _open(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                open_mixer(self._card)
                with self._lock:
                    self._sounds = {beep: self._made(beep) for beep in Beep}
            except pygame.error:
                text = msg("There is no sound; connect a loudspeaker or set the volume to 0. The game goes on.")
                self._status.report(text)
                stop.wait(RETRY_S)
            else:
                if self._signs_on:
                    self.play(Beep.LOW)
                break
        self._status.report(None)

    def change(self, volume: float) -> None:
        """Sound as loud as ``volume`` says (0 to 1) from now on; at 0 a missing sound card is no trouble any more."""
        with self._lock:
            if volume == self._volume:
                return
            self._volume = volume
            self._sounds = {beep: self._made(beep) for beep in self._sounds}
        if not volume:
            self._stop.set()
        elif not self._sounds and (self._thread is None or self._stop.is_set()):
            self.start()

    def choose(self, card: str, *, silent: bool) -> None:
        """Sound on ``card`` from now on, where it opens; unless ``silent``, with a signal that says which."""
        self._card, self._signs_on = card, not silent
        self._stop.set()
        with self._lock:
            self._sounds, self._voices = {}, {}
            pygame.mixer.quit()
        self.start()

    def _made(self, beep: Beep) -> Any:
        return pygame.mixer.Sound(buffer=in_ears(tone(beep, self._volume).tobytes(), None))

    def play(self, beep: Beep) -> None:
        """Sound the signal, where there is a mixer."""
        if (sound := self._sounds.get(beep)) is not None:
            sound.play()

    def is_busy(self, side: int | None = None) -> bool:
        """Whether something sounds; of a ``side``: whether something is said to it."""
        if side is None or not self._sounds:
            return bool(self._sounds) and pygame.mixer.get_busy()
        voice = self._voices.get(side)
        return voice is not None and voice.get_num_channels() > 0

    def voice(self, samples: bytes, *, cut: bool, side: int | None = None) -> bool:
        """Play samples (16 bits, one channel, `RATE` a second), where there is a mixer: else False.

        ``cut``: in place of what was played so before. ``side``: in that ear alone.
        """
        with self._lock:
            if not self._sounds:
                return False
            if cut and side in self._voices:
                self._voices[side].stop()
            self._voices[side] = voice = pygame.mixer.Sound(buffer=in_ears(samples, side))
            voice.set_volume(self._volume)
            voice.play()
        return True

    def close(self) -> None:
        """Look for a sound card no longer."""
        self._stop.set()
