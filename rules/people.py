"""Who plays: people by an id that stays, whatever their names are.

An id is made outside the rules, where a person is first recorded, and says nothing of itself. Records of versions that
knew none have none, and replay the same. Two people of one name are distinguished by their ids alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

PersonId = Annotated[str, Meta(pattern=r"^([0-9a-z]{8,32})?\Z")]
"""Small letters and digits; empty where it is not known who it is."""
PersonIds = Annotated[tuple[PersonId, ...], Meta(max_length=24)]
"""By seats. A shorter list says nothing of the seats behind it."""


ERASED = "N. N."
"""What stands in the place of the name of somebody who was erased, perhaps with a number behind it."""


def is_erased(name: str) -> bool:
    """Whether a name stands for somebody who was erased: nobody is known by it, and nobody is offered."""
    return name == ERASED or (name.startswith(f"{ERASED} ") and name[len(ERASED) + 1 :].isdigit())


class Person(msgspec.Struct, frozen=True):
    """Somebody in a game: ``id`` (None: on record by name alone), the ``name`` as it stands there, and ``side``.

    ``side`` is the number (from 0) under which the game's tally counts for them: a pair, a side of the clock, or a
    player. ``left``: somebody else has taken their place.
    """

    id: str | None
    name: str
    side: int
    left: bool = False


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody who is named by an event, after the setup."""

    id: str | None
    name: str


def seat_people(names: Sequence[str], ids: Sequence[str], sides: Sequence[int] | None = None) -> tuple[Person, ...]:
    """The people in the seats of a setup; a seat without a name stays in its place. ``sides``: one for each seat."""
    people = []
    for seat, name in enumerate(names):
        person = ids[seat] if seat < len(ids) else ""
        people.append(Person(person or None, name, seat if sides is None else sides[seat]))
    return tuple(people)


def named_people(seats: Iterable[Person]) -> tuple[Person, ...]:
    """Those in ``seats`` who have a name."""
    return tuple(person for person in seats if person.name.strip())


def replace_person(
    seated: tuple[Person, ...], seat: int, newcomer: Newcomer
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """The seats with ``newcomer`` in one of them, and who has left it (nobody where it was empty)."""
    before = seated[seat]
    now = (*seated[:seat], Person(newcomer.id, newcomer.name, before.side), *seated[seat + 1 :])
    return now, named_people((replace(before, left=True),))


_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
"""Letters whose mark is a part of them, or that are two."""


def plain_letters(text: str) -> str:
    """A text without accents and capitals, as names are looked for and compared.

    >>> plain_letters("Čeněk ŘEHOŘ, Łucja Bjørn")
    'cenek rehor, lucja bjorn'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in letters if not unicodedata.combining(char)).translate(_STROKES)


def same_name(text: str) -> str:
    """What two spellings of one name have in common: capitals, spaces and accents do not count.

    >>> same_name(" Jana  NOVAKOVA") == same_name("Jana Nováková")
    True
    """
    return " ".join(plain_letters(text).split())


def same_spelling(text: str) -> str:
    """What two names written alike have in common: capitals, spaces and the way accents are encoded do not count.

    For what must stay told apart as it was: entries of records that replay, and accounts.
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def pair_key(side: Iterable[Person]) -> frozenset[str]:
    """What a pair is known by, whichever of the two is written first: their ids, or names where there are none."""
    return frozenset(person.id or f"={same_name(person.name)}" for person in named_people(side))
