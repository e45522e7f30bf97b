"""Every file that an organiser's start reads, damaged in every way: it starts, or says in one sentence why it cannot.

What lies there is kept, and where it is put right the event goes on with all that it had.
"""

import asyncio
import contextlib
import gc
import itertools
import os
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from device.cli import main
from device.common import i18n
from device.common.event import broker, paho_client
from device.organiser.cli import commands as organiser_commands
from device.organiser.store import SqliteStore, StoreTrouble, everything, files_of, open_store
from device.organiser.store.backup import NAMES, SETTINGS, STORE
from tests.damage import DAMAGE, PLACE, clear, in_every_run
from tests.organiser.pages import EVENT, rows_of

pytestmark = [pytest.mark.timeout(30), pytest.mark.usefixtures("cheap_passwords")]


def files_in(folder):
    """Every file that a start reads, all of them in ``folder``: what is in a backup, and what SQLite keeps."""
    return [*files_of(folder / STORE), *(folder / name for name in sorted(NAMES - {STORE}))]


PLAIN = {"zeros", "noise", "nothing", "far too much", *PLACE}
"""What can become of a file that holds no JSON."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An event whose newest rows are in the write-ahead log alone, as a power cut leaves them."""
    running, folder = tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("whole") / "event"
    broker.make(folder, EVENT, 3, "127.0.0.1", 1, tls=True)
    (folder / SETTINGS).write_text('language = "en"\n', encoding="utf-8")
    store = open_store(str(running / STORE), EVENT)
    store.append(rows_of(1))
    for path in files_of(running / STORE)[:2]:
        shutil.copy(path, folder)
    store.close()
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "event")


@pytest.fixture(autouse=True)
def parts(monkeypatch):
    """The board in this process, and servers that end once all has been read."""

    class Board:
        def __init__(self, arguments):
            self.arguments = [argument for argument in arguments if argument != "--with-parent"]

        def start(self):
            assert main(["--settings", os.environ["DVOJTAH_SETTINGS"], *self.arguments]) == 0

        def trouble(self, away):
            assert not away

        close = start

        def pid(self):
            return None

    class Server:
        def __init__(self, app, *bounds, **more):
            self.app = app

        def run(self):
            asyncio.run(self.read())

        async def read(self):
            async with self.app.router.lifespan_context(self.app):
                live = getattr(self.app.state, "live", None)
                while live is not None and not live.complete:
                    await asyncio.sleep(0.01)

    monkeypatch.setattr(paho_client.Client, "loop_start", lambda client: 0)  # nobody listens on port 1
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(organiser_commands, "ChildProgram", Board)
    monkeypatch.setattr(organiser_commands, "server", Server)
    yield
    signal.signal(signal.SIGTERM, before)
    i18n.use("en")


def started(folder, monkeypatch, capsys):
    """The status of a start, and what it said on standard error."""
    monkeypatch.setenv("DVOJTAH_SETTINGS", str(folder / SETTINGS))
    monkeypatch.setenv("LC_ALL", "C")
    capsys.readouterr()
    store = str(folder / STORE)
    status = main(["organiser", "--event", EVENT, "--broker-files", str(folder), "--store", store, "run"])
    return status, capsys.readouterr().err


def rows_in(folder):
    store = open_store(str(folder / STORE), EVENT, read_only=True)
    with contextlib.closing(store):
        return [row for row in everything(store) if row.table]


CASES = [
    (name, damage)
    for name, damage in itertools.product([path.name for path in files_in(Path("/x"))], DAMAGE)
    if damage in PLAIN or name.endswith((".json", ".toml"))
]
NEEDED = {STORE, *broker.FILES}
"""Without them going on would be wrong: they are what the event has, or what is printed on the tables' cards."""


def test_a_start_without_damage(folder, monkeypatch, capsys):
    assert started(folder, monkeypatch, capsys) == (0, "")
    assert len(rows_in(folder)) == len(rows_of(1))


FEW = in_every_run(CASES)


@pytest.mark.parametrize(("name", "damage"), FEW)
def test_the_organiser_starts_or_says_why_not(folder, whole, monkeypatch, capsys, name, damage):
    starts_or_says_why_not(folder, whole, monkeypatch, capsys, name, damage)


@pytest.mark.parametrize(("name", "damage"), [case for case in CASES if case not in FEW])
def test_the_organiser_starts_or_says_why_not_with_every_damage_to_every_file(
    folder, whole, monkeypatch, capsys, name, damage
):
    starts_or_says_why_not(folder, whole, monkeypatch, capsys, name, damage)


