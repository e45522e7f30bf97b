"""Words through the loudspeaker, made by espeak-ng, a free speech program of the distribution's.

The program runs as a process of its own behind a thread, so that nobody waits for it: `Speech.say` returns at once.
Only few words wait, and what could not be spoken within `STALE_S` is dropped. Without the program there is
silence.

Who asks for the time hears an answer at once: what it begins with is made beforehand (`Speech.prepare`) and played by
whoever calls `say`; the rest is made meanwhile.
"""

from __future__ import annotations

import array
import contextlib
import logging
import os
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from device.common.languages import LANGUAGES
from device.common.trouble import Trouble
from device.io.inputs import Input, StatusReporter
from rules.message import msg

if TYPE_CHECKING:
    from device.peripherals.sound import Sound

PROGRAM = "espeak-ng"
"""The program, which is also the name of its package."""
WORDS_A_MINUTE = 150
AMPLITUDE = 150
"""How loud the program speaks, of 200; the volume of the settings comes on top of it."""
STALE_S = 10.0
"""Seconds after which words come too late to be true: those about a state may wait until the one before is said."""
LONGEST_S = 4.0
"""Seconds that the program may take; then it is ended."""
MOST_WAITING = 3
MOST_EXPECTED = 12
MOST_LETTERS = 200
MOST_KEPT = 128
"""How many words are kept as made: the calls of the clocks come again every turn."""
PAUSE = re.compile(r"(?<=[,;])\s+|(?<=\D\.)\s+")
"""Where words may be parted: a voice pauses there. A point after a figure makes an ordinal of it in Czech."""
RATE = 22_050
"""Samples a second, as every voice of the program's has them, and as the mixer plays them."""
HEAD = 44
"""Bytes of the shortest head of a WAV file."""
AUDIBLE = 300
"""Samples from this value on are heard."""
LEAD = RATE // 100
"""Samples of silence that are left before a voice; the program makes five times as many."""

log = logging.getLogger("dvojtah.speech")

MISSING = msg("Times are not spoken: there is no espeak-ng. Install it, or switch spoken times off.")


class SpeechTrouble(Trouble):
    """The program gave no speech."""


class _Words(NamedTuple):
    """Words to speak, in which language, since when (s), whether they take the place of what is being spoken, and how
    many of their parts are played already.
    """

    words: str
    language: str
    at: float
    cut: bool
    begun: int = 0


def is_installed() -> bool:
    """Whether the program is installed."""
    return shutil.which(PROGRAM) is not None


def synthesize(words: str, language: str) -> bytes:
    """The samples of ``words``, 16 bits each, mono, `RATE` a second. Raises `SpeechTrouble`; may take `LONGEST_S`."""
    command = [
        PROGRAM,
        "-v",
        LANGUAGES[language].voice,
        "-s",
        str(WORDS_A_MINUTE),
        "-a",
        str(AMPLITUDE),
        "--stdin",
        "--stdout",
    ]
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                wave, _ = process.communicate(words[:MOST_LETTERS].encode(), timeout=LONGEST_S)
            except (OSError, subprocess.SubprocessError):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # what it has started holds the pipe, too
                raise
    except FileNotFoundError:
        raise SpeechTrouble(MISSING) from None
    except (OSError, subprocess.SubprocessError) as error:
        silent = msg("Times are not spoken: espeak-ng does not answer ({error}).", error=type(error).__name__)
        raise SpeechTrouble(silent) from None
    return _samples(wave, process.returncode)


