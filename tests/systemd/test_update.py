"""A signed update on a simulated machine: checked, installed, watched, put back, and the plug pulled at every step.

The signatures are real ones, made and checked by ssh-keygen with a key of these tests.
"""

import itertools
import json
import os
import shutil
import subprocess
import tarfile

import pytest
from installer import main, table, update, update_file, versions
from installer.machine import Machine

from tests.systemd.conftest import ROOT
from tests.systemd.test_installer import Paper, files, games
from tools.image.update import pack

HASH = "0123456789ab"
NEWER = f"9.1.0-{HASH}"


class Pulled(BaseException):
    """The power went."""


class Table(Paper):
    """A table that takes updates. Its wheels are stand-ins; ssh-keygen is the real one."""

    python = "3.13"

    def run(self, *command, feed="", **environment):
        if command[0] == "ssh-keygen":
            return Machine.run(self, *command, feed=feed)
        return super().run(*command, **environment)


def new_table(root):
    """A table as `systemd/install` leaves it, but with one small file in the place of each version's libraries."""
    one = Table(root)
    kept = versions.Versions(one)
    old = f"0.2.0-{HASH}"
    version_folder(kept.folder / old, "15")
    kept.point("current", old)
    from installer import parts

    parts.put(one, kept.parts(old))
    one.path("/var/lib/dvojtah/settings.toml").write_text('language = "en"\n')
    games(one)
    return one


def version_folder(folder, stop):
    shutil.copytree(ROOT / "systemd", folder / "share/systemd", ignore=shutil.ignore_patterns("installer", "image"))
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


@pytest.fixture(scope="module")
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
    one = new_table(tmp_path / "pi")
    trusted(one, builder)
    return one


def trusted(pi, builder):
    place = pi.path(update_file.KEYS)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("# who builds\n" + (builder / "builder.pub").read_text())


@pytest.fixture
def made(tmp_path, builder):
    return pack(builder / "payload", tmp_path / "dvojtah.update", SAID, builder / "builder")


def install(pi, file):
    return main.main(["--lang", "en", "--update", str(file)], pi)


def current(pi):
    return versions.Versions(pi).linked("current")


def unit(pi):
    return pi.path("/etc/systemd/system/dvojtah.service").read_text()


def news(pi):
    return json.loads(pi.path(update.NEWS).read_text())


def boot(pi):
    """The device is switched on: what systemd runs, in its order."""
    trial = pi.path(update.TRIAL).exists()
    if trial or pi.path(update.INCOMING).exists():
        assert main.main(["--settle"], pi) == 0
    pi.well("systemctl", "restart", table.UNIT)
    if pi.path(update.TRIAL).exists():
        main.main(["--confirm"], pi)


def test_an_update_is_installed_and_stays_after_the_next_start(pi, made):
    assert install(pi, made) == 0
    assert pi.said[-1] == "The table runs version 9.1.0 now."
    assert current(pi) == NEWER
    assert "TimeoutStopSec=16" in unit(pi)
    assert not pi.path(update.INCOMING).exists()
    boot(pi)
    assert current(pi) == NEWER
    assert not pi.path(update.TRIAL).exists()


def test_nothing_of_an_update_needs_a_network(pi, made):
    install(pi, made)
    assert not [one for one in pi.commands if "pip" in one]
    assert not [one for one in pi.commands if one[0] == "apt-get"]


def test_the_table_is_told_how_far_it_is_and_what_came_of_it(pi, made):
    pi.path("/run/dvojtah").mkdir()
    pi.path(update.REQUEST).write_text(json.dumps({"file": str(made), "token": "abc"}))
    assert main.main(["--requested"], pi) == 0
    said = news(pi)
    assert (said["token"], said["stage"], said["ok"]) == ("abc", "done", True)
    assert said["id"].format(**said["args"]) == "The table runs version 9.1.0 now."
    assert not pi.path(update.REQUEST).exists()
    assert main.main(["--requested"], pi) == 0, "asked once, done once"


def test_a_version_that_does_not_start_gives_way_to_the_one_before(pi, made):
    before = files(pi)
    old = current(pi)
    pi.broken.add(NEWER)
    assert install(pi, made) == 1
    assert pi.said[-1:] == ["Version 9.1.0 does not start; version 0.2.0 runs again, with all games."]
    assert current(pi) == old
    assert pi.running
    after = files(pi)
    assert {path for path in after if before.get(path) != after[path]} == {
        path.relative_to(pi.root)
        for path in (
            pi.path(update.NEWS),
            pi.path("/var/lib/dvojtah/journal-before-upgrade.db"),
            pi.path("/boot/firmware/config.txt"),
            pi.path("/boot/firmware/config.txt.before-dvojtah"),
            pi.path("/opt/dvojtah/installer.json"),
        )
    }


