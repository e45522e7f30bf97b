"""Where one entrant plays, what it has played so far, and where it stands: the page of somebody's own telephone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.common.specs.spec import GameSpec
from device.organiser.board.lists import last_draw
from device.organiser.log.event_state import EventState
from device.organiser.tournament.kinds import figure, is_for_two, is_money
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
    round: int = 0
    table: int | None = None
    side: int | None = None
    others: tuple[str, ...] = ()
    games: tuple[OwnGame, ...] = ()
    place: int = 0
    of: int = 0


def own_table(state: EventState, number: int) -> OwnTable | None:
    """The page of the entrant with that number; None where there is none."""
    tournament = state.tournament
    entrant = next((candidate for candidate in tournament.entrants.values() if candidate.number == number), None)
    if entrant is None:
        return None
    own = OwnTable(number, name_of(entrant), () if entrant.initials else entrant.players)
    draw = last_draw(state)
    if draw is None:
        return own
    game = state.game(draw.kind)
    names = {id: name_of(other) for id, other in tournament.entrants.items()}
    seats = next((table for table in draw.tables if entrant.id in table.entrants), None)
    if seats is not None:
        side = seats.entrants.index(entrant.id) if is_for_two(game) else None
        others = tuple(names[id] for id in seats.entrants if id != entrant.id)
        own = replace(own, table=seats.table, side=side, others=others)
    elif entrant.id in draw.byes:
        own = replace(own, table=0)
    scoring = Scoring(state)
    lines = [line for line in scoring.lines(draw.kind) if line.outcomes]
    place = next((line.place for line in lines if line.entrant.id == entrant.id), 0)
    outcomes = scoring.outcomes(draw.kind).get(entrant.id, [])
    games = tuple(_game(outcome, game, names) for outcome in reversed(outcomes))
    return replace(own, round=draw.round, games=games, place=place, of=len(lines))


def _game(outcome: RoundOutcome, game: GameSpec, names: dict[str, str]) -> OwnGame:
    others = tuple(names[id] for id in outcome.opponents if id in names)
    if outcome.source == BYE:
        return OwnGame(
            outcome.round, 0, (), "", "won" if outcome.score.won == 1 else "drawn" if outcome.score.won else ""
        )
    text = figure(outcome.score.points, game, plus=True)
    if is_for_two(game):
        text = f"{text} : {figure(outcome.score.points - outcome.score.margin, game)}"
    look = ""
    if is_for_two(game) or not is_money(game):
        look = "won" if outcome.score.won == 1 else "drawn" if outcome.score.won else "lost"
    return OwnGame(outcome.round, outcome.table, others, text, look)
