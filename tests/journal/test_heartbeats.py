"""After a power cut the record says how much may be unknown: what heartbeats and a slow disk really left."""

import contextlib
import sqlite3
import threading

import pytest

from device.journal import Journal
from device.journal.heartbeats import CommitDelays, Heartbeat, last_beat, statements
from device.table.table import HEARTBEAT, Table
from rules.game import SECOND
from rules.games import GAMES
from rules.polish_doubles import events as e
from rules.record import read, write
from tests.journal.conftest import SETUP, Clock, power_cut


class Evening:
    """A table whose clock runs, on a disk whose commits take as long as the test says."""

    def __init__(self, path):
        self.clock = Clock()
        self.journal = Journal(path, now=self.clock)
        self.table = Table(self.journal, GAMES, self.clock)
        self.table.new(SETUP)
        self.table.do(e.Starters(pair="A"))
        self.table.do(e.Press(pair="A"))
        assert self.journal.flush()
        self.beat()

    def beat(self, commit_s=0.0):
        """A heartbeat, and a commit that takes so long: somebody reads the file meanwhile."""
        reading, done = threading.Event(), threading.Event()
        reader = threading.Thread(target=self.journal.reading, args=(lambda db: (reading.set(), done.wait(10)),))
        reader.start()
        assert reading.wait(10)
        self.table.heartbeat()
        self.clock.ns += round(commit_s * SECOND)
        done.set()
        reader.join()
        assert self.journal.flush()

    def run(self, seconds, commit_s=0.0):
        """So many heartbeats, one each second; the loop does not wait for the disk."""
        for _ in range(seconds):
            self.clock.ns = -(-(self.clock.ns + 1) // SECOND) * SECOND
            self.beat(commit_s)


@pytest.fixture
def evening(path):
    one = Evening(path)
    yield one
    one.journal.close()


def after_the_cut(path, folder):
    """What the record says that is not known, in seconds, and the table that went on."""
    journal = Journal(power_cut(path, folder))
    table = Table(journal, GAMES, Clock())
    table.resume(1)
    journal.flush()
    loss = table.playing.entries[-1].event
    journal.close()
    assert isinstance(loss, e.PowerLoss)
    return loss.doubt_s


def test_on_a_quick_disk_it_is_the_time_between_two_heartbeats(evening, path, tmp_path):
    evening.run(5)
    assert after_the_cut(path, tmp_path / "card") == 1


def test_a_commit_that_took_four_seconds_leaves_as_much_more_unknown(evening, path, tmp_path):
    evening.run(3)
    evening.clock.ns += SECOND
    evening.beat(commit_s=4)
    assert after_the_cut(path, tmp_path / "late") == 5
    evening.run(20)
    assert after_the_cut(path, tmp_path / "later") == 5, "what the disk did once it may do again"


def test_what_is_unknown_is_never_said_to_be_less_than_it_was(evening, path, tmp_path):
    evening.run(2, commit_s=0.73)
    kept = evening.journal.load(1)[1]
    known = after_the_cut(path, tmp_path / "card")
    assert known == 1.8, "in tenths of a second, rounded up"
    stamped = kept + SECOND  # power goes when the next heartbeat is on its way, and nearly on disk
    assert stamped + 0.73 * SECOND - kept <= known * SECOND


def test_a_loop_that_was_busy_for_seven_seconds_beats_late(evening, path, tmp_path):
    evening.run(2)
    evening.clock.ns += 7 * SECOND
    evening.beat()
    assert after_the_cut(path, tmp_path / "card") == 7


def test_while_the_clock_stands_nothing_is_unknown(evening, path, tmp_path):
    evening.run(2)
    evening.table.do(e.Pause())
    assert evening.journal.flush()
    assert evening.table.heartbeat() is None
    evening.clock.ns += 300 * SECOND
    evening.table.do(e.Resume())
    assert evening.journal.flush()
    evening.run(2)
    assert after_the_cut(path, tmp_path / "card") == 1


def test_an_entry_that_waited_for_the_disk_counts_too(evening, path, tmp_path):
    reading, done = threading.Event(), threading.Event()
    reader = threading.Thread(target=evening.journal.reading, args=(lambda db: (reading.set(), done.wait(10)),))
    reader.start()
    assert reading.wait(10)
    evening.table.do(e.Move(word="PES", points=5))
    evening.clock.ns += 3 * SECOND
    done.set()
    reader.join()
    evening.journal.flush()
    evening.table.heartbeat()
    evening.journal.flush()
    assert after_the_cut(path, tmp_path / "card") == 4


def test_more_than_a_record_can_say_is_said_as_its_most(evening, path, tmp_path):
    evening.run(1)
    evening.clock.ns += SECOND
    evening.beat(commit_s=75)
    card = power_cut(path, tmp_path / "card")
    journal = Journal(card)
    table = Table(journal, GAMES, Clock())
    table.resume(1)
    assert table.playing.entries[-1].event == e.PowerLoss(doubt_s=60)
    assert read(write(table.playing).split("\n")).state == table.state
    journal.close()


def test_a_heartbeat_of_an_older_program_leaves_what_it_left_then(evening, path, tmp_path):
    evening.run(2)
    evening.clock.ns += SECOND
    evening.beat(commit_s=4)
    card = power_cut(path, tmp_path / "card")
    with contextlib.closing(sqlite3.connect(card)) as db:
        db.execute("INSERT OR REPLACE INTO heartbeat VALUES (1, ?, ?)", (1, 9 * SECOND))  # as version 0.1.0 has it
        db.commit()
    assert after_the_cut(card, tmp_path / "again") == HEARTBEAT / SECOND


def test_heartbeats_that_waited_for_the_disk_together_leave_the_time_since_the_one_before_them(evening, path, tmp_path):
    evening.run(2)
    reading, done = threading.Event(), threading.Event()
    reader = threading.Thread(target=evening.journal.reading, args=(lambda db: (reading.set(), done.wait(10)),))
    reader.start()
    assert reading.wait(10)
    for _ in range(3):
        evening.clock.ns += SECOND
        evening.table.heartbeat()
    done.set()
    reader.join()
    assert evening.journal.flush()
    assert after_the_cut(path, tmp_path / "card") == 3, "however many of them were committed at once"


def test_a_doubt_shorter_than_the_time_between_two_heartbeats_cannot_have_been_measured():
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE heartbeat (one INTEGER PRIMARY KEY, game INTEGER, at INTEGER)")
        for doubt, read_back in ((SECOND - 1, None), (SECOND, SECOND)):
            for statement in statements(Heartbeat(game=1, at=5, stamp=5), doubt):
                db.execute(*statement)
            assert last_beat(db, 1) == (5, read_back)
        db.execute("UPDATE heartbeat SET at = 9")
        assert last_beat(db, 1) == (9, None), "the doubt belongs to the heartbeat that it names"


def test_a_heartbeat_that_has_waited_long_itself_leaves_that_much_more_unknown():
    beat = Heartbeat(game=1, at=0, stamp=0)
    assert CommitDelays().doubt(beat, 3 * SECOND) == HEARTBEAT + 3 * SECOND
