"""Lines of the simulation: their order, how long each end holds on to a silent one, who learns what of a power cut."""

from __future__ import annotations

import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.world.network import End, Network
from tools.world.packets import Publish
from tools.world.scheduler import SECOND, Scheduler


class Hall:
    """A table and a broker's machine with a line between them; ``heard`` is what arrives at the broker."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.scheduler = Scheduler(seed, folder)
        self.table, self.broker = self._machine("table"), self._machine("broker")
        self.scheduler.machine = self.broker
        self.network = Network(self.scheduler, frozenset({"state"}))
        self.network.name("broker", self.broker)
        self.network.listen("broker", 1883, self._accept)
        self.heard: list[bytes] = []
        self.lost: list[tuple[str, float]] = []
        self.failed: list[str] = []
        self.line: End
        self.scheduler.spawn(self.connect, self.table)
        self.scheduler.run(SECOND)

    def _machine(self, name: str) -> Any:
        return SimpleNamespace(name=name, up=True, restarts=0, tasks=[], notice_cut=lambda: None)

    def _accept(self, end: End) -> None:
        end.on_packet = lambda packet: self.heard.append(packet.payload)
        end.on_lost = lambda: self.lost.append(("broker", self.scheduler.now / SECOND))
        self.far = end

    def connect(self) -> None:
        try:
            self.line = self.network.connect(self.table, "broker", 1883, 5 * SECOND)
        except OSError as error:
            self.failed.append(type(error).__name__)
            return
        self.line.on_lost = lambda: self.lost.append(("table", self.scheduler.now / SECOND))

    def send(self, word: str, count: int = 50) -> list[bytes]:
        payloads = [b"%d" % n for n in range(count)]
        for n, payload in enumerate(payloads):
            self.line.send(Publish(n + 1, f"table/7/{word}", payload, False))
        return payloads

    def wait(self, seconds: float) -> None:
        self.scheduler.run(self.scheduler.now + int(seconds * SECOND))


@pytest.fixture
def hall(tmp_path):
    return Hall(tmp_path)


def test_a_line_keeps_its_order_through_a_silent_cut(hall):
    sent = hall.send("rows")
    hall.network.cut(hall.table, 4 * SECOND)
    sent += hall.send("rows")
    hall.wait(3)
    assert hall.heard == sent[:50]
    hall.wait(5)
    assert hall.heard == sent
    assert not hall.lost


def test_an_end_gives_a_silent_line_up_when_its_own_timeout_is_over(hall):
    hall.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 8_000)
    hall.network.cut(hall.table, 60 * SECOND)
    hall.wait(20)
    assert not hall.lost, "nothing was sent that anybody could miss"
    hall.send("rows", 1)
    hall.wait(7.9)
    assert not hall.lost
    hall.wait(0.2)
    assert [end for end, _ in hall.lost] == ["table"]
    hall.wait(60)
    assert hall.heard == []


def test_a_loud_cut_is_known_at_both_ends_and_lasts(hall):
    hall.network.cut(hall.table, 10 * SECOND, loud=True)
    assert [end for end, _ in hall.lost] == ["table", "broker"]
    hall.scheduler.spawn(hall.connect, hall.table)
    hall.wait(6)
    assert hall.failed == ["TimeoutError"]
    hall.wait(4)
    hall.scheduler.spawn(hall.connect, hall.table)
    hall.wait(1)
    hall.send("rows", 1)
    hall.wait(1)
    assert hall.heard == [b"0"]


def test_where_nobody_listens_a_connection_is_refused_at_once(hall):
    hall.network.unlisten("broker", 1883)
    hall.scheduler.spawn(hall.connect, hall.table)
    hall.wait(1)
    assert hall.failed == ["ConnectionRefusedError"]


def test_a_machine_without_power_says_nothing_until_it_is_back(hall):
    hall.far.send(Publish(1, "desk/7/order", b"on the way", True))
    hall.table.up = False
    hall.wait(30)
    assert not hall.lost, "a machine without power refuses nothing"
    hall.far.send(Publish(2, "desk/7/order", b"order", True))
    hall.wait(30)
    assert not hall.lost
    hall.table.up, hall.table.restarts = True, 1
    hall.wait(60)
    assert [end for end, _ in hall.lost] == ["broker"], "the machine is there again and knows no such line"


def test_messages_come_twice_and_out_of_turn_but_for_those_that_keep_their_turn(hall):
    hall.network.twice = hall.network.out_of_turn = 1.0
    sent = hall.send("rows")
    hall.wait(10)
    assert sorted(hall.heard) == sorted(2 * sent)
    first = list(dict.fromkeys(hall.heard))
    assert first != sent
    hall.heard.clear()
    sent = hall.send("state")
    hall.wait(10)
    assert hall.heard == [payload for payload in sent for _ in range(2)]


def test_one_seed_brings_everything_at_the_same_moments(tmp_path):
    def moments(seed: int) -> list[tuple[int, bytes]]:
        hall = Hall(tmp_path, seed)
        came: list[tuple[int, bytes]] = []
        hall.far.on_packet = lambda packet: came.append((hall.scheduler.now, packet.payload))
        hall.network.twice = hall.network.out_of_turn = 0.5
        hall.send("rows")
        hall.wait(10)
        return came

    assert moments(5) == moments(5) != moments(6)
