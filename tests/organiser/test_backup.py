"""An event in one file and back: while it runs, from both databases, and never over anything else."""

import hashlib
import json
import re
import shutil
import threading
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.common.cli.failure import Failure
from device.common.event import broker
from device.common.files.small_file import aside_of
from device.organiser.desk.passwords import DESK_PASSWORD_CLEAR, kept_password
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import backup, open_store, sql
from device.organiser.store.backup import DESK_PASSWORD, Backup, BackupTrouble, restore
from device.organiser.tournament.registration import Registration
from tests.organiser.commands import command, folded_parts, kept_in
from tests.organiser.conftest import EVENT
from tests.organiser.events import doubles
from tests.organiser.pages import refused, rows_of
from tests.organiser.said import entrant_lines


@pytest.fixture
def running(store_url):
    """An event in the middle of its evening; its store is open, and what is newest is not in its file yet."""
    store = open_store(store_url, EVENT)
    desk = doubles(store)
    Registration(desk).enrol(entrant_lines("Player 1;Player 2;Contact\nZora;Ivan;777 123 456\n"))
    store.append(rows_of(1))
    yield store
    store.close()


@pytest.fixture
def files(tmp_path):
    return broker.make(tmp_path / "turnaj", EVENT, 3, "10.0.0.1", 8883, tls=True)


def test_what_was_backed_up_while_it_ran_is_put_back_whole(running, store_url, files, tmp_path):
    settings_file = tmp_path / "settings.toml"
    settings_file.write_text('language = "en"\n')
    Backup(store_url, files.folder, settings_file).write(tmp_path / "b.zip")
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600
    restore(tmp_path / "b.zip", tmp_path / "new")
    there = str(tmp_path / "new" / "event.db")
    assert kept_in(there) == kept_in(store_url)
    assert kept_in(there)[2]
    again = open_store(there, EVENT)
    assert folded_parts(OrganiserDesk(again).state) == folded_parts(OrganiserDesk(running).state)
    assert again.nonce != running.nonce, "tables must not take it for the store that has all they said"
    again.append(rows_of(2))
    assert len(kept_in(there)[0]) > len(kept_in(store_url)[0])
    again.close()
    back = broker.load(tmp_path / "new")
    assert [back.code(n) for n in (1, 2, 3)] == [broker.load(files.folder).code(n) for n in (1, 2, 3)]
    assert str(files.folder) not in back.configuration.read_text()
    assert (tmp_path / "new" / "settings.toml").read_text() == 'language = "en"\n'


def test_the_desks_password_goes_with_its_store_and_a_damaged_one_stops_nothing(store, tmp_path):
    password = kept_password(tmp_path, is_said=True)
    Backup(str(tmp_path / "event.db")).write(tmp_path / "b.zip")
    restore(tmp_path / "b.zip", tmp_path / "new")
    assert not (tmp_path / "new" / DESK_PASSWORD_CLEAR).exists(), "a backup has its hash alone"
    assert kept_password(tmp_path / "new").secret == password.secret
    (tmp_path / DESK_PASSWORD).write_bytes(b"\xff" * 4096)
    Backup(str(tmp_path / "event.db")).write(tmp_path / "c.zip")
    assert len(aside_of(tmp_path / DESK_PASSWORD)) == 0, "a backup only reads"
    assert kept_password(tmp_path).secret != password.secret
    assert [path.read_bytes() for path in aside_of(tmp_path / DESK_PASSWORD)] == [b"\xff" * 4096]


def test_a_backup_has_everything_through_one_moment(store, tmp_path):
    store.append(rows_of(1))
    ends, taken = threading.Event(), []

    def writes():
        writer = open_store(str(tmp_path / "event.db"), EVENT)
        for table in range(2, 400):
            writer.append(rows_of(table, entries=3))
            if ends.is_set():
                break
        writer.close()

    thread = threading.Thread(target=writes)
    thread.start()
    for n in range(5):
        Backup(str(tmp_path / "event.db")).write(tmp_path / f"{n}.zip")
        restore(tmp_path / f"{n}.zip", tmp_path / f"new{n}")
        taken.append(kept_in(str(tmp_path / f"new{n}" / "event.db"))[0])
    ends.set()
    thread.join()
    whole = kept_in(str(tmp_path / "event.db"))[0]
    for state in taken:
        assert state == whole[: len(state)]
    assert len(taken[0]) >= len(rows_of(1))
    assert len(taken[-1]) > len(taken[0])


