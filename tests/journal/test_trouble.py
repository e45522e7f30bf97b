"""A journal that is full, taken, damaged or somebody else's: said in one sentence, and nothing is touched."""

import contextlib
import queue
import sqlite3
import subprocess
import sys
import time

import pytest

from device.journal import APPLICATION, VERSION, Journal, JournalTrouble, connect, writer
from device.journal.reserve import ENDING
from device.journal.writer import TAKES_NOTHING
from rules.game import SECOND
from tests.journal.conftest import ROOT, fold, intact, keep, notes, refused, run


def test_a_press_never_waits_for_the_card_and_nothing_is_dropped(journal, path):
    keep(journal, notes(2))
    assert journal.flush()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for entry in notes(60).entries[2:]:
            journal.append(1, entry, "touch", 0)
        assert not journal.flush(timeout=0.05)
        other.execute("ROLLBACK")
    assert journal.flush()
    assert fold(path) == [notes(60)]


NO_ROOM = ("INSERT INTO room VALUES (1)", ())
"""What the file takes once somebody has made room for it."""


def test_a_note_that_is_soon_written_anew_is_dropped_where_the_disk_takes_nothing(journal):
    journal.note(NO_ROOM, replaceable=True)
    assert journal.flush(30)
    journal.note(NO_ROOM)
    assert not journal.flush(30), "any other waits"


def test_a_note_that_may_wait_is_taken_with_the_first_room_and_holds_nothing_up(journal, path, monkeypatch):
    monkeypatch.setattr(writer, "RETRY_S", 0.01)
    journal.note(NO_ROOM, deferrable=True)
    assert journal.flush(30)
    keep(journal, notes(2))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as other:
        other.execute("CREATE TABLE room (n INTEGER)")
        end = time.monotonic() + 30
        while not other.execute("SELECT n FROM room").fetchall() and time.monotonic() < end:
            pass
        assert other.execute("SELECT n FROM room").fetchall() == [(1,)]
    assert journal.flush(30)
    assert fold(path) == [notes(2)]


def test_a_name_is_not_called_erased_before_the_disk_has_taken_that(journal):
    assert not journal.rewrite(NO_ROOM, gone=["Krtci"])


def test_trouble_is_said_once_and_its_end_only_after_it(path, monkeypatch):
    monkeypatch.setattr(writer, "RETRY_S", 0.01)
    troubles = queue.SimpleQueue()
    journal = Journal(path, on_trouble=troubles.put)
    keep(journal, notes(2))
    assert journal.flush(30)
    assert troubles.empty(), "nothing was wrong and nothing is over"
    journal.note(NO_ROOM)
    assert troubles.get(timeout=30) == TAKES_NOTHING
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as other:
        other.execute("CREATE TABLE room (n INTEGER)")
    assert troubles.get(timeout=30) is None
    keep(journal, notes(1))
    assert journal.flush(30)
    assert troubles.empty()
    journal.close()


def test_trouble_is_said_before_anything_is_tried_again(path, monkeypatch):
    monkeypatch.setattr(writer, "RETRY_S", 600)
    troubles = queue.SimpleQueue()
    journal = Journal(path, on_trouble=troubles.put)
    journal.note(("INSERT INTO room VALUES (1)", ()))
    assert troubles.get(timeout=30) == TAKES_NOTHING
    journal.close()


