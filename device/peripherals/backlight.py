"""The light behind the screen, through ``/sys/class/backlight``. Screens without one are many: that is no trouble.

A panel on the display connector takes its brightness over I2C, so a thread of its own does the writing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from device.io.inputs import Input, StatusReporter
from rules.message import msg

ROOT = Path("/sys/class/backlight")
STATUS_NAME = "backlight"


class Backlight:
    """The first light that the kernel knows, where it knows one. The newest brightness wins."""

    def __init__(self, post: Callable[[Input], None], root: Path | None = ROOT) -> None:
        self._status = StatusReporter(STATUS_NAME, post)
        self._folder = first_light(root)
        self._wake = threading.Condition()
        self._writing = threading.Lock()
        self._wanted: int | None = None
        self._shown: int | None = None
        self._thread: threading.Thread | None = None

    @property
    def works(self) -> bool:
        """Whether that light is there and takes its brightness; otherwise the picture itself has to be darkened."""
        return self._folder is not None and self._status.trouble is None

    def show(self, percent: int) -> None:
        """Bring the light to ``percent``; returns at once."""
        if self._folder is None:
            return
        with self._wake:
            self._wanted = percent
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="light", daemon=True)
                self._thread.start()
            self._wake.notify()

    def _work(self) -> None:
        while True:
            self.serve()
            with self._wake:
                while self._wanted == self._shown:
                    self._wake.wait()

    def serve(self) -> None:
        """Write the newest brightness, if it is not there yet. What is refused is reported, and left until the next."""
        with self._writing:
            with self._wake:
                wanted = self._wanted
            if self._folder is None or wanted is None or wanted == self._shown:
                return
            self._shown = wanted
            trouble = None
            try:
                most = int((self._folder / "max_brightness").read_text(encoding="ascii"))
                level = max(1, round(most * wanted / 100))
                (self._folder / "brightness").write_text(f"{level}\n", encoding="ascii")
            except (OSError, ValueError):
                trouble = msg("The screen's own light cannot be set; the picture is darkened instead.")
            self._status.report(trouble)


def first_light(root: Path | None) -> Path | None:
    """The first light in ``root`` by its name; None where there is none."""
    if root is None:
        return None
    try:
        lights = sorted(path for path in root.iterdir() if (path / "brightness").exists())
    except OSError:
        return None
    return lights[0] if lights else None
