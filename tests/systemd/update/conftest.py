"""A table that takes signed updates, on a simulated machine. The signatures are real ones, made by ssh-keygen."""

import json
import os
import shutil
import subprocess

import pytest
from installer import main, parts, table, update, update_file, versions
from installer.machine import Machine

from tests.systemd.conftest import ROOT
from tests.systemd.test_installer import Paper, games
from tools.image.update import pack

HASH = "0123456789ab"
OLDEST, NEWER, NEWEST = (f"{version}-{HASH}" for version in ("0.2.0", "9.1.0", "9.2.0"))


class Table(Paper):
    """A table that takes updates. Its wheels are stand-ins; ssh-keygen is the real one."""

    python = "3.13"

    def run(self, *command, feed="", **environment):
        if command[0] == "ssh-keygen":
            return Machine.run(self, *command, feed=feed)
        return super().run(*command, **environment)


def new_table(root, left_out=()):
    """A table as `systemd/install` leaves it, but with one small file in the place of each version's libraries."""
    new = Table(root)
    of_table = versions.Versions(new)
    version_folder(of_table.folder / OLDEST, "15", left_out)
    of_table.point("current", OLDEST)
    parts.put(new, of_table.parts(OLDEST))
    new.path("/var/lib/dvojtah/settings.toml").write_text('language = "en"\n')
    games(new)
    return new


def version_folder(folder, stop, left_out=()):
    ignored = shutil.ignore_patterns("installer", "install", *left_out)
    shutil.copytree(ROOT / "systemd", folder / "share/systemd", ignore=ignored)
    (folder / "share/docs").mkdir()
    shutil.copy(ROOT / versions.DEFAULTS, folder / "share")
    unit = folder / "share/systemd/dvojtah.service"
    unit.write_text(unit.read_text().replace("TimeoutStopSec=15", f"TimeoutStopSec={stop}"))
    (folder / versions.WHOLE).touch()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """No card is waited for: the plug is pulled between two steps, not below the file system."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setattr(table, "SETTLED_S", 0.0)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


@pytest.fixture(scope="session")
def builder(tmp_path_factory):
    """The builder's desk: his key, another one's, and what a new version is made of."""
    desk = tmp_path_factory.mktemp("builder")
    for name in ("builder", "stranger"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", desk / name], check=True)
    version_folder(desk / "payload", "16")
    (desk / "payload" / versions.WHOLE).unlink()
    (desk / "payload/site/device").mkdir(parents=True)
    (desk / "payload/site/device/__init__.py").write_text("")
    (desk / "payload/site/noise").write_bytes(bytes(i * i % 251 for i in range(60000)))
    return desk


SAID = {"version": "9.1.0", "name": NEWER, "architecture": "aarch64", "python": "3.13"}


@pytest.fixture
def pi(tmp_path, builder):
    new = new_table(tmp_path / "pi")
    trusted(new, builder)
    return new


def trusted(pi, builder):
    place = pi.path(update_file.KEYS)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("# who builds\n" + (builder / "builder.pub").read_text())


@pytest.fixture(scope="session")
def newer_update(builder):
    """An update that is as it should be; nobody writes into it."""
    path = pack(builder / "payload", builder / "made" / "dvojtah.update", SAID, builder / "builder")
    path.chmod(0o444)
    return path


def install(pi, file):
    return main.main(["--lang", "en", "--update", str(file)], pi)


def current(pi):
    return versions.Versions(pi).target_of("current")


def unit(pi):
    return pi.path("/etc/systemd/system/dvojtah.service").read_text()


def news(pi):
    return json.loads(pi.path(update.NEWS).read_text())


def boot(pi):
    """The device is switched on: what systemd runs, in its order."""
    trial = pi.path(update.TRIAL).exists()
    if trial or pi.path(update.INCOMING).exists():
        assert main.main(["--settle"], pi) == 0
    pi.succeeds("systemctl", "restart", table.UNIT)
    if pi.path(update.TRIAL).exists():
        main.main(["--confirm"], pi)
