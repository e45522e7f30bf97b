"""The journal on a real disk: nothing acknowledged is ever lost, nothing of somebody else's is ever touched."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device import words
from device.journal import APPLICATION, VERSION, Journal, JournalTrouble, Kept, connect
from device.journal import games as games_of
from device.journal import load as load_from
from device.table import HEARTBEAT, Table
from rules.game import SECOND, Entry, Undo
from rules.games import GAMES
from rules.history import History
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import events as e
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


def sample() -> History:
    return read(SAMPLE.read_text(encoding="utf-8").split("\n"))


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
        return [load_from(db, kept.id)[0] for kept in reversed(games_of(db))]


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
        words.use("cs")
        assert words.tr(caught.value.message) != str(caught.value)
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
def kept(path):
    """A journal file with one finished game, closed."""
    journal = Journal(path)
    keep(journal, sample())
    journal.close()
    return path


# -- kept and taken up again -------------------------------------------------------------------------------------------


def test_a_game_is_taken_up_again_exactly_as_it_stood(kept):
    journal = Journal(kept)
    history, beat = journal.load(1)
    journal.close()
    assert history == sample()
    assert beat is None


def test_the_settings_that_a_game_froze_come_back(journal):
    number = journal.new_game(GAME, SETUP)
    assert journal.load(number)[0].setup == SETUP


def test_games_are_listed_newest_first_with_what_they_are(journal):
    assert journal.games() == []
    keep(journal, notes(3))
    keep(journal, History.begin(KOCKA, KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="kočka")))
    keep(journal, notes(1))
    listed = journal.games()
    assert [(one.id, one.key, one.entries) for one in listed] == [
        (3, "polish_doubles", 1),
        (2, "kourici_kocka", 0),
        (1, "polish_doubles", 3),
    ]
    assert all(isinstance(one, Kept) and one.created.startswith("20") for one in listed)


def test_games_of_another_day_are_numbered_on(kept):
    journal = Journal(kept)
    assert journal.new_game(GAME, SETUP) == 2
    journal.close()
    assert [len(history.entries) for history in fold(kept)] == [len(sample().entries), 0]


def test_a_game_goes_on_after_a_restart_and_its_undo_reaches_back(path):
    for _ in range(3):
        journal = Journal(path)
        if not journal.games():
            journal.new_game(GAME, SETUP)
        history, _ = journal.load(1)
        for event in (e.Note(rule="S2", text="a"), e.Note(rule="S5", text="b"), Undo()):
            history = history.accept(event, history.last_at + SECOND)
            journal.append(1, history.entries[-1], "touch", 0)
        journal.close()
    (history,) = fold(path)
    assert len(history.entries) == 9
    assert len(history.undone) == 3
    assert [remark.event.text for remark in history.state.remarks] == ["a", "a", "a"]


def test_what_waits_is_written_before_the_journal_closes(path):
    journal = Journal(path)
    keep(journal, notes(300))
    journal.close()
    assert fold(path) == [notes(300)]


def test_each_entry_keeps_who_did_it_and_when_by_the_clock_of_whoever_did(path):
    journal = Journal(path)
    number = journal.new_game(GAME, SETUP)
    journal.append(number, Entry(1, 5, e.Starters(pair="B")), "button A", 123_456_789)
    journal.close()
    with contextlib.closing(connect(path, read_only=True)) as db:
        row = db.execute("SELECT n, at, source, source_ns, boot, event FROM entry").fetchone()
    assert row == (1, 5, "button A", 123_456_789, journal.boot, '{"event":"starters","pair":"B"}')


def test_a_folder_that_is_not_there_is_made(tmp_path):
    path = tmp_path / "share" / "dvojtah" / "journal.db"
    Journal(path).close()
    assert fold(path) == []


def test_an_export_may_read_while_the_table_plays(journal, path):
    keep(journal, notes(4))
    journal.flush()
    assert fold(path) == [notes(4)]


def test_an_export_makes_no_journal_where_there_is_none(path):
    with pytest.raises(JournalTrouble):
        connect(path, read_only=True)
    assert not path.exists()


def test_a_game_that_is_not_there_is_said(journal):
    with pytest.raises(JournalTrouble, match="no game 7"):
        journal.load(7)


# -- safe on disk ------------------------------------------------------------------------------------------------------


def test_the_disk_is_asked_to_hold_every_commit_through_a_power_cut(path):
    with contextlib.closing(connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL: flushed before it is acknowledged"


def test_an_entry_is_called_safe_only_once_it_is_in_the_file_and_in_order(path):
    safe = []

    def saved(game, n):
        with contextlib.closing(sqlite3.connect(path)) as other:
            safe.append((game, n, other.execute("SELECT max(n) FROM entry").fetchone()[0] >= n))

    journal = Journal(path, on_saved=saved)
    number = keep(journal, notes(40))
    journal.close()
    assert safe == [(number, n, True) for n in range(1, 41)]


def test_the_table_shows_what_is_safe(path):
    journal = Journal(path, on_saved=lambda *saved: safe.append(saved))
    safe = []
    table = Table(journal, GAMES)
    table.new(SETUP)
    table.do(e.Starters(pair="A"))
    table.do(e.Press(pair="A"))
    assert not table.safe
    journal.close()
    for game, n in safe:
        assert not table.safe
        table.saved_through(game, n)
    assert table.safe


def test_a_power_cut_right_after_the_acknowledgement_finds_the_entry_there(journal, path, tmp_path):
    number = journal.new_game(GAME, SETUP)
    for entry in notes(20).entries:
        journal.append(number, entry, "touch", 0)
        assert journal.flush()
        copy = power_cut(path, tmp_path / f"cut {entry.n}")
        assert fold(copy) == [notes(entry.n)]
        assert intact(copy)


def test_a_power_cut_in_the_middle_of_a_write_loses_at_most_what_was_not_acknowledged(journal, path, tmp_path):
    number = journal.new_game(GAME, SETUP)
    sizes = []
    for entry in notes(8).entries:
        journal.append(number, entry, "touch", 0)
        journal.flush()
        sizes.append(path.with_name("journal.db-wal").stat().st_size)
    card = power_cut(path, tmp_path / "card")
    wal = card.with_name("journal.db-wal").read_bytes()
    for size in range(sizes[0], len(wal) + 1, 1531):
        torn = tmp_path / f"torn {size}"
        torn.mkdir()
        shutil.copy(card, torn)
        (torn / "journal.db-wal").write_bytes(wal[:size])
        with contextlib.closing(connect(torn / "journal.db")) as db:
            history, _ = load_from(db, number)
        acknowledged = sum(1 for one in sizes if one <= size)
        assert len(history.entries) >= acknowledged
        assert history == notes(len(history.entries))


WRITER = """
import sys
from pathlib import Path
from device.journal import Journal
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import events as e

