"""``python -m tools.play touches``: what whole games take of fingers, as the table of docs/try.md says.

A recorded game of each kind is played from the home screen to the signatures by what shows on the screen and by the
clock buttons, then once more with the same people. A touch is a finger put down, a dragged one too; the clock buttons
are counted apart, a signature among them. What was met and touched is drawn: a sheet for each game, language and size
has the screens in order, each with a ring where the finger went the first time, and the words that stand there.
"""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pygame
from PIL import Image, ImageDraw

from device.common.languages import LANGUAGES
from device.graphics.actions import DONE, Again
from device.graphics.widgets import Text, Touch, place_of
from device.kiosk.screen_controller import ScreenController
from device.peripherals.oled_text import outline
from rules.game import Entry, Progress
from tools.games import SAMPLES, TOOLS
from tools.play.gallery import SIZE, Size, load_record
from tools.play.player import Player, Stuck
from tools.play.players import PLAYERS

SIZES: tuple[Size, ...] = (SIZE, (480, 800))


class Touches(NamedTuple):
    """What a game took, in the order of that table.

    ``names`` until it could begin, all of them typed; ``again`` until it could with the same people; ``play`` until the
    end was declared, that with it, and ``end`` from there to the signatures; ``buttons`` pressed or held.
    """

    names: int
    again: int
    play: int
    end: int
    buttons: int


class Sheet:
    """The screens that a player touches, in order, as large as ``WIDE`` and eight in a row."""

    WIDE = 400
    ROW = 8
    CAPTION = 22

    def __init__(self) -> None:
        self.screens: dict[str, Image.Image] = {}

    def on_touch(self, player: Player, action: Any) -> None:
        """The button that carries ``action`` is about to be touched."""
        kiosk, place = player.kiosk, place_of(player.kiosk.scene, action)
        controller = kiosk.controller
        screen = controller.current_screen() if isinstance(controller, ScreenController) else None
        name = player.showing() or (type(screen).__name__ if screen is not None else "")
        if place is None or name in self.screens:
            return  # the player says what is missing
        areas = [touch for touch in kiosk.scene if isinstance(touch, Touch) and touch.action == action]
        words = [text.text for text in kiosk.scene if isinstance(text, Text) and _lies_in(text, areas)]
        surface = kiosk.screen.display.surface
        picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
        ImageDraw.Draw(picture).ellipse(
            [place[0] - 22, place[1] - 22, place[0] + 22, place[1] + 22], None, "magenta", 5
        )
        picture.thumbnail((self.WIDE, self.WIDE * 2))
        cell = Image.new("RGB", (self.WIDE, picture.height + self.CAPTION), "white")
        cell.paste(picture, ((self.WIDE - picture.width) // 2, 0))
        caption = f"{len(self.screens) + 1} {name}: {' / '.join(words)}"
        ImageDraw.Draw(cell).text((4, picture.height + 2), caption[:58], "black", outline("Semibold", 14))
        self.screens[name] = cell

    def save(self, path: Path) -> None:
        """Write it as a picture. Raises OSError."""
        high = max(screen.height for screen in self.screens.values())
        rows = -(-len(self.screens) // self.ROW)
        whole = Image.new("RGB", (self.ROW * self.WIDE, rows * high), "white")
        for n, screen in enumerate(self.screens.values()):
            whole.paste(screen, (n % self.ROW * self.WIDE, n // self.ROW * high))
        path.parent.mkdir(parents=True, exist_ok=True)
        whole.save(path)


def _lies_in(text: Text, areas: list[Touch]) -> bool:
    x, y, w, h = text.rect
    return any(area.rect.contains(x + w // 2, y + h // 2) for area in areas)


class _Fingers:
    """Counts what a player does at a table from now on; touches are shown to ``sheet`` before."""

    def __init__(self, player: Player, sheet: Sheet | None) -> None:
        self.touches = self.buttons = 0
        self._sheet = sheet
        for name in ("touch", "drag", "press"):
            self.count(player, name)

    def count(self, player: Player, name: str) -> None:
        """Count what ``player`` does by that name."""
        does = getattr(player, name)

        def counted(*args: Any) -> None:
            if name == "touch" and self._sheet is not None:
                self._sheet.on_touch(player, *args)
            self.buttons += name == "press"
            self.touches += name != "press"
            does(*args)

        setattr(player, name, counted)


def touches_of(key: str, language: str, size: Size, sheet: Sheet | None = None) -> Touches:
    """Play the ordinary game of that word, and show ``sheet`` what is touched. Raises `Stuck` where that is missing."""
    ordinary = TOOLS[key].samples.ordinary
    record = load_record(SAMPLES / ordinary)
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        player = PLAYERS[key](Path(folder), language, size)
        fingers, at = _Fingers(player, sheet), list[tuple[int, Progress]]()

        def before(entry: Entry) -> None:
            history = player.kiosk.table.history
            assert history is not None
            at.append((fingers.touches, history.game.progress(history.state)))

        try:
            history = player.play(record, before)
            if history.game.progress(history.state) is not Progress.SIGNED:
                raise Stuck(f"{ordinary} is not signed")
            names, end = at[0][0], max(n for n, progress in at if progress in (Progress.READY, Progress.PLAYING))
            whole, number = fingers.touches, player.kiosk.table.game_id
            player.touch(Again())
            player.touch(DONE)
            if player.kiosk.table.game_id in (None, number):
                raise Stuck("the game does not begin again")
            return Touches(names, fingers.touches - whole, end - names, whole - end, fingers.buttons)
        finally:
            player.close()


def print_touches(out: Path) -> int:
    """A line and a sheet in ``out`` for each game, language and size; the exit status. Raises OSError."""
    for key, language, size in product(TOOLS, LANGUAGES, SIZES):
        sheet = Sheet()
        took = touches_of(key, language, size, sheet)
        name = f"{key}-{language}-{size[0]}x{size[1]}"
        sheet.save(out / f"{name}.png")
        print(f"{name}: " + ", ".join(f"{kind} {n}" for kind, n in took._asdict().items()))
    return 0
