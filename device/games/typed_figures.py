"""A figure as it is typed on number keys: digits behind a minus where there is one, or nothing yet.

>>> typed_text("-1", "5", FigureLimits(100, -500)), value_of("-15")
('-15', -15)
"""

from __future__ import annotations

from rules.figures import ENGLISH
from rules.needs import FigureLimits

MINUS = "-"
"""The key of the sign; on the screen a real minus shows."""
UNTYPED = ("", MINUS)
"""Texts that are no figure yet."""


def typed_text(text: str, key: str, limits: FigureLimits) -> str:
    """``text`` after a digit, the sign where figures can be below zero, or backspace; another key changes nothing.

    A digit that would make it too long begins the figure anew.
    """
    if key == "\b":
        return text[:-1]
    sign, digits = (MINUS, text[1:]) if text.startswith(MINUS) else ("", text)
    if key == MINUS and limits.least < 0:
        return digits if sign else MINUS + digits
    if not (key.isascii() and key.isdigit()):
        return text
    longer = (digits + key).lstrip("0") or "0"
    return sign + (longer if len(longer) <= len(str(_farthest(sign, limits))) else key)


def is_complete(text: str, limits: FigureLimits) -> bool:
    """Whether no other digit can follow."""
    if text in UNTYPED:
        return False
    sign, digits = text[:1] if text.startswith(MINUS) else "", text.removeprefix(MINUS)
    return digits == "0" or int(digits) * 10 > _farthest(sign, limits)


def value_of(text: str) -> int | None:
    """The figure; None where there is none yet."""
    return None if text in UNTYPED else int(text)


def as_shown(text: str) -> str:
    """The figure as it stands on the screen; ``""`` where nothing is typed."""
    return text.replace(MINUS, ENGLISH.minus)


def _farthest(sign: str, limits: FigureLimits) -> int:
    return abs(limits.least if sign else limits.most)
