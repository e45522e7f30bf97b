"""Several organisers on one store: a commit wakes whoever waits, events do not hold each other up, and no two decide
at the same time."""

import contextlib
import errno
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import ClassVar

import psycopg
import pytest

from device.organiser.desk.forms import decide
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_log import Tail
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import StoreTrouble, commit_notifier, listener, open_store, postgres, sqlite
from device.organiser.store.sql import Watch
from tests.event.rig import until
from tests.organiser.conftest import EVENT
from tests.organiser.test_sorting import rows_message
from tests.organiser.test_store import row

LISTENING = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


@pytest.fixture
def nobody_looks(monkeypatch):
    """Whoever is told of nothing looks at nothing for a minute."""
    for database in (postgres, commit_notifier):
        monkeypatch.setattr(database, "SLOW_LOOK_S", 60)
    monkeypatch.setattr(listener, "AGAIN_S", 0.05)


@pytest.fixture
def store(database):
    with contextlib.closing(open_store(database, EVENT)) as event_store:
        yield event_store


class Follower:
    """Follows the log of an event, as a board does."""

    def __init__(self, url, event=EVENT):
        self.rows, self.more, self.caught_up = [], threading.Event(), threading.Event()
        self.tail = Tail(lambda: open_store(url, event, read_only=True), self.take, caught_up=self.caught_up.set)
        self.tail.start()
        assert self.caught_up.wait(20)

    def take(self, rows):
        self.rows += [log_row.seq for log_row in rows]
        self.more.set()

    def has(self, *seqs, seconds=20):
        end = time.monotonic() + seconds
        while self.rows != list(seqs) and time.monotonic() < end:
            self.more.wait(0.1)
        return self.rows == list(seqs)


@pytest.fixture
def follower(store, database):
    new_follower = Follower(database)
    yield new_follower
    new_follower.tail.close()


def listening(url):
    with psycopg.connect(url) as db:
        return [pid for (pid,) in db.execute(LISTENING)]


def until_listening(url, other=()):
    return until(lambda: [pid for pid in listening(url) if pid not in other])


def test_a_commit_wakes_whoever_waits_for_rows_of_the_event(nobody_looks, store, database, follower):
    until_listening(database)
    store.append([row(1)])
    assert follower.has(1)


def test_who_ends_lets_its_connection_go_and_who_is_left_goes_on_hearing(nobody_looks, store, database, follower):
    other = Follower(database)
    store.append([row(1)])
    assert follower.has(1)
    assert other.has(1)
    other.tail.close()
    until(lambda: len(listening(database)) <= 1)
    store.append([row(2)])
    assert follower.has(1, 2)


def test_who_waits_is_not_told_of_another_event(nobody_looks, store, database):
    ours, theirs = queue.SimpleQueue(), queue.SimpleQueue()
    with (
        contextlib.closing(open_store(database, EVENT, read_only=True)) as reader,
        contextlib.closing(open_store(database, "tabor")) as tabor,
        contextlib.closing(store.watch(lambda: ours.put(len(reader.since(0))), 60)),
        contextlib.closing(tabor.watch(lambda: theirs.put(None), 60)),
    ):
        assert ours.get(timeout=20) == 0, "told once when it listens"
        theirs.get(timeout=20)
        tabor.append([row(1)])
        theirs.get(timeout=20)
        store.append([row(1)])
        assert ours.get(timeout=20) == 1


def test_a_lost_connection_comes_back_and_what_was_committed_meanwhile_is_found(
    nobody_looks, store, database, follower
):
    (lost,) = until_listening(database)
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(%s)", (lost,))
    store.append([row(1)])
    assert follower.has(1)
    until_listening(database, other=(lost,))
    store.append([row(2)])
    assert follower.has(1, 2)


def test_an_organiser_hears_of_what_its_tables_said_and_of_what_others_committed(nobody_looks, store_url):
    service = OrganiserService(EVENT, lambda: open_store(store_url, EVENT), BrokerAddress("127.0.0.1", 1))
    service.start()
    changes, reads = service.log.changes, queue.SimpleQueue()
    service.log.changes = lambda: (read := changes(), reads.put(read[0].places))[0]
    with contextlib.closing(service), contextlib.closing(open_store(store_url, EVENT)) as other:
        other.append([row(1, table="8")])
        while 8 not in reads.get(timeout=20):
            pass
        service.ingest._queue.put(rows_message(1, 1))
        while 7 not in reads.get(timeout=20):
            pass


def test_who_is_told_of_nothing_looks_now_and_then(monkeypatch, store, database):
    monkeypatch.setattr(postgres, "SLOW_LOOK_S", 0.05)
    monkeypatch.setattr(postgres, "watch", lambda *all_: lambda: None)
    follower = Follower(database)
    store.append([row(1)])
    assert follower.has(1)
    follower.tail.close()


ANOTHER_PROGRAM = """
import sys
from device.organiser.store import open_store
from tests.organiser.test_store import row
open_store(sys.argv[1], sys.argv[2]).append([row(1)])
"""


def test_a_commit_of_another_program_to_a_file_wakes_whoever_waits(nobody_looks, tmp_path):
    path = str(tmp_path / "event.db")
    here = open_store(path, EVENT)
    followers = [Follower(path), Follower(path)]
    subprocess.run([sys.executable, "-c", ANOTHER_PROGRAM, path, EVENT], check=True, timeout=120)
    assert [waiter.has(1) for waiter in followers] == [True, True]
    here.append([row(2)])
    followers[0].tail.close()
    assert followers[1].has(1, 2)
    followers[1].tail.close()


