"""The installed command as it is typed on the device: by whoever logs in there, who is neither root nor the table's
own user, and by root.

Real are users, groups, rights and the wrapper; the installer itself is tried on whole systems (tests/lab/machines).
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import stat
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from installer.versions import COMMAND
from PIL import Image

from device.common.settings.settings import Settings
from device.doctor.trial import CORNERS, PRESSES
from device.peripherals.sound_cards import sound_cards
from tests.lab.inside.conftest import PATIENCE, picture, until
from tests.lab.models.cuse import Wires
from tests.lab.models.gpiosim import Header
from tests.lab.models.touch import SIZE, Touchscreen

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
    "input/event*": "input",
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
    findings = {finding["part"]: (finding["ok"], finding["text"]) for finding in json.loads(done.stdout)["findings"]}
    assert findings["lines"] == (True, "The lines of buttons, lamps and buzzer are free."), done.stderr
    assert findings["screen"] == (True, "The screen is driven by kmsdrm.")
    assert findings["display"][1].startswith("The table draws on Virtual-1 800x480")
    for side, address in (("A", "0x3C"), ("B", "0x3D")):
        assert findings[f"oled {side}"] == (True, f"Display {side} answers on /dev/i2c-1 at {address}.")
    assert findings["sound"][0]
    assert findings["settings"][0] is (user == "root")


class Terminal:
    """A login's terminal in which a command runs; what it says is read as it comes."""

    def __init__(self, words: list[str]) -> None:
        self._pid, self._line = pty.fork()
        if not self._pid:
            os.execvp(words[0], words)
        self._text = ""

    def hears(self, *patterns: str) -> re.Match[str]:
        """Wait for the first of these; what was said up to there is heard no more."""
        end = time.monotonic() + PATIENCE
        while True:
            places = [place for pattern in patterns if (place := re.search(pattern, self._text))]
            if places:
                first = min(places, key=lambda place: place.start())
                self._text = self._text[first.end() :]
                return first
            assert time.monotonic() < end, f"{patterns}: not in {self._text[-2000:]!r}"
            if select.select([self._line], [], [], 1)[0]:
                try:
                    more = os.read(self._line, 1 << 16)
                except OSError:  # the command is over
                    more = b""
                assert more, f"{patterns}: it ended with {self._text[-2000:]!r}"
                self._text += more.decode(errors="replace")

    def types(self, keys: str) -> None:
        """Type."""
        os.write(self._line, keys.encode())

    def status(self) -> int:
        """The status with which the command ended."""
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


def test_whoever_logs_in_measures_the_whole_table(hardware, header: Header):
    file, pins = Path(f"~{LOGIN}/report.toml").expanduser(), Settings().buttons
    glass = Touchscreen()
    for device in Path("/dev/input").glob("event*"):
        shutil.chown(device, "root", "input")
        device.chmod(0o660)
    try:
        terminal = Terminal(command(LOGIN, "doctor", "--report", str(file)))
        while (heard := terminal.hears(r"Press button ([AB])", r"y/n ", r"Four (crosses)", r"Hard work:"))[
            0
        ] != "Hard work:":
            match heard[0]:
                case "y/n ":
                    terminal.types("y\n")
                case "Four crosses":
                    for number, (x, y) in enumerate(CORNERS):
                        place = round(x * SIZE[0]), round(y * SIZE[1])
                        until(lambda n=number, at=place: is_white(picture(f"cross-{n}"), at), "a cross")
                        glass.down(*place)
                        glass.up()
                case _:
                    for _ in range(PRESSES):
                        for down in (True, False):
                            header.pull(getattr(pins, f"button_{heard[1].lower()}"), up=not down)
                            time.sleep(0.2)  # as long as a finger stays
        terminal.types("\x03")
        terminal.hears("The report is in")
        assert terminal.status() == 0
    finally:
        glass.close()
    report = tomllib.loads(file.read_text())
    assert [line.partition(":")[0] for line in report["doctor"]["not_well"] if "oled" in line or "lines" in line] == []
    assert (report["buttons"]["presses_a"], report["buttons"]["presses_b"]) == (PRESSES, PRESSES)
    assert "failed" not in report["lamps"]
    assert (report["oleds"]["oled_a_clean"], report["oleds"]["oled_b_clean"]) == (True, True)
    assert max(report["screen"]["off_px"]) <= 2
    assert min(report["screen"]["off_px"]) >= 0
    assert report["sound"] == {"on": True, "heard": True}
    assert "minutes" in report["load"]


def is_white(image: Path, place: tuple[int, int]) -> bool:
    """Whether the display is white at a point."""
    with Image.open(image) as display:
        return display.convert("RGB").getpixel(place) == (255, 255, 255)
