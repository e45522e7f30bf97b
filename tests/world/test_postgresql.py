"""The model of PostgreSQL beside PostgreSQL: one table of cases, and everybody gets the same from both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from device.organiser.store import RefusedMessage, postgres
from tests.world.database_stage import DatabaseStage, ModelStage, PostgresStage, row

SEEDS = range(1, 4)
Case = Callable[[DatabaseStage], None]
CASES: dict[str, Case] = {}
LOCK = "SELECT pg_advisory_xact_lock(%s)"
INSERT = (
    "INSERT INTO dvojtah.log (event, tbl, boot, seq, kind, game, n, at, heard, body)"
    " VALUES ('pisek', '7', 'b', %s, 'entry', 'a', 1, 1, 1, '{}') ON CONFLICT (event, tbl, boot, seq) DO NOTHING"
)
SEQS = "SELECT id, seq FROM dvojtah.log ORDER BY id"
MINE, GUARD = (11, 12), postgres.READERS_GUARD


def case(script: Case) -> Case:
    """A script for both databases."""
    CASES[script.__name__.replace("_", " ")] = script
    return script


def append(*seqs, table="7", body="{}"):
    """A script that keeps rows."""
    return lambda store: store.append([row(seq, table, body) for seq in seqs])


def seqs(store):
    """The rows that a handle reads."""
    return [(one.id, one.table, one.seq, one.body) for one in store.since(0)]


# -- rows --------------------------------------------------------------------------------------------------------------


@case
def rows_come_back_in_the_order_of_their_commits(stage):
    first, second = stage.member("first"), stage.member("second")
    first.does(append(1, 2))
    second.does(append(1, table="8"))
    for member in (first, second):
        member.does(seqs)
        member.does(lambda store: store.last_seqs())


@case
def the_same_id_twice_is_one_row_and_leaves_a_gap(stage):
    first = stage.member("first")
    first.does(append(1, body='{"word":"first"}'))
    first.does(append(1, 2, body='{"word":"second"}'))
    first.does(append(3))
    first.does(seqs)
    first.does(lambda store: store.bodies("7", "b" * 8, [1, 2, 9]))


@case
def refusals_contacts_and_events(stage):
    desk = stage.member("desk")
    desk.does(lambda store: store.append([], [RefusedMessage(n, "topic", "reason", n, "sample") for n in range(3)]))
    desk.does(lambda store: [list(message) for message in store.refusals(2)])
    desk.does(lambda store: store.keep_contacts({"1": "a", "2": "b"}))
    desk.does(lambda store: store.keep_contacts({"2": "c"}))
    desk.does(append(1))
    stage.member("tabor", "tabor").does(append(1))
    for what in ("contacts", "all_contacts", "events"):
        desk.does(lambda store, what=what: getattr(store, what)())
    desk.does(partial(lambda name, store: store.rows_after(name, 0), "log"))
    desk.does(lambda store: store.delete_contacts())
    desk.does(lambda store: store.all_contacts())


@case
def the_log_is_append_only(stage):
    first = stage.member("first")
    first.does(append(1))
    first.executes("UPDATE log SET body = ''")
    first.executes("DELETE FROM log")
    first.begins_transaction()
    first.executes(postgres.PostgresStore._unlock)
    first.executes("UPDATE log SET body = %s WHERE id = %s", '{"changed":1}', 1)
    first.executes(postgres.PostgresStore._lock)
    first.commits()
    first.executes("DELETE FROM log")
    first.does(seqs)


@case
def what_a_database_takes_in_no_column(stage):
    first = stage.member("first")
    first.executes(INSERT, 2**63)
    first.executes(INSERT.replace("'{}'", "NULL"), 1)
    first.executes("INSERT INTO store VALUES (1, %s, %s)", 1, "a\0b")
    first.executes("INSERT INTO store VALUES (1, %s, %s)", 1, "again")
    first.executes("INSERT INTO store VALUES (2, %s, %s)", 1, "two")
    first.executes("INSERT INTO log (id, event) VALUES (%s, %s)", 1, "pisek")
    first.executes("SELECT * FROM no_table")
    first.executes("SELECT to_regclass(%s), to_regclass(%s)", "dvojtah.log", "dvojtah.no_table")
    first.executes(INSERT, 1)
    first.executes(SEQS)


@case
def through_a_read_only_handle_nothing_is_written(stage):
    stage.member("writer").does(append(1))
    reader = stage.member("reader", read_only=True)
    reader.does(append(2))
    reader.does(seqs)
    reader.does(lambda store: len(store.rows_after("log", 0)))
    reader.executes("CREATE TABLE IF NOT EXISTS contact (x int)")
    reader.does(lambda store: store.keep_contacts({"1": "a"}))


# -- transactions ------------------------------------------------------------------------------------------------------


@case
def what_is_not_committed_nobody_else_sees(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes(INSERT, 1)
    for member in (first, second):
        member.executes(SEQS)
    first.commits()
    second.executes(SEQS)


@case
def whoever_commits_first_may_have_the_larger_id(stage):
    first, second = stage.member("first"), stage.member("second")
    for member, seq in ((first, 1), (second, 2)):
        member.begins_transaction()
        member.executes(INSERT, seq)
    second.commits()
    second.executes(SEQS)
    first.commits()
    second.executes(SEQS)


@case
def a_transaction_sees_what_others_commit_meanwhile(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes(SEQS)
    second.does(append(1))
    first.executes(SEQS)
    first.rolls_back()


@case
def a_rollback_leaves_nothing_but_a_gap(stage):
    first = stage.member("first")
    first.begins_transaction()
    first.executes(INSERT, 1)
    first.executes(LOCK, 5)
    first.rolls_back()
    first.executes(INSERT, 2)
    first.executes(SEQS)


@case
def after_an_error_a_transaction_takes_nothing_and_its_commit_is_a_rollback(stage):
    first = stage.member("first")
    first.begins_transaction()
    first.executes(INSERT, 1)
    first.executes("SELECT * FROM no_table")
    first.executes(SEQS)
    first.commits()
    first.executes(SEQS)


@case
def an_error_within_a_savepoint_spares_what_was_before(stage):
    first = stage.member("first")
    first.begins_transaction()
    outer = first._transaction
    first.executes(INSERT, 1)
    first.begins_transaction()
    first.executes(INSERT, 2)
    first.executes("SELECT * FROM no_table")
    first.rolls_back()
    first.executes(INSERT, 3)
    first._transaction = outer
    first.commits()
    first.executes(SEQS)


# -- locks -------------------------------------------------------------------------------------------------------------


@case
def an_exclusive_lock_is_had_by_one_and_given_back_with_the_transaction(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes(LOCK, 5)
    first.executes(LOCK, 5)
    second.begins(lambda store: store._db.execute(LOCK, (5,)).fetchall())
    second.waits()
    first.commits()
    second.ends()


@case
def a_lock_of_two_numbers_is_another_one(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes("SELECT pg_advisory_xact_lock(%s, %s)", 0, 5)
    second.executes(LOCK, 5)
    first.commits()


@case
def shared_locks_go_together_and_who_waits_is_not_passed_by(stage):
    first, second, third, late = (stage.member(name) for name in ("first", "second", "third", "late"))
    shared = "SELECT pg_advisory_xact_lock_shared(%s)"
    for member in (first, second):
        member.begins_transaction()
        member.executes(shared, 5)
    third.begins(lambda store: store._db.execute(LOCK, (5,)).fetchall())
    third.waits()
    late.begins(lambda store: store._db.execute(shared, (5,)).fetchall())
    late.waits()
    first.executes(shared, 5)
    for member in (first, second):
        member.commits()
    third.ends()
    late.ends()


@case
def who_waits_too_long_gives_up_and_the_next_is_not_kept_waiting(stage):
    first, second, third = stage.member("first"), stage.member("second"), stage.member("third")
    first.begins_transaction()
    first.executes("SELECT pg_advisory_xact_lock_shared(%s)", 5)
    second.begins(lambda store: store._db.execute(LOCK, (5,)).fetchall())
    second.waits()
    second.ends()
    third.executes("SELECT pg_advisory_xact_lock_shared(%s)", 5)
    first.commits()
    second.executes(LOCK, 5)


@case
def a_lock_of_a_session_outlives_its_transaction(stage):
    first, second = stage.member("first"), stage.member("second")
    for member in (first, second):
        member.executes("SELECT pg_advisory_unlock(%s, %s)", *MINE)
    first.begins_transaction()
    first.executes("SELECT pg_advisory_lock(%s, %s)", *MINE)
    first.rolls_back()
    first.executes("SELECT pg_advisory_lock(%s, %s)", *MINE)
    second.executes("SELECT pg_advisory_lock(%s, %s)", *MINE)
    for _ in range(3):
        first.executes("SELECT pg_advisory_unlock(%s, %s)", *MINE)
    second.executes("SELECT pg_advisory_lock(%s, %s)", *MINE)


@case
def who_reads_across_events_waits_for_every_commit(stage):
    writer, other = stage.member("writer", "tabor"), stage.member("other")
    reader = stage.member("reader", read_only=True)
    writer.begins_transaction()
    writer.executes("SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s, %s)", GUARD, GUARD, 1)
    writer.executes(INSERT, 1)
    other.does(append(2))
    reader.does(lambda store: store.rows_after("log", 0))
    reader.begins(lambda store: [one[0] for one in store.rows_after("log", 0)])
    reader.waits()
    writer.commits()
    reader.ends()


@case
def who_opens_the_store_waits_for_who_writes(stage):
    writer = stage.member("writer", "tabor")
    writer.begins_transaction()
    writer.executes(LOCK, GUARD)
    stage.member("late")
    writer.commits()
    stage.member("later").does(seqs)


@case
def a_decision_keeps_others_out_and_its_lock_goes_with_the_connection(stage):
    first, second, third = stage.member("first"), stage.member("second"), stage.member("third", "tabor")
    deciding = []

    def decide(store):
        deciding.append(store.deciding())
        deciding[-1].__enter__()
        store.append([row(len(deciding))])

    first.does(decide)
    third.does(decide)
    second.does(decide)
    first.does(lambda store: deciding[0].__exit__(None, None, None) and None)
    second.does(decide)
    first.begins(decide)
    first.waits()
    stage.break_line(second)
    first.ends()
    second.does(append(9))
    second.does(append(9))
    second.does(lambda store: deciding[-2].__exit__(None, None, None) and None)
    second.does(append(9))
    second.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


# -- notifications -----------------------------------------------------------------------------------------------------


def hears(count):
    """A script that listens, and says when it does."""

    def script(store):
        heard = []
        with store._commits() as news:
            store.append([row(900)])
            while len(heard) < count and (told := list(news())):
                heard += told
        return heard

    return script


@case
def a_commit_notifies_and_each_payload_once(stage):
    listener, writer = stage.member("listener"), stage.member("writer", "tabor")
    listener.begins(hears(3))
    stage.stands(1)
    for _ in range(2):
        writer.begins_transaction()
        for payload in ("tabor", "tabor", "tabor"):
            writer.executes("SELECT pg_notify(%s, %s)", postgres.CHANNEL, payload)
        writer.executes("SELECT pg_notify(%s, %s)", "other", "not this one")
        writer.commits()
    listener.ends()


@case
def what_is_rolled_back_notifies_nobody(stage):
    listener, writer = stage.member("listener"), stage.member("writer", "tabor")
    listener.begins(hears(2))
    stage.stands(1)
    writer.begins_transaction()
    writer.executes("SELECT pg_notify(%s, %s)", postgres.CHANNEL, "rolled back")
    writer.rolls_back()
    writer.executes("SELECT pg_notify(%s, %s)", postgres.CHANNEL, "kept")
    listener.ends()


# -- the server goes, and connections ----------------------------------------------------------------------------------


@case
def a_server_that_is_stopped_says_so_once_and_is_found_again(stage):
    first = stage.member("first")
    first.does(append(1))
    stage.stop()
    for _ in range(2):
        first.does(append(2))
    stage.start()
    first.does(append(3))
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


@case
def a_server_that_crashes_says_nothing(stage):
    first, second = stage.member("first"), stage.member("second")
    first.does(append(1))
    second.begins_transaction()
    second.executes(INSERT, 2)
    stage.crash()
    first.executes(SEQS)
    first.does(append(3))
    second.executes(SEQS)
    second.commits()
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


@case
def a_crash_takes_what_no_commit_waited_for(stage):
    first, second = stage.member("first"), stage.member("second")
    first.does(append(1))
    stage.stop_log_writer()
    second.executes("SET synchronous_commit = off")
    second.does(append(2))
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])
    stage.crash()
    first.does(append(3))
    first.does(append(4))
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


@case
def a_commit_that_waits_takes_along_those_that_did_not(stage):
    first, second = stage.member("first"), stage.member("second")
    stage.stop_log_writer()
    second.executes("SET synchronous_commit = off")
    second.does(append(1))
    first.does(append(2))
    stage.crash()
    first.does(append(3))
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


@case
def a_session_that_is_ended_gives_its_locks_back(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes(LOCK, 5)
    first.executes(INSERT, 1)
    second.begins(lambda store: store._db.execute(LOCK, (5,)).fetchall())
    second.waits()
    stage.terminate(first)
    second.ends()
    first.executes(INSERT, 1)
    first.executes(INSERT, 1)
    first.does(append(2))
    first.does(lambda store: [seq for _, _, seq, _ in seqs(store)])


@case
def who_waits_for_a_lock_is_ended_too(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    first.executes(LOCK, 5)
    second.begins(lambda store: store._db.execute(LOCK, (5,)).fetchall())
    second.waits()
    stage.terminate(second)
    second.ends()


@case
def a_connection_that_breaks_is_made_again(stage):
    first = stage.member("first")
    stage.break_line(first)
    first.does(append(1))
    first.does(append(1))
    first.executes(SEQS)


@case
def who_is_cut_off_keeps_a_place_in_the_line_for_a_lock(stage):
    first, second, third = stage.member("first"), stage.member("second"), stage.member("third")
    shared = "SELECT pg_advisory_xact_lock_shared(%s)"
    for member in (second, third):
        member.executes("SET lock_timeout = 60000")
    first.begins_transaction()
    first.executes(shared, 5)
    second.begins(lambda store: store._db.execute("SELECT pg_advisory_lock(%s)", (5,)).fetchall())
    second.waits()
    stage.break_line(second, in_line=True)
    second.ends()
    third.begins(lambda store: store._db.execute(shared, (5,)).fetchall())
    third.waits()
    first.commits()
    third.ends()
    third.executes("SELECT pg_advisory_lock(%s)", 5)


@case
def a_commit_that_does_not_arrive_is_none(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    stage.lose_question(first, lambda store: store._db.execute(INSERT, (1,)) and None)
    second.executes(SEQS)
    first.does(append(2))
    first.does(lambda store: len(seqs(store)))


@case
def a_commit_whose_answer_is_lost_stands(stage):
    first, second = stage.member("first"), stage.member("second")
    first.begins_transaction()
    stage.lose_answer(first, lambda store: store._db.execute(INSERT, (1,)) and None, 1)
    second.executes(SEQS)
    first.executes(INSERT, 1)
    first.does(append(2))
    first.does(lambda store: len(seqs(store)))


@case
def a_listener_that_is_cut_off_hears_no_last_words(stage):
    listener, late = stage.member("listener"), stage.member("late")
    news, heard = listener.store._commits(), []
    listener.does(lambda store: heard.append(news.__enter__()))
    stage.stop()
    listener.does(lambda store: list(heard[0]()))
    late.does(lambda store: store._commits().__enter__())
    stage.start()


@case
def a_full_disk_takes_no_row_and_gives_what_it_has(stage):
    first = stage.member("first")
    first.does(append(1))
    stage.fill_disk()
    first.does(append(2))
    first.does(seqs)


@case
def a_server_that_is_read_only_takes_nothing(stage):
    stage.member("first").does(append(1))
    stage.make_read_only()
    late = stage.member("late", read_only=True)
    late.does(append(2))
    late.does(seqs)
    stage.member("writer").does(append(3))


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Nobody waits ten seconds for a lock."""
    monkeypatch.setattr(postgres, "PATIENCE_S", 0.4)
    monkeypatch.setattr(postgres, "TURN_S", 0.5)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", CASES)
def test_on_the_model_everybody_gets_what_postgresql_gives(tmp_path, postgres, database, name):
    with PostgresStage(postgres, database) as stage:
        CASES[name](stage)
        expected = stage.records()
    assert "broken script" not in str(expected)
    for seed in SEEDS:
        with ModelStage(tmp_path / f"model {seed}", seed) as stage:
            CASES[name](stage)
            assert stage.records() == expected, f"seed {seed}"
