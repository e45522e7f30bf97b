"""Pods on a bench: the firmware's own files under MicroPython, a serial line that can be torn, and the table's own end.

Nothing sleeps for a fixed time: every command to a pod is answered when its program has gone round.
"""

from __future__ import annotations

import array
import fcntl
import os
import pty
import select
import shutil
import subprocess
import termios
import time
import tty
from collections.abc import Callable
from pathlib import Path

from device.pods.ports import SerialLine

ROOT = Path(__file__).parents[2]
BOOT = Path(__file__).with_name("unix") / "boot.py"
PATIENCE = 300.0
"""Seconds after which something hangs for good; a busy machine takes its time, and nothing is measured by this."""
MICROPYTHON = ROOT / ".venv" / "bin" / "micropython"
SECOND = 1_000_000_000
ROOM = 4_000
"""Bytes that fit into a pty."""


def interpreter() -> str:
    """MicroPython; a skip with its reason where it is missing, and a failure in continuous integration."""
    program = str(MICROPYTHON) if MICROPYTHON.exists() else shutil.which("micropython")
    if program is None:
        import pytest  # where a rig serves as a model, there is no pytest

        reason = "needs MicroPython's own interpreter (on Debian `make test` fetches it)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return program


class Chip:
    """One Pico: its program runs until it is unplugged. ``us`` of the device's time -> its own is for who moves it."""

    def __init__(self, folder: Path, number: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.number = number
        self._folder = folder
        self._pipes = [folder / "commands", folder / "answers"]
        self.process: subprocess.Popen[bytes] | None = None
        self.boot()

    def boot(self, start: str = "power") -> None:
        """A new start, its clock at 0. ``start``: ``power`` or ``dog``, with ``+down`` where the button is held."""
        for pipe in self._pipes:
            pipe.unlink(missing_ok=True)
            os.mkfifo(pipe)
        command = [interpreter(), str(BOOT), str(ROOT / "firmware"), *map(str, self._pipes), self.number, start]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._commands = open(self._pipes[0], "w", buffering=1)
        self._answers = open(self._pipes[1])
        os.set_blocking(self.fd_out, False)
        os.set_blocking(self.fd_in, False)

    @property
    def fd_in(self) -> int:
        return self.process.stdin.fileno()

    @property
    def fd_out(self) -> int:
        return self.process.stdout.fileno()

    def off(self) -> None:
        """Power off: everything that it kept in its memory is gone."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for end in (self.process.stdin, self.process.stdout, self._commands, self._answers):
            try:
                end.close()
            except OSError:
                pass

    def tell(self, *words: object) -> None:
        """A command that is perhaps never answered."""
        self._commands.write(" ".join(map(str, words)) + "\n")

    def say(self, *words: object) -> str:
        """A command; the answer comes when the program has done what there was to do then."""
        self.tell(*words)
        ready, _, _ = select.select([self._answers], [], [], PATIENCE)
        assert ready, "the pod's program does not come round any more"
        answer = self._answers.readline().strip()
        assert answer, f"the pod's program has ended with status {self.process.wait(PATIENCE)}"
        return answer

    def ends(self) -> int:
        """The program comes to its end; its status."""
        return self.process.wait(PATIENCE)

    @property
    def lamp(self) -> bool:
        return self.say("s").split()[0] == "1"

    @property
    def sounds(self) -> bool:
        return self.say("s").split()[1] == "1"


Fault = Callable[[int, bytes], list[bytes]]
"""What becomes of the frame with that index: the pieces that arrive."""


def whole(n: int, frame: bytes) -> list[bytes]:
    return [frame]


class Cable:
    """Chip on one side, a pty for pyserial on the other. Frames go through `up` (to the table) and `down` faults.

    ``hurried``: somebody else reads at the same time, so nothing is waited for.
    """

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.up: Fault = whole
        self.down: Fault = whole
        self.sent = [0, 0]
        self.log: list[bytes] = []
        self.hurried = False
        self._part = [b"", b""]
        self._master = self._slave = -1
        self.path = ""
        self.plug()

    def plug(self) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._master)
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._part = [b"", b""]

    def unplug(self) -> None:
        for end in (self._master, self._slave):
            os.close(end)
        self._master, self.path = -1, ""

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def carry(self) -> bool:
        """Bring over what waits at both ends; whether there was anything."""
        up = self._through(0, self.chip.fd_out, self._master, self.up)
        down = self._through(1, self._master, self.chip.fd_in, self.down)
        return up or down

    def rest(self, seconds: float) -> None:
        """Until something waits at an end, but not for long; OSError or ValueError where one has just gone."""
        select.select([self.chip.fd_out, self._master], [], [], seconds)

    def _through(self, way: int, source: int, target: int, fault: Fault) -> bool:
        try:
            data = os.read(source, 1024) if source >= 0 else b""
        except (BlockingIOError, OSError):
            data = b""
        self._part[way] += data
        while b"\n" in self._part[way]:
            frame, self._part[way] = self._part[way].split(b"\n", 1)
            frame += b"\n"
            self.log.append(frame)
            pieces = fault(self.sent[way], frame)
            self.sent[way] += 1
            for piece in pieces if target >= 0 else []:
                waiting = self.waiting(self._slave) if way == 0 else 0
                written = os.write(target, piece)
                if way == 0:
                    self.arrive(self._slave, waiting + written)
        return bool(data)

    def line(self, path: str) -> SerialLine:
        """The table's end of the line, as the table opens it itself."""
        return Watched(path, self)

    @property
    def master(self) -> int:
        return self._master

    @staticmethod
    def waiting(end: int) -> int:
        """How many bytes can be read there."""
        count = array.array("i", [0])
        fcntl.ioctl(end, termios.FIONREAD, count)
        return count[0]

    def arrive(self, end: int, size: int) -> None:
        """Wait until that many bytes can be read at an end.

        What is written to a pty comes out when the kernel gets round to it, on a busy machine after a while.
        """
        last = time.monotonic() + PATIENCE
        while not self.hurried and (count := self.waiting(end)) < min(size, ROOM):
            assert time.monotonic() < last, "the pty does not hand on what was written"
            if count:
                os.sched_yield()
            else:
                select.select([end], [], [], PATIENCE)


class Watched(SerialLine):
    """A line through pyserial whose bytes have come out at the other end when `write` returns."""

    def __init__(self, path: str, cable: Cable) -> None:
        super().__init__(path)
        self._cable = cable

    def write(self, data: bytes) -> int:
        if self._cable.hurried or not self._cable.plugged:
            return super().write(data)
        before = self._cable.waiting(self._cable.master)
        written = super().write(data)
        self._cable.arrive(self._cable.master, before + written)
        return written