def _samples(wave: bytes, status: int) -> bytes:
    """The samples of a WAV file as the program writes it into a pipe. Raises `SpeechTrouble`."""
    data = wave.find(b"data")
    if status or not wave.startswith(b"RIFF") or data < 0 or len(wave) <= HEAD:
        raise SpeechTrouble(msg("Times are not spoken: espeak-ng gave no speech (status {n}).", n=status))
    (rate,) = struct.unpack_from("<I", wave, 24)
    if rate != RATE:
        raise SpeechTrouble(msg("Times are not spoken: espeak-ng speaks with {n} samples a second.", n=rate))
    samples = array.array("h", wave[data + 8 : data + 8 + (len(wave) - data - 8) // 2 * 2])
    heard = next((n for n, sample in enumerate(samples) if abs(sample) >= AUDIBLE), 0)
    return samples[max(0, heard - LEAD) :].tobytes()


def parts_of(words: str) -> list[str]:
    """``words`` in parts that are said one after another; of nothing there are none."""
    return [part for part in PAUSE.split(words) if part.strip()]


class Speech:
    """Says words one after another in a thread of its own, which begins with the first of them.

    ``put`` gets a status once when something is wrong, and when it is well again. ``now`` is a clock in seconds.
    ``side``: in that ear alone.
    """

    def __init__(
        self,
        loudspeaker: Sound,
        put: Callable[[Input], None] = lambda status: None,
        now: Callable[[], float] = time.monotonic,
        side: int | None = None,
    ) -> None:
        self._loudspeaker = loudspeaker
        self._side = side
        self._status = StatusReporter("speech", put)
        self._now = now
        self._waiting: deque[_Words] = deque(maxlen=MOST_WAITING)
        self._expected: deque[tuple[str, str]] = deque(maxlen=MOST_EXPECTED)
        self._kept: dict[tuple[str, str], bytes] = {}
        self._wake = threading.Condition()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def say(self, words: str, language: str, *, cut: bool = False) -> None:
        """Say ``words`` soon, or not at all; ``cut``: in place of all that waits or is spoken now. Returns at once."""
        if not (parts := parts_of(words)):
            return
        with self._wake:
            begun = 0
            if cut:
                self._waiting.clear()
                if (samples := self._kept.get((parts[0], language))) is not None:
                    self._loudspeaker.voice(samples, cut=True, side=self._side)
                    begun = 1
            self._waiting.append(_Words(words, language, self._now(), cut, begun))
            self._wake_thread()

    def prepare(self, words: str, language: str) -> None:
        """Have ready what ``words`` begin with, for who may ask for them. It is made while nothing is to be said.

        What was asked for last is made first.
        """
        if not (parts := parts_of(words)):
            return
        asked = parts[0], language
        with self._wake:
            if asked in self._expected:
                self._expected.remove(asked)
            if asked not in self._kept:
                self._expected.append(asked)
                self._wake_thread()

    def _wake_thread(self) -> None:
        self._wake.notify()
        if self._thread is None:
            self._stopped = threading.Event()
            self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Say nothing more."""
        self._stopped.set()
        with self._wake:
            self._waiting.clear()
            self._expected.clear()
            self._wake.notify()
            self._thread = None

    def _run(self) -> None:
        stopped = self._stopped
        while not stopped.is_set():
            with self._wake:
                while not self._waiting and not self._expected and not stopped.is_set():
                    self._wake.wait()
                if stopped.is_set():
                    return
                request = self._waiting.popleft() if self._waiting else None
                expected = self._expected.pop() if request is None else None
            if request is not None:
                self.serve(request)
            elif expected is not None:
                self._made(*expected)

    def serve(self, request: _Words) -> None:
        """Say one thing, unless it has become stale; may take a few seconds.

        It is made and said in parts: who asks for the time waits for the first of them alone, which is mostly kept.
        """
        stopped = self._stopped  # once closed, words that are said later have another
        for n, words in enumerate(parts_of(request.words)[request.begun :], request.begun):
            if (
                stopped.is_set()
                or self._gives_way(request, n)
                or (samples := self._made(words, request.language)) is None
            ):
                return
            at_once = request.cut and n == 0
            while not at_once and self._loudspeaker.is_busy(self._side) and not self._gives_way(request, n):
                if stopped.wait(0.02):
                    return
            with self._wake:
                if stopped.is_set() or self._gives_way(request, n):
                    return
                self._loudspeaker.voice(samples, cut=at_once, side=self._side)

    def _gives_way(self, words: _Words, n: int) -> bool:
        """Whether part ``n`` is not to be said: something else takes its place, or it comes too late."""
        return any(other.cut for other in tuple(self._waiting)) or (n == 0 and self._now() - words.at > STALE_S)

    def _made(self, words: str, language: str) -> bytes | None:
        """The samples of ``words``, kept from the last time if they are among those; None where there are none."""
        key = words, language
        try:
            samples = self._kept.get(key) or synthesize(*key)
        except SpeechTrouble as trouble:
            if self._status.trouble is None:
                log.warning("%s", trouble)
                self._status.report(trouble.message)
            return None
        self._status.report(None)
        with self._wake:
            self._kept.pop(key, None)
            self._kept[key] = samples  # those that were wanted last stay
            while len(self._kept) > MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return samples
