"""Whole games played on real tables with virtual time; what was seen is shared by the tests of the screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame
import pytest
from PIL import Image

from device import journal, words
from device.album import FULL, load_record
from device.games.polish_doubles.hands import DoublesPlayer
from device.kiosk import kiosk
from device.kiosk.painter import Painter, misfits
from device.kiosk.palette import LIGHT
from device.kiosk.widgets import Scene
from rules.history import History
from tests.kiosk.moments import MOMENTS

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
    """Everything that was seen while a game was played."""

    language: str
    size: tuple[int, int]
    screens: dict[str, Shown] = field(default_factory=dict)
    cut: set[tuple[str, str]] = field(default_factory=set)
    frames: int = 0
    stale: list[str] = field(default_factory=list)
    history: History | None = None

    def __call__(self, name: str, player: DoublesPlayer) -> None:
        table = player.kiosk
        self.frames += 1
        self.cut |= {(name, text) for text in misfits(table.scene)}
        if self.frames % 40 == 0 and not same_as_whole(table.scene, table.stage.surface, table.painter.back):
            self.stale.append(name)
        if name not in self.screens:
            player.written()
            faces = tuple(image.copy() if (image := player.faces.image(side)) else None for side in (0, 1))
            look = replace(table.looks(table.now()), palette=LIGHT)
            light = table.room.scene(look, table.table.game_time())
            self.screens[name] = Shown(table.scene, light, picture_of(table.stage.surface), faces)


def picture_of(surface: pygame.Surface) -> Image.Image:
    """The pixels of a surface as a PIL image."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def same_as_whole(scene: Scene, surface: pygame.Surface, back: tuple[int, int, int]) -> bool:
    """Whether what was drawn change by change is what drawing everything at once gives."""
    whole = pygame.Surface(surface.get_size())
    Painter(whole, back).paint(scene)
    return pygame.image.tobytes(whole, "RGB") == pygame.image.tobytes(surface, "RGB")


def spend(folder: Path, language: str, size: tuple[int, int]) -> Evening:
    """Play the full sample and stage the moments that it does not bring up."""
    words.use(language)
    evening = Evening(language, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "_wall", lambda: "2026-11-21T18:30:00+00:00")
        patch.setattr(kiosk, "interfaces", lambda: (("eth0", ""), ("wlan0", "192.168.1.27 · fd00::5054:ff:fe12:3456")))
        patch.setattr("socket.gethostname", lambda: "stul-4")
        patch.setattr(kiosk, "version", lambda _: "1.0.0")
        play_all(evening, folder)
    return evening


def play_all(evening: Evening, folder: Path) -> None:
    language, size = evening.language, evening.size
    player = DoublesPlayer(folder / "sample", language, size, evening)
    evening.history = player.play(load_record(FULL))
    player.close()
    for name, stage in MOMENTS.items():
        player = DoublesPlayer(folder / name, language, size)
        stage(player)
        evening(name, player)
        player.close()


@pytest.fixture(scope="session", params=words.LANGUAGES)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The full sample on the device's own screen of 800 x 480."""
    yield spend(tmp_path_factory.mktemp("evening"), request.param, SIZES[0])
    words.use("cs")


@pytest.fixture
def p(tmp_path: Path) -> Iterator[DoublesPlayer]:
    """A table with the home screen, and hands for it."""
    player = DoublesPlayer(tmp_path)
    yield player
    player.close()
