"""Where one entrant plays, what it has played so far, and where it stands: the page of somebody's own telephone."""

from __future__ import annotations

from dataclasses import dataclass

from device.organiser.board.lists import last_draw
from device.organiser.log.event_state import EventState
from device.organiser.tournament.kinds import figure, is_for_two, is_least
from device.organiser.tournament.public_names import name_of
from device.organiser.tournament.ranking import BYE, RoundOutcome
from device.organiser.tournament.scoring import Scoring


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A round that was played: ``look`` is ``"won"``, ``"drawn"``, ``"lost"``, or empty where nobody wins a round."""

    round: int
    table: int
    others: tuple[str, ...]
    result: str
    look: str


@dataclass(frozen=True, slots=True)
class OwnTable:
    """An entrant with the ``table`` of the round drawn last (0: a bye, None: not drawn), the ``side`` there where two
    meet, who else sits there, its games, the newest first, and its place ``of`` so many.
    """

    number: int
    name: str
    players: tuple[str, ...]
    round: int
    table: int | None
    side: int | None
    others: tuple[str, ...]
    games: tuple[OwnGame, ...]
    place: int
    of: int


def own_table(state: EventState, number: int) -> OwnTable | None:
    """The page of the entrant with that number; None where there is none."""
    tournament = state.tournament
    one = next((one for one in tournament.entrants.values() if one.number == number), None)
    if one is None:
        return None
    names = {id: name_of(other) for id, other in tournament.entrants.items()}
    draw = last_draw(state)
    seats = () if draw is None else next((table for table in draw.tables if one.id in table.entrants), ())
    table: int | None = None
    side, others, games, place, of = None, tuple[str, ...](), list[OwnGame](), 0, 0
    if draw is not None:
        if seats:
            table = seats.table
            side = seats.entrants.index(one.id) if is_for_two(draw.kind) else None
            others = tuple(names[id] for id in seats.entrants if id != one.id)
        elif one.id in draw.byes:
            table = 0
        lines = [line for line in Scoring(state).lines(draw.kind) if line.outcomes]
        place = next((line.place for line in lines if line.entrant.id == one.id), 0)
        of = len(lines)
        outcomes = Scoring(state).outcomes(draw.kind).get(one.id, [])
        games = [_game(outcome, draw.kind, names) for outcome in reversed(outcomes)]
    return OwnTable(
        number,
        name_of(one),
        one.players if not one.initials else (),
        draw.round if draw else 0,
        table,
        side,
        others,
        tuple(games),
        place,
        of,
    )


def _game(one: RoundOutcome, kind: str, names: dict[str, str]) -> OwnGame:
    others = tuple(names[id] for id in one.opponents if id in names)
    if one.source == BYE:
        return OwnGame(one.round, 0, (), "", "won" if is_for_two(kind) else "")
    text = figure(one.score.points, kind, plus=True)
    if is_for_two(kind):
        text = f"{one.score.points} : {one.score.points - one.score.margin}"
    look = ""
    if is_for_two(kind) or is_least(kind):
        look = "won" if one.score.won == 1 else "drawn" if one.score.won else "lost"
    return OwnGame(one.round, one.table, others, text, look)
