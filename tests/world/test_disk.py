"""The disk under the simulated machines: what was synced stays, all else may go, and faults end as they began."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from device.common.files.atomic_write import atomic_write
from device.journal.reserve import ReservedBeat, ReserveFile
from tools.world.disk import Disk
from tools.world.medium import SECTOR
from tools.world.vfs import FULL, IOERR
from tools.world.volume import Volume

DRAWS = 200
"""Power cuts drawn where each thing that may happen has to be seen."""


class Table:
    """A machine's folder with a database in WAL mode, each commit of which is synced."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk, self.folder = disk, folder
        self.folder.mkdir()
        self.volume: Volume = disk.machine(f"{folder}/")
        self.db = self.connect()
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, text TEXT)")

    def connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.folder / "a.db", isolation_level=None)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def add(self, n: int) -> None:
        self.db.execute("INSERT INTO entry VALUES (?, ?)", (n, f"zápis {n} " * 40))

    def cut(self, seed: int, place: Path) -> list[int]:
        """Entries that are read at the next start, in another folder."""
        write(place, self.disk.image(self.folder, Random(seed)))
        with contextlib.closing(sqlite3.connect(place / "a.db")) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return [n for (n,) in db.execute("SELECT n FROM entry ORDER BY n")]


def write(place: Path, image: dict[str, bytes]) -> None:
    place.mkdir(exist_ok=True)
    for name, content in image.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def images(disk: Disk, folder: Path) -> Iterator[dict[str, bytes]]:
    for seed in range(DRAWS):
        yield disk.image(folder, Random(seed))


@pytest.fixture
def table(disk, tmp_path):
    table = Table(disk, tmp_path.resolve() / "t1")
    yield table
    table.db.close()


