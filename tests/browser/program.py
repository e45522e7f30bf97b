"""``dvojtah serve`` as a program, a line to it that can be cut, and a client that speaks as the page does."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from device.browser.messages import HEAD
from tests.ports import free_port
from tools.play.clocks import Way

ROOT = Path(__file__).parents[2]
IDENT = "0123456789abcdef0123456789abcdef"
OTHER = "fedcba9876543210fedcba9876543210"


class ServedTable:
    """The program, which keeps its port, its journal and its code when it is started again."""

    def __init__(self, folder: Path, *options: str, language: str = "cs") -> None:
        self.folder, self.options, self.language = folder, options, language
        self.port = free_port()
        self.code = ""
        self.lines: list[str] = []
        self.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def link(self) -> str:
        return f"http://{self.host}/#{self.code}"

    @property
    def log(self) -> Path:
        """What it has said on standard error."""
        return self.folder / "stderr"

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "device", "--lang", self.language]
        command += ["--journal", str(self.folder / "journal.db"), "--settings", str(self.folder / "settings.toml")]
        (self.folder / "settings.toml").touch()
        command += ["serve", "--host", "127.0.0.1", "--port", str(self.port), *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"HOME": str(self.folder)},
            )
        self.lines = []
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            self.lines.append(line)
            if match := re.search(r"^K[óo]d: (\w+)|^Code: (\w+)", line):
                self.code = match[1] or match[2]
            if "Ctrl-C" in line:
                return
        raise AssertionError(f"it has ended: {self.lines}")

    def settle(self) -> None:
        """Wait until the screen stays as it is: until both small displays are there, and the line that says they are
        being connected has gone. Whatever has been drawn at another size and back is drawn without it.
        """
        end = time.monotonic() + 20
        while not all(f"oled {side}: ready" in self.log.read_text() for side in "AB"):
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.01)
        first = Client(self.host, self.code)
        usual = first.until(lambda message: isinstance(message, dict))["size"]
        first.say("size", 640, 480)
        first.until(lambda message: isinstance(message, dict) and message["seq"] and message["size"] != usual)
        first.say("size", *usual)
        first.until(lambda message: isinstance(message, dict) and message["seq"] and message["size"] == usual)
        first.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Client:
    """A browser that is none: a line to a table, its messages read one by one."""

    def __init__(
        self,
        host: str,
        code: str,
        ident: str = IDENT,
        *,
        looks: bool = False,
        size: tuple[int, int] = (800, 480),
        origin: str = "",
    ) -> None:
        self.line: ClientConnection = connect(
            f"ws://{host}/table",
            origin=Origin(origin or f"http://{host}"),
            compression=None,
            max_size=None,
            open_timeout=20,
            close_timeout=1,
            legacy=True,
        )
        self.seq = 0
        self.say("hello", ident, code, looks, *size)

    def say(self, *message: object) -> None:
        self.line.send(json.dumps(message))

    def next(self, seconds: float = 20) -> Any:
        """The next message, a list, or the head of a picture, which is acknowledged."""
        message = self.line.recv(timeout=seconds)
        if isinstance(message, str):
            return json.loads(message)
        _, number, seq, wide, high, count = HEAD.unpack_from(message)
        self.say("ack", number)
        self.seq = seq or self.seq
        return {"number": number, "seq": seq, "size": (wide, high), "count": count, "bytes": len(message)}

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The first message for which that holds."""
        while not wanted(message := self.next()):
            pass
        return message

    def seat(self) -> Any:
        return self.until(lambda message: isinstance(message, list) and message[0] == "seat")

    def changes(self, seconds: float) -> bool:
        """Whether another picture is whole within so many seconds."""
        before, end = self.seq, time.monotonic() + seconds
        while self.seq == before and (left := end - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                self.next(left)
        return self.seq != before

    def listen(self, seconds: float) -> None:
        """Take everything that comes within so many seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.changes(left)

    def whole(self) -> int:
        """The generation of the next whole picture."""
        return int(self.until(lambda message: isinstance(message, dict) and bool(message["seq"]))["seq"])

    def close(self) -> None:
        self.line.close()


class Cable:
    """A TCP line in between: it can be cut, left hanging, and made slow (``rate`` bytes a second to the browser)."""

    def __init__(self, port: int, rate: float = 0) -> None:
        self._target, self._rate = port, rate
        self._open = threading.Event()
        self._open.set()
        self._ends: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.port = free_port()
        self.plug_in()

    def plug_in(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                if self._rate:
                    near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:  # nobody is there now
                    near.close()
                    continue
                if self._rate:
                    far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                self._ends |= {near, far}
                for source, sink, slow in ((near, far, False), (far, near, bool(self._rate))):
                    threading.Thread(target=self._pump, args=(source, sink, slow), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, slow: bool) -> None:
        pause = threading.Event()
        with contextlib.suppress(OSError):
            while data := source.recv(1024 if slow else 65536):
                self._open.wait()
                sink.sendall(data)
                if slow:
                    pause.wait(len(data) / self._rate)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hang(self) -> None:
        """Nothing comes through, nothing is said."""
        self._open.clear()

    def go_on(self) -> None:
        self._open.set()

    def cut(self) -> None:
        """Both ends hear at once that the line is gone, and nobody can connect."""
        if self._listener is not None:
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        self._open.set()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()


class SlowRoad(Cable):
    """A line on which everything takes as long as ``way`` says, in order, as TCP brings it; a loss is a stall."""

    def __init__(self, port: int, way: Way, seed: int = 1) -> None:
        self._way, self._chance = way, random.Random(seed)
        self.stalls = 0
        super().__init__(port)

    def _pump(self, source: socket.socket, sink: socket.socket, slow: bool) -> None:
        coming: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        threading.Thread(target=self._deliver, args=(coming, source, sink), daemon=True).start()
        due = 0.0
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                delay = self._way.delay(self._chance)
                self.stalls += delay > self._way.least + 8 * self._way.jitter
                due = max(due, time.monotonic() + delay / 1e9)
                coming.put((due, data))
        coming.put((due, b""))

    def _deliver(self, coming: queue.SimpleQueue[tuple[float, bytes]], *ends: socket.socket) -> None:
        pause = threading.Event()
        with contextlib.suppress(OSError):
            while (chunk := coming.get())[1]:
                pause.wait(max(0.0, chunk[0] - time.monotonic()))
                ends[1].sendall(chunk[1])
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
