"""An update that is damaged, a stranger's, or not for this table changes nothing and is refused in one sentence."""

import errno
import json
import os
import shutil
import subprocess
import tarfile

import pytest
from installer import main, update, update_file, versions

from tests.systemd.test_installer import files
from tests.systemd.update.conftest import SAID, current, install, news
from tools.image.update import pack


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
NONE = "This is not an update of the table, or it is damaged; nothing was changed."


def test_a_file_that_is_none_is_refused(pi, tmp_path):
    place = tmp_path / "x.update"
    for content in (b"", b"hello", b"\0" * 20480):
        place.write_bytes(content)
        refused(pi, place, NONE)
    refused(
        pi, tmp_path / "missing.update", "The update cannot be read (No such file or directory); nothing was changed."
    )


@pytest.mark.parametrize("where", ["installer.versions.shutil.move", "installer.update.read_trial"])
def test_a_card_that_takes_or_gives_nothing_says_so(pi, newer_update, monkeypatch, where):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(where, full)
    refused(pi, newer_update, "The update cannot be installed (No space left on device); nothing was changed.")
    assert news(pi)["ok"] is False


def test_a_pipe_or_a_device_in_its_place_is_refused_at_once(pi, tmp_path):
    os.mkfifo(tmp_path / "pipe.update")
    refused(pi, tmp_path / "pipe.update", NONE)
    assert install(pi, "/dev/zero") == 1
    assert pi.said[-1] == NONE


def test_a_damaged_update_is_refused(pi, newer_update, tmp_path):
    def flip(name, content):
        return content[:200] + b"X" + content[201:] if name == "payload.tar.xz" else content

    damaged = rewritten(newer_update, tmp_path / "damaged.update", flip)
    refused(pi, damaged, "The update is damaged; copy it again. Nothing was changed.")
    cut = tmp_path / "cut.update"
    cut.write_bytes(newer_update.read_bytes()[:-12000])
    assert install(pi, cut) == 1
    assert "damaged" in pi.said[-1]


def test_an_unsigned_update_is_refused(pi, builder, tmp_path):
    bare = pack(builder / "payload", tmp_path / "bare.update", SAID, None)
    refused(pi, bare, "The update is not signed; nothing was changed.")


def test_an_update_of_a_stranger_is_refused(pi, builder, tmp_path):
    his = pack(builder / "payload", tmp_path / "his.update", SAID, builder / "stranger")
    refused(pi, his, "The update is not signed by whoever this table trusts; nothing was changed.")


def test_what_a_stranger_says_is_not_even_read(pi, builder, tmp_path):
    his = pack(builder / "payload", tmp_path / "his.update", {**SAID, "format": 2}, builder / "stranger")
    refused(pi, his, "The update is not signed by whoever this table trusts; nothing was changed.")


def test_what_the_builder_signed_for_another_purpose_is_no_update(pi, builder, newer_update, tmp_path):
    text = tmp_path / "manifest.json"
    with tarfile.open(newer_update) as archive:
        text.write_bytes(archive.extractfile("manifest.json").read())
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", builder / "builder", "-n", "git", text], check=True)
    signature = text.with_suffix(".json.sig").read_bytes()
    other = rewritten(newer_update, tmp_path / "o.update", lambda name, it: signature if name.endswith(".sig") else it)
    refused(pi, other, "The update is not signed by whoever this table trusts; nothing was changed.")


def test_a_manifest_that_was_changed_is_refused(pi, newer_update, tmp_path):
    other = rewritten(newer_update, tmp_path / "o.update", lambda _, it: it.replace(b'"9.1.0"', b'"9.1.1"'))
    refused(pi, other, "The update is not signed by whoever this table trusts; nothing was changed.")