setup = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")), objection_clock="runs")
journal = Journal(Path(sys.argv[1]), on_saved=lambda game, n: print(n, flush=True))
number = journal.new_game(GAME, setup)
for n in range(1, 100_000):
    journal.append(number, Entry(n, n * SECOND, e.Note(rule="S2", text=f"poznámka {n}")), "touch", n)
    if n % 5 == 0 and not journal.flush(10):
        sys.exit("the journal does not keep up")
"""


def killed_while_writing(path, after) -> int:
    """A program that fills the journal, killed after that many acknowledgements; the last entry acknowledged."""
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        try:
            said = [child.stdout.readline() for _ in range(after)]
        finally:
            child.kill()
        said += child.stdout.readlines()
    assert child.returncode == -9
    whole = [int(line) for line in said if line.endswith("\n")]
    assert whole == list(range(1, len(whole) + 1))
    return len(whole)


@pytest.mark.parametrize("after", [1, 23, 160])
def test_a_program_killed_while_writing_loses_nothing_that_it_acknowledged(path, after):
    acknowledged = killed_while_writing(path, after)
    assert acknowledged >= after
    journal = Journal(path)
    history, _ = journal.load(1)
    journal.close()
    assert len(history.entries) >= acknowledged
    assert history == notes(len(history.entries))
    assert intact(path)


def test_a_journal_moved_away_takes_its_games_with_it_and_the_new_one_is_empty(path, tmp_path):
    acknowledged = killed_while_writing(path, 30)
    path.rename(tmp_path / "old.db")
    journal = Journal(path)
    fresh = journal.games()
    journal.close()
    assert fresh == []
    old = sum(len(history.entries) for file in tmp_path.glob("*old*.db") for history in fold(file))
    beside = [file.name for file in tmp_path.iterdir() if "wal" in file.name and file.stat().st_size]
    assert old >= acknowledged or beside, "what was acknowledged is still somewhere"


# -- the disk takes nothing --------------------------------------------------------------------------------------------


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


FULL_CARD = """
import resource, sys, threading
from pathlib import Path
import device.journal
from device.journal import Journal, JournalTrouble
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import events as e

