"""Copies on a stick: which one stays, and what can be wrong with it."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

import pytest

from device.carry import bringing, saving
from device.carry.saving import save_to
from device.carry.stick import bring_all, save_all
from device.common.i18n import tr
from tests.carry.devices import CLOCK, KOCKA, SHORT, brought, refused
from tests.files.usb_machine import Machine


def test_a_later_copy_takes_the_place_of_the_earlier_one(devices, stick):
    old = devices(SHORT)
    save_to(stick, old.journal.path)
    old.play(KOCKA)
    save_to(stick, old.journal.path)
    assert [path.name for path in (stick / "dvojtah").iterdir()] == ["journal.db"]


def test_a_copy_in_which_a_game_went_on_further_stays(begun_on_both, stick):
    old, new, record = begun_on_both
    new.go_on(1, record, 5)
    save_to(stick, new.journal.path)
    whole = new.rows()
    save_to(stick, old.journal.path)
    brought(old, stick)
    assert old.rows() == whole


def test_another_device_s_copy_stays_and_both_are_taken(devices, stick):
    first, other, new = devices(SHORT), devices(KOCKA), devices()
    save_to(stick, first.journal.path)
    save_to(stick, other.journal.path)
    assert sorted(file.name for file in (stick / "dvojtah").iterdir()) == ["journal-2.db", "journal.db"]
    brought(new, stick)
    assert sorted(key for key, _ in new.games()) == ["kourici_kocka", "polish_doubles"]


def test_a_stick_that_cannot_be_written_gives_the_journal_back(devices, stick):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)
    for path in (stick / "dvojtah" / "journal.db", stick / "dvojtah", stick):
        path.chmod(0o555 if path.is_dir() else 0o444)
    brought(new, stick)
    for path in (stick, stick / "dvojtah"):
        path.chmod(0o755)
    assert new.rows() == old.rows()
    assert [path.name for path in (stick / "dvojtah").iterdir()] == ["journal.db"]


def test_a_journal_that_was_copied_by_hand_with_its_log_is_taken_whole(devices, stick):
    old, new = devices(SHORT, KOCKA), devices()
    for ending in ("", "-wal"):
        source = old.journal.path.with_name("journal.db" + ending)
        (stick / source.name).write_bytes(source.read_bytes())
    brought(new, stick)
    assert new.rows() == old.rows()


class _Full(sqlite3.Connection):
    """A stick on which nothing more goes."""

    def execute(self, *args):
        if args[0].startswith("PRAGMA quick_check"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(*args)


def test_a_stick_that_is_full_is_said_and_nothing_half_written_is_left(devices, stick, monkeypatch):
    old = devices(SHORT)
    connect = sqlite3.connect

    def full(path, *args, **more):
        return (
            connect(path, *args, **more, factory=_Full) if ".journal.new" in str(path) else connect(path, *args, **more)
        )

    monkeypatch.setattr(saving.sqlite3, "connect", full)
    outcome = save_to(stick, old.journal.path)
    assert tr(outcome.message) == "The USB stick is full; make room on it or take another."
    assert list((stick / "dvojtah").iterdir()) == []


def test_a_real_disk_that_is_full_is_said(devices):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    old = devices(SHORT)
    outcome = save_to(Path("/proc/1"), old.journal.path)
    assert not outcome.ok
    assert "USB stick" in tr(outcome.message)


def test_a_copy_that_was_there_before_survives_a_stick_that_fills_up(devices, stick, monkeypatch):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)
    old.play(KOCKA)
    monkeypatch.setattr(saving, "copy", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    assert not save_to(stick, old.journal.path).ok
    assert "1 new game" in brought(new, stick)


def test_a_stick_that_is_pulled_while_it_is_written_or_read_is_said(devices, stick, monkeypatch):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)

    def gone(*_):
        raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(bringing.os, "pread", gone)
    (stick / "dvojtah" / "journal.db").write_bytes((stick / "dvojtah" / "journal.db").read_bytes() + bytes(9 << 20))
    assert "pulled out" in refused(new, stick)
    monkeypatch.undo()
    monkeypatch.setattr(saving, "copy", gone)
    assert "pulled out" in tr(save_to(stick, old.journal.path).message)


FOREIGN = {
    "another program's": (lambda path: _database(path, 77, 2), "belongs to another program"),
    "a newer version's": (lambda path: _database(path, 0x44564F4A, 99), "newer version"),
    "no database": (lambda path: path.write_text("Milý deníčku,\n" * 500), "not a journal that can be read"),
    "empty": (lambda path: path.write_bytes(b""), "not a journal that can be read"),
    "zeros": (lambda path: path.write_bytes(bytes(100_000)), "not a journal that can be read"),
}


def _database(path: Path, application: int, version: int) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA application_id = {application}; PRAGMA user_version = {version}; CREATE TABLE x (y);")


@pytest.mark.parametrize("how", FOREIGN)
def test_what_is_no_journal_of_ours_is_said_and_changes_nothing(devices, stick, how):
    make, sentence = FOREIGN[how]
    make(stick / "journal.db")
    before = (stick / "journal.db").read_bytes()
    assert sentence in refused(devices(CLOCK), stick)
    assert (stick / "journal.db").read_bytes() == before


def test_a_foreign_file_beside_ours_keeps_nothing_back(devices, stick):
    old, new = devices(SHORT), devices()
    save_to(stick, old.journal.path)
    _database(stick / "photos.db", 77, 1)
    assert "1 new game" in brought(new, stick)


def test_a_damaged_journal_gives_what_can_be_read(devices, stick):
    old, new = devices(SHORT, KOCKA, CLOCK), devices()
    save_to(stick, old.journal.path)
    file = stick / "dvojtah" / "journal.db"
    raw = bytearray(file.read_bytes())
    raw[-4096:] = os.urandom(4096)
    file.write_bytes(raw)
    text = brought(new, stick)
    assert "damaged" in text
    assert new.games()
    assert set(new.rows()) <= set(old.rows())
    assert bytes(raw) == file.read_bytes(), "the stick is not written"


def test_nothing_is_left_beside_the_journal(devices, stick):
    old, new = devices(SHORT), devices()
    (new.journal.path.parent / ".incoming-old").mkdir()
    save_to(stick, old.journal.path)
    brought(new, stick)
    assert not list(new.journal.path.parent.glob(".incoming-*"))


def test_a_stick_without_a_journal_and_no_stick_are_said(devices, stick, tmp_path):
    assert "no journal on the USB stick" in refused(devices(), stick)
    machine = Machine(tmp_path / "machine")
    (machine.root / "block").mkdir(parents=True)
    device = devices(SHORT)
    assert tr(save_all(device.journal.path, device.settings, machine.system).message).startswith(
        "There is no USB stick"
    )
    assert tr(bring_all(device.journal, device.settings, None, machine.system).message).startswith(
        "There is no USB stick"
    )


def test_a_stick_is_found_mounted_and_written_or_said_to_be_read_only(devices, tmp_path):
    machine = Machine(tmp_path / "machine")
    (machine.root / "block").mkdir(parents=True)
    device, new = devices(SHORT), devices()
    folder = machine.stick()
    assert save_all(device.journal.path, device.settings, machine.system).ok
    assert (folder / "dvojtah" / "journal.db").is_file()
    assert bring_all(new.journal, new.settings, None, machine.system).ok
    locked = Machine(tmp_path / "locked")
    (locked.root / "block").mkdir(parents=True)
    locked.stick(ro="1")
    assert "read-only" in tr(save_all(device.journal.path, device.settings, locked.system).message)


def test_a_stick_that_cannot_be_written_on_still_gives_its_journals(devices, tmp_path):
    machine = Machine(tmp_path / "machine")
    (machine.root / "block").mkdir(parents=True)
    device, new = devices(SHORT), devices()
    folder = machine.stick(ro="1")
    save_to(folder, device.journal.path)
    assert bring_all(new.journal, new.settings, None, machine.system).ok
    assert len(new.games()) == 1
