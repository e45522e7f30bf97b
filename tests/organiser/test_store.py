"""The organiser's store, in a real SQLite file and in a real PostgreSQL."""

import contextlib
import os
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from device.common.i18n import speaking, tr
from device.organiser.store import DESK, LogRow, RefusedMessage, StoreTrouble, everything, open_store
from device.organiser.store.sql import INDEXES, REFUSALS


def row(seq, table="7", boot="b" * 8, body="{}", **more) -> LogRow:
    fields = {"kind": "entry", "game": "a" * 8, "n": seq, "at": seq * 10, "heard": 1} | more
    return LogRow(0, table, boot, seq, body=body, **fields)


@pytest.fixture
def store(store_url):
    opened = open_store(store_url, "pisek")
    yield opened
    opened.close()


def test_rows_come_back_in_the_order_of_their_commits(store):
    store.append([row(1), row(2)])
    store.append([row(1, table="8")])
    assert [(log_row.table, log_row.seq) for log_row in everything(store)] == [("7", 1), ("7", 2), ("8", 1)]
    last = store.since(0)[1].id
    assert [(log_row.table, log_row.seq) for log_row in store.since(last)] == [("8", 1)]


def test_the_same_id_twice_is_one_row_and_the_first_stays(store):
    store.append([row(1, body='{"word":"first"}')])
    store.append([row(1, body='{"word":"second"}'), row(2)])
    assert [log_row.body for log_row in everything(store)] == ['{"word":"first"}', "{}"]
    assert store.bodies("7", "b" * 8, [1, 2, 9]) == {1: '{"word":"first"}', 2: "{}"}


def test_a_reader_knows_how_far_each_boot_is(store):
    store.append([row(1), row(2), row(4), row(1, boot="c" * 8)])
    counts = store.last_seqs()
    assert counts["7", "b" * 8] == 2
    assert counts["7", "c" * 8] == 1


def test_nothing_can_be_changed_or_removed(store, store_url):
    store.append([row(1)])
    if store_url.startswith("postgresql"):
        import psycopg

        with psycopg.connect(store_url, autocommit=True) as db:
            for sql in ("UPDATE dvojtah.log SET body = ''", "DELETE FROM dvojtah.log", "TRUNCATE dvojtah.log"):
                with pytest.raises(psycopg.Error, match="append only"):
                    db.execute(sql)
    else:
        with sqlite3.connect(store_url) as db:
            for sql in ("UPDATE log SET body = ''", "DELETE FROM log"):
                with pytest.raises(sqlite3.Error, match="append only"):
                    db.execute(sql)
    assert len(store.since(0)) == 1


def test_through_a_read_only_handle_the_database_refuses_every_write(store, store_url):
    store.append([row(1)])
    reader = open_store(store_url, "pisek", read_only=True)
    with pytest.raises(StoreTrouble):
        reader.append([row(2)])
    assert [log_row.seq for log_row in reader.since(0)] == [1]
    reader.close()


def test_two_events_in_one_database_do_not_see_each_other(store, store_url):
    other = open_store(store_url, "tabor")
    other.append([row(1)])
    assert store.since(0) == []
    assert store.nonce == other.nonce
    other.close()


def test_refusals_are_kept_short_and_printable(store):
    store.append([], [RefusedMessage(1, "t\0opic" * 99, "reason", 70000, "x" * 999)])
    (refusal,) = store.refusals()
    assert len(refusal.topic) == 200
    assert "\0" not in refusal.topic
    assert len(refusal.sample) == 200


def test_writers_side_by_side_never_let_a_reader_miss_a_row(store, store_url):
    """Ids appear in the order of commits, whoever writes: what a reader has passed nobody fills in later."""
    failed = []

    def write(table):
        mine = open_store(store_url, "pisek")
        try:
            for seq in range(1, 40):
                mine.append([row(seq, table=table)])
        except StoreTrouble as trouble:
            failed.append(trouble)
        mine.close()

    writers = [threading.Thread(target=write, args=(str(n),)) for n in range(1, 5)]
    for writer in writers:
        writer.start()
    seen, last = [], 0
    while len(seen) < 4 * 39 and not failed:
        for log_row in store.since(last):
            seen.append((log_row.table, log_row.seq))
            last = log_row.id
    for writer in writers:
        writer.join()
    assert not failed
    assert sorted(seen) == sorted((str(n), seq) for n in range(1, 5) for seq in range(1, 40))


def test_another_programs_file_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.db"
    path.write_bytes(b"hello")
    with pytest.raises(StoreTrouble):
        open_store(str(path), "pisek")
    assert path.read_bytes() == b"hello"


def test_a_reader_does_not_make_a_store(tmp_path):
    with pytest.raises(StoreTrouble, match="start the organiser first"):
        open_store(str(tmp_path / "none.db"), "pisek", read_only=True)
    assert not (tmp_path / "none.db").exists()


def test_the_desk_writes_under_no_table(store):
    store.append([row(1, table=DESK, boot="@x", kind="link", body='{"up":true}')])
    assert store.since(0)[0].table == ""


# -- a look at the newest rows, however long the log is ----------------------------------------------------------------

OLD = Path(__file__).with_name("stores") / "event-0.1.0.db"


def plan(store, sql, values):
    return " | ".join(row[3] for row in store._run(f"EXPLAIN QUERY PLAN {sql}", values))


