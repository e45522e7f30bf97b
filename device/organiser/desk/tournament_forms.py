"""The forms of the desk's pages about entrants, draws and results: what each of them decides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from device.organiser.acts.from_text import whole
from device.organiser.log.event_control import Desk
from device.organiser.tournament import accounts, people_csv, season
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.freezing import freeze
from device.organiser.tournament.kinds import is_money
from device.organiser.tournament.made_from import ORDER, entrant_fields, only_changed, ranking_fields, result_fields
from device.organiser.tournament.money import sharing
from device.organiser.tournament.ranking import FIGURES
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal

SEATS = 8
"""Figures of a result at most."""


def decide(desk: Desk, form: Mapping[str, str]) -> None:
    """Do what a form says. Raises `Refusal`; ValueError or KeyError where something is missing."""
    draw = Drawing(desk)
    what = form["do"]
    if _about_people(desk, form, what) or _about_results(desk, draw, form, what) or accounts.decide(desk, form):
        return
    if what == "draft":
        draw.draft(whole(form["round"]), form["kind"], form["method"], whole(form.get("first") or "1"))
    elif what == "by_hand":
        draw.by_hand(whole(form["round"]), form["kind"], form["lines"])
    elif what == "swap":
        draw.swap(whole(form["round"]), whole(form["one"]), whole(form["other"]))
    elif what == "correct":
        draw.correct(whole(form["round"]), whole(form["one"]), whole(form["other"]), form.get("reason", ""))
    elif what in ("discard", "publish"):
        getattr(draw, what)(whole(form["round"]))
    elif what == "take_back":
        draw.take_back(form["decision"])
    else:
        raise KeyError(what)


def _about_people(desk: Desk, form: Mapping[str, str], what: str) -> bool:
    people = Registration(desk)
    players = (form.get("player", ""), form.get("partner", ""))
    if what == "enrol":
        number = form.get("number", "").strip()
        people.enrol(
            players,
            form.get("name", ""),
            form.get("club", ""),
            form.get("contact", ""),
            whole(number) if number else None,
            "another" in form,
            form.get("team", ""),
            "initials" in form,
        )
    elif what == "rename":
        one = desk.read().tournament.by_number().get(whole(form["number"]))
        if one is not None:
            form = only_changed(form, entrant_fields(one, desk.contacts().get(one.id, "")))
            players = (form.get("player", ""), form.get("partner", ""))
        people.correct(
            whole(form["number"]),
            players,
            form.get("name", ""),
            form["club"],
            form["contact"],
            form.get("team", ""),
            "initials" in form,
        )
    elif what == "csv":
        people.enrol_all(people_csv.read(form["file"]))
    elif what == "attend":
        people.attend(whole(form["number"]), form["status"], whole(form["since"]) if form.get("since") else None)
    elif what == "all_came":
        people.all_came()
    elif what in ("rest", "rest_not"):
        people.rest(whole(form["number"]), whole(form["of"]), what == "rest")
    elif what in ("warn", "expel"):
        getattr(people, what)(whole(form["number"]), form.get("reason", ""))
    elif what == "delete_contacts":
        desk.delete_contacts()
    elif what == "new_evening":
        Rulings(desk).begin_evening(form.get("title", ""))
    else:
        return False
    return True


def _about_results(desk: Desk, draw: Drawing, form: Mapping[str, str], what: str) -> bool:
    if what == "result":
        _result(desk, draw, form)
    elif what == "forfeit":
        draw.forfeit(whole(form["of"]), whole(form["number"]), form.get("reason", ""))
    elif what == "adjust":
        published = desk.read().tournament.published(whole(form["round"]))
        points = form.get("points", "").strip()
        Rulings(desk).adjust(
            whole(form["number"]),
            whole(form["round"]),
            _exact(form.get("wins", "").strip() or "0"),
            _figure(points, published is not None and is_money(published.kind)) if points else 0,
            form.get("reason", ""),
        )
    elif what == "ranking":
        form = only_changed(form, ranking_fields(Scoring(desk.read()).rules(form["kind"])), together=[ORDER])
        by = [form[name] for n in range(len(FIGURES)) if form.get(name := f"by{n}")]
        names = ("drop_best", "drop_worst", "team_best", "team_size")
        Rulings(desk).set_ranking(form["kind"], by, *(whole(form.get(name) or "0") for name in names))
    elif what == "freeze":
        freeze(desk, form["kind"], whole(form["after"]))
    elif what == "season":
        season.add(desk, form["file"])
    elif what == "count":
        desk.count(form["game"], form["counts"] == "yes", form.get("reason", ""))
    else:
        return False
    return True


def _result(desk: Desk, draw: Drawing, form: Mapping[str, str]) -> None:
    """A result; figures that are left empty are 0 where somebody forfeits."""
    round, table = whole(form["round"]), whole(form["table"])
    published = desk.read().tournament.published(round)
    money = published is not None and is_money(published.kind)
    found = next((one for one in Scoring(desk.state).tables(round) if one.drawn.table == table), None)
    if found is not None and published is not None:
        form = only_changed(form, result_fields(found, published.kind))
    scores, absent, double = _figures(form, money)
    winner = form.get("winner", "")
    agreed = int(_exact(form.get("agreed") or "0")) if money else 0
    seat = whole(winner) if winner else None
    draw.result(round, table, scores, form.get("reason", ""), absent, double, seat, agreed)


def _figures(form: Mapping[str, str], money: bool) -> tuple[list[int], list[int], bool]:
    """The figures of a form, the seats that forfeit, and whether nobody wins. Raises `Refusal`."""
    figures = [form[name] for n in range(SEATS) if (name := f"seat{n}") in form]
    absent = [n for n in range(SEATS) if form.get(f"absent{n}")]
    double = bool(form.get("double"))
    if absent or double:
        figures = [text.strip() or "0" for text in figures]
    return [_figure(text, money) for text in figures], absent, double


def difference(form: Mapping[str, str]) -> tuple[int, Fraction]:
    """By how much (haléře) the figures of a form about money miss 0, and what each would get of that (M30)."""
    try:
        scores, absent, _ = _figures(form, money=True)
    except Refusal:
        return 0, Fraction(0)
    off = sum(scores)
    return off, -Fraction(off, len(sharing(len(scores), absent))) if off else Fraction(0)


def _exact(text: str) -> Fraction:
    """A number as people write it: ``-0,5``, ``½``. Raises `Refusal`."""
    number = re.sub(r"[\s\u00a0]", "", text).replace("−", "-").replace(",", ".").replace("½", ".5")
    if not re.fullmatch(r"[+-]?(\d{1,12}(\.\d{1,6})?|\.\d{1,6})", number, re.ASCII):
        raise Refusal("", "{text} is no number.", text=text.strip()[:20] or "–")
    return Fraction(number)


def _figure(text: str, money: bool) -> int:
    """Points as people write them, or koruny as haléře: ``12,40``. Raises `Refusal`."""
    figure = _exact(text) * (100 if money else 1)
    if figure.denominator != 1:
        raise Refusal("", "{text} has too many decimals.", text=text[:20])
    return int(figure)
