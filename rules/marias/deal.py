"""A deal as it is written, in words, and what it is worth (M8-M14, M18, M24, M32).

Seats are ``"A"`` to ``"E"`` on record, clockwise, and 0 to 4 in the state. Amounts are haléře, positive for the
choosers, before red; what a settlement says is what one payer gives one payee. ``tests/rules/marias_tariff.csv`` holds
the same as a table that people can check. Which deals can have been is in `rules.marias.acts.deals`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from rules.acts import Act
from rules.message import Message, msg
from rules.options.marias import MariasOptions

Seat = Literal["A", "B", "C", "D", "E"]
SEAT: tuple[Seat, Seat, Seat, Seat, Seat] = ("A", "B", "C", "D", "E")
INDEX = {seat: number for number, seat in enumerate(SEAT)}
Kind = Literal["hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"]
KINDS: Mapping[str, Message] = {
    "hra": msg("hra"),
    "sedma": msg("sedma"),
    "sedma_proti": msg("sedma proti"),
    "sto": msg("sto"),
    "mandatory_sto": msg("mandatory sto"),
    "sto_proti": msg("sto proti"),
    "betl": msg("betl"),
    "durch": msg("durch"),
}
SILENT_STO = msg("silent sto")
Level = Annotated[int, Meta(ge=0, le=6)]
LEVELS: tuple[Message, ...] = (
    msg("no flek"),
    msg("flek"),
    msg("re"),
    msg("tutti"),
    msg("boty"),
    msg("kalhoty"),
    msg("kajzr"),
)
"""The ladder; each step doubles (M32)."""
Fault = Literal["jumped", "unacknowledged", "claim", "other"]
"""What a renonc was: jumping ahead (M15), a commitment not acknowledged (M16), a false claim (M24), another (M25)."""
FAULTS: Mapping[str, Message] = {
    "other": msg("renonc"),
    "jumped": msg("spoke out of turn"),
    "unacknowledged": msg("commitment not acknowledged"),
    "claim": msg("false claim"),
}


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a deal."""


class Count(_Part, frozen=True, kw_only=True):
    """What a side took: aces, tens and the last trick; plain marriages; the trump marriage (M10)."""

    tens: Annotated[int, Meta(ge=0, le=9)]
    marriages: Annotated[int, Meta(ge=0, le=3)] = 0
    trump_marriage: bool = False

    @property
    def total(self) -> int:
        """In tens of points: a marriage is two, the trump marriage four."""
        return self.tens + 2 * self.marriages + 4 * self.trump_marriage


class Commitment(_Part, frozen=True, kw_only=True):
    """A commitment of a deal, its flek ``level`` (0 none, 1 flek, 2 re to 6 kajzr), and whether its side ``won`` it.

    ``count``: at a sto what its side took where it won, what the opponents took where it lost (M10); at hra what the
    winners of hra took where that makes a silent sto (M9).
    """

    kind: Kind
    level: Level = 0
    won: bool | None = None
    count: Count | None = None

    @property
    def name(self) -> Message:
        """What it is called: hra of which tens are counted is a silent sto (M9)."""
        return SILENT_STO if self.kind == "hra" and self.count is not None else KINDS[self.kind]

    def in_words(self) -> Message:
        """It with its multiple, its points where they count, and whether it was lost: ``sedma 2× – lost``."""
        message = msg("{kind} {times}×", kind=self.name, times=2**self.level) if self.level else self.name
        if self.count is not None:
            message = msg("{kind} ({points})", kind=message, points=self.count.total * 10)
        return msg("{kind} – lost", kind=message) if self.won is False else message


class Renonc(_Part, frozen=True, kw_only=True):
    """Who made a renonc, and what it was (M14-M16, M24, M25)."""

    seat: Seat
    fault: Fault = "other"


