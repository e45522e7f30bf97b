"""The directory of people: a view over the setups that a journal holds, and over what was declared about people.

Nothing of it is kept. It is folded game by game, oldest first, and brought up to date with those that came since.
A name on record without an id belongs to the one person who bears it; where several do, it is nobody's and stands for
itself. Two people of one name are numbered in the order in which they were first recorded.
"""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from rules.people import Newcomer, Person, is_erased, named_people, pair_key, plain_letters, same_name, same_spelling

NEW = "+"
"""In place of an id: somebody who has not been recorded before, whatever the name."""
BY_NAME = "="
"""Begins the key of somebody who is on record by name alone; no id does."""
MOST_NAMELESS = 4
"""So many people by name alone may stand among the first that are found without leaving a gap in what is offered."""
BEHIND = "\U0010ffff"
"""Comes behind every letter."""
SEPARATORS = re.compile(r"\s*[+/&,–-]\s+|\s+a\s+|\s*[+/&]\s*")
"""What stands between two names where a pair is called after its players."""


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was declared about a person: not offered any more; or the same as the person with key ``same_as``."""

    forgotten: bool = False
    same_as: str = ""


class KnownPerson(msgspec.Struct, frozen=True):
    """A person: ``key`` (an id, or a name after `BY_NAME`), the newest spelling of the name, and all ``spellings``.

    ``games`` is how many, ``last`` the number of the newest one in the journal (0: in none) and ``day`` its label.
    ``fellow`` is the name of who played with, or against, them then; ``number`` distinguishes namesakes (0: there are
    none). ``forgotten``: not offered. ``listed``: on the organiser's list. ``sought`` is the name as it is searched.
    """

    key: str
    name: str
    spellings: tuple[str, ...] = ()
    games: int = 0
    last: int = 0
    day: str = ""
    fellow: str = ""
    number: int = 0
    forgotten: bool = False
    listed: bool = False
    sought: str = ""

    @property
    def id(self) -> str:
        """The id as a setup carries it; empty where there is none yet."""
        return "" if self.key.startswith(BY_NAME) else self.key

    @property
    def label(self) -> str:
        """The name; namesakes by number."""
        return f"{self.name} ({self.number})" if self.number else self.name


class Pair(msgspec.Struct, frozen=True):
    """A pair that has played: its name as it was written last, and who they were (empty names: not known)."""

    name: str
    people: tuple[Person, ...]
    games: int
    last: int


@dataclass(slots=True)
class _Tally:
    """What is counted of one key, before names without an id are given to somebody."""

    name: str
    first: int
    spellings: dict[str, str] = field(default_factory=dict)
    games: int = 0
    last: int = 0
    day: str = ""
    fellow: str = ""

    def add(self, other: _Tally) -> _Tally:
        """The tally of a person of whom two were kept: the newer name, the sum of games."""
        newer = other if other.last > self.last else self
        return _Tally(
            newer.name,
            min(self.first, other.first),
            self.spellings | other.spellings,
            self.games + other.games,
            newer.last,
            newer.day,
            newer.fellow,
        )


def team_key(name: str, people: Iterable[Person]) -> frozenset[str]:
    """What a pair is known by: its players where they are named, else its name, whichever player stands first in it.

    >>> team_key("Vlk + Malá", ()) == team_key("Malá + Vlk", ())
    True
    """
    key = pair_key(people)
    return key if len(key) > 1 else frozenset(same_name(part) for part in SEPARATORS.split(name) if part.strip())


class Directory:
    """Everybody on record. It is filled by `add` and asked afterwards; `declare` says what was declared."""

    def __init__(self) -> None:
        self._tallies: dict[str, _Tally] = {}
        self._teams: dict[frozenset[str], Pair] = {}
        self._said: Mapping[str, Declaration] = {}
        self._listed: dict[str, str] = {}
        self._people: dict[str, KnownPerson] | None = None
        self.games = 0
        """The number of the newest game that was looked at; 0: none was."""
        self._starts: list[tuple[str, str]] = []
        self._names: dict[str, list[str]] = {}

    # -- what is on record -----------------------------------------------------------------------------------------

    def add(self, game: int, day: str, people: Sequence[Person], teams: Sequence[str] = ()) -> None:
        """A game of the journal, newer than those before; or people who came to the newest later."""
        self._people, self.games = None, max(game, self.games)
        here = [person for person in named_people(people) if not is_erased(person.name)]
        for person in here:
            key = person.id or BY_NAME + same_name(person.name)
            tally = self._tallies.setdefault(key, _Tally(person.name.strip(), game))
            tally.name = person.name.strip()
            tally.spellings[same_spelling(person.name)] = tally.name
            tally.games += game != tally.last
            tally.last, tally.day = game, day
            others = [other for other in here if other is not person]
            fellows = [other for other in others if other.side == person.side] or others
            tally.fellow = fellows[0].name.strip() if fellows else tally.fellow
        for side, name in enumerate(teams):
            if name.strip():
                players = tuple(person for person in people if person.side == side)
                team = team_key(name, players)
                before = self._teams.get(team)
                self._teams[team] = Pair(name.strip(), players, (before.games if before else 0) + 1, game)

    def declare(self, declared: Mapping[str, Declaration]) -> None:
        """All that was declared, by key."""
        self._people = None
        self._said = declared

    def invite(self, people: Iterable[Newcomer]) -> None:
        """Who is on the organiser's list; they are offered before everybody else, as long as they are on it."""
        listed = {
            person.id or BY_NAME + same_name(person.name): person.name.strip()
            for person in people
            if person.name.strip()
        }
        if listed != self._listed:
            self._people = None
            self._listed = listed

    # -- asking ----------------------------------------------------------------------------------------------------

    @property
    def people(self) -> Mapping[str, KnownPerson]:
        """Everybody by key, forgotten ones, too."""
        if self._people is None:
            self._fold()
        assert self._people is not None
        return self._people

    @property
    def empty(self) -> bool:
        """Whether nobody can be offered."""
        return not (self._tallies or self._listed) or all(person.forgotten for person in self.people.values())

    def bearers(self, name: str) -> tuple[KnownPerson, ...]:
        """Who is offered and bears that name in any spelling: those written so first, then the most recent."""
        people = self.people
        known_people = [people[key] for key in self._names.get(same_name(name), ())]
        written = same_spelling(name)

        def order(person: KnownPerson) -> tuple[bool, int]:
            return all(same_spelling(spelling) != written for spelling in person.spellings), -person.last

        return tuple(sorted((person for person in known_people if not person.forgotten), key=order))

    def key_of(self, person: Person) -> str:
        """The key of somebody in a game, once names without an id and merged spellings are given to their people."""
        key = person.id or BY_NAME + same_name(person.name)
        key = self.canonical_key(key)
        if key in self.people or not key.startswith(BY_NAME):
            return key
        owners = self._names.get(key[len(BY_NAME) :], [])
        if len(owners) > 1:
            written = same_spelling(person.name)
            owners = [owner for owner in owners if written in map(same_spelling, self.people[owner].spellings)]
        return owners[0] if len(owners) == 1 else key

    def offers(self, typed: str, most: int, without: Iterable[str] = ()) -> tuple[KnownPerson, ...]:
        """The people to offer for what is ``typed`` so far: every word of it begins one of theirs; recent first.

        ``without`` are keys of those who sit down already. Somebody on record by name alone who has namesakes is left
        out: nobody knows which of them it was. A name that begins with what is typed comes before one in
        which it stands further on.
        """
        people = self.search(typed, most + MOST_NAMELESS, without)
        return tuple(person for person in people if not person.forgotten and (person.id or not person.number))[:most]

    def search(self, typed: str, most: int, without: Iterable[str] = ()) -> tuple[KnownPerson, ...]:
        """As `offers`, with those who were forgotten behind the others."""
        people, gone = self.people, set(without)
        words = plain_letters(typed).split()
        keys: Iterable[str] = self._beginning(words) if words else people
        start = " ".join(words)

        def order(person: KnownPerson) -> tuple[bool, bool, bool, int, str, str]:
            return (
                person.forgotten,
                not person.sought.startswith(start),
                not person.listed,
                -person.last,
                person.sought,
                person.key,
            )

        return tuple(heapq.nsmallest(most, (people[key] for key in keys if key not in gone), key=order))

    def pairs(self, typed: str, most: int) -> tuple[Pair, ...]:
        """Pairs by name, recent first; those with somebody who was forgotten are not offered."""
        start, people = plain_letters(typed).strip(), self.people
        fitting = (
            pair
            for pair in self._teams.values()
            if (
                plain_letters(pair.name).startswith(start)
                or any(plain_letters(person.name).startswith(start) for person in pair.people)
            )
            and not any(
                (person := people.get(self.key_of(who))) and person.forgotten for who in named_people(pair.people)
            )
        )
        return tuple(heapq.nsmallest(most, fitting, key=lambda pair: (-pair.last, plain_letters(pair.name))))

    # -- folding ---------------------------------------------------------------------------------------------------

    def canonical_key(self, key: str) -> str:
        """The key under which somebody counts, where spellings were declared to be one person's."""
        seen = {key}
        while (declared := self._said.get(key)) is not None and declared.same_as and declared.same_as not in seen:
            key = declared.same_as
            seen.add(key)
        return key

    def _fold(self) -> None:
        sums: dict[str, _Tally] = {}
        for key, tally in self._tallies.items():
            into = self.canonical_key(key)
            sums[into] = sums[into].add(tally) if into in sums else tally
        listed = {self.canonical_key(key): name for key, name in self._listed.items()}
        for key, name in listed.items():
            if key not in sums:
                sums[key] = _Tally(name, 0, {same_spelling(name): name})
        bearers: dict[str, list[str]] = {}
        for key, tally in sums.items():
            if not key.startswith(BY_NAME):
                for name in {same_name(spelling) for spelling in tally.spellings}:
                    bearers.setdefault(name, []).append(key)
        for key in [key_of_name for key_of_name in sums if key_of_name.startswith(BY_NAME)]:
            owners = bearers.get(key[len(BY_NAME) :], [])
            if len(owners) > 1:
                owners = [owner for owner in owners if not sums[owner].spellings.keys().isdisjoint(sums[key].spellings)]
            if len(owners) == 1:
                sums[owners[0]] = sums[owners[0]].add(sums.pop(key))
                if key in listed:
                    listed[owners[0]] = listed.pop(key)
        self._people = {key: self._known(key, tally, listed=key in listed) for key, tally in sums.items()}
        self._names = {}
        for key, tally in sums.items():
            for name in {same_name(spelling) for spelling in tally.spellings}:
                self._names.setdefault(name, []).append(key)
        for keys in self._names.values():
            if len(keys) > 1:
                for number, key in enumerate(sorted(keys, key=lambda person_key: sums[person_key].first), start=1):
                    self._people[key] = replace(self._people[key], number=number)
        starts: list[tuple[str, str]] = []
        for key, tally in sums.items():
            starts.extend((word, key) for spelling in tally.spellings for word in set(plain_letters(spelling).split()))
        self._starts = sorted(starts)

    def _known(self, key: str, tally: _Tally, *, listed: bool) -> KnownPerson:
        declared = self._said.get(key, Declaration())
        return KnownPerson(
            key,
            tally.name,
            tuple(tally.spellings.values()),
            tally.games,
            tally.last,
            tally.day,
            tally.fellow,
            forgotten=declared.forgotten and not listed,
            listed=listed,
            sought=plain_letters(tally.name),
        )

    def _beginning(self, words: Sequence[str]) -> set[str]:
        """Keys of people in whose names every one of ``words`` begins a word."""
        key_sets = []
        for word in words:
            first, end = (bisect_left(self._starts, (edge, "")) for edge in (word, word + BEHIND))
            key_sets.append({key for _, key in self._starts[first:end]})
        return set.intersection(*key_sets)
