"""QR codes as rows of modules."""

from __future__ import annotations

from functools import lru_cache

import segno

QUIET = 5
"""Modules of empty ground around a code; the standard asks for four."""


@lru_cache(maxsize=16)
def modules(text: str) -> tuple[str, ...]:
    """The QR code of ``text`` without its quiet zone: a row of ``#`` (dark) and ``.`` (light) for each row of modules.

    In UTF-8, with as much error correction as its size leaves room for. Kept, because making one takes a Pi a while.
    """
    code = segno.make_qr(text, error="l", mode="byte", encoding="utf-8")
    return tuple("".join("#" if dark else "." for dark in row) for row in code.matrix)
