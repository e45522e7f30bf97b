"""Erasing somebody from the journal and from what lies beside it: the one act that changes what is on record there.

Names become a placeholder and ids are taken out; everything by which games are folded stays, so that every tally is as
it was. All of it is one transaction: after a power cut either everything stands as before, or everything is done.
"""

from __future__ import annotations

import contextlib
import itertools
import mmap
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from device.journal import JournalTrouble, connect
from device.journal.file import LOCKED, UNLOCKED
from device.journal.outbox import Statement
from device.people import declared
from device.people.directory import Declaration, Directory, KnownPerson
from device.people.reading import appearances
from rules.people import ERASED, Person, same_name

FREE = frozenset({"text", "reason", "title"})
"""Fields with words of people's own."""
LONGEST, LONGEST_TEXT = {"pair": 40}, 200
"""Letters that a pair's name and words of people's own may have, so that what is written can be read again."""
SHORTEST = 3
"""Letters of a word of a name that is looked for by itself, in games of that person."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What erasing somebody would change: in how many games they played, their names, and the statements that do it."""

    games: int
    names: tuple[str, ...]
    statements: tuple[Statement, ...]


def erasure(db: sqlite3.Connection, directory: Directory, known: KnownPerson) -> Erasure:
    """What takes the person ``known``, and all that was declared about them, out of an open journal. It only reads."""
    theirs = _games_of(db, directory, known.key)
    statements: list[Statement] = []
    names = tuple(dict.fromkeys((*known.spellings, known.name)))
    for game, (ids, others) in theirs.items():
        statements += _rewritten(db, game, names, ids, alone=not others)
    for game in _mentions(db, names) - theirs.keys():
        statements += _rewritten(db, game, names, frozenset(), alone=False, seated=False)
    for key, declaration in declared.read(db).items():
        if known.key in (key, declaration.same_as):
            statements += declared.forget(db, key)
    return Erasure(len(theirs), names, tuple(statements))


def _games_of(db: sqlite3.Connection, directory: Directory, key: str) -> dict[int, tuple[frozenset[str], bool]]:
    """The games of that person: the ids that they have there, and whether somebody else there bears the same name."""
    seen: dict[int, list[Person]] = {}
    for appearance in appearances(db):
        seen.setdefault(appearance.game, []).extend(appearance.people)
    ids_in = {}
    for game, people in seen.items():
        mine = [person for person in people if person.name.strip() and directory.key_of(person) == key]
        if mine:
            names = {same_name(person.name) for person in mine}
            others = any(
                same_name(person.name) in names for person in people if person.id and directory.key_of(person) != key
            )
            ids_in[game] = frozenset(person.id for person in mine if person.id), others
    return ids_in


def _mentions(db: sqlite3.Connection, names: Sequence[str]) -> set[int]:
    """Games somewhere in which one of ``names`` stands."""
    games: set[int] = set()
    for name in names:
        text = msgspec.json.encode(name).decode()[1:-1]
        games.update(row[0] for row in db.execute("SELECT id FROM game WHERE instr(setup, ?)", (text,)))
        games.update(row[0] for row in db.execute("SELECT DISTINCT game FROM entry WHERE instr(event, ?)", (text,)))
    return games


def _rewritten(
    db: sqlite3.Connection, game: int, names: Sequence[str], ids: frozenset[str], *, alone: bool, seated: bool = True
) -> Iterator[Statement]:
    """The rows of a game that are to be written otherwise (see `_Words`)."""
    setups = [text for (text,) in db.execute("SELECT setup FROM game WHERE id = ?", (game,))]
    entries = db.execute("SELECT n, event FROM entry WHERE game = ?", (game,)).fetchall()
    words = _Words([*setups, *(text for _, text in entries)], names, ids, alone, seated)
    for text in setups:
        if (changed := words.rewrite(text)) != text:
            yield "UPDATE game SET setup = ? WHERE id = ?", (changed, game)
    for n, text in entries:
        if (changed := words.rewrite(text)) != text:
            yield "UPDATE entry SET event = ? WHERE game = ? AND n = ?", (changed, game, n)


