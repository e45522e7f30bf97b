"""What an open journal says of people: its setups, and the entries that name newcomers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from rules.game import Event, Setup
from rules.games import GAMES


def setups(db: sqlite3.Connection, after: int) -> Iterator[tuple[int, str, Setup]]:
    """The games behind number ``after`` with label and setup, oldest first; one that cannot be read is left out."""
    for game, day, key, text in db.execute(
        "SELECT id, created, key, setup FROM game WHERE id > ? ORDER BY id", (after,)
    ):
        try:
            yield game, day, _decoder(key).decode(text)
        except (KeyError, msgspec.MsgspecError, ValueError, RecursionError):
            continue


def newcomers(db: sqlite3.Connection, since: int) -> Iterator[tuple[int, int, str, Event]]:
    """The entries from game ``since`` on that name people: game, number, the game's label, the event."""
    kinds = _naming()
    heads = " OR ".join("entry.event GLOB ?" for _ in kinds)
    sql = (
        "SELECT entry.game, entry.n, game.created, game.key, entry.event FROM entry JOIN game ON game.id = entry.game "
        f"WHERE entry.game >= ? AND ({heads}) ORDER BY entry.game, entry.n"
    )
    for game, n, day, key, text in db.execute(sql, (since, *(f'{{"event":"{word}"*' for word in sorted(kinds)))):
        kind = kinds.get(_word(text), {}).get(key)
        try:
            if kind is not None:
                yield game, n, day, msgspec.json.decode(text, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue


def _word(text: str) -> str:
    return text[len('{"event":"') :].partition('"')[0]


@cache
def _decoder(key: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[key].setup_type)


@cache
def _naming() -> dict[str, dict[str, type[Event]]]:
    """The events that name people, by word and by their game's."""
    found: dict[str, dict[str, type[Event]]] = {}
    for key, game in GAMES.items():
        for kind in game.event_types:
            if kind.names_people:
                found.setdefault(str(kind.__struct_config__.tag), {})[key] = kind
    return found
