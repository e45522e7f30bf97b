"""`dvojtah pods`: the pods listed and paired anew, while the table runs and while it does not."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from device.cli import pods as command
from device.common.settings.settings import Settings
from device.pods.pairing import PodPairing
from device.pods.pods import Pods
from device.pods.status import PodState, PodStatus, StatusServer
from firmware import wire
from tests.pod.bench import MS, NUMBERS, Bench


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def pairing(journal):
    pod_pairing = PodPairing(journal.with_name("pods.json"))
    pod_pairing.pair(0, NUMBERS[0])
    pod_pairing.pair(1, NUMBERS[1])
    return pod_pairing


@pytest.fixture(autouse=True)
def no_ports(monkeypatch):
    """No Pico of this machine is asked, and nobody waits for one."""
    monkeypatch.setattr(command, "LOOKING", 0)


def sides(journal):
    return PodPairing(journal.with_name("pods.json")).sides


def test_a_pod_is_forgotten_and_sides_are_swapped(run, journal, pairing):
    status, out, _ = run("--journal", journal, "pods", "--swap")
    assert (status, sides(journal)) == (0, [NUMBERS[1], NUMBERS[0]])
    assert "Prohozeno" in out
    status, out, _ = run("--journal", journal, "pods", "--forget", "A")
    assert (status, sides(journal)) == (0, ["", NUMBERS[0]])
    assert "Zapomenuto" in out


def test_whom_nobody_knows_cannot_be_forgotten(run, journal):
    status, _, err = run("--journal", journal, "pods", "--forget", "B")
    assert status == 1
    assert err == "K tlačítku hodin B žádné přídavné nepatří.\n"
    assert run("--journal", journal, "pods", "--forget", "C")[0] == 2
    assert run("--journal", journal, "pods", "--forget", "A", "--swap")[0] == 2


def test_a_pairing_that_cannot_be_written_is_said(run, journal, pairing, monkeypatch):
    monkeypatch.setattr(PodPairing, "_keep", lambda self: None)
    status, _, err = run("--journal", journal, "pods", "--forget", "A")
    assert status == 1
    assert "pods.json" in err
    assert sides(journal) == list(NUMBERS)


def test_without_a_table_and_without_pods_the_pairs_are_listed(run, journal, pairing):
    status, out, _ = run("--journal", journal, "pods", "--json")
    assert status == 0
    assert json.loads(out) == [] or {load["standing"] for load in json.loads(out)} == {"away"}
    assert run("--journal", journal.with_name("other") / "journal.db", "--lang", "en", "pods")[1] != ""


def test_a_running_table_is_asked_because_it_holds_the_lines(run, journal):
    seen = (
        PodStatus(
            ident=NUMBERS[0],
            side=0,
            standing=PodState.READY,
            path="/dev/ttyACM0",
            version="0.9",
            drift=12_300,
            trip=400_000,
            uptime=700,
        ),
        PodStatus(path="/dev/ttyACM1", standing=PodState.MUTE),
    )
    desk = StatusServer(journal.with_name("pods.sock"))
    desk.open()
    with ThreadPoolExecutor(1) as pool:
        over = []
        served = pool.submit(lambda: [desk.answer(seen) for _ in iter(lambda: bool(over), True)])
        status, out, _ = run("--journal", journal, "pods")
        over.append(True)
        served.result()
    desk.close()
    assert status == 0
    assert out.splitlines() == [
        f"Tlačítko hodin A: {NUMBERS[0]} /dev/ttyACM0 – v pořádku",
        f"    firmware 0.9; tento stůl má {wire.FIRMWARE}",
        "    odchylka hodin +12,3 ppm",
        "    odezva 0,4 ms",
        "    všechny stisky doručeny",
        "    zapnuté 11 min",
        "Bez strany: /dev/ttyACM1 – nehlásí se; nahrajte do ní program",
    ]


def test_looking_takes_no_press_from_a_pod_and_leaves_its_countdown(tmp_path, monkeypatch):
    """The firmware's own program, with two presses kept for a table that does not run."""
    from device.io.signals import Lamp, OpenTurnSignal, Signals

    monkeypatch.setattr(command, "LOOKING", 9_000 * MS)
    b = Bench(tmp_path / "bench", numbers=NUMBERS[:1])
    b.ready()
    b.pods.show(Signals(Lamp.ON, Lamp.OFF, None, OpenTurnSignal(0, True, b.now + 600_000 * MS)), False)
    b.pass_time(500 * MS, 100 * MS)
    b.pods.close()
    b.pods = b.table()  # not served: nobody is at the other end
    for down in (True, False, True, False):
        b.button(0, down)
        b.now += 60 * MS
        b.chips[0].say("t", b.own(0))

    logged = len(b.cables[0].log)

    def make(*given, **more) -> Pods:
        return Pods(*given, **more, finder=b.pods.finder, opener=b.pods.opener)

    asked = []

    def rest(_):
        asked[:] = [frame.split()[0] for frame in b.cables[0].log[logged:]]
        b.now += 20 * MS
        b.chips[0].say("t", b.own(0))
        b.cables[0].carry()

    seen = command.statuses(Settings(journal=str(tmp_path / "j.db")), b.pairing, lambda: b.now, rest, make)
    assert [(status.ident, status.standing, status.waiting) for status in seen] == [(NUMBERS[0], PodState.READY, 4)]
    assert b"$ping" in asked
    assert not {b"$show", b"$set", b"$ack"} & set(asked)
    b.ready()
    b.pass_time(500 * MS, 50 * MS)
    assert len(b.presses()) == 2, "the table gets them when it is back"
    b.close()
