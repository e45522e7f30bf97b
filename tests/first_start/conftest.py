"""A card on its first start: files below a folder, commands written down, and a plug that can be pulled at any step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from device.common.settings.reading import DEFAULT_FILE
from device.first_start.__main__ import main
from device.first_start.common.system import CardSystem
from tests.first_start.phones import COMITUP, HEARD, served, with_hotspot

MACHINE_ID = "0123456789abcdef0123456789abcdef"


class Pulled(BaseException):
    """The power went."""


class Card(CardSystem):
    """Commands answer as the test says; after ``lasts`` writes, links and commands the power goes."""

    def __init__(self, root):
        super().__init__(root)
        self.commands = []
        self.answers = {}
        self.lasts = None

    def step(self):
        if self.lasts is not None:
            if self.lasts == 0:
                raise Pulled
            self.lasts -= 1

    def write(self, absolute, content, mode=0o644):
        self.step()
        return super().write(absolute, content, mode)

    def link(self, absolute, target):
        self.step()
        super().link(absolute, target)

    def run(self, *command):
        self.step()
        self.commands.append(command)
        return self.answers.get(command[0], (0, ""))

    def boot_file(self, text):
        self.path("/boot/firmware/dvojtah.toml").write_text(text, encoding="utf-8")

    def files(self):
        return {
            str(path.relative_to(self.root)): (path.readlink() if path.is_symlink() else path.read_bytes())
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }


def new_card(root, serial="100000009a3fc217"):
    card = Card(root)
    for folder in (
        "etc/dvojtah",
        "etc/systemd/system",
        "etc/NetworkManager/system-connections",
        "boot/firmware",
        "var/lib/dvojtah",
        "run/dvojtah",
        "proc/device-tree",
        "usr/share/zoneinfo/Europe",
    ):
        (root / folder).mkdir(parents=True)
    (root / "proc/device-tree/serial-number").write_text(f"{serial}\0")
    (root / "usr/share/zoneinfo/Europe/Prague").write_text("TZif")
    shutil.copy(Path(__file__).with_name("zone.tab"), root / "usr/share/zoneinfo/zone.tab")
    (root / "etc/hostname").write_text("dvojtah\n")
    (root / "etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\tdvojtah\n")
    (root / "etc/machine-id").write_text(MACHINE_ID + "\n")
    (root / "etc/dvojtah/first-start").write_text("")
    (root / "etc/systemd/system/dvojtah.service").write_text("")
    (root / "var/lib/dvojtah/settings.toml").write_bytes(DEFAULT_FILE.read_bytes())
    return card


@pytest.fixture
def card(tmp_path):
    return new_card(tmp_path / "card")


@pytest.fixture
def table(card):
    """A new card whose hotspot is open."""
    with_hotspot(card)
    card.answers["nmcli"] = (0, HEARD)
    card.answers["busctl"] = (0, COMITUP)
    assert main(["boot"], card) == 0
    return card


@pytest.fixture
def phone(table):
    with served(table) as browser:
        browser.get()
        yield browser
