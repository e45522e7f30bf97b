"""`make pod`: what it says when all is well and when it is not, and the hello that it waits for."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from firmware import wire
from tests.pod.bench import NUMBERS
from tests.pod.rig import PATIENCE, ROOT, Cable, Chip

sys.path.append(str(ROOT / "tools"))
import flash_pod

PICO = SimpleNamespace(vid=0x2E8A, pid=5, device="/dev/ttyACM0")


@pytest.fixture
def workshop(monkeypatch):
    """No compiler, no Pico: a test says what each step found."""

    def at(ports=(PICO,), right=True, status=0, identity=("e66058388348a531", wire.FIRMWARE)):
        monkeypatch.setattr(flash_pod, "check", lambda: right)
        monkeypatch.setattr(flash_pod.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(flash_pod, "flash", lambda port: status)
        monkeypatch.setattr(flash_pod, "hello", lambda port: identity)
        return flash_pod.main()

    return at


def test_done_is_said_when_the_pod_itself_has_said_hello(workshop, capsys):
    assert workshop() == 0
    assert "e66058388348a531" in capsys.readouterr().out
    assert workshop(identity=None) == 1
    assert "nehlásí" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "status", "word"),
    [
        ({"right": False}, 1, "nic se nenahrálo"),
        ({"ports": ()}, 0, "není zapojené"),
        ({"ports": (PICO, PICO)}, 1, "víc než jedno"),
        ({"status": 1}, 1, "nevzalo"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(workshop, capsys, wrong, status, word):
    assert workshop(**wrong) == status
    assert word in capsys.readouterr().out


@pytest.mark.parametrize("own", [True, False])
def test_a_picos_own_wiring_is_left_as_it_is(monkeypatch, own):
    asked = []

    def run(command, check, capture_output=False):
        asked.append(command)
        return SimpleNamespace(returncode=0 if own or "cat" not in command else 1)

    monkeypatch.setattr(flash_pod.subprocess, "run", run)
    assert flash_pod.flash("/dev/ttyACM0") == 0
    assert any(word.endswith("main.py") for word in asked[-1])
    assert any(word.endswith("pins.py") for word in asked[-1]) == (not own)


def test_other_devices_are_let_be(workshop, capsys):
    other = SimpleNamespace(vid=0x2341, pid=5, device="/dev/ttyACM7")
    assert workshop(ports=(other, PICO)) == 0
    assert workshop(ports=(other,), identity=None) == 0


def test_the_firmwares_own_hello_is_heard_and_silence_is_none(tmp_path):
    chip = Chip(tmp_path, NUMBERS[0])
    cable = Cable(chip)
    cable.hurried = True
    chip.say("f")
    with ThreadPoolExecutor(1) as pool:
        heard = pool.submit(flash_pod.hello, cable.path, PATIENCE)
        while not heard.done():
            cable.carry()
        assert heard.result() == (NUMBERS[0], wire.FIRMWARE)
    assert flash_pod.hello(cable.path, 0.0) is None
    assert flash_pod.hello(str(tmp_path / "gone"), 0.01) is None
    cable.unplug()
    chip.off()