def test_a_look_at_the_newest_rows_sorts_nothing(tmp_path):
    store = open_store(str(tmp_path / "event.db"), "pisek")
    for n in range(40):  # enough for SQLite to see a choice
        store.append([row(seq, table=str(table)) for table in (1, 2) for seq in range(50 * n + 1, 50 * n + 51)])
    plan_text = plan(store, store._since, (10, "pisek", 5000))
    assert "log_of_event (event=? AND id>?)" in plan_text
    assert "TEMP B-TREE" not in plan_text
    assert "TEMP B-TREE" not in plan(store, REFUSALS, ("pisek", 100))
    assert "refusal_of_event" in plan(store, REFUSALS, ("pisek", 100))


def test_a_store_of_an_earlier_version_gets_the_index_from_whoever_writes_and_does_without_from_who_reads(tmp_path):
    path = tmp_path / "event.db"
    shutil.copy(OLD, path)
    reader = open_store(str(path), "pisek", read_only=True)
    plan_text = plan(reader, reader._since, (40, "pisek", 5000))
    assert "TEMP B-TREE" not in plan_text
    seen = reader.since(40)
    writer = open_store(str(path), "pisek")
    assert "log_of_event (event=? AND id>?)" in plan(writer, writer._since, (40, "pisek", 5000))
    assert writer.since(40) == seen == reader.since(40)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT version FROM store").fetchone() == (1,)  # an earlier version opens it still


def test_in_postgresql_an_earlier_store_gets_the_index_too(database):
    import psycopg

    open_store(database, "pisek").close()
    with psycopg.connect(database, autocommit=True) as db:
        for name in INDEXES:
            db.execute(f"DROP INDEX dvojtah.{name}")
    open_store(database, "pisek").close()
    with psycopg.connect(database) as db:
        indices = db.execute("SELECT indexname FROM pg_indexes WHERE schemaname = 'dvojtah'").fetchall()
    assert INDEXES.keys() <= {name for (name,) in indices}


def test_a_store_that_cannot_be_given_an_index_now_opens_all_the_same(tmp_path, monkeypatch):
    path = tmp_path / "event.db"
    shutil.copy(OLD, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # somebody writes meanwhile
        monkeypatch.setattr("device.organiser.store.sqlite.PATIENCE_S", 0.05)
        store = open_store(str(path), "pisek")
        assert len(store.since(0)) == 58
        assert "TEMP B-TREE" not in plan(store, store._since, (40, "pisek", 5000))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("head", [0, 16, 70, 100, 110, 400, 3000])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_damaged_store_is_at_worst_said(tmp_path, head, read_only):
    path = tmp_path / "event.db"
    open_store(str(path), "brno").close()
    raw = bytearray(path.read_bytes())
    raw[head : head + 40] = b"\x88" * 40
    path.write_bytes(raw)
    with contextlib.suppress(StoreTrouble):
        open_store(str(path), "brno", read_only=read_only).close()
    assert path.read_bytes()[head : head + 40] == raw[head : head + 40]


def test_a_store_that_is_none_is_to_be_moved_away(tmp_path):
    path = tmp_path / "event.db"
    for content in (b"x" * 5000, b"SQLite format 3\0" + b"x" * 5000):
        path.write_bytes(content)
        with pytest.raises(StoreTrouble, match="damaged; move it away and start again"):
            open_store(str(path), "brno")
        assert path.read_bytes() == content


@pytest.mark.timeout(20)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_pipe_or_a_folder_in_place_of_the_store_keeps_nobody_waiting(tmp_path, read_only):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(StoreTrouble):
            open_store(str(path), "brno", read_only=read_only)


def full(store, path):
    store._db.execute(f"PRAGMA max_page_count = {store._db.execute('PRAGMA page_count').fetchone()[0]}")
    return "disk je plný", "full"


def kept_by_another(store, path):
    store._db.execute("PRAGMA busy_timeout = 20")
    store.other = sqlite3.connect(path, isolation_level=None)
    store.other.execute("BEGIN IMMEDIATE")
    return "jiný program", "locked"


def only_read(store, path):
    store._db.execute("PRAGMA query_only = ON")
    return "nedá zapisovat", "readonly"


@pytest.mark.parametrize("happens", [full, kept_by_another, only_read])
def test_why_a_store_takes_nothing_is_said_in_ones_language_and_what_sqlite_says_is_for_the_log(tmp_path, happens):
    path = tmp_path / "event.db"
    store = open_store(str(path), "brno")
    czech, english = happens(store, path)
    with pytest.raises(StoreTrouble) as refused:
        store.append([row(seq) for seq in range(1, 1000)])
    assert refused.value.passing
    with speaking("cs"):
        sentence = tr(refused.value.message)
    assert sentence.startswith("Úložiště teď nic nebere: ")
    assert czech in sentence
    assert english not in sentence
    assert english in str(refused.value)


def test_why_a_database_takes_nothing_is_said_in_ones_language(database):
    import psycopg

    store = open_store(database, "brno")
    store._db.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreTrouble) as refused:
        store.append([row(1)])
    with speaking("cs"):
        assert tr(refused.value.message).endswith("teď nic nebere: jde z ní jen číst.")
    assert "read-only transaction" in str(refused.value)
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("ALTER TABLE dvojtah.log RENAME TO gone")
    with pytest.raises(StoreTrouble) as refused:
        store.since(0)
    with speaking("cs"):
        assert tr(refused.value.message).endswith("teď nic nebere ani nevydává (42P01).")
    with pytest.raises(StoreTrouble) as refused:
        open_store(database.replace("event_", "no_event_"), "brno")
    with speaking("cs"):
        assert tr(refused.value.message).endswith("je nedostupná, nebo k sobě nikoho nepustí.")
