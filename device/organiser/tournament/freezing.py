"""Frozen copies of the standings: as they stood after a round, and anew where a correction changes them later."""

from __future__ import annotations

from fractions import Fraction

from device.organiser.acts.from_text import nonce
from device.organiser.acts.ruling_acts import Frozen, FrozenLine
from device.organiser.log.event_control import Desk
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.ranking import BYE, Line, Outcome, values
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal

WON, DRAWN, LOST, AWAY = "w", "d", "l", "b"
"""Rounds of a game for two as a frozen line keeps them; `AWAY` is a bye in any game, others are points."""


def frozen(scoring: Scoring, kind: str, after: int, id: str, because: str = "") -> Frozen:
    """The standings of a game after a round as they stand now."""
    by, two = scoring.rules(kind).by, is_for_two(kind)
    lines = tuple(
        FrozenLine(
            place=line.place,
            entrant=line.entrant.id,
            number=line.entrant.number,
            name=line.entrant.name,
            figures=tuple(str(value) for value in values(line, by)),
            rounds=_rounds(line, after, two),
        )
        for line in scoring.lines(kind, before=after + 1)
    )
    return Frozen(id=id, kind=kind, after=after, by_figures=by, lines=lines, because=because)


def _rounds(line: Line, after: int, two: bool) -> tuple[str, ...]:
    of = {one.round: one for one in line.outcomes}
    return tuple("" if n not in of else _round(of[n], two) for n in range(1, after + 1))


def _round(one: Outcome, two: bool) -> str:
    if one.source == BYE:
        return AWAY
    if not two:
        return str(one.score.points)
    return {Fraction(1): WON, Fraction(0): LOST}.get(one.score.won, DRAWN)


def same(one: Frozen, other: Frozen) -> bool:
    """Whether two copies say the same."""
    return (one.by_figures, one.lines) == (other.by_figures, other.lines)


def differs(scoring: Scoring, versions: list[Frozen], kind: str, after: int) -> bool:
    """Whether the standings are others by now than in the newest of ``versions``."""
    return bool(versions) and not same(frozen(scoring, kind, after, "0" * 16), versions[-1])


def freeze(desk: Desk, kind: str, after: int) -> None:
    """Keep the standings as they stand after a round. Raises `Refusal` where they are kept so already."""
    state = desk.read()
    if not any(draw.kind == kind and draw.round == after for draw in state.tournament.rounds()):
        raise Refusal("", "The draw of round {n} is not published.", n=after)
    made, versions = frozen(Scoring(state), kind, after, nonce()), state.tournament.frozen(kind, after)
    if versions and same(made, versions[-1]):
        raise Refusal("", "These standings are kept already, as version {n}.", n=len(versions))
    desk.decide(made)


def after_round(desk: Desk, kind: str, round: int, id: str) -> None:
    """The round after ``round`` was published: the standings after it are kept, as part of the decision ``id``."""
    state = desk.read()
    scoring = Scoring(state)
    drawn = [draw for draw in state.tournament.rounds() if draw.kind == kind and draw.round == round]
    if not drawn or any(one.scores is None for one in scoring.tables(round)):
        return
    made, versions = frozen(scoring, kind, round, id), state.tournament.frozen(kind, round)
    if not versions or not same(made, versions[-1]):
        desk.decide(made)


def corrected(desk: Desk, kind: str, round: int, id: str, because: str) -> None:
    """Something of ``round`` was corrected by the decision ``id``: copies that it changes get a new version."""
    state = desk.read()
    scoring = Scoring(state)
    acts = []
    for draw in state.tournament.rounds():
        if draw.kind == kind and draw.round >= round and (versions := state.tournament.frozen(kind, draw.round)):
            made = frozen(scoring, kind, draw.round, id, because)
            if not same(made, versions[-1]):
                acts.append(made)
    if acts:
        desk.decide(*acts)