def test_the_commands_say_what_was_done_and_what_was_not(store, files, tmp_path):
    OrganiserDesk(store).name("Písek")
    url, file = str(tmp_path / "event.db"), str(tmp_path / "b.zip")
    assert "--broker-files" in command(url, "backup", file)
    with pytest.raises(BackupTrouble, match="is there already"):
        command(url, "backup", file)
    output = command(url, "backup", str(tmp_path / "c.zip"), "--broker-files", str(files.folder))
    assert "--broker-files" not in output
    output = command(url, "restore", str(tmp_path / "c.zip"), str(tmp_path / "new"))
    assert (
        f"dvojtah organiser --event {EVENT} --store {tmp_path}/new/event.db run --broker-files {tmp_path}/new" in output
    )
    with pytest.raises(Failure, match="There is no store"):
        command(str(tmp_path / "none.db"), "backup", str(tmp_path / "d.zip"))
    assert {path.name for path in tmp_path.iterdir()} >= {"b.zip", "c.zip", "new"}
    assert not (tmp_path / "d.zip").exists()


def test_a_folder_with_anything_in_it_stays_as_it_is(store, tmp_path):
    Backup(str(tmp_path / "event.db")).write(tmp_path / "b.zip")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "event.db").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "full", tmp_path / "file"):
        with pytest.raises(BackupTrouble, match="is not empty"):
            restore(tmp_path / "b.zip", place)
    assert (tmp_path / "full" / "event.db").read_text() == (tmp_path / "file").read_text() == "mine"
    (tmp_path / "empty").mkdir()
    restore(tmp_path / "b.zip", tmp_path / "empty")
    assert [path.name for path in (tmp_path / "empty").iterdir()] == ["event.db"]


def said_of(file, folder):
    """What is said of a file that is put back; then the folder must be as it was."""
    with pytest.raises(BackupTrouble) as trouble:
        restore(file, folder)
    assert not folder.exists()
    return str(trouble.value)


def changed(source, target, name, change):
    """A backup of which one part is another."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            new.writestr(member, change(content) if member == name else content)


def test_each_thing_that_is_no_backup_is_said_in_one_sentence(store, tmp_path):
    good, bad, new = tmp_path / "b.zip", tmp_path / "bad.zip", tmp_path / "new"
    Backup(str(tmp_path / "event.db")).write(good)
    assert said_of(tmp_path / "none.zip", new) == f"There is no file {tmp_path}/none.zip."
    bad.write_text("hello")
    assert "is damaged" in said_of(bad, new)
    bad.write_bytes(good.read_bytes()[:-200])
    assert "is damaged" in said_of(bad, new)
    newer = lambda raw: json.dumps({"format": backup.FORMAT + 1}).encode()  # noqa: E731
    changed(good, bad, backup.MANIFEST, newer)
    assert "was made by a newer version" in said_of(bad, new)
    changed(good, bad, backup.STORE, lambda raw: raw[:-1] + b"\x01")
    assert "is damaged" in said_of(bad, new)
    changed(good, bad, backup.MANIFEST, lambda raw: raw.replace(b'"event.db"', b'"../event"'))
    assert "is damaged" in said_of(bad, new)


def with_member(source, target, name, content):
    """The backup with a file more, or another one in its place, and a manifest that says so."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        manifest = json.loads(old.read(backup.MANIFEST))
        manifest["files"][name] = hashlib.sha256(content).hexdigest()
        for member in set(old.namelist()) - {name, backup.MANIFEST}:
            new.writestr(member, old.read(member))
        new.writestr(name, content)
        new.writestr(backup.MANIFEST, json.dumps(manifest))


