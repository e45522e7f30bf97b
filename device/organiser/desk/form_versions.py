"""The version that a form was made from: how what it is about stood when its page was drawn.

Every form carries it. Where something else stands by now, nothing is written: both versions are shown, and whoever sent
the form says which one counts. So nobody overwrites what a page does not show, and nobody publishes a draft unseen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass

from device.i18n import number as signed
from device.i18n import t, tr
from device.organiser.acts import decisions
from device.organiser.desk.asked import Form, number
from device.organiser.desk.labels import LABELS, WORDS
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import DecisionRecord, Entrant
from device.organiser.tournament import made_from
from device.organiser.tournament.accounts import fees, form_kind
from device.organiser.tournament.decided import STATUS, by_of, in_words, time_of
from device.organiser.tournament.made_from import FIELD, ORDER, TICKED
from device.organiser.tournament.money import percent
from device.organiser.tournament.public_names import short_name
from device.organiser.tournament.ranking import FIGURES
from device.organiser.tournament.ranking import figure as ranking_figure
from device.organiser.tournament.results import TableResult
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season import rules_of
from rules.game import Progress

Version = dict[str, str]
"""How the subject of a form stands, by the names of its fields, or of what it is made of."""
TOGETHER: dict[str, Collection[Collection[str]]] = {
    "ranking": [ORDER],
    "money": [("prizes", "by", "step")],
    "season_rules": [("counting", "events")],
}
"""Fields of a form that say one thing (`made_from.only_changed`)."""
PARTS = ("pair", "adjust", "forfeit")
"""Forms that are about a part of what their page shows: about which, only those say that were filled in."""


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A line of what changed: what it was when the form was made, what the form says, and what stands ``now``."""

    label: str
    was: str
    mine: str | None
    now: str

    @property
    def differs(self) -> bool:
        """Whether it is what the two do not agree about."""
        return (self.was if self.mine is None else self.mine) != self.now


class FormConflict(Exception):
    """What a form is about stands otherwise than where it was made. ``form`` is what it says, of what stands now.

    ``by`` says who decided what, and when; ``is_by_another``: somebody of another name than who sent the form.
    """

    def __init__(self, form: Form, lines: list[ChangedField], by: str, is_by_another: bool) -> None:
        super().__init__(form.get("do", ""))
        self.form, self.lines, self.by, self.is_by_another = form, lines, by, is_by_another

    @property
    def is_written(self) -> bool:
        """Whether the form has fields that somebody wrote, not only a button."""
        return any(line.mine is not None for line in self.lines)


def version(desk: OrganiserDesk, form: Form) -> str:
    """What the form carries as `FIELD`; empty where it is about nothing that stands."""
    subject = SUBJECTS.get(form["do"])
    stands = {} if subject is None else subject(desk, form)
    return json.dumps({name: text for name, text in stands.items() if text}, ensure_ascii=False)


def check(desk: OrganiserDesk, form: Form) -> Form:
    """``form`` as what stands now has it: a field that was not changed in it says nothing. Raises `FormConflict`.

    A form without a version says all that is in it.
    """
    subject = SUBJECTS.get(form["do"])
    earlier = made_from.fields_made(form)
    if subject is None or earlier is None:
        return form
    now = subject(desk, form)
    merged = made_from.only_changed(form, now, TOGETHER.get(form["do"], ()))
    names = now if form["do"] in PARTS else {**earlier, **now}
    moved = [name for name in names if earlier.get(name, "") != now.get(name, "")]
    says = [name for name in moved if name in form or name in TICKED]
    if not moved or (says and all(merged.get(name, "") == now.get(name, "") for name in names)):
        return merged
    fresh = json.dumps(now, ensure_ascii=False)
    if subject is _draw:
        is_own = _drew_alone(desk, form, earlier.get("draw", ""))
        earlier, now = _tables_of(desk.state, earlier), _tables_of(desk.state, now)
        names = {**earlier, **now}
        moved = [name for name in names if earlier.get(name, "") != now.get(name, "")]
        if not moved or is_own:
            return merged
    few = len(names) <= FEW
    lines = [
        ChangedField(
            _label(desk.state, form, name),
            _spoken(form, name, earlier.get(name, "")),
            _spoken(form, name, merged.get(name, "")) if says else None,
            _spoken(form, name, now.get(name, "")),
        )
        for name in names
        if name in moved or (few and (earlier.get(name) or now.get(name) or merged.get(name)))
    ]
    last = _last(desk.state, form)
    by_another = last is not None and desk.by != (by := by_of(last)) and bool(by)
    raise FormConflict(merged | {FIELD: fresh}, lines, _last_words(desk.state, form), by_another)


