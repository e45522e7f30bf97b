"""The pages of the desk: each with its title and what fills its template.

A page is one line of `PAGES`, and the template of its name, which extends ``base.html``. What shows little is filled
here; tables, draws, results and standings have modules of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.common.exports.pdf import shows_as_boxes
from device.common.i18n import tr
from device.organiser.desk import draw_view, fleet_view, results_view, standings_view, tables_view
from device.organiser.desk.asked import Asked, number, search
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.tournament_state import Entrant, namesakes
from device.organiser.papers import ALL_FILES, PAPERS
from device.organiser.tournament.accounts import account, fees
from device.organiser.tournament.decided import STATUS, time_of
from device.organiser.tournament.decision_list import decided_lines
from device.organiser.tournament.entrant_file import column_names
from device.organiser.tournament.kinds import is_money
from rules.games import DEFAULT_KEY
from rules.message import Message, msg
from rules.money import kc
from rules.people import same_name

MOST_ROWS = 150
"""Rows of a list of people on one page: a club evening is on one; of more, the others are looked for."""


def people_values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values; the address says who is looked for, and of whom everything is shown."""
    entrants = list(desk.state.tournament.by_number().values())
    same = namesakes(entrants)
    contacts = desk.contacts()
    matches, more = search(asked, entrants), number(asked, "more")
    first = next((n for n, entrant in enumerate(matches) if entrant.number == more), 0) // MOST_ROWS
    sheets = [matches[n : n + MOST_ROWS] for n in range(0, len(matches), MOST_ROWS)]
    sheet = min(number(asked, "sheet", first + 1), len(sheets))
    return {
        "find": asked.get("find", "")[:100],
        "more": asked.get("more", ""),
        "sheet": sheet,
        "sheets": [(n, f"{part[0].number}–{part[-1].number}") for n, part in enumerate(sheets, start=1)],
        "shows_as_boxes": shows_as_boxes,
        "rows": [(entrant, _others(entrant, same)) for entrant in (sheets[sheet - 1] if sheets else ())],
        "contacts": contacts,
        "draw_with": desk.state.tournament.draw_with,
        "drawn_rounds": [draw.round for draw in desk.state.tournament.rounds()],
        "team_size": desk.state.tournament.team_size,
        "teams": Counter(entrant.team for entrant in entrants if entrant.team),
        "count": {status: sum(entrant.status == status for entrant in entrants) for status in STATUS},
        "all": len(entrants),
        "read": number(asked, "read"),
        "read_as": asked.get("form", "")[:20],
        "left_out": asked.get("left", "")[:200],
        "columns": ", ".join(column_names()),
        "status": STATUS,
        "door": desk.state.door,
    }


def _others(entrant: Entrant, same: Mapping[str, list[Entrant]]) -> tuple[Entrant, ...]:
    """Who else bears one of the names."""
    same_named = {other.id: other for name in map(same_name, entrant.players) for other in same.get(name, ())}
    return tuple(other for id, other in same_named.items() if id != entrant.id)


def money_values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values; ``asked`` is what its address says: ``find``; ``all``: once all have paid."""
    state = desk.state
    now = account(state, "all" in asked)
    owed = fees(state)
    matching = {entrant.id for entrant in search(asked, (status.entrant for status in owed))}
    terms = now.terms
    kinds = list(dict.fromkeys(draw.kind for draw in state.tournament.rounds()))
    return {
        "account": now,
        "all_paid": "all" in asked,
        "find": asked.get("find", "")[:100],
        "owed": sorted(
            (status for status in owed if status.entrant.id in matching),
            key=lambda status: (status.paid >= status.due, status.entrant.number),
        )[:MOST_ROWS],
        "hidden": max(0, len(matching) - MOST_ROWS),
        "has_fees": bool(terms.fee) or any(status.paid for status in owed),
        "many": len(owed),
        "count_paid": sum(status.paid >= status.due for status in owed),
        "kc": lambda amount, plus=False: tr(kc(amount, plus=plus)),
        "kinds": [(kind, state.game(kind).name) for kind in kinds],
        "plays_money": bool(now.kind) and is_money(state.game(now.kind)),
        "has_picture": bool(state.tournament.picture),
    }


def paper_values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values; the address names the round, and the game of blank slips."""
    state = desk.state
    rounds = [draw.round for draw in state.tournament.rounds()]
    if round not in rounds or not asked.get("round"):
        round = rounds[-1] if rounds else 0
    draw = state.tournament.draw_of(round)
    kind = asked.get("kind", "")
    return {
        "papers": PAPERS,
        "files": ALL_FILES,
        "rounds": rounds,
        "chosen": round,
        "kind": kind if kind and state.knows(kind) else draw.kind if draw else DEFAULT_KEY,
    }


MOST_DECISIONS = 150
"""Decisions on one page of the list."""


def log_values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values: the decisions of all evenings, newest first; the address says which ``sheet`` of them."""
    evenings = [desk.state, *reversed(desk.state.evenings)]
    done = [(state, line) for state in evenings for line in decided_lines(state)]
    sheets = range(1, -(-len(done) // MOST_DECISIONS) + 1)
    sheet = min(number(asked, "sheet", 1) or 1, len(sheets) or 1)
    shown = done[(sheet - 1) * MOST_DECISIONS : sheet * MOST_DECISIONS]
    return {
        "sheet": sheet,
        "sheets": sheets,
        "done": [(line, time_of(state, line.when), line.by, tr(line.in_words(state))) for state, line in shown],
    }


ACCOUNTS = "accounts"
"""The page of who may come in, which shows nothing of the event but what `PeopleOfDesk` knows (`accounts_view`)."""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page: ``values`` gives what its template shows, of a desk that has read the log, of what the page's address
    says, and of the round that it names, else the one that comes."""

    title: Message
    values: Callable[[OrganiserDesk, Asked, int], dict[str, Any]]
    beside_log: Callable[[OrganiserDesk], object] = lambda desk: None
    """What else than the log the page shows, so that it is drawn anew where that changes."""


PAGES = {
    "": DeskPage(msg("The tables"), tables_view.values),
    "people": DeskPage(msg("Entrants"), people_values),
    "draw": DeskPage(msg("The draw"), draw_view.values),
    "results": DeskPage(msg("Results"), results_view.values),
    "standings": DeskPage(msg("Standings"), standings_view.values),
    "money": DeskPage(msg("Money"), money_values),
    "papers": DeskPage(msg("Papers and files"), paper_values),
    "log": DeskPage(msg("Decisions"), log_values),
    "fleet": DeskPage(msg("Devices"), fleet_view.values, fleet_view.beside_log),
    ACCOUNTS: DeskPage(msg("People at the desk"), lambda desk, asked, round: {}),
}
"""The pages, by their path and in the order of the navigation."""


def page_of(fields: Mapping[str, str]) -> str:
    """The page of `PAGES` on which a form stands."""
    page = fields.get("page", "")
    return page if page in PAGES else ""
