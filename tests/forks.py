"""Commands of the project that are forked from a process which has read their modules: most of a start is reading them.

What is forked has arguments, environment and standard streams of its own and ends as a program ends. Tests about the
start itself, about signals or about what is loaded start the program. ``python -m tests.forks MODULE READ...`` is the
process that is forked; it ends with the process of the tests.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
REQUEST = 1 << 20
"""Bytes of a request at most."""


class Forks:
    """``python -m module``, forked from a process of its own; ``read`` are the modules that are read once."""

    def __init__(self, module: str, *read: str, **environment: str) -> None:
        self._command = [sys.executable, "-m", "tests.forks", module, *read]
        self._environment = environment
        self._line: socket.socket | None = None

    def run(
        self, *arguments: str, env: Mapping[str, str] | None = None, input: bytes = b"", timeout: float = 60
    ) -> subprocess.CompletedProcess[bytes]:
        """What `subprocess.run` gives that captures what the command says; TimeoutError after so many seconds."""
        line = self._connected()
        asked = {"arguments": arguments, "environment": dict(os.environ if env is None else env)}
        out, err = Pipe(), Pipe()
        with tempfile.TemporaryFile() as into:
            into.write(input)
            into.seek(0)
            ends = [into.fileno(), out.theirs.fileno(), err.theirs.fileno()]
            socket.send_fds(line, [json.dumps(asked).encode()], ends)
        out.theirs.close()
        err.theirs.close()
        line.settimeout(timeout)
        try:
            status = int(line.recv(32))
        except TimeoutError:
            os.killpg(self._server.pid, signal.SIGKILL)
            self._line = None
            raise
        return subprocess.CompletedProcess([*self._command[3:4], *arguments], status, out.read(), err.read())

    def _connected(self) -> socket.socket:
        if self._line is None:
            self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, REQUEST)
            with theirs:
                environment = os.environ | self._environment
                self._server = subprocess.Popen(self._command, stdin=theirs, cwd=ROOT, env=environment, process_group=0)
        return self._line


class Pipe:
    """A pipe whose far end another process gets; what comes is taken at once, so that nobody waits for a full one."""

    def __init__(self) -> None:
        ours, theirs = os.pipe()
        self.theirs: IO[bytes] = os.fdopen(theirs, "wb")
        self._said = b""
        self._reader = threading.Thread(target=self._take, args=(os.fdopen(ours, "rb"),), daemon=True)
        self._reader.start()

    def _take(self, ours: IO[bytes]) -> None:
        with ours:
            self._said = ours.read()

    def read(self) -> bytes:
        """All that was said, once everybody who could say something has ended."""
        self._reader.join()
        return self._said


def serve(line: socket.socket, module: str) -> None:
    """Fork for every request; in the fork, run the module."""
    while True:
        request, ends, _, _ = socket.recv_fds(line, REQUEST, 3)
        if not request:
            return
        if not (child := os.fork()):
            line.close()
            begin(ends, **json.loads(request))
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            return
        for end in ends:
            os.close(end)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def begin(ends: list[int], arguments: list[str], environment: dict[str, str]) -> None:
    """Take on standard streams, arguments and environment, as a start does."""
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    streams: list[Any] = [os.fdopen(number, mode, closefd=False) for number, mode in enumerate(("r", "w", "w"))]
    for stream, before in zip(streams, (sys.stdin, sys.stdout, sys.stderr), strict=True):
        stream.reconfigure(errors=before.errors)
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams
    sys.argv[1:] = arguments
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    tempfile.tempdir = None


if __name__ == "__main__":
    theirs = socket.socket(fileno=os.dup(0))
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, REQUEST)
    for name in sys.argv[2:]:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    serve(theirs, sys.argv[1])
