"""People who play chess by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.event.messages import Pairing
from rules.game import Setup
from rules.history import History
from rules.record import setup_from
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.people import People

BLITZ = {"stages": [{"kind": "fischer", "time_s": 600, "extra_s": 2}]}
LONG = 280
"""Presses of a long game: more than a device that comes for another is sent in one message."""
HEARD_LATE = 0.05
"""How likely a press is heard of seconds later, as over a bad radio."""


class ChessPlayer:
    """Presses in turn; the game ends by resignation or agreement."""

    def setup(self, people: People, pairing: Pairing | None) -> Setup:
        """The pairing, or two of the house."""
        number = people.table.number
        names = [name for group in pairing.seats for name in group] if pairing is not None else []
        setup: dict[str, Any] = {
            "game": "chess_clock",
            "players": names or [f"Šach{2 * number}", f"Šach{2 * number + 1}"],
            "control": BLITZ,
        }
        if pairing is not None:
            setup |= {"round": pairing.round, "table": str(number)}
        return setup_from(setup)[1]

    def act(self, people: People, history: History) -> Any:
        """Think, and press; or end the game."""
        state: Any = history.state
        game: Any = history.game
        most = LONG if people.plays_long else 8 + people.table.number % 5
        if len(state.presses) > most and people.random.random() < 0.2:
            winner = people.random.choice(("A", "B", None))
            return people.do({"event": "result", "winner": winner, "how": "play" if winner else "agreed"})
        turn = game.open_turn(state, history.last_at)
        side = 1 if turn is None else turn.side
        began = people.scheduler.now
        people.think(0.4, 3 if people.plays_long else 30 * people.pace)
        if people.phone is not None and side == 0 and people.phone.is_ready:
            return self._press_telephone(people, history, began)
        late = people.random.random() < HEARD_LATE
        people.evening.counts["late presses"] += late
        way = int(people.random.uniform(0.5, 4) * SECOND) if late else people.random.randrange(30 * MILLISECOND)
        people.table.press(side, people.scheduler.now, way=way)
        people.scheduler.park(5 * SECOND if late else 50 * MILLISECOND)
        return None

    def _press_telephone(self, people: People, history: History, began: int) -> None:
        assert people.phone is not None
        before = len(history.entries)
        people.phone.press(began)
        people.wait_for_entry(before, 15 * SECOND)

    def sign(self, people: People, history: History) -> None:
        """Both sign."""
        for side in "AB":
            people.think(0.5, 4)
            people.do({"event": "sign", "side": side})
