"""Passwords of the desk: slow salted hashes, and the organiser's own password, of which no more than that is kept.

Why scrypt, and where a password stays readable all the same: docs/decisions/accounts.md.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
from pathlib import Path
from typing import NamedTuple

from device.common.codes import new_code
from device.common.files.atomic_write import OWNER
from device.common.files.small_file import SmallFile
from device.organiser.store.backup import DESK_PASSWORD

_N, _R, _P = 14, 8, 5
"""scrypt's cost: 2 to the power of N blocks of 128 R bytes (16 MiB), P times over; what OWASP names for that memory."""
HASH = re.compile(r"scrypt\$(1[0-7])\$(8)\$([1-9])\$([0-9a-f]{32})\$([0-9a-f]{64})")
LENGTH = 8
"""Letters of a password that the program makes, each of 30: 39 bits."""
_CLEAR = re.compile(r"[!-~]{4,64}")
DESK_PASSWORD_CLEAR = "desk-password-clear"
"""The file beside the hash that has the password itself, for its owner alone, where every start is to say it."""


def hash_password(password: str) -> str:
    """A new salted hash. Takes some tenths of a second on purpose."""
    salt = os.urandom(16)
    return f"scrypt${_N}${_R}${_P}${salt.hex()}${_derive(password, salt, _N, _R, _P).hex()}"


def is_password(password: str, secret: str) -> bool:
    """Whether ``secret`` is a hash of ``password``; takes as long as `hash_password` did."""
    parts = HASH.fullmatch(secret)
    if parts is None:
        return False
    n, r, p = (int(part) for part in parts.groups()[:3])
    return hmac.compare_digest(_derive(password, bytes.fromhex(parts[4]), n, r, p), bytes.fromhex(parts[5]))


def _derive(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    raw = password.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(raw, salt=salt, n=1 << n, r=r, p=p, maxmem=256 << 20, dklen=32)


NOBODY = f"scrypt${_N}${_R}${_P}${'0' * 32}${'0' * 64}"
"""No password has this hash; to try one against it takes as long as against an account's."""


class OrganiserPassword(NamedTuple):
    """The organiser's password: its hash, itself where this start may say it (else empty), the word that seals the
    sessions, and the one that sealed them in a file of 0.4 or before (empty: there was none).
    """

    secret: str
    clear: str
    seal: str
    earlier_seal: str = ""


def given_password(password: str) -> OrganiserPassword:
    """One that whoever starts the program gives it each time; nothing of it is kept."""
    return OrganiserPassword(hash_password(password), password, password)


def kept_password(folder: Path | None, *, is_said: bool = False, is_new: bool = False) -> OrganiserPassword:
    """The password that the program had in this folder before, else a new one; a start never waits for that file.

    ``is_said``: it stays readable there, so that every start may say it. ``is_new``: the one before counts no more. A
    file of 0.4 or before has the password itself and is converted.
    """
    if folder is None:
        return given_password(new_code(LENGTH).lower())
    file = SmallFile(folder / DESK_PASSWORD, _kept, mode=OWNER, largest=200)
    file.mend()  # a new one is said at the start
    stored, earlier = None if is_new else file.read_or_none(), ""
    readable = SmallFile(folder / DESK_PASSWORD_CLEAR, _clear, mode=OWNER, largest=100)
    if stored is not None and HASH.fullmatch(stored):
        secret, clear = stored, readable.read_or_none() or ""
        if clear and not is_password(clear, secret):
            clear = ""
    else:
        clear, earlier = stored or new_code(LENGTH).lower(), stored or ""
        secret = hash_password(clear)
        with contextlib.suppress(OSError):
            file.replace(secret + "\n")
    with contextlib.suppress(OSError):
        if is_said and clear:
            readable.replace(clear + "\n")
        else:
            readable.path.unlink(missing_ok=True)
    return OrganiserPassword(secret, clear, secret, earlier)


def _clear(raw: bytes) -> str:
    """Raises ValueError."""
    password = raw.decode("ascii").strip()
    if not _CLEAR.fullmatch(password):
        raise ValueError("no password")
    return password


def _kept(raw: bytes) -> str:
    """A hash, or a password of 0.4 or before. Raises ValueError."""
    text = raw.decode("ascii").strip()
    return text if HASH.fullmatch(text) else _clear(raw)