def test_a_version_that_does_not_start_with_the_device_gives_way_too(pi, made):
    old = current(pi)
    install(pi, made)
    pi.broken.add(NEWER)
    boot(pi)
    assert current(pi) == old
    assert pi.running
    assert "TimeoutStopSec=15" in unit(pi)
    assert not news(pi)["ok"]


def refused(pi, file, sentence):
    def device():
        return {path: content for path, content in files(pi).items() if path.name != "update.json"}

    before = device()
    assert install(pi, file) == 1
    assert pi.said[-1] == sentence
    assert device() == before


def rewritten(file, target, change):
    """The same archive with its members changed: ``change`` gets name and bytes, and answers bytes or None."""
    import io

    with tarfile.open(file) as source, tarfile.open(target, "w") as out:
        for member in source:
            content = change(member.name, source.extractfile(member).read())
            if content is not None:
                member.size = len(content)
                out.addfile(member, io.BytesIO(content))
    return target


NOTHING = "; nothing was changed."
OTHER_SYSTEM = "The update is for another release of the system (Python 3.11, this has 3.13)"
NONE = "This is no update of the table, or it is damaged; nothing was changed."


def test_a_file_that_is_none_is_refused(pi, tmp_path):
    place = tmp_path / "x.update"
    for content in (b"", b"hello", b"\0" * 20480):
        place.write_bytes(content)
        refused(pi, place, NONE)
    refused(
        pi, tmp_path / "missing.update", "The update cannot be read (No such file or directory); nothing was changed."
    )


def test_a_pipe_or_a_device_in_its_place_is_refused_at_once(pi, tmp_path):
    os.mkfifo(tmp_path / "pipe.update")
    refused(pi, tmp_path / "pipe.update", NONE)
    assert install(pi, "/dev/zero") == 1
    assert pi.said[-1] == NONE


def test_a_damaged_update_is_refused(pi, made, tmp_path):
    def flip(name, content):
        return content[:200] + b"X" + content[201:] if name == "payload.tar.xz" else content

    damaged = rewritten(made, tmp_path / "damaged.update", flip)
    refused(pi, damaged, "The update is damaged; copy it anew. Nothing was changed.")
    cut = tmp_path / "cut.update"
    cut.write_bytes(made.read_bytes()[:-12000])
    assert install(pi, cut) == 1
    assert "damaged" in pi.said[-1]


def test_an_unsigned_update_is_refused(pi, builder, tmp_path):
    bare = pack(builder / "payload", tmp_path / "bare.update", SAID, None)
    refused(pi, bare, "The update is not signed; nothing was changed.")


def test_an_update_of_a_stranger_is_refused(pi, builder, tmp_path):
    his = pack(builder / "payload", tmp_path / "his.update", SAID, builder / "stranger")
    refused(pi, his, "The update is not signed by whoever this table trusts; nothing was changed.")


def test_what_the_builder_signed_for_another_purpose_is_no_update(pi, builder, made, tmp_path):
    text = tmp_path / "manifest.json"
    with tarfile.open(made) as archive:
        text.write_bytes(archive.extractfile("manifest.json").read())
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", builder / "builder", "-n", "git", text], check=True)
    signature = text.with_suffix(".json.sig").read_bytes()
    other = rewritten(made, tmp_path / "o.update", lambda name, it: signature if name.endswith(".sig") else it)
    refused(pi, other, "The update is not signed by whoever this table trusts; nothing was changed.")


def test_a_manifest_that_was_changed_is_refused(pi, made, tmp_path):
    other = rewritten(made, tmp_path / "o.update", lambda _, it: it.replace(b'"9.1.0"', b'"9.1.1"'))
    refused(pi, other, "The update is not signed by whoever this table trusts; nothing was changed.")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"version": "0.1.9"}, "The update 0.1.9 is not newer than the version of this table, 0.2.0" + NOTHING),
        ({"version": "0.2"}, "The update 0.2 is not newer than the version of this table, 0.2.0" + NOTHING),
        ({"architecture": "x86_64"}, "The update is for another processor (x86_64, this is aarch64)" + NOTHING),
        ({"python": "3.11"}, OTHER_SYSTEM + NOTHING),
        ({"name": "../../etc"}, NONE),
        ({"product": "other"}, NONE),
        ({"format": 2}, "This update needs a newer table; install the version in between first."),
    ],
)
def test_an_update_that_is_not_for_this_table_is_refused(pi, builder, tmp_path, said, sentence):
    refused(pi, pack(builder / "payload", tmp_path / "x.update", {**SAID, **said}, builder / "builder"), sentence)


