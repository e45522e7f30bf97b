"""What must hold when the evening is over and everything has been connected for a while.

Signed at the table is counted at the desk, or a claim waits; nothing is lost, doubled or moved; standings follow.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from device.organiser.log.event_log import EventLog
from device.organiser.log.event_state import EventState
from device.organiser.tournament.results import results
from tools.world.liars.liar import Subject
from tools.world.oracles.lies import Lies
from tools.world.oracles.standings import Standings
from tools.world.table import HallTable

if TYPE_CHECKING:
    from tools.world.evening import Evening

UNSHARED = (
    "SELECT id, key, (SELECT count(*) FROM entry WHERE game = game.id) FROM game"
    " WHERE id NOT IN (SELECT game FROM share)"
)
ENTRIES = "SELECT n, at, event FROM entry WHERE game = ? ORDER BY n"


@dataclass
class PlayedGame:
    """A game as the journal has it on which people ended: its entries (number, time, text) and setup."""

    table: HallTable
    entries: list[tuple[int, int, str]]
    setup: dict[str, Any]


class Closing:
    """Compares the tables' journals, what people saw, and the organiser's log."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._fail = evening.scheduler.fail
        self._taken_back: set[str] = set()

    def _is_taken_back(self, played: PlayedGame, heard: int) -> bool:
        """True where a store was lost that had more of a game than its backup, and its table is gone, too."""
        evening, table = self.evening, played.table
        is_gone = table.number in evening.broken and table.machine is not evening.spare_machine
        return evening.organiser.restored > 0 and is_gone and heard < len(played.entries)

    def _wrong(self, subject: Subject, text: str) -> None:
        """A promise about ``subject`` does not hold, unless by a lie that only seals would stop."""
        if not self.evening.excuses(subject):
            self._fail(text)

    def check(self) -> None:
        """Look at everything; each promise that does not hold is a failure."""
        evening = self.evening
        store = evening.store.open()
        state = EventLog(store).read()
        service = evening.organiser.service
        live = service.log.read() if service is not None else None
        if state.unreadable:
            self._fail(f"{state.unreadable} rows of the log cannot be read: {state.unread[0]}")
        games = self._played()
        self._entries(games, state)
        self._holders(state, live)
        self._signed(games, state)
        if live is not None:
            self._fold(state, live)
        Standings(evening).check(games, state)
        Lies(evening).check(state)
        evening.counts["entries"] = sum(len(game.entries) for game in games.values())
        store.close()

    def _played(self) -> dict[str, PlayedGame]:
        games: dict[str, PlayedGame] = {}
        for table in self.evening.tables:
            journal, name = table.journal, table.machine.name
            if journal is None:
                self._fail(f"{name} has no journal")
                continue
            if left := journal.outbox.count(self.evening.event):
                self._fail(f"{name}: {left} rows never left the outbox")
            for game, key, entries in journal.reading(lambda db: db.execute(UNSHARED).fetchall()):
                self._fail(f"{name}: game {game} ({key}, {entries} entries) was begun at the event and belongs to none")
            for game, (uid, _) in sorted(journal.outbox._shared.items()):
                # a spare comes after whom it replaces
                games[uid] = journal.reading(partial(_played, table=table, game=game))
        return games

    def _entries(self, games: dict[str, PlayedGame], state: EventState) -> None:
        for uid, played in games.items():
            game, name = state.games.get(uid), played.table.machine.name
            subject = Subject.game(uid)
            if self._is_taken_back(played, 0 if game is None else len(game.texts)):
                self.evening.counts["taken back with the lost store: a game that no table has any more"] += 1
                self._taken_back.add(uid)
                continue
            if game is None:
                self._wrong(
                    subject, f"game {uid[:6]} of {name} is not at the organiser ({len(played.entries)} entries)"
                )
                continue
            theirs = [(n, *game.texts[n][:2]) for n in sorted(game.texts)]
            if game.conflicts:
                self.evening.counts["left out: game with a conflict"] += 1
            elif theirs != played.entries:
                pairs = enumerate(zip(theirs, played.entries, strict=False))
                at = next((i for i, (a, b) in pairs if a != b), min(len(theirs), len(played.entries)))
                self._wrong(
                    subject,
                    f"game {uid[:6]}: organiser has {len(theirs)} entries, {name} {len(played.entries)}; differ at"
                    f" {at + 1}: {theirs[at : at + 1]} / {played.entries[at : at + 1]}",
                )
            if game.table != played.table.number:
                self._wrong(
                    subject, f"game {uid[:6]} was played at table {played.table.number} and is kept at {game.table}"
                )
        for uid in state.games:
            if uid not in games:
                self._wrong(Subject.game(uid), f"the organiser has a game {uid[:6]} that no table played")

    def _holders(self, state: EventState, live: EventState | None) -> None:
        evening = self.evening
        for table in evening.tables:
            is_spare = table.machine is evening.spare_machine
            if table.number in evening.broken and not is_spare:
                continue
            place = state.places.get(table.number)
            if place is None or table.client is None:
                continue
            if (not is_spare or evening.counts["taken over"]) and place.holder != table.client.device:
                self._fail(
                    f"table {table.number} belongs to {place.holder}, people play at {table.client.device}"
                    f" ({table.machine.name})"
                )
            if live is not None and table.client.status is not None:
                mine, theirs = table.client.status.order, live.order(place)
                if _order(mine) != _order(theirs):
                    subject = Subject.order(table.number)
                    self._wrong(subject, f"table {table.number} was told another order than holds: {mine} / {theirs}")

    def _signed(self, games: dict[str, PlayedGame], state: EventState) -> None:
        counted = {result.uid for result in results(state)}
        for uid, scores in self.evening.signed.items():
            game = state.games.get(uid)
            if game is None or uid not in games or game.conflicts or uid in self._taken_back:
                continue
            theirs = tuple((score.name, str(score.won), str(score.points)) for score in game.scores)
            if scores and theirs != scores:
                self._wrong(
                    Subject.game(uid), f"game {uid[:6]}: signed at the table {scores}, at the organiser {theirs}"
                )
            if scores and uid not in counted and not state.is_sent_back(game):
                self._wrong(Subject.game(uid), f"game {uid[:6]} is signed and does not count")

    def _fold(self, state: EventState, live: EventState) -> None:
        if sorted(live.games) != sorted(state.games):
            self._fail("the running organiser and its log differ")
            return
        for uid, game in state.games.items():
            running = live.games[uid]
            if (running.entry_count, running.scores) != (game.entry_count, game.scores):
                self._fail(f"game {uid[:6]}: the running organiser and its log differ")


def _played(db: sqlite3.Connection, table: HallTable, game: int) -> PlayedGame:
    (setup,) = db.execute("SELECT setup FROM game WHERE id = ?", (game,)).fetchone()
    return PlayedGame(table, db.execute(ENTRIES, (game,)).fetchall(), json.loads(setup))


def _order(order: Any) -> tuple[Any, ...]:
    return order.holder, order.pairing, order.returned, order.released, order.note
