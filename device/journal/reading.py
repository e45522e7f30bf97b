"""What an open journal holds: its games, and one game folded."""

from __future__ import annotations

import sqlite3

import msgspec

from device.journal.file import JournalTrouble
from device.journal.heartbeats import last_beat
from device.journal.reserve import ReserveFile
from rules.game import Unreadable
from rules.history import History
from rules.message import Refusal, msg
from rules.record import begin
from rules.stored_game import missing, take

GAP = 1_000
"""Entries that may be missing before one; a number beyond that is damaged itself."""


class StoredGame(msgspec.Struct, frozen=True):
    """A game in the journal: number, when it was begun (a label for people), its game's word, how many entries.

    ``setup`` is the text of its setup.
    """

    id: int
    created: str
    key: str
    entries: int
    setup: str = ""


def games(db: sqlite3.Connection) -> list[StoredGame]:
    """The games of an open journal, newest first."""
    rows = db.execute(
        "SELECT game.id, created, key, count(entry.n), setup FROM game LEFT JOIN entry ON entry.game = game.id "
        "GROUP BY game.id ORDER BY game.id DESC"
    )
    return [StoredGame(*row) for row in rows]


def load(db: sqlite3.Connection, game_id: int, reserve: ReserveFile | None = None) -> tuple[History, int | None]:
    """Fold a kept game and find its last heartbeat, which the ``reserve`` may have.

    An entry that cannot be read or does not fit stands in the history with its reason (`rules.stored_game.take`).
    Raises `JournalTrouble` where there is no such game, or its setup makes none here.
    """
    row = db.execute("SELECT setup FROM game WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise JournalTrouble(msg("There is no game {n} in the journal.", n=game_id))
    try:
        history = begin(msgspec.json.decode(row[0]))
    except (Refusal, msgspec.DecodeError, ValueError, RecursionError) as error:
        reason = error.message if isinstance(error, Refusal) else msg("it is damaged")
        raise JournalTrouble(msg("Game {game}, setup: {reason}", game=game_id, reason=reason)) from None
    strays = []
    for n, at, text in db.execute("SELECT n, at, event FROM entry WHERE game = ? ORDER BY n", (game_id,)):
        gap = n - len(history.entries) - 1
        if not 0 <= gap <= GAP:
            strays.append(text)
            continue
        for _ in range(gap):
            history = missing(history)
        history = take(history, text, at)
    for text in strays:
        history = history.refuse(Unreadable(text=text), history.last_at, msg("Its number is damaged."))
    beat = last_beat(db, game_id, reserve)
    return history, beat[0] if beat else None
