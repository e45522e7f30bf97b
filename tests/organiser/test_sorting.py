"""What comes off the wire becomes rows: whatever the network does to messages, every row is kept once, in its order."""

import itertools
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common.event import messages, wire
from device.organiser.log import ingest as ingest_module
from device.organiser.log.ingest import BrokerAddress, Ingest
from device.organiser.log.sorter import AHEAD, CommitBatch, IncomingMessage, Sorter
from device.organiser.service import OrganiserService
from device.organiser.store import LogRow, StoreTrouble
from device.organiser.store.event_clock import EventClock
from device.organiser.store.rows import ENTRY, LINK
from rules.game import SECOND
from rules.message import msg
from tests.event.clients import ClientInMemory
from tests.organiser.folds import fold_rows

EVENT = "pisek"
TOPICS = wire.Topics(EVENT)
BOOT, GAME, DEVICE = "b" * 16, "a" * 16, "d" * 16


class InMemory:
    """A store that is only a list."""

    nonce = "5" * 8

    def __init__(self):
        self.rows: dict[tuple[str, str, int], LogRow] = {}

    def append(self, rows, refused=()):
        for row in rows:
            self.rows.setdefault((row.table, row.boot, row.seq), row._replace(id=len(self.rows) + 1))

    def bodies(self, table, boot, seqs):
        return {seq: self.rows[table, boot, seq].body for seq in seqs if (table, boot, seq) in self.rows}

    def last_seqs(self):
        return {}


def rows_message(first, count, boot=BOOT, word="move"):
    rows = tuple(
        messages.EntryRow(game=GAME, n=n, at=n, event=msgspec.Raw(b'{"event":"%s","points":%d}' % (word.encode(), n)))
        for n in range(first, first + count)
    )
    return IncomingMessage(
        TOPICS.of_table(7, "rows"), wire.encode(messages.Rows(boot=boot, first=first, rows=rows)), 1, False
    )


def fed(sorter, store, batches):
    acks, refused = {}, []
    for batch in batches:
        group = sorter.sort(batch)
        store.append(group.rows)
        acks |= group.acks
        refused += group.refused
    return acks, refused


def fallen_silent(sorter, moment):
    """What the log gets of tables that have said nothing for too long by then."""
    group = CommitBatch()
    sorter.fallen_silent(group, moment)
    return group


@pytest.fixture
def store():
    return InMemory()


@pytest.fixture
def sorter(store):
    return Sorter(EVENT, store)


def test_rows_said_again_while_the_store_is_away_are_passed_over(store, sorter):
    fed(sorter, store, [[rows_message(1, 3)]])

    def away(*asked):
        raise StoreTrouble(msg("gone"), passing=True)

    store.bodies = away
    acks, refused = fed(sorter, store, [[rows_message(1, 3, word="press"), rows_message(4, 1)]])
    assert refused == []
    assert list(acks.values()) == [4]


def test_a_game_that_begins_is_no_entry_of_it_and_takes_no_time():
    store = InMemory()
    begun = messages.SetupRow(game=GAME, setup=msgspec.Raw(b'{"game":"x"}'), created="")
    payload = wire.encode(messages.Rows(boot=BOOT, first=1, rows=(begun,)))
    fed(Sorter(EVENT, store), store, [[IncomingMessage(TOPICS.of_table(7, "rows"), payload, 1, False)]])
    assert [(row.n, row.at) for row in store.rows.values()] == [(0, 0)]


@pytest.fixture
def ingest():
    """One that no broker has reached, with a store that is only a list."""
    store = InMemory()
    in_memory = Ingest(EVENT, lambda: store, BrokerAddress(), EventClock(), mqtt=ClientInMemory)
    in_memory._store, in_memory._sorter = store, Sorter(EVENT, store)
    return in_memory


def written(ingest):
    ingest._queue.put(None)
    ingest._write()
    return list(ingest._store.rows.values())


def test_what_has_come_by_the_time_of_a_commit_is_one_commit(ingest):
    append, commits = ingest._store.append, []
    ingest._store.append = lambda *group: (commits.append(1), append(*group))
    for first in range(1, 51):
        ingest._queue.put(rows_message(first, 1))
    assert len(written(ingest)) == 50
    assert len(commits) == 1


