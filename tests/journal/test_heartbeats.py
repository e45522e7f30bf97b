"""After a power cut the record says how much may be unknown: what heartbeats and a slow disk really left."""

import contextlib
import errno
import os
import queue
import sqlite3
import threading

import pytest

from device.journal import Journal, writer
from device.journal.heartbeats import CommitDelays, Heartbeat, last_beat, statements
from device.journal.reserve import ENDING, SECTOR
from device.journal.writer import TAKES_NOTHING
from device.table.table import HEARTBEAT, Table
from rules.game import SECOND
from rules.games import GAMES
from rules.polish_doubles import acts as e
from rules.record import read, write
from tests.journal.conftest import SETUP, Clock, keep, notes, power_cut, run


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

    @contextlib.contextmanager
    def reader(self):
        """Somebody reads the file until the block ends: nothing is committed before that."""
        reading, done = threading.Event(), threading.Event()
        reader = threading.Thread(target=self.journal.reading, args=(lambda db: (reading.set(), done.wait(10)),))
        reader.start()
        assert reading.wait(10)
        yield
        done.set()
        reader.join()
        assert self.journal.flush()

    def beat(self, commit_s=0.0):
        """A heartbeat, and a commit that takes so long."""
        with self.reader():
            self.table.heartbeat()
            self.clock.ns += round(commit_s * SECOND)

    def run(self, seconds, commit_s=0.0):
        """So many heartbeats, one each second; the loop does not wait for the disk."""
        for _ in range(seconds):
            self.clock.ns = -(-(self.clock.ns + 1) // SECOND) * SECOND
            self.beat(commit_s)


@pytest.fixture
def evening(path):
    new_evening = Evening(path)
    yield new_evening
    new_evening.journal.close()


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


@pytest.mark.parametrize(("busy_s", "commit_s", "doubt_s"), [(0, 0, 1), (1, 4, 5), (7, 0, 7)])
def test_a_busy_loop_and_a_slow_disk_leave_as_much_more_unknown(evening, path, tmp_path, busy_s, commit_s, doubt_s):
    evening.run(3)
    if busy_s:
        evening.clock.ns += busy_s * SECOND
        evening.beat(commit_s)
    assert after_the_cut(path, tmp_path / "late") == doubt_s
    if commit_s:
        evening.run(20)
        assert after_the_cut(path, tmp_path / "later") == doubt_s, "what the disk did once it may do again"


def test_what_is_unknown_is_never_said_to_be_less_than_it_was(evening, path, tmp_path):
    evening.run(2, commit_s=0.73)
    at = evening.journal.load(1)[1]
    known = after_the_cut(path, tmp_path / "card")
    assert known == 1.8, "in tenths of a second, rounded up"
    stamped = at + SECOND  # power goes when the next heartbeat is on its way, and nearly on disk
    assert stamped + 0.73 * SECOND - at <= known * SECOND


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
    with evening.reader():
        evening.table.do(e.Move(word="PES", points=5))
        evening.clock.ns += 3 * SECOND
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
    with evening.reader():
        for _ in range(3):
            evening.clock.ns += SECOND
            evening.table.heartbeat()
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


# -- a full disk -------------------------------------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch):
    """From now on the disk has no room for heartbeats in the journal."""
    return lambda: monkeypatch.setattr(writer, "beating", lambda beat, doubt: (("INSERT INTO room VALUES (1)", ()),))


def resumed(path, folder):
    """The game time at which the next start goes on, and the seconds that it says are not known."""
    journal = Journal(power_cut(path, folder))
    at, doubt = journal.load(1)[1], after_the_cut(path, folder.with_name(folder.name + "-again"))
    journal.close()
    return at, doubt


def test_heartbeats_for_which_a_full_disk_has_no_room_still_bound_what_is_unknown(evening, path, tmp_path, full):
    evening.run(2)
    full()
    evening.run(36)
    now = evening.table.game_time()
    at, doubt = resumed(path, tmp_path / "card")
    assert now - at < doubt * SECOND, "no more is lost than is said"
    assert doubt == 1


def test_a_disk_that_is_slow_to_say_that_it_is_full_leaves_as_much_more_unknown(evening, path, tmp_path, full):
    evening.run(2)
    full()
    evening.run(5, commit_s=0.7)
    assert resumed(path, tmp_path / "card")[1] == 1.7


def test_once_there_is_room_again_the_journal_has_the_last_heartbeat(evening, path, tmp_path, full, monkeypatch):
    evening.run(2)
    full()
    evening.run(3)
    monkeypatch.undo()
    evening.run(4)
    now = evening.table.game_time()
    assert resumed(path, tmp_path / "card") == (now, 1)


def test_a_heartbeat_behind_an_entry_that_is_not_on_disk_is_not_there_either(evening, path, tmp_path, full):
    """That clock is another's since, as the entry says that nobody will ever read."""
    evening.run(2)
    last = evening.table.game_time()
    evening.journal.note(("INSERT INTO room VALUES (1)", ()))
    full()
    with evening.journal._guard:
        evening.clock.ns += SECOND
        evening.table.heartbeat()
        evening.table.do(e.Press(pair="A"))
        for _ in range(20):
            evening.clock.ns += SECOND
            evening.table.heartbeat()
    assert not evening.journal.flush()
    assert resumed(path, tmp_path / "card")[0] <= last + SECOND


def test_for_as_long_as_an_entry_waits_for_a_full_disk_more_is_unknown(evening, path, tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "RETRY_S", 0.01)
    evening.run(2)
    doubts, write = queue.SimpleQueue(), evening.journal._reserve.write
    monkeypatch.setattr(evening.journal._reserve, "write", lambda beat: (write(beat), doubts.put(beat.doubt)))
    evening.journal.note(("INSERT INTO room VALUES (1)", ()))
    evening.table.do(e.Press(pair="A"))
    evening.clock.ns += 30 * SECOND
    while doubts.get(timeout=10) < 31 * SECOND:
        pass
    at, doubt = resumed(path, tmp_path / "card")
    assert evening.table.game_time() - at < doubt * SECOND


def read_only(*given):
    raise OSError(errno.EROFS, "read-only")


def test_where_no_file_takes_a_heartbeat_the_screen_says_that_the_disk_takes_nothing(path, full, monkeypatch):
    troubles = queue.SimpleQueue()
    journal = Journal(path, on_trouble=troubles.put)
    keep(journal, notes(1))
    assert journal.flush()
    full()
    journal.heartbeat(1, SECOND)
    assert journal.flush()
    assert troubles.empty(), "it is kept apart"
    monkeypatch.setattr(os, "pwrite", read_only)
    journal.heartbeat(1, 2 * SECOND)
    journal.heartbeat(1, 3 * SECOND)
    assert journal.flush()
    assert troubles.get_nowait() == TAKES_NOTHING
    assert troubles.empty(), "once"
    monkeypatch.undo()
    journal.heartbeat(1, 4 * SECOND)
    assert journal.flush()
    assert troubles.get_nowait() is None
    journal.close()


def test_a_heartbeat_kept_apart_is_of_its_own_game(evening, path, full):
    """The journal was begun anew: another game has the number."""
    full()
    evening.run(9)
    evening.journal.close()
    path.unlink()
    journal = Journal(path)
    keep(journal, notes(2))
    assert journal.load(1)[1] is None
    assert journal.doubt(1) is None
    journal.close()


@pytest.mark.parametrize("content", [b"", b" " * SECTOR, b"\xff" * SECTOR, b'{"game":1}', b"[" * 9000], ids=range(5))
def test_whatever_lies_in_its_place_the_next_start_can_use_it(evening, path, tmp_path, full, content):
    path.with_name(path.name + ENDING).write_bytes(content)
    assert evening.journal.load(1)[1] == evening.table.game_time()
    journal = Journal(power_cut(path, tmp_path / "card"))
    full()
    journal.heartbeat(1, 99 * SECOND)
    assert journal.flush()
    assert journal.load(1)[1] == 99 * SECOND
    journal.close()


def test_a_pipe_in_its_place_keeps_nobody_waiting(path, full):
    place = path.with_name(path.name + ENDING)
    os.mkfifo(place)
    full()
    for mend, seconds in ((None, 0), (lambda message: None, 9)):
        journal = Journal(path, on_mended=mend)
        number = keep(journal, notes(0))
        assert journal.flush()
        journal.heartbeat(number, 9 * SECOND)
        assert journal.flush()
        assert (journal.load(number)[1] or 0) == seconds * SECOND
        journal.close()
    assert place.with_name(place.name + ".damaged").is_fifo()


def test_that_of_one_game_is_not_taken_for_anothers(path, full):
    journal = Journal(path)
    keep(journal, notes(0))
    keep(journal, notes(0))
    assert journal.flush()
    full()
    journal.heartbeat(2, 9 * SECOND)
    assert journal.flush()
    assert (journal.load(1)[1], journal.load(2)[1]) == (None, 9 * SECOND)
    journal.close()


FULL_CARD = """
import resource, sys
from pathlib import Path
from device.journal import Journal, writer
from rules.game import SECOND
from rules.polish_doubles import GAME, DoublesSetup, PairSetup

path, said = Path(sys.argv[1]), []
journal = Journal(path, on_trouble=said.append)
number = journal.new_game(GAME, DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky"))))
journal.heartbeat(number, SECOND)
assert journal.flush()
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name(path.name + "-wal").stat().st_size, hard))
for second in range(2, 38):
    journal.heartbeat(number, second * SECOND)
    assert journal.flush()
assert journal.load(number)[1] == 37 * SECOND, journal.load(number)
assert said == []
import os; os._exit(0)  # as the power goes
"""


def test_on_a_card_that_is_really_full(path):
    run(FULL_CARD, path)
    journal = Journal(path)
    assert journal.load(1)[1] == 37 * SECOND
    journal.close()
