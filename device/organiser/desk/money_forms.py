"""The forms on the page of money."""

from __future__ import annotations

from typing import Literal

from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce
from device.organiser.desk.form import Decide, Form
from device.organiser.log.event_control import Desk
from device.organiser.tournament import money
from device.organiser.tournament.accounts import Accounts, form_kind
from device.organiser.tournament.made_from import money_fields, only_changed
from rules.games import GAMES
from rules.message import Refusal

MOST_PRIZES = 200
STEPS: dict[str, Literal[1, 100, 1000]] = {"1": 1, "100": 100, "1000": 1000}


def set_money(desk: Desk, form: Form) -> None:
    """What an entrant pays, and how the fund is divided."""
    state = desk.read()
    terms = state.tournament.money or decisions.MoneySet(id="0" * 16)
    now = money_fields(terms, form_kind(state, terms))
    Accounts(desk).set(_scheme(only_changed(form, now, together=[("prizes", "by", "step")])))


def take_fees(desk: Desk, form: Form) -> None:
    """Some have paid the fee, or what is written."""
    amount = form.get("amount", "").strip()
    Accounts(desk).record_payments(_numbers(form["numbers"]), money.hundredths(amount) if amount else None)


def take_all_fees(desk: Desk, form: Form) -> None:
    """Everybody who is there has paid the fee."""
    Accounts(desk).record_all_payments()


FORMS: dict[str, Decide] = {"money": set_money, "paid": take_fees, "all_paid": take_all_fees}


def _numbers(text: str) -> list[int]:
    found = text.replace(",", " ").replace(";", " ").split()
    if not found or not all(one.isascii() and one.isdecimal() and len(one) < 5 for one in found):
        raise Refusal("", "Write the numbers of those who paid, with spaces between them.")
    return [int(one) for one in found]


def _scheme(form: Form) -> decisions.MoneySet:
    prizes = [money.hundredths(one) for one in form.get("prizes", "").replace(";", " ").split()]
    while prizes and not prizes[-1]:
        prizes.pop()
    if len(prizes) > MOST_PRIZES:
        raise Refusal("", "There are at most {most} prizes.", most=MOST_PRIZES)
    percent = money.hundredths(form.get("house_percent", ""))
    if percent > money.WHOLE:
        raise Refusal("", "The house keeps from 0 to 100 %.")
    step = STEPS.get(form.get("step") or "100")
    if step is None:
        raise Refusal("", "Money is handed out in haléře, koruny or tens of koruny.")
    kind = form.get("kind", "")
    if kind and kind not in GAMES:
        raise Refusal("", "There is no game {key}; known are {known}.", key=kind[:40], known=", ".join(GAMES))
    return decisions.MoneySet(
        id=nonce(),
        fee=money.hundredths(form.get("fee", "")),
        added=money.hundredths(form.get("added", "")),
        house_percent=percent,
        house=money.hundredths(form.get("house", "")),
        prizes=tuple(prizes),
        by_percent=form.get("by") != "amount",
        step=step,
        kind=kind,
        settle="settle" in form,
    )
