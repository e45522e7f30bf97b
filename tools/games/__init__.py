"""What tools and tests need of every game: ``TOOLS`` of ``tools.games.<key>``, a module a game, found by its word."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from device.common.address import Address
from rules.games import KEYS

T = TypeVar("T")
SAMPLES = Path(__file__).parents[2] / "samples"


class Samples(NamedTuple):
    """Recorded games in ``samples/``: ``full`` brings up most of the screens, ``ordinary`` is as an evening brings it.

    ``simulated`` are what tables play; ``beside`` bring up screens that ``full`` does not.
    """

    full: str
    ordinary: str
    simulated: tuple[str, ...]
    beside: tuple[str, ...] = ()


class Title(NamedTuple):
    """What a game's page of the site is called, in Czech and in English."""

    czech: str
    english: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTools:
    """What tools and tests need of a game; what is large is named by its address.

    Of an evening that is simulated: ``varies`` makes an event of a sample another one; ``setups`` are values without
    which a game cannot begin, beside its people, of which a table takes one by its number; ``unnamed`` is what seats
    are called where nobody types a name; ``events`` are, by their word, what people would say where a schema says too
    little, for a state.
    """

    samples: Samples
    title: Title
    screen: str
    """The screen that shows it best: on the site, and kept as a picture in every language, size and palette."""
    varies: Address[Callable[[dict[str, Any], random.Random], None]] | None = None
    setups: Sequence[Mapping[str, Any]] = ({},)
    unnamed: tuple[str, ...] = ()
    events: Mapping[str, Callable[[random.Random, Any], dict[str, Any]]] = field(default_factory=dict)


class EveryGame(Mapping[str, T]):
    """By a game's word what ``name`` is in the module that ``package`` has for it, in the order of the list of games.

    It is loaded once somebody asks for it. LookupError says which module is missing.
    """

    def __init__(self, package: str, name: str) -> None:
        self._package, self._name = package, name

    def __getitem__(self, key: str) -> T:
        if key not in KEYS:
            raise KeyError(key)
        module = f"{self._package}.{key}"
        if find_spec(module) is None:
            raise LookupError(f"The game {key} needs {module.replace('.', '/')}.py; docs/first-game.md says what for.")
        value: T = getattr(import_module(module), self._name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


TOOLS: Mapping[str, GameTools] = EveryGame(__name__, "TOOLS")
"""What tools and tests need of each game."""
