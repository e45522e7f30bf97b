"""Whether a deal can have happened, and what it brings each player (M8-M24). Pure functions of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.marias.commitments import INDEX, Commitment, Count, WrittenDeal
from rules.marias.tariff import HUNDRED, PROTI, SOLO, STO, Settlement, decided_by_outcome, settle
from rules.message import Refusal, msgs
from rules.options.marias import MariasOptions


def check(setup: MariasOptions, deal: WrittenDeal, active: Sequence[int]) -> None:
    """M10, M14: refuse a deal that the rules do not know; ``active`` are the seats that play it."""
    _check_people(deal, active)
    _check_commitments(deal)
    _check_red_and_choice(deal)
    _check_trhak(deal, active)
    if deal.renonc is not None:
        if any(commitment.won is not None or commitment.count is not None for commitment in deal.commitments):
            raise Refusal("M14", "A renonc ends the deal; leave the results out.")
        return
    for commitment, is_played in zip(deal.commitments, decided_by_outcome(setup, deal.commitments), strict=True):
        _check_outcome(commitment, is_played)
    if _won(deal, "sto_proti") and (_won(deal, "sto") or _won(deal, "mandatory_sto")):
        raise Refusal("M10", "Both sides cannot have a hundred in one deal.")


def _won(deal: WrittenDeal, kind: str) -> bool:
    return any(commitment.kind == kind and commitment.won for commitment in deal.commitments)


def _check_people(deal: WrittenDeal, active: Sequence[int]) -> None:
    """M19, M31: the seats named play this deal, and a chooser's partner is another one."""
    who = [deal.chooser, deal.partner, deal.trhak, None if deal.renonc is None else deal.renonc.seat]
    for seat in who:
        if seat is not None and INDEX[seat] not in active:
            raise Refusal("M31", "Seat {seat} does not play this deal.", seat=seat)
    if deal.partner == deal.chooser:
        raise Refusal("M19", "The chooser cannot be the called partner; whoever plays alone has none.")
    if deal.partner is not None and len(active) < 4:
        raise Refusal("M31", "With three players the chooser plays alone.")


def _check_commitments(deal: WrittenDeal) -> None:
    """M8, M20-M23, M32: commitments that can stand beside each other."""
    kinds = [commitment.kind for commitment in deal.commitments]
    if len(set(kinds)) < len(kinds):
        raise Refusal("M32", "A commitment is written once in a deal, with its own flek level.")
    if any(kind in SOLO for kind in kinds):
        if len(kinds) > 1:
            raise Refusal("M8", "Betl and durch are played by themselves, without other commitments.")
        if deal.partner is not None:
            raise Refusal("M22" if kinds[0] == "betl" else "M23", "Betl and durch are played alone.")
        return
    if "hra" not in kinds and not any(kind in STO for kind in kinds):
        raise Refusal("M8", "A trump game has its hra, or a sto in its place.")
    if "hra" in kinds and any(kind in STO for kind in kinds):
        raise Refusal("M21", "A sto takes the place of hra; leave hra and its flek out.")
    if "sedma" in kinds and "sedma_proti" in kinds:
        raise Refusal("M8", "There is one trump seven; sedma and sedma proti exclude each other.")
    if "mandatory_sto" in kinds:
        if "sto" in kinds:
            raise Refusal("M20", "A sto is declared once, mandatory or not.")
        if deal.partner is None:
            raise Refusal("M20", "A soloist owes no mandatory sto; enter it as declared.")
    elif deal.void_flek:
        raise Refusal("M21", "Only a mandatory sto makes an earlier flek on hra void.")


def _check_red_and_choice(deal: WrittenDeal) -> None:
    """M12, M19: red doubles trump games; who forgets to choose plays alone."""
    solo = deal.commitments[0].kind in SOLO
    if deal.red and solo:
        raise Refusal("M12", "Red doubles trump games only, not betl or durch.")
    if deal.forgotten and not solo and (deal.partner is not None or not deal.red):
        raise Refusal("M19", "Whoever forgets to choose plays betl, durch or hearts alone.")


