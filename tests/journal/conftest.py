"""Journals on a real disk, games to keep in them, and what can be seen of them from outside."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from device.common import i18n
from device.journal import Journal, JournalTrouble, connect
from device.journal import games as games_of
from device.journal import load as load_from
from rules.game import SECOND
from rules.history import History
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from rules.record import read

SETUP = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")), objection_clock="runs")
SAMPLE = Path(__file__).parents[2] / "samples" / "polish-doubles-full.jsonl"
ROOT = Path(__file__).parents[2]


class Clock:
    """The device's monotonic clock, moved by hand."""

    def __init__(self, ns=0):
        self.ns = ns

    def __call__(self):
        return self.ns


def run(program, path) -> None:
    """Run a program of its own on that journal, to its end."""
    words = [sys.executable, "-c", program, path]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def sample(path=SAMPLE) -> History:
    return read(path.read_text(encoding="utf-8").split("\n"))


def notes(number) -> History:
    """A game with that many remarks, all different."""
    history = History.begin(GAME, SETUP)
    for n in range(1, number + 1):
        history = history.accept(e.Note(rule="S2", text=f"poznámka {n}"), n * SECOND)
    return history


def keep(journal, history) -> int:
    """A whole game into the journal; its number."""
    number = journal.new_game(history.game, history.setup)
    for entry in history.entries:
        journal.append(number, entry, "touch", entry.at)
    return number


def fold(path) -> list[History]:
    """Every game of a journal file, oldest first."""
    with contextlib.closing(connect(path, read_only=True)) as db:
        return [load_from(db, game.id)[0] for game in reversed(games_of(db))]


def power_cut(path, folder) -> Path:
    """The card as it was at this instant: the files of a journal that is still open, copied."""
    folder.mkdir()
    for file in path.parent.glob(path.name + "*"):
        shutil.copy(file, folder)
    return folder / path.name


def intact(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def refused(path, *, unreadable=True) -> str:
    """Neither the table nor an export opens that file, both say why, in both languages, and leave it as it was."""
    before = path.read_bytes()
    for opening in (lambda: Journal(path), lambda: connect(path, read_only=True), lambda: connect(path)):
        with pytest.raises(JournalTrouble) as caught:
            opening()
        assert caught.value.unreadable is unreadable
        assert path.name in str(caught.value)
        i18n.use("cs")
        assert i18n.tr(caught.value.message) != str(caught.value)
    assert path.read_bytes() == before
    assert all(not file.stat().st_size for file in path.parent.glob("*-wal")), "nothing waits to be written into it"
    return str(caught.value)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path):
    journal = Journal(path)
    yield journal
    journal.close()


@pytest.fixture
def journal_file(path):
    """A journal file with one finished game, closed."""
    journal = Journal(path)
    keep(journal, sample())
    journal.close()
    return path
