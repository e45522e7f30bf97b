"""The journal on a real disk: nothing acknowledged is ever lost or rewritten, games are taken up again."""

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

from device.journal import Journal, JournalTrouble, StoredGame, connect
from device.journal import load as load_from
from device.table.table import HEARTBEAT, Table
from rules.game import SECOND, Entry, Undo
from rules.games import GAMES
from rules.history import History
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from tests.journal.conftest import ROOT, SETUP, Clock, fold, intact, keep, notes, power_cut, sample


def test_a_game_is_taken_up_again_exactly_as_it_stood(journal_file):
    journal = Journal(journal_file)
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
    assert [(game.id, game.key, game.entries) for game in listed] == [
        (3, "polish_doubles", 1),
        (2, "kourici_kocka", 0),
        (1, "polish_doubles", 3),
    ]
    assert all(isinstance(game, StoredGame) and game.created.startswith("20") for game in listed)


def kept_together(journal, history, meanwhile=lambda: None) -> list[str]:
    """A game into the journal, its entries together; the statements that this took."""
    number, statements = journal.new_game(GAME, SETUP), []
    journal.flush()
    journal._db.set_trace_callback(statements.append)
    with journal.together():
        for entry in history.entries:
            journal.append(number, entry, "touch", entry.at)
        meanwhile()
    journal.flush()
    return statements


def test_what_is_kept_together_waits_for_the_last_and_is_one_commit(journal):
    began = []
    statements = kept_together(journal, notes(5), lambda: began.append(journal._jobs._queue.qsize()))
    assert began == [0], "the writer has been handed something before the end"
    assert statements.count("BEGIN IMMEDIATE") == statements.count("COMMIT") == 1
    assert journal.load(1)[0] == notes(5)


def test_who_asks_for_it_meanwhile_finds_what_was_kept_together(journal):
    loaded = []
    kept_together(journal, notes(5), lambda: loaded.append(journal.load(1)[0]))
    assert loaded == [notes(5)]


def test_what_was_kept_together_is_kept_whatever_fails_then(journal):
    with pytest.raises(ZeroDivisionError):
        kept_together(journal, notes(5), lambda: 1 / 0)
    assert journal.load(1)[0] == notes(5)


def test_games_of_another_day_are_numbered_on(journal_file):
    journal = Journal(journal_file)
    assert journal.new_game(GAME, SETUP) == 2
    journal.close()
    assert [len(history.entries) for history in fold(journal_file)] == [len(sample().entries), 0]


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
    assert len(history.undone_entries) == 3
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
        acknowledged = sum(1 for written in sizes if written <= size)
        assert len(history.entries) >= acknowledged
        assert history == notes(len(history.entries))


WRITER = """
import sys
from pathlib import Path
from device.journal import Journal
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles import acts as e

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
            lines = [child.stdout.readline() for _ in range(after)]
        finally:
            child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -9
    whole = [int(line) for line in lines if line.endswith("\n")]
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
def test_what_happened_is_never_rewritten_not_even_by_another_program(journal_file, statement):
    with contextlib.closing(sqlite3.connect(journal_file)) as db:
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
        db.rollback()
    assert fold(journal_file) == [sample()]


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
        journal = Journal(path, now=lambda: 0)  # a disk that takes no time
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
        known = table.state.clock.time_used(table.game_time())
        assert 0 <= used - known <= SECOND
        assert table.state.clock.current(table.game_time()).doubt == SECOND
        clock.ns += 60 * SECOND
        assert table.state.clock.time_used(table.game_time()) == known, "the clock is stopped"
        table.do(e.Resume())
        clock.ns += 7 * SECOND
        assert table.state.clock.time_used(table.game_time()) == known + 7 * SECOND
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
    assert table.state.clock.time_used(table.game_time()) == SECOND
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
