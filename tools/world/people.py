"""Who sits at a table: they play what is paired, sign, and do again what a power cut made the table forget."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Protocol

from device.common.event.messages import Pairing
from device.event.client import EventClient
from device.table.table import Table
from rules.game import Event, Progress
from rules.history import History
from rules.message import Refusal
from rules.record import event_from
from tools.world import next_round
from tools.world.players import player_of
from tools.world.scheduler import MILLISECOND, SECOND
from tools.world.table import HallTable

if TYPE_CHECKING:
    from tools.world.evening import Evening

CALLS = 0.01
"""How likely somebody calls the referee, or calls off, at each look at the table."""
BETWEEN = 0.03
"""How likely they play a game of their own while nothing is paired, at each look; long ones more often."""
BETWEEN_LONG = 0.3
REMATCH = 0.3
"""How likely a game of their own is another of the same people, where there was one."""
REOPENED = 0.01
"""How likely they open a signed result again at their own wish, at each look."""
GIVEN_UP = 0.003
"""How likely they give a game up and leave it as it is, at each look."""
BY_THE_ORGANISER = "organiser"
"""Why clocks stand that the table lets go on by itself."""


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

    @property
    def uid(self) -> str:
        """The name at the event of the game on the table; ``?`` where it has none."""
        return self.table.uid(self.table.table.game_id if self.table.table else None) or "?"

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
        if self.table.small_files is not None and client.ticket is None:
            self.table.type_code()
            return self.think(1, 5)
        status = client.status
        if status is not None and status.away:
            return self.think(5, 20)
        if status is not None and status.offered_game is not None and status.coming is None:
            self.table.act(lambda table: client.take_up())
            return self.think(3, 8)
        if self.random.random() < CALLS:
            self.table.act(lambda table: client.call_referee(table) if client.call is None else client.call_off())
        history = table.history
        if history is None or history.game.progress(history.state) is Progress.SIGNED or next_round.is_between(table):
            return self._begin()
        return self._play(history)

    def _begin(self) -> None:
        """No game is under way: open a result that was sent back, play what is paired, or something of their own."""
        client, table = self.table.client, self.table.table
        if client is None or table is None:  # it lost its power while they called the referee
            return None
        if not table.safe:
            return self.think(0.2, 1)  # they look at the screen until what they signed is kept
        if (returned := client.returned_result(table)) is not None:
            game = client.game_of(returned)
            if game is not None and table.game_id != game:
                self.table.act(lambda table: table.resume(game), may_wait=True)
                return self.think(1, 3)
            if not isinstance(self.do({"event": "reopen", "reason": returned.reason[:100]}), Refusal):
                self.evening.counts["reopened"] += 1
            return self.think(1, 4)
        pairing = client.order.pairing
        if pairing is not None and not self._played & _names_of(pairing):
            return self._sit_down(pairing)
        history = table.history
        if history is not None and not self.evening.closing and self.random.random() < REOPENED:
            player_of(history.game.key).reopen(self, history)
            return None
        between = BETWEEN_LONG if self.evening.plays_long else BETWEEN
        if self.random.random() < between and not self.evening.closing:
            return self._play_among_themselves(table)
        return self.think(5, 15)

    def _play_among_themselves(self, table: Table) -> None:
        """A game of their own, of any kind, or another one of the same people."""
        self.plays_long = self.evening.plays_long or self.random.random() < 0.1
        history = table.history
        key = "chess_clock" if self.plays_long else self.random.choice(self.evening.games)
        if history is not None and history.game.key == key and self.random.random() < REMATCH:
            setup = history.game.rematch(history.state)
            self.evening.counts["rematches"] += 1
        else:
            setup = player_of(key).setup(self, key, None)
        self.table.act(lambda table: table.new(setup))
        self.evening.counts["games"] += 1
        self.think(2, 10)

    def _sit_down(self, pairing: Pairing) -> None:
        """Sit down where they were drawn: at the game that goes on, or a new one."""
        client = self.table.client
        assert client is not None
        kind = pairing.kind or self.evening.game
        self._played |= _names_of(pairing)  # people know whom they have played, whatever the screen offers
        if pairing.goes_on and self._goes_on_with(client, kind):
            self.evening.counts["rounds gone on with"] += 1
            return self.think(2, 10)
        try:
            setup = player_of(kind).setup(self, kind, pairing)
        except Refusal:  # somebody said it in the desk's name
            self.evening.counts["pairings that fit no game"] += 1
            return self.think(5, 15)

        def sit_down(table: Table) -> None:
            client.confirm_pairing(pairing)
            table.new(setup)

        self.table.act(sit_down)
        self.evening.counts["games"] += 1
        return self.think(2, 10)

    def _goes_on_with(self, client: EventClient, kind: str) -> bool:
        """Whether the newest game of that kind goes on with the drawn people (M31)."""
        table, game = self.table.table, client.newest_game(kind)
        if table is None or game is None:
            return False
        if table.game_id != game:
            self.table.act(lambda table: table.resume(game), may_wait=True)
        return self.table.act(lambda table: next_round.sit_down(client, table)) is True

    def _play(self, history: History) -> None:
        player = player_of(history.game.key)
        if self.random.random() < GIVEN_UP and not getattr(history.setup, "round", 0) and not self.evening.closing:
            self.evening.counts["given up"] += 1
            self.table.act(lambda table: table.leave())
            return None
        if history.game.progress(history.state) is Progress.RESULT:
            player.sign(self, history)
            return None
        if self._waits_for_organiser(history):
            return self.think(5, 15)
        player.act(self, history)
        return None

    def _waits_for_organiser(self, history: History) -> bool:
        """Whether the organiser has stopped the clocks, who lets them go on, too."""
        stopped = last_stop(history)
        return stopped is not None and getattr(stopped, "reason", "") == BY_THE_ORGANISER

    def do(self, event: dict[str, Any]) -> Any:
        """Let the table record an event; its `Refusal` if it refuses."""
        self.evening.counts["acts"] += 1
        for look in self.evening.on_act:
            look(self.table, event)
        return self.table.act(lambda table: table.do(event_from(table.game, dict(event))) if table.history else None)

    def has_moved_on(self, history: History) -> bool:
        """Whether the table is off, or shows another game than when they looked."""
        return self.table.table is None or self.table.table.history is not history

    def let_go_on(self, history: History) -> bool:
        """After a cut, clocks stand until people let them go on; whether they did so now."""
        if last_stop(history) is None:
            return False
        self.think(1, 10)
        return not isinstance(self.do({"event": "resume"}), Refusal)

    def wait_for_entry(self, before: int, most: int) -> bool:
        """Wait until the table records something after its ``before`` entries; False where ``most`` ns go by."""
        until = self.scheduler.now + most
        while self.scheduler.now < until:
            self.scheduler.park(50 * MILLISECOND)
            table = self.table.table
            if table is None or table.history is None or len(table.history.entries) > before:
                return True
        return False


def _names_of(pairing: Pairing) -> set[str]:
    """The words by which people know a pairing: its id, and round and seats, if it is drawn again as it was."""
    return {pairing.pairing} | ({f"{pairing.round} {pairing.seats}"} if pairing.round else set())


def last_stop(history: History) -> Event | None:
    """What has stopped the clocks, where nobody has let them go on since."""
    for entry in reversed(history.entries):
        word = entry.event.__struct_config__.tag
        if word == "resume":
            return None
        if word in ("power_loss", "pause"):
            return entry.event
    return None
