"""What each form of the desk is about, and how that stands."""

from __future__ import annotations

from collections.abc import Callable

from device.common.i18n import number as signed
from device.common.i18n import t, tr
from device.organiser.acts import decisions
from device.organiser.desk.asked import Form, number
from device.organiser.desk.labels import LABELS
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import DecisionRecord, Entrant
from device.organiser.tournament import made_from
from device.organiser.tournament.accounts import fees, form_kind
from device.organiser.tournament.decided import STATUS, by_of, in_words, time_of
from device.organiser.tournament.money import percent
from device.organiser.tournament.public_names import short_name
from device.organiser.tournament.results import TableResult
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season import rules_of
from rules.game import Progress

Version = dict[str, str]
"""How the subject of a form stands, by the names of its fields, or of what it is made of."""


def entrant_of(state: EventState, form: Form) -> Entrant | None:
    """Whose number the form has; None where it is nobody's."""
    known = state.once("entrants by number", state.tournament.by_number)
    return known.get(number(form, "number"))


def result_of(state: EventState, form: Form) -> TableResult | None:
    """The result that the form is about; None where that table of that round has none."""
    of_round = {table.drawn.table: table for table in Scoring(state).tables(number(form, "round"))}
    return of_round.get(number(form, "table"))


def is_correction(desk: OrganiserDesk, form: Form) -> bool:
    """Whether a form writes a result over that somebody else said: at the table, or at the desk."""
    result = result_of(desk.state, form) if form["do"] == "result" else None
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
    entrant = entrant_of(desk.state, form)
    return {} if entrant is None else made_from.entrant_fields(entrant, desk.contacts().get(entrant.id, ""))


def _attendance(desk: OrganiserDesk, form: Form) -> Version:
    entrant = entrant_of(desk.state, form)
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


def draw_of(desk: OrganiserDesk, form: Form) -> Version:
    """The draft of a round, or its draw where there is none, by its id; for a correction the draw."""
    tournament, round = desk.state.tournament, number(form, "round")
    drawn: decisions.Drafted | decisions.Published | None = tournament.draw_of(round)
    if form["do"] != "correct":
        drawn = tournament.draft(round) or drawn
    return {} if drawn is None else {"draw": drawn.id}


def tables_of(state: EventState, version: Version) -> Version:
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
    result = result_of(desk.state, form)
    return {} if result is None else made_from.result_fields(result)


def _forfeit(desk: OrganiserDesk, form: Form) -> Version:
    """The results of the tables at which an entrant plays, by rounds; of one round where the form names it."""
    entrant, results = entrant_of(desk.state, form), dict[str, str]()
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
    if not (kind := form.get("kind")):
        return {}
    return made_from.ranking_fields(Scoring(desk.state).rules(kind), desk.state.game(kind))


def _money(desk: OrganiserDesk, form: Form) -> Version:
    terms = desk.state.tournament.money or decisions.MoneySet(id="0" * 16)
    return made_from.money_fields(terms, form_kind(desk.state, terms))


def _paid(desk: OrganiserDesk, form: Form) -> Version:
    """What one entrant has paid; of several that are written nothing stands on the page."""
    state = desk.state
    entrant = entrant_of(state, {"number": form.get("numbers", "")})
    if entrant is None:
        return {}
    paid = state.tournament.paid.get(entrant.id, 0)
    return {"paid": percent(paid) if paid else ""}


def last_decision(state: EventState, form: Form) -> DecisionRecord | None:
    """What was decided last about the result that the form is about, else what was decided last."""
    records = state.tournament.about(number(form, "round"), number(form, "table")) if form["do"] == "result" else []
    return records[-1] if records else state.tournament.last


def last_words(state: EventState, form: Form) -> str:
    """Who decided that (`last_decision`), and when."""
    last = last_decision(state, form)
    if last is None:
        return ""
    return " ".join(part for part in (time_of(state, last.when), by_of(last), tr(in_words(state, last))) if part)


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
    **dict.fromkeys(("new_evening", "delete_contacts"), lambda desk, form: {"last": last_words(desk.state, form)}),
    **dict.fromkeys(("draft", "by_hand", "swap", "discard", "publish", "correct"), draw_of),
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
