"""How many wrong guesses are borne: of passwords, of codes that people type, of secrets that machines send."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable

from device.common.codes import letters_of

GUESSERS = 1000
"""Keys of which wrong guesses are remembered."""


class GuessLimiter:
    """How many wrong guesses of one kind are borne: ``guesses`` of each key in ``seconds``, of so many ``keys``."""

    def __init__(self, guesses: int, seconds: float, now: Callable[[], float], keys: int = GUESSERS) -> None:
        self._guesses, self._seconds, self._now, self._keys = guesses, seconds, now, keys
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._wrong)

    def wait(self, key: str) -> float:
        """Seconds until ``key`` may try; 0 where it may."""
        wrong = self._wrong.get(key, [])
        return max(0.0, wrong[0] + self._seconds - self._now()) if len(wrong) >= self._guesses else 0.0

    def recent(self, key: str) -> int:
        """How many guesses of ``key`` count now."""
        now = self._now()
        return sum(now - when < self._seconds for when in self._wrong.get(key, ()))

    def count(self, key: str) -> None:
        """A wrong guess of ``key``, or one of which nobody knows yet; one that has to wait is not counted."""
        if self.wait(key):
            return
        now = self._now()
        wrong = [when for when in self._wrong.pop(key, ()) if now - when < self._seconds]
        self._wrong[key] = [*wrong[1 - self._guesses :], now]
        if len(self._wrong) > self._keys:
            self._wrong.popitem(last=False)

    def forgive(self, key: str) -> None:
        """The last guess of ``key`` was right."""
        if wrong := self._wrong.get(key):
            wrong.pop()
            if not wrong:
                del self._wrong[key]


class CodeCheck(GuessLimiter):
    """Compares what is typed or sent with ``code``, and lets nobody try for long; an empty code is nobody's."""

    def __init__(self, code: str, guesses: int, seconds: float, now: Callable[[], float]) -> None:
        super().__init__(guesses, seconds, now)
        self.code = code

    def is_right(self, guess: str, key: str) -> bool:
        """Whether ``key`` knows the code: then its wrong guesses are forgotten, else this is one more."""
        if self.code and hmac.compare_digest(letters_of(guess).encode(), letters_of(self.code).encode()):
            self._wrong.pop(key, None)
            return True
        self.count(key)
        return False
