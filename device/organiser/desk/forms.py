"""Every form of the desk by its word (what stands in its field ``do``): which fields it has, and what they decide.

Pairings are read here as people write them, a table a line; a file of the command has the same lines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from device.common import rights
from device.common.files.people_files import read_text
from device.common.rights import EventRole
from device.common.sheets.reading import parse_sheet
from device.common.web.forms import TooLarge
from device.organiser.acts import decisions
from device.organiser.acts.from_text import at_line, nonce, plain, seconds_of, whole
from device.organiser.acts.ruling_acts import PrizeClass, PrizesSet, RankingSet, SeasonRules
from device.organiser.desk import doubts, form_versions, joining, updates
from device.organiser.desk.asked import Asked, Form, file_of
from device.organiser.desk.form_subjects import is_correction
from device.organiser.desk.typed import figures_of, numbers_of, pairings, read_figure, read_number
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import check_game
from device.organiser.tournament import entrant_file, money, season
from device.organiser.tournament.accounts import Accounts
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.kinds import is_money
from device.organiser.tournament.prizes import Prizes
from device.organiser.tournament.ranking import FIGURES
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings, freeze
from rules.games import DEFAULT_KEY
from rules.message import Refusal

Decide = Callable[[OrganiserDesk, Form], Asked | None]
"""Decides what a form says, and perhaps says what its page shows then.

Raises `Refusal`; ValueError or KeyError where a field is missing.
"""
Field = Callable[[Form], Any]
"""What a form's field says. Raises as `Decide` does."""

LONGEST_PAIRINGS = 30_000
"""Characters of pairings in one form: some four hundred tables."""


def decide(desk: OrganiserDesk, form: Form, role: EventRole = EventRole.ORGANISER) -> Asked | None:
    """Decide what a form of somebody with that ``role`` says; perhaps what its page shows then.

    Raises `Refusal`; ValueError or KeyError where something is missing; `FormConflict` where what it is about stands
    otherwise than when it was made; `Doubt` where it is hardly meant.
    """
    rights.check(role, form["do"])
    with desk.deciding():
        if is_correction(desk, form):
            rights.check(role, rights.CORRECT_RESULT)
        form = form_versions.check(desk, form)
        doubts.check(desk, form, lambda form, game: figures_of(form, game)[0])
        return FORMS[form["do"]](desk, form)


# -- fields ------------------------------------------------------------------------------------------------------------


def entry(name: str) -> Field:
    """A text that every such form has."""
    return lambda form: form[name]


def text(name: str, otherwise: str = "") -> Field:
    """A text; ``otherwise`` where the form has none."""
    return lambda form: form.get(name) or otherwise


def number(name: str, otherwise: str = "") -> Field:
    """A whole number; ``otherwise`` where the field is empty or missing, which no other field may be."""
    return lambda form: whole((form.get(name) or otherwise) if otherwise else form[name])


def number_or_none(name: str) -> Field:
    """A whole number, None where it is left empty."""
    return lambda form: whole(form[name]) if form.get(name, "").strip() else None


def minutes(name: str, otherwise: str = "") -> Field:
    """Minutes as seconds; ``otherwise`` as `number` has it."""
    return lambda form: seconds_of((form.get(name) or otherwise) if otherwise else form[name])


def answer(name: str, yes: str) -> Field:
    """Whether the field says ``yes``."""
    return lambda form: form[name] == yes


def is_ticked(name: str) -> Field:
    """Whether a box is ticked; a browser sends nothing of one that is not."""
    return lambda form: name in form


def call(method: Callable[[OrganiserDesk], Callable[..., object]], *fields: Field) -> Decide:
    """A form that calls a method of the desk, or of what works on it, with what its fields say, in turn."""

    def decide_form(desk: OrganiserDesk, form: Form) -> None:
        method(desk)(*(field(form) for field in fields))

    return decide_form


