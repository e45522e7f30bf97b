"""What waits for the organiser: committed with the entry or not at all, and nothing where there is no event."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time

import pytest

from device.journal import VERSION, Journal, JournalTrouble, connect
from device.journal.file import EVENTS, SCHEMA
from device.journal.outbox import CALL
from rules.game import SECOND, Entry
from rules.history import History
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles.acts import Pause, Starters
from rules.polish_doubles.game import GAME

SETUP = DoublesSetup(pairs=(PairSetup(name="Šípkovi"), PairSetup(name="Dva")))
EVENT = "pisek"


@pytest.fixture
def journal(tmp_path):
    new_journal = Journal(tmp_path / "journal.db")
    yield new_journal
    new_journal.close()


def play(journal, game, count, first=1):
    for n in range(first, first + count):
        journal.append(game, Entry(n, n * SECOND, Starters(pair="A") if n % 2 else Pause()), "touch", n)


def waiting(journal, event=EVENT):
    assert journal.flush()
    return journal.outbox.waiting(event, 0, 10_000)


def test_what_is_said_is_on_its_way_at_once(journal):
    more = threading.Event()
    journal.outbox.join(EVENT, 7)
    assert journal.flush()
    journal.outbox.on_more = more.set
    journal.outbox.say('{"row":"call"}')
    assert journal.flush()
    assert more.is_set()


def test_without_an_event_nothing_is_written(journal):
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 5)
    assert journal.flush()
    counts = journal.reading(
        lambda db: [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("share", "outbox", "member")]
    )
    assert counts == [0, 0, 0]


def test_a_game_of_an_event_waits_whole_and_in_order(journal):
    journal.outbox.join(EVENT, 7)
    journal.outbox.pair("ab" * 8, "polish_doubles")
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 3)
    journal.outbox.say('{"row":"call"}')
    rows = waiting(journal)
    assert [(row.seq, row.n) for row in rows] == [(1, 0), (2, 1), (3, 2), (4, 3), (5, CALL)]
    assert len({row.boot for row in rows}) == 1
    assert (rows[0].pairing, rows[0].uid) == ("ab" * 8, journal.outbox.uid(game))
    assert rows[2].event == '{"event":"pause"}'


def test_the_pairing_is_for_one_game_of_its_kind(journal):
    journal.outbox.join(EVENT, 7)
    journal.outbox.pair("ab" * 8, "marias")
    journal.new_game(GAME, SETUP)
    journal.new_game(GAME, SETUP)
    assert [row.pairing for row in waiting(journal)] == [None, None]
    journal.outbox.pair("cd" * 8, "polish_doubles")
    journal.new_game(GAME, SETUP)
    journal.new_game(GAME, SETUP)
    assert [row.pairing for row in waiting(journal)] == [None, None, "cd" * 8, None]


def test_the_first_store_that_is_seen_has_been_told_everything_and_another_one_has_not(journal):
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 2)
    journal.outbox.on_delivered(EVENT, waiting(journal)[0].boot, 3)
    journal.outbox.on_store("0f1e2d3c")
    assert waiting(journal) == []
    journal.outbox.on_store("ffffffff")
    assert [row.n for row in waiting(journal)] == [0, 1, 2]


def test_an_entry_and_its_row_are_one_commit(tmp_path):
    """Seen from outside, at any moment: as many rows as entries."""
    journal = Journal(tmp_path / "journal.db")
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as watcher:
        for part in range(60):
            play(journal, game, 5, first=part * 5 + 1)
            watcher.execute("BEGIN")
            entries = watcher.execute("SELECT count(*) FROM entry").fetchone()[0]
            rows = watcher.execute("SELECT count(*) FROM outbox WHERE n > 0").fetchone()[0]
            watcher.execute("COMMIT")
            assert rows == entries
    journal.close()


def test_a_row_that_cannot_be_written_takes_its_entry_with_it_until_both_can(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    assert journal.flush()
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END")
        play(journal, game, 1)
        assert not journal.flush()
        assert other.execute("SELECT count(*) FROM entry").fetchone()[0] == 0
        other.execute("DROP TRIGGER full")
        deadline = time.monotonic() + 10
        while not journal.flush(5) and time.monotonic() < deadline:
            pass
        assert other.execute("SELECT count(*) FROM entry").fetchone()[0] == 1
    assert [row.n for row in waiting(journal)] == [0, 1]
    journal.close()


def test_what_was_delivered_is_out_and_the_rest_stays(journal):
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 9)
    boot = waiting(journal)[0].boot
    journal.outbox.on_delivered(EVENT, boot, 4)
    journal.outbox.on_delivered(EVENT, "another", 100)
    journal.outbox.on_delivered("brno", boot, 100)
    assert [row.seq for row in waiting(journal)] == [5, 6, 7, 8, 9, 10]


def test_a_row_put_in_after_all_others_are_out_comes_behind_them(journal):
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    place = waiting(journal)[-1].pos
    journal.outbox.on_delivered(EVENT, waiting(journal)[0].boot, 1)
    play(journal, game, 1)
    assert waiting(journal)[0].pos > place


def test_each_start_numbers_its_rows_anew_under_another_boot(tmp_path):
    uid = None
    for start in range(3):
        journal = Journal(tmp_path / "journal.db")
        journal.outbox.join(EVENT, 7)
        game = journal.new_game(GAME, SETUP) if start == 0 else 1
        uid = uid or journal.outbox.uid(1)
        play(journal, game, 2, first=start * 2 + 1)
        rows = waiting(journal)
        journal.close()
    assert journal.outbox.uid(1) == uid
    boots = list(dict.fromkeys(row.boot for row in rows))
    assert len(boots) == 3
    assert [[row.seq for row in rows if row.boot == boot] for boot in boots] == [[1, 2, 3], [1, 2], [1, 2]]


def test_with_another_number_everything_is_told_again(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    journal.outbox.join(EVENT, 7)
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 4)
    journal.outbox.on_delivered(EVENT, waiting(journal)[0].boot, 5)
    assert waiting(journal) == []
    more = threading.Event()
    journal.outbox.on_more = more.set
    journal.outbox.join(EVENT, 8)
    assert more.wait(30), "whoever sends is told of them at once"
    play(journal, game, 1, first=5)
    assert [row.n for row in waiting(journal)] == [0, 1, 2, 3, 4, 5]
    assert [row.seq for row in waiting(journal)] == [1, 2, 3, 4, 5, 1], "under a boot that begins with it, or it waits"
    journal.close()
    again = Journal(tmp_path / "journal.db")
    again.outbox.join(EVENT, 8)
    assert [row.n for row in waiting(again)] == [0, 1, 2, 3, 4, 5]
    again.close()


def test_rows_of_another_event_wait_for_that_event(journal):
    journal.outbox.join("brno", 1)
    play(journal, journal.new_game(GAME, SETUP), 2)
    journal.outbox.join(EVENT, 7)
    play(journal, journal.new_game(GAME, SETUP), 1)
    assert [row.n for row in waiting(journal)] == [0, 1]
    assert [row.n for row in waiting(journal, "brno")] == [0, 1, 2]
    assert journal.outbox.uid(1) is None


def test_a_game_begun_before_joining_can_be_shared_whole(journal):
    game = journal.new_game(GAME, SETUP)
    play(journal, game, 3)
    journal.outbox.join(EVENT, 7)
    journal.outbox.share(game)
    journal.outbox.share(game)
    play(journal, game, 1, first=4)
    assert [row.n for row in waiting(journal)] == [0, 1, 2, 3, 4]


def test_a_game_from_another_device_is_kept_whole_and_told_to_nobody_twice(journal):
    journal.outbox.join(EVENT, 7)
    history = History.begin(GAME, SETUP).accept(Starters(pair="B"), 3 * SECOND)
    game = journal.adopt("cd" * 16, EVENT, history, 90 * SECOND)
    assert waiting(journal) == []
    loaded, beat = journal.load(game)
    assert (loaded.entries, beat) == (history.entries, 90 * SECOND)
    assert journal.reading(lambda db: db.execute("SELECT source, source_ns FROM entry").fetchall()) == [
        ("organiser", 0)
    ]
    assert journal.outbox.game("cd" * 16) == game
    play(journal, game, 1, first=2)
    assert [(row.uid, row.n) for row in waiting(journal)] == [("cd" * 16, 2)]


def test_what_was_said_about_a_game_cannot_be_changed(journal):
    journal.outbox.join(EVENT, 7)
    journal.new_game(GAME, SETUP)
    assert journal.flush()
    with contextlib.closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        for sql in (
            "DELETE FROM share",
            "UPDATE share SET event = 'x'",
            "REPLACE INTO share VALUES (1, 'u', 'e', NULL)",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                other.execute(sql)


# -- journals of before ------------------------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path):
    """A journal of version 1 with a game in it."""
    path = tmp_path / "journal.db"
    schema = SCHEMA.replace(f"user_version = {VERSION}", "user_version = 1").replace(f"{';'.join(EVENTS)};", "")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(schema)
        setup = '{"game":"polish_doubles","pairs":[{"name":"A"},{"name":"B"}]}'
        db.execute("INSERT INTO game VALUES (1, 'then', 'polish_doubles', ?, 'boot')", (setup,))
        db.execute(
            "INSERT INTO entry VALUES (1, 1, 5, 'touch', 0, 'boot', 'then', '{\"event\":\"starters\",\"pair\":\"A\"}')"
        )
    return path


def version(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def test_an_older_journal_is_brought_up_to_date_where_it_lies(old):
    for _ in range(2):
        journal = Journal(old)
        journal.outbox.join(EVENT, 7)
        history, _ = journal.load(1)
        assert len(history.entries) == 1
        journal.close()
        assert version(old) == VERSION


def test_an_older_journal_can_be_read_without_being_touched(old):
    before = old.read_bytes()
    connect(old, read_only=True).close()
    assert (version(old), old.read_bytes()) == (1, before)


def test_an_upgrade_that_is_cut_off_leaves_the_older_journal(old, monkeypatch):
    monkeypatch.setattr("device.journal.file.EVENTS", (*EVENTS[:2], "CREATE NONSENSE"))
    with pytest.raises(JournalTrouble):
        Journal(old)
    assert version(old) == 1
    with contextlib.closing(sqlite3.connect(old)) as db:
        assert {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} == {
            "game",
            "entry",
            "heartbeat",
        }
    monkeypatch.undo()
    Journal(old).close()
    assert version(old) == VERSION