def test_without_a_fault_not_a_byte_differs_from_sqlites_own_files(tmp_path):
    def evening(folder: Path) -> dict[str, bytes]:
        folder.mkdir()
        if Disk.installed is not None:
            Disk.installed.machine(f"{folder}/")
        with contextlib.closing(sqlite3.connect(folder / "a.db", isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, text TEXT)")
            for n in range(80):
                db.execute("INSERT INTO entry VALUES (?, ?)", (n, f"zápis {n} " * 4 * n))
                if n % 20 == 0:
                    db.execute("DELETE FROM entry WHERE n % 3 = 0")
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            log = (folder / "a.db-wal").read_bytes()
        return {"log": log[32::], **{path.name: path.read_bytes() for path in folder.iterdir()}}

    plain = evening(tmp_path.resolve() / "plain")
    disk = Disk.install()
    try:
        watched = evening(tmp_path.resolve() / "watched")
        assert watched.keys() == plain.keys()
        assert watched["a.db"] == plain["a.db"]
        assert pages(watched["log"]) == pages(plain["log"]), "but for the salt of its log"
    finally:
        disk.uninstall()
    assert evening(tmp_path.resolve() / "after")["a.db"] == plain["a.db"]


def pages(frames: bytes) -> list[tuple[bytes, bytes]]:
    """Page number and size of each frame of a write-ahead log, and its page: all but salt and checksum."""
    return [(frames[at : at + 8], frames[at + 24 : at + 4120]) for at in range(0, len(frames), 4120)]


def test_what_was_committed_is_there_after_every_cut(table):
    for n in range(20):
        table.add(n)
    table.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    for n in range(20, 40):
        table.add(n)
    for seed in range(20):
        assert table.cut(seed, table.folder.parent / f"cut{seed}") == list(range(40))


def test_what_was_not_synced_may_be_lost_and_may_be_torn(table):
    table.add(0)
    safe = (table.folder / "a.db-wal").read_bytes()
    table.db.execute("PRAGMA synchronous = OFF")
    table.add(1)
    whole = (table.folder / "a.db-wal").read_bytes()
    seen = {image["a.db-wal"] for image in images(table.disk, table.folder)}
    assert {safe, whole} <= seen
    torn = seen - {safe, whole}
    page = whole[len(safe) + 24 : len(safe) + 4120]
    assert [log for log in torn if 0 < len(log) - len(safe) - 24 < 4096], "in the midst of a page"
    assert [log for log in torn if log.endswith(page[-SECTOR:]) and page not in log], "its end, not its beginning"
    for log in torn:
        assert log.startswith(safe)
        for at in range(len(safe) - len(safe) % SECTOR, len(log), SECTOR):
            assert changed_at(log, whole, at) is None
    cuts = [table.cut(seed, table.folder.parent / f"cut{seed}") for seed in range(40)]
    assert [0] in cuts
    assert [0, 1] in cuts


def changed_at(log: bytes, whole: bytes, at: int) -> int | None:
    """Where a sector differs from that of the whole file, but for zeros."""
    sector = log[at : at + SECTOR]
    return next((n for n, byte in enumerate(sector) if byte not in (0, whole[at + n])), None)


def test_without_a_sync_the_later_write_may_come_without_the_earlier(table):
    before = (table.folder / "a.db-wal").read_bytes()
    table.db.execute("PRAGMA synchronous = OFF")
    table.add(0)
    table.add(1)
    after = (table.folder / "a.db-wal").read_bytes()
    end = len(after) - 4096
    logs = [image["a.db-wal"] for image in images(table.disk, table.folder)]
    gaps = [log for log in logs if log[end:] == after[end:] and not any(log[len(before) + 24 : len(before) + 4120])]
    assert gaps
    table.disk.in_order = True
    for image in images(table.disk, table.folder):
        log = image["a.db-wal"]
        assert after.startswith(log.rstrip(b"\0")), "a kinder medium has them in order"


def test_one_seed_leaves_one_image_and_another_seed_another(table):
    table.db.execute("PRAGMA synchronous = OFF")
    for n in range(10):
        table.add(n)
    drawn = [table.disk.image(table.folder, Random(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_one_seed_makes_one_log(disk, tmp_path):
    logs = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        disk.seed(seed)
        torn = Table(disk, tmp_path.resolve() / name)
        torn.add(1)
        logs.append((torn.folder / "a.db-wal").read_bytes())
        torn.db.close()
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.parametrize(("code", "words"), [(FULL, "full"), (IOERR, "I/O error")])
def test_a_disk_that_takes_nothing_for_a_while_is_well_again_afterwards(table, code, words):
    table.add(0)
    table.disk.fail(table.volume, 0, 3, code)
    with pytest.raises(sqlite3.OperationalError, match=words):
        table.add(1)
    for _ in range(3):
        with contextlib.suppress(sqlite3.OperationalError):
            table.add(1)
            break
    table.add(2)
    assert table.cut(0, table.folder.parent / "cut") == [0, 1, 2]


def test_the_fault_comes_after_as_many_changes_as_was_said(table):
    table.add(0)
    begin = table.disk.writes(table.volume)
    table.add(1)
    a_commit = table.disk.writes(table.volume) - begin
    table.disk.fail(table.volume, a_commit, 1, IOERR)
    table.add(2)
    with pytest.raises(sqlite3.OperationalError):
        table.add(3)
    table.add(3)


def test_what_a_failed_sync_should_have_written_may_be_lost_though_the_next_one_succeeds(disk, tmp_path):
    """Of a small file: SQLite writes its frames again."""
    folder = tmp_path.resolve() / "t1"
    folder.mkdir()
    db = sqlite3.connect(folder / "a.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = MEMORY")
    db.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, text TEXT)")
    db.close()
    volume = disk.machine(f"{folder}/")
    with contextlib.closing(sqlite3.connect(folder / "a.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("INSERT INTO entry VALUES (1, 'první')")
        file = os.open(folder / "a.db", os.O_RDONLY)
        disk.fail(volume, 0, 1, IOERR)
        with pytest.raises(OSError, match="Input/output error"):
            os.fsync(file)
        os.fsync(file)
        whole = (folder / "a.db").read_bytes()
        assert {image["a.db"] == whole for image in images(disk, folder)} == {False, True}
        db.execute("UPDATE entry SET text = 'druhý'")
        os.fsync(file)
        os.close(file)
        assert all("druhý".encode() in image["a.db"] for image in images(disk, folder)), "what came later is safe"


def test_the_power_goes_within_a_commit_and_nothing_is_written_any_more(table):
    table.add(0)
    table.disk.cut_after(table.volume, 1)
    with pytest.raises(sqlite3.OperationalError):
        table.add(1)
    assert table.disk.is_cut(table.volume)
    image = table.disk.image(table.folder, Random(1))
    with pytest.raises(sqlite3.OperationalError):
        table.add(2)
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(table.folder / "a.db").execute("SELECT * FROM entry")
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(table.folder / "new.db")
    assert not (table.folder / "new.db").exists()
    with pytest.raises(OSError, match="Input/output error"):
        atomic_write(table.folder / "ticket", "x")
    assert table.disk.image(table.folder, Random(1)) == image
    assert table.cut(1, table.folder.parent / "cut") == [0]


def test_who_has_a_file_open_from_before_the_cut_does_nothing_to_what_is_there_after_it(table):
    table.add(0)
    table.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    image = table.disk.image(table.folder, Random(1))
    table.disk.cut(table.volume)
    table.folder.rename(table.folder.with_name("grave"))
    table.disk.forget(f"{table.folder}/")
    write(table.folder, image)
    volume = table.disk.machine(f"{table.folder}/")
    with contextlib.closing(table.connect()) as db:
        db.execute("INSERT INTO entry VALUES (1, 'po výpadku')")
        table.db.close()
        assert (table.folder / "a.db-wal").exists()
        assert db.execute("SELECT n FROM entry").fetchall() == [(0,), (1,)]
    assert not table.disk.is_cut(volume)


def test_each_machine_has_its_own_faults(disk, tmp_path):
    first, other = (Table(disk, tmp_path.resolve() / name) for name in ("t1", "t11"))
    disk.cut(first.volume)
    other.add(0)
    assert (disk.is_cut(first.volume), disk.is_cut(other.volume)) == (True, False)
    first.db.close()
    other.db.close()


@pytest.fixture
def folder(disk, tmp_path):
    """A machine's folder with a ticket from before."""
    folder = tmp_path.resolve() / "t1"
    folder.mkdir()
    (folder / "ticket").write_text("staré")
    disk.machine(f"{folder}/")
    return folder


def test_a_small_file_is_the_old_one_or_the_new_one_at_every_step(disk, folder):
    """As the product writes it: beside, synced, renamed, the folder synced."""
    seen = set()
    for steps in range(10):
        volume = disk.machine(f"{folder}/")
        disk.cut_after(volume, steps)
        with contextlib.suppress(OSError):
            atomic_write(folder / "ticket", "nové")
        seen.add(frozenset(image["ticket"] for image in images(disk, folder)))
        if not disk.is_cut(volume):
            break
        (folder / "ticket").write_text("staré") if (folder / "ticket").read_text() == "nové" else None
    old, new = "staré".encode(), "nové".encode()
    assert seen == {frozenset({old}), frozenset({old, new}), frozenset({new})}


def test_a_small_file_that_was_not_synced_before_its_renaming_may_be_empty(disk, folder):
    (folder / "new").write_text("nové")
    (folder / "new").replace(folder / "ticket")
    seen = {image["ticket"] for image in images(disk, folder)}
    assert {b"", "staré".encode(), "nové".encode()} <= seen


def test_a_deleted_file_may_be_there_again_until_its_folder_is_synced(disk, folder):
    (folder / "ticket").unlink()
    assert {"ticket" in image for image in images(disk, folder)} == {False, True}
    opened = os.open(folder, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)
    assert not any(image for image in images(disk, folder))


def test_files_in_a_folder_of_the_machine_are_kept_by_their_path(disk, folder):
    (folder / "archive").mkdir()
    atomic_write(folder / "archive" / "a", "x")
    (folder / "archive").rename(folder / "old")
    seen = {tuple(sorted(image)) for image in images(disk, folder)}
    assert seen == {("archive/a", "ticket"), ("old/a", "ticket")}


def test_a_full_disk_refuses_a_new_file_and_takes_a_beat_in_its_reserved_place(disk, folder):
    reserve = ReserveFile(folder / "journal.db")
    reserve.make()
    disk.fail(disk.machine(f"{folder}/"), 0, 1000, FULL)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        atomic_write(folder / "ticket", "nové a delší")
    assert (folder / "ticket").read_text() == "staré"
    beat = ReservedBeat(1, "b", 5, 6)
    reserve.write(beat)
    for seed in range(20):
        image = disk.image(folder, Random(seed))
        assert b'"at":5' in image["journal.db.beat"], "it was synced"


def test_what_lies_elsewhere_is_left_alone(disk, folder, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    disk.cut(disk.machine(f"{folder}/"))
    with contextlib.closing(sqlite3.connect(elsewhere / "a.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE entry (n)")
    atomic_write(elsewhere / "ticket", "x")
    (elsewhere / "ticket").rename(elsewhere / "other")
    assert sorted(path.name for path in elsewhere.iterdir()) == ["a.db", "other"]


def test_installed_twice_it_is_the_same_and_taken_away_nothing_of_it_is_left():
    plain = os.open, os.fsync, os.replace, os.unlink
    disk = Disk.install()
    try:
        assert Disk.install() is disk
        assert os.fsync is not plain[1]
    finally:
        disk.uninstall()
    assert (os.open, os.fsync, os.replace, os.unlink) == plain
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        assert db.execute("SELECT strftime('%Y')").fetchone() > ("2000",), "and time goes on"
