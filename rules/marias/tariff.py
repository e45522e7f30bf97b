"""What a deal is worth (M8-M14, M18, M24, M32): commitments, fleks and outcomes in, exact money out.

Amounts are haléře, positive for the choosers, before red; what a settlement says is what one payer gives one payee.
``tests/rules/marias_tariff.csv`` holds the same as a table that people can check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.marias.commitments import Commitment, Kind, WrittenDeal
from rules.options.marias import MariasOptions

STO: tuple[Kind, ...] = ("sto", "mandatory_sto", "sto_proti")
"""Commitments to a hundred; one of them stands in place of hra (M21)."""
PROTI: tuple[Kind, ...] = ("sedma_proti", "sto_proti")
"""Commitments of the side that did not choose."""
SEVENS: tuple[Kind, ...] = ("sedma", "sedma_proti")
"""Commitments to the last trick with the trump seven."""
SOLO: tuple[Kind, ...] = ("betl", "durch")
"""Games without trumps, always played alone (M22, M23)."""
HUNDRED = 10
"""Tens of a hundred."""
FORGIVEN = 3
"""Tens that a lost mandatory sto does not pay (M11)."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the sum: a commitment and what it brings the choosers before red.

    ``units`` is how often the rate is paid, ``played`` whether an outcome decided it (M18), ``silent`` a silent sto.
    """

    kind: Kind
    level: int
    base: int
    units: int
    amount: int
    played: bool = True
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """The whole sum of a deal, per payer and payee.

    ``red`` is what doubling adds, ``fine`` the renonc's own price, ``claim`` the game that a false claim loses,
    ``uncapped`` the sum of all that, ``transfer`` what is paid in the end: to the choosers where positive, or, at a
    renonc, by the offender (then all amounts are negative). ``capped``: the cap changed it (M13).
    """

    items: tuple[Item, ...]
    red: int
    fine: int
    claim: int
    uncapped: int
    transfer: Fraction
    capped: bool


def base(setup: MariasOptions, kind: Kind) -> int:
    """The rate of a commitment in haléře (M8)."""
    rates = {"hra": setup.hra, "sedma": setup.sedma, "sedma_proti": setup.sedma, "betl": setup.betl}
    return rates.get(kind, setup.durch if kind == "durch" else setup.sto)


def always_played(kind: Kind) -> bool:
    """M10, M18: a declared sto, sto proti, betl and durch are played without re."""
    return kind in STO or kind in SOLO


def decided_by_outcome(setup: MariasOptions, commitments: Sequence[Commitment]) -> tuple[bool, ...]:
    """M18: which commitments are decided by their outcome.

    Where hra alone needs re, a sedma is played that somebody fleked, or that is against, or beside what is played.
    """
    if setup.re_required == "none":
        return (True,) * len(commitments)
    own = tuple(commitment.level >= 2 or always_played(commitment.kind) for commitment in commitments)
    if setup.re_required == "commitment":
        return own
    if setup.re_required == "deal":
        return (any(own),) * len(commitments)
    plays = any(now for commitment, now in zip(commitments, own, strict=True) if commitment.kind not in SEVENS)
    return tuple(
        plays or (commitment.kind in SEVENS and (commitment.level > 0 or commitment.kind in PROTI))
        for commitment in commitments
    )


def may_raise(kind: Kind, level: int) -> str | None:
    """M32: whose turn it is to raise, ``"choosers"`` or ``"others"``; None above kajzr. The opponents begin."""
    if level >= 6:
        return None
    declared_by_choosers = kind not in PROTI
    return "others" if declared_by_choosers == (level % 2 == 0) else "choosers"


def units(setup: MariasOptions, commitment: Commitment) -> int:
    """How often a played commitment's rate is paid (M9-M11)."""
    if commitment.count is None:
        return 1
    if commitment.kind == "hra":
        return 2 * (commitment.count.total - HUNDRED + setup.silent_sto_at_100)
    if commitment.won:
        return 1 + commitment.count.total - HUNDRED
    return commitment.count.total - (FORGIVEN if commitment.kind == "mandatory_sto" else 0)


def item(setup: MariasOptions, commitment: Commitment, is_played: bool) -> Item:
    """What a commitment brings the choosers, before red (M8-M11, M18, M32)."""
    rate = base(setup, commitment.kind)
    times = units(setup, commitment) if is_played else 1
    # M18: unplayed, the declarers collect what nobody fleked and pay what they did not answer with re.
    good = bool(commitment.won) if is_played else commitment.level == 0
    sign = (1 if good else -1) * (-1 if commitment.kind in PROTI else 1)
    return Item(
        commitment.kind,
        commitment.level,
        rate,
        times,
        sign * rate * times * 2**commitment.level,
        is_played,
        silent=commitment.kind == "hra" and commitment.count is not None,
    )


def renonc_item(setup: MariasOptions, commitment: Commitment) -> Item:
    """What a commitment costs at a renonc: all that was declared, at its level; a sto as 130 (M14)."""
    rate = base(setup, commitment.kind)
    times = setup.renonc_130_units if commitment.kind in STO else 1
    return Item(commitment.kind, commitment.level, rate, times, -rate * times * 2**commitment.level, played=False)


def settle(setup: MariasOptions, deal: WrittenDeal, payees: int) -> Settlement:
    """The sum of a deal. ``payees``: how many collect from one payer where one pays several, else 1."""
    if deal.renonc is not None:
        items = tuple(renonc_item(setup, commitment) for commitment in deal.commitments)
        declared = sum(part.amount for part in items)
        both = setup.false_claim_pays == "hra_and_renonc"
        claim = declared if deal.renonc.fault == "claim" and both else 0
        return _sum(setup, deal, items, claim, -setup.renonc, payees)
    shown = decided_by_outcome(setup, deal.commitments)
    items = tuple(item(setup, commitment, now) for commitment, now in zip(deal.commitments, shown, strict=True))
    return _sum(setup, deal, items, 0, 0, payees)


def _sum(
    setup: MariasOptions, deal: WrittenDeal, items: tuple[Item, ...], claim: int, fine: int, payees: int
) -> Settlement:
    """M12, M13: red, cap, shares. A renonc's own price is never doubled."""
    trumps = claim + sum(part.amount for part in items)
    red = trumps if deal.red else 0
    uncapped = trumps + red + fine
    once = deal.renonc is not None and setup.renonc_pays == "once"
    several = uncapped < 0 and setup.cap_scope == "per_payer" and not once
    cap = Fraction(setup.cap, payees if several else 1)
    if setup.cap_before_red:
        paid = _clip(trumps + fine, cap) + _clip(red, cap)
    else:
        paid = _clip(uncapped, cap)
    return Settlement(items, red, fine, claim, uncapped, paid / payees if once else paid, abs(paid) < abs(uncapped))


def _clip(value: int, most: Fraction) -> Fraction:
    return max(-most, min(most, Fraction(value)))
