"""What handles of a store see when commits are told of, connections break and the server goes (`database_cases`)."""

from __future__ import annotations

from device.organiser.store import postgres
from tests.world.database_cases import CASES, INSERT, LOCK, SEQS, append, case, seqs
from tests.world.database_stage import row

__all__ = ["CASES"]

# -- notifications -----------------------------------------------------------------------------------------------------


def hears(count):
    """A script that listens, and says when it does."""

    def script(store):
        heard = []
        with store._commits() as news:
            store.append([row(900)])
            while len(heard) < count and (batch := list(news())):
                heard += batch
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
