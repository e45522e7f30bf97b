"""Files of kept games: which formats a game has, its sheet for a telephone, the printed card, onto a stick."""

from __future__ import annotations

from pathlib import Path

from device.common.exports import EVERY_GAME, ExportFormat, Exports, FiledGame
from device.common.formats import local
from device.journal import games, load
from device.journal.file import open_to_read
from device.registry import TABLES


def every_format() -> Exports:
    """Every word that some game can be exported by."""
    return {**{export.kind: export for key in TABLES for export in _own_formats(key)}, **EVERY_GAME}


def export_formats_of(key: str) -> Exports:
    """The exports of the game with that word: what every game has, and its own."""
    return {**EVERY_GAME, **{export.kind: export for export in _own_formats(key)}}


def _own_formats(key: str) -> tuple[ExportFormat, ...]:
    return (*TABLES[key].exports, *TABLES[key].game.notations)


def fetch(journal: Path, number: int | None = None) -> FiledGame | None:
    """Game ``number`` of the journal file, the last one for None; None where no game has been kept yet.

    Reads only, also while a table uses the journal; what its writer has not committed yet is not in it
    (`Journal.flush`). Raises `JournalTrouble`.
    """
    with open_to_read(journal) as db:
        stored_games = games(db)
        if not stored_games:
            return None
        number = stored_games[0].id if number is None else number
        history, _ = load(db, number)
        created = next(game.created for game in stored_games if game.id == number)
        labels = dict(db.execute("SELECT n, wall FROM entry WHERE game = ? ORDER BY n", (number,)))
    if local(created) is None:  # somebody may have said the day while it was played
        created = next((label for label in labels.values() if local(label) is not None), created)
    return FiledGame(number, history, created, labels)
