"""Whole games played on real tables with virtual time; what was seen is shared by the tests of the screens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame
import pytest
from PIL import Image

from device import i18n
from device.autoplay.gallery import PLAYERS, SAMPLES, load_record
from device.autoplay.player import Player
from device.event.screens import card
from device.games.polish_doubles.autoplay import DoublesPlayer
from device.journal import writer
from device.kiosk.home import HomeController
from device.kiosk.painter import Painter, misfits
from device.kiosk.palette import LIGHT
from device.kiosk.widgets import Scene
from device.peripherals import network
from rules.game import Event
from rules.history import History
from tests.kiosk.at_event import AT_EVENT
from tests.kiosk.event_helpers import Table
from tests.kiosk.looking_back import LOOKING_BACK
from tests.kiosk.moments import moments_of
from tests.kiosk.moments.marias import opened
from tests.kiosk.setting import SETTING
from tests.kiosk.taps import Counting

SIZES = ((800, 480), (1280, 720), (720, 1280))


@dataclass
class Shown:
    """A kind of screen as it stood the first time: its widgets, dark and light, its pixels, both OLEDs."""

    scene: Scene
    light: Scene
    picture: Image.Image
    faces: tuple[Image.Image | None, ...]


@dataclass
class Evening:
    """Everything that was seen while a game was played, apart from pictures of the home screen, which is no game's."""

    game: str
    language: str
    size: tuple[int, int]
    screens: dict[str, Shown] = field(default_factory=dict)
    cut: set[tuple[str, str]] = field(default_factory=set)
    frames: int = 0
    stale: list[str] = field(default_factory=list)
    history: History | None = None
    done: set[type[Event]] = field(default_factory=set)

    def __call__(self, name: str, player: Player) -> None:
        table = player.kiosk
        self.frames += 1
        self.cut |= {(name, text) for text in misfits(table.scene)}
        if self.frames % 40 == 0 and not same_as_whole(table.scene, table.stage.surface, table.painter.back):
            self.stale.append(name)
        if name not in self.screens and not isinstance(table.room, HomeController):
            player.written()
            faces = tuple(image.copy() if (image := player.oleds.image(side)) else None for side in (0, 1))
            look = replace(table.looks(table.now()), palette=LIGHT)
            light = table.room.scene(look, table.table.game_time()) + card(look, table.event, table.table)
            self.screens[name] = Shown(table.scene, light, picture_of(table.stage.surface), faces)


def picture_of(surface: pygame.Surface) -> Image.Image:
    """The pixels of a surface as a PIL image."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def same_as_whole(scene: Scene, surface: pygame.Surface, back: tuple[int, int, int]) -> bool:
    """Whether what was drawn change by change is what drawing everything at once gives."""
    whole = pygame.Surface(surface.get_size())
    Painter(whole, back).paint(scene)
    return pygame.image.tobytes(whole, "RGB") == pygame.image.tobytes(surface, "RGB")


def spend(folder: Path, game: str, language: str, size: tuple[int, int]) -> Evening:
    """Play the full sample of ``game`` and stage the moments that it does not bring up."""
    i18n.use(language)
    evening = Evening(game, language, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "_wall", lambda: "2026-11-21T18:30:00+00:00")
        patch.setenv("TZ", "UTC")
        time.tzset()
        patch.setattr(
            network, "interfaces", lambda: (("eth0", ""), ("wlan0", "192.168.1.27 · fd00::5054:ff:fe12:3456"))
        )
        patch.setattr("socket.gethostname", lambda: "stul-4")
        patch.setattr("device.version.version", lambda: "1.0.0")
        play_all(evening, folder)
    time.tzset()
    return evening


def play_all(evening: Evening, folder: Path) -> None:
    language, size, kind = evening.language, evening.size, PLAYERS[evening.game]
    player = kind(folder / "sample", language, size, evening)
    evening.history = player.play(load_record(SAMPLES / kind.sample))
    player.close()
    evening.done = {type(entry.event) for entry in evening.history.entries}
    for path in sorted(SAMPLES.glob("*.jsonl")):
        record = load_record(path)
        if record.game.key == evening.game and path.name != kind.sample:
            player = kind(folder / path.stem, language, size, evening)
            evening.done |= {type(entry.event) for entry in player.play(record).entries}
            player.close()
    beside = {**LOOKING_BACK, **SETTING, **AT_EVENT} if evening.game == "polish_doubles" else {}
    for name, stage in {**moments_of(evening.game), **beside}.items():
        player = kind(folder / name, language, size)
        stage(player)
        evening(name, player)
        player.close()


@pytest.fixture(
    scope="session",
    params=[
        # Whoever plays an evening keeps all tests that look at it (`make test` runs several processes).
        pytest.param((game, language), id=f"{game}-{language}", marks=pytest.mark.xdist_group(f"{game}-{language}"))
        for game in PLAYERS
        for language in i18n.LANGUAGES
    ],
)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The full sample of each game in each language on the device's own screen of 800 x 480."""
    yield spend(tmp_path_factory.mktemp("evening"), *request.param, SIZES[0])
    i18n.use("cs")


@pytest.fixture
def p(tmp_path: Path) -> Iterator[DoublesPlayer]:
    """A table with the home screen, and hands for it."""
    player = DoublesPlayer(tmp_path)
    yield player
    player.close()


@pytest.fixture
def m(tmp_path: Path) -> Iterator[Counting]:
    """A mariáš table in its first round, its taps counted from now on."""
    player = Counting(tmp_path)
    opened(player)
    player.taps = 0
    yield player
    player.close()


@pytest.fixture
def at(tmp_path, monkeypatch):
    """Makes tables at an event; how, say the arguments of `Table`."""
    made = []

    def make(**how):
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Table(folder, monkeypatch, **how))
        return made[-1]

    yield make
    for table in made:
        table.player.close()