device.journal.RETRY_S = 0.01
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
    command = [sys.executable, "-c", FULL_CARD, path]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert child.returncode == 0, child.stderr
    assert fold(path) == [notes(0), notes(30)]
    assert intact(path)


# -- one table, one journal --------------------------------------------------------------------------------------------

HOLDER = """
import sys
from pathlib import Path
from device.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_two_programs_on_one_journal_the_second_is_sent_away(path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout.readline() == "open\n"
        with pytest.raises(JournalTrouble, match="Another program uses the journal") as caught:
            Journal(path)
        assert not caught.value.unreadable, "the file is fine; no other one is to be started"
        assert fold(path) == []
        child.kill()
    Journal(path).close()


def test_the_same_program_does_not_open_its_journal_twice(journal, path):
    with pytest.raises(JournalTrouble):
        Journal(path)
    keep(journal, notes(1))
    assert journal.flush()


# -- not a journal -----------------------------------------------------------------------------------------------------


def test_a_database_of_another_program_is_not_touched(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entry (n INTEGER)")
        db.execute("INSERT INTO entry VALUES (1)")
        db.commit()
    assert "another program" in refused(path)


def test_a_journal_of_a_newer_version_is_not_touched(kept):
    with contextlib.closing(sqlite3.connect(kept)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert "newer version" in refused(kept)


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


def test_the_application_id_marks_a_journal(kept):
    assert kept.read_bytes()[68:72] == APPLICATION.to_bytes(4, "big") == b"DVOJ"


# -- damage ------------------------------------------------------------------------------------------------------------


def at_worst_trouble(path):
    """Open and fold everything as the table and as an export do; only `JournalTrouble` may come of it."""
    with contextlib.suppress(JournalTrouble):
        journal = Journal(path)
        try:
            for one in journal.games():
                journal.load(one.id)
        finally:
            journal.close()
    with contextlib.suppress(JournalTrouble):
        fold(path)


@pytest.mark.parametrize("pages", [0.01, 0.5, 1, 1.5, 3, 6.99])
def test_a_truncated_journal_is_not_touched(kept, pages):
    raw = kept.read_bytes()
    assert len(raw) >= 8 * 4096
    kept.write_bytes(raw[: int(pages * 4096)])
    refused(kept)


def test_a_journal_whose_last_entries_were_not_written_whole_is_never_a_shorter_game(kept):
    raw = kept.read_bytes()
    for lost in (1, 41, 400):
        kept.write_bytes(raw[:-lost])
        with pytest.raises(JournalTrouble):
            fold(kept)


def test_damage_is_said_in_one_line(kept):
    raw = kept.read_bytes()
    kept.write_bytes(raw[:8192] + bytes(4096) + raw[12288:])
    assert refused(kept).isprintable()


@pytest.mark.parametrize("page", [1, 2, 3])
def test_a_page_lost_to_a_worn_card_is_not_touched(kept, page):
    raw = kept.read_bytes()
    kept.write_bytes(raw[: page * 4096] + bytes(4096) + raw[(page + 1) * 4096 :])
    refused(kept)


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
def test_a_worn_byte_that_the_database_itself_does_not_see_is_at_worst_said(kept, sound, worn):
    raw = kept.read_bytes()
    assert sound in raw
    kept.write_bytes(raw.replace(sound, worn, 1))
    at_worst_trouble(kept)


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


def test_a_game_that_no_longer_folds_says_which_entry(kept):
    with contextlib.closing(sqlite3.connect(kept)) as db:
        db.execute("""INSERT INTO entry VALUES (1, 500, 0, 'x', 0, 'x', 'x', '{"event":"starters","pair":"A"}')""")
        db.commit()
    journal = Journal(kept)
    with pytest.raises(JournalTrouble, match="Game 1, entry 500"):
        journal.load(1)
    assert [one.id for one in journal.games()] == [1], "the other games are still there"
    journal.close()


def test_an_entry_that_is_gone_is_not_passed_over(path):
    journal = Journal(path)
    keep(journal, notes(5))
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TRIGGER entry_kept; DELETE FROM entry WHERE n = 3")
    journal = Journal(path)
    with pytest.raises(JournalTrouble, match="entry"):
        journal.load(1)
    journal.close()


# -- append only -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET at = 0 WHERE n = 5",
        "DELETE FROM entry WHERE n = 5",
        "INSERT OR REPLACE INTO entry VALUES (1, 5, 0, 'x', 0, 'x', 'x', '{\"event\":\"pass\"}')",
        "UPDATE game SET setup = '{}'",
        "DELETE FROM game",
        "INSERT OR REPLACE INTO game VALUES (1, 'x', 'x', '{}', 'x')",
    ],
)
def test_what_happened_is_never_rewritten_not_even_by_another_program(kept, statement):
    with contextlib.closing(sqlite3.connect(kept)) as db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
        db.rollback()
    assert fold(kept) == [sample()]


# -- power cut with a running clock ------------------------------------------------------------------------------------


def live(table, clock, until):
    """The kiosk's loop: it sleeps until the next heartbeat is due."""
    while (due := table.heartbeat()) is not None and due <= until:
        clock.ns = due
    clock.ns = until