FULL_CARD = """
import resource, sys, threading
from pathlib import Path
import device.journal.writer
from device.journal import Journal, JournalTrouble
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e

device.journal.writer.RETRY_S = 0.01
path = Path(sys.argv[1])
said, trouble, well = [], threading.Event(), threading.Event()

def on_trouble(message):
    said.append(None if message is None else str(message))
    (well if message is None else trouble).set()

setup = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")), objection_clock="runs")
saved = []
journal = Journal(path, lambda game, n: saved.append(n), on_trouble)
other = journal.new_game(GAME, setup)
number = journal.new_game(GAME, setup)
journal.append(number, Entry(1, SECOND, e.Note(rule="S2", text="poznámka 1")), "touch", 0)
assert journal.flush()
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name(path.name + "-wal").stat().st_size, hard))
for n in range(2, 31):
    journal.append(number, Entry(n, n * SECOND, e.Note(rule="S2", text=f"poznámka {n}")), "touch", 0)
    journal.heartbeat(number, n * SECOND)
assert trouble.wait(10), "the disk is full and nobody says so"
assert not journal.flush(0.05)
assert saved == [1], "called safe although the disk takes nothing"
try:
    journal.load(number)
except JournalTrouble:
    pass
else:
    raise AssertionError("half a game was loaded")
assert journal.load(other)[0].setup == setup, "a game that is all on disk can still be looked at"
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
assert well.wait(10), "the disk takes entries again and nobody says so"
assert journal.flush(10)
journal.close()
assert saved == list(range(1, 31)), saved
assert len(said) == 2 and "The game goes on" in said[0] and said[1] is None, said
"""


def test_on_a_full_card_the_entries_wait_in_order_and_are_written_once_there_is_room(path):
    run(FULL_CARD, path)
    assert fold(path) == [notes(0), notes(30)]
    assert intact(path)


NO_DISK_AT_FIRST = """
import resource, sys, threading, time
from pathlib import Path
import device.journal.writer
from device.journal import Journal, JournalTrouble
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e

device.journal.writer.RETRY_S = 0.01
path = Path(sys.argv[1])
said, well, saved = [], threading.Event(), []

def on_trouble(message):
    said.append(None if message is None else str(message))
    if message is None:
        well.set()

_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
try:
    Journal(path)
except JournalTrouble as trouble:
    assert trouble.passing and not trouble.unreadable
else:
    raise AssertionError("made on a full disk")
journal = Journal(path, lambda game, n: saved.append(n), on_trouble, patient=True)
assert journal.games() == []
setup = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")), objection_clock="runs")
number = journal.new_game(GAME, setup)
for n in range(1, 6):
    journal.append(number, Entry(n, n * SECOND, e.Note(rule="S2", text=f"poznámka {n}")), "touch", 0)
before = time.monotonic()
assert not journal.flush(30) and saved == []
assert time.monotonic() - before < 5, "a disk that takes nothing is not waited for"
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
assert well.wait(10), "the disk takes entries and nobody says so"
assert journal.flush(10)
journal.close()
assert saved == [1, 2, 3, 4, 5], saved
assert len(said) == 2 and "The game goes on" in said[0] and said[1] is None, said
"""


def test_a_disk_that_is_full_at_the_start_does_not_stop_a_game_and_gets_it_once_there_is_room(path):
    run(NO_DISK_AT_FIRST, path)
    assert fold(path) == [notes(5)]
    assert intact(path)
    assert {file.name for file in path.parent.iterdir()} <= {path.name + ending for ending in ("", ".lock", ENDING)}, (
        "attempts leave nothing"
    )


