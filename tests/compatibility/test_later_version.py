"""A game that a later version wrote, in this version's journal: fields that change no tally are kept, to the byte."""

import contextlib
import json
import sqlite3

import pytest

from device.journal import Journal, connect, load
from device.journal.file import UNLOCKED
from rules.record import read, write
from tests.record.lines import of_later_version
from tests.record.test_samples import FILES

LATER = {"format": "1.9"}


def journal_rows(path):
    """What a journal keeps: the setup, then the events."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        return [*db.execute("SELECT setup FROM game"), *db.execute("SELECT event FROM entry ORDER BY n")]


def opened(path):
    with contextlib.closing(connect(path, read_only=True)) as db:
        return load(db, 1)[0]


def unlock(db):
    """Another program may write what a journal would refuse."""
    for statement, _ in UNLOCKED:
        db.execute(statement)


def journal_of(sample, path, *, setup=LATER, entry=None, more=of_later_version):
    """A journal with that game as a later version writes it: its setup, or each entry, says the format."""
    history = read(sample.read_text(encoding="utf-8").split("\n"))
    journal = Journal(path)
    game = journal.new_game(history.game, history.setup)
    for kept_entry in history.entries:
        journal.append(game, kept_entry, "touch", kept_entry.at)
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        unlock(db)
        (text,) = db.execute("SELECT setup FROM game").fetchone()
        if setup:
            text = more(json.dumps(json.loads(text) | setup))
        db.execute("UPDATE game SET setup = ?", (text,))
        for n, event in db.execute("SELECT n, event FROM entry").fetchall():
            db.execute(
                "UPDATE entry SET event = ? WHERE n = ?", (more(json.dumps(json.loads(event) | (entry or {}))), n)
            )
    return history


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("changes", [{"setup": LATER}, {"setup": None, "entry": LATER}], ids=["setup", "entries"])
def test_a_later_journal_comes_to_the_same_tally_and_nothing_of_it_is_lost(path, changes, tmp_path):
    known = journal_of(path, tmp_path / "later.db", **changes)
    history = opened(tmp_path / "later.db")
    assert (history.state, history.marks) == (known.state, known.marks)
    assert not history.refused_entries

    taken = Journal(tmp_path / "taken.db")  # another table takes the game up
    taken.adopt("a" * 32, "pisek-2026", history, history.last_at)
    taken.close()
    assert journal_rows(tmp_path / "taken.db")[1:] == journal_rows(tmp_path / "later.db")[1:]
    assert opened(tmp_path / "taken.db").state == known.state

    record = write(history)
    first, *lines = map(json.loads, record.splitlines())
    assert first["format"] == "1.9"
    assert all("x_later" in line for line in lines)
    assert read(record.splitlines()).state == known.state


@pytest.mark.parametrize("later", [{}, {"format": "1.0"}])
def test_a_field_of_which_nobody_says_that_it_changes_no_tally_is_one_clear_sentence(later, tmp_path):
    known = journal_of(FILES[0], tmp_path / "later.db", setup=None, entry=later)
    history = opened(tmp_path / "later.db")
    assert len(history.refused_entries) == len(known.entries)
    assert str(history.refused_entries[0].refused).endswith(
        "A later version wrote it, and it may change the tally; update this one."
    )
    assert history.refused_entries[0].event.text == journal_rows(tmp_path / "later.db")[1][0], "it is not lost"


def test_an_entry_of_a_format_that_tallies_otherwise_does_not_count(tmp_path):
    journal_of(FILES[0], tmp_path / "later.db", setup=None, entry={"format": "3.0"})
    refused = opened(tmp_path / "later.db").refused_entries
    assert "The record is of format 3.0, and this version of the program reads 2.0." in str(refused[0].refused)
