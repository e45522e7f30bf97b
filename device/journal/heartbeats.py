"""Heartbeats: how far a running clock came, and how much of it may be unknown after a power cut.

What stands in the file after a cut is the last heartbeat that was committed. The clock ran on from there until the cut,
which came before the next heartbeat was committed. So the unknown time is shorter than the time from a heartbeat's
stamp to the commit of the next one: the interval between two, and what queue and disk take. How long that really was
is measured in each run, and the longest of it is committed with every heartbeat.
"""

from __future__ import annotations

import sqlite3

import msgspec

from device.journal.outbox import Statement
from device.journal.reserve import ReserveFile
from rules.game import SECOND, Nanoseconds

INTERVAL = SECOND
"""Time between two heartbeats of a running clock (ns)."""
STEP = SECOND // 10
"""What is not known is given in steps of this, rounded up (ns)."""

TABLE = "CREATE TABLE IF NOT EXISTS doubt (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL, \
at INTEGER NOT NULL, ns INTEGER NOT NULL) STRICT"
"""A table beside that of the heartbeats, which an older program leaves alone; it belongs to the heartbeat it names,
so that one which such a program wrote later has none."""

BROUGHT = "CREATE TABLE IF NOT EXISTS brought (game INTEGER PRIMARY KEY, at INTEGER NOT NULL, ns INTEGER NOT NULL) \
STRICT, WITHOUT ROWID"
"""The last heartbeats of games that were kept in another file (`device.journal.stand_ins`), with their doubt. Its rows
have no number of their own, by which `device.journal.salvage` tells them from the heartbeat."""


class Heartbeat(msgspec.Struct, frozen=True):
    """A heartbeat on its way to the disk: its game and game time, and when it was stamped on the device's clock (ns).

    ``first``: the clock has stood since the one before, so that the time between them says nothing.
    """

    game: int
    at: Nanoseconds
    stamp: Nanoseconds
    first: bool = False


class CommitDelays:
    """What heartbeats and commits have shown in this run. Belongs to the writer's thread.

    ``late`` is the longest time from queueing a statement to its commit, ``gap`` the longest from the stamp of one
    heartbeat to the commit of the next one of the same game (ns), ``last`` the heartbeat that is on disk.
    """

    def __init__(self) -> None:
        self.late = 0
        self.gap = 0
        self.last: Heartbeat | None = None

    def doubt(self, beat: Heartbeat, now: Nanoseconds) -> Nanoseconds:
        """What may be unknown (ns) if power goes before the one after ``beat`` is on disk; this one is written now."""
        longest = max(INTERVAL + max(self.late, now - beat.stamp), self.gap, self._since(beat, now))
        return -(-longest // STEP) * STEP

    def on_commit(self, stamp: Nanoseconds, now: Nanoseconds) -> None:
        """Something queued at ``stamp`` was safe on disk at ``now``."""
        self.late = max(self.late, now - stamp)

    def on_heartbeat(self, beat: Heartbeat, now: Nanoseconds) -> None:
        """A heartbeat was safe on disk at ``now``."""
        self.gap = max(self.gap, self._since(beat, now))
        self.last = beat

    def _since(self, beat: Heartbeat, now: Nanoseconds) -> Nanoseconds:
        """From the heartbeat before to ``now``; 0 where the clock has stood meanwhile, or that was another game's."""
        last = self.last
        if last is None or beat.first or last.game != beat.game:
            return 0
        return now - last.stamp


def statements(beat: Heartbeat, doubt: Nanoseconds) -> tuple[Statement, ...]:
    """What keeps a heartbeat with its doubt, in place of the one before."""
    return (
        ("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?)", (beat.game, beat.at)),
        (TABLE, ()),
        ("INSERT OR REPLACE INTO doubt VALUES (1, ?, ?, ?)", (beat.game, beat.at, doubt)),
    )


def brought_statements(game_id: int, at: Nanoseconds, doubt: Nanoseconds) -> tuple[Statement, ...]:
    """What keeps the last heartbeat of a game that comes from another file, beside the one of this file's own."""
    return (BROUGHT, ()), ("INSERT OR REPLACE INTO brought VALUES (?, ?, ?)", (game_id, at, doubt))


def last_beat(
    db: sqlite3.Connection, game_id: int, reserve: ReserveFile | None = None
) -> tuple[int, int | None] | None:
    """The game time of a game's last heartbeat and what may be unknown after it (ns); None where there was none.

    The doubt is None where nobody wrote it. ``reserve`` may have a later one than the journal,
    or know that more is unknown after the same.
    """
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    own = "SELECT at, NULL FROM heartbeat WHERE game = :game"
    if "doubt" in tables:
        own = "SELECT at, ns FROM heartbeat LEFT JOIN doubt USING (game, at) WHERE game = :game"
    other = " UNION SELECT at, ns FROM brought WHERE game = :game" if "brought" in tables else ""
    row = db.execute(f"{own}{other} ORDER BY at DESC LIMIT 1", {"game": game_id}).fetchone()
    reserved_beat = None if reserve is None else reserve.read()
    if reserved_beat is not None and reserved_beat.game == game_id and reserved_beat.boot == boot_of(db, game_id):
        row = max(
            row or (reserved_beat.at, reserved_beat.doubt),
            (reserved_beat.at, reserved_beat.doubt),
            key=lambda beat: (beat[0], beat[1] or 0),
        )
    if row is None:
        return None
    return row[0], None if row[1] is None or row[1] < INTERVAL else int(row[1])


def boot_of(db: sqlite3.Connection, game_id: int) -> str | None:
    """The boot in which a game was begun, by which its number can be told from another journal's; None: no game."""
    row = db.execute("SELECT boot FROM game WHERE id = ?", (game_id,)).fetchone()
    return None if row is None else str(row[0])
