"""What handles of a store and of a database do beside each other, as scripts for the model and for PostgreSQL.

`database_trouble_cases` has those in which a server goes, a connection breaks, and commits are told of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from device.organiser.store import RefusedMessage, postgres
from tests.world.database_stage import DatabaseStage, row

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
    return [(log_row.id, log_row.table, log_row.seq, log_row.body) for log_row in store.since(0)]


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
    for query in ("contacts", "all_contacts", "events"):
        desk.does(lambda store, query=query: getattr(store, query)())
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
    reader.begins(lambda store: [log_row[0] for log_row in store.rows_after("log", 0)])
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
