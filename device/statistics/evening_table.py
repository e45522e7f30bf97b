"""A club evening as a table for a spreadsheet, a terminal, a program and a telephone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.common.exports.report_text import CsvCell, csv_text, pad, width
from device.common.i18n import day, number, t
from device.statistics.evening import ClubEvening, EveningRow, Payment
from device.statistics.figures import MONEY, whole
from device.statistics.standings import PlayerStanding


def koruny(amount: int) -> str:
    """Whole koruny."""
    return t("{amount} Kč", amount=number(amount))


def payment_text(payment: Payment) -> str:
    """Who pays whom how much."""
    return f"{payment.payer} → {payment.payee}  {koruny(payment.amount)}"


def outcome(evening: ClubEvening, standing: PlayerStanding | None) -> str:
    """What a person's games brought: money, else how many were won and lost; a dash for who was not there."""
    if standing is None:
        return "–"
    if evening.money is not None:
        return number(standing.parts(evening.money.key)[0] / MONEY, 2, plus=True)
    return f"{whole(standing.won)} : {whole(standing.losses)}"


def heads(evening: ClubEvening) -> tuple[str, str, str, str]:
    """What the columns are called."""
    if evening.money is not None:
        return t("Player"), t("Last evening (Kč)"), t("This year (Kč)"), t("Evenings")
    return t("Player"), t("Last evening, won : lost"), t("This year, won : lost"), t("Evenings")


def cells(evening: ClubEvening, row: EveningRow) -> tuple[str, str, str, str]:
    """A person's row."""
    return (
        row.name,
        outcome(evening, row.evening),
        outcome(evening, row.season),
        str(len(row.season.evenings)),
    )


def payments_or_reason(evening: ClubEvening, period: str) -> tuple[Sequence[Payment], str]:
    """The payments of the evening or the season; or why there are none, ``""`` where no money is played for."""
    if evening.money is None:
        return (), ""
    try:
        payments = evening.payments(period)
    except ValueError:
        left = number(sum(evening.balances(period).values()) / MONEY, 2, plus=True)
        return (), t("The balances come to {amount} Kč and not to zero: look at the slips first.", amount=left)
    return payments, "" if payments else t("Everybody is at zero; nobody owes anything.")


def evening_csv(evening: ClubEvening, period: str) -> str:
    """The rows as CSV (RFC 4180), for money with what each pays to whom."""
    payments, _ = payments_or_reason(evening, period)
    lines: list[list[CsvCell]] = [[*heads(evening), *([t("Pays")] if evening.money is not None else [])]]
    for row in evening.rows:
        mine = [payment for payment in payments if payment.payer == row.name]
        pays = ", ".join(f"{payment.payee} {payment.amount}" for payment in mine)
        lines.append([*cells(evening, row), *([pays] if evening.money is not None else [])])
    return csv_text(lines)


def evening_text(evening: ClubEvening, period: str) -> str:
    """The rows, and below them who pays whom: for a terminal."""
    grid = [heads(evening), *(cells(evening, row) for row in evening.rows)]
    spaces = [max(width(line[n]) for line in grid) for n in range(len(grid[0]))]
    table = ["  ".join(pad(cell, spaces[n], n > 0) for n, cell in enumerate(line)).rstrip() for line in grid]
    return "\n".join([*table, *_below(evening, period)])


def code_text(evening: ClubEvening, period: str) -> str:
    """The day, who has what, and who pays whom, as short as it can be: for a telephone's camera."""
    rows = [f"{row.name} {outcome(evening, row.of(period))}" for row in evening.rows if row.of(period) is not None]
    return "\n".join([day(evening.day), *rows, *_below(evening, period)])


def evening_data(evening: ClubEvening, period: str) -> Mapping[str, Any]:
    """The evening as plain JSON values: money in koruny, payments in whole ones."""
    payments, _ = payments_or_reason(evening, period)

    def of(standing: PlayerStanding | None) -> Mapping[str, Any] | None:
        if standing is None:
            return None
        money = None if evening.money is None else standing.parts(evening.money.key)[0] / MONEY
        return {"won": standing.won, "lost": standing.losses, "balance": money}

    return {
        "day": None if evening.day is None else evening.day.date().isoformat(),
        "evening": evening.number,
        "people": [
            {
                "name": row.name,
                "evening": of(row.evening),
                "season": of(row.season),
                "evenings": len(row.season.evenings),
            }
            for row in evening.rows
        ],
        "payments": [
            {"payer": payment.payer, "payee": payment.payee, "amount": payment.amount} for payment in payments
        ],
    }


def _below(evening: ClubEvening, period: str) -> list[str]:
    """Who pays whom, after an empty line."""
    payments, why = payments_or_reason(evening, period)
    lines = [payment_text(payment) for payment in payments] or ([why] if why else [])
    return ["", *lines] if lines else []
