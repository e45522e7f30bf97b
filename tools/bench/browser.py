"""Tables in browsers: from a touch to its picture, bytes of a running clock, memory and processor time of thirty.

The tables are the real programs; the browsers are lines that acknowledge each picture and draw none.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from unittest.mock import patch

import pygame
from websockets.exceptions import ConnectionClosed

from device.browser.display import BrowserDisplay
from device.games.chess_clock.setup import Presets
from device.graphics.actions import DONE, NewGame
from device.graphics.widgets import place_of
from device.kiosk.screen import call_on
from rules.chess_clock import ClockSetup
from tests.browser.program import Client, ServedTable
from tools.bench.costs import processor_time
from tools.bench.measure import FRAME, NotMeasured, Result, by_turns
from tools.games import SAMPLES
from tools.play.event.demo import reach
from tools.play.gallery import load_record
from tools.play.players.chess_clock import ClockPlayer

TABLES = 30
LISTEN_S = 12.0
"""How long the tables play while they are measured."""
PRESS_S = 3.0
"""Seconds between two presses at a table."""
PLACE = re.compile(r"https?://127\.0\.0\.1:(\d+)/\t\w+: (\w+)")


def way_to_a_game(folder: Path) -> list[tuple[int, int]]:
    """Where the touches fall that lead from the home screen to a chess clock which waits for the first press."""
    setup = load_record(SAMPLES / "chess-clock.jsonl").setup
    assert isinstance(setup, ClockSetup)
    places = []
    with contextlib.closing(ClockPlayer(folder)) as player:
        player.kiosk.screen.enable_press_areas(True)
        player.settle()
        chosen = call_on(Presets.choose, setup.control)
        for action in (NewGame("chess_clock"), chosen, DONE, DONE):  # who plays is asked in between
            if (place := place_of(player.kiosk.scene, action)) is None:
                raise NotMeasured(f"there is no {action} on the screen")
            places.append(place)
            player.touch(action)
    return places


class Line(Client):
    """One browser at a table: a thread of its own takes what comes and counts it."""

    def __init__(self, place: tuple[str, str], ident: str) -> None:
        self.bytes = 0
        self.waits: list[float] = []
        self._since: float | None = None
        self._came = threading.Event()
        super().__init__(*place, ident)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                if isinstance(picture := self.next(60), dict):
                    self.bytes += picture["bytes"]
                    if (since := self._since) is not None:
                        self.waits.append(1e3 * (time.perf_counter() - since))
                        self._since = None
                    self._came.set()

    def touch(self, place: tuple[int, int]) -> None:
        """Touch there, and wait until the table has answered."""
        self._came.clear()
        self.say("touch", "down", 1, *place, self.seq, 60_000)
        self.say("touch", "up", 1, *place, 0, 0)
        if not self._came.wait(30):
            raise NotMeasured("a touch is not answered")

    def press(self, key: str) -> None:
        """Press a clock button."""
        self._since = time.perf_counter()
        self.say("key", key, "down")
        time.sleep(0.06)
        self.say("key", key, "up")


@contextlib.contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The program; its process and the address and code of each table."""
    folder.mkdir()
    with contextlib.closing(ServedTable(folder, *options, "--log-level", "error", language="en")) as program:
        lines = [PLACE.search(line) for line in program.lines]
        yield program.process.pid, [(f"127.0.0.1:{line[1]}", line[2]) for line in lines if line]
        program.end()


def cost_of(parent: int) -> tuple[float, float]:
    """Seconds of processor time that the programs which it has started have used, and their MB in memory, what they
    share divided among those that share it."""
    pids = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    held = sum(int(size) for text in texts for size in re.findall(r"^Pss:\s+(\d+)", text, re.MULTILINE)) / 1024
    return sum(processor_time(int(pid)) for pid in pids), held


def play(places: list[tuple[str, str]], way: list[tuple[int, int]], pid: int) -> tuple[list[Line], float, float]:
    """A chess clock at each table; their lines, the processor time (s) and memory (MB) of all while they play."""
    for host, _ in places:
        reach(int(host.rpartition(":")[2]), 60)
    lines = [Line(place, f"{n:032x}") for n, place in enumerate(places)]
    time.sleep(3)
    for place in way:
        for line in lines:
            line.touch(place)
        time.sleep(1.2)  # what has come up counts once people had the time to see it
    for line in lines:
        line.bytes = 0
        line.waits.clear()
    before, _ = cost_of(pid)
    end, side = time.monotonic() + LISTEN_S, 0
    while time.monotonic() < end:
        for line in lines:
            line.press(("ArrowLeft", "ArrowRight")[side])
            time.sleep(PRESS_S / len(lines) - 0.06 if len(lines) > 1 else PRESS_S)
        side = 1 - side
    used, held = cost_of(pid)
    for line in lines:
        line.close()
    return lines, used - before, held


def compare() -> Iterator[Result | str]:
    """Pictures against PNG, then one table and thirty."""
    yield from pictures()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        way = way_to_a_game(folder / "way")
        with served(folder / "one", "--tables", "1") as (pid, places):
            (sole_line,), _, alone = play(places, way, pid)
        yield Result("a press in a browser until its picture has come", median(sole_line.waits), "one frame", FRAME)
        rate = sole_line.bytes / LISTEN_S / 1000
        yield Result(
            "a running clock with a press each 3 s, bytes a second",
            rate,
            "whole pictures as PNG, one a second",
            _png(_picture()) / 1000,
            "kB",
        )
        with served(folder / "many", "--tables", str(TABLES)) as (pid, places):
            lines, used, held = play(places, way, pid)
        waits = sorted(wait for line in lines for wait in line.waits)
        label = f"{TABLES} tables, a press each 3 s"
        yield Result(
            f"{label}: until the picture has come, median", median(waits), "one table", median(sole_line.waits)
        )
        yield Result(f"{label}: slowest of {len(waits)}", waits[-1], "one frame", FRAME)
        yield Result(f"{label}: processor time", used, "two processors", 2 * LISTEN_S, "s", aim=0.5)
        yield Result(f"{label}: memory of one", held / TABLES, "a table alone, with the starting page", alone, "MB")


def _png(picture: pygame.Surface) -> int:
    """Bytes of a picture as PNG."""
    png = io.BytesIO()
    pygame.image.save(picture, png, "x.png")
    return len(png.getvalue())


def _picture() -> pygame.Surface:
    """A whole picture of a game, as the sample player sees it."""
    with tempfile.TemporaryDirectory() as name, contextlib.closing(ClockPlayer(Path(name))) as player:
        player.touch(NewGame("chess_clock"))
        return player.kiosk.screen.display.surface.copy()


def pictures() -> Iterator[Result]:
    """A whole picture, and what a second of a running clock changes, against PNG."""
    surface = _picture()
    whole, tick = surface.get_rect(), pygame.Rect(40, 100, 300, 90)
    with patch.dict(os.environ), contextlib.closing(BrowserDisplay(surface.get_size())) as display:
        display.surface.blit(surface, (0, 0))
        for label, rect in (("a whole picture", whole), ("a part of 300 by 90 pixels", tick)):

            def ours(rect: pygame.Rect = rect) -> int:
                display.present([rect])
                return len(display.encode([rect]).body)

            part = surface.subsurface(rect)
            spans = by_turns(ours, partial(_png, part), 15, time.thread_time)
            yield Result(f"{label} for a browser: copied and encoded", spans[0], "PNG", spans[1], aim=0.5)
            yield Result(f"{label} for a browser: bytes", ours() / 1000, "PNG", _png(part) / 1000, "kB", aim=1.1)