HOLDER = """
import sys
from pathlib import Path
from device.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("patient", [False, True])
def test_two_programs_on_one_journal_the_second_is_sent_away(path, patient):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout.readline() == "open\n"
        with pytest.raises(JournalTrouble, match="Another program uses the journal") as caught:
            Journal(path, patient=patient)
        assert not caught.value.unreadable, "the file is fine; no other one is to be started"
        assert fold(path) == []
        child.kill()
    Journal(path).close()


def test_the_same_program_does_not_open_its_journal_twice(journal, path):
    with pytest.raises(JournalTrouble):
        Journal(path)
    keep(journal, notes(1))
    assert journal.flush()


def test_a_database_of_another_program_is_not_touched(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entry (n INTEGER)")
        db.execute("INSERT INTO entry VALUES (1)")
        db.commit()
    assert "another program" in refused(path)


def test_a_journal_of_a_newer_version_is_not_touched(journal_file):
    with contextlib.closing(sqlite3.connect(journal_file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert "newer version" in refused(journal_file)


@pytest.mark.parametrize("content", [b"", b"SQLite", b"Krtci 12, Sloky 20\n" * 300, b"\x89PNG\r\n" + bytes(5000)])
def test_a_file_that_is_something_else_is_not_touched(path, content):
    path.write_bytes(content)
    refused(path)


def test_a_folder_in_place_of_the_journal_is_said(path):
    path.mkdir()
    with pytest.raises(JournalTrouble):
        Journal(path)
    with pytest.raises(JournalTrouble):
        connect(path, read_only=True)


def test_a_place_where_no_file_can_be_made_is_said(tmp_path):
    (tmp_path / "card").write_text("not a folder")
    with pytest.raises(JournalTrouble) as caught:
        Journal(tmp_path / "card" / "journal.db")
    assert not caught.value.unreadable


def test_the_application_id_marks_a_journal(journal_file):
    assert journal_file.read_bytes()[68:72] == APPLICATION.to_bytes(4, "big") == b"DVOJ"


def at_worst_trouble(path):
    """Open and fold everything as the table and as an export do; only `JournalTrouble` may come of it."""
    with contextlib.suppress(JournalTrouble):
        journal = Journal(path)
        try:
            for game in journal.games():
                journal.load(game.id)
        finally:
            journal.close()
    with contextlib.suppress(JournalTrouble):
        fold(path)


@pytest.mark.parametrize("pages", [0.01, 0.5, 1, 1.5, 3, 6.99])
def test_a_truncated_journal_is_not_touched(journal_file, pages):
    raw = journal_file.read_bytes()
    assert len(raw) >= 8 * 4096
    journal_file.write_bytes(raw[: int(pages * 4096)])
    refused(journal_file)


def test_a_journal_whose_last_entries_were_not_written_whole_is_never_a_shorter_game(journal_file):
    raw = journal_file.read_bytes()
    whole = len(fold(journal_file)[0].entries)
    for lost in (1, 41, 400):
        journal_file.write_bytes(raw[:-lost])
        try:
            (game,) = fold(journal_file)
        except JournalTrouble:
            continue
        assert len(game.entries) == whole, "every entry has its place"
        assert [str(entry.refused) for entry in game.refused_entries] == ["It is damaged."], (
            "and says what became of it"
        )


def test_damage_is_said_in_one_line(journal_file):
    raw = journal_file.read_bytes()
    journal_file.write_bytes(raw[:8192] + bytes(4096) + raw[12288:])
    assert refused(journal_file).isprintable()


@pytest.mark.parametrize("page", [1, 2, 3])
def test_a_page_lost_to_a_worn_card_is_not_touched(journal_file, page):
    raw = journal_file.read_bytes()
    journal_file.write_bytes(raw[: page * 4096] + bytes(4096) + raw[(page + 1) * 4096 :])
    refused(journal_file)


WORN = {
    "an entry that is no text": (b'{"event":"press"', b'{"eve\xfft":"press"'),
    "an entry that is no JSON": (b'{"event":"press"', b'["event":"press"'),
    "an event nobody knows": (b'{"event":"press"', b'{"event":"prezs"'),
    "a setup that is no text": (b'{"game":"polish_doubles"', b'{"game":"polish\xffdoubles"'),
    "a game nobody knows": (b'{"game":"polish_doubles"', b'{"game":"polish-doubles"'),
    "a date that is no text": (b"+00:00polish", b"+00:\xff0polish"),
    "a column with another name": (b"created TEXT", b"createf TEXT"),
    "a table with another name": (b"CREATE TABLE heartbeat", b"CREATE TABLE heartbeet"),
}


@pytest.mark.parametrize(("sound", "worn"), WORN.values(), ids=list(WORN))
def test_a_worn_byte_that_the_database_itself_does_not_see_is_at_worst_said(journal_file, sound, worn):
    raw = journal_file.read_bytes()
    assert sound in raw
    journal_file.write_bytes(raw.replace(sound, worn, 1))
    at_worst_trouble(journal_file)


def test_a_worn_byte_anywhere_is_at_worst_said(path):
    journal = Journal(path)
    keep(journal, notes(5))
    journal.heartbeat(1, SECOND)
    journal.close()
    raw = path.read_bytes()
    for place in range(0, len(raw), 89):
        worn = bytearray(raw)
        worn[place] ^= 0x41  # stays ASCII where it was
        path.write_bytes(worn)
        at_worst_trouble(path)
