"""The forms on the pages of results and standings."""

from __future__ import annotations

import re
from fractions import Fraction

from device.organiser.acts.from_text import whole
from device.organiser.desk.form import Decide, Form
from device.organiser.log.event_control import Desk
from device.organiser.tournament import season
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.freezing import freeze
from device.organiser.tournament.kinds import is_money
from device.organiser.tournament.made_from import ORDER, only_changed, ranking_fields, result_fields
from device.organiser.tournament.money import sharing
from device.organiser.tournament.ranking import FIGURES
from device.organiser.tournament.rulings import Rulings
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal

SEATS = 8
"""Figures of a result at most."""


def enter_result(desk: Desk, form: Form) -> None:
    """A table's result; figures that are left empty are 0 where somebody forfeits."""
    round, table = whole(form["round"]), whole(form["table"])
    published = desk.read().tournament.draw_of(round)
    money = published is not None and is_money(published.kind)
    found = next((one for one in Scoring(desk.state).tables(round) if one.drawn.table == table), None)
    if found is not None and published is not None:
        form = only_changed(form, result_fields(found, published.kind))
    scores, absent, double = _figures(form, money)
    winner = form.get("winner", "")
    agreed = int(_exact(form.get("agreed") or "0")) if money else 0
    seat = whole(winner) if winner else None
    Drawing(desk).result(round, table, scores, form.get("reason", ""), absent, double, seat, agreed)


def forfeit(desk: Desk, form: Form) -> None:
    """An entrant forfeits a round."""
    Drawing(desk).forfeit(whole(form["of"]), whole(form["number"]), form.get("reason", ""))


def adjust(desk: Desk, form: Form) -> None:
    """An entrant gets or loses wins and points."""
    round, number = whole(form["round"]), whole(form["number"])
    published = desk.read().tournament.draw_of(round)
    wins, text = _exact(form.get("wins", "").strip() or "0"), form.get("points", "").strip()
    points = _figure(text, published is not None and is_money(published.kind)) if text else 0
    Rulings(desk).adjust(number, round, wins, points, form.get("reason", ""))


def set_ranking(desk: Desk, form: Form) -> None:
    """What decides places."""
    form = only_changed(form, ranking_fields(Scoring(desk.read()).rules(form["kind"])), together=[ORDER])
    by = [form[name] for n in range(len(FIGURES)) if form.get(name := f"by{n}")]
    names = ("drop_best", "drop_worst", "team_best", "team_size")
    Rulings(desk).set_ranking(form["kind"], by, *(whole(form.get(name) or "0") for name in names))


def freeze_standings(desk: Desk, form: Form) -> None:
    """The standings after a round are kept as they are."""
    freeze(desk, form["kind"], whole(form["after"]))


def add_to_season(desk: Desk, form: Form) -> None:
    """The standings of another event count for the season."""
    season.add(desk, form["file"])


FORMS: dict[str, Decide] = {
    "result": enter_result,
    "forfeit": forfeit,
    "adjust": adjust,
    "ranking": set_ranking,
    "freeze": freeze_standings,
    "season": add_to_season,
}


def _figures(form: Form, money: bool) -> tuple[list[int], list[int], bool]:
    """The figures of a form, the seats that forfeit, and whether nobody wins. Raises `Refusal`."""
    figures = [form[name] for n in range(SEATS) if (name := f"seat{n}") in form]
    absent = [n for n in range(SEATS) if form.get(f"absent{n}")]
    double = bool(form.get("double"))
    if absent or double:
        figures = [text.strip() or "0" for text in figures]
    return [_figure(text, money) for text in figures], absent, double


def difference(form: Form) -> tuple[int, Fraction]:
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
