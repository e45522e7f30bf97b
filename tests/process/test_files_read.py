"""Which files of its own the real program opens in a start: those of the list that is fuzzed, and no other."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from device.app import state_files
from device.common.event import broker
from device.common.settings.reading import load
from device.first_start.common.system import CardSystem
from device.organiser.desk.login import DESK_SESSIONS
from device.organiser.store import files_of
from device.organiser.store.backup import NAMES
from tests.ports import free_port
from tests.process.desktop import PATIENCE, until

pytestmark = pytest.mark.timeout(120)

WATCHED = """
import os, sys
from pathlib import Path
root, log = sys.argv[1:3]
out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
def note(event, args):
    if event in ("open", "sqlite3.connect", "os.listdir", "os.scandir") and isinstance(args[0], (str, os.PathLike)):
        path = os.fspath(args[0])
        if path.startswith("file:"):
            path = path[7:].split("?")[0]
        if str(path).startswith(root):
            flags = args[2] if event == "open" else 0
            writes = bool(flags and flags & (os.O_WRONLY | os.O_RDWR) and not flags & os.O_DIRECTORY)
            os.write(out, f"{event} {int(writes)} {path}\\n".encode())
sys.addaudithook(note)
from device.first_start.common.asking import HERE
HERE.root = Path(root)
from device.cli import main
sys.exit(main(sys.argv[3:]))
"""
LAST = "chess-clock-controls.json"
"""What a start reads last."""


def opened(root: Path, *arguments: str, until: str = LAST) -> list[tuple[str, bool, Path]]:
    """What the program opened below ``root``, from its start until it had read ``until``: how, whether to write."""
    log = root.parent / "opened.log"
    os.mkfifo(log)
    settings = root / "var/lib/dvojtah/settings.toml"
    environment = os.environ | {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "HOME": str(root.parent / "home"),
    }
    command = [sys.executable, "-c", WATCHED, str(root), str(log), "--settings", str(settings), *arguments]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    files = []
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            how, writes, path = line.rstrip("\n").split(" ", 2)
            files.append((how, writes == "1", Path(path)))
            if path.endswith(until):
                process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return files


@pytest.fixture
def card(tmp_path):
    root = tmp_path / "card"
    for folder in ("var/lib/dvojtah/words", "etc/dvojtah", "run/dvojtah-phone"):
        (root / folder).mkdir(parents=True)
    (root / "etc/dvojtah/first-start").touch()
    games = root / "var/lib/dvojtah"
    (games / "settings.toml").write_text(f'language = "en"\njournal = "{games / "journal.db"}"\n', encoding="utf-8")
    for name in ("update.json", "first-start.json"):
        (games / name).write_text("{}\n", encoding="utf-8")
    return root


def test_a_start_reads_no_file_that_is_not_in_the_list(card):
    settings_file = card / "var/lib/dvojtah/settings.toml"
    settings = load(settings_file)
    listed = {settings_file, *state_files.paths(settings, CardSystem(card))}
    files = opened(card, "kiosk")
    read = {path for how, writes, path in files if how in ("open", "sqlite3.connect") and not writes}
    paths = {path for path in read if path.name.startswith(".journal.db.")}  # the journal, under another name first
    systems = {path for path in read if path.is_dir() or path.relative_to(card).parts[0] in ("etc", "usr")}
    assert read - paths - systems <= listed
    assert settings.journal_path in read
    assert {file.path for file in state_files.first_files(settings, CardSystem(card))} <= read
    assert {file.path for file in state_files.later_files(settings)} <= read, "nothing is listed that nobody reads"


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def test_an_organisers_start_reads_no_file_that_is_not_in_a_backup(tmp_path):
    folder, log = tmp_path / "event", tmp_path / "opened.log"
    broker.make(folder, "pisek", 3, "127.0.0.1", 1, tls=True)
    (folder / "settings.toml").write_text('language = "en"\n', encoding="utf-8")
    store = ["--store", str(folder / "event.db")]
    words = ["--settings", str(folder / "settings.toml"), "organiser", "--event", "pisek", *store]
    command = [sys.executable, "-c", WATCHED, str(folder), str(log), *words, "run", "--broker-files", str(folder)]
    desk = free_port()
    ports = ["--board-host", "127.0.0.1", "--board-port", str(free_port()), "--desk-port", str(desk)]
    ports += ["--door-port", str(free_port())]
    process = subprocess.Popen([*command, *ports], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    next(line for line in process.stdout if line.startswith("Desk:"))
    until(lambda: answers(desk), "the desk's page")  # from then on it heeds a signal to end
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    lines = [line.split(" ", 2) for line in log.read_text(encoding="utf-8").splitlines()]
    read = {Path(path) for how, writes, path in lines if how in ("open", "sqlite3.connect") and writes == "0"}
    paths = {path for path in read if path.name.startswith(".event.db.")}  # the store, under another name first
    listed = {*files_of(folder / "event.db"), *(folder / name for name in NAMES)}
    sessions = folder / DESK_SESSIONS  # who has entered the password on this computer need not on another
    assert {path for path in read - paths if not path.is_dir()} <= listed | {sessions}
    assert {folder / name for name in NAMES} <= read, "nothing is listed that nobody reads"
