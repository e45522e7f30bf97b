"""Haléře as people read them, and as plain data."""

from __future__ import annotations

from fractions import Fraction

from rules.figures import ENGLISH, number
from rules.message import Message

Amount = int | Fraction
"""Haléře, whole or an exact part of one."""


def kc(amount: Amount, *, plus: bool = False) -> Message:
    """An amount in koruny with two decimals, half haléře away from zero; ``plus`` shows the sign of a gain too."""
    return number(Fraction(amount) / 100, 2, plus=plus)


def round_sum(amount: int) -> Message | str:
    """Whole haléře in koruny, with decimals only where they are not whole koruny."""
    return kc(amount) if amount % 100 else str(amount // 100)


def exact(amount: Amount, *, plus: bool = False) -> str:
    """Haléře exactly, a part of one as a fraction: ``"−6 2/3"``; ``plus`` shows the sign of a gain too."""
    fraction = Fraction(amount)
    whole, rest = divmod(abs(fraction), 1)
    sign = ENGLISH.minus if fraction < 0 else ENGLISH.plus if plus and fraction else ""
    return f"{sign}{whole} {rest}" if rest and whole else f"{sign}{rest or whole}"


def plain(amount: Amount) -> int | str:
    """Whole haléře as a number, a part of one as ``"1/3"``."""
    exact = Fraction(amount)
    return exact.numerator if exact.denominator == 1 else str(exact)
