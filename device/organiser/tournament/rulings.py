"""What the desk rules beyond draws and results: adjusted points, how places are decided, a new evening.

The standings as they stood after a round are frozen here, and anew where a correction changes them later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from device.organiser.acts.from_text import WrongField, nonce, require_text
from device.organiser.acts.ruling_acts import Adjusted, EveningBegun, Frozen, FrozenLine, RankingSet
from device.organiser.log.event_control import DeskDecisions, OrganiserDesk
from device.organiser.log.pairing import check_game
from device.organiser.log.round_on import is_waited_for
from device.organiser.tournament.kinds import is_for_two
from device.organiser.tournament.ranking import AWAY, FIGURES, RankingLine, values
from device.organiser.tournament.scoring import Scoring
from rules.explain import quote
from rules.message import Refusal, msg


class Rulings(DeskDecisions):
    """Points given and taken, what decides places, evenings."""

    def adjust(self, number: int, round: int, wins: Fraction, points: int, reason: str) -> None:
        """An entrant gets so many wins (halves are possible) and points for a round, or loses them below zero.

        ``points`` are haléře where money is counted.
        """
        (entrant,), draw = self._entrants(number), self._draw(round)
        if (wins * 2).denominator != 1:
            raise WrongField(["half_wins"], msg("Wins are whole or halves."))
        if not wins and not points:
            raise WrongField(["half_wins", "points"], msg("Write wins or points to give or to take."))
        why = require_text(reason, msg("Say why; it goes on record."))
        act = Adjusted(id=nonce(), entrant=entrant.id, round=round, half_wins=int(wins * 2), points=points, reason=why)
        self._desk.decide(act)
        refreeze(self._desk, draw.kind, round, act.id, act.reason)

    def set_ranking(self, act: RankingSet) -> None:
        """How the places of a game are decided from now on, for all its rounds."""
        check_game(self._desk.read(), act.kind)
        if strange := [word for word in act.by_figures if word not in FIGURES]:
            raise Refusal("", "Places are not decided by {word}.", word=quote(strange[0]))
        if len(set(act.by_figures)) < len(act.by_figures):
            raise Refusal("", "A figure is given twice.")
        self._desk.decide(act)

    def begin_evening(self, title: str) -> None:
        """A new evening: people, tables and codes stay, rounds and results begin anew. What was stays on record."""
        state = self._desk.read()
        title = require_text(title, msg("Write the name of the new evening."), "title")
        if state.round.round:
            raise Refusal("", "End the round first; then a new evening can begin.")
        if playing := [place.number for place in state.tables() if is_waited_for(state, place)]:
            raise Refusal(
                "",
                "Table {n} is still playing. A new evening begins when it has signed, its result stands at the desk, "
                "or its game does not count.",
                n=playing[0],
            )
        self._desk.decide(EveningBegun(id=nonce(), title=title, ended=state.title))


def frozen_standings(scoring: Scoring, kind: str, after: int, id: str, because: str = "") -> Frozen:
    """The standings of a game after a round as they stand now; rounds of a game for two as their marks, else points."""
    by, two = scoring.rules(kind).by_figures, is_for_two(scoring.state.game(kind))

    def rounds(line: RankingLine) -> tuple[str, ...]:
        marks = {
            outcome.round: outcome.mark if two or outcome.mark == AWAY else str(outcome.score.points)
            for outcome in line.outcomes
        }
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


def _keep(desk: OrganiserDesk, kind: str, rounds: Iterable[int], id: str, because: str = "") -> bool:
    """Keep the standings after each of ``rounds`` that differ from what is kept of it; whether there were any."""
    state = desk.read()
    new = [frozen_standings(Scoring(state), kind, after, id, because) for after in rounds]
    acts = [frozen for frozen in new if differs(frozen, state.tournament.frozen(kind, frozen.after))]
    if acts:
        desk.decide(*acts)
    return bool(acts)


def freeze(desk: OrganiserDesk, kind: str, after: int) -> None:
    """Keep the standings as they stand after a round. Raises `Refusal` where they are kept so already."""
    tournament = desk.read().tournament
    if not any(draw.kind == kind and draw.round == after for draw in tournament.rounds()):
        raise Refusal("", "The draw of round {n} is not published.", n=after)
    if not _keep(desk, kind, [after], nonce()):
        versions = len(tournament.frozen(kind, after))
        raise Refusal("", "These standings are kept already, as version {n}.", n=versions)


def freeze_after_round(desk: OrganiserDesk, kind: str, round: int, id: str) -> None:
    """The round after ``round`` was published: the standings after it are kept, as part of the decision ``id``."""
    state = desk.read()
    draw = state.tournament.draw_of(round)
    if (
        draw is not None
        and draw.kind == kind
        and all(table.scores is not None for table in Scoring(state).tables(round))
    ):
        _keep(desk, kind, [round], id)


def refreeze(desk: OrganiserDesk, kind: str, round: int, id: str, because: str) -> None:
    """Something of ``round`` was corrected by the decision ``id``: copies that it changes get a new version."""
    tournament = desk.read().tournament
    later = [draw.round for draw in tournament.rounds() if draw.kind == kind and draw.round >= round]
    _keep(desk, kind, [after for after in later if tournament.frozen(kind, after)], id, because)