BESIDE = (backup.SETTINGS, backup.DESK_PASSWORD, backup.DESK_ACCOUNTS, broker.SECRETS)
ENDLESS = [
    *((name, b"#" * (backup.LARGEST + 1)) for name in BESIDE),
    (backup.STORE, bytes(64 << 20)),
    ("x" * 3000, b"y"),
]


@pytest.mark.parametrize(("name", "content"), ENDLESS, ids=[*BESIDE, "the store", "a name"])
def test_a_member_that_is_too_long_is_damage_and_no_more_of_it_is_unpacked(store, tmp_path, monkeypatch, name, content):
    good, bad, new = tmp_path / "b.zip", tmp_path / "bad.zip", tmp_path / "new"
    Backup(str(tmp_path / "event.db")).write(good)
    with_member(good, bad, name, content)
    assert bad.stat().st_size < 200_000
    written = []
    write = backup._copy_bounded
    monkeypatch.setattr(backup, "LARGEST_STORE", 3 << 20)
    monkeypatch.setattr(
        backup, "_copy_bounded", lambda source, target, most: written.append(target) or write(source, target, most)
    )
    assert said_of(bad, new) == f"The backup {bad} is damaged; take another one. Nothing was put back."
    assert len(written) <= 2


def test_settings_that_cannot_be_read_are_said_in_one_sentence(store, tmp_path):
    settings = tmp_path / "dvojtah.toml"
    settings.mkdir()
    with pytest.raises(backup.BackupTrouble, match=r"dvojtah\.toml cannot be read; nothing was backed up\."):
        Backup(str(tmp_path / "event.db"), settings=settings).write(tmp_path / "b.zip")


def test_the_store_of_a_newer_version_is_not_put_back(store, tmp_path, monkeypatch):
    monkeypatch.setattr(sql, "VERSION", 99)
    newer = open_store(str(tmp_path / "newer.db"), EVENT)
    newer._write([("UPDATE store SET version = 99", [()])])
    newer.close()
    Backup(str(tmp_path / "newer.db")).write(tmp_path / "b.zip")
    monkeypatch.undo()
    assert "was made by a newer version" in said_of(tmp_path / "b.zip", tmp_path / "new")


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    store = open_store(str(folder / "event.db"), EVENT)
    store.append(rows_of(1, entries=3))
    store.close()
    broker_files = broker.make(folder / "broker", EVENT, 2, "10.0.0.1")
    Backup(str(folder / "event.db"), broker_files.folder).write(folder / "b.zip")
    return folder


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_worn_byte_is_found_or_does_not_matter(good, tmp_path, where, mask):
    raw = bytearray((good / "b.zip").read_bytes())
    raw[int(where * len(raw))] ^= mask
    bad, new = tmp_path / "bad.zip", tmp_path / "new"
    bad.write_bytes(raw)
    try:
        restore(bad, new)
    except BackupTrouble:
        assert not new.exists()
    else:
        assert kept_in(str(new / "event.db")) == kept_in(str(good / "event.db"))
        assert broker.load(new).given == broker.load(good / "broker").given
        shutil.rmtree(new)


def test_the_desk_gives_a_backup_to_who_is_inside(store, files, tmp_path, enter):
    desk = doubles(store)
    inside = enter(desk, backup=Backup(str(tmp_path / "event.db"), files.folder))
    assert 'href="/files/backup.zip?lang=en" download' in inside.get("/papers")
    assert inside.page.ask("/files/backup.zip").status == 303, "not without the password"
    answer = inside.page.ask("/files/backup.zip", headers=inside.cookie)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{EVENT}-backup.zip"'
    (tmp_path / "b.zip").write_bytes(answer.read())
    restore(tmp_path / "b.zip", tmp_path / "new")
    assert kept_in(str(tmp_path / "new" / "event.db")) == kept_in(str(tmp_path / "event.db"))
    (files.folder / "secrets.json").write_text("{")
    status, text = refused(inside.page.ask("/files/backup.zip", headers=inside.cookie))
    assert status == 503
    assert re.match("The broker.s files cannot be used", text.replace("&#39;", "'"))
