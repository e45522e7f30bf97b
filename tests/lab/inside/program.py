"""The real table as a program of its own on the guest's display, and its picture held against what a mirror draws."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pygame
from PIL import Image, ImageChops

from tests.lab.inside.conftest import PATIENCE, picture, until

VISIBLE, STRAY = 64, 60
"""How much a channel may differ before an eye could see it, and how many pixels may: a display has 256,000 or more."""


class Program:
    """The table with the settings that are written into ``folder``. Its loop says by its watchdog that it has come
    round."""

    def __init__(self, folder: Path, settings: str) -> None:
        place = folder / "settings.toml"
        place.write_text(settings)
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(folder / "notify"))
        environment = os.environ | {
            "SDL_VIDEODRIVER": "kmsdrm",
            "SDL_AUDIODRIVER": "dummy",
            "WATCHDOG_USEC": "4",
            "NOTIFY_SOCKET": str(folder / "notify"),
        }
        run = [sys.executable, "-m", "device", "--settings", str(place), "kiosk", "--log-level", "error"]
        self.process = subprocess.Popen(run, env=environment, stderr=subprocess.PIPE, text=True)
        until(lambda: self._heard("READY=1") or self.process.poll() is not None, "the first picture")
        assert self.process.poll() is None, self.process.communicate()[1]

    def _heard(self, word: str) -> bool:
        """Whether the table has said that by now."""
        self._manager.setblocking(False)
        try:
            while self._manager.recv(4096) != word.encode():
                pass
        except BlockingIOError:
            return False
        return True

    def turns(self, count: int = 3) -> None:
        """Wait until the loop has come round: what was in it is done, what waits is taken, the picture is drawn."""
        self._heard("nothing more")
        self._manager.settimeout(PATIENCE)
        for _ in range(count):
            self._manager.recv(4096)

    def close(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.communicate()
        self._manager.close()


def shows(surface: pygame.Surface, name: str, card: int = 0, connector: int = 0) -> bool:
    """Whether a display shows what is on ``surface``, but for what an eye could not see. Its picture is kept."""
    wanted = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    with Image.open(picture(name, card, connector)) as file:
        if file.size != wanted.size:
            return False
        worst = ImageChops.difference(file.convert("RGB"), wanted).split()
    most = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2])
    return sum(most.histogram()[VISIBLE:]) <= STRAY
