"""A card that is made read-only: started with the layer in memory, its games on a disk of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.lab.card.guest import GAMES, Guest
from tests.lab.card.stand_in import MB
from tests.lab.card.updating import KEPT, UPDATES_S, install, pressed, ready, step

INSTALL = "python3 /opt/dvojtah/current/share/systemd/install --lang en"
MARK = "/root/written-under-the-layer"


def disk(place: Path) -> Path:
    """A disk for the games, as `mkfs.ext4` makes it."""
    place.write_bytes(b"")
    with place.open("r+b") as file:
        file.truncate(256 * MB)
    subprocess.run(["mkfs.ext4", "-q", "-L", "GAMES", place], check=True)
    return place


def read_only(device: Guest, games: Path) -> None:
    """The device of a game is made read-only, its plug is pulled, and it is made writable again."""
    with step("The card is made read-only"):
        device.off()
        device.boot(games=games)
        device.shell()
        ready(device)
        status, output = device.run(f"{INSTALL} --read-only {GAMES}", UPDATES_S)
        assert status == 0, output
        device.off()
        device.read_card()
        assert "overlayroot=" in (device.folder / "root").read_text()
    with step("The start with the layer"):
        under_layer(device, games)
        status, output = device.run(install(KEPT), UPDATES_S)
        assert status != 0, output
        assert "read-only" in output
        device.run(f"touch {MARK}; sync")
        assert device.run(f"test -e {MARK}")[0] == 0
    with step("The plug is pulled under it"):
        device.pull_the_plug()
        under_layer(device, games)
        assert device.run(f"test -e {MARK}")[0] == 1, "the card was written"
    with step("Without the disk of games the table plays all the same"):
        device.off()
        device.boot()
        device.shell()
        ready(device)
        assert device.run("findmnt --noheadings /var/lib/dvojtah")[0] != 0
        device.off()
        under_layer(device, games)
    with step("Writable again"):
        status, output = device.run(f"{INSTALL} --writable", UPDATES_S)
        assert status == 0, output
        device.off()
        device.read_card()
        assert "overlayroot=" not in (device.folder / "root").read_text()
        device.boot(games=games)
        device.shell()
        ready(device)
        assert device.run("findmnt --noheadings --output FSTYPE /")[1].split()[-1] == "ext4"
        assert pressed(device), "the press is gone"


def under_layer(device: Guest, games: Path) -> None:
    """Switch it on: the root under a layer, the table ready, games on their disk, the press among them."""
    device.boot(games=games)
    device.shell()
    ready(device)
    assert device.run("findmnt --noheadings --output FSTYPE /")[1].split()[-1] == "overlay"
    assert device.run("findmnt --noheadings --output SOURCE /var/lib/dvojtah")[1].split()[-1] == GAMES
    assert pressed(device), "the press is gone"
