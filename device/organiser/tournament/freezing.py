"""Frozen copies of the standings: as they stood after a round, and anew where a correction changes them later."""

from __future__ import annotations

from collections.abc import Sequence

from device.organiser.acts.from_text import nonce
from device.organiser.acts.ruling_acts import Frozen, FrozenLine
from device.organiser.log.event_control import Desk
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.ranking import AWAY, RankingLine, values
from device.organiser.tournament.scoring import Scoring
from rules.message import Refusal


def frozen_standings(scoring: Scoring, kind: str, after: int, id: str, because: str = "") -> Frozen:
    """The standings of a game after a round as they stand now; rounds of a game for two as their marks, else points."""
    by, two = scoring.rules(kind).by, is_for_two(kind)

    def rounds(line: RankingLine) -> tuple[str, ...]:
        marks = {one.round: one.mark if two or one.mark == AWAY else str(one.score.points) for one in line.outcomes}
        return tuple(marks.get(n, "") for n in range(1, after + 1))

    lines = tuple(
        FrozenLine(
            place=line.place,
            entrant=line.entrant.id,
            number=line.entrant.number,
            name=line.entrant.name,
            figures=tuple(str(value) for value in values(line, by)),
            rounds=rounds(line),
        )
        for line in scoring.lines(kind, before=after + 1)
    )
    return Frozen(id=id, kind=kind, after=after, by_figures=by, lines=lines, because=because)


def differs(new: Frozen, versions: Sequence[Frozen]) -> bool:
    """Whether ``new`` says something else than the newest of ``versions``; so it does where there is none."""
    return not versions or (new.by_figures, new.lines) != (versions[-1].by_figures, versions[-1].lines)


def freeze(desk: Desk, kind: str, after: int) -> None:
    """Keep the standings as they stand after a round. Raises `Refusal` where they are kept so already."""
    state = desk.read()
    if not any(draw.kind == kind and draw.round == after for draw in state.tournament.rounds()):
        raise Refusal("", "The draw of round {n} is not published.", n=after)
    new, versions = frozen_standings(Scoring(state), kind, after, nonce()), state.tournament.frozen(kind, after)
    if not differs(new, versions):
        raise Refusal("", "These standings are kept already, as version {n}.", n=len(versions))
    desk.decide(new)


def freeze_after_round(desk: Desk, kind: str, round: int, id: str) -> None:
    """The round after ``round`` was published: the standings after it are kept, as part of the decision ``id``."""
    state = desk.read()
    scoring, draw = Scoring(state), state.tournament.draw_of(round)
    if draw is None or draw.kind != kind or any(one.scores is None for one in scoring.tables(round)):
        return
    new = frozen_standings(scoring, kind, round, id)
    if differs(new, state.tournament.frozen(kind, round)):
        desk.decide(new)


def refreeze(desk: Desk, kind: str, round: int, id: str, because: str) -> None:
    """Something of ``round`` was corrected by the decision ``id``: copies that it changes get a new version."""
    state = desk.read()
    scoring, acts = Scoring(state), []
    for draw in state.tournament.rounds():
        if draw.kind == kind and draw.round >= round and (versions := state.tournament.frozen(kind, draw.round)):
            new = frozen_standings(scoring, kind, draw.round, id, because)
            if differs(new, versions):
                acts.append(new)
    if acts:
        desk.decide(*acts)
