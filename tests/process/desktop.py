"""A real display without a monitor (Xvfb) and hands on it (xdotool), for tests of the real program."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image, ImageChops

from device.common.files.wall_clock import machine_vouches
from device.graphics.actions import Do
from device.graphics.display import rotate_rect
from device.graphics.widgets import Touch, place_of
from device.io.inputs import Redraw
from device.kiosk.touches import COSTLY_SETTLE, SETTLE
from tools.play.players.polish_doubles import DoublesPlayer

PROGRAMS = ("Xvfb", "xdotool")
PATIENCE = 20.0
"""Seconds after which something that should happen counts as failed."""
SETTLED_S = SETTLE / 1e9 + 0.1
"""How long (s) people look at another screen before they touch it: before that a touch means nothing."""
COSTLY_S = COSTLY_SETTLE / 1e9 + 0.1
"""The same for what costs somebody something."""


def needed() -> None:
    """Skip, and say why, where the display programs are missing; in continuous integration that is a failure."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if not missing:
        return
    reason = f"needs {' and '.join(missing)} (apt install xvfb xdotool); `make test` as root installs them"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def until(condition: Callable[[], Any], awaited: str) -> Any:
    """Wait until ``condition`` gives something. Fails after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > end:
            pytest.fail(f"{awaited}: not within {PATIENCE:g} s")
        time.sleep(0.02)
    return value


class Desktop:
    """A display of its own."""

    def __init__(self, size: tuple[int, int] = (1000, 760)) -> None:
        read, write = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        self.folder = tempfile.TemporaryDirectory(prefix="dvojtah-")
        self.server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-screen",
                "0",
                screen,
                "-nolisten",
                "tcp",
                "-noreset",
                "-fbdir",
                self.folder.name,
            ],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        self.display = f":{number}"
        self.environment = os.environ | {
            "DISPLAY": self.display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
        }

    def hand(self, *command: str) -> str:
        """One xdotool command."""
        return subprocess.run(
            ["xdotool", *command], env=self.environment, check=True, capture_output=True, text=True, timeout=PATIENCE
        ).stdout.strip()

    def windows(self) -> list[str]:
        """The windows of the program that show; xdotool's status says the same and is not needed."""
        command = ["xdotool", "search", "--onlyvisible", "--class", "dvojtah"]
        process = subprocess.run(
            command, env=self.environment, check=False, capture_output=True, text=True, timeout=PATIENCE
        )
        return process.stdout.split()

    def picture(self, box: tuple[int, int, int, int]) -> Image.Image:
        """What a person would see now between left, top, right and bottom.

        Xvfb keeps its screen in a file of X's window dump format (XWDFile.h); it is looked at again and again, so no
        more lines of it are read than are looked at.
        """
        left, top, right, bottom = box
        with Path(self.folder.name, "Xvfb_screen0").open("rb", buffering=0) as dump:
            header = struct.unpack(">25I", dump.read(100))
            wide, line = header[4], header[12]
            dump.seek(header[0] + 12 * header[19] + line * top)
            lines = dump.read(line * (bottom - top))
        return Image.frombytes("RGB", (wide, bottom - top), lines, "raw", "BGRX", line).crop(
            (left, 0, right, bottom - top)
        )

    def close(self) -> None:
        """Switch it off."""
        self.server.terminate()
        self.server.wait(PATIENCE)
        self.folder.cleanup()


