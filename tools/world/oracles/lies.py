"""What somebody said of a game that he does not hold changes nothing, and people at the desk see it as a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from tools.world.liars.liar import ONLY_SEALS

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.liars.liar import Lie


class Lies:
    """Looks at the end at each game of which somebody lied."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._fail = evening, evening.scheduler.fail

    def check(self, state: EventState) -> None:
        """Compare what the desk has with what people saw when the lie was said."""
        liar = self._evening.liar
        if liar is None:
            return
        for uid, how in liar.copied.items():
            self._evening.counts[ONLY_SEALS + how] += uid in state.games and bool(state.games[uid].conflicts)
        for lie in liar.lies:
            game = state.games.get(lie.uid)
            if game is None:
                self._fail(f"game {lie.uid[:6]}, of which somebody lied, is not at the organiser")
            else:
                self._compare(lie, game)

    def _compare(self, lie: Lie, game: TableGame) -> None:
        name = f"game {lie.uid[:6]}, of which table {lie.by} lied"
        if lie.waits and not any(claim.is_open for (table, _), claim in game.claims.items() if table == str(lie.by)):
            self._fail(f"{name}, has no claim that waits at the desk: {list(game.claims)}")
        self._evening.counts["claims"] += lie.waits
        if game.conflicts:
            self._fail(f"{name}: entries {game.conflicts} are in conflict")
        if lie.scores is None or (game.entry_count > lie.entries and self._evening.signed.get(lie.uid) != lie.scores):
            return  # its own people went on with it, which `Closing` compares
        theirs = tuple((score.name, str(score.won), str(score.points)) for score in game.scores)
        if theirs != lie.scores:
            self._fail(f"{name}: people signed {lie.scores}, the desk counts {theirs}")