# -- forms of which more has to be known ------------------------------------------------------------------------------


def pair(desk: OrganiserDesk, form: Form) -> None:
    """Who plays where. Raises `TooLarge` where there are more pairings than the page takes."""
    if len(form["pairings"]) > LONGEST_PAIRINGS:
        raise TooLarge
    desk.pair_all(
        form["kind"],
        pairings(form["pairings"], check_game(desk.read(), form["kind"]).seats),
        number_or_none("round")(form),
    )


def add_sheet_file(desk: OrganiserDesk, form: Form) -> None:
    """The score sheet of a file is among the games of the event."""
    desk.add_sheet(parse_sheet(read_text(file_of(form)).text))


def entrant_line(form: Form) -> entrant_file.EntrantLine:
    """What a form says of an entrant."""
    names = tuple(name for word in ("player", "partner") if (name := plain(form.get(word, ""))))
    name, club, contact, team = (plain(form.get(word, "")) for word in ("name", "club", "contact", "team"))
    number = number_or_none("number")(form)
    classes = entrant_file.split_classes(form.get("classes", ""))
    return entrant_file.EntrantLine(0, number, name, names, club, contact, team, "initials" in form, classes)


def enrol_file(desk: OrganiserDesk, form: Form) -> Asked:
    """All entrants of a file; the page says how many they were, what the file was read as, and what was left out."""
    file = entrant_file.read(file_of(form))
    Registration(desk).enrol(file.lines)
    return {"read": str(len(file.lines)), "form": file.form, "left": ", ".join(file.left_out)[:200]}


def rename(desk: OrganiserDesk, form: Form) -> None:
    """An entrant is written otherwise."""
    if missing := {"number", "club", "contact"} - form.keys():
        raise KeyError(*missing)
    Registration(desk).correct(entrant_line(form))


def enter_result(desk: OrganiserDesk, form: Form) -> None:
    """A table's result; figures that are left empty are 0 where somebody forfeits."""
    round, table = whole(form["round"]), whole(form["table"])
    published = desk.read().tournament.draw_of(round)
    game = desk.state.game(DEFAULT_KEY if published is None else published.kind)
    figures, absent, double = figures_of(form, game)
    halves = any(figure.denominator == 2 for figure in figures)
    winner = form.get("winner", "")
    agreed = int(read_number(form.get("agreed") or "0")) if is_money(game) else 0
    act = decisions.ResultEntered(
        id=nonce(),
        round=round,
        table=table,
        scores=tuple(int(figure * (2 if halves else 1)) for figure in figures),
        halves=halves,
        reason=plain(form.get("reason", "")),
        absent=tuple(absent),
        double_loss=double,
        winner=whole(winner) if winner else None,
    )
    Drawing(desk).result(act, agreed)


def adjust(desk: OrganiserDesk, form: Form) -> None:
    """An entrant gets or loses wins and points."""
    round, entrant = whole(form["round"]), whole(form["number"])
    published = desk.read().tournament.draw_of(round)
    wins, points_text = read_number(form.get("wins", "").strip() or "0"), form.get("points", "").strip()
    points = (
        int(read_figure(points_text, published is not None and is_money(desk.state.game(published.kind))))
        if points_text
        else 0
    )
    Rulings(desk).adjust(entrant, round, wins, points, form.get("reason", ""))


def set_ranking(desk: OrganiserDesk, form: Form) -> None:
    """What decides places."""
    by = tuple(form[name] for n in range(len(FIGURES)) if form.get(name := f"by{n}"))
    act = RankingSet(id=nonce(), kind=form["kind"], by_figures=by)
    counts = {name: whole(form.get(name) or "0") for name in ("drop_best", "drop_worst", "team_best", "team_size")}
    rest = number_or_none("rest")(form)
    Rulings(desk).set_ranking(msgspec.structs.replace(act, rest_half_wins=rest, **counts))


