"""Tables for the tests of screens: one that somebody can play at, and a whole evening played once for all of them."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

from tests.kiosk.evening import Evening, spend
from tests.kiosk.event_helpers import Table
from tests.kiosk.event_rounds import Tournament
from tests.kiosk.situations.marias import opened
from tests.kiosk.taps import Counting
from tools.play.player import Player
from tools.play.players import PLAYERS
from tools.play.players.kourici_kocka import KockaPlayer
from tools.play.players.polish_doubles import DoublesPlayer

PLAYED: dict[str, Evening] = {}
"""The evening that was played last, while tests look at it."""
LAST = pytest.StashKey[dict[str | None, pytest.Item]]()
"""The last test that looks at each game's evening."""


@pytest.fixture(
    scope="session",  # so that those who look at the same one come one after another
    # Whoever plays an evening keeps all tests that look at it (`make test` runs several processes).
    params=[pytest.param(game, id=game, marks=pytest.mark.xdist_group(game)) for game in PLAYERS],
)
def game_of_evening(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return request.param


@pytest.fixture
def evening(game_of_evening: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Each game played once, on the device's own screen of 800 x 480."""
    if game_of_evening not in PLAYED:
        put_away()
        looked_at = {mark.name for item in request.session.items for mark in item.iter_markers()}
        PLAYED[game_of_evening] = spend(
            tmp_path_factory.mktemp("evening"),
            game_of_evening,
            every_layout="every_layout" in looked_at,
            large_print="large_print" in looked_at,
            pixels="pixels" in looked_at,
        )
    return PLAYED[game_of_evening]


def put_away() -> None:
    """Let go of the evening that was played last: what `spend` froze of it is garbage now, hundreds of megabytes."""
    PLAYED.clear()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    ctypes.CDLL(None).malloc_trim(0)


def game_looked_at(item: pytest.Item) -> str | None:
    """The game whose evening a test looks at."""
    return item.callspec.params.get("game_of_evening") if hasattr(item, "callspec") else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """After the last test that looks at it, an evening is put away."""
    result = yield
    if (game := game_looked_at(item)) in PLAYED:
        if LAST not in item.session.stash:
            item.session.stash[LAST] = {game_looked_at(other): other for other in item.session.items}
        if item is item.session.stash[LAST][game]:
            put_away()
    return result


P = TypeVar("P", bound=Player)


class NewTable(Protocol):
    """Makes a table with the home screen; how, say the arguments of `Player`."""

    def __call__(self, kind: type[P], *how: Any, **named: Any) -> P: ...


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[NewTable]:
    """Makes tables, the first in the test's own folder and each other in one below; afterwards they are put away."""
    players: list[Player] = []

    def make(kind: type[P], *how: Any, **named: Any) -> P:
        folder = tmp_path / f"table-{len(players) + 1}" if players else tmp_path
        folder.mkdir(exist_ok=True)
        player = kind(folder, *how, **named)
        players.append(player)
        return player

    yield make
    for player in players:
        player.close()


@pytest.fixture
def p(new_table: NewTable) -> DoublesPlayer:
    """A table with the home screen."""
    return new_table(DoublesPlayer)


@pytest.fixture
def m(new_table: NewTable) -> Counting:
    """A mariáš table in its first round, its taps counted from now on."""
    player = new_table(Counting)
    opened(player)
    player.taps = 0
    return player


@pytest.fixture
def k(new_table: NewTable) -> KockaPlayer:
    """A table with the home screen, and four players for it."""
    return new_table(KockaPlayer)


@pytest.fixture
def at(tmp_path, monkeypatch):
    """Makes tables at an event; how, say the arguments of `Table`."""
    tables = []

    def make(**how):
        folder = tmp_path / str(len(tables))
        folder.mkdir()
        tables.append(Table(folder, monkeypatch, **how))
        return tables[-1]

    yield make
    for table in tables:
        table.player.close()


@pytest.fixture
def at_event(at) -> Tournament:
    """A mariáš table at a tournament, in its first game."""
    return Tournament(at(game="marias"))
