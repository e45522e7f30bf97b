"""Whoever has a valid code and speaks without end fills neither the organiser's memory nor his log."""

import io
import logging
import re

from device.common import log
from device.common.event import messages, wire
from device.organiser.log.fold import Fold
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.open_state import MOST_EARLY
from device.organiser.log.sorter import IncomingMessage, Sorter
from device.organiser.log.table_rows import MOST_CALLS, MOST_OTHER_DEVICES
from device.organiser.service import OrganiserService
from device.organiser.store import everything, open_store
from tests.organiser.conftest import EVENT
from tests.organiser.folds import fold_rows
from tests.organiser.pages import rows_of
from tests.organiser.test_sorting import InMemory, seen


def keep(sorter, store, messages):
    store.append(sorter.sort(messages).rows)


def test_of_devices_that_use_a_strange_number_only_some_are_remembered(tmp_path):
    store = open_store(str(tmp_path / "event.db"), EVENT)
    sorter = Sorter(EVENT, store)
    service = OrganiserService(EVENT, lambda: open_store(str(tmp_path / "event.db"), EVENT), BrokerAddress())
    service.open()
    keep(sorter, store, [seen()])
    for turn in range(5):
        others = [(f"{turn:08x}{n:08x}", f"{n:08x}{turn:08x}") for n in range(2 * MOST_OTHER_DEVICES)]
        keep(sorter, store, [seen(device=device, boot=boot) for device, boot in others])
        assert len(fold_rows(everything(store)).places[7].other_devices) == MOST_OTHER_DEVICES
        service._read()
        keep(sorter, store, [seen(device=device, boot=boot, online=False) for device, boot in others])
        assert not fold_rows(everything(store)).places[7].other_devices
    refusals = store.refusals(1000)
    assert len(refusals) == MOST_OTHER_DEVICES
    assert {(refusal.topic, refusal.size, refusal.sample) for refusal in refusals} == {
        (f"dvojtah/1/{EVENT}/table/7/state", 0, "")
    }
    assert fold_rows(everything(store)).places[7].holder == "d" * 16


def test_entries_of_games_that_nobody_begins_are_passed_over_and_counted_beyond_some():
    begun, *entries = [row for row in rows_of(1) if not row.boot.startswith("@")]
    junk = [entries[0]._replace(game=f"{n % 700:016x}f", n=n, boot="f" * 8, seq=n) for n in range(MOST_EARLY + 500)]
    other = [row._replace(table="2", boot="e" * 8, game="2" * 16) for row in (*entries, begun)]
    fold = Fold()
    for n, row in enumerate([*junk, begun, *entries, *other], start=1):
        fold.take(row._replace(id=n))
    state = fold.state
    assert sum(map(len, fold._event._early.values())) == MOST_EARLY
    assert state.unreadable == 500
    assert state.unread[0].table == 1
    assert "not begun" in state.unread[0].reason
    for uid in (begun.game, "2" * 16):
        assert state.games[uid].entry_count == len(entries)


def test_entries_that_came_before_their_game_make_room_again_when_it_begins():
    begun, *entries = [row for row in rows_of(1) if not row.boot.startswith("@")]
    rows, games = [], 2 * MOST_EARLY // len(entries)
    for n in range(games):
        rows += [row._replace(game=f"{n:016x}") for row in (*entries, begun)]
    state = fold_rows(row._replace(id=n) for n, row in enumerate(rows, start=1))
    assert state.unreadable == 0
    assert len(state.games) == games
    assert all(game.entry_count == len(entries) for game in state.games.values())


def test_of_calls_that_are_never_over_the_newest_stay():
    calls = tuple(messages.CallRow(call=f"{n:08x}") for n in range(150))
    message = wire.encode(messages.Rows(boot="b" * 16, first=1, rows=calls))
    store = InMemory()
    keep(
        Sorter(EVENT, store),
        store,
        [seen(), IncomingMessage(wire.Topics(EVENT).of_table(7, "rows"), message, 1, False)],
    )
    place = fold_rows(store.rows.values()).places[7]
    assert list(place.calls) == [f"{n:08x}" for n in range(150 - MOST_CALLS, 150)]


def test_a_day_of_refused_messages_under_ever_new_names_is_a_small_log(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    clock = [0.0]
    handler = log.LogHandler(priorities=False, now=lambda: clock[0])
    mine = logging.getLogger("dvojtah.organiser")
    mine.addHandler(handler)
    monkeypatch.setattr(mine, "propagate", False)
    sorter = Sorter(EVENT, InMemory())
    for second in range(24 * 3600 // 5):
        clock[0] = 5.0 * second
        topic = wire.Topics(EVENT).of_table(7, f"shout{second}")
        assert sorter.sort([IncomingMessage(topic, b"x", second * 5 * 10**9, False)]).refused
    mine.removeHandler(handler)
    lines = written.getvalue().splitlines()
    assert log.BURST <= len(lines) <= log.BURST + 24 * 60 + 1
    assert re.search(r"\(\d+ like it were left out\)$", lines[-1])