def set_season(desk: OrganiserDesk, form: Form) -> None:
    """How the season of a game is counted."""
    check_game(desk.read(), form["kind"])
    events = number("events", "0")(form)
    counting = {"drop": events} if form.get("counting") == "drop" else {"best": events}
    act = SeasonRules(id=nonce(), kind=form["kind"], scale=text("scale", "sums")(form), persons="persons" in form)
    desk.decide(msgspec.structs.replace(act, **counting))


def set_money(desk: OrganiserDesk, form: Form) -> None:
    """What an entrant pays, and how the fund is divided; what does not fit is refused where it is decided."""
    prizes = [money.hundredths(word) for word in form.get("prizes", "").replace(";", " ").split()]
    while prizes and not prizes[-1]:
        prizes.pop()
    if kind := form.get("kind", ""):
        check_game(desk.read(), kind)
    act = decisions.MoneySet(
        id=nonce(),
        fee=money.hundredths(form.get("fee", "")),
        added=money.hundredths(form.get("added", "")),
        house_percent=money.hundredths(form.get("house_percent", "")),
        house=money.hundredths(form.get("house", "")),
        prizes=tuple(prizes),
        by_percent=form.get("by") != "amount",
        step=number("step", "100")(form),
        kind=kind,
        settle="settle" in form,
    )
    Accounts(desk).set(act)


def set_prizes(desk: OrganiserDesk, form: Form) -> None:
    """Prizes in kind and of classes: a class a line, ``juniors: 200 100; a ball, a book``."""
    classes = []
    for number, line in enumerate(form.get("classes", "").splitlines(), start=1):
        name, _, rest = line.partition(":")
        amounts, _, things = rest.partition(";")
        if line.strip():
            with at_line(number):
                if not (name := plain(name)) or ":" not in line:
                    raise Refusal("", "Write the class, a colon, and its prizes.")
                prizes = tuple(money.hundredths(amount) for amount in amounts.split())
                classes.append(PrizeClass(name=name, prizes=prizes, in_kind=entrant_file.split_things(things)))
    act = PrizesSet(
        id=nonce(),
        in_kind=entrant_file.split_things(form.get("in_kind", "")),
        classes=tuple(classes),
        shared=text("shared", "equal")(form),
        once="once" in form,
        from_fund="from_fund" in form,
    )
    wrong = Refusal("", "Write the order as numbers of entrants, with spaces between them.")
    Prizes(desk).set(act, numbers_of(form["order"], wrong) if form.get("order", "").strip() else ())


def take_fees(desk: OrganiserDesk, form: Form) -> None:
    """Some have paid the fee, or what is written."""
    amount = form.get("amount", "").strip()
    wrong = Refusal("", "Write the numbers of those who paid, with spaces between them.")
    Accounts(desk).record_payments(numbers_of(form["numbers"], wrong), money.hundredths(amount) if amount else None)


TABLE, ROUND, GAME, REASON, TITLE = number("table"), number("round"), text("game"), text("reason"), text("title")
NUMBER, KIND, ONE, OTHER = number("number"), entry("kind"), number("one"), number("other")

