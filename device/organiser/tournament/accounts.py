"""The money of an event: who has paid, what the fund comes to, what everybody gets; and deciding about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.acts.ruling_acts import PrizesSet
from device.organiser.log.event_control import DeskDecisions
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament import money
from device.organiser.tournament.kinds import is_money
from device.organiser.tournament.money import Fund, Payout
from device.organiser.tournament.prizes import PrizeAward, class_awards, hand_out, most_of_classes
from device.organiser.tournament.ranking import RankingLine
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal

ROUNDS = 3
"""Times that what classes take and what places share are worked out from each other: who has a prize of all may have
none of a class (`PrizesSet.once`), and that seldom changes what is left."""


@dataclass(frozen=True, slots=True)
class FeeStatus:
    """An entrant and its fee: what it has ``paid`` of what is ``due``, in haléře."""

    entrant: Entrant
    due: int
    paid: int


@dataclass(frozen=True, slots=True)
class Account:
    """The money as it stands, in haléře. fees + added = ``house`` + prizes of ``lines``, whatever happened.

    ``unpaid`` is what is still due. ``by_place`` are the prizes by the scheme, ``lines`` everybody with a result and
    what it brings, in the order of the standings of ``kind``. ``off`` are results that do not come to 0 (M30), each
    with its round, its table and by how much; without any, as much play money is paid in as out. ``awards`` are the
    prizes one by one, those in kind and of classes, too. ``pays_classes``: the house pays the money of classes besides.
    """

    terms: decisions.MoneySet
    fund: Fund
    unpaid: int
    kind: str
    by_place: tuple[int, ...]
    lines: tuple[tuple[RankingLine, Payout], ...]
    off: tuple[tuple[int, int, Fraction], ...]
    missing: int
    awards: tuple[PrizeAward, ...] = ()
    pays_classes: bool = False

    @property
    def paid_in(self) -> int:
        """The play money of those who lost."""
        return -sum(min(0, payout.play) for _, payout in self.lines)

    @property
    def paid_out(self) -> int:
        """The play money of those who won."""
        return sum(max(0, payout.play) for _, payout in self.lines)

    @property
    def rest(self) -> int:
        """What of the play money stays with the house; below zero it has to add so much."""
        return self.paid_in - self.paid_out

    @property
    def handed_out(self) -> int:
        """The prizes that somebody gets."""
        return sum(payout.prize for _, payout in self.lines)

    @property
    def of_classes(self) -> int:
        """What of them is for the best of classes."""
        return sum(award.amount for award in self.awards if award.group)

    @property
    def house(self) -> int:
        """What the house keeps in the end: its part, and what no place takes; below zero it has to add so much."""
        return self.fund.all - self.handed_out

    @property
    def left_over(self) -> int:
        """What the house has beyond its part: places that nobody has, less than a step. Below zero: what the prizes
        come to beyond what the fund has for them."""
        return self.house - self.fund.for_house


def fees(state: EventState) -> list[FeeStatus]:
    """Everybody who has to pay or has paid, by number: who withdrew or was expelled owes nothing more."""
    tournament = state.tournament
    fee = 0 if tournament.money is None else tournament.money.fee
    statuses = []
    for entrant in tournament.by_number().values():
        paid = tournament.paid.get(entrant.id, 0)
        gone = entrant.status in ("withdrawn", "expelled")
        if paid or not gone:
            statuses.append(FeeStatus(entrant, paid if gone else fee, paid))
    return statuses


def account(state: EventState, all_paid: bool = False) -> Account:
    """The account of the event; ``all_paid``: as it will be once everybody who is there has paid."""
    tournament = state.tournament
    terms = tournament.money or decisions.MoneySet(id="0" * 16)
    owed = fees(state)
    unpaid = sum(max(0, status.due - status.paid) for status in owed if status.entrant.status == "present")
    fund = money.fund(sum(status.paid for status in owed) + (unpaid if all_paid else 0), terms.added, terms)
    kinds = [draw.kind for draw in tournament.rounds()]
    kind = terms.kind if terms.kind in kinds else (kinds[-1] if kinds else "")
    scoring = Scoring(state)
    lines = [line for line in scoring.lines(kind) if line.outcomes] if kind else []
    extra = tournament.prizes
    prizes, awards = _awards([line for line in lines if line.is_ranked], fund, terms, extra)
    amounts = Counter[str]()
    for award in awards:
        amounts[award.entrant.id] += award.amount
    got = [amounts[line.entrant.id] for line in lines]
    won = [Fraction(0)] * len(lines)
    off: tuple[tuple[int, int, Fraction], ...] = ()
    if terms.settle and kind and is_money(state.game(kind)):
        won = [sum((of.score.points for of in line.outcomes), Fraction(0)) for line in lines]
        off = tuple(scoring.off(kind))
    paid = money.payouts(won, got, terms.step)
    return Account(
        terms,
        fund,
        unpaid,
        kind,
        tuple(prizes),
        tuple(zip(lines, paid, strict=True)),
        off,
        scoring.missing(100),
        tuple(award for award in awards if award.amount or award.things),
        terms.by_percent and not extra.from_fund and any(award.group and award.amount for award in awards),
    )


def _awards(
    ranked: Sequence[RankingLine], fund: Fund, terms: decisions.MoneySet, rules: PrizesSet
) -> tuple[list[int], list[PrizeAward]]:
    """The prize of each place, and what everybody who is ``ranked`` has, those of classes behind the others."""
    of_classes = most_of_classes(ranked, rules) if rules.from_fund else 0
    for _ in range(ROUNDS):
        prizes = money.by_place(max(0, fund.for_prizes - of_classes), terms)
        by_place = hand_out(ranked, prizes, rules.in_kind, rules, terms.step)
        of_class = class_awards(ranked, rules, terms.step, {award.entrant.id: award for award in by_place})
        taken = sum(award.amount for award in of_class)
        if not rules.from_fund or not ranked or taken == of_classes:
            break
        of_classes = taken  # places share what nobody of a class takes
    return prizes, by_place + of_class


class Accounts(DeskDecisions):
    """Fee and prizes, and who has paid."""

    def set(self, terms: decisions.MoneySet) -> None:
        """What an entrant pays, and how the fund is divided."""
        money.check(terms)
        now = self._desk.read().tournament.money
        if now is None or msgspec.structs.replace(now, id=terms.id) != terms:
            self._desk.decide(terms)

    def record_payments(self, numbers: Sequence[int], amount: int | None = None) -> None:
        """These entrants have paid ``amount`` haléře in all, or the fee; 0: nothing."""
        tournament = self._desk.read().tournament
        if amount is None and (tournament.money is None or not (amount := tournament.money.fee)):
            raise Refusal("", "Enter the fee first.")
        id, entrants = nonce(), self._entrants(*dict.fromkeys(numbers))
        acts = [
            decisions.FeePaid(id=id, entrant=entrant.id, amount=amount)
            for entrant in entrants
            if tournament.paid.get(entrant.id, 0) != amount
        ]
        if acts:
            self._desk.decide(*acts)

    def record_all_payments(self) -> None:
        """Everybody who is there and has paid less than the fee has paid it."""
        waited = [fee for fee in fees(self._desk.read()) if fee.entrant.status == "present" and fee.paid < fee.due]
        if not waited:
            raise Refusal("", "Nobody who is here owes a fee.")
        self.record_payments([status.entrant.number for status in waited])


def form_kind(state: EventState, terms: decisions.MoneySet) -> str:
    """Whose standings decide, as it stands in the form: where there is a choice, that which is made without one."""
    kinds = [draw.kind for draw in state.tournament.rounds()]
    return terms.kind if len(set(kinds)) < 2 or terms.kind in kinds else kinds[-1]
