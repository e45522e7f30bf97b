"""What the desk's page of entrants shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from device.organiser.log.event_control import Desk
from device.organiser.log.tournament_state import Entrant, namesakes
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import STATUS
from device.people.directory import plain
from rules.people import same_name


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A row of the entrants: who it is, and who else bears one of the names."""

    entrant: Entrant
    same: tuple[Entrant, ...]


def values(desk: Desk, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The page's values; the address says who is looked for, and of whom everything is shown."""
    entrants = list(desk.state.tournament.by_number().values())
    same = namesakes(entrants)
    contacts = desk.contacts()
    sought = plain(asked.get("find", "").strip())
    shown = [one for one in entrants if not sought or sought in _sought(one) or sought == str(one.number)]
    return {
        "find": asked.get("find", "")[:100],
        "more": asked.get("more", ""),
        "rows": [EntrantRow(one, _others(one, same)) for one in shown],
        "contacts": contacts,
        "made_of": lambda one: made_from.text(made_from.entrant_fields(one, contacts.get(one.id, ""))),
        "drawn_rounds": [one.round for one in desk.state.tournament.rounds()],
        "team_size": desk.state.tournament.team_size,
        "teams": Counter(one.team for one in entrants if one.team),
        "count": {status: sum(one.status == status for one in entrants) for status in STATUS},
        "all": len(entrants),
        "status": STATUS,
    }


def _sought(one: Entrant) -> str:
    return plain(" ".join((one.name, *one.players, one.club)))


def _others(one: Entrant, same: Mapping[str, list[Entrant]]) -> tuple[Entrant, ...]:
    found = {other.id: other for name in map(same_name, one.players) for other in same.get(name, ())}
    return tuple(other for id, other in found.items() if id != one.id)