def test_nothing_is_acknowledged_before_the_store_has_taken_it(ingest, monkeypatch):
    append, happened, full = ingest._store.append, [], [StoreTrouble(msg("full"), passing=True)] * 2

    def take(*group):
        if full:
            raise full.pop()
        append(*group)
        happened.append("committed")

    ingest._store.append = take
    ingest.publish = lambda topic, message, **how: happened.append(message)
    monkeypatch.setattr(ingest_module.time, "sleep", lambda wait: happened.append("full"))
    ingest._queue.put(rows_message(1, 3))
    written(ingest)
    assert happened == ["full", "full", "committed", messages.Ack(boot=BOOT, seq=3, store=ingest._store.nonce)]


def test_whoever_asked_hears_once_that_the_store_takes_nothing_and_once_that_it_does_again():
    heard = []
    service = OrganiserService(EVENT, InMemory, BrokerAddress(), heard.append)
    for trouble in (None, msg("gone"), msg("still gone"), None, None):
        service.ingest.trouble(trouble)
    assert heard == [True, False]


def test_a_broker_that_does_not_let_the_organiser_in_is_not_reached(ingest):
    line = ingest.client
    line.callbacks.on_refused("Not authorized")
    assert written(ingest) == []
    assert line.topics == []


@pytest.mark.parametrize("vouches", [True, False])
def test_tables_hear_what_day_it_is_where_this_machine_knows(ingest, monkeypatch, vouches):
    answers = []
    ingest.publish = lambda topic, message, **how: answers.append(message)
    monkeypatch.setattr(ingest_module, "machine_vouches", lambda: vouches)
    ingest._tell_time(TOPICS.of_table(7, "ask-time"), wire.encode(messages.AskTime(boot=BOOT, asked=1)))
    (answer,) = answers
    assert (answer.wall is not None) == vouches


@pytest.mark.parametrize("ups", [(True,), (False,), (True, False)])
def test_the_log_says_whether_the_broker_is_reached(ingest, ups):
    callbacks = ingest.client.callbacks
    for up in ups:
        callbacks.on_connect() if up else callbacks.on_disconnect("Unspecified error")
    (row,) = written(ingest)
    assert (row.kind, msgspec.json.decode(row.body)) == (LINK, {"up": ups[-1]})


