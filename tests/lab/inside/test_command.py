"""The installed command as it is typed on the device: by whoever logs in there, who is neither root nor the table's
own user, and by root.

Real are users, groups, rights and the wrapper; the installer itself is tried on whole systems (tests/lab/machines).
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from installer.versions import COMMAND

from device.peripherals.sound_cards import sound_cards
from tests.lab.inside.conftest import until
from tests.lab.models.cuse import Wires
from tests.lab.models.gpiosim import Header

SYSTEMD = Path(__file__).parents[3] / "systemd"
HOME = Path("/var/lib/dvojtah")
LOGIN = "pi"
GROUPS = "audio,video,input,dialout,render,gpio,i2c"
"""Of those that Raspberry Pi OS puts its first user into, the ones that own hardware of the table."""
OWNERS = {
    "gpiochip*": "gpio",
    "i2c-*": "i2c",
    "dri/card*": "video",
    "dri/renderD*": "render",
    "snd/*": "audio",
}
"""Who may use the devices, as udev's rules of Raspberry Pi OS and the project have it; no udev runs here."""


@pytest.fixture(scope="module")
def installed() -> None:
    """The command, its settings and both users, as the installer leaves them, on this machine's own Python."""
    for group in GROUPS.split(","):
        subprocess.run(["groupadd", "--force", group], check=True)
    subprocess.run(["useradd", "--system", "--home-dir", str(HOME), "--groups", GROUPS, "dvojtah"], check=True)
    subprocess.run(["useradd", "--create-home", "--groups", GROUPS, LOGIN], check=True)
    HOME.mkdir(mode=0o750)
    (HOME / "settings.toml").write_text('language = "cs"\n')
    for place in (HOME, HOME / "settings.toml"):
        shutil.chown(place, "dvojtah", "dvojtah")
    program = Path("/opt/dvojtah/current/bin/dvojtah")
    program.parent.mkdir(parents=True)
    program.write_text(COMMAND.format(python=sys.executable))
    program.chmod(0o755)
    wrapper = Path("/usr/local/bin/dvojtah")
    shutil.copy(SYSTEMD / "dvojtah.sh", wrapper)
    wrapper.chmod(0o755)
    for place in (
        Path(sys.executable),
        Path(sys.executable).resolve(),
        *map(Path, os.environ["PYTHONPATH"].split(":")),
    ):
        for folder in place.parents:  # an installed Python is nobody's secret, one in root's home is
            folder.chmod(stat.S_IMODE(folder.stat().st_mode) | 0o011)


@pytest.fixture
def hardware(installed: None, header: Header, wires: Wires) -> None:
    """Header, OLEDs, displays and sound cards, for whom they are on a Pi."""
    until(lambda: len(sound_cards()) == 2, "both sound cards")
    for pattern, group in OWNERS.items():
        for device in Path("/dev").glob(pattern):
            shutil.chown(device, "root", group)
            device.chmod(0o660)


def command(user: str, *words: str) -> list[str]:
    """The installed command as that user types it at a login."""
    as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []
    home = Path(f"~{user}").expanduser()
    bare = [
        "env",
        "-i",
        f"HOME={home}",
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "TERM=dumb",
        "LANG=C.UTF-8",
    ]
    return [*as_user, *bare, f"PYTHONPATH={os.environ['PYTHONPATH']}", "dvojtah", "--lang", "en", *words]


@pytest.mark.parametrize("user", [LOGIN, "root"])
def test_the_doctor_sees_all_of_the_hardware(hardware, user: str):
    done = subprocess.run(command(user, "doctor", "--json"), cwd="/", capture_output=True, text=True, check=False)
    findings = {one["part"]: (one["ok"], one["text"]) for one in json.loads(done.stdout)["findings"]}
    assert findings["lines"] == (True, "The lines of buttons, lamps and buzzer are free."), done.stderr
    assert findings["screen"] == (True, "The screen is driven by kmsdrm.")
    assert findings["display"][1].startswith("The table draws on Virtual-1 800x480")
    for side, address in (("A", "0x3C"), ("B", "0x3D")):
        assert findings[f"oled {side}"] == (True, f"Display {side} answers on /dev/i2c-1 at {address}.")
    assert findings["sound"][0]
    assert findings["settings"][0] is (user == "root")
