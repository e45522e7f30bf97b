"""The password at the desk: where it is kept, who may come in and stays in, and how often somebody may try."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.files.atomic_write import OWNER
from device.files.small_file import SmallFile, decoder
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
DESK_SESSIONS = "desk-sessions"
"""The file in the store's folder that says which browsers are inside, for its owner alone."""


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


Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class _Sessions(msgspec.Struct, frozen=True):
    """Browsers that are inside: the digest of each one's word, and since when (seconds of the wall clock)."""

    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    since: Annotated[dict[Digest, float], Meta(max_length=BROWSERS)]
    seal: Digest


class SessionFile:
    """Which browsers are inside, kept over a restart of the program in the folder of the store.

    It has no word with which somebody could come in, and is sealed with the password: with another one nobody is in.
    """

    def __init__(self, folder: Path, password: str, wall: Callable[[], float] = time.time) -> None:
        self._file = SmallFile(folder / DESK_SESSIONS, decoder(_Sessions), mode=OWNER, largest=16 * 1024)
        self._wall = wall
        self._salt = secrets.token_hex(16)
        self._password = password
        self._key = self._key_of(self._salt)

    def load(self) -> dict[str, float]:
        """How many seconds each browser has been inside, by the digest of its word, the longest first."""
        self._file.mend()
        found = self._file.read_or_none()
        if found is None or not hmac.compare_digest(found.seal, self._seal(self._key_of(found.salt), found.since)):
            return {}
        now = self._wall()
        ages = {word: max(0.0, now - since) for word, since in found.since.items()}
        return dict(sorted(ages.items(), key=lambda one: -one[1]))

    def replace(self, ages: Mapping[str, float]) -> None:
        """Keep who is inside, as `load` gives it; where that cannot be written they come in again after a restart."""
        now = self._wall()
        since = {word: now - age for word, age in ages.items()}
        content = msgspec.json.encode(_Sessions(self._salt, since, self._seal(self._key, since)))
        with contextlib.suppress(OSError):
            self._file.replace(content)

    def _key_of(self, salt: str) -> bytes:
        """Takes some hundredths of a second, so that nobody tries many passwords on the file."""
        return hashlib.scrypt(self._password.encode(), salt=bytes.fromhex(salt), n=1 << 14, r=8, p=1)

    @staticmethod
    def _seal(key: bytes, since: Mapping[str, float]) -> str:
        return hmac.new(key, msgspec.json.encode(since, order="deterministic"), hashlib.sha256).hexdigest()


class LoginGuard:
    """Who may come in: one password, a random word for each browser that knew it, and patience with guessers.

    Guesses count for the address that they come from (`network`), so that nobody keeps others out. ``file`` has who was
    inside before the program was started again.
    """

    def __init__(
        self, password: str, now: Callable[[], float] = time.monotonic, file: SessionFile | None = None
    ) -> None:
        self._password, self._now, self._file = password, now, file
        ages = {} if file is None else file.load()
        self._inside = OrderedDict((word, now() - age) for word, age in ages.items() if age < STAY_S)
        """Since when, by the digest of a browser's word."""
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def keeper(self) -> Callable[[], None]:
        """What keeps those who are inside now over a restart of the program; it writes, so not in the server's loop."""
        now, file = self._now(), self._file
        ages = {word: now - since for word, since in self._inside.items() if now - since < STAY_S}
        return lambda: None if file is None else file.replace(ages)

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
        self._inside[_digest(word)] = now
        if len(self._inside) > BROWSERS:
            self._inside.popitem(last=False)
        return word

    def form_word(self, word: str | None) -> str | None:
        """What a form of that browser carries, so that no other site's form does; None where it is not inside."""
        since = self._inside.get(digest := _digest(word or ""))
        if since is None:
            return None
        if self._now() - since > STAY_S:
            del self._inside[digest]
            return None
        return _digest(f"form {word}")[:32]


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
