"""The standings, reckoned from what people saw signed, from slips and byes; points by hand where a game allows it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from device.organiser.log.event_state import EventState
from device.organiser.tournament.results import results
from device.organiser.tournament.scoring import Scoring
from tests.tournament import expected
from tools.world.drawn_games import SHEETS
from tools.world.liars.liar import Subject

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.oracles.closing import PlayedGame

NO_STEPS = frozenset({"power_loss", "pause", "resume", "void", "restore"})
"""Events that change no points."""
NOTHING = Fraction(0)
FOR_TWO = frozenset({"polish_doubles", "chess_clock"})
ONE_LOSES = "kourici_kocka"
MONEY = "marias"
SHEET = "rounds"


class Line(NamedTuple):
    """What somebody has: wins, the sum of differences where two meet, the sum of points."""

    won: Fraction = NOTHING
    margin: Fraction = NOTHING
    points: Fraction = NOTHING

    def plus(self, other: Line) -> Line:
        """Both together."""
        return Line(*(a + b for a, b in zip(self, other, strict=True)))


class Standings:
    """Holds the desk's standings against the evening's own sums, and signed points against the entries."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._fail, self._counts = evening, evening.scheduler.fail, evening.counts

    def check(self, games: dict[str, PlayedGame], state: EventState) -> None:
        """What cannot be reckoned is counted, not passed over."""
        for uid, game in games.items():
            scores = self._evening.signed.get(uid)
            is_sure = uid in state.games and not state.games[uid].conflicts and not self._is_lied_about(uid)
            if scores and is_sure:
                self._reckon(uid, game, scores)
        if (left_out := self._why_not(games, state)) is not None:
            self._counts[f"left out: standings ({left_out})"] += 1
            return
        mine = self._mine(games, state)
        lines = Scoring(state).lines(self._evening.game)
        theirs = {line.entrant.name: Line(line.won, line.margin, line.points) for line in lines if line.outcomes}
        if not is_for_two(self._evening.game):  # a difference says nothing there
            mine, theirs = (
                {name: line._replace(margin=NOTHING) for name, line in all.items()} for all in (mine, theirs)
            )
        if mine != theirs:
            differing = {name: (mine.get(name), theirs.get(name)) for name in mine | theirs}
            wrong = {name: both for name, both in differing.items() if both[0] != both[1]}
            self._fail(f"standings differ (by hand, at the desk): {wrong}")
        self._counts["standings compared"] += bool(mine)

    def _is_lied_about(self, uid: str) -> bool:
        return self._evening.is_lied_about(Subject.game(uid))

    def _drawn(self, games: dict[str, PlayedGame], state: EventState) -> dict[str, PlayedGame]:
        """The games that count for the draws of the evening's game."""
        counted = {result.uid for result in results(state)}
        return {
            uid: game
            for uid, game in games.items()
            if uid in counted and kind_of(game.setup) == self._evening.game and game.setup.get("round")
        }

    def _why_not(self, games: dict[str, PlayedGame], state: EventState) -> str | None:
        if any(state.games[uid].conflicts for uid in games if uid in state.games):
            return "a conflict"
        if any(result.uid not in games for result in results(state)):
            return "a game that no table has"
        drawn = self._drawn(games, state)
        if any(self._is_lied_about(uid) for uid in drawn):
            return "a lie"
        if any(not self._evening.signed.get(uid) for uid in drawn):
            return "a result that nobody saw"
        places = Counter((game.setup["round"], game.setup.get("table")) for game in drawn.values())
        if any(count > 1 for count in places.values()):
            return "a pairing played twice"
        if any(json.loads(text)["event"] == "substitute" for game in drawn.values() for _, _, text in game.entries):
            return "a substitute"
        if any(self._is_by_another(uid, game, state) for uid, game in drawn.items()):
            return "others than were drawn"
        names = {entrant.name for entrant in state.tournament.entrants.values()}
        if any(name not in names for uid in drawn for name, _, _ in self._evening.signed[uid] or ()):
            return "somebody who is no entrant"
        return None

    def _is_by_another(self, uid: str, game: PlayedGame, state: EventState) -> bool:
        """True where a round was signed by somebody who was drawn for another table, or for none.

        People may take their sitting down back and play on as they sat before; the desk counts no such round.
        """
        if self._evening.game == MONEY:
            return self._is_round_by_others(game, [name for name, _, _ in self._evening.signed[uid] or ()], state)
        draw, entrants = state.tournament.draw_of(game.setup["round"]), state.tournament.entrants
        tables = [] if draw is None else [table for table in draw.tables if str(table.table) == game.setup.get("table")]
        drawn = sorted(entrants[id].name for table in tables for id in table.entrants)
        signed = sorted(name for name, _, _ in self._evening.signed[uid] or ())
        return len(drawn) == len(signed) and drawn != signed

    def _is_round_by_others(self, game: PlayedGame, signed: Sequence[str], state: EventState) -> bool:
        entrants, first, number = state.tournament.entrants, game.setup["round"], game.setup.get("table")
        drawn = [
            [entrants[id].name for id in table.entrants]
            for draw in state.tournament.rounds()
            if draw.round >= first
            for table in draw.tables
            if str(table.table) == number
        ]
        return bool(drawn) and bool(not_drawn(signed, drawn))

    def _mine(self, games: dict[str, PlayedGame], state: EventState) -> dict[str, Line]:
        lines: dict[str, Line] = {}

        def add(name: str, line: Line) -> None:
            lines[name] = lines.get(name, Line()).plus(line)

        for uid in self._drawn(games, state):
            scores = self._evening.signed[uid] or ()
            for n, (name, won, points) in enumerate(scores):
                other = Fraction(scores[1 - n][2]) if is_for_two(self._evening.game) else NOTHING
                add(name, Line(Fraction(won), Fraction(points) - other, Fraction(points)))
        for draw in state.tournament.rounds():
            names = {id: entrant.name for id, entrant in state.tournament.entrants.items()}
            for bye in draw.byes:
                add(names[bye], Line(Fraction(is_for_two(self._evening.game))))
            for table in draw.tables:
                figures = self._evening.entered.get((draw.round, table.table))
                for seat, line in enumerate(slip(self._evening.game, figures) if figures else ()):
                    add(names[table.entrants[seat]], line)
        return lines

    def _reckon(self, uid: str, game: PlayedGame, scores: Sequence[tuple[str, str, str]]) -> None:
        """What was signed is what the entries come to, by hand."""
        key, events = game.setup["game"], [json.loads(text) for _, _, text in game.entries]
        steps = [event for event in events if event["event"] not in NO_STEPS]
        seen: dict[str, Any] = dict(Counter({name: Fraction(points) for name, _, points in scores}))
        try:
            if key == "polish_doubles" and self._evening.courses.get(uid):
                mine: dict[str, Any] | None = self._doubles(game, steps)
            elif key == MONEY:
                mine = self._marias(game, steps)
            elif key == SHEET:
                counted = expected.not_taken_back({n: json.loads(text) for n, _, text in game.entries})
                mine = expected.sheet(game.setup, (event for event in counted if event["event"] not in NO_STEPS))
                seen = {name: (Fraction(won), Fraction(points)) for name, won, points in scores}
            else:
                mine = None
        except (expected.Unknown, AssertionError, IndexError, KeyError):
            mine = None
        if mine is None:
            self._counts[f"left out: {key} not reckoned by hand"] += 1
        elif mine != seen:
            self._fail(f"game {uid[:6]}: signed {seen}, by hand {mine}")
        else:
            self._counts["games reckoned by hand"] += 1

    def _doubles(self, game: PlayedGame, steps: list[dict[str, Any]]) -> dict[str, Any] | None:
        points = expected.doubles(steps)
        names = [pair["name"] for pair in game.setup["pairs"]]
        return None if points is None else dict(zip(names, map(Fraction, points), strict=True))

    def _marias(self, game: PlayedGame, steps: list[dict[str, Any]]) -> dict[str, Any] | None:
        rounds = expected.marias(game.setup, steps)
        if len(rounds) != 1:
            return None  # `scores` say one line for each round
        return dict(rounds[0].results)


