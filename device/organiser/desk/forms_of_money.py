"""The forms of fees, of how the fund is divided, and of prizes; see `declared`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from device.common.rights import EventRole
from device.organiser.acts import decisions
from device.organiser.acts.from_text import at_line, nonce, plain, whole
from device.organiser.acts.ruling_acts import PrizeClass, PrizesSet
from device.organiser.desk.asked import Form
from device.organiser.desk.form_declaration import (
    AmountField,
    AreaField,
    ChoiceField,
    DeskForm,
    EntrantsField,
    Field,
    FileField,
    GameField,
    Subject,
    TickField,
    Version,
    via,
)
from device.organiser.desk.form_subjects import entrant_of
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.tournament import entrant_file, made_from, money
from device.organiser.tournament.accounts import Accounts, fees, form_kind
from device.organiser.tournament.prizes import Prizes
from rules.message import Message, Refusal, msg

ORGANISER = EventRole.ORGANISER
LARGE_FEE = 500_000
"""Haléře of a fee that is hardly meant."""
STEPS = {"1": msg("haléře"), "100": msg("whole koruny"), "1000": msg("tens of koruny")}
"""In what money is handed out, by haléře."""
SHARES = {
    "equal": msg("equal parts of what these places bring"),
    "each": msg("each the whole prize of the place"),
    "order": msg("one place each, in the order below"),
}
"""What who share a place get."""
BY = {"percent": msg("shares of the fund in %"), "amount": msg("amounts in Kč")}
"""As what prizes are given."""


class SharesField(Field):
    """Prizes from the first place down, as hundredths."""

    def _value(self, text: str, state: EventState) -> tuple[int, ...]:
        prizes = [money.hundredths(word) for word in text.replace(";", " ").split()]
        while prizes and not prizes[-1]:
            prizes.pop()
        return tuple(prizes)


class PictureField(FileField):
    """A picture as text, or none."""

    def _read(self, form: Form, state: EventState) -> str:
        return form.get(self.name, "")


class StepField(ChoiceField):
    """In what money is handed out; what is no step is refused where it is decided."""

    def _value(self, text: str, state: EventState) -> Any:
        return whole(text)


class ThingsField(Field):
    """Things between commas."""

    def _value(self, text: str, state: EventState) -> tuple[str, ...]:
        return entrant_file.split_things(text)


class ClassesField(AreaField):
    """Prizes of classes: a class a line, ``juniors: 200 100; a ball, a book``."""

    def _value(self, text: str, state: EventState) -> tuple[PrizeClass, ...]:
        classes = []
        for number, line in enumerate(text.splitlines(), start=1):
            name, _, rest = line.partition(":")
            amounts, _, things = rest.partition(";")
            if line.strip():
                with at_line(number):
                    if not (name := plain(name)) or ":" not in line:
                        raise Refusal("", "Write the class, a colon, and its prizes.")
                    prizes = tuple(money.hundredths(amount) for amount in amounts.split())
                    classes.append(PrizeClass(name=name, prizes=prizes, in_kind=entrant_file.split_things(things)))
        return tuple(classes)


def set_money(desk: OrganiserDesk, **values: Any) -> None:
    """What an entrant pays, and how the fund is divided; what does not fit is refused where it is decided."""
    by_percent = values.pop("by") == "percent"
    Accounts(desk).set(decisions.MoneySet(id=nonce(), by_percent=by_percent, **values))


def _fee(desk: OrganiserDesk, **values: Any) -> Iterator[Message]:
    """A fee of thousands."""
    if values["fee"] > LARGE_FEE:
        yield msg("Should the fee really be {sum} Kč?", sum=money.percent(values["fee"]))


def _terms(desk: OrganiserDesk, form: Form) -> Version:
    terms = desk.state.tournament.money or decisions.MoneySet(id="0" * 16)
    return made_from.money_fields(terms, form_kind(desk.state, terms))


def set_prizes(desk: OrganiserDesk, order: list[int], **values: Any) -> None:
    """Prizes in kind and of classes."""
    Prizes(desk).set(PrizesSet(id=nonce(), **values), order)


def _payment(desk: OrganiserDesk, numbers: list[int], amount: int | None) -> Iterator[Message]:
    """Somebody of several numbers has paid already."""
    tournament = desk.state.tournament
    again = [
        str(n) for n, entrant in tournament.by_number().items() if n in numbers and tournament.paid.get(entrant.id)
    ]
    if again and len(set(numbers)) > 1:
        yield msg("These have paid already: {numbers}.", numbers=", ".join(again))


def _paid(desk: OrganiserDesk, form: Form) -> Version:
    """What one entrant has paid; of several that are written nothing stands on the page."""
    entrant = entrant_of(desk.state, form, "numbers")
    if entrant is None:
        return {}
    paid = desk.state.tournament.paid.get(entrant.id, 0)
    return {"paid": money.percent(paid) if paid else ""}


def _unpaid(desk: OrganiserDesk, form: Form) -> Version:
    return {"unpaid": " ".join(str(fee.entrant.number) for fee in fees(desk.state) if fee.paid < fee.due)}


FORMS = (
    DeskForm(
        "money",
        ORGANISER,
        "fees, and how the fund is divided",
        set_money,
        (
            AmountField("fee", msg("Fee of an entrant (Kč)"), 0),
            AmountField("added", msg("Added"), 0, long=msg("Added to the fund, from a sponsor for instance (Kč)")),
            AmountField("house_percent", msg("The house keeps, % of the fund"), 0),
            AmountField("house", msg("and besides (Kč)"), 0),
            SharesField(
                "prizes",
                msg("Prizes"),
                (),
                long=msg("Prizes from the first place down"),
                most=1000,
                attributes={"placeholder": "50 30 20"},
            ),
            ChoiceField("by", msg("Prizes are given as"), "percent", words=BY),
            StepField("step", msg("Paid out in"), 100, words=STEPS),
            GameField("kind", msg("Game"), "", long=msg("By the standings of")),
            TickField("settle", msg("Settle what people won and lost in mariáš, too")),
        ),
        Subject(_terms, together=[("prizes", "by", "step")]),
        by_name=True,
        doubts=_fee,
    ),
    DeskForm(
        "prizes",
        ORGANISER,
        "prizes in kind and of classes",
        set_prizes,
        (
            ThingsField(
                "in_kind",
                msg("Prizes in kind from first place down, separated by commas"),
                (),
                most=1000,
                attributes={"placeholder": msg("ham, wine, book")},
            ),
            ClassesField(
                "classes",
                msg("Classes"),
                (),
                long=msg("Classes, one per line: Kč from first place down; prizes in kind"),
            ),
            ChoiceField("shared", msg("Those who share a place get"), "equal", words=SHARES),
            EntrantsField(
                "order",
                msg("Order after a play-off or a lot (numbers)"),
                (),
                most=1000,
                attributes={"inputmode": "numeric"},
                wrong=msg("Write the order as numbers of entrants, with spaces between them."),
            ),
            TickField("once", msg("Winners of an overall prize get no class prize")),
            TickField("from_fund", msg("Money of classes comes out of the fund")),
        ),
        Subject(lambda desk, form: made_from.prizes_fields(desk.state.tournament)),
        by_name=True,
    ),
    DeskForm(
        "picture",
        ORGANISER,
        "the picture on diplomas",
        via(Prizes, Prizes.set_picture),
        (
            PictureField(
                "file",
                msg("The club's picture for diplomas (PNG, JPEG)"),
                must=True,
                act="picture",
                attributes={"accept": "image/png,image/jpeg"},
            ),
        ),
    ),
    DeskForm(
        "paid",
        ORGANISER,
        "some have paid",
        via(Accounts, Accounts.record_payments),
        (
            EntrantsField(
                "numbers",
                msg("Numbers of those who paid"),
                must=True,
                most=2000,
                attributes={"inputmode": "numeric", "placeholder": "14 52 7"},
                wrong=msg("Write the numbers of those who paid, with spaces between them."),
            ),
            AmountField("amount", msg("Kč, if not the fee"), None),
        ),
        Subject(_paid, shows={"paid": msg("Paid")}),
        doubts=_payment,
    ),
    DeskForm(
        "all_paid",
        ORGANISER,
        "everybody has paid",
        via(Accounts, Accounts.record_all_payments),
        subject=Subject(_unpaid, shows={"unpaid": msg("Have not paid")}),
    ),
)
