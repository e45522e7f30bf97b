"""A table that speaks of another table's games, with its own ticket."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec

from device.common.event.messages import Ack, AskGame, EntryRow, Rows, TableSnapshot
from rules.game import Progress
from rules.loading import readable
from tools.world.client import Client
from tools.world.liars.liar import Liar, Lie
from tools.world.scheduler import SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

APART = (4, 20)
"""Seconds between two looks at the hall."""
AFTER = (60, 90)
"""Until the tables are there (s)."""
LATER = 20
"""How many seconds after it was signed a game is spoken of at the earliest: its last entries are at the desk."""
BEGUN = 3
"""Entries of a running game before somebody claims it."""


class Forger(Liar):
    """Says more of a signed game: reopens it, changes it, signs it again. Says something else of one that runs, and
    that it stands on his own table. Sometimes it says who it is before, sometimes not, as tables of earlier versions.
    What the organiser was not there to hear it says again, as a table does: behind a gap no row is taken.
    """

    def __init__(self, evening: Evening, luck: random.Random) -> None:
        super().__init__(evening, luck)
        self.number = luck.choice(evening.numbers)
        self._boot, self._device = f"{luck.getrandbits(128):032x}", f"{luck.getrandbits(64):016x}"
        self._first = 1
        self._unheard: list[Rows] = []
        self._says_who = luck.random() < 0.7
        self._signed: set[str] = set()
        self._running: set[str] = set()

    def on_store_restored(self) -> None:
        """He begins to count his rows anew, as a table does; what comes after a gap is not taken."""
        super().on_store_restored()
        self._boot, self._first = f"{self.random.getrandbits(128):032x}", 1
        self._unheard.clear()

    def start(self) -> None:
        """Connect as his table, and begin to look round."""
        ticket = self.evening.ticket(self.number)
        machine = self.machine("forger")
        client = self.client(machine, ticket.named_user, ticket.password)
        client.on_connect, client.on_message = self._on_connect, self._on_ack
        self.scheduler.spawn(lambda: self._run(client), machine, "forger")

    def _run(self, client: Client) -> None:
        self.wait(*AFTER)  # a number belongs to the first device that is seen
        if self._says_who:
            self._say_who(client, None)
        while self._unheard or not self.evening.finished:
            self.wait(*APART)
            if client.is_connected():
                self._say_again(client)
            victims = [
                table for table in self.evening.tables if table.number != self.number and table.inbox is not None
            ]
            if client.is_connected() and victims and not self.evening.finished:
                self._look(client, self.random.choice(victims))

    def _say_again(self, client: Client) -> None:
        for rows in list(self._unheard):
            client.publish(self.topics.of_table(self.number, "rows"), msgspec.json.encode(rows), 1)

    def _on_connect(self, client: Any, *_: Any) -> None:
        client.subscribe(self.topics.of_desk(self.number, "ack"))

    def _on_ack(self, client: Any, userdata: Any, message: Any) -> None:
        ack = msgspec.json.decode(message.payload, type=readable(Ack))
        if ack.boot == self._boot:
            self._unheard = [rows for rows in self._unheard if rows.first + len(rows.rows) - 1 > ack.seq]

    def _look(self, client: Client, victim: HallTable) -> None:
        """Lie about the game on a table, once while it runs and once when it is signed."""
        table = victim.table
        if table is None or table.history is None or (uid := victim.uid(table.game_id)) is None:
            return
        history = table.history
        entries = len(history.entries)
        if history.game.progress(history.state) is Progress.SIGNED:
            if uid not in self._signed and self.evening.signed.get(uid):
                self._signed.add(uid)
                self.scheduler.park(LATER * SECOND)
                if self.evening.signed.get(uid) and victim.table is table and table.history is history:
                    self._lie(client, uid, entries, history.last_at, self._again(history), self.evening.signed[uid])
        elif uid not in self._running and entries > BEGUN:
            self._running.add(uid)
            self._speak_of_running(client, uid, history)

    def _speak_of_running(self, client: Client, uid: str, history: Any) -> None:
        entries = len(history.entries)
        kind = self.random.choice(("entry", "game", "taken"))
        if kind == "entry":
            over = {"event": "result", "winner": "A", "how": "resigned"}
            event = over if history.game.key == "chess_clock" else {"event": "end"}
            self._lie(client, uid, entries, history.last_at, [event], None)
        elif kind == "game":
            self._say_who(client, uid)
            self.lies.append(Lie(uid, self.number, None, entries))
        else:
            ask = AskGame(boot=self._boot, device=self._device, game=uid, taken=True)
            self.say(client, self.topics.of_table(self.number, "ask-game"), ask)
            self.lies.append(Lie(uid, self.number, None, entries))

    def _say_who(self, client: Client, uid: str | None) -> None:
        state = TableSnapshot(boot=self._boot, device=self._device, game=uid, kind="polish_doubles", at=17 * SECOND)
        self.say(client, self.topics.state(self.number), state)

    def _again(self, history: Any) -> list[dict[str, Any]]:
        """The result opened, changed, and signed as it was before."""
        opened: dict[str, Any] = {"event": "reopen", "reason": "spor"}
        change: dict[str, Any]
        if history.game.key == "chess_clock":
            change = {"event": "result", "winner": self.random.choice("AB"), "how": "resigned"}
            sign = [{"event": "sign", "side": side} for side in "AB"]
        else:
            change = {"event": "correct", "turn": 1, "move": 1, "points": self.random.randrange(90, 200)}
            sign = [{"event": "sign", "pair": pair} for pair in "AB"]
        return [opened, change, *sign]

    def _lie(self, client: Client, uid: str, entries: int, at: int, events: list[dict[str, Any]], scores: Any) -> None:
        """Say ``events`` as what comes after so many entries."""
        rows = tuple(
            EntryRow(game=uid, n=entries + n, at=at + n * SECOND, event=msgspec.Raw(json.dumps(event).encode()))
            for n, event in enumerate(events, start=1)
        )
        message = Rows(boot=self._boot, first=self._first, rows=rows)
        self.say(client, self.topics.of_table(self.number, "rows"), message)
        self._unheard.append(message)
        self._first += len(rows)
        self.lies.append(Lie(uid, self.number, scores, entries, waits=True))
