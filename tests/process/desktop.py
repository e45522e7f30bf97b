"""A real display without a monitor (Xvfb) and hands on it (xdotool), for tests of the real program."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.games.polish_doubles.hands import DoublesPlayer
from device.kiosk.widgets import place_of

PROGRAMS = ("Xvfb", "xdotool")
PATIENCE = 20.0
"""Seconds after which something that should happen counts as failed."""


def needed() -> None:
    """Skip, and say why, where the display programs are missing; in continuous integration that is a failure."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if not missing:
        return
    reason = f"needs {' and '.join(missing)} (apt install xvfb xdotool); `make test` as root installs them"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def until(found: Callable[[], Any], what: str) -> Any:
    """Wait until ``found`` gives something. Fails after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        if time.monotonic() > end:
            pytest.fail(f"{what}: not within {PATIENCE:g} s")
        time.sleep(0.02)
    return value


class Desktop:
    """A display of its own."""

    def __init__(self, size: tuple[int, int] = (1000, 760)) -> None:
        read, write = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"],
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

    def close(self) -> None:
        """Switch it off."""
        self.server.terminate()
        self.server.wait(PATIENCE)


class Simulator:
    """The real `dvojtah simulate` in its window, and a mirror at which to look up where a player would touch.

    Everything that is done is done twice: in the window with xdotool, and on the mirror with a virtual clock.
    """

    def __init__(self, desktop: Desktop, folder: Path, journal: Path | None = None) -> None:
        self.desktop = desktop
        self.journal = journal or folder / "journal.db"
        self.mirror = DoublesPlayer(folder / "mirror")
        self.window = ""
        self.process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        return self.run([sys.executable, "-m", "device", "--lang", "cs", "--journal", str(self.journal), "simulate"])

    def run(self, command: list[str]) -> subprocess.Popen[str]:
        """Start the program and wait for its window."""
        process = subprocess.Popen(
            command, env=self.desktop.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.window = self.desktop.hand("search", "--sync", "--onlyvisible", "--class", "dvojtah").splitlines()[-1]
        return process

    def kill(self) -> None:
        """SIGKILL: the plug is pulled."""
        self.process.kill()
        self.process.communicate()

    def again(self) -> None:
        """Power comes back: the program is started anew, on both sides of the mirror."""
        self.mirror.close()
        self.mirror.kiosk, self.mirror.edges, self.mirror.faces, self.mirror.factory = self.mirror._start()
        self.process = self._start()

    def touch(self, action: Any) -> None:
        """Touch the button that carries ``action``."""
        place = place_of(self.mirror.kiosk.scene, action)
        assert place is not None, action
        self.desktop.hand("mousemove", "--window", self.window, str(place[0]), str(place[1]), "click", "1")
        self.mirror.touch(action)

    def write(self, text: str) -> None:
        """Type on an attached keyboard."""
        for char in text:
            self.desktop.hand("key", "--window", "0", {" ": "space"}.get(char, char))
        self.mirror.write(text)

    def press(self, side: int, hold: float = 0.1) -> None:
        """Press a clock button with key A or L for some seconds, as a hand does: never shorter than its debounce."""
        key = "al"[side]
        self.desktop.hand("keydown", key)
        time.sleep(hold)
        self.desktop.hand("keyup", key)
        time.sleep(0.1)
        self.mirror.press(side, round(hold * 1000))

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
        until(lambda: self.rows("SELECT max(n) FROM entry")[0][0] == wanted, f"entry {wanted} in the journal")