def test_where_the_kernel_has_no_listener_left_whoever_waits_looks(nobody_looks, monkeypatch, tmp_path):
    def none_left():
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(commit_notifier, "INotify", none_left)
    path = str(tmp_path / "event.db")
    here = open_store(path, EVENT)
    follower = Follower(path)
    here.append([row(1)])
    assert follower.has(1)
    follower.tail.close()


class NotifierInMemory:
    """Calls whoever waits in this process itself."""

    waiting: ClassVar[dict[str, list[Callable[[], None]]]] = {}

    def __init__(self, path):
        self._path = path

    def notify(self):
        for on_news in self.waiting.get(self._path.name, ()):
            on_news()

    def watch(self, event, on_news, look_s):
        self.waiting.setdefault(self._path.name, []).append(on_news)
        return Watch(60.0)


def test_another_notifier_tells_of_commits_in_place_of_the_kernel(monkeypatch, tmp_path):
    monkeypatch.setattr(commit_notifier, "INotify", None)
    monkeypatch.setattr(NotifierInMemory, "waiting", {})
    open_ = partial(open_store, str(tmp_path / "event.db"), EVENT, notifier=NotifierInMemory)
    calls = []
    with contextlib.closing(open_()) as here, contextlib.closing(open_(read_only=True)) as there:
        watch = there.watch(lambda: calls.append([log_row.seq for log_row in there.since(0)]), 0.2)
        here.append([row(1)])
        here.append([row(2)])
    assert calls == [[1], [1, 2]]
    assert watch.look_s == 60


def test_a_store_goes_by_the_clock_that_it_was_given(tmp_path):
    with contextlib.closing(open_store(str(tmp_path / "event.db"), EVENT, clock=lambda: 12345)) as store:
        assert store.now() == 12345


@contextlib.contextmanager
def in_the_middle_of_a_commit(url, event):
    """Somebody has written rows of ``event`` that do not stand yet."""
    key = open_store(url, event)._key
    with psycopg.connect(url) as db:
        db.execute("SELECT pg_advisory_xact_lock_shared(%s)", (postgres.READERS_GUARD,))
        db.execute("SELECT pg_advisory_xact_lock(%s, %s)", (postgres.READERS_GUARD, key))
        yield


def test_events_do_not_wait_for_each_other(monkeypatch, database):
    monkeypatch.setattr(postgres, "PATIENCE_S", 0.2)
    mine, other = open_store(database, EVENT), open_store(database, "tabor")
    with in_the_middle_of_a_commit(database, "tabor"):
        mine.append([row(1)])
        with pytest.raises(StoreTrouble, match="55P03"):
            other.append([row(1)])
    assert [log_row.seq for log_row in mine.since(0)] == [1]


def test_who_reads_across_events_waits_for_every_commit(monkeypatch, store, database):
    """A row of another event could get a smaller id than one that is there already, and appear later."""
    monkeypatch.setattr(postgres, "PATIENCE_S", 0.2)
    store.append([row(1)])
    reader = open_store(database, EVENT, read_only=True)
    with in_the_middle_of_a_commit(database, "tabor"), pytest.raises(StoreTrouble, match="55P03"):
        reader.rows_after("log", 0)
    assert [log_row[4] for log_row in reader.rows_after("log", 0)] == [1]


def test_two_organisers_never_decide_the_same_twice(store_url):
    """Each gives the next free number: who read while another decided would give it again."""
    desks = [OrganiserDesk(open_store(store_url, EVENT)) for _ in range(2)]
    together, refused = threading.Barrier(2), []

    def enrol(desk, name):
        for n in range(12):
            together.wait()
            try:
                decide(desk, {"do": "enrol", "player": f"{name} {n}"})
            except Exception as error:
                refused.append(error)

    people = [threading.Thread(target=enrol, args=(desk, name)) for desk, name in zip(desks, "AB", strict=True)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert not refused
    numbers = [entrant.number for entrant in desks[0].read().tournament.entrants.values()]
    assert sorted(numbers) == list(range(1, 25))


def test_a_decision_waits_for_another_only_so_long(monkeypatch, store_url):
    monkeypatch.setattr(postgres, "PATIENCE_S", 0.1)
    monkeypatch.setattr(sqlite, "PATIENCE_S", 0.1)
    with OrganiserDesk(open_store(store_url, EVENT)).deciding():
        other = OrganiserDesk(open_store(store_url, EVENT))
        with pytest.raises(StoreTrouble), other.deciding():
            pass
    with other.deciding():
        other.name("Písek")
    assert other.state.title == "Písek"


def test_a_decision_whose_lock_went_with_the_connection_is_not_written(store, database):
    desk = OrganiserDesk(store)
    with desk.deciding(), psycopg.connect(database, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(%s)", (store._db.info.backend_pid,))
        for _ in range(2):  # the first finds out that the connection is gone
            with pytest.raises(StoreTrouble):
                desk.name("Písek")
    desk.name("Tábor")
    assert desk.state.title == "Tábor"


def test_the_server_soon_lets_go_of_a_machine_that_is_off(postgres, database):
    """By default it would keep that machine's locks for two hours, and nobody else could write."""
    name = database.partition("?")[0].rpartition("/")[2]
    with contextlib.closing(open_store(f"postgresql://dvojtah@127.0.0.1:{postgres.port}/{name}", EVENT)) as store:
        settings = {
            setting: store._db.execute(f"SHOW {setting}").fetchone()[0]
            for setting in ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
        }
        assert settings == {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
        assert store._db.execute("SHOW tcp_user_timeout").fetchone()[0] == "11000"
        assert store._db.info.get_parameters()["tcp_user_timeout"] == "11000"
