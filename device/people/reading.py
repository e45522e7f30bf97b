"""What an open journal says of people: who sat down with its setups, and whom its entries name as newcomers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from rules.game import Event, Setup
from rules.games import GAMES
from rules.loading import readable
from rules.people import Person


class Appearance(NamedTuple):
    """Who sat down with the setup of a game (``n`` 0), or came to it with its entry ``n``; ``day`` is its label."""

    game: int
    n: int
    day: str
    people: tuple[Person, ...]
    teams: tuple[str, ...] = ()


def appearances(db: sqlite3.Connection, since: int = 0) -> Iterator[Appearance]:
    """The setups of the games behind number ``since``, oldest first, then the entries from that game on that name
    people; what cannot be read is left out."""
    for game, day, key, text in db.execute(
        "SELECT id, created, key, setup FROM game WHERE id > ? ORDER BY id", (since,)
    ):
        try:
            setup: Setup = _decoder(key).decode(text)
        except (KeyError, msgspec.MsgspecError, ValueError, RecursionError):
            continue
        yield Appearance(game, 0, day, setup.seats, setup.teams)
    kinds = _naming()
    heads = " OR ".join("entry.event GLOB ?" for _ in kinds)
    sql = (
        "SELECT entry.game, entry.n, game.created, game.key, entry.event FROM entry JOIN game ON game.id = entry.game "
        f"WHERE entry.game >= ? AND ({heads}) ORDER BY entry.game, entry.n"
    )
    for game, n, day, key, text in db.execute(sql, (since, *(f'{{"event":"{word}"*' for word in sorted(kinds)))):
        kind = kinds.get(text.split('"', 4)[3], {}).get(key)
        if kind is None:
            continue
        try:
            event = msgspec.json.decode(text, type=readable(kind))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
        people = (Person(newcomer.id, newcomer.name, side) for side, newcomer in enumerate(event.newcomers))
        yield Appearance(game, n, day, tuple(people))


@cache
def _decoder(key: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(readable(GAMES[key].setup_type))


@cache
def _naming() -> dict[str, dict[str, type[Event]]]:
    """The events that name people, by word and by their game's."""
    events_by_tag: dict[str, dict[str, type[Event]]] = {}
    for key, game in GAMES.items():
        for kind in game.event_types:
            if kind.names_people:
                events_by_tag.setdefault(str(kind.__struct_config__.tag), {})[key] = kind
    return events_by_tag
