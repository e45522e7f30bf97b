"""The real program, started as the service starts it, with damaged files in place: it says that it is ready.

The files in ``found`` stopped the program of version 0.1.0.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process.desktop import PATIENCE

pytestmark = pytest.mark.timeout(120)
FOUND = Path(__file__).with_name("damaged")
STARTS = (
    {
        "journal-one-bad-byte.db": "journal.db",
        "update-one-bad-byte.json": "update.json",
        "pods.json": "pods.json",
        "referee.pin": "referee.pin",
    },
    {"update-no-args.json": "update.json"},
)
"""What lies where at a start."""


class Started:
    """The table in a folder of its own, without a display, once systemd would hear that it is ready."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "settings.toml"
        if not os.path.lexists(settings):
            settings.write_text(f'language = "en"\njournal = "{folder / "journal.db"}"\n', encoding="utf-8")
        self.settings = settings
        self.environment = os.environ | {
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "HOME": str(folder / "home"),
            "NOTIFY_SOCKET": str(folder / "n"),
            "PYTHONFAULTHANDLER": "1",
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(folder / "n"))
            manager.settimeout(PATIENCE)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "device", "--settings", str(settings), "kiosk"],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            try:
                while b"READY=1" not in manager.recv(4096):
                    pass
            except TimeoutError:
                self.process.kill()
                pytest.fail(f"not ready: {self.process.communicate()[1]}")
        (folder / "n").unlink()

    def end(self) -> None:
        """Switched off by the service manager."""
        self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, err
        assert "Traceback" not in err

    def doctor(self) -> str:
        """What the doctor says."""
        command = [sys.executable, "-m", "device", "--settings", str(self.settings), "--lang", "en", "doctor"]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        ).stdout


@pytest.mark.parametrize("places", STARTS, ids=len)
def test_what_stopped_the_program_before_stops_it_no_more(tmp_path, places):
    for name, place in places.items():
        shutil.copy(FOUND / name, tmp_path / place)
    start = Started(tmp_path)
    start.end()
    output = start.doctor()
    for name, place in places.items():
        aside = tmp_path / f"{place}.damaged"
        assert aside.read_bytes() == (FOUND / name).read_bytes()
        assert f"! {aside} was damaged and set aside" in output
    if "journal.db" in places.values():
        assert "is whole: " in output
        assert "number of games 1." in output
        export = [sys.executable, "-m", "device", "--settings", str(start.settings), "export", "--record"]
        record = subprocess.run(export, env=start.environment, capture_output=True, text=True, check=True).stdout
        assert len(record.splitlines()) == 41, "the setup and forty entries"
    Started(tmp_path).end()
    assert not list(tmp_path.glob("*.damaged-2")), "the second start found nothing damaged"


def test_settings_without_a_place_for_the_journal_stop_it_no_more(tmp_path):
    shutil.copy(FOUND / "settings-journal-empty.toml", tmp_path / "settings.toml")
    start = Started(tmp_path)
    start.end()
    assert "line 6: the place where games are kept is not a file" in start.doctor()


def test_pipes_in_the_place_of_every_file_keep_nobody_waiting(tmp_path):
    names = (
        "journal.db",
        "journal.db-wal",
        "journal.db-shm",
        "journal.db-journal",
        "journal.db.lock",
        "journal.db.beat",
        "pods.json",
        "referee.pin",
        "event.json",
        "polyssimo-shapes.txt",
        "pods.sock",
        "exports",
    )
    for name in names:
        os.mkfifo(tmp_path / name)
    start = Started(tmp_path)
    start.end()
    assert "is whole" in start.doctor()


def test_a_pipe_in_the_place_of_the_settings_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "settings.toml")
    Started(tmp_path).end()
    assert (tmp_path / "settings.toml").is_file()
    assert (tmp_path / "settings.toml.damaged").is_fifo()