def starts_or_says_why_not(folder, whole, monkeypatch, capsys, name, damage):
    path = folder / name
    log = (folder / f"{STORE}-wal").read_bytes()
    clear(path)
    DAMAGE[damage](path)
    for _ in range(2):
        status, output = started(folder, monkeypatch, capsys)
        lines = output.splitlines()
        assert all(line.isprintable() and len(line) < 300 for line in lines)
        if name in NEEDED and not (damage == "no rights" and os.geteuid()):
            assert status == (1 if name == STORE and damage in ("a link to nothing", "links in a circle") else 78)
            assert len(lines) == 1, output
            assert str(folder) in output
        else:
            assert status == 0, output
        if name == SETTINGS:
            assert "Settings" in output or "settings" in output or damage in ("nothing", "a link")
    assert os.path.lexists(path) or list(folder.glob(f"{name}.damaged*")) or name.startswith(f"{STORE}-")
    if name in NEEDED:
        assert (folder / f"{STORE}-wal").read_bytes() == log, "what is newest is still there"
        clear(path)
        shutil.copy(whole / name, path)
    status, output = started(folder, monkeypatch, capsys)
    assert status == 0, output
    if name in NEEDED:
        assert len(rows_in(folder)) == len(rows_of(1))


def test_a_store_that_nobody_closed_does_not_keep_its_files_from_being_looked_at(folder):
    store = open_store(str(folder / STORE), EVENT)
    written = len(rows_of(1))
    del store  # its connection goes with it
    gc.collect()
    beside = folder / f"{STORE}-shm"
    beside.unlink(missing_ok=True)
    DAMAGE["links in a circle"](beside)
    open_store(str(folder / STORE), EVENT).close()
    assert len(rows_in(folder)) == written


def test_a_store_that_is_gone_is_not_begun_anew_over_what_is_left_of_it(folder, monkeypatch, capsys):
    (folder / STORE).unlink()
    log = (folder / f"{STORE}-wal").read_bytes()
    status, output = started(folder, monkeypatch, capsys)
    assert status == 78
    assert f"The store {folder / STORE} is gone" in output
    assert (folder / f"{STORE}-wal").read_bytes() == log
    (folder / f"{STORE}-wal").unlink()
    assert started(folder, monkeypatch, capsys)[0] == 0


def test_a_store_that_is_damaged_further_on_is_left_as_it_is(folder, monkeypatch, capsys):
    with contextlib.closing(sqlite3.connect(folder / STORE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray((folder / STORE).read_bytes())
    raw[8192:] = bytes(len(raw) - 8192)
    (folder / STORE).write_bytes(raw)
    for _ in range(2):
        status, output = started(folder, monkeypatch, capsys)
        assert (status, len(output.splitlines())) == (78, 1)
        assert "is damaged; move it away" in output
        assert (folder / STORE).read_bytes()[8192:] == bytes(len(raw) - 8192)


def test_a_sound_store_that_another_program_keeps_to_itself_is_not_called_damaged(folder, monkeypatch):
    monkeypatch.setattr("device.organiser.store.sqlite.PATIENCE_S", 0.01)
    other = sqlite3.connect(folder / STORE, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreTrouble, match="cannot be opened") as caught:
        open_store(str(folder / STORE), EVENT)
    assert caught.value.passing
    other.close()


def test_a_service_says_it_on_its_display_too(folder, monkeypatch, capsys):
    (folder / STORE).write_bytes(bytes(5000))
    monkeypatch.setattr("device.common.log.to_service_manager", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("DVOJTAH_SETTINGS", str(folder / SETTINGS))
    assert main(["organiser", "--event", EVENT, "--store", str(folder / STORE), "run"]) == 78
    out, err = capsys.readouterr()
    assert err == f"<3>{out}"
    assert "is damaged; move it away" in out


def held_locks(path):
    """The locks of this process on the store's files, as the kernel lists them with each open file.

    The list of all processes' locks is not read in one go: while others lock, it can have a line twice or not at all.
    """
    files = {file.stat().st_ino for file in files_of(path) if file.exists()}
    locks = set()
    for opened in Path("/proc/self/fdinfo").iterdir():
        with contextlib.suppress(FileNotFoundError):
            locks |= {line for line in opened.read_text(encoding="ascii").splitlines() if line.startswith("lock:")}
    return sorted(line.split(":", 2)[2] for line in locks if int(line.split()[-3].rsplit(":", 1)[1]) in files)


def test_a_second_store_of_a_program_leaves_the_first_one_its_locks(tmp_path):
    """Without them another program that closes the store ends the log under the running service."""
    path = tmp_path / "event.db"
    first = SqliteStore(path, "pisek")
    before = held_locks(path)
    assert before
    SqliteStore(path, "pisek", read_only=True).close()
    SqliteStore(path, "pisek").close()
    assert held_locks(path) == before
    first.close()
    assert held_locks(path) == []
