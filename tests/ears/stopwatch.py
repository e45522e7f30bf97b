"""How long a player waits for words: from the press of a button to the first sound, by the real program and mixer."""

from __future__ import annotations

import os
import resource
import time
from collections import defaultdict
from typing import NamedTuple

from device.peripherals.sound import BUFFER, RATE, Sound
from device.peripherals.speech import LEAD, Speech

LONGEST_S = 5.0
"""Seconds after which an answer is counted as never having come."""
OWN_S = (BUFFER + LEAD) / RATE
"""Seconds from the mixer to the ear: its buffer, and the silence before a voice."""


class Wait(NamedTuple):
    """Seconds from a press to the first sound of ``words``, and those of processor time that it took."""

    words: str
    elapsed: float
    processor: float


class Stopwatch:
    """A loudspeaker that nobody hears, with speech as a table has it. ``waits`` are those for each kind of answer.

    What the table's own clock, which stands still while nothing happens, says of a press (a short one counts when the
    button is up) is added to what has really passed.
    """

    def __init__(self) -> None:
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        self._sound = Sound()
        self._sound.start()
        self._speech = Speech(self)
        self._first: tuple[float, float] | None = None
        self.waits: defaultdict[str, list[Wait]] = defaultdict(list)

    def is_busy(self, side: int | None = None) -> bool:
        return self._sound.is_busy(side)

    def voice(self, samples: bytes, *, cut: bool, side: int | None = None) -> bool:
        done = self._sound.voice(samples, cut=cut, side=side)
        self._first = self._first or (time.monotonic(), _processor())
        return done

    def say(self, words: str, language: str, *, cut: bool) -> None:
        self._speech.say(words, language, cut=cut)

    def prepare(self, words: str, language: str) -> None:
        self._speech.prepare(words, language)

    def begin(self) -> None:
        """A button goes down now."""
        self._first = None
        self._began = time.monotonic(), _processor()

    def end(self, kind: str, words: str, press_s: float) -> None:
        """Words were said ``press_s`` of the table's time after that: wait for them."""
        began, processor = self._began
        while self._first is None and time.monotonic() - began < LONGEST_S:
            time.sleep(0.001)
        heard, used = self._first or (began + LONGEST_S, processor)
        self.waits[kind].append(Wait(words, heard - began + press_s + OWN_S, used - processor))

    def close(self) -> None:
        self._speech.close()
        self._sound.close()

    def lines(self) -> list[str]:
        """A line for each kind."""
        return [
            f"  {kind}: {len(waits)}, first sound after {ms(sorted(waits, key=_elapsed)[len(waits) // 2].elapsed)} ms,"
            f" the slowest {ms(slowest.elapsed)} ms ({slowest.words!r});"
            f" processor {ms(max(wait.processor for wait in waits))} ms at most"
            for kind, waits in self.waits.items()
            for slowest in [max(waits, key=_elapsed)]
        ]


def ms(seconds: float) -> int:
    return round(seconds * 1000)


def _elapsed(wait: Wait) -> float:
    return wait.elapsed


def _processor() -> float:
    """Seconds that this process and those that it has waited for have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)