@pytest.mark.parametrize(
    ("changes", "sentence"),
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
def test_an_update_that_is_not_for_this_table_is_refused(pi, builder, tmp_path, changes, sentence):
    refused(pi, pack(builder / "payload", tmp_path / "x.update", {**SAID, **changes}, builder / "builder"), sentence)


def test_a_table_without_a_key_takes_no_update(pi, newer_update):
    pi.path(update_file.KEYS).unlink()
    refused(pi, newer_update, "This table takes no updates, because it knows no builder's key; nothing was changed.")


def test_a_card_without_room_takes_no_update(pi, newer_update, monkeypatch):
    with tarfile.open(newer_update) as archive:
        manifest = json.load(archive.extractfile("manifest.json"))
    free = manifest["size"] + manifest["unpacked"] * 3 // 2
    assert free < 1_000_000
    room = [free - 1, free]
    monkeypatch.setattr(update_file.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, room.pop(0)))
    refused(pi, newer_update, "There is no room for the update: 1 MB are needed.")
    assert install(pi, newer_update) == 0, "what is unpacked, half as much again, and the file"


def test_a_table_that_is_not_whole_takes_no_update(pi, newer_update):
    (pi.path("/opt/dvojtah/versions") / current(pi) / versions.WHOLE).unlink()
    refused(pi, newer_update, "There is no table here that could be updated.")


@pytest.mark.parametrize("place", ["../../../etc", "share/../../../etc", "/etc"])
def test_a_payload_cannot_leave_its_folder(pi, builder, tmp_path, monkeypatch, place):
    import tools.image.update as maker

    plain = maker._plain

    def outside(member):
        member.name = member.name.replace("share/docs", place)
        return plain(member)

    payload = shutil.copytree(builder / "payload", tmp_path / "payload")
    (payload / "share/docs/x").write_text("x")
    monkeypatch.setattr(maker, "_plain", outside)
    other = pack(payload, tmp_path / "o.update", SAID, builder / "builder")
    refused(pi, other, NONE)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_a_payload_has_files_and_folders_alone(pi, builder, tmp_path, monkeypatch, kind):
    import tools.image.update as maker

    plain = maker._plain

    def special(member):
        if member.name == "share/x":
            member.type, member.size, member.linkname = kind, 0, "/etc/passwd"
        return plain(member)

    payload = shutil.copytree(builder / "payload", tmp_path / "payload")
    (payload / "share/x").touch()
    monkeypatch.setattr(maker, "_plain", special)
    refused(pi, pack(payload, tmp_path / "o.update", SAID, builder / "builder"), NONE)


def test_a_program_that_cannot_be_started_is_no_version(pi, newer_update, monkeypatch):
    answer = pi.answer
    broken = (1, "ImportError: no module named device\n")
    monkeypatch.setattr(pi, "answer", lambda c: broken if c[-1] == "--help" else answer(c))
    refused(pi, newer_update, "The new version cannot be started: ImportError: no module named device")


def test_while_an_update_is_made_nobody_else_looks_into_it(pi, newer_update, monkeypatch):
    seen, unpack = [], versions.Versions.unpack

    def look(of_pi, payload, version):
        seen.append(payload.stat().st_mode & 0o777)
        unpack(of_pi, payload, version)

    monkeypatch.setattr(versions.Versions, "unpack", look)
    assert install(pi, newer_update) == 0
    assert seen == [0o700]


def test_an_update_that_has_not_started_with_the_device_is_waited_for(pi, newer_update):
    update.write_trial(pi, update.Trial(current(pi), "0.1.0-0123456789ab", passed=False))
    refused(pi, newer_update, "The last update has not started yet: switch the device off and on once, then try again.")


def test_a_version_that_cannot_be_made_changes_nothing(pi, newer_update, monkeypatch):
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda c: (1, "no room\n") if "venv" in c else answer(c))
    refused(pi, newer_update, "The environment cannot be made: no room")


def test_a_key_is_given_when_the_table_is_installed(pi, builder, tmp_path):
    bad = tmp_path / "key"
    bad.write_text((builder / "builder").read_text())
    empty = tmp_path / "empty.pub"
    empty.write_text("# no key yet\n")
    mixed = tmp_path / "mixed.pub"
    mixed.write_text((builder / "builder.pub").read_text() + "whatever\n")
    assert main.main(["--lang", "en", "--update-key", str(bad)], pi) == 1
    assert "is not a public key" in pi.said[-1]
    for nothing in (bad, empty, mixed):
        with pytest.raises(main.Trouble, match="is not a public key"):
            main.trust(pi, nothing)
    main.trust(pi, builder / "builder.pub")
    assert pi.path(update_file.KEYS).read_text() == (builder / "builder.pub").read_text()