def _check_trhak(deal: WrittenDeal, active: Sequence[int]) -> None:
    """M17: a trhák fleks the choosers' hra, wherever it is written.

    What the own side promised is not the trhák's to flek, and where a mandatory sto made the flek void (M21), there is
    no hra any more.
    """
    if deal.trhak is None:
        return
    if deal.trhak in (deal.chooser, deal.partner):
        raise Refusal("M17", "The trhák sits against the choosers.")
    good = any(commitment.kind == "hra" and commitment.level == 0 for commitment in deal.commitments)
    if good and deal.renonc is None:
        raise Refusal("M17", "A trhák must flek; “good” is not enough.")


def _check_outcome(commitment: Commitment, is_played: bool) -> None:
    """M9, M10, M18: a commitment says how it ended where it was played, and only there."""
    if not is_played:
        if commitment.won is not None or commitment.count is not None:
            raise Refusal("M18", "Without re nothing is played; leave the result out.")
        return
    if commitment.won is None:
        raise Refusal("M18", "The deal is played; say of every commitment whether it was made.")
    if commitment.kind == "hra":
        if commitment.count is not None and commitment.count.total < HUNDRED:
            raise Refusal("M9", "A silent sto has at least 100 points, not {n}.", n=commitment.count.total * 10)
    elif commitment.kind in STO:
        _check_sto(commitment)
    elif commitment.count is not None:
        raise Refusal("M10", "Tens are counted only for a sto.")


def _check_sto(commitment: Commitment) -> None:
    """M10, M11, M20: the counts that a deck allows."""
    count = commitment.count
    if count is None:
        raise Refusal("M10", "Count the tens: those of the sto where it was made, else those of the opponents.")
    if count.marriages + count.trump_marriage > 4 - (0 if commitment.won else 1):
        raise Refusal("M10", "A sto needs a marriage of its own; the opponents cannot have all of them.")
    if commitment.won:
        if count.total < HUNDRED:
            raise Refusal("M10", "A sto with {n} points is lost; count the opponents' tens.", n=count.total * 10)
        if commitment.kind == "mandatory_sto" and not count.trump_marriage:
            raise Refusal("M20", "A mandatory sto has the čtyřka; count the trump marriage.")
        return
    if commitment.kind == "mandatory_sto" and count.trump_marriage:
        raise Refusal("M20", "A mandatory sto has the čtyřka; the opponents cannot have it.")
    if count.tens < fewest_tens(commitment, count):
        text = msgs(
            "With {n} ten for the opponents the sto was made.",
            "With {n} tens for the opponents the sto was made.",
            count.tens,
        )
        raise Refusal("M10", text)


def counts_the_choosers(commitment: Commitment) -> bool:
    """Whether the count of a sto is of what the choosers took: their own where made, their opponents' where lost."""
    return (commitment.kind in PROTI) is not commitment.won


def counts_refusal(deal: WrittenDeal) -> Refusal | None:
    """M10: why the counts of a sto and a sto proti cannot be of one deal; None: they can.

    Earlier versions took each count by itself: such a deal on record stays as it is, and nobody enters another.
    """
    counted = [commitment for commitment in deal.commitments if commitment.kind in STO and commitment.count is not None]
    if len(counted) < 2:
        return None
    first, second = (commitment.count for commitment in counted if commitment.count is not None)
    if counts_the_choosers(counted[0]) == counts_the_choosers(counted[1]):
        if first != second:
            return Refusal("M10", "Sto and sto proti count the same side here, and differ; give both the same count.")
        return None
    if first.tens + second.tens != HUNDRED - 1:
        tens = first.tens + second.tens
        return Refusal("M10", "The aces, the tens and the last trick are nine in all, not {n}; count again.", n=tens)
    if first.marriages + second.marriages > 3 or (first.trump_marriage and second.trump_marriage):
        return Refusal("M10", "Both counts have the same marriage; count again.")
    if (most := max(first.total, second.total)) >= HUNDRED:
        return Refusal("M10", "A sto with {n} points is made, not lost; count again.", n=most * 10)
    return None


def fewest_tens(commitment: Commitment, count: Count) -> int:
    """Aces, tens and the last trick that the opponents need for a sto to be lost: as many as its marriages count.

    Of the nine the sto has the rest: with the least marriage that it can have, 9 - tens + marriage < 10.
    """
    trump_left = commitment.kind == "mandatory_sto" or count.marriages == 3
    return 4 if trump_left else 2


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