class _Words:
    """What is looked for in one game, and what it becomes: a placeholder that stands nowhere in its ``texts``.

    ``names`` are spellings, ``ids`` the person's. ``seated``: the person plays in this game. ``alone``: nobody else
    there bears the name, so that it means this person wherever it stands without an id, and so do single words of it
    in words of people's own.
    """

    def __init__(
        self, texts: Iterable[str], names: Sequence[str], ids: frozenset[str], alone: bool, seated: bool
    ) -> None:
        taken = "\n".join(texts)
        choices = itertools.chain((ERASED,), (f"{ERASED} {n}" for n in itertools.count(2)))
        # The shorter one stands within the longer ones; a name is in quotes.
        self._instead = next(choice for choice in choices if f'"{choice}"' not in taken)
        single = [word for name in names for word in name.split() if len(word) >= SHORTEST]
        self._names, self._ids = frozenset(same_name(name) for name in names), ids
        self._whole = _pattern(names)
        self._parts = _pattern([*names, *single]) if seated and alone else None
        self._alone, self._seated = alone, seated

    def rewrite(self, text: str) -> str:
        """A setup or an event as the journal keeps it, without the person."""
        try:
            values = msgspec.json.decode(text)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return self._whole.sub(self._instead, text)
        if not isinstance(values, dict):
            return text
        ids = values.get("people") or ([values["person"]] if values.get("person") else [])
        changed = self._walked(values, iter(ids if isinstance(ids, list) else []), "")
        return text if changed == values else msgspec.json.encode(changed).decode()

    def _walked(self, value: Any, ids: Iterator[Any], field: str) -> Any:
        """``value`` of ``field`` rewritten. ``ids`` go with the players' names, in the order in which they stand."""
        if isinstance(value, dict):
            if field == "pairs" and "players" not in value:
                next(ids, ""), next(ids, "")
            return {key: self._walked(item, ids, self._kind(key, value)) for key, item in value.items()}
        if isinstance(value, list):
            return [self._walked(item, ids, field) for item in value]
        if not isinstance(value, str):
            return value
        if field in ("people", "person"):
            return "" if value in self._ids else value
        if field == "players":
            return self._named(value, next(ids, ""))
        if field == "pair" or field in FREE:
            pattern = self._whole if self._parts is None or field == "title" else self._parts
            changed = pattern.sub(self._instead, value)
            return value if changed == value else changed[: LONGEST.get(field, LONGEST_TEXT)]
        return value

    def _kind(self, key: str, within: dict[str, Any]) -> str:
        """What a field is: a player's name, a pair's, words of people's own, or none of these."""
        if key == "name":
            return "pair" if "players" in within else "players" if "event" in within else ""
        return key if key in FREE or key in ("players", "people", "person", "pairs") else ""

    def _named(self, name: str, person: Any) -> str:
        """A player's name: this person's by id, or by the name where there is no id and it means nobody else."""
        mine = person in self._ids if person else self._seated and self._alone
        return self._instead if mine and same_name(name) in self._names else name


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted({word.strip() for word in words if word.strip()}, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in longest_first) or r"(?!)", re.IGNORECASE)


EXPORTS = "exports"
"""Folder beside the journal with copies of games for people."""
MOST = 1000
"""Files that are looked into."""


def erase_from_copies(journal: Path, key: str, declarations: Mapping[str, Declaration]) -> None:
    """Erase the person with ``key`` from every copy that lies beside ``journal``. What cannot be written stays."""
    for path in sorted(journal.parent.glob("*.db")):
        if path.name != journal.name and path.is_file() and not path.is_symlink():
            with contextlib.suppress(OSError, sqlite3.Error, JournalTrouble):
                if _begun(journal) & _begun(path):
                    _erase(path, key, declarations)


def _begun(path: Path) -> set[tuple[str, str]]:
    """When and by which boot each game was begun. Raises `JournalTrouble`, of another program's file, too."""
    with contextlib.closing(connect(path, read_only=True)) as db:
        return set(db.execute("SELECT created, boot FROM game"))


def _erase(path: Path, key: str, declarations: Mapping[str, Declaration]) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        directory = Directory()
        directory.declare({**declared.read(db), **declarations})
        for appearance in appearances(db):
            directory.add(appearance.game, appearance.day, appearance.people, appearance.teams)
        if (known := directory.people.get(key)) is None:
            return
        db.execute("PRAGMA secure_delete = ON")
        statements = erasure(db, directory, known).statements
        with db:
            db.execute("BEGIN IMMEDIATE")
            for sql, values in (*UNLOCKED, *statements, *LOCKED):
                db.execute(sql, values)
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def stands_in(path: Path, names: Iterable[str]) -> bool:
    """Whether one of ``names`` stands in a file, as UTF-8; False where it cannot be read."""
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        if os.fstat(file.fileno()).st_size:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return any(content.find(name.encode()) >= 0 for name in names)
    return False


def files_naming(journal: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Files beside the journal, and copies of games for people, in which one of ``names`` stands."""
    long = [name for name in names if len(name) >= SHORTEST]
    own = {journal.name + ending for ending in ("", "-wal", "-shm")}
    paths: list[Path] = []
    for folder in (journal.parent, journal.parent / EXPORTS):
        with contextlib.suppress(OSError):
            files = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink()][:MOST]
            paths += [file for file in files if file.name not in own and stands_in(file, long)]
    return tuple(paths)
