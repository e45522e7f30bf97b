"""What updates are put through on a device: cut off, to their end, and one that does not start.

The device is the emulated card (`make image-trial`), or a system under systemd-nspawn (`make machines`).
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.lab.card import went_back
from tests.lab.card.guest import BOOT_S, until
from tests.lab.card.went_back import LAST_WORDS
from tools.image import payload

ROOT = payload.ROOT
KEPT = "/var/lib/dvojtah/incoming.update"
"""Where an update lies once it was brought."""
VERSION = re.compile(r"\b([0-9.]+)-[0-9a-f]{12}\b")
"""The release in the name of a version's folder."""
UPDATES_S = 3600
"""How long an emulated machine may make a new version while others want the processor."""
WATCH = "while readlink /opt/dvojtah/current; do sleep 0.2; done | stdbuf -oL uniq > /run/linked"
"""A program beside the table that notes each version which becomes the current one."""


class Device(Protocol):
    """A device and its administrator's shell. ``brings``: the command that copies the update that is at hand to `KEPT`;
    ``mid_s``: seconds after which a version that is being made is half made."""

    folder: Path
    brings: str
    mid_s: float

    def run(self, command: str, patience: float = 120) -> tuple[int, str]:
        """A command: its status and its words."""

    def boot(self, stick: Path | None = None) -> None:
        """Switch it on."""

    def shell(self) -> None:
        """Wait until commands can be given."""

    def pull_the_plug(self) -> None:
        """The power goes."""

    def off(self) -> None:
        """Switch it off as people should."""


@contextmanager
def step(text: str) -> Iterator[None]:
    """What is shown, and how long it took."""
    began = time.monotonic()
    print(f"== {text}", flush=True)
    yield
    print(f"   {time.monotonic() - began:.0f} s", flush=True)


def release(folder: Path, number: str, broken: bool = False) -> Path:
    """The program's source as a later release, one that starts or one that does not."""
    source = folder / f"source-{number}"
    shutil.rmtree(source, ignore_errors=True)
    payload.take(ROOT, source)
    (source / "docs").mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs/install.md", source / "docs")
    place = source / "pyproject.toml"
    lines = place.read_text(encoding="utf-8").split("\n")
    place.write_text("\n".join(f'version = "{number}"' if line.startswith("version = ") else line for line in lines))
    if broken:
        program = source / "device/cli/table.py"
        text, first = program.read_text(encoding="utf-8"), "from __future__ import annotations\n"
        assert first in text
        program.write_text(text.replace(first, f"{first}\nraise SystemExit({LAST_WORDS!r})\n", 1), encoding="utf-8")
    return source


def ready(device: Device, patience: float = BOOT_S) -> None:
    """Wait until the table has said that it is ready."""
    until(lambda: "active" in device.run("systemctl is-active dvojtah")[1].split(), patience, "the table is not ready")


def pressed(device: Device) -> bool:
    """Whether a press of a clock button is in the journal."""
    ask = "SELECT event FROM entry"
    program = f"import sqlite3; print(*sqlite3.connect('/var/lib/dvojtah/journal.db').execute('{ask}'))"
    return '"press"' in device.run(f'python3 -c "{program}"')[1].casefold()


def version(device: Device) -> str:
    """The version that is linked."""
    return str(VERSION.findall(device.run("readlink /opt/dvojtah/current")[1])[-1])


def cut_off(device: Device) -> None:
    """The plug is pulled in the middle of an update: the version before starts, and says so."""
    first = version(device)
    with step("The plug is pulled while an update is made"):
        ask_for_update(device)
        until(lambda: "making" in told(device), UPDATES_S, "it does not begin")
        time.sleep(device.mid_s)
        assert "making" in told(device), "it was made before the plug was pulled"
        device.pull_the_plug()
    with step("The start after it"):
        device.boot()
        device.shell()
        ready(device)
        assert version(device) == first
        assert "was interrupted" in told(device)
        assert pressed(device), "the press is gone"


def updated(device: Device, stick: Path | None) -> None:
    """The same update to its end, and the start after it."""
    with step("The same update again, to its end"):
        status, output = device.run(install("/var/lib/dvojtah/incoming.update"), UPDATES_S)
        assert status == 0, output
        assert version(device) == "99.0.1"
    with step("The start after it"):
        device.off()
        device.boot(stick)
        device.shell()
        ready(device)
        until(lambda: device.run("test -e /opt/dvojtah/trial.json")[0] == 1, 600, "it stays on trial")
        assert version(device) == "99.0.1"


def broken(device: Device) -> None:
    """An update that does not start, asked for as the table does: the version before comes back by itself."""
    with step("An update that does not start"):
        device.run(f"systemd-run --quiet sh -c '{WATCH}'")
        began = device.run("date +%s")[1].split()[-1]
        ask_for_update(device)
        until(lambda: json.loads(told(device)).get("stage") == "done", UPDATES_S, "it does not end")
        ready(device)
        linked = VERSION.findall(device.run("cat /run/linked")[1])
        folders = VERSION.findall(device.run("ls /opt/dvojtah/versions")[1])
        seen = went_back.Seen(
            linked=tuple(linked),
            log=device.run(f"journalctl --unit dvojtah --since @{began} --output cat --no-pager")[1],
            news=json.loads(told(device)),
            kept=frozenset(folders),
            on_trial=device.run("test -e /opt/dvojtah/trial.json")[0] == 0,
        )
        (device.folder / "went-back.txt").write_text(f"{seen}\n", encoding="utf-8")
        went_back.check(seen, "99.0.1", "99.0.2")
        assert pressed(device), "the press is gone"


def ask_for_update(device: Device) -> None:
    """Bring the update onto the card and ask for it, as the table does for people at its screen."""
    status, output = device.run(device.brings, 600)
    assert status == 0, output
    ask = '{"token": "t", "file": "/var/lib/dvojtah/incoming.update"}'
    device.run("rm -f /var/lib/dvojtah/update.json")
    device.run(
        f"echo '{ask}' > /run/dvojtah/update.json.new && mv /run/dvojtah/update.json.new /run/dvojtah/update.json"
    )


def told(device: Device) -> str:
    """What the table is told of an update; an empty object where nothing yet."""
    match = re.search(r"^\{.*\}$", device.run("cat /var/lib/dvojtah/update.json")[1], re.MULTILINE)
    return match[0] if match is not None else "{}"


def install(file: str) -> str:
    """The administrator's command."""
    return f"python3 /opt/dvojtah/current/share/systemd/install --lang en --update {file}"
