"""Who sits where in a round: every player by surname, names as `public_names` gives them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.common.i18n import alphabetical
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.public_names import has_own_name, players_of, surname_first
from rules.people import same_name


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """Where a player sits: ``name`` as on a list, ``more`` where there are namesakes, the ``table`` (0: a bye).

    ``side`` is 0 or 1 where two meet at a table, else None. ``sorted_by`` is the name as the alphabet sees it.
    """

    name: str
    full: str
    more: str
    table: int
    side: int | None
    entrant: Entrant
    sorted_by: str


def places(state: EventState, round: int) -> list[PlayerSeat]:
    """Every player of the published draw of a round; empty where there is none."""
    draw = state.tournament.draw_of(round)
    if draw is None:
        return []
    entrants, two = state.tournament.entrants, is_for_two(state.game(draw.kind))
    seats = []
    for table in draw.tables:
        for seat, id in enumerate(table.entrants):
            if id in entrants:
                seats += _places(entrants[id], table.table, seat if two else None)
    for id in draw.byes:
        if id in entrants:
            seats += _places(entrants[id], 0, None)
    return _distinct(seats)


def in_order(seats: Iterable[PlayerSeat]) -> list[PlayerSeat]:
    """Players by surname, in the order of the alphabet of the language spoken now."""
    return sorted(seats, key=lambda seat: (alphabetical(seat.sorted_by), seat.entrant.number))


def _places(entrant: Entrant, table: int, side: int | None) -> list[PlayerSeat]:
    seats = []
    for player in players_of(entrant):
        if entrant.initials:
            name = full = player
            sorted_by = " ".join(reversed(player.split()))
        else:
            surname, given = surname_first(player)
            name = f"{surname} {given[0]}." if given else surname
            full = f"{surname} {given}".strip()
            sorted_by = full
        seats.append(PlayerSeat(name, full, "", table, side, entrant, sorted_by))
    return seats


def _distinct(seats: Sequence[PlayerSeat]) -> list[PlayerSeat]:
    """Namesakes by the rest of their name where that is enough, else by pair, club or number."""
    groups: dict[str, list[PlayerSeat]] = {}
    for seat in seats:
        groups.setdefault(same_name(seat.name), []).append(seat)
    player_seats = []
    for seat in seats:
        group = groups[same_name(seat.name)]
        if len(group) == 1:
            player_seats.append(seat)
        elif sum(same_name(other.full) == same_name(seat.full) for other in group) == 1:
            player_seats.append(replace(seat, name=seat.full))
        else:
            of_pair = seat.entrant.name if len(seat.entrant.players) > 1 and has_own_name(seat.entrant) else ""
            player_seats.append(
                replace(seat, name=seat.full, more=of_pair or seat.entrant.club or f"({seat.entrant.number})")
            )
    return player_seats
