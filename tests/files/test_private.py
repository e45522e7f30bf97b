"""Files with people's data or secrets are their owner's alone, whatever the umask, those of earlier versions, too."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from device.carry.saving import save_as
from device.common.event.ticket import Ticket, store_ticket
from device.common.event.ticket import file_of as ticket_file
from device.common.files import private
from device.common.files.private import make_private, touch_private
from device.journal import Journal
from device.journal.file import acquire_lock, create
from device.journal.repair import open_journal
from device.organiser.store import sqlite
from device.organiser.store.backup import Backup, restore
from device.organiser.store.sqlite import SqliteStore
from device.statistics.counting import Cache
from tests.journal.conftest import keep, notes


@pytest.fixture(params=[0, 0o022], ids=oct)
def umask(request):
    """The umask of whoever starts the program."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> dict[str, str]:
    """The files there that somebody else may read or write."""
    modes = {file: file.lstat().st_mode for file in folder.rglob("*")}
    return {file.name: oct(mode) for file, mode in modes.items() if stat.S_ISREG(mode) and mode & 0o077}


def test_a_journal_and_what_lies_beside_it(umask, tmp_path):
    journal = Journal(tmp_path / "journal.db")
    keep(journal, notes(3))
    assert journal.flush()
    assert {file.name for file in tmp_path.iterdir()} >= {"journal.db", "journal.db-wal", "journal.db-shm"}
    cache = Cache(tmp_path / "statistics.cache")
    assert cache.lines({}) == {}
    cache.close()
    save_as(journal.path, tmp_path / "copy.db")
    assert open_to_others(tmp_path) == {}
    journal.close()


def test_they_are_so_from_their_first_byte_on(umask, tmp_path, monkeypatch):
    """Not only once they are opened."""
    create(tmp_path / "journal.db")
    lock = acquire_lock(tmp_path / "journal.db")
    monkeypatch.setattr(sqlite, "make_private", lambda *paths: None)
    store = SqliteStore(tmp_path / "event.db", "pisek")
    assert open_to_others(tmp_path) == {}
    store.close()
    lock.close()


def test_a_damaged_journal_and_the_new_one(umask, tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    path.with_name("journal.db-wal").write_bytes(b"x" * 5000)
    lock, db = open_journal(path, lambda message: None)
    db.close()
    lock.close()
    assert {file.name for file in tmp_path.iterdir()} >= {"journal.db", "journal.db.damaged"}
    assert open_to_others(tmp_path) == {}


def test_a_store_and_its_backup(umask, tmp_path):
    (tmp_path / "desk").mkdir()
    store = SqliteStore(tmp_path / "desk" / "event.db", "pisek")
    Backup(str(tmp_path / "desk" / "event.db")).write(tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "again")
    assert (tmp_path / "again" / "event.db").exists()
    assert open_to_others(tmp_path) == {}
    store.close()


def test_those_of_earlier_versions_are_tightened_when_they_are_opened(tmp_path):
    """They have the rights that the umask left; a log that a cut left has them, too."""
    used = Journal(tmp_path / "used.db")
    keep(used, notes(3))
    assert used.flush()
    for ending in ("", "-wal"):
        shutil.copyfile(tmp_path / f"used.db{ending}", tmp_path / f"journal.db{ending}")
    used.close()
    SqliteStore(tmp_path / "event.db", "pisek").close()
    store_ticket(tmp_path / "event.json", Ticket(event="pisek", table=7, host="x", port=9, password="ABCD1234"))
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    SqliteStore(tmp_path / "event.db", "pisek", read_only=True).close()
    assert "event.db" in open_to_others(tmp_path), "who only looks changes nothing"
    assert ticket_file(tmp_path / "event.json").trouble() is None
    assert "event.json" in open_to_others(tmp_path)
    journal, store = Journal(tmp_path / "journal.db"), SqliteStore(tmp_path / "event.db", "pisek")
    assert ticket_file(tmp_path / "event.json").read_or_none() is not None
    for file in tmp_path.glob("used.db*"):
        file.unlink()
    assert open_to_others(tmp_path) == {}
    store.close()
    journal.close()


def test_a_small_file_is_tightened_at_the_start(tmp_path):
    store_ticket(tmp_path / "event.json", Ticket(event="pisek", table=7, host="x", port=9, password="ABCD1234"))
    (tmp_path / "event.json").chmod(0o666)
    assert ticket_file(tmp_path / "event.json").mend() is None
    assert open_to_others(tmp_path) == {}


def test_what_is_no_file_and_what_may_not_be_changed_stays(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir(mode=0o755)
    make_private(tmp_path / "folder", tmp_path / "nothing")
    assert (tmp_path / "folder").stat().st_mode & 0o055
    (tmp_path / "file").touch()
    (tmp_path / "file").chmod(0o644)

    def refuse(*given: object) -> None:
        raise PermissionError

    monkeypatch.setattr(private.Path, "chmod", refuse)
    touch_private(tmp_path / "file")
    assert open_to_others(tmp_path) == {"file": "0o100644"}
