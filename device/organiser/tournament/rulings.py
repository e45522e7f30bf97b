"""What the desk rules beyond draws and results: adjusted points, how places are decided, a new evening."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from device.organiser.acts.from_text import nonce, require_text
from device.organiser.acts.ruling_acts import Adjusted, EveningBegun, RankingSet
from device.organiser.log.event_control import DeskDecisions, check_game
from device.organiser.tournament.freezing import refreeze
from device.organiser.tournament.ranking import FIGURES
from rules.game import Progress
from rules.message import Refusal, msg


class Rulings(DeskDecisions):
    """Points given and taken, what decides places, evenings."""

    def adjust(self, number: int, round: int, wins: Fraction, points: int, reason: str) -> None:
        """An entrant gets so many wins (halves are possible) and points for a round, or loses them below zero.

        ``points`` are haléře where money is counted.
        """
        (entrant,), draw = self._entrants(number), self._draw(round)
        if (wins * 2).denominator != 1:
            raise Refusal("", "Wins are whole or halves.")
        if not wins and not points:
            raise Refusal("", "Write wins or points to give or to take.")
        why = require_text(reason, msg("Say why; it stands on record."))
        act = Adjusted(id=nonce(), entrant=entrant.id, round=round, half_wins=int(wins * 2), points=points, reason=why)
        self._desk.decide(act)
        refreeze(self._desk, draw.kind, round, act.id, act.reason)

    def set_ranking(
        self,
        kind: str,
        by: Sequence[str],
        drop_best: int = 0,
        drop_worst: int = 0,
        team_best: int = 0,
        team_size: int = 0,
    ) -> None:
        """How the places of a game are decided from now on, for all its rounds."""
        check_game(kind)
        if strange := [word for word in by if word not in FIGURES]:
            raise Refusal("", "Places are not decided by {word}.", word=strange[0][:20])
        if len(set(by)) < len(by):
            raise Refusal("", "A figure stands there twice.")
        if any(not 0 <= n <= 20 for n in (drop_best, drop_worst)):
            raise Refusal("", "From 0 to {most} rounds can be left out.", most=20)
        self._desk.decide(
            RankingSet(
                id=nonce(),
                kind=kind,
                by_figures=tuple(by),
                drop_best=drop_best,
                drop_worst=drop_worst,
                team_best=team_best,
                team_size=team_size,
            )
        )

    def begin_evening(self, title: str) -> None:
        """A new evening: people, tables and codes stay, rounds and results begin anew. What was stays on record."""
        state = self._desk.read()
        title = require_text(title, msg("Write what the new evening is called."))
        if state.round.round:
            raise Refusal("", "End the round first; then a new evening can begin.")
        playing = [
            place.number
            for place in state.tables()
            if (game := state.game_at(place)) is not None and game.progress in (Progress.PLAYING, Progress.RESULT)
        ]
        if playing:
            raise Refusal("", "Table {n} is still playing; a new evening begins when all have signed.", n=playing[0])
        self._desk.decide(EveningBegun(id=nonce(), title=title, ended=state.title))

    def check_evening(self, decision: str) -> None:
        """Whether a new evening can be taken back: nothing was played in it yet. Raises `Refusal`."""
        state = self._desk.read()
        begun = state.tournament.begun_by
        if begun is not None and begun.id == decision and (state.games or state.round.round):
            raise Refusal("", "The new evening has begun; it cannot be taken back any more.")
