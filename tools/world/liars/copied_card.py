"""A card that somebody copied: two devices with one ticket, one journal and one number of the board, at once."""

from __future__ import annotations

import shutil
from typing import Any

from device.table.table import Table
from rules.game import Progress
from rules.record import event_from
from tools.world.liars.liar import Liar, Subject
from tools.world.scheduler import SECOND
from tools.world.table import HallTable

BEGUN = 4
"""Entries of the game that is on the card when it is copied, at least."""
LOOKS = 5 * SECOND
PLAYS = "what a copy of the card says of a running game"


class Copy(HallTable):
    """The second device. What is seen on it nobody at the table has seen."""

    def _look(self, table: Table) -> None:
        return None


class CopiedCard(Liar):
    """Copies the card of a table in the middle of a game, and ends that game on the copy as he likes."""

    def start(self) -> None:
        """Wait for a game."""
        self._machine = self.machine("copy")
        self._copy: HallTable | None = None
        self.evening.at_end.append(lambda: self._copy.close_files() if self._copy is not None else None)
        self.scheduler.after(60 * SECOND, self._look)

    def _look(self) -> None:
        """Pull the plug of a table with a game under way, and copy its card."""
        for table in self.evening.tables:
            playing = table.table
            if self.evening.closing or table.number in self.evening.broken:
                continue
            if playing is None or playing.history is None or len(playing.history.entries) < BEGUN:
                continue
            if playing.game.progress(playing.state) is Progress.SIGNED or table.uid(playing.game_id) is None:
                continue
            self._steal(table, str(table.uid(playing.game_id)))
            return
        if not self.evening.closing:
            self.scheduler.after(LOOKS, self._look)

    def _steal(self, table: HallTable, uid: str) -> None:
        table.machine.power_off()
        self.scheduler.note("card copied", table.machine.name)
        shutil.copytree(table.machine.folder, self._machine.folder, dirs_exist_ok=True)
        self._machine.node = table.machine.node
        self.copied[uid] = PLAYS
        self.goes_beyond(Subject.clock(table.number), PLAYS)
        self._copy = Copy(self.evening, self._machine, table.number)
        with self.scheduler.on(self._machine):
            self._copy.boot()
        self.count()
        self.scheduler.spawn(lambda: self._play(uid), self._machine, "thief")

    def _play(self, uid: str) -> None:
        """End the game and sign it."""
        copy = self._copy
        assert copy is not None
        self.wait(20, 60)
        table = copy.table
        if table is None or copy.uid(table.game_id) != uid:
            return
        chess = table.game.key == "chess_clock"
        over = {"event": "result", "winner": "A", "how": "resigned"} if chess else {"event": "end"}
        signed = [{"event": "sign", "side" if chess else "pair": side} for side in "AB"]
        for event in (over, *signed):
            self.wait(1, 4)
            self._do(copy, event)

    def _do(self, copy: HallTable, event: dict[str, Any]) -> None:
        self.count()
        answer = copy.act(lambda table: table.do(event_from(table.game, dict(event))))
        self.scheduler.note("copy", event["event"], answer)