class WrittenDeal(Act, frozen=True, kw_only=True):
    """A whole deal, in the act that writes it and in the one that puts it right (`rules.marias.acts.deals`)."""

    costly: ClassVar[bool] = True
    chooser: Seat
    partner: Seat | None = None
    red: bool = False
    commitments: Annotated[tuple[Commitment, ...], Meta(max_length=4)] = (Commitment(kind="hra"),)
    void_flek: bool = False
    forgotten: bool = False
    trhak: Seat | None = None
    renonc: Renonc | None = None
    referee: bool = False

    @property
    def choosers(self) -> str:
        """The choosers by their seats: ``A+C``, alone ``A``."""
        return self.chooser + (f"+{self.partner}" if self.partner else "")

    def in_words(self, names: Sequence[str] = ()) -> Message:
        """It in a few words: ``hra 4×, sedma · red``; ``names`` by seat, where they are known."""
        message, *others = (commitment.in_words() for commitment in self.commitments)
        for other in others:
            message = msg("{one}, {other}", one=message, other=other)
        if self.red:
            message = msg("{deal} · red", deal=message)
        if self.renonc is None:
            return message
        fault, seat = FAULTS[self.renonc.fault], self.renonc.seat
        if names:
            return msg("{deal} · {fault}: {name}", deal=message, fault=fault, name=names[INDEX[seat]])
        return msg("{deal} · {fault} of {seat}", deal=message, fault=fault, seat=seat)


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

    ``units`` is how often the rate is paid, ``played`` whether an outcome decided it (M18).
    """

    kind: Kind
    level: int
    units: int
    amount: int
    played: bool = True


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


def decided_by_outcome(setup: MariasOptions, commitments: Sequence[Commitment]) -> tuple[bool, ...]:
    """M18: which commitments are decided by their outcome.

    A declared sto, sto proti, betl and durch are played without re (M10). Where hra alone needs re, a sedma is played
    that somebody fleked, or that is against, or beside what is played.
    """
    if setup.re_required == "none":
        return (True,) * len(commitments)
    own = tuple(commitment.level >= 2 or commitment.kind in (*STO, *SOLO) for commitment in commitments)
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
    times = units(setup, commitment) if is_played else 1
    # M18: unplayed, the declarers collect what nobody fleked and pay what they did not answer with re.
    good = bool(commitment.won) if is_played else commitment.level == 0
    sign = (1 if good else -1) * (-1 if commitment.kind in PROTI else 1)
    return _item(setup, commitment, times, sign, is_played=is_played)


def _item(setup: MariasOptions, commitment: Commitment, times: int, sign: int, *, is_played: bool) -> Item:
    amount = sign * base(setup, commitment.kind) * times * 2**commitment.level
    return Item(commitment.kind, commitment.level, times, amount, is_played)


def settle(setup: MariasOptions, deal: WrittenDeal, payees: int) -> Settlement:
    """The sum of a deal. ``payees``: how many collect from one payer where one pays several, else 1."""
    if deal.renonc is not None:
        # M14: all that was declared costs as much as its level says, a sto as 130.
        costs = [setup.renonc_130_units if commitment.kind in STO else 1 for commitment in deal.commitments]
        parts = zip(deal.commitments, costs, strict=True)
        items = tuple(_item(setup, commitment, times, -1, is_played=False) for commitment, times in parts)
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


def settlement(setup: MariasOptions, deal: WrittenDeal, active: Sequence[int]) -> Settlement:
    """The deal's sum."""
    alone = deal.partner is None
    several = alone or deal.renonc is not None
    return settle(setup, deal, len(active) - 1 if several else 1)


def results(deal: WrittenDeal, active: Sequence[int], seats: int, transfer: Fraction) -> tuple[Fraction, ...]:
    """What the deal brings each of ``seats`` seats: the losing side pays the other, one to one; a soloist each of them.

    At a renonc the offender alone pays every other player (M14). The sum is zero.
    """
    fractions = [Fraction(0)] * seats
    if deal.renonc is not None:
        offender = INDEX[deal.renonc.seat]
        lonely: int | None = offender
    else:
        lonely = INDEX[deal.chooser] if deal.partner is None else None
    if lonely is not None:
        for seat in active:
            fractions[seat] = -transfer
        fractions[lonely] = transfer * (len(active) - 1)
        return tuple(fractions)
    choosers = (INDEX[deal.chooser], INDEX[deal.partner or deal.chooser])
    for seat in active:
        fractions[seat] = transfer if seat in choosers else -transfer
    return tuple(fractions)
