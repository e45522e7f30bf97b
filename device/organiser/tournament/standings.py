"""Standings of an event: what signed games brought everybody, by game, with shared places where nothing divides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from device.organiser.log.event_state import EventState
from device.organiser.log.rounds import at_event
from device.organiser.log.table_game import TableGame
from device.specs.card import Score
from device.specs.registry import EVENT_SPECS
from rules.message import Message


@dataclass(frozen=True, slots=True)
class Result:
    """A game that counts: its table and round (0: not known), and what it brought everybody."""

    uid: str
    table: int
    round: int
    kind: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings: place (shared where equal), name, games or rounds, and two figures to show.

    ``won``, ``margin`` and ``points`` are the sums of what the results brought (`device.specs.card.Score`).
    ``more`` is what else decides places, by the words of `tournament.ranking.FIGURES`, ``people`` the ids of
    those who were drawn, and ``club`` theirs.
    """

    place: int
    name: str
    games: int
    figures: tuple[Message | str, Message | str]
    won: Fraction = Fraction(0)
    margin: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    more: tuple[tuple[str, Fraction], ...] = ()
    people: tuple[str, ...] = ()
    club: str = ""


class Results:
    """The results of an event, each game counted once and again only after it changed."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._known: dict[str, tuple[int, Result | None]] = {}

    def of(self, game: TableGame) -> Result | None:
        """What a game counts for; None while it is not signed, or where it is set aside or sent back."""
        known = self._known.get(game.uid)
        if known is None or known[0] != game.last:
            known = (game.last, self._counted(game))
            self._known[game.uid] = known
        return known[1]

    def all(self) -> list[Result]:
        """Every game that counts, in the order in which they were begun."""
        return [found for game in self._state.games.values() if (found := self.of(game)) is not None]

    def _counted(self, game: TableGame) -> Result | None:
        history, shown = game.history, game.shown
        if (
            history is None
            or shown is None
            or not game.counts
            or self._state.is_sent_back(game)
            or self._state.is_foreign(game)
        ):
            return None
        scores = at_event(game, shown.scores(history.state), self._state.paired_round(game))
        return Result(game.uid, game.table, self._state.round_of(game), history.game.key, scores) if scores else None


def standings(results: Iterable[Result], kind: str) -> list[Standing]:
    """The standings of one game, by its word, best first; empty before anything is signed.

    By wins, then the sum of margins, then points; or by the sum, then the last round, then shared (M31); or by the
    fewest points.
    """
    shown = EVENT_SPECS[kind].card.load()
    found: dict[tuple[str, str], list[tuple[int, Score]]] = {}
    for result in results:
        if result.kind == kind:
            for score in result.scores:
                # Two entrants of one name are two; who was not drawn is known by name alone.
                found.setdefault((score.entrant, score.name), []).append((score.round or result.round, score))
    last = max((number for scores in found.values() for number, _ in scores), default=0)
    rows = []
    for (_, name), scores in found.items():
        won, margin, points = (
            sum((getattr(score, word) for _, score in scores), Fraction(0)) for word in ("won", "margin", "points")
        )
        if shown.standing_by == "sum":
            lately = sum((score.points for number, score in scores if number == last), Fraction(0))
            key: tuple[Fraction, ...] = (points, lately)
        else:
            key = (won, margin, points)
        # A mariáš game is signed round by round: what is counted there are rounds.
        count = Fraction(len(scores)) if shown.standing_by == "sum" else won
        line = Standing(0, name, len(scores), shown.figures(count, margin, points), won, margin, points)
        rows.append((key, name, line))
    rows.sort(key=lambda row: (tuple(-part for part in row[0]), row[1]))
    table: list[Standing] = []
    for number, (key, _, line) in enumerate(rows, start=1):
        same = table and rows[number - 2][0] == key
        table.append(replace(line, place=table[-1].place if same else number))
    return table
