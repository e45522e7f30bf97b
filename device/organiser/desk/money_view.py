"""What the desk's page about money shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.i18n import tr
from device.organiser.log.event_control import Desk
from device.organiser.tournament import made_from
from device.organiser.tournament.accounts import account, fees, form_kind
from device.organiser.tournament.kinds import is_money
from device.people.directory import plain
from rules.games import GAMES
from rules.message import msg
from rules.money import Amount, kc

STEPS = ((1, msg("haléře")), (100, msg("whole koruny")), (1000, msg("tens of koruny")))
"""In what money is handed out, by haléře."""


def koruny(amount: Amount, *, plus: bool = False) -> str:
    """An amount in the language spoken now."""
    return tr(kc(amount, plus=plus))


def values(desk: Desk, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The page's values; ``asked`` is what its address says: ``find``; ``all``: once all have paid."""
    state = desk.state
    now = account(state, "all" in asked)
    owed = fees(state)
    sought = plain(asked.get("find", "").strip())
    named = [
        one
        for one in owed
        if not sought
        or sought == str(one.entrant.number)
        or sought in plain(" ".join((one.entrant.name, *one.entrant.players)))
    ]
    terms = now.terms
    fields = made_from.money_fields(terms, form_kind(state, terms))
    kinds = list(dict.fromkeys(one.kind for one in state.tournament.rounds()))
    return {
        "account": now,
        "all_paid": "all" in asked,
        "find": asked.get("find", "")[:100],
        "owed": sorted(named, key=lambda one: (one.paid >= one.due, one.entrant.number)),
        "many": len(owed),
        "count_paid": sum(one.paid >= one.due for one in owed),
        "kc": koruny,
        "steps": STEPS,
        "kinds": [(one, GAMES[one].name) for one in kinds],
        "plays_money": bool(now.kind) and is_money(now.kind),
        "fields": fields,
        "made_from": made_from.text(fields),
    }
