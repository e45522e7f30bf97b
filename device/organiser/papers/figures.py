"""Figures of the standings as people read them, on papers, on the site and at the desk."""

from __future__ import annotations

from fractions import Fraction

from device.i18n import tr
from device.organiser.tournament.kinds import is_least, is_money
from device.specs.card import fraction_text, signed_number
from rules.money import kc


def figure_text(kind: str, word: str, value: Fraction) -> str:
    """A figure of the standings as people read it."""
    if word in ("points", "lately"):
        if is_money(kind):
            return tr(kc(value, plus=True))
        return fraction_text(-value if is_least(kind) else value)
    return signed_number(value, 0 if value.denominator == 1 else 2) if word == "margin" else fraction_text(value)
