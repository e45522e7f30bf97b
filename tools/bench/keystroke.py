"""A letter typed on the screen of the board, from the key to the picture, against drawing that picture whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from device.app.composition import assemble
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.games.polish_doubles.board_entry import BoardEntry
from device.games.polish_doubles.entry import new_move
from device.graphics.display import PygameDisplay
from device.io.inputs import TextInput
from device.kiosk.kiosk import Kiosk
from device.kiosk.screen_controller import ScreenController
from device.settings.settings import Settings
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import events as e
from rules.scrabble import parse_at
from tools.bench.measure import Result, by_turns
from tools.bench.search import FRAME

LETTERS = "ŘEKA"
"""Typed letter by letter: a word across from a square where nothing lies, beside a word that does."""
SIZE = (800, 480)
ROUNDS = 21


def compare() -> Iterator[Result]:
    """Every letter of a word and every backspace: where its tiles lie, points, words formed, what is drawn anew."""
    with TemporaryDirectory() as folder:
        display = PygameDisplay(SIZE, False, time.monotonic_ns)
        settings = settings_for(Settings(journal=str(Path(folder) / "journal.db")))
        kiosk, _ = assemble(settings, display, SimulatedFactory(), SimulatedOleds(settings).connect)
        try:
            opened(kiosk)
            keys = [*LETTERS, *"\b" * len(LETTERS)]
            shown(kiosk, keys)
            mine, theirs = by_turns(lambda: shown(kiosk, keys), lambda: shown(kiosk, keys, whole=True), ROUNDS)
        finally:
            kiosk.journal.close()
            pygame.display.quit()
    each, drawn = mine / len(keys), theirs / len(keys)
    yield Result("board: key to picture", each, "the same, every picture drawn whole", drawn)
    yield Result("board: key to picture", each, "one frame", FRAME, aim=1)


def opened(kiosk: Kiosk) -> None:
    """A game with a word on the board, the next move about to be typed beside it."""
    kiosk.table.new(DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
    kiosk.host.enter(kiosk.host.games[kiosk.table.game.key].play(kiosk.host))
    for event in (
        e.Starters(pair="A"),
        e.Press(pair="A"),
        e.Move(word="STŘECHA", points=78, at="H8"),
        e.Press(pair="A"),
    ):
        kiosk.table.do(event)
    assert isinstance(kiosk.controller, ScreenController)
    kiosk.controller.show(BoardEntry(new_move(kiosk.table.state), at=parse_at("I8")))
    kiosk.presenter.present()


def shown(kiosk: Kiosk, keys: list[str], *, whole: bool = False) -> None:
    """Type, and show what each key makes of the screen; ``whole``: nothing of the last picture is used again."""
    for key in keys:
        before = kiosk.scene
        kiosk.loop.handle(TextInput(key))
        if whole:
            kiosk.screen.painter.forget()
        kiosk.presenter.present()
        if kiosk.scene == before:
            raise AssertionError(f"the key {key!r} changes nothing on the screen")
