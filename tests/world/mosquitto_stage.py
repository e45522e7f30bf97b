"""The stage with Mosquitto, and paho's clients behind a relay that holds back and breaks their lines."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from device.common.event import broker as files
from tests.event.rig import Engine, mosquitto
from tests.event.rig import until as wait_until
from tests.world.relay import Relay
from tests.world.stage import Member, Stage


def version_of_mosquitto() -> tuple[int, ...]:
    """The version of the Mosquitto that is installed here."""
    help_text = subprocess.run([mosquitto(), "-h"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"mosquitto version (\d+)\.(\d+)\.(\d+)", help_text)
    assert version is not None, help_text
    return tuple(map(int, version.groups()))


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

    def until(self, holds, awaited):
        wait_until(holds, 120, awaited)

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
