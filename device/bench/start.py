"""From the start of the program to its first full frame, and its memory then, against a bare pygame window."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from device.bench.measure import Result

ROUNDS = 9
BARE = """
import os, pygame
pygame.display.init()
pygame.display.set_mode((800, 480)).fill((20, 20, 20))
pygame.display.flip()
os._exit(0)
"""
OURS = """
import os, sys
from device.cli import main
from device.kiosk.display import PygameDisplay
present = PygameDisplay.present
def first(self, dirty):
    present(self, dirty)
    os._exit(0)
PygameDisplay.present = first
main(sys.argv[1:])
"""


@contextlib.contextmanager
def display() -> Iterator[str]:
    """A display to draw on: the one there is, else Xvfb, else SDL's dummy. Yields SDL's driver for it."""
    if os.environ.get("DISPLAY"):
        yield "x11"
        return
    if shutil.which("Xvfb") is None:
        yield "dummy"
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x760x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as pipe:
            os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
        try:
            yield "x11"
        finally:
            del os.environ["DISPLAY"]
            server.terminate()


def compare() -> Iterator[Result]:
    """Both programs by turns, as processes of their own."""
    with TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text("[screen]\nfullscreen = false\n", encoding="utf-8")
        journal = str(Path(folder) / "journal.db")
        ours = [sys.executable, "-c", OURS, "--settings", str(settings), "--journal", journal, "kiosk"]
        bare = [sys.executable, "-c", BARE]
        for command in (ours, bare):  # the first start compiles and fills the caches
            run(command)
        pairs = [(run(ours), run(bare)) for _ in range(ROUNDS)]
    spans = [median(span for span, _ in column) for column in zip(*pairs, strict=True)]
    sizes = [median(size for _, size in column) for column in zip(*pairs, strict=True)]
    yield Result("start to the first full frame", spans[0], "a bare pygame window", spans[1], aim=2.5)
    yield Result("memory at the first full frame", sizes[0], "a bare pygame window", sizes[1], "MB")


def run(command: list[str]) -> tuple[float, float]:
    """Milliseconds until the program ended, and the most memory it had, in MB."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command[2][:40]!r} ended with {child.returncode}")
    return 1e3 * (time.perf_counter() - begin), used.ru_maxrss / 1024