def not_drawn(signed: Sequence[str], drawn: Sequence[Sequence[str]]) -> Sequence[str]:
    """Who signed from the first round on that others signed than were drawn.

    ``signed`` has those of each round one after another, and ``drawn`` whom each draw has at the table, in order; a
    round may have been played elsewhere.
    """
    for names in drawn:
        if sorted(signed[: len(names)]) == sorted(names):
            signed = signed[len(names) :]
    return signed


def kind_of(setup: dict[str, Any]) -> str:
    """The word by which the event knows what is played."""
    return f"{SHEET}:{setup['terms']['name']}" if setup["game"] == SHEET else str(setup["game"])


def is_for_two(kind: str) -> bool:
    """Whether two sides meet."""
    if kind not in SHEETS:
        return kind in FOR_TWO
    terms = SHEETS[kind]
    return terms.players[1] // terms.team == 2


def slip(key: str, figures: Sequence[int]) -> list[Line]:
    """What figures of a slip come to, by seats; no two are equal."""
    if key in SHEETS and SHEETS[key].wins == "least":
        figures = [-figure for figure in figures]
    if is_for_two(key):
        a, b = map(Fraction, figures)
        return [Line(Fraction(a > b), a - b, a), Line(Fraction(b > a), b - a, b)]
    if key == MONEY:
        return [Line(points=Fraction(figure)) for figure in figures]
    if key == ONE_LOSES:
        return [Line(Fraction(figure != max(figures)), points=Fraction(-figure)) for figure in figures]
    if key in SHEETS:
        return [Line(Fraction(figure == max(figures)), points=Fraction(figure)) for figure in figures]
    return [Line(Fraction(figure == min(figures)), points=Fraction(-figure)) for figure in figures]
