"""The stage with Mosquitto, and paho's clients behind a relay that holds back and breaks their lines."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import threading
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from device.event import broker as files
from tests.event.rig import Engine, mosquitto
from tests.event.rig import until as wait_until
from tests.world.stage import Member, Stage


def version_of_mosquitto() -> tuple[int, ...]:
    """The version of the Mosquitto that is installed here."""
    said = subprocess.run([mosquitto(), "-h"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"mosquitto version (\d+)\.(\d+)\.(\d+)", said)
    assert version is not None, said
    return tuple(map(int, version.groups()))


class Relay:
    """Carries bytes between a client and the broker, holds them back on demand, breaks lines."""

    def __init__(self, port: int) -> None:
        self._broker = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
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
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.break_lines()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                broker = socket.socket()
                line = client, broker
                if not self.up.is_set() or broker.connect_ex(("127.0.0.1", self._broker)):
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


class MosquittoStage(Stage):
    """Mosquitto and paho's clients, each behind a relay of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._engine = Engine(self.files)
        self._relays: dict[Member, Relay] = {}

    def made(self, member, client_id):
        self._relays[member] = Relay(self.files.port)
        return mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, protocol=mqtt.MQTTv5)

    def port_of(self, member):
        return self._relays[member].port

    def acting(self, member):
        return contextlib.nullcontext()

    def until(self, holds, what):
        wait_until(holds, 120, what)

    def is_gone(self, member):
        return not self._relays[member].lines

    def start_broker(self):
        self._engine.start()

    def stop_broker(self):
        assert self._engine._process is not None
        self._engine._process.terminate()
        self._engine._process.wait()

    def kill_broker(self):
        self._engine.kill()

    def save_broker(self):
        path = self.files.folder / files.KEPT
        before = path.stat().st_ino if path.exists() else 0
        assert self._engine._process is not None
        os.kill(self._engine._process.pid, signal.SIGUSR1)
        self.until(lambda: path.exists() and path.stat().st_ino != before, "the broker has saved")

    def cut(self, member):
        self._relays[member].cut()

    def mend(self, member):
        self._relays[member].mend()

    def break_line(self, member):
        self._relays[member].break_lines()

    def publish_unanswered(self, member, topic, payload, heard_by):
        self._relays[member].down.clear()
        member.say(topic, payload)
        heard_by.hears(payload)
        self.break_line(member)

    def close(self):
        """End everything."""
        for member in (*self.members, *self.prompters):
            member.client.disconnect()
        for relay in self._relays.values():
            relay.close()
        for member in (*self.members, *self.prompters):
            if not member.stays_away:  # its thread ends when it looks up
                member.client.loop_stop()
        self._engine.kill()
