"""What an open journal holds: its games, and one game folded."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import msgspec

from device.journal.file import JournalTrouble
from rules.history import History
from rules.message import Refusal, msg
from rules.record import event_from, setup_from


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the journal: number, when it was begun (a label for people), its game's word, how many entries.

    ``setup`` is the text of its setup.
    """

    id: int
    created: str
    key: str
    entries: int
    setup: str = ""


def games(db: sqlite3.Connection) -> list[Kept]:
    """The games of an open journal, newest first."""
    rows = db.execute(
        "SELECT game.id, created, key, count(entry.n), setup FROM game LEFT JOIN entry ON entry.game = game.id "
        "GROUP BY game.id ORDER BY game.id DESC"
    )
    return [Kept(*row) for row in rows]


def load(db: sqlite3.Connection, game_id: int) -> tuple[History, int | None]:
    """Fold a kept game and find its last heartbeat. Raises `JournalTrouble` where an entry cannot be folded."""
    row = db.execute("SELECT setup FROM game WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise JournalTrouble(msg("There is no game {n} in the journal.", n=game_id))
    n = 0
    try:
        game, setup = setup_from(msgspec.json.decode(row[0]))
        history = History.begin(game, setup)
        rows = db.execute("SELECT n, at, event FROM entry WHERE game = ? ORDER BY n", (game_id,))
        for n, at, text in rows:
            if n != len(history.entries) + 1:
                raise Refusal("", "an entry before this one is missing")
            history = history.accept(event_from(game, msgspec.json.decode(text)), at)
    except (Refusal, msgspec.DecodeError) as error:
        reason = error.message if isinstance(error, Refusal) else msg("it is damaged")
        raise JournalTrouble(msg("Game {game}, entry {n}: {reason}", game=game_id, n=n, reason=reason)) from None
    beat = db.execute("SELECT at FROM heartbeat WHERE game = ?", (game_id,)).fetchone()
    return history, beat[0] if beat else None
