"""The password at the desk: where it is kept, who may come in, and how often somebody may try."""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from device.files.atomic_write import OWNER
from device.files.small_file import SmallFile
from device.organiser.store.backup import DESK_PASSWORD
from device.web.connections import network

GUESSES = 10
"""Wrong passwords of one address in `PATIENCE_S`, beyond which it has to wait."""
PATIENCE_S = 60.0
GUESSERS = 1000
"""Addresses of which wrong passwords are remembered."""
BROWSERS = 64
"""Browsers that may be inside at a time; whoever came in first has to come in again."""
STAY_S = 24 * 3600
"""Seconds after which a browser has to come in again."""


def _password(raw: bytes) -> str:
    """Raises ValueError."""
    found = raw.decode("ascii").strip()
    if not re.fullmatch(r"[!-~]{4,64}", found):
        raise ValueError("no password")
    return found


def kept_password(folder: Path | None) -> str:
    """The password that the program had in this folder before, else a new one; a start never waits for that file."""
    if folder is None:
        return secrets.token_hex(4)
    file = SmallFile(folder / DESK_PASSWORD, _password, mode=OWNER, largest=100)
    file.mend()  # a new one is said at the start
    password = file.read_or_none()
    if password is None:
        password = secrets.token_hex(4)
        with contextlib.suppress(OSError):
            file.replace(password + "\n")
    return password


class LoginGuard:
    """Who may come in: one password, a random word for each browser that knew it, and patience with guessers.

    Guesses count for the address that they come from (`network`), so that nobody keeps others out.
    """

    def __init__(self, password: str, now: Callable[[], float] = time.monotonic) -> None:
        self._password = password
        self._now = now
        self._inside: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def wait(self, host: str) -> float:
        """Seconds that this address has to wait; 0 where it may try."""
        wrong = self._wrong.get(network(host), [])
        return max(0.0, wrong[0] + PATIENCE_S - self._now()) if len(wrong) >= GUESSES else 0.0

    def open(self, password: str, host: str = "") -> str | None:
        """The word for a browser that knows the password; None for others, and for an address that has to wait."""
        if self.wait(host):
            return None
        now = self._now()
        if not hmac.compare_digest(password.encode(), self._password.encode()):
            address = network(host)
            wrong = [when for when in self._wrong.pop(address, ()) if now - when < PATIENCE_S]
            self._wrong[address] = [*wrong[1 - GUESSES :], now]
            if len(self._wrong) > GUESSERS:
                self._wrong.popitem(last=False)
            return None
        word = secrets.token_urlsafe(24)
        self._inside[word] = secrets.token_urlsafe(24), now
        if len(self._inside) > BROWSERS:
            self._inside.popitem(last=False)
        return word

    def form_word(self, word: str | None) -> str | None:
        """What a form of that browser carries, so that no other site's form does; None where it is not inside."""
        found, since = self._inside.get(word or "", (None, 0.0))
        if found is not None and self._now() - since > STAY_S:
            del self._inside[word or ""]
            return None
        return found
