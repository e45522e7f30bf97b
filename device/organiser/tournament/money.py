"""Fees, the fund and prizes in haléře: pure functions in which nothing is ever lost or made.

Two identities always hold: fees + added = house + prizes, and what is settled for everybody + the rest = the sum of
what everybody won and lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from device.common.i18n import number
from device.organiser.acts.decisions import MoneySet
from device.organiser.acts.from_text import WrongField
from rules.explain import quote
from rules.message import Refusal, msg
from rules.money import kc

WHOLE = 10_000
"""A hundred per cent, in hundredths of a per cent."""


@dataclass(frozen=True, slots=True)
class Fund:
    """What came in, and what of it is for prizes; ``for_house`` is what it keeps by the scheme."""

    fees: int
    added: int
    for_house: int

    @property
    def all(self) -> int:
        """Fees and what was added."""
        return self.fees + self.added

    @property
    def for_prizes(self) -> int:
        """What is left once the house has its part."""
        return self.all - self.for_house


def check(scheme: MoneySet) -> None:
    """Raise `Refusal` where ``scheme`` cannot be paid: shares that are not a whole, later places that get more."""
    if any(later > earlier for earlier, later in pairwise(scheme.prizes)):
        raise WrongField(["prizes"], msg("A later place gets no more than an earlier one."))
    if scheme.by_percent and scheme.prizes and sum(scheme.prizes) != WHOLE:
        raise WrongField(["prizes"], msg("The shares come to {sum} %, not to 100 %.", sum=percent(sum(scheme.prizes))))
    if not scheme.by_percent and any(prize % scheme.step for prize in scheme.prizes):
        raise WrongField(
            ["prizes"], msg("A prize is a multiple of {step} haléře, in which money is handed out.", step=scheme.step)
        )


def percent(hundredths: int) -> str:
    """Hundredths of a per cent as people write them: ``33.3``."""
    return number(Fraction(hundredths, 100), None, grouped=False)


def fund(fees: int, added: int, scheme: MoneySet) -> Fund:
    """The fund of so many haléře; the house's share is rounded down to a haléř, and never more than there is."""
    expenses = (fees + added) * scheme.house_percent // WHOLE + scheme.house
    return Fund(fees, added, min(fees + added, expenses))


def round_amounts(amounts: Sequence[Fraction | int], step: int = 1, nearest: bool = False) -> list[int]:
    """``amounts`` in multiples of ``step``, each less than a step off, together their sum rounded down.

    Each is rounded down; the steps that are left go one each to those that lost something, in the order given, or
    (``nearest``) to those first that lost most.
    """
    exact = [Fraction(amount) / step for amount in amounts]
    whole = [fraction.numerator // fraction.denominator for fraction in exact]
    left = int(sum(exact, Fraction(0)) // 1) - sum(whole)
    lost = [fraction - down for fraction, down in zip(exact, whole, strict=True)]
    order = sorted(range(len(lost)), key=lambda n: -lost[n]) if nearest else range(len(lost))
    for n in [n for n in order if lost[n]][:left]:
        whole[n] += 1
    return [n * step for n in whole]


def by_place(for_prizes: int, scheme: MoneySet) -> list[int]:
    """The prize of each place, best first. Shares of the fund leave less than a step of it over."""
    if not scheme.by_percent:
        return list(scheme.prizes)
    return round_amounts([Fraction(for_prizes * prize, WHOLE) for prize in scheme.prizes], scheme.step)


def by_line(prizes: Sequence[int], places: Sequence[int], step: int = 1) -> list[int]:
    """What each line of the standings gets; ``places`` are theirs, best first, equal where a place is shared.

    Who share a place share the prizes of all the places that they take up; steps that are left go one each in the
    order of the lines.
    """
    amounts: list[int] = []
    for _, group in groupby(places):
        many = sum(1 for _ in group)
        total = sum(prizes[len(amounts) : len(amounts) + many])
        amounts += round_amounts([Fraction(total, many)] * many, step)
    return amounts


@dataclass(frozen=True, slots=True)
class Payout:
    """What one person gets (below zero: pays): the play money as it is settled, and the prize."""

    play: int
    prize: int

    @property
    def total(self) -> int:
        """Play and prize together, in haléře."""
        return self.play + self.prize


def payouts(won: Sequence[Fraction | int], prizes: Sequence[int], step: int = 1) -> list[Payout]:
    """What everybody gets, in the order of the standings; less than a step of the sum of ``won`` is left over.

    ``won`` is what the rounds brought everybody. Where it comes to 0, what is paid out is what is paid in.
    """
    return [Payout(*both) for both in zip(round_amounts(won, step, nearest=True), prizes, strict=True)]


def sharing(seats: int, absent: Collection[int]) -> set[int]:
    """The seats that share a difference (M30): who was there; everybody where nobody was."""
    everybody = set(range(seats))
    return everybody - set(absent) or everybody


def share_difference(scores: Sequence[Fraction], absent: Collection[int]) -> list[Fraction]:
    """M30: the results of a slip with their difference to 0 borne in equal parts, exactly; they come to 0."""
    those = sharing(len(scores), absent)
    share = sum(scores, Fraction(0)) / len(those)
    return [score - share if seat in those else score for seat, score in enumerate(scores)]


def check_slip(table: int, scores: Sequence[int], absent: Collection[int], agreed: int) -> None:
    """Raise `Refusal` where a slip does not come to 0, unless just that difference is ``agreed`` to be shared."""
    if (off := sum(scores)) != agreed:
        raise Refusal(
            "M30",
            "Table {n} comes to {off} Kč, not to 0; nothing was entered. Correct the figures, or share the difference: "
            "{share} Kč for each.",
            n=table,
            off=kc(off, plus=True),
            share=kc(-Fraction(off, len(sharing(len(scores), absent))), plus=True),
        )


_UNIT = re.compile(r"(,[-–—]+)?(Kč|Kc|CZK)?\Z", re.IGNORECASE)


def without_unit(text: str) -> str:
    """An amount without spaces and what people write after it: ``100,-``, ``12,40 Kč``."""
    return _UNIT.sub("", "".join(text.split()), count=1)


def hundredths(text: str) -> int:
    """An amount in koruny, or a percentage, in hundredths; at most two decimals, not below zero. Raises `Refusal`."""
    number = without_unit(text).replace(",", ".")
    whole, _, part = (number or "0").partition(".")
    if (
        bool(number) != bool(text.strip())
        or not (whole + part).isascii()
        or not (whole or "0").isdecimal()
        or not (part or "0").isdecimal()
    ):
        raise Refusal("", "{text} is not an amount.", text=quote(text.strip()) or "–")
    if len(part) > 2:
        raise Refusal("", "{text} has too many decimals.", text=quote(text.strip()))
    if len(whole) > 7:
        raise Refusal("", "{text} is too much.", text=quote(text.strip()))
    return int(whole or "0") * 100 + int(part.ljust(2, "0"))
