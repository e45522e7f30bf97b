"""The stage with the model of the broker and its client."""

from __future__ import annotations

import functools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from paho.mqtt.enums import CallbackAPIVersion

from tests.world.stage import Member, Stage
from tools.world.broker import Broker
from tools.world.client import Client
from tools.world.network import Network
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler


class ModelStage(Stage):
    """The model of Mosquitto of that version, on the clock of a seed."""

    def __init__(self, folder: Path, seed: int, version: tuple[int, ...]) -> None:
        super().__init__(folder)
        self.scheduler = Scheduler(seed, folder)
        self.scheduler.machine = self._machine("hall")
        self.network = Network(self.scheduler)
        self.broker = Broker(self.network, self._machine("broker"), self.files.configuration, version=version)
        self._machines: dict[Member, Any] = {}

    def _machine(self, name: str) -> Any:
        return SimpleNamespace(name=name, up=True, restarts=0, tasks=[], on_cut=[], notice_cut=lambda: None)

    def made(self, member, client_id):
        self._machines[member] = self._machine(member.name)
        with self.acting(member):
            return functools.partial(Client, self.network)(CallbackAPIVersion.VERSION2, client_id=client_id)

    def port_of(self, member):
        return self.files.port

    def acting(self, member):
        return self.scheduler.on(self._machines[member])

    def until(self, holds, awaited):
        end = self.scheduler.now + 600 * SECOND
        while not holds():
            assert self.scheduler.now < end, f"not within ten minutes: {awaited}"
            self.scheduler.run(self.scheduler.now + MILLISECOND)
            assert not self.scheduler.failures, self.scheduler.failures[0].stack

    def settle(self):
        super().settle()
        self.scheduler.run(self.scheduler.now + SECOND)  # until the last confirmations have arrived, too

    def is_gone(self, member):
        return member.name not in self.broker.clients

    def start_broker(self):
        self.broker.start()

    def stop_broker(self):
        self.broker.stop()

    def kill_broker(self):
        self.broker.kill()

    def save_broker(self):
        self.broker.save()

    def cut(self, member):
        self.network.cut(self._machines[member], 3600 * SECOND)

    def mend(self, member):
        self.network.mend(self._machines[member])

    def break_line(self, member):
        self.network.break_lines(self._machines[member])
        self.mend(member)

    def publish_unanswered(self, member, topic, payload, heard_by):
        before = len(self.broker.retained), len(heard_by.messages)
        published = []
        self.broker.on_publish.append(lambda *message: published.append(message))
        member.say(topic, payload)
        while not published:
            self.scheduler.run(self.scheduler.now + MILLISECOND // 100)
        assert before == (len(self.broker.retained), len(heard_by.messages))
        self.break_line(member)
        heard_by.hears(payload)

    def close(self):
        """The evening is over."""
        self.scheduler.end([*self._machines.values(), self.broker.machine])
