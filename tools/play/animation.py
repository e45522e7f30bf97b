"""A recorded game as a short animation, for the README and the first page of the site (``make animation``)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

import pygame
from PIL import Image

from device.common import i18n
from rules.games import DEFAULT_KEY
from tools.play.gallery import FULL, SIZE, STRIDE, load_record
from tools.play.player import Player, Stuck
from tools.play.players import PLAYERS


class Chapter(NamedTuple):
    """A screen of the story: how many pictures of the first time that it shows, and how long each stands (ms)."""

    screen: str
    pictures: int
    ms: int


STORY = (
    Chapter("home", 1, 1400),
    Chapter("setup", 1, 1400),
    Chapter("draw", 1, 1200),
    Chapter("play-first-turns", 2, 900),
    Chapter("entry", 6, 350),
    Chapter("object", 1, 1400),
    Chapter("verdict", 1, 1600),
    Chapter("play-turn-written", 2, 1200),
    Chapter("exchange", 1, 1000),
    Chapter("play", 2, 1600),
    Chapter("sheet", 1, 1600),
    Chapter("racks", 3, 700),
    Chapter("result", 1, 1800),
    Chapter("signed", 1, 2400),
)
"""What the full sample of Polish doubles shows, from the home screen to both signatures."""


class Film:
    """Keeps every picture of the first time that a screen of the story shows."""

    def __init__(self) -> None:
        self.pictures: dict[str, list[Image.Image]] = {chapter.screen: [] for chapter in STORY}
        self._last = ""
        self._over: set[str] = set()

    def __call__(self, name: str, player: Player) -> None:
        """A screen shows."""
        if name != self._last:
            self._over.add(self._last)
        self._last = name
        if name in self.pictures and name not in self._over:
            self._take(player)

    def _take(self, player: Player) -> None:
        player.written()
        surface = player.kiosk.screen.display.surface
        picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
        images = self.pictures[self._last]
        if not images or images[-1].tobytes() != picture.tobytes():
            images.append(picture)


def evenly(pictures: list[Image.Image], count: int) -> list[Image.Image]:
    """So many of the pictures, the last one among them."""
    count = min(count, len(pictures))
    return [pictures[(n + 1) * len(pictures) // count - 1] for n in range(count)]


def draw_animation(language: str, path: Path) -> int:
    """The story in a language as an animated WebP; its bytes. Raises OSError, and `Stuck` where a screen is missing."""
    i18n.use(language)
    film = Film()
    record = load_record(FULL)
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        player = PLAYERS[DEFAULT_KEY](Path(folder), language, SIZE, seen=film)
        player.stride = STRIDE
        try:
            player.play(record)
        finally:
            player.close()
    missing = [chapter.screen for chapter in STORY if not film.pictures[chapter.screen]]
    if missing:
        raise Stuck(f"the record does not bring up {', '.join(missing)}")
    frames = [
        (image, chapter.ms) for chapter in STORY for image in evenly(film.pictures[chapter.screen], chapter.pictures)
    ]
    (first, _), *others = frames
    path.parent.mkdir(parents=True, exist_ok=True)
    times = [ms for _, ms in frames]
    first.save(
        path, "WEBP", save_all=True, append_images=[image for image, _ in others], duration=times, loop=0, lossless=True
    )
    return path.stat().st_size
