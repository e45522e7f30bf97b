"""The real program on a disk that is read-only or full from the start, and well again later."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess

import pytest

from device.graphics.actions import DONE, Do, NewGame, ResumeGame
from device.io.inputs import PeripheralStatus
from device.journal import connect, load
from rules.message import msg
from rules.polish_doubles import acts as e
from tests.process.desktop import Desktop, Simulator, needed, until

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def disk(tmp_path):
    """A disk of its own that may be remounted; skipped where this user may mount none.

    80 MB: with less than 50 free the table asks for room.
    """
    needed()
    folder = tmp_path / "disk"
    folder.mkdir()
    process = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=80m", "none", folder], capture_output=True, check=False
    )
    if os.geteuid() or process.returncode:
        pytest.skip("only root may mount a disk of its own")
    (folder / "mirror").mkdir()
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def started(disk, tmp_path):
    """Starts the real simulator with its journal on that disk; its mirror lives elsewhere."""
    with contextlib.ExitStack() as stack:

        def start() -> Simulator:
            desktop = Desktop()
            stack.callback(desktop.close)
            simulator = Simulator(desktop, tmp_path, disk / "journal.db")
            stack.callback(simulator.mirror.close)
            stack.callback(simulator.kill)
            return simulator

        yield start


def remount(disk, how):
    gc.collect()  # no file may be open for writing, not even by a connection that is only forgotten
    subprocess.run(["mount", "-o", f"remount,{how}", disk], check=True)


def trouble_shows(s: Simulator) -> None:
    """The line about the disk takes its strip of the screen; the mirror has to show it too."""
    s.mirror.kiosk.post(PeripheralStatus("journal", msg("The disk takes no entries; is it full? The game goes on.")))
    s.mirror.settle()


def play(s: Simulator) -> None:
    s.touch(NewGame("polish_doubles"))
    s.write("Krtci")
    s.touch(DONE)
    s.write("Sloky")
    s.touch(DONE)
    s.touch(Do(e.Starters(pair="A")))
    s.press(0)
    s.press(0)


def entry_count(s: Simulator) -> int:
    with contextlib.closing(connect(s.journal, read_only=True)) as db:
        history, _ = load(db, 1)
        return len(history.entries)


def test_a_game_begun_on_a_read_only_disk_is_written_once_the_disk_takes_it(disk, started):
    remount(disk, "ro")
    s = started()
    trouble_shows(s)
    play(s)
    assert not s.journal.exists()
    assert s.process.poll() is None, "the game goes on"
    remount(disk, "rw")
    until(s.journal.exists, "the journal")
    s.caught_up()
    assert entry_count(s) == 3


def test_a_game_begun_on_a_full_disk_is_written_once_there_is_room(disk, started):
    with contextlib.suppress(OSError), (disk / "photographs").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(65536))
    s = started()
    trouble_shows(s)
    play(s)
    assert s.process.poll() is None, "the game goes on"
    assert not s.journal.exists()
    (disk / "photographs").unlink()
    until(s.journal.exists, "the journal")
    s.caught_up()
    assert entry_count(s) == 3


def test_an_old_game_goes_on_although_the_disk_has_become_read_only(disk, started):
    s = started()
    play(s)
    s.caught_up()
    s.kill()
    written = entry_count(s)
    remount(disk, "ro")
    s.again()
    trouble_shows(s)
    s.touch(ResumeGame(1))
    s.touch(Do(e.Resume()))
    assert s.process.poll() is None, "the game goes on"
    assert entry_count(s) == written
    remount(disk, "rw")
    s.caught_up()
    assert entry_count(s) == written + 2