class Simulator:
    """The real `dvojtah simulate` in its window, and a mirror at which to look up where a player would touch.

    Everything that is done is done twice: in the window with xdotool, and on the mirror with a virtual clock.
    """

    def __init__(self, desktop: Desktop, folder: Path, journal: Path | None = None) -> None:
        self.desktop = desktop
        self.journal = journal or folder / "journal.db"
        self.mirror = DoublesPlayer(folder / "mirror")
        self.know_the_day()
        self.window = ""
        self.looked_at: object = None
        self.process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        return self.run([sys.executable, "-m", "device", "--lang", "cs", "--journal", str(self.journal), "simulate"])

    def run(self, command: list[str]) -> subprocess.Popen[str]:
        """Start the program and wait for its window."""
        self.looked_at = None
        process = subprocess.Popen(
            command, env=self.desktop.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.window = self.desktop.hand("search", "--sync", "--onlyvisible", "--class", "dvojtah").splitlines()[-1]
        return process

    def kill(self) -> None:
        """SIGKILL: the plug is pulled. What is started next must not meet the window, which goes a moment later."""
        self.process.kill()
        self.process.communicate()
        until(lambda: self.window not in self.desktop.windows(), "the window goes with its program")

    def again(self) -> None:
        """Power comes back: the program is started anew, on both sides of the mirror."""
        self.mirror.close()
        self.mirror.kiosk, self.mirror.peripherals, self.mirror.oleds, self.mirror.factory = self.mirror._start()
        self.know_the_day()
        self.process = self._start()

    def know_the_day(self) -> None:
        """The mirror knows what day it is where this machine does: the program in the window asks there, too."""
        kiosk = self.mirror.kiosk
        kiosk.host.calendar.vouches = machine_vouches
        kiosk.post(Redraw())
        self.mirror.settle()

    def touch(self, action: Any) -> None:
        """Touch the button that carries ``action``, as soon as it is seen."""
        self.click(action)
        self.mirror.touch(action)

    def corner(self) -> tuple[int, int]:
        """Where the window lies on the screen."""
        lines = self.desktop.hand("getwindowgeometry", "--shell", self.window).splitlines()
        place = dict(line.split("=", 1) for line in lines if "=" in line)
        return int(place["X"]), int(place["Y"])

    def click(self, action: Any) -> None:
        """Touch it in the window alone, as soon as it is seen there."""
        kiosk = self.mirror.kiosk
        touched = [touch for touch in kiosk.scene if isinstance(touch, Touch) and touch.action == action]
        assert touched, action
        kind, degrees = kiosk.screen.look.size, kiosk.host.settings.screen.rotate
        place = rotate_rect(pygame.Rect(touched[-1].rect), kind, degrees)
        wanted = Image.frombytes(
            "RGB", place.size, pygame.image.tobytes(kiosk.screen.display.surface.subsurface(place), "RGB")
        )
        left, top = self.corner()

        def shows() -> bool:
            box = (left + place.left, top + place.top, left + place.right, top + place.bottom)
            return ImageChops.difference(self.desktop.picture(box), wanted).getbbox() is None

        until(shows, f"{action} on the real screen")
        x, y = place_of(kiosk.scene, action) or (0, 0)
        if isinstance(action, Do) and action.event.costs:
            time.sleep(COSTLY_S)
        elif self.looked_at != kiosk.screen.frame.key:
            time.sleep(SETTLED_S)
            self.looked_at = kiosk.screen.frame.key
        spot = rotate_rect(pygame.Rect(x, y, 1, 1), kind, degrees)
        self.desktop.hand("mousemove", "--window", self.window, str(spot.x), str(spot.y), "click", "1")

    def write(self, text: str) -> None:
        """Type on an attached keyboard."""
        for char in text:
            self.desktop.hand("key", "--window", "0", {" ": "space"}.get(char, char))
        self.mirror.write(text)

    def press(self, side: int, hold: float = 0.1) -> None:
        """Press a clock button with key A or L for some seconds, as a hand does: never shorter than its debounce."""
        self.key(side, hold)
        self.mirror.press(side, round(hold * 1000))

    def key(self, side: int, hold: float) -> None:
        """The same in the window alone."""
        self.looked_at = None
        key = "al"[side]
        self.desktop.hand("keydown", key)
        time.sleep(hold)
        self.desktop.hand("keyup", key)
        time.sleep(0.1)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the journal of the real program holds, as another program reads it."""
        if not self.journal.exists():
            return []
        with sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True) as db:
            return db.execute(query).fetchall()

    def caught_up(self) -> None:
        """The real program has recorded as many events as the mirror."""
        history = self.mirror.kiosk.table.history
        assert history is not None
        wanted = len(history.entries)
        until(
            lambda: self.rows("SELECT max(n) FROM entry WHERE game = (SELECT max(game) FROM entry)")[0][0] == wanted,
            f"entry {wanted} in the journal",
        )


class Table(Simulator):
    """The simulator on a settings file of its own, and hands that touch nothing before they see it.

    ``mirror`` moves both hands at once: whatever it is asked to do happens in the window too. A button is touched
    where it lies on the turned picture, once the window shows it pixel for pixel as the mirror does.
    """

    def __init__(self, desktop: Desktop, folder: Path, text: str, size: tuple[int, int]) -> None:
        self.file = folder / "settings.toml"
        self.file.write_text(text, encoding="utf-8")
        super().__init__(desktop, folder)
        self.mirror.close()
        self.mirror = BothHands(folder / "both", size, self)
        self.know_the_day()

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "device", "--settings", str(self.file), "--journal", str(self.journal)]
        return self.run([*command, "simulate"])

    def touch(self, action: Any) -> None:
        """Touch the button that carries ``action``, on both sides of the mirror."""
        self.mirror.touch(action)

    def press(self, side: int, hold: float = 0.1) -> None:
        """Press a clock button, on both sides of the mirror."""
        self.mirror.press(side, round(hold * 1000))


class BothHands(DoublesPlayer):
    """Hands whose every touch and press happens in the real program's window first."""

    def __init__(self, folder: Path, size: tuple[int, int], real: Table) -> None:
        self.real: Table | None = None
        super().__init__(folder, size=size, seen=lambda name, player: None)
        self.real = real

    def touch(self, action: Any) -> None:
        """Touch it in the window, then here."""
        if self.real is not None:
            self.real.click(action)
        super().touch(action)

    def press(self, side: int, ms: int = 60) -> None:
        """Press the key in the window, then the button here."""
        if self.real is not None:
            self.real.key(side, max(100, ms) / 1000)
        super().press(side, ms)
