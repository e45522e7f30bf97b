"""Somebody who edits the journal of a table that is off."""

from __future__ import annotations

import json
import sqlite3

from rules.game import Progress
from tools.world.liars.liar import Liar, Lie, Subject
from tools.world.scheduler import SECOND
from tools.world.table import HallTable

LOOKS = 5 * SECOND
ARRIVED = 20 * SECOND
"""After which a signed game is at the desk."""
EDITED = "a table's own journal edited while it was off"
ENTRIES = "SELECT n, event FROM entry WHERE game = ? ORDER BY n"


class EditedDisk(Liar):
    """Once a result is signed and at the desk, its points are changed on the table's disk, or the game taken out."""

    def start(self) -> None:
        """Wait for a result."""
        self.scheduler.after(60 * SECOND, self._look)

    def _look(self) -> None:
        for table in self.evening.tables:
            playing = table.table
            if self.evening.closing or playing is None or playing.history is None or playing.game_id is None:
                continue
            uid = str(table.uid(playing.game_id))
            if playing.game.progress(playing.state) is Progress.SIGNED and self.evening.signed.get(uid):
                self.scheduler.after(ARRIVED, self._edit, table, uid, playing.game_id, len(playing.history.entries))
                return
        if not self.evening.closing:
            self.scheduler.after(LOOKS, self._look)

    def _edit(self, table: HallTable, uid: str, game: int, entries: int) -> None:
        scores = self.evening.signed.get(uid)
        assert table.journal is not None
        if scores is None or not table.machine.up or table.journal.outbox.count(self.evening.event):
            self._look()
            return
        table.machine.power_off()
        path = table.machine.folder / "journal.db"
        db = sqlite3.connect(path)
        for name in ("game", "entry", "share"):
            db.execute(f"DROP TRIGGER {name}_stays")
            db.execute(f"DROP TRIGGER {name}_kept")
        kind = "out" if self.random.random() < 0.4 else self._change(db, game)
        if kind == "out":
            for name, column in (("entry", "game"), ("share", "game"), ("outbox", "game"), ("game", "id")):
                db.execute(f"DELETE FROM {name} WHERE {column} = ?", (game,))
            table.forget(game)
        db.commit()
        db.close()
        self.scheduler.note("edited", table.machine.name, kind, uid[:6])
        self.goes_beyond(Subject.game(uid), EDITED)
        self.lies.append(Lie(uid, table.number, scores, entries))
        self.count()

    def _change(self, db: sqlite3.Connection, game: int) -> str:
        """Other points in an entry, or another winner; the game out, where it has neither."""
        for n, text in db.execute(ENTRIES, (game,)).fetchall():
            event = json.loads(text)
            points = event.get("points")
            if isinstance(points, list) and points:  # of each seat
                points[0] += 1
            elif isinstance(points, int):
                event["points"] += 50
            elif event["event"] == "result" and event.get("winner") is not None:
                event["winner"] = "B" if event["winner"] == "A" else "A"
            else:
                continue
            db.execute("UPDATE entry SET event = ? WHERE game = ? AND n = ?", (json.dumps(event), game, n))
            return f"entry {n}"
        return "out"