FORMS: dict[str, Decide] = {
    # the page of the tables
    "name": call(lambda desk: desk.name, entry("title")),
    "round": call(lambda desk: desk.round, ROUND, minutes("minutes"), text("kind"), minutes("starts", "0")),
    "length": call(lambda desk: desk.round_length, minutes("minutes")),
    "pause_round": call(lambda desk: desk.pause_round),
    "resume_round": call(lambda desk: desk.resume_round),
    "end_round": call(lambda desk: desk.end_round),
    "take_end_back": call(lambda desk: desk.take_end_back),
    "take_start_back": call(lambda desk: desk.take_start_back),
    "notice": call(lambda desk: desk.notice, text("text"), text("text_en")),
    "door": call(lambda desk: desk.door, answer("open", "yes")),
    **updates.FORMS,
    **joining.FORMS,
    "stream": call(lambda desk: desk.stream, number("slot"), number("table", "0"), minutes("delay", "0")),
    "telephones": call(lambda desk: desk.allow_telephones, answer("allowed", "yes")),
    "pair": pair,
    "coming": call(lambda desk: desk.answer_call, TABLE),
    "settled": call(lambda desk: desk.settle_call, TABLE),
    "release": call(lambda desk: desk.release, TABLE),
    "take_release_back": call(lambda desk: desk.take_release_back, TABLE),
    "unpair": call(lambda desk: desk.unpair, TABLE),
    "back": call(lambda desk: desk.send_back, TABLE, REASON, GAME),
    "take_return_back": call(lambda desk: desk.take_return_back, TABLE, GAME),
    "tell": call(lambda desk: desk.tell, TABLE, text("text")),
    "claim": call(lambda desk: desk.decide_claim, GAME, TABLE, entry("device"), answer("counts", "yes")),
    "count": call(lambda desk: desk.count, entry("game"), answer("counts", "yes"), REASON),
    # entrants, and a new evening
    "enrol": lambda desk, form: Registration(desk).enrol([entrant_line(form)], "another" in form),
    "rename": rename,
    "csv": enrol_file,
    "attend": call(lambda desk: Registration(desk).attend, NUMBER, entry("status"), number_or_none("since")),
    "all_came": call(lambda desk: Registration(desk).all_came),
    "rest": call(lambda desk: Registration(desk).rest, NUMBER, number("of"), answer("do", "rest")),
    "rest_not": call(lambda desk: Registration(desk).rest, NUMBER, number("of"), answer("do", "rest")),
    "remove_entrant": call(lambda desk: Registration(desk).remove, NUMBER, number_or_none("same")),
    "warn": call(lambda desk: Registration(desk).warn, NUMBER, REASON),
    "expel": call(lambda desk: Registration(desk).expel, NUMBER, REASON),
    "delete_contacts": call(lambda desk: desk.delete_contacts),
    "new_evening": call(lambda desk: Rulings(desk).begin_evening, TITLE),
    # draws, what is drawn, and what takes the last decision back
    "sheet": call(lambda desk: desk.add_offered_sheet, entry("name")),
    "sheet_file": add_sheet_file,
    "draft": call(lambda desk: Drawing(desk).draft, ROUND, KIND, entry("method"), number("first", "1")),
    "by_hand": call(lambda desk: Drawing(desk).by_hand, ROUND, KIND, entry("lines")),
    "swap": call(lambda desk: Drawing(desk).swap, ROUND, ONE, OTHER),
    "correct": call(lambda desk: Drawing(desk).correct, ROUND, ONE, OTHER, REASON),
    "discard": call(lambda desk: Drawing(desk).discard, ROUND),
    "publish": call(lambda desk: Drawing(desk).publish, ROUND),
    "take_back": call(lambda desk: Drawing(desk).take_back, entry("decision")),
    # results and standings
    "result": enter_result,
    "forfeit": call(lambda desk: Drawing(desk).forfeit, number("of"), NUMBER, REASON),
    "adjust": adjust,
    "ranking": set_ranking,
    "freeze": lambda desk, form: freeze(desk, form["kind"], whole(form["after"])),
    "season_rules": set_season,
    "draw_rules": call(
        lambda desk: Drawing(desk).rule, KIND, number("rounds", "0"), is_ticked("accelerated"), is_ticked("locked")
    ),
    "pair_rule": call(lambda desk: Drawing(desk).rule_pair, ONE, OTHER, text("rule", "none")),
    "season": lambda desk, form: season.add(desk, file_of(form)),
    # money
    "money": set_money,
    "prizes": set_prizes,
    "picture": lambda desk, form: Prizes(desk).set_picture(form.get("file", "")),
    "paid": take_fees,
    "all_paid": call(lambda desk: Accounts(desk).record_all_payments),
}
