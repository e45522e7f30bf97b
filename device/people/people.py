"""The people of this device for whoever begins a game: the directory kept up to date, ids for those who sit down."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

import msgspec

from device.journal.outbox import Statement
from device.people import declared
from device.people.directory import Directory, Known, Said
from rules.game import Event, Setup
from rules.games import GAMES
from rules.people import Person

T = TypeVar("T")


class PeopleStore(Protocol):
    """What this needs of a journal (`device.journal.Journal`)."""

    def reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What ``read`` finds in what is committed."""

    def note(self, *statements: Statement, shared: bool = False, replaceable: bool = False) -> None:
        """Commit ``statements`` together."""


def new_id() -> str:
    """An id that nobody has yet."""
    return secrets.token_hex(8)


class People:
    """The directory over a journal. All methods belong to the loop's thread."""

    def __init__(self, journal: PeopleStore, make_id: Callable[[], str] = new_id) -> None:
        self._journal = journal
        self._make_id = make_id
        self._said: dict[str, Said] = {}
        self._directory: Directory | None = None
        self._game = 0
        self._late: set[tuple[int, int]] = set()

    @property
    def directory(self) -> Directory:
        """Everybody on record, with the games that were committed since."""
        if self._directory is None:
            self._directory, self._game, self._late = Directory(), 0, set()
            self._said = dict(self._journal.reading(declared.read))
            self._directory.declare(self._said)
        since = self._game
        for game, day, setup in self._journal.reading(lambda db: list(setups(db, since))):
            self._directory.add(game, day, setup.seated, setup.teams)
            self._game = game
        for game, n, day, event in self._journal.reading(lambda db: list(newcomers(db, since))):
            if (game, n) not in self._late:
                self._late.add((game, n))
                people = [Person(one.id, one.name, side) for side, one in enumerate(event.newcomers)]
                self._directory.add(game, day, people)
        return self._directory

    def refreshed(self) -> None:
        """The journal was rewritten: fold it anew."""
        self._directory = None

    def forget(self, known: Known) -> None:
        """Offer that person no more. What is on record stays."""
        self._declare(known.key, Said(forgotten=True))

    def merge(self, key: str, into: str) -> None:
        """The person with ``key`` is the one with the key ``into``, whose spelling it is. Nothing on record changes.

        Where the two are one already, nothing is declared.
        """
        key, into = self.directory.merged(key), self.directory.merged(into)
        if key != into:
            self._declare(key, Said(same_as=into))

    def _declare(self, key: str, said: Said) -> None:
        directory = self.directory
        self._said[key] = said
        directory.declare(self._said)
        self._journal.note(*declared.statements(key, said))

    def identified(self, setup: Setup) -> Setup:
        """``setup`` with an id for everybody who has a name: theirs, where they are known, else a new one.

        Of several who bear the name it is the one who played last; others are chosen by hand beforehand.
        """
        ids: list[str] = []
        for person in setup.seated:
            known = "" if person.id or not person.name.strip() else self._known(person.name, ids)
            ids.append(person.id or known)
        if ids == [person.id or "" for person in setup.seated]:
            return setup
        while not ids[-1]:
            ids.pop()
        return msgspec.structs.replace(setup, people=tuple(ids))

    def _known(self, name: str, taken: Sequence[str]) -> str:
        ids = (one.id for one in self.directory.bearing(name))
        return next((one for one in ids if one and one not in taken), None) or self._make_id()


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