@st.composite
def rough_journeys(draw):
    """Messages of consecutive rows, each at least once, doubled, cut into batches and out of order."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=8))
    firsts = [1 + sum(sizes[:n]) for n in range(len(sizes))]
    sent = [rows_message(first, size) for first, size in zip(firsts, sizes, strict=True)]
    order = draw(st.permutations(sent + draw(st.lists(st.sampled_from(sent), max_size=6))))
    cuts = sorted(draw(st.lists(st.integers(0, len(order)), max_size=4)))
    edges = [0, *cuts, len(order)]
    return sum(sizes), sent, [order[a:b] for a, b in itertools.pairwise(edges)]


@given(rough_journeys())
def test_every_row_is_kept_once_and_in_order(journey):
    total, sent, batches = journey
    store = InMemory()
    sorter = Sorter(EVENT, store)
    acks, refused = fed(sorter, store, batches)
    if acks["7", BOOT] < total:  # what had to wait too long is sent again by the table
        acks, more = fed(sorter, store, [sent])
        refused += more
    assert acks["7", BOOT] == total
    numbers = [row.n for row in store.rows.values() if row.kind == ENTRY]
    assert numbers == list(range(1, total + 1))
    assert refused == []


@given(rough_journeys())
def test_nothing_is_acknowledged_that_is_not_there(journey):
    _, _, batches = journey
    store = InMemory()
    sorter = Sorter(EVENT, store)
    for batch in batches:
        group = sorter.sort(batch)
        store.append(group.rows)
        for (table, boot), high in group.acks.items():
            assert all((table, boot, seq) in store.rows for seq in range(1, high + 1))


def test_rows_from_the_middle_on_wait_for_the_beginning(store, sorter):
    acks, _ = fed(sorter, store, [[rows_message(4, 3)]])
    assert acks["7", BOOT] == 0
    acks, _ = fed(sorter, store, [[rows_message(1, 3)]])
    assert acks["7", BOOT] == 6


def test_of_one_table_a_few_messages_wait_for_an_earlier_one_and_the_others_come_again():
    sorter = Sorter(EVENT, store := InMemory())
    fed(sorter, store, [[rows_message(2 + 5 * n, 5) for n in range(AHEAD + 4)]])
    acks, _ = fed(sorter, store, [[rows_message(1, 1)]])
    assert acks["7", BOOT] == 1 + 5 * AHEAD


def test_the_same_id_with_other_words_is_refused_and_the_first_stays(store, sorter):
    fed(sorter, store, [[rows_message(1, 2)]])
    acks, refused = fed(sorter, store, [[rows_message(1, 2, word="pass")]])
    assert "says something else" in refused[0].reason
    assert "move" in store.rows["7", BOOT, 1].body
    assert acks["7", BOOT] == 2


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (TOPICS.of_table(7, "rows"), b""),
        (TOPICS.of_table(7, "rows"), b"\xff\x00"),
        (TOPICS.of_table(7, "rows"), b"[]"),
        (TOPICS.of_table(7, "rows"), b'{"boot":"x","first":1,"rows":[]}'),
        (TOPICS.of_table(7, "rows"), b"{" * 5000),
        (TOPICS.of_table(7, "rows"), b" " * (messages.LARGEST + 1)),
        (TOPICS.of_table("99999", "rows"), b"{}"),
        ("dvojtah/1/tabor/table/7/rows", b"{}"),
        ("dvojtah/2/pisek/table/7/rows", b"{}"),
        (TOPICS.of_table(7, "shout"), b"{}"),
    ],
)
def test_what_does_not_belong_here_is_refused_with_a_reason(topic, payload):
    store = InMemory()
    group = Sorter(EVENT, store).sort([IncomingMessage(topic, payload, 1, False)])
    assert not group.rows
    assert not group.acks
    assert len(group.refused) == 1
    assert group.refused[0].reason
    assert group.refused[0].size == len(payload)


def test_a_flood_of_nonsense_does_not_fill_the_log():
    group = Sorter(EVENT, InMemory()).sort([IncomingMessage(TOPICS.of_table(7, "rows"), b"x", 1, False)] * 1000)
    assert 0 < len(group.refused) <= 50


def seen(device=DEVICE, boot=BOOT, online=True, retained=False, at=0, heard=10**18, game=None):
    state = messages.TableSnapshot(boot=boot, device=device, online=online, at=at, game=game)
    return IncomingMessage(TOPICS.state(7), wire.encode(state), heard, retained)


def test_a_table_is_logged_only_when_something_about_it_changes(store, sorter):
    for n in range(20):
        group = sorter.sort([seen(game=GAME, at=n * SECOND, heard=10**18 + n * SECOND)])
        store.append(group.rows)
    assert len(store.rows) == 1
    store.append(sorter.sort([seen(online=False, game=GAME)]).rows)
    assert fold_rows(store.rows.values()).places[7].online is False


@pytest.mark.parametrize(("retained", "silent"), [(False, False), (True, True)])
def test_what_the_broker_kept_is_no_sign_of_life(retained, silent, store, sorter):
    """A table goes silent; the organiser's link breaks, and the broker hands out the table's last words again."""
    start = 10**18
    store.append(sorter.sort([seen(heard=start), seen(retained=retained, heard=start + 170 * SECOND)]).rows)
    for after, gone in ((181, silent), (170 + 181, True)):
        store.append(fallen_silent(sorter, start + after * SECOND).rows)
        assert fold_rows(store.rows.values()).places[7].online is not gone


def test_a_table_falls_silent_once_and_rows_are_a_sign_of_life(store, sorter):
    sorter.sort([seen(heard=10**18)])
    sorter.sort([rows_message(1, 2)._replace(heard=10**18 + 170 * SECOND)])
    logged = []
    for after in (181, 351, 352, 900):
        logged.append(len(fallen_silent(sorter, 10**18 + after * SECOND).rows))
    assert logged == [0, 1, 0, 0]


@pytest.mark.parametrize("has_will", [False, True])
def test_a_table_that_lost_power_is_not_shown_away_by_the_run_before(has_will, store, sorter):
    """Its line was cut with the power: the broker says so too late, or, if it was started anew, never."""
    store.append(sorter.sort([seen(game=GAME, heard=10**18)]).rows)
    later = 10**18 + 100 * SECOND
    came = [seen(boot="c" * 16, game=GAME, at=60 * SECOND, heard=later)]
    store.append(sorter.sort(came + [seen(online=False, heard=later + 20 * SECOND)] * has_will).rows)
    store.append(fallen_silent(sorter, 10**18 + 181 * SECOND).rows)
    event = fold_rows(store.rows.values())
    assert event.places[7].online is True
    [row] = [row for row in store.rows.values() if "c" * 16 in row.boot]
    assert json.loads(row.body)["offset"] == later - 60 * SECOND
    assert len(store.rows) == 2, "nothing is said of the run before"


def test_a_table_whose_clock_moved_is_logged_anew_and_what_it_said_last_of_its_time_stays(store, sorter):

    def offset(message):
        return [json.loads(row.body).get("offset") for row in sorter.sort([message]).rows]

    assert offset(seen(game=GAME, at=0)) == [10**18]
    assert offset(seen(game=GAME, at=60 * SECOND, heard=10**18 + 60 * SECOND)) == []
    assert offset(seen(game=GAME, at=0, heard=10**18 + 90 * SECOND)) == [10**18 + 90 * SECOND]
    assert offset(seen(game=GAME, online=False)) == [10**18 + 90 * SECOND], "the same game"
    assert offset(seen(game="c" * 16, online=False)) == [None], "another one"


def test_what_the_broker_kept_says_nothing_of_a_games_time(sorter):
    """It is as old as nobody knows."""
    offsets = [
        msgspec.json.decode(sorter.sort([seen(game=GAME, at=at, heard=5, retained=retained)]).rows[0].body).get(
            "offset"
        )
        for at, retained in ((2, True), (3, False))
    ]
    assert offsets == [None, 2]


def test_a_second_device_does_not_take_the_number(store, sorter):
    other = "e" * 16
    store.append(sorter.sort([seen(), seen(device=other, boot="c" * 16)]).rows)
    place = fold_rows(store.rows.values()).places[7]
    assert place.holder == DEVICE
    assert set(place.other_devices) == {other}


def test_nonsense_for_hours_does_not_fill_the_store(monkeypatch):
    monkeypatch.setattr("device.organiser.log.sorter.REFUSALS", 120)
    sorter = Sorter(EVENT, InMemory())
    refusals = sum(
        len(sorter.sort([IncomingMessage(TOPICS.of_table(7, "rows"), b"x", n * 10**9, False)] * 60).refused)
        for n in range(1, 9)
    )
    assert refusals == 120


def ahead(boot, first=5):
    rows = messages.Rows(boot=boot, first=first, rows=(messages.CallRow(call="c" * 16),))
    return IncomingMessage(TOPICS.of_table(7, "rows"), wire.encode(rows), 10**18, False)


def test_boots_without_a_beginning_are_not_kept_without_bound_and_lose_nothing(monkeypatch):
    monkeypatch.setattr("device.organiser.log.sorter.PARKED", 20)
    sorter = Sorter(EVENT, InMemory())
    for n in range(200):
        sorter.sort([ahead(f"{n:016x}")])
    assert sum(map(len, sorter._ahead.values())) == 20
    assert len(sorter._ahead) == 20
    late = f"{199:016x}"  # it was not kept: its table says all of it again
    group = sorter.sort([ahead(late, first) for first in range(1, 6)])
    assert [row.seq for row in group.rows] == [1, 2, 3, 4, 5]
    assert group.acks["7", late] == 5


def test_of_very_many_devices_the_oldest_are_forgotten(monkeypatch):
    monkeypatch.setattr("device.organiser.log.sorter.DEVICES", 10)
    sorter = Sorter(EVENT, InMemory())
    for n in range(200):
        assert sorter.sort([seen(device=f"{n:016x}", boot=f"{n:016x}")]).rows
    assert len(sorter._seen) == len(sorter._last) == 10
    assert not sorter.sort([seen(device=f"{199:016x}", boot=f"{199:016x}")]).rows
    assert sorter.sort([seen(device=f"{0:016x}", boot=f"{0:016x}")]).rows


def test_of_the_runs_of_one_device_the_last_is_remembered(sorter):
    for n in range(200):
        assert sorter.sort([seen(boot=f"{n:016x}")]).rows
    assert len(sorter._seen) == len(sorter._last) == 1
