"""Signed updates under a real systemd: cut off half-way, to their end, and one that does not start.

The same steps as on the emulated card (tests/lab/card/updating.py), with this machine's processor and no display.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab.card import updating
from tests.lab.debian import cache
from tests.lab.machines.test_installer import NO_DISPLAY, PLAYED, UNIT
from tests.lab.roots import ROOT, System, base
from tools.image import payload, update

pytestmark = pytest.mark.timeout(3000)
PACKAGES = ("systemd-sysv", "dbus", "udev", "ca-certificates", "python3", "python3-venv", "openssh-client")
PROCESSOR = "x86_64"


class Device:
    """A system that takes updates. What is at hand is a folder of the builder's that it sees."""

    mid_s = 2.0

    def __init__(self, system: System, folder: Path) -> None:
        self.system, self.folder = system, folder
        self.brings = f"cp /desk/good/*.update {updating.KEPT}"

    def run(self, command: str, patience: float = 120) -> tuple[int, str]:
        """A command of the administrator."""
        done = self.system.run(command)
        return done.returncode, done.stdout.strip()

    def boot(self, stick: Path | None = None) -> None:
        """Switch it on."""
        self.system.boot()

    def shell(self) -> None:
        """Commands can be given as soon as it is started."""

    def pull_the_plug(self) -> None:
        """Everything in it ends."""
        self.system.pull_the_plug()

    def off(self) -> None:
        """Switch it off."""
        self.system.run("systemctl poweroff")
        assert self.system._process is not None
        self.system._process.wait(120)


@pytest.fixture(scope="module")
def desk(suite: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The builder's: a key, what the first version is made of, and two updates, the second of which does not start."""
    desk = tmp_path_factory.mktemp("desk")
    key, wheels = desk / "key", cache() / "card"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    for number, name in (("99.0.1", "good"), ("99.0.2", "bad")):
        source = updating.release(desk, number, broken=name == "bad")
        update.make(source, key, suite, PROCESSOR, desk / name, wheels)
    (desk / "payload").mkdir()
    payload.make(desk / "payload", ROOT, wheels / f"wheels-{suite}-{PROCESSOR}", suite, PROCESSOR)
    payload.take(ROOT, desk / "source")
    (desk / "source/docs").mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs/install.md", desk / "source/docs")
    return desk


@pytest.fixture(scope="module")
def device(suite: str, desk: Path) -> Iterator[Device]:
    """The table as `make image` installs it, with a game on it."""
    system = System(base(suite, PACKAGES), {desk: "/desk"})
    dropin = system.root / f"etc/systemd/system/{UNIT}.d/lab.conf"
    dropin.parent.mkdir(parents=True)
    dropin.write_text(NO_DISPLAY)
    (system.root / "boot/firmware").mkdir(parents=True)
    (system.root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    try:
        system.boot()
        new_device = Device(system, desk)
        install = "python3 /desk/source/systemd/install --lang en --no-packages --payload /desk/payload"
        status, output = new_device.run(f"{install} --update-key /desk/key.pub")
        assert status == 0, output
        new_device.run("systemctl stop dvojtah")
        (system.root / "root/piece.py").write_text(PLAYED)
        status, output = new_device.run(
            "HOME=/var/lib/dvojtah SDL_VIDEODRIVER=dummy setpriv --reuid=dvojtah --regid=dvojtah --init-groups "
            "/opt/dvojtah/current/bin/python - < /root/piece.py"
        )
        assert status == 0, output
        new_device.run("systemctl start dvojtah")
        updating.ready(new_device)
        assert updating.pressed(new_device)
        yield new_device
        print(new_device.run("journalctl -u dvojtah -u dvojtah-update -u dvojtah-settle --no-pager -n 60")[1])
    finally:
        system.close()


def test_an_update_that_is_cut_off_leaves_the_version_before(device: Device):
    updating.cut_off(device)


def test_the_same_update_to_its_end(device: Device):
    updating.updated(device, None)


def test_an_update_that_does_not_start_gives_way_by_itself(device: Device):
    device.brings = f"cp /desk/bad/*.update {updating.KEPT}"
    updating.broken(device)