def test_a_table_without_a_key_takes_no_update(pi, made):
    pi.path(update_file.KEYS).unlink()
    refused(pi, made, "This table takes no updates, because it knows no builder's key; nothing was changed.")


def test_a_card_without_room_takes_no_update(pi, made, monkeypatch):
    monkeypatch.setattr(update_file.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
    assert install(pi, made) == 1
    assert pi.said[-1].startswith("There is no room for the update: ")


def test_a_payload_cannot_leave_its_folder(pi, builder, tmp_path, monkeypatch):
    import tools.image.update as maker

    plain = maker._plain

    def outside(member):
        member.name = member.name.replace("share/docs", "../../../etc")
        return plain(member)

    (builder / "payload/share/docs/x").write_text("x")
    monkeypatch.setattr(maker, "_plain", outside)
    other = pack(builder / "payload", tmp_path / "o.update", SAID, builder / "builder")
    refused(pi, other, NONE)


def test_a_version_that_cannot_be_made_changes_nothing(pi, made, monkeypatch):
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda c: (1, "no room\n") if "venv" in c else answer(c))
    refused(pi, made, "The environment cannot be made: no room")


def test_a_key_is_given_when_the_table_is_installed(pi, builder, tmp_path):
    bad = tmp_path / "key"
    bad.write_text((builder / "builder").read_text())
    assert main.main(["--lang", "en", "--update-key", str(bad)], pi) == 1
    assert "is no public key" in pi.said[-1]
    with pytest.raises(main.Trouble):
        main.trust(pi, bad)
    main.trust(pi, builder / "builder.pub")
    assert pi.path(update_file.KEYS).read_text() == (builder / "builder.pub").read_text()


# -- the plug is pulled ------------------------------------------------------------------------------------------------


class Plug:
    """Counts what changes the card, and the commands that matter; in the end the power goes, for good."""

    CHANGES = frozenset({"venv", "compileall", "restart", "daemon-reload", "verify"})
    CALLS = ("replace", "rename", "symlink", "unlink", "mkdir", "rmdir")

    def __init__(self, pi, monkeypatch):
        self.left = None
        self.out = False
        for name in self.CALLS:
            monkeypatch.setattr(os, name, self.counted(getattr(os, name)))
        changes, run = self.counted(pi.run), pi.run
        pi.run = lambda *command, **more: (changes if self.CHANGES & {*command} else run)(*command, **more)

    def counted(self, real):
        def call(*args, **named):
            if self.left is not None:
                if self.out or self.left == 0:
                    self.out = True
                    raise Pulled
                self.left -= 1
            return real(*args, **named)

        return call


def whole(pi):
    """The device is one that starts: a whole version, its own units, its games, and no trace of what was cut off."""
    now = current(pi)
    kept = versions.Versions(pi)
    assert kept.whole(now)
    assert pi.running
    assert f"TimeoutStopSec={16 if now == NEWER else 15}" in unit(pi)
    assert not pi.path(update.TRIAL).exists()
    assert not pi.path(update.INCOMING).exists()
    assert kept.unfinished() == []
    import sqlite3

    with sqlite3.connect(pi.path("/var/lib/dvojtah/journal.db")) as db:
        assert db.execute("SELECT name FROM game").fetchall() == [("Krtci",)]
    return now


def test_the_plug_pulled_at_any_step_of_an_update_leaves_a_table_that_starts(tmp_path, builder, made, monkeypatch):
    seen = set()
    for steps in itertools.count():
        with monkeypatch.context() as patched:
            pi = new_table(tmp_path / f"pi{steps}")
            trusted(pi, builder)
            plug = Plug(pi, patched)
            plug.left = steps
            try:
                done = install(pi, made)
            except Pulled:
                done = None
            plug.left = None
            boot(pi)
            seen.add(whole(pi))
            if done is None:
                assert install(pi, made) in (0, 1), "and the same update can be had once more"
                assert current(pi) == NEWER
        shutil.rmtree(pi.root)
        if done is not None:
            break
    assert seen == {f"0.2.0-{HASH}", NEWER}
    assert steps > 40


def test_the_plug_pulled_while_the_version_before_comes_back(tmp_path, builder, made, monkeypatch):
    for steps in itertools.count():
        with monkeypatch.context() as patched:
            pi = new_table(tmp_path / f"pi{steps}")
            trusted(pi, builder)
            install(pi, made)
            pi.broken.add(NEWER)
            plug = Plug(pi, patched)
            plug.left = steps
            try:
                boot(pi)
            except Pulled:
                plug.left = None
                boot(pi)
            done = not plug.out
            plug.left = None
            assert whole(pi) == f"0.2.0-{HASH}"
        shutil.rmtree(pi.root)
        if done:
            break
    assert steps > 5
