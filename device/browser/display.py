"""The kiosk's display where it is a browser: a copy of the picture for those who watch, and what they do as inputs.

The kiosk presents in its own thread and never waits for a browser: it copies what changed and goes on. Browsers are
served in another thread, which encodes from the copy, once for all who want the same rectangles.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from device.browser.messages import deflate
from device.graphics.display import KEYS, Taken
from device.io.inputs import (
    DisplayResized,
    FingerDown,
    FingerInput,
    FingerMotion,
    FingerUp,
    Input,
    PodReport,
    TextInput,
)
from rules.game import SECOND, Nanoseconds

NAMED_KEYS = {"Backspace": "\b", "Enter": "\r", "Escape": "\x1b", "Tab": "\t"}
"""Keys that write no letter, by the name that browsers give them; the same that an attached keyboard has."""
LETTERS = {"a": 0, "l": 1}
"""Keys that press a clock button where no letters are typed, as in the simulator."""
ARROWS = {"ArrowLeft": 0, "ArrowRight": 1}
"""Keys that always do."""
WAITING = 256
"""Inputs that may wait for the kiosk."""
GENERATIONS = 512
"""So many pictures back it is remembered when each was presented."""
ENCODED = 8
"""Encoded parts that are kept for others who want the same."""
LONG_AGO = 60 * SECOND
"""The lag (ns) of a finger that touched a picture which is remembered no more."""
LEAST_SIDE, MOST_SIDE, MOST_PIXELS = 320, 2048, 1_000_000
"""What a picture may measure: sizes that a browser asks for are brought within."""
WIDEST = {False: (3 / 2, 16 / 9), True: (9 / 16, 2 / 3)}
"""The least and the greatest width for the height, lying and (True) upright: what the screens are made for."""

assert set(NAMED_KEYS.values()) == set(KEYS.values())


class EncodedPart(NamedTuple):
    """Rectangles as they lie in a picture of that size, and their pixels, deflated."""

    size: tuple[int, int]
    rects: tuple[pygame.Rect, ...]
    body: bytes


class BrowserKey(NamedTuple):
    """A key of a browser's keyboard went ``"down"``, is still ``"held"``, or went ``"up"`` at that device time.

    ``lag`` as in `FingerDown`, of one that went down.
    """

    name: str
    what: str
    at: Nanoseconds
    lag: int = 0


def fitting_size(wide: int, high: int) -> tuple[int, int]:
    """The size of a picture for a place of so many pixels: as large as fits into it and the screens allow."""
    least, most = WIDEST[high > wide]
    share = min(max(wide / max(1, high), least), most)
    width = min(float(wide), high * share, (MOST_PIXELS * share) ** 0.5)
    width = max(width, LEAST_SIDE * max(1.0, share))
    return min(round(width), MOST_SIDE), min(round(width / share), MOST_SIDE)


class BrowserDisplay:
    """`device.graphics.display.DisplayBackend` for browsers.

    ``present``, `inputs` and ``surface`` belong to the kiosk's thread, everything else may be used from any.
    ``on_change`` is called with rectangles and the generation they belong to, in the kiosk's thread; it must not wait.
    ``typing`` says whether letters are typed on the screen that shows. ``now`` is the device's clock (ns).
    """

    def __init__(self, size: tuple[int, int], now: Callable[[], Nanoseconds] = time.monotonic_ns) -> None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
        self.surface = pygame.Surface(size)
        self.taken: Taken = frozenset
        self.typing: Callable[[], bool] = lambda: False
        self.on_change: Callable[[list[pygame.Rect], int], None] = lambda rects, generation: None
        self._now = now
        self._copy = pygame.Surface(size)
        self._lock = threading.Lock()
        self._generation = 1
        self._since: OrderedDict[int, int] = OrderedDict({1: now()})
        self._encoded: OrderedDict[tuple[int, tuple[tuple[int, ...], ...]], EncodedPart] = OrderedDict()
        self._waiting: deque[Input | BrowserKey] = deque()
        self._wanted: tuple[int, int] | None = None
        self._first = 1
        self._pressed: dict[str, int] = {}
        self._fingers: dict[int, FingerInput] = {}
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self.wakes: Sequence[int] = (self._bell,)

    # -- the kiosk's side ------------------------------------------------------------------------------------------

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Copy what changed, and say so."""
        if not dirty:
            return
        with self._lock:
            self._generation += 1
            self._since[self._generation] = self._now()
            if len(self._since) > GENERATIONS:
                self._since.popitem(last=False)
            for rect in dirty:
                self._copy.blit(self.surface, rect, rect)
            self.on_change([pygame.Rect(rect) for rect in dirty], self._generation)

    def inputs(self) -> list[Input]:
        """What the browser that holds the table did, in order; a new size first."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._bell)
        inputs: list[Input] = []
        if (wanted := self._wanted) is not None and wanted != self.surface.get_size():
            self._wanted = None
            with self._lock:
                self.surface, self._copy = pygame.Surface(wanted), pygame.Surface(wanted)
                self._first = self._generation + 1
            inputs.append(DisplayResized())
        while self._waiting:
            item = self._waiting.popleft()
            key = self._key_input(item) if isinstance(item, BrowserKey) else item
            if key is not None:
                inputs.append(key)
        return inputs

    def _key_input(self, key: BrowserKey) -> Input | None:
        if key.what == "up":
            side = self._pressed.pop(key.name, None)  # whatever shows by now
            return None if side is None else PodReport(side, False, key.at)
        side = self._pressed.get(key.name)
        if side is None and key.what == "held":
            return None
        if side is None:
            side = ARROWS.get(key.name)
            if side is None and not self.typing():
                side = LETTERS.get(key.name.lower())
            if side is not None:
                self._pressed[key.name] = side
        if side is not None:
            return PodReport(side, True, key.at, key.lag)
        text = NAMED_KEYS.get(key.name, key.name)
        return TextInput(text) if len(text) == 1 else None

    # -- the browsers' side ----------------------------------------------------------------------------------------

    @property
    def state(self) -> tuple[tuple[int, int], int]:
        """The size of the picture and its generation."""
        with self._lock:
            return self._copy.get_size(), self._generation

    def encode(self, rects: Sequence[pygame.Rect]) -> EncodedPart:
        """Those rectangles as they are now, without what lies outside a picture that has become smaller meanwhile."""
        with self._lock:
            size, whole = self._copy.get_size(), self._copy.get_rect()
            within = tuple(part for rect in rects if (part := rect.clip(whole)).w and part.h)
            key = self._generation, tuple(tuple(part) for part in within)
            if (known := self._encoded.get(key)) is not None:
                return known
            pixels = [pygame.image.tobytes(self._copy.subsurface(part), "RGB") for part in within]
        encoded = EncodedPart(size, within, deflate(pixels))
        with self._lock:
            self._encoded[key] = encoded
            while len(self._encoded) > ENCODED:
                self._encoded.popitem(last=False)
        return encoded

    def resize(self, wide: int, high: int) -> None:
        """The browser has a place of so many pixels for the picture."""
        self._wanted = fitting_size(wide, high)
        self._ring()

    def lag_of(self, seq: int, shown_ms: float, sent: Nanoseconds = 0) -> Nanoseconds:
        """How much later (ns) a finger saw picture ``seq`` than it was sent there, when it had seen it ``shown_ms``.

        It was ``sent`` at that device time, and not before it was presented. `LONG_AGO` where that picture is
        remembered no more, or had another size.
        """
        since = self._presented(seq)
        return LONG_AGO if since is None else max(0, self._now() - max(since, sent) - round(shown_ms * 1e6))

    def _presented(self, seq: int) -> int | None:
        with self._lock:
            return self._since.get(seq) if seq >= self._first else None

    def touch(self, kind: str, finger: int, x: int, y: int, seq: int, shown_ms: float, sent: Nanoseconds = 0) -> bool:
        """A finger went ``"down"``, was ``"move"``d or is where it was, or went ``"up"``. False: too much waits."""
        at = self._now()
        if kind == "down":
            behind = max(0, sent - (self._presented(seq) or sent))
            item: FingerInput = FingerDown(x, y, at, finger, self.lag_of(seq, shown_ms, sent), behind)
            self._fingers[finger] = item
        elif finger not in self._fingers:
            return True
        elif kind == "move":
            item = self._fingers[finger] = FingerMotion(x, y, at, finger, 0)
        else:
            del self._fingers[finger]
            item = FingerUp(x, y, at, finger, 0)
        return self._put(item)

    def key(self, name: str, direction: str, seq: int = 0, shown_ms: float = 0, sent: Nanoseconds = 0) -> bool:
        """A key of the keyboard went ``"down"``, is still ``"held"``, or went ``"up"``. False: too much waits."""
        lag = self.lag_of(seq, shown_ms, sent) if direction == "down" else 0
        return self._put(BrowserKey(name, direction, self._now(), lag))

    def let_go(self) -> None:
        """The browser that held the table is gone: its fingers and keys are up since it was last heard of them."""
        for finger, last in self._fingers.items():
            self._waiting.append(FingerUp(last.x, last.y, last.at, finger, 0))
        self._fingers.clear()
        self._waiting.extend(
            BrowserKey(name, "up", 0) for name in (*ARROWS, *LETTERS, *(letter.upper() for letter in LETTERS))
        )
        self._ring()

    def _put(self, item: Input | BrowserKey) -> bool:
        if len(self._waiting) >= WAITING:
            return False
        self._waiting.append(item)
        self._ring()
        return True

    def _ring(self) -> None:
        with contextlib.suppress(OSError, BlockingIOError):
            os.eventfd_write(self._bell, 1)

    def close(self) -> None:
        """Let the descriptor go. Nothing may be shown or done after it."""
        os.close(self._bell)
