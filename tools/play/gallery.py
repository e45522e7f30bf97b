"""Playing recorded games through buttons and touches, and pictures of what shows meanwhile."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
from PIL import Image

from device.common import i18n
from device.common.exports.report_text import report_text
from device.common.i18n import t
from device.common.languages import LANGUAGES
from device.graphics.actions import HISTORY, Show
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen
from rules.game import SECOND
from rules.games import DEFAULT_KEY
from rules.history import History
from rules.message import Refusal, msgs
from rules.record import read
from tools.games import SAMPLES, TOOLS
from tools.play.player import Player

Size = tuple[int, int]
SIZE: Size = (800, 480)
"""The device's own screen, in pixels."""
STRIDE = 5 * SECOND
"""While only a clock runs one picture in so long is enough: a gallery keeps one of each kind."""
FULL = SAMPLES / TOOLS[DEFAULT_KEY].samples.full


Players = Mapping[str, type[Player]]
"""Who can play a record at the table, by the game's word (`tools.play.players.PLAYERS`)."""


class Gallery:
    """Keeps one picture of every screen and OLED that shows, the first one of each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pictures: dict[str, Path] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, name: str, player: Player) -> None:
        """A screen shows: keep it the first time. Raises OSError."""
        if name in self.pictures:
            return
        player.written()
        path = self.folder / f"{name}.png"
        picture = io.BytesIO()  # pygame's own errors do not say what a disk refuses, and why
        pygame.image.save(player.kiosk.screen.display.surface, picture, path.name)
        path.write_bytes(picture.getvalue())
        self.pictures[name] = path
        images = [player.oled(side) for side in (0, 1)]
        if all(images):
            both = Image.new("1", (264, 64), 1)
            for side, image in enumerate(images):
                if image is not None:
                    both.paste(image.convert("1"), (side * 136, 0))
            both.resize((1056, 256), Image.Resampling.NEAREST).save(path.with_name(f"oled-{path.name}"))


def load_record(path: Path) -> History:
    """A record from a file. Raises OSError or `rules.record.BadRecord`."""
    return read(path.read_text(encoding="utf-8").split("\n"))


def played(
    record: History, players: Players, language: str, gallery: Gallery, size: Size = SIZE, *, curious: bool = False
) -> History:
    """Play ``record`` on a table of its own that speaks ``language``; the game as that table's journal has it.

    ``curious``: people also look at what no entry needs, and in the end back at the game. Raises `Refusal` where the
    record's game has no screens.
    """
    if record.game.key not in players:
        raise Refusal("", "This game has no screens here.")
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        player = players[record.game.key](Path(folder), language, size, seen=gallery)
        player.stride = STRIDE
        try:
            if not curious:
                return player.play(record)
            history = player.play(record, player.look_about)
            look_back(player, len(history.entries))
            return history
        finally:
            player.close()


def look_back(player: Player, entries: int) -> None:
    """From a result to the game's history, and there to the last of its ``entries`` by each picture there is."""
    if player.has(HISTORY):
        player.touch(HISTORY)
    else:
        player.menu(HISTORY)
    player.settle("history")
    player.touch(Show(ReplayScreen()))
    player.touch(call_on(ReplayScreen.on_step, entries))
    player.settle("history-replay")
    if player.has(other := Show(replace(player.shown(ReplayScreen), second=True))):
        player.touch(other)
        player.settle("history-replay-other-picture")


def play_sample(record: History, players: Players, out: Path) -> int:
    """Play a record through pins and touches; print its scoresheet and where the pictures are."""
    gallery = Gallery(out)
    history = played(record, players, i18n.language(), gallery)
    print(report_text(history.game.report(history.state)))
    same = history.game.report(history.state).data == record.game.report(record.state).data
    entries = msgs("{n} entry", "{n} entries", len(history.entries))
    print(t("Played through buttons and touches: {entries}.", entries=entries))
    for name, place in gallery.pictures.items():
        print(f"  {name}: {place}")
    if not same:
        print(t("The tally differs from the record's."), file=sys.stderr)
        return 1
    return 0


def full_records() -> list[History]:
    """For each game that can be played the samples that bring up its screens, the fullest first."""
    return [
        load_record(SAMPLES / name) for tools in TOOLS.values() for name in (tools.samples.full, *tools.samples.beside)
    ]


def draw_screens(records: Iterable[History], players: Players, out: Path, size: Size = SIZE) -> int:
    """Every screen and OLED that the records bring up, in every language, into a folder of ``out`` for each game."""
    galleries: dict[Path, Gallery] = {}
    for language, record in product(LANGUAGES, list(records)):
        i18n.use(language)
        folder = out / language / record.game.key
        gallery = galleries.setdefault(folder, Gallery(folder))
        played(record, players, language, gallery, size, curious=True)
        print(f"{language} {record.game.key}: {len(gallery.pictures)} -> {gallery.folder}")
    return 0


def draw_every_screen(players: Players, out: Path) -> int:
    """Every screen and OLED that the games' fullest samples bring up."""
    return draw_screens(full_records(), players, out)
