"""A relay between a client and a server on this machine."""

from __future__ import annotations

import contextlib
import socket
import threading


class Relay:
    """Carries bytes between a client and a server, holds them back on demand, breaks lines."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.up, self.down = threading.Event(), threading.Event()
        self.mend()
        self.lines: set[tuple[socket.socket, socket.socket]] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Hold everything back."""
        self.up.clear()
        self.down.clear()

    def mend(self) -> None:
        """Pass it on again."""
        self.up.set()
        self.down.set()

    def break_lines(self) -> None:
        """Break every line, with what was held back."""
        for line in list(self.lines):
            self._end(line)
        self.mend()

    def close(self) -> None:
        """Take no more lines and break those there are."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.break_lines()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket()
                line = client, server
                if not self.up.is_set() or server.connect_ex(("127.0.0.1", self._target)):
                    self._end(line)
                    continue
                self.lines.add(line)
                for there, back, gate in ((0, 1, self.up), (1, 0, self.down)):
                    threading.Thread(target=self._carry, args=(line, there, back, gate), daemon=True).start()

    def _carry(self, line: tuple[socket.socket, socket.socket], there: int, back: int, gate: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := line[there].recv(1 << 16):
                gate.wait()
                if line in self.lines:
                    line[back].sendall(data)
        gate.wait()
        self._end(line)

    def _end(self, line: tuple[socket.socket, socket.socket]) -> None:
        self.lines.discard(line)
        for end in line:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