FEW = 16
"""Lines of which those stand there, too, that are alike in both versions."""


def _label(state: EventState, form: Form, name: str) -> str:
    """What people call a field; a seat by who sits there, a table or an entrant by its number."""
    seat = name.removeprefix("seat").removeprefix("absent")
    if seat != name and (result := _result(state, form)) is not None and seat.isdecimal():
        ids = result.drawn.entrants
        who = short_name(state.tournament.entrants[ids[int(seat)]]) if int(seat) < len(ids) else name
        return who if name.startswith("seat") else t("{who} forfeits", who=who)
    if form["do"] == "tell" and name == "text":
        return t("Tell the table")
    if name.isdecimal():
        return t("table {n}", n=name)
    if name in ORDER:
        return t("{n}. by", n=ORDER.index(name) + 1)
    return tr(LABELS[name]) if name in LABELS else name


def _spoken(form: Form, name: str, text: str) -> str:
    """What a field says, in words where the form carries one for programs."""
    if name in ORDER and text in FIGURES:
        return tr(ranking_figure(form.get("kind", ""), text).name)
    if name in TICKED and text == "yes":
        return t("yes")
    words = WORDS.get(name, {})
    return tr(words[text]) if text in words else text


def _drew_alone(desk: OrganiserDesk, form: Form, decision: str) -> bool:
    """Whether all that was drafted, published and taken back of a round since the draw ``decision`` (an id; empty:
    there was none) was by who sends the form, whose name is known: they have seen what they publish."""
    if not desk.by:
        return False
    draws = set[str]()
    by = set[str]()
    for act in (act for together in desk.state.decided for act in together.acts):
        match act:
            case decisions.Drafted() | decisions.Published() if act.round == number(form, "round"):
                draws.add(act.id)
                by = set() if act.id == decision else by | {act.by}
            case decisions.TakenBack() if act.decision in draws:
                by.add(act.by)
    return by == {desk.by}


def _last(state: EventState, form: Form) -> DecisionRecord | None:
    """What was decided last about the result that the form is about, else what was decided last."""
    records = state.tournament.about(number(form, "round"), number(form, "table")) if form["do"] == "result" else []
    return records[-1] if records else state.tournament.last


def _last_words(state: EventState, form: Form) -> str:
    """Who decided that (`_last`), and when."""
    last = _last(state, form)
    if last is None:
        return ""
    return " ".join(part for part in (time_of(state, last.when), by_of(last), tr(in_words(state, last))) if part)


# -- what forms are about ----------------------------------------------------------------------------------------------


def _entrant(state: EventState, form: Form) -> Entrant | None:
    known = state.once("entrants by number", state.tournament.by_number)
    return known.get(number(form, "number"))


def _result(state: EventState, form: Form) -> TableResult | None:
    of_round = {table.drawn.table: table for table in Scoring(state).tables(number(form, "round"))}
    return of_round.get(number(form, "table"))


def is_correction(desk: OrganiserDesk, form: Form) -> bool:
    """Whether a form writes a result over that somebody else said: at the table, or at the desk."""
    result = _result(desk.state, form) if form["do"] == "result" else None
    return result is not None and result.is_by_another(desk.by)


def _round_on(desk: OrganiserDesk, form: Form) -> Version:
    on = desk.state.round
    if not on.round:
        return {}
    clock = t("stopped") if on.paused_at is not None else t("runs")
    return {"round": str(on.round), "minutes": str(round(on.length_s / 60)), "clock": clock}


def _round_before(desk: OrganiserDesk, form: Form) -> Version:
    """What a new round takes the place of: its own fields say something else."""
    return {tr(LABELS["round"]): _round_on(desk, form).get("round", "")}


def _notice(desk: OrganiserDesk, form: Form) -> Version:
    notice = desk.state.notice
    return {} if notice is None else {"text": notice.text, "text_en": notice.text_en}


