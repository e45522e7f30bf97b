"""Who sits where in a round: every player by surname in Czech order, names as `public_names` gives them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.public_names import has_own_name, players_of, surname_first

OWN_LETTERS = "čřšž"
"""Letters of the Czech alphabet that stand after the letter without their mark; other marks divide equals only."""

CzechKey = tuple[tuple[tuple[int, str, int], ...], str]


def czech_order(text: str) -> CzechKey:
    """A key by which names stand in Czech order: Č after C, Ch after H, Á beside A."""
    found: list[tuple[int, str, int]] = []
    small = text.casefold()
    n = 0
    while n < len(small):
        if small[n : n + 2] == "ch":
            found.append((1, "h", 1))
            n += 2
            continue
        letter = small[n]
        base = unicodedata.normalize("NFD", letter)[0]
        found.append((int(letter.isalpha()), base, int(letter in OWN_LETTERS)))
        n += 1
    return tuple(found), small


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """Where a player sits: ``name`` as on a list, ``more`` where there are namesakes, the ``table`` (0: a bye).

    ``side`` is 0 or 1 where two meet at a table, else None.
    """

    name: str
    full: str
    more: str
    table: int
    side: int | None
    entrant: Entrant
    order: CzechKey


def places(state: EventState, round: int) -> list[PlayerSeat]:
    """Every player of the published draw of a round, in Czech order by surname; empty where there is none."""
    draw = state.tournament.draw_of(round)
    if draw is None:
        return []
    entrants, two = state.tournament.entrants, is_for_two(draw.kind)
    found = []
    for table in draw.tables:
        for seat, id in enumerate(table.entrants):
            if id in entrants:
                found += _places(entrants[id], table.table, seat if two else None)
    for id in draw.byes:
        if id in entrants:
            found += _places(entrants[id], 0, None)
    return sorted(_distinct(found), key=lambda one: (one.order, one.entrant.number))


def _places(entrant: Entrant, table: int, side: int | None) -> list[PlayerSeat]:
    made = []
    for player in players_of(entrant):
        if entrant.initials:
            name = full = player
            order = czech_order(" ".join(reversed(player.split())))
        else:
            surname, given = surname_first(player)
            name = f"{surname} {given[0]}." if given else surname
            full = f"{surname} {given}".strip()
            order = czech_order(full)
        made.append(PlayerSeat(name, full, "", table, side, entrant, order))
    return made


def _distinct(found: Iterable[PlayerSeat]) -> list[PlayerSeat]:
    """Namesakes by the rest of their name where that is enough, else by pair, club or number."""
    found = list(found)
    groups: dict[str, list[PlayerSeat]] = {}
    for one in found:
        groups.setdefault(one.name.casefold(), []).append(one)
    told = []
    for one in found:
        group = groups[one.name.casefold()]
        if len(group) == 1:
            told.append(one)
        elif sum(other.full.casefold() == one.full.casefold() for other in group) == 1:
            told.append(replace(one, name=one.full))
        else:
            of_pair = one.entrant.name if len(one.entrant.players) > 1 and has_own_name(one.entrant) else ""
            told.append(replace(one, name=one.full, more=of_pair or one.entrant.club or f"({one.entrant.number})"))
    return told
