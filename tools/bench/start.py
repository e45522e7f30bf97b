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

from tools.bench.measure import NotMeasured, Result

ROUNDS = 9
PEAK = """
def peak():
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM:")), flush=True)
"""
"""The most memory that the process itself had, in kB. ``ru_maxrss`` would begin with what its parent has."""
BARE = (
    PEAK
    + """
import os, pygame
pygame.display.init()
pygame.display.set_mode((800, 480)).fill((20, 20, 20))
pygame.display.flip()
peak()
os._exit(0)
"""
)
OURS = (
    PEAK
    + """
import os, pygame
from device.__main__ import main
update = pygame.display.update
def first(dirty):
    update(dirty)
    peak()
    os._exit(0)
pygame.display.update = first
main()
"""
)


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
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")  # so is a table that is installed
        settings = Path(folder) / "settings.toml"
        settings.write_text("[screen]\nfullscreen = false\n", encoding="utf-8")
        journal = str(Path(folder) / "journal.db")
        ours = [sys.executable, "-c", OURS, "--settings", str(settings), "--journal", journal, "kiosk"]
        bare = [sys.executable, "-c", BARE]
        for command in (ours, bare):  # the first start compiles and fills the caches
            run(command, environment)
        pairs = [(run(ours, environment), run(bare, environment)) for _ in range(ROUNDS)]
    spans = [median(span for span, _ in column) for column in zip(*pairs, strict=True)]
    sizes = [median(size for _, size in column) for column in zip(*pairs, strict=True)]
    yield Result("start to the first full frame", spans[0], "a bare pygame window", spans[1], aim=1.5)
    yield Result("memory at the first full frame", sizes[0], "a bare pygame window", sizes[1], "MB")


def run(command: list[str], environment: dict[str, str] | None = None) -> tuple[float, float]:
    """Milliseconds until the program ended, and the most memory it had, in MB. Raises `NotMeasured`."""
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env=environment)
    spent = 1e3 * (time.perf_counter() - begin)
    if done.returncode:
        raise NotMeasured(f"{command[2].strip()[-40:]!r} ended with {done.returncode}")
    return spent, int(done.stdout.split()[-1]) / 1024
