"""The referee's PIN: kept only as a slow salted hash, with a growing delay after five wrong tries.

The hash is kept in a file of its own beside the journal, and below it how many tries in a row were wrong, so that
pulling the plug gives nobody new ones: after a start the delay begins anew. No wall clock is asked for that; it may
jump. The PIN itself is never written anywhere, neither to the journal nor to a log.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from device.common.files.atomic_write import OWNER
from device.common.files.small_file import Damaged, SmallFile, set_aside
from device.common.rights import AT_TABLE, EventRole, allows
from rules.game import SECOND
from rules.loading import readable
from rules.message import Refusal, msg

SHORTEST, LONGEST = 4, 8
"""Digits of a PIN."""
TRIES = 5
"""Wrong tries before the first delay."""
DELAY = 30 * SECOND
"""The first delay (ns); each further wrong try doubles it."""
LONGEST_DELAY = 3600 * SECOND
UNTOUCHED = 60 * SECOND
"""How long (ns) what is behind the PIN stays open while nobody touches it."""

_N, _R, _P = 2**14, 8, 1
"""scrypt's cost (RFC 7914): some tens of milliseconds and 16 MB on a Pi 4 for each try."""


def hash_pin(pin: str, salt: bytes | None = None) -> str:
    """The hash of ``pin`` as it is kept: ``scrypt:N:r:p:salt:key``. Raises `Refusal` for a poor PIN."""
    if not pin.isdecimal() or not pin.isascii() or not SHORTEST <= len(pin) <= LONGEST:
        raise Refusal("", "A PIN has {least} to {most} digits.", least=SHORTEST, most=LONGEST)
    salt = os.urandom(16) if salt is None else salt
    return f"scrypt:{_N}:{_R}:{_P}:{_text(salt)}:{_text(_key(pin, salt, _N, _R, _P))}"


class _Hash(msgspec.Struct, frozen=True):
    """A hash as it is kept. The bounds keep a try at a tenth of a second, whatever stands in the file."""

    n: Annotated[int, Meta(ge=2, le=2**15)]
    r: Annotated[int, Meta(ge=1, le=8)]
    p: Annotated[int, Meta(ge=1, le=4)]
    salt: Annotated[bytes, Meta(min_length=8, max_length=64)]
    key: Annotated[bytes, Meta(min_length=32, max_length=32)]

    def __post_init__(self) -> None:
        if self.n & self.n - 1:
            raise ValueError("scrypt's cost is a power of two")


def _hash(stored: str) -> _Hash:
    """The parts of a kept hash. Raises ValueError and msgspec's errors for anything else."""
    name, n, r, p, salt, key = stored.split(":")
    if name != "scrypt":
        raise ValueError("another kind of hash")
    return msgspec.convert({"n": n, "r": r, "p": p, "salt": salt, "key": key}, readable(_Hash), strict=False)


def matches(pin: str, stored: str) -> bool:
    """Whether ``pin`` is the one that was hashed to ``stored``; False for anything that is no such hash."""
    try:
        stored_hash = _hash(stored)
        return hmac.compare_digest(
            _key(pin, stored_hash.salt, stored_hash.n, stored_hash.r, stored_hash.p), stored_hash.key
        )
    except (ValueError, MemoryError, msgspec.MsgspecError):
        return False


def _key(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=64 * 1024 * 1024, dklen=32)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


class StoredPin(msgspec.Struct, frozen=True):
    """What the PIN's file holds: the hash (``""``: no PIN), and how many tries were wrong since the last right one."""

    path: Path | None = None
    stored: str = ""
    wrong: int = 0


LOCKED = msg("The menu is locked; to reset: dvojtah doctor --reset-pin")
UNREADABLE = "unreadable"
"""Stands for a hash that cannot be read; no PIN matches it."""


def _decode(raw: bytes) -> tuple[str, int]:
    """Hash and count. A damaged count begins with the delay; ValueError and msgspec's errors for a damaged hash."""
    stored, *below = raw.decode("ascii").split()[:2] or [""]
    if stored != UNREADABLE:
        _hash(stored)
    if not below:
        return stored, 0
    return stored, int(below[0]) if below[0].isdecimal() and len(below[0]) < 10 else TRIES


def file_of(path: Path) -> SmallFile[tuple[str, int]]:
    """The PIN's file, readable by its owner alone. Where it was damaged the menu stays locked."""
    return SmallFile(path, _decode, LOCKED, anew=f"{UNREADABLE}\n0\n".encode(), mode=OWNER)