@settings(max_examples=25)
@given(
    boot=st.integers(0, 5 * SECOND),
    before=st.integers(0, 3 * SECOND),
    ran=st.integers(0, 4 * SECOND),
    moved=st.booleans(),
    again=st.integers(0, 9 * SECOND),
)
def test_after_a_power_cut_at_most_a_second_of_the_running_turn_is_in_doubt(boot, before, ran, moved, again):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        clock = Clock(boot)
        journal = Journal(path)
        table = Table(journal, GAMES, clock)
        table.new(SETUP)
        table.do(e.Starters(pair="A"))
        live(table, clock, clock.ns + before)
        table.do(e.Press(pair="A"))
        started = clock.ns
        live(table, clock, clock.ns + ran)
        if moved:
            table.do(e.Move(word="DÝMKA", points=38))
            live(table, clock, clock.ns + ran // 2)
        used = clock.ns - started
        assert journal.flush()
        card = power_cut(path, Path(folder) / "card")
        journal.close()

        clock = Clock(again)
        journal = Journal(card)
        table = Table(journal, GAMES, clock)
        table.resume(1)
        known = table.state.clock.used(table.game_time())
        assert 0 <= used - known <= SECOND
        assert table.state.clock.current(table.game_time()).doubt == SECOND
        clock.ns += 60 * SECOND
        assert table.state.clock.used(table.game_time()) == known, "the clock stands"
        table.do(e.Resume())
        clock.ns += 7 * SECOND
        assert table.state.clock.used(table.game_time()) == known + 7 * SECOND
        assert journal.flush()
        journal.close()
        (history,) = fold(card)
        assert e.PowerLoss(doubt_s=1.0) in [entry.event for entry in history.entries]


def test_the_heart_beats_each_second_while_a_clock_runs_and_only_then(path):
    clock = Clock(3 * SECOND)
    journal = Journal(path)
    table = Table(journal, GAMES, clock)
    assert table.heartbeat() is None
    table.new(SETUP)
    table.do(e.Starters(pair="A"))
    assert table.heartbeat() is None
    clock.ns += 2_400_000_000
    table.do(e.Press(pair="A"))
    beats = []
    for _ in range(4):
        clock.ns = table.heartbeat()
        beats.append(table.game_time())
    assert beats == [3 * SECOND, 4 * SECOND, 5 * SECOND, 6 * SECOND]
    assert HEARTBEAT == SECOND
    table.do(e.Pause())
    assert table.heartbeat() is None
    assert journal.load(1)[1] == 5 * SECOND
    journal.close()


def test_a_heartbeat_is_of_its_own_game(journal):
    keep(journal, notes(1))
    keep(journal, notes(1))
    journal.heartbeat(2, 7 * SECOND)
    assert journal.load(1)[1] is None
    assert journal.load(2)[1] == 7 * SECOND


def test_a_game_that_stood_still_at_the_power_cut_has_no_doubt(path):
    clock = Clock()
    journal = Journal(path)
    table = Table(journal, GAMES, clock)
    table.new(SETUP)
    for event in (e.Starters(pair="A"), e.Press(pair="A"), e.Pause(reason="káva")):
        clock.ns += SECOND
        table.do(event)
    table.leave()
    clock.ns += 500 * SECOND
    table.resume(1)
    assert [entry.event.__struct_config__.tag for entry in table.history.entries] == ["starters", "press", "pause"]
    assert table.state.clock.used(table.game_time()) == SECOND
    assert table.safe
    journal.close()


def test_entries_written_from_two_threads_are_all_there(path):
    journal = Journal(path)
    first, second = (journal.new_game(GAME, SETUP) for _ in range(2))
    writers = [
        threading.Thread(target=lambda n=n: [journal.append(n, entry, "touch", 0) for entry in notes(50).entries])
        for n in (first, second)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    journal.close()
    assert fold(path) == [notes(50), notes(50)]
