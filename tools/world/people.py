"""Who sits at a table: they play what is paired, sign, and do again what a power cut made the table forget."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Protocol

from device.event.messages import Pairing
from device.table.table import Table
from rules.clock.events import Pause, PowerLoss, Resume
from rules.game import Progress
from rules.history import History
from rules.message import Refusal
from rules.record import event_from
from tools.world.players import PLAYERS
from tools.world.scheduler import MILLISECOND, SECOND
from tools.world.table import HallTable

if TYPE_CHECKING:
    from tools.world.evening import Evening

CALLS = 0.01
"""How likely somebody calls the referee, or calls off, at each look at the table."""
BETWEEN = 0.03
"""How likely they play a game of their own while nothing is paired, at each look; long ones more often."""
BETWEEN_LONG = 0.3


class Telephone(Protocol):
    """A telephone that is a side's button."""

    @property
    def is_ready(self) -> bool:
        """Whether its page is connected."""

    def press(self, began: int) -> None:
        """Press it; the turn began at the true time ``began``."""


class People:
    """The people at one table. ``pace`` is how slow they are; ``phone`` is a telephone that is side A's button."""

    def __init__(self, evening: Evening, table: HallTable) -> None:
        self.evening, self.scheduler, self.table = evening, evening.scheduler, table
        self.random = random.Random(f"people {evening.scheduler.seed} {table.number}")
        self.pace = self.random.uniform(0.7, 2.2)
        self.phone: Telephone | None = None
        self.plays_long = False
        self._played: set[str] = set()

    def start(self) -> None:
        """Sit down."""
        self.scheduler.spawn(self._run, self.evening.outside, f"people {self.table.number}")

    def think(self, least: float, most: float) -> None:
        """Let some seconds go by."""
        self.scheduler.park(int(self.random.uniform(least, most) * SECOND))

    def _run(self) -> None:
        self.think(1, 20)
        while not self.evening.finished:
            if self.table.inbox is None:
                self.scheduler.park(2 * SECOND)
            else:
                self._look()

    def _look(self) -> None:
        """Look at the table, and do what is next."""
        client, table = self.table.client, self.table.table
        assert client is not None
        assert table is not None
        status = client.status
        if status is not None and status.away:
            return self.think(5, 20)
        if status is not None and status.offered_game is not None and status.coming is None:
            self.table.act(lambda table: client.take_up())
            return self.think(3, 8)
        if self.random.random() < CALLS:
            self.table.act(lambda table: client.call_referee(table) if client.call is None else client.call_off())
        history = table.history
        if history is None or history.game.progress(history.state) is Progress.SIGNED:
            return self._begin()
        return self._play(history)

    def _begin(self) -> None:
        """No game is under way: open a result that was sent back, play what is paired, or something of their own."""
        client, table = self.table.client, self.table.table
        assert client is not None
        assert table is not None
        if (returned := client.returned_result(table)) is not None:
            game = client.game_of(returned)
            if game is not None and table.game_id != game:
                self.table.act(lambda table: table.resume(game), may_wait=True)
                return self.think(1, 3)
            if not isinstance(self.do({"event": "reopen", "reason": returned.reason[:100]}), Refusal):
                self.evening.counts["reopened"] += 1
            return self.think(1, 4)
        pairing = client.order.pairing
        if pairing is not None and pairing.pairing not in self._played:
            self._played.add(pairing.pairing)  # people know whom they have played, whatever the screen offers
            return self._sit_down(pairing)
        between = BETWEEN_LONG if self.evening.plays_long else BETWEEN
        if not self.evening.closing and self.random.random() < between:
            self.plays_long = self.evening.plays_long or self.random.random() < 0.1
            setup = PLAYERS["chess_clock"].setup(self, None)
            self.table.act(lambda table: table.new(setup))
            self.evening.counts["games"] += 1
            return self.think(2, 10)
        return self.think(5, 15)

    def _sit_down(self, pairing: Pairing) -> None:
        client = self.table.client
        assert client is not None
        setup = PLAYERS[pairing.kind or self.evening.game].setup(self, pairing)

        def sit_down(table: Table) -> None:
            client.confirm_pairing(pairing)
            table.new(setup)

        self.table.act(sit_down)
        self.evening.counts["games"] += 1
        self.think(2, 10)

    def _play(self, history: History) -> None:
        player = PLAYERS[history.game.key]
        if history.game.progress(history.state) is Progress.RESULT:
            return player.sign(self, history)
        if not self._goes_on(history):
            player.act(self, history)
        return None

    def _goes_on(self, history: History) -> bool:
        """After a cut, clocks stand until people let them go on."""
        for entry in reversed(history.entries):
            if isinstance(entry.event, Resume):
                return False
            if isinstance(entry.event, PowerLoss | Pause):
                self.think(1, 10)
                return not isinstance(self.do({"event": "resume"}), Refusal)
        return False

    def do(self, event: dict[str, Any]) -> Any:
        """Let the table record an event; its `Refusal` if it refuses."""
        self.evening.counts["acts"] += 1
        for look in self.evening.on_act:
            look(self.table, event)
        return self.table.act(lambda table: table.do(event_from(table.game, dict(event))) if table.history else None)

    def has_moved_on(self, history: History) -> bool:
        """Whether the table is off, or shows another game than when they looked."""
        return self.table.table is None or self.table.table.history is not history

    def wait_for_entry(self, before: int, most: int) -> bool:
        """Wait until the table records something after its ``before`` entries; False where ``most`` ns go by."""
        until = self.scheduler.now + most
        while self.scheduler.now < until:
            self.scheduler.park(50 * MILLISECOND)
            table = self.table.table
            if table is None or table.history is None or len(table.history.entries) > before:
                return True
        return False
