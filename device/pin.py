"""The referee's PIN: kept only as a slow salted hash, with a growing delay after five wrong tries.

The hash is kept in a file of its own beside the journal; the PIN itself is never written anywhere, neither to the
journal nor to a log.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path

from rules.game import SECOND
from rules.message import Refusal

SHORTEST, LONGEST = 4, 8
"""Digits of a PIN."""
TRIES = 5
"""Wrong tries before the first delay."""
DELAY = 30 * SECOND
"""The first delay (ns); each further wrong try doubles it."""
LONGEST_DELAY = 3600 * SECOND

_N, _R, _P = 2**14, 8, 1
"""scrypt's cost (RFC 7914): some tens of milliseconds and 16 MB on a Pi 4 for each try."""


def hashed(pin: str, salt: bytes | None = None) -> str:
    """The hash of ``pin`` as it is kept: ``scrypt:N:r:p:salt:key``. Raises `Refusal` for a poor PIN."""
    if not pin.isdecimal() or not pin.isascii() or not SHORTEST <= len(pin) <= LONGEST:
        raise Refusal("", "A PIN has {least} to {most} digits.", least=SHORTEST, most=LONGEST)
    salt = os.urandom(16) if salt is None else salt
    return f"scrypt:{_N}:{_R}:{_P}:{_text(salt)}:{_text(_key(pin, salt, _N, _R, _P))}"


def matches(pin: str, stored: str) -> bool:
    """Whether ``pin`` is the one that was hashed to ``stored``; False for anything that is no such hash."""
    try:
        name, n, r, p, salt, key = stored.split(":")
        if name != "scrypt":
            return False
        found = _key(pin, base64.b64decode(salt, validate=True), int(n), int(r), int(p))
        return hmac.compare_digest(found, base64.b64decode(key, validate=True))
    except (ValueError, MemoryError):
        return False


def _key(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=64 * 1024 * 1024, dklen=32)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def kept(path: Path) -> str:
    """The hash kept in ``path``, ``""`` where there is none. One that cannot be read locks the menu."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        return "unreadable"


def keep(path: Path, stored: str) -> None:
    """Keep a hash, whole or not at all, for the owner's eyes alone. Raises `Refusal` where the disk refuses."""
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(stored + "\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        raise Refusal("", "The PIN cannot be kept; look at the folder {path}, its rights and the disk.",
                      path=path.parent) from None  # fmt: skip


def forget(path: Path) -> bool:
    """Remove the PIN, so that the menu is open. Whether there was one; raises OSError where it cannot be removed."""
    there = path.exists()
    path.unlink(missing_ok=True)
    return there


class Lock:
    """The lock on the referee's menu. ``stored`` is the hash that is kept, ``""`` leaves the menu open.

    ``now`` reads the device's monotonic clock in ns.
    """

    def __init__(self, stored: str, now: Callable[[], int]) -> None:
        self._stored = stored
        self._now = now
        self._wrong = 0
        self._until = 0
        self._open = False

    @property
    def open(self) -> bool:
        """Whether the referee is there: no PIN is set, or it was typed and `close` has not been called since."""
        return not self._stored or self._open

    @property
    def wait(self) -> int:
        """For how long (ns) no try is taken; 0 where one is."""
        return max(0, self._until - self._now())

    def unlock(self, pin: str) -> None:
        """Try ``pin``. Raises `Refusal` where it is wrong, or too many were."""
        if wait := self.wait:
            raise Refusal("", "Too many wrong tries; wait {seconds} s.", seconds=-(-wait // SECOND))
        if matches(pin, self._stored):
            self._wrong, self._open = 0, True
            return
        self._wrong += 1
        if self._wrong >= TRIES:
            self._until = self._now() + min(LONGEST_DELAY, DELAY << min(20, self._wrong - TRIES))
        raise Refusal("", "That is not the PIN. The organiser can reset it: dvojtah doctor --reset-pin.")

    def close(self) -> None:
        """The referee has left."""
        self._open = False

    def change(self, stored: str) -> None:
        """Another PIN was set; who set it is inside."""
        self._stored, self._open, self._wrong, self._until = stored, True, 0, 0