def _pairings(desk: OrganiserDesk, form: Form) -> Version:
    """The tables that the form pairs, all of them where it is not filled in."""
    written = {line.partition(":")[0].strip() for line in form.get("pairings", "").splitlines()}
    return {
        str(
            place.number
        ): f"{place.pairing.round}: {' – '.join(place.pairing.names or map(', '.join, place.pairing.seats))}"
        for place in desk.state.tables()
        if place.pairing is not None and (str(place.number) in written or "pairings" not in form)
    }


def _table(desk: OrganiserDesk, form: Form) -> Version:
    """A table: what it was told, who calls, who is to play there, and what it has signed."""
    state = desk.state
    place = state.place(number(form, "table"))
    paired = place.pairing
    game = state.games.get(form.get("game", "")) or state.game_at(place)
    signed = game is not None and game.history is not None and game.progress is Progress.SIGNED
    whole = {
        "text": place.note,
        "calls": ", ".join(time_of(state, call.since) for call in place.calls.values()),
        "released": t("yes") if place.released else "",
        "pairing": "" if paired is None else " – ".join(paired.names or map(", ".join, paired.seats)),
        "result": tr(game.history.game.summary(game.history.state)) if signed and game and game.history else "",
    }
    return {name: whole[name] for name in OF_TABLE[form["do"]]}


OF_TABLE = {
    "tell": ("text",),
    "coming": ("calls",),
    "settled": ("calls",),
    "release": ("released",),
    "take_release_back": ("released",),
    "unpair": ("pairing",),
    "back": ("result",),
    "take_return_back": ("result",),
}


def _counting(desk: OrganiserDesk, form: Form) -> Version:
    game = desk.state.games.get(form.get("game", ""))
    return {} if game is None else {tr(LABELS["counts"]): t("yes") if game.counts else t("no")}


def _claim(desk: OrganiserDesk, form: Form) -> Version:
    game = desk.state.games.get(form.get("game", ""))
    claim = None if game is None else game.claims.get((form.get("table", ""), form.get("device", "")))
    return {} if claim is None else {tr(LABELS["claim"]): t("waits") if claim.is_open else t("left out")}


def _fields_of_entrant(desk: OrganiserDesk, form: Form) -> Version:
    entrant = _entrant(desk.state, form)
    return {} if entrant is None else made_from.entrant_fields(entrant, desk.contacts().get(entrant.id, ""))


def _attendance(desk: OrganiserDesk, form: Form) -> Version:
    entrant = _entrant(desk.state, form)
    if entrant is None:
        return {}
    return {
        tr(LABELS["status"]): tr(STATUS[entrant.status]),
        tr(LABELS["since"]): str(entrant.since or ""),
        tr(LABELS["door"]): t("yes") if entrant.door else "",
        tr(LABELS["rests"]): " ".join(map(str, sorted(entrant.rests))),
        tr(LABELS["warnings"]): "; ".join(entrant.warnings),
    }


def _expected(desk: OrganiserDesk, form: Form) -> Version:
    waited = [entrant for entrant in desk.state.tournament.entrants.values() if entrant.status == "registered"]
    return {"expected": ", ".join(f"{entrant.number} {entrant.name}" for entrant in waited)}


def _draw(desk: OrganiserDesk, form: Form) -> Version:
    """The draft of a round, or its draw where there is none, by its id; for a correction the draw."""
    tournament, round = desk.state.tournament, number(form, "round")
    drawn: decisions.Drafted | decisions.Published | None = tournament.draw_of(round)
    if form["do"] != "correct":
        drawn = tournament.draft(round) or drawn
    return {} if drawn is None else {"draw": drawn.id}


def _tables_of(state: EventState, version: Version) -> Version:
    """Who sits where in a draw that is known by its id, for people to compare."""
    known = {decision.id: decision for decision in state.tournament.all_decisions()} if "draw" in version else {}
    acts = known[version["draw"]].acts if version.get("draw") in known else ()
    drawn = next((act for act in acts if isinstance(act, decisions.Drafted | decisions.Published)), None)
    if drawn is None:
        return {}
    entrants = state.tournament.entrants
    named = {id: f"{entrant.number} {short_name(entrant)}" for id, entrant in entrants.items()}
    tables = {str(table.table): " – ".join(named.get(id, "?") for id in table.entrants) for table in drawn.tables}
    return tables | {"bye": ", ".join(named.get(id, "?") for id in drawn.byes)}


def _fields_of_result(desk: OrganiserDesk, form: Form) -> Version:
    result = _result(desk.state, form)
    return {} if result is None else made_from.result_fields(result, result.kind)


