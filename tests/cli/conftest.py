"""The command `dvojtah`, in this process and in one of its own."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.cli import main
from device.journal import Journal
from rules.history import History
from rules.record import read
from tests import longest

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").glob("*.jsonl"))
FULL = ROOT / "samples" / "polish-doubles-full.jsonl"
SHORT = ROOT / "samples" / "polish-doubles-short.jsonl"
MARIAS = ROOT / "samples" / "marias-evening.jsonl"
DOUBLES = '{"game": "polish_doubles", "pairs": [{"name": "Krtci"}, {"name": "Sloky"}]}'
BOTH = pytest.mark.parametrize("language", longest.APPROVED)
EACH_SAMPLE = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)


class Terminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self):
        return True

    def waits_for(self, text, seconds=30):
        """Whether ``text`` comes within that time."""
        until = time.monotonic() + seconds
        while text not in self.getvalue() and time.monotonic() < until:
            pass
        return text in self.getvalue()


@pytest.fixture(autouse=True)
def nobody_elses_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("DVOJTAH_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")


@pytest.fixture
def run(capfd):
    """The command in this process: its status and what it wrote."""

    def command(*args):
        try:
            status = main([str(arg) for arg in args])
        except SystemExit as left:
            status = left.code
        written = capfd.readouterr()
        return status, written.out, written.err

    return command


def environment(**more):
    """The environment without what would change how Python buffers and encodes."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more


def shell(*args, **more):
    """The command as people start it."""
    command = [sys.executable, "-m", "device", *map(str, args)]
    more = {"stdout": subprocess.PIPE, "text": True, "encoding": "utf-8", "env": environment(), **more}
    return subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, timeout=60, check=False, **more)


def one_line(status, out, err, *clues):
    """Status 1, nothing on standard output, one line for people on standard error."""
    assert status == 1
    assert out == ""
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert not any(word in err for word in ("Traceback", "Error", "Errno"))
    for clue in clues:
        assert str(clue) in err


def history_of(path) -> History:
    return read(path.read_text(encoding="utf-8").split("\n"))


def keep(path, *histories):
    journal = Journal(path)
    for history in histories:
        number = journal.new_game(history.game, history.setup)
        for entry in history.entries:
            journal.append(number, entry, "touch", 0)
    journal.close()
    return path


@pytest.fixture
def journal_file(tmp_path):
    """A journal with the full sample, then the short one."""
    return keep(tmp_path / "journal.db", history_of(FULL), history_of(SHORT))
