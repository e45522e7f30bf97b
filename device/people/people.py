"""The people of this device for whoever begins a game: the directory kept up to date, ids for those who sit down."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.journal import Journal
from device.people import declared, erasing
from device.people.directory import NEW, Declaration, Directory
from device.people.erasing import Erasure
from device.people.reading import appearances
from rules.game import Event, Setup
from rules.message import Refusal
from rules.people import Newcomer, Person, is_erased


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """What erasing somebody came to: in how many games, and other files beside the journal that still have the name."""

    games: int
    left: tuple[Path, ...]


@dataclass(eq=False)
class People:
    """The directory over a journal and over who is ``listed`` at an event. All methods belong to the loop's thread."""

    journal: Journal
    make_id: Callable[[], str] = lambda: secrets.token_hex(8)
    listed: Callable[[], Iterable[Newcomer]] = tuple

    def __post_init__(self) -> None:
        self._said: dict[str, Declaration] = {}
        self._directory: Directory | None = None
        self._game = 0
        self._seen: set[tuple[int, int]] = set()

    @property
    def directory(self) -> Directory:
        """Everybody on record, as far as `refresh` has looked."""
        if self._directory is None:
            return self.refresh()
        self._directory.invite(self.listed())
        return self._directory

    def refresh(self) -> Directory:
        """The directory with the games that were committed since; it waits for the disk."""
        if self._directory is None:
            self._directory, self._game, self._seen = Directory(), 0, set()
            self._said = dict(self.journal.reading(declared.read))
            self._directory.declare(self._said)
        since = self._game
        for appearance in self.journal.reading(lambda db: list(appearances(db, since))):
            if (appearance.game, appearance.n) not in self._seen:
                self._seen.add((appearance.game, appearance.n))
                self._directory.add(appearance.game, appearance.day, appearance.people, appearance.teams)
                self._game = max(self._game, appearance.game)
        self._directory.invite(self.listed())
        return self._directory

    def forget(self, key: str, *, forgotten: bool = True) -> None:
        """Offer that person no more, or again where not ``forgotten``. What is on record stays."""
        self._declare(key, Declaration(forgotten=forgotten))

    def erasure(self, key: str) -> Erasure:
        """What erasing the person with ``key`` would change."""
        directory = self.refresh()
        known = directory.people[key]
        return self.journal.reading(lambda db: erasing.erasure(db, directory, known))

    def erase(self, key: str) -> ErasureReport:
        """Erase somebody from the journal and its copies. Raises `Refusal` where the disk does not take it."""
        self.journal.flush()
        erasure, declarations = self.erasure(key), dict(self._said)
        self._directory = None
        if not self.journal.rewrite(*erasure.statements, gone=erasure.names):
            raise Refusal("", "The disk takes nothing now; it will be done as soon as it does.")
        erasing.erase_from_copies(self.journal.path, key, declarations)
        return ErasureReport(erasure.games, erasing.files_naming(self.journal.path, erasure.names))

    def merge(self, key: str, into: str) -> None:
        """The person with ``key`` is the one with the key ``into``, whose spelling it is. Nothing on record changes.

        Where the two are one already, nothing is declared.
        """
        key, into = self.directory.canonical_key(key), self.directory.canonical_key(into)
        if key != into:
            self._declare(key, Declaration(same_as=into))

    def _declare(self, key: str, declaration: Declaration) -> None:
        directory = self.directory
        self._said[key] = declaration
        directory.declare(self._said)
        self.journal.note(*declared.statements(key, declaration))

    def with_ids(self, setup: Setup) -> Setup:
        """``setup`` with an id for everybody who has a name: theirs, where they are known, else a new one.

        Of several who bear the name it is the one who played last; others are chosen by hand beforehand.
        """
        ids = self._ids(setup.seats)
        while ids and not ids[-1]:
            ids.pop()
        return msgspec.structs.replace(setup, people=tuple(ids)) if setup.seats else setup

    def with_newcomer_ids(self, event: Event) -> Event:
        """``event`` with an id for everybody whom it names, as `with_ids` gives them."""
        ids = self._ids(event.newcomers)
        if not any(ids):
            return event
        fields = event.__struct_fields__
        given = {"people": tuple(ids)} if "people" in fields else {"person": ids[0]}
        return msgspec.structs.replace(event, **given)

    def _ids(self, people: Iterable[Person | Newcomer]) -> list[str]:
        """Who they are: as picked, else who bears the name, else somebody new."""
        ids: list[str] = []
        for person in people:
            picked = person.id
            if not person.name.strip() or is_erased(person.name):
                picked = ""
            elif not picked:
                bearers = (bearer.id for bearer in self.refresh().bearers(person.name))
                picked = next((bearer for bearer in bearers if bearer and bearer not in ids), NEW)
            ids.append(self.make_id() if picked == NEW else picked)
        return ids
