"""The forms of the desk's pages about entrants, draws and results: what each of them decides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from device.organiser import accounts, people_csv
from device.organiser.desk import Desk
from device.organiser.drawing import Drawing
from device.organiser.registration import Registration
from device.organiser.scoring import is_money
from rules.message import Refusal

SEATS = 8
"""Figures of a result at most."""


def decide(desk: Desk, form: Mapping[str, str]) -> None:
    """Do what a form says. Raises `Refusal`; ValueError or KeyError where something is missing."""
    people, draw = Registration(desk), Drawing(desk)
    what = form["do"]
    players = (form.get("player", ""), form.get("partner", ""))
    if what == "enrol":
        number = form.get("number", "").strip()
        people.enrol(
            players,
            form.get("name", ""),
            form.get("club", ""),
            form.get("contact", ""),
            int(number) if number else None,
            "another" in form,
        )
    elif what == "rename":
        people.correct(int(form["number"]), players, form.get("name", ""), form["club"], form["contact"])
    elif what == "csv":
        people.enrol_all(people_csv.read(form["file"]))
    elif what == "attend":
        people.attend(int(form["number"]), form["status"], int(form.get("since") or 0))
    elif what == "all_came":
        people.all_came()
    elif what in ("rest", "rest_not"):
        people.rest(int(form["number"]), int(form["of"]), what == "rest")
    elif what == "draft":
        draw.draft(int(form["round"]), form["kind"], form["method"], int(form.get("first") or 1))
    elif what == "by_hand":
        draw.by_hand(int(form["round"]), form["kind"], form["lines"])
    elif what == "swap":
        draw.swap(int(form["round"]), int(form["one"]), int(form["other"]))
    elif what == "correct":
        draw.correct(int(form["round"]), int(form["one"]), int(form["other"]), form.get("reason", ""))
    elif what in ("discard", "publish"):
        getattr(draw, what)(int(form["round"]))
    elif what == "result":
        _result(desk, draw, form)
    elif what == "take_back":
        draw.take_back(form["decision"])
    elif not accounts.decide(desk, form):
        raise KeyError(what)


def _result(desk: Desk, draw: Drawing, form: Mapping[str, str]) -> None:
    round, table = int(form["round"]), int(form["table"])
    published = desk.read().tournament.published(round)
    money = published is not None and is_money(published.kind)
    figures = [form[name] for n in range(SEATS) if (name := f"seat{n}") in form]
    draw.result(round, table, [_figure(text, money) for text in figures], form.get("reason", ""))


def _figure(text: str, money: bool) -> int:
    """Points as people write them, or koruny as haléře: ``12,40``. Raises `Refusal`."""
    try:
        figure = Fraction(text.strip().replace("−", "-").replace(",", ".").replace("\u00a0", "").replace(" ", ""))
        figure *= 100 if money else 1
    except (ValueError, ZeroDivisionError):
        raise Refusal("", "{text} is no number.", text=text[:20] or "–") from None
    if figure.denominator != 1:
        raise Refusal("", "{text} has too many decimals.", text=text[:20])
    return int(figure)
