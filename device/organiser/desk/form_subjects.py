"""What forms of the desk are about: an entrant, a table's result, what was decided last."""

from __future__ import annotations

from collections.abc import Sequence

from device.common.i18n import tr
from device.organiser.desk.asked import Form, number
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import DecisionRecord, Entrant
from device.organiser.tournament.decided import by_of, in_words, time_of
from device.organiser.tournament.results import TableResult
from device.organiser.tournament.scoring import Scoring


def entrant_of(state: EventState, form: Form, name: str = "number") -> Entrant | None:
    """Whose number the form has; None where it is nobody's."""
    known = state.once("entrants by number", state.tournament.by_number)
    return known.get(number(form, name))


def result_of(state: EventState, form: Form) -> TableResult | None:
    """The result that the form is about; None where that table of that round has none."""
    of_round = {table.drawn.table: table for table in Scoring(state).tables(number(form, "round"))}
    return of_round.get(number(form, "table"))


def is_correction(desk: OrganiserDesk, form: Form) -> bool:
    """Whether a form writes a result over that somebody else said: at the table, or at the desk."""
    result = result_of(desk.state, form) if form["do"] == "result" else None
    return result is not None and result.is_by_another(desk.by)


def last_decision(state: EventState, records: Sequence[DecisionRecord]) -> DecisionRecord | None:
    """What was decided last of what a form is about (``records``), else what was decided last."""
    return records[-1] if records else state.tournament.last


def last_words(state: EventState, records: Sequence[DecisionRecord]) -> str:
    """Who decided that (`last_decision`), and when."""
    last = last_decision(state, records)
    if last is None:
        return ""
    return " ".join(part for part in (time_of(state, last.when), by_of(last), tr(in_words(state, last))) if part)