def read_pin(path: Path) -> StoredPin:
    """What is kept in ``path``. A hash that cannot be read locks the menu, a damaged count begins with the delay."""
    try:
        pair = file_of(path).read()
    except Damaged:
        return StoredPin(path, UNREADABLE)
    return StoredPin(path) if pair is None else StoredPin(path, *pair)


def write_pin(path: Path, stored: str, wrong: int = 0) -> None:
    """Keep a hash and a count, whole or not at all, readable by its owner alone.

    Raises `Refusal` where the disk refuses.
    """
    try:
        file_of(path).replace(f"{stored}\n{wrong}\n")
    except OSError:
        raise Refusal(
            "", "The PIN cannot be kept; check the folder {path}, its permissions and the disk.", path=path.parent
        ) from None


def forget(path: Path) -> bool:
    """Remove the PIN, so that the menu is open. Whether there was one; raises OSError where it cannot be removed."""
    there = os.path.lexists(path)
    try:
        file_of(path).read()
    except Damaged:
        set_aside(path)
    else:
        path.unlink(missing_ok=True)
    return there


class PinLock:
    """The lock on the referee's menu, as `read_pin` found it.

    ``now`` reads the device's monotonic clock in ns.
    """

    def __init__(self, pin: StoredPin, now: Callable[[], int]) -> None:
        self._pin = pin
        self._now = now
        self._open = False
        self._until = now() + _delay(pin.wrong)
        self._touched_at = now()

    @property
    def open(self) -> bool:
        """Whether the referee is there: no PIN is set, or it was typed and `close` has not been called since."""
        return not self._pin.stored or self._open

    @property
    def is_typed(self) -> bool:
        """Whether somebody typed the PIN and has not left since."""
        return bool(self._pin.stored) and self._open

    @property
    def role(self) -> EventRole:
        """What whoever is at the table may be taken for."""
        return EventRole.ARBITER if self.open else EventRole.VIEWER

    def may(self, act: str) -> bool:
        """Whether whoever is at the table may do that act of `AT_TABLE`."""
        return allows(self.role, act, AT_TABLE)

    @property
    def wait(self) -> int:
        """For how long (ns) no try is taken; 0 where one is."""
        return max(0, self._until - self._now())

    @property
    def closes_at(self) -> int:
        """The device time (ns) at which what is behind the PIN closes, unless somebody touches it before."""
        return self._touched_at + UNTOUCHED

    def on_touch(self) -> None:
        """Somebody touched the screen, a key or the buttons' menu; a press of the clock is none of that."""
        self._touched_at = self._now()

    def unlock(self, pin: str) -> None:
        """Try ``pin``. Raises `Refusal` where it is wrong, or too many were.

        A wrong try is on disk before the screen says that it was wrong. A disk that takes nothing stops nobody: the
        count then lasts until the program ends.
        """
        self._read_again()
        if self.open:
            return
        if wait := self.wait:
            raise Refusal("", "Too many wrong tries; wait {seconds} s.", seconds=-(-wait // SECOND))
        if matches(pin, self._pin.stored):
            self._open = True
            self._count(0)
            return
        self._count(self._pin.wrong + 1)
        self._until = self._now() + _delay(self._pin.wrong)
        raise Refusal("", "That is not the PIN. The organiser can reset it: dvojtah doctor --reset-pin.")

    def close(self) -> None:
        """The referee has left."""
        self._open = False

    def change(self, stored: str) -> None:
        """Another PIN was set and kept; who set it is inside."""
        self._pin, self._open, self._until = replace(self._pin, stored=stored, wrong=0), True, 0

    def _read_again(self) -> None:
        """The organiser may have reset the PIN from outside; a disk that cannot be read changes nothing."""
        if self._pin.path is None:
            return
        there = read_pin(self._pin.path)
        if there.stored not in (self._pin.stored, UNREADABLE):
            self._pin, self._until = there, self._now() + _delay(there.wrong)

    def _count(self, wrong: int) -> None:
        if self._pin.path is not None and wrong != self._pin.wrong:
            with suppress(Refusal):
                write_pin(self._pin.path, self._pin.stored, wrong)
        self._pin = replace(self._pin, wrong=wrong)


def _delay(wrong: int) -> int:
    """How long (ns) nobody may try after so many wrong tries."""
    return min(LONGEST_DELAY, DELAY << min(20, wrong - TRIES)) if wrong >= TRIES else 0