def _forfeit(desk: OrganiserDesk, form: Form) -> Version:
    """The results of the tables at which an entrant plays, by rounds; of one round where the form names it."""
    entrant, results = _entrant(desk.state, form), dict[str, str]()
    for round in [draw.round for draw in desk.state.tournament.rounds()] if entrant is not None else ():
        if form.get("of", str(round)) != str(round):
            continue
        for result in Scoring(desk.state).tables(round):
            if entrant is not None and entrant.id in result.drawn.entrants and result.scores is not None:
                results[t("round {n}", n=round)] = " : ".join(result.figures())
    return results


def _adjusted(desk: OrganiserDesk, form: Form) -> Version:
    """What was adjusted in the round, by entrant; that of one entrant where the form names it."""
    state, totals = desk.state, dict[str, str]()
    for act in state.tournament.adjustments:
        entrant = state.tournament.entrants.get(act.entrant)
        if (
            act.round == number(form, "round")
            and entrant is not None
            and form.get("number", str(entrant.number)) == str(entrant.number)
        ):
            text = f"{signed(act.half_wins / 2, None, plus=True)} / {signed(act.points, plus=True)}: {act.reason}"
            totals[entrant.name] = "; ".join(part for part in (totals.get(entrant.name), text) if part)
    return totals


def _ranking(desk: OrganiserDesk, form: Form) -> Version:
    return made_from.ranking_fields(Scoring(desk.state).rules(form["kind"])) if form.get("kind") else {}


def _money(desk: OrganiserDesk, form: Form) -> Version:
    terms = desk.state.tournament.money or decisions.MoneySet(id="0" * 16)
    return made_from.money_fields(terms, form_kind(desk.state, terms))


def _paid(desk: OrganiserDesk, form: Form) -> Version:
    """What one entrant has paid; of several that are written nothing stands on the page."""
    state = desk.state
    entrant = _entrant(state, {"number": form.get("numbers", "")})
    if entrant is None:
        return {}
    paid = state.tournament.paid.get(entrant.id, 0)
    return {"paid": percent(paid) if paid else ""}


SUBJECTS: dict[str, Callable[[OrganiserDesk, Form], Version]] = {
    "name": lambda desk, form: {"title": desk.state.title},
    **dict.fromkeys(("round", "take_end_back", "take_start_back"), _round_before),
    **dict.fromkeys(("length", "pause_round", "resume_round", "end_round"), _round_on),
    "notice": _notice,
    "telephones": lambda desk, form: {tr(LABELS["telephones"]): t("yes") if desk.state.telephones else t("no")},
    "pair": _pairings,
    **dict.fromkeys(OF_TABLE, _table),
    "count": _counting,
    "claim": _claim,
    "rename": _fields_of_entrant,
    **dict.fromkeys(("attend", "rest", "rest_not", "warn", "expel", "remove_entrant"), _attendance),
    "all_came": _expected,
    **dict.fromkeys(("new_evening", "delete_contacts"), lambda desk, form: {"last": _last_words(desk.state, form)}),
    **dict.fromkeys(("draft", "by_hand", "swap", "discard", "publish", "correct"), _draw),
    "result": _fields_of_result,
    "forfeit": _forfeit,
    "adjust": _adjusted,
    "ranking": _ranking,
    "draw_rules": lambda desk, form: made_from.draw_rules_fields(
        desk.state.tournament.draw_rules(form.get("kind", ""))
    ),
    "season_rules": lambda desk, form: made_from.season_fields(rules_of(desk.state, form.get("kind", ""))),
    "prizes": lambda desk, form: made_from.prizes_fields(desk.state.tournament),
    "stream": lambda desk, form: made_from.stream_fields(desk.state.streams.get(number(form, "slot"))),
    "door": lambda desk, form: {"code": desk.state.door},
    "standby": lambda desk, form: {tr(LABELS["standby"]): t("yes") if desk.state.standby else t("no")},
    "money": _money,
    "paid": _paid,
    "all_paid": lambda desk, form: {
        "unpaid": " ".join(str(fee.entrant.number) for fee in fees(desk.state) if fee.paid < fee.due)
    },
}
"""What each form is about. Those that only add something (an entrant, a file, a copy) are about nothing that stands;
``take_back`` names the decision itself."""
