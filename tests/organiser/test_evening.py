"""An event of eight tables with everything that can go wrong, while somebody watches the board in a browser."""

import contextlib
import itertools
import select
import sqlite3
import time

import msgspec
import pytest

from device.common.event import messages, wire
from device.common.games.registry import SPECS
from device.organiser.log.pairing import TableSeating
from device.organiser.store import everything, open_store
from device.organiser.store.postgres import READERS_GUARD
from device.organiser.tournament.results import results
from rules.game import SECOND, Progress
from rules.games import GAMES
from tests.organiser.evening import CARDS, EVENT, Evening, Mischief, folded, playing, say, shown_on_card
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

KINDS = tuple(GAMES)
SPEED = 600
MARKUP = ("<script>document.title=1</script>", "\"'><b/onclick=document.title=1>&amp;")


@pytest.fixture
def evening(tmp_path, store_url):
    new_evening = Evening(tmp_path, store_url, 9)
    with (new_evening.files.folder / "rights").open(
        "a"
    ) as rights:  # table 9 is nobody's: the broker lets it do everything
        rights.write("topic write dvojtah/1/#\n")
    new_evening.start_broker()
    new_evening.start_organiser()
    yield new_evening
    new_evening.close()


@contextlib.contextmanager
def nothing_can_be_committed(url):
    """The store is held by somebody: what the organiser begins to commit does not come to its end."""
    if url.startswith("postgresql"):
        import psycopg

        with psycopg.connect(url) as db:
            db.execute("SELECT pg_advisory_xact_lock(%s)", (READERS_GUARD,))
            yield
    else:
        with contextlib.closing(sqlite3.connect(url, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield
            db.execute("ROLLBACK")


def test_a_pulled_cable_brings_nothing_more_not_even_what_had_already_arrived(tmp_path):
    evening = Evening(tmp_path, "", 1)
    with (evening.files.folder / "rights").open("a") as rights:
        rights.write("topic write dvojtah/1/#\n")
    evening.start_broker()
    desk = evening.stranger(1)
    try:
        table = SimulatedTable(1, EVENT, ("polish_doubles",), SPEED, rounds=1, begin=time.monotonic_ns())
        simulated = SimulatedTables([table], lambda n: access(evening.files, n))
        assert simulated.run(lambda: len(table.rows) > 5, 10)
        acks = [wire.encode(messages.Ack(boot=table.boot, seq=seq, store="a" * 16)) for seq in range(1, 6)]
        say(desk, f"dvojtah/1/{EVENT}/desk/1/ack", acks[0])
        assert simulated.run(lambda: table.acked == 1, 10)
        for ack in acks[1:]:
            say(desk, f"dvojtah/1/{EVENT}/desk/1/ack", ack)
        assert select.select([simulated.members[0].client.socket()], [], [], 5)[0]  # it is here, and nobody has looked
        simulated.members[0].pull()
        playing(simulated, 1.2)  # once a second each table is tended
        assert table.acked == 1
        simulated.members[0].plug()
        assert simulated.run(lambda: table.online, 10)
        say(desk, f"dvojtah/1/{EVENT}/desk/1/ack", acks[-1])
        assert simulated.run(lambda: table.acked == 5, 10)
        simulated.close()
    finally:
        desk.loop_stop()
        evening.close()


@pytest.mark.timeout(150)
def test_nothing_is_lost_nothing_doubled_and_the_board_is_right_in_the_end(evening, browser, store_url):
    now = time.monotonic_ns()
    tables = [
        SimulatedTable(
            n,
            EVENT,
            (KINDS[(n - 1) % 4],),
            SPEED,
            vivid=True,
            rounds=4 if n == 3 else 2,  # it still plays when its cable is pulled, however slow the machine is
            begin=now + n * SECOND // 10,
            wall=f"20{20 + n}-01-01T{n:02d}:00:00",
        )  # every machine's clock says something else
        for n in range(1, 9)
    ]
    desk = evening.desk()
    desk.name("Písek <b>2026</b>")
    for n in (1, 5):
        desk.pair_all(
            "polish_doubles",
            [TableSeating(n, [["Jana", "Petr"], ["Eva", "Karel"]], [f"{name} {n}" for name in MARKUP])],
            1,
        )
    desk.round(1, 3000, "polish_doubles")
    simulated = SimulatedTables(tables, lambda n: access(evening.files, n))
    assert simulated.run(lambda: all(table.online for table in tables), 20)
    assert simulated.run(lambda: all(table.round and table.round.round == 1 for table in tables), 10)
    mischief = [Mischief(simulated.members[n], seed=n) for n in (1, 4)]

    # An hour without a network: table 3 plays on, and nobody hears of it. Before the browser starts, which can take as
    # long as a game does here.
    assert simulated.run(lambda: tables[2].acked > 0, 20)
    simulated.members[2].pull()
    simulated.members[7].pull()
    left_at, heard = len(tables[2].rows), tables[2].acked

    browser.size(1366, 900)
    browser.open(f"{evening.board}/cs/")
    assert simulated.run(lambda: tables[0].acked > 5, 20)
    browser.wait("document.querySelectorAll('.card').length >= 1")

    # Somebody else's device uses number 4.
    clone = SimulatedTable(4, EVENT, ("polish_doubles",), SPEED, rounds=1, begin=time.monotonic_ns())
    simulated.add(clone, access(evening.files, 4))
    assert simulated.run(lambda: clone.refused, 15)

    # Nonsense, too much, a foreign event, a table that there cannot be.
    topics = wire.Topics(EVENT)
    nobody = evening.stranger(9)
    say(nobody, topics.of_table(3, "rows"), b"\xff\xfe nonsense {")
    say(nobody, topics.of_table(3, "rows"), b'{"boot": "0123456789ab", "first": 1, "rows": [{"row": "entry"}]}')
    say(nobody, topics.of_table(3, "rows"), b" " * (messages.LARGEST + 500))
    say(nobody, topics.of_table("0x7", "rows"), b"{}")
    say(nobody, "dvojtah/1/tabor-2026/table/3/rows", b"{}")
    plain = evening.stranger(2)
    say(
        plain,
        topics.of_table(3, "rows"),
        wire.encode(messages.Rows(boot="f" * 16, first=1, rows=(messages.CallRow(call="f" * 16),))),
    )
    playing(simulated, 1)

    # The organiser is killed while a commit is on its way.
    with nothing_can_be_committed(store_url):
        before = sum(table.acked for table in tables)
        playing(simulated, 1)
        assert sum(table.acked for table in tables) <= before + 400  # what was acknowledged stood before
        evening.kill("organiser")
    acked_by = {(table.number, table.boot): table.acked for table in tables}
    counts = open_store(store_url, EVENT, read_only=True).last_seqs()
    for (number, boot), acked in acked_by.items():
        assert acked == 0 or counts[str(number), boot] >= acked, "an acknowledged row is gone"
    evening.start_organiser()

    # The broker is killed, too.
    evening.kill("broker")
    playing(simulated, 1)
    evening.start_broker()
    assert simulated.run(lambda: tables[0].online and tables[6].online, 20)

    # The network of tables 3 and 8 is back.
    assert len(tables[2].rows) > left_at
    assert tables[2].acked == heard
    simulated.members[2].plug()
    simulated.members[7].plug()

    assert simulated.run(lambda: all(table.has_played_all for table in tables) and simulated.all_acknowledged, 90)

    # Everything once more, and a row that now says something else.
    again = evening.stranger(9)
    for topic, payload in itertools.chain(*(client.sent for client in mischief)):
        again.publish(topic, payload, qos=1)
    rows = wire.decode(mischief[0].sent[0][1], messages.Rows)
    changed = [
        msgspec.structs.replace(row, setup=msgspec.Raw(bytes(row.setup).replace(b"4", b"5")))
        if isinstance(row, messages.SetupRow)
        else row
        for row in rows.rows
    ]
    changed[0] = messages.CallRow(call="e" * 16)
    say(again, mischief[0].sent[0][0], wire.encode(msgspec.structs.replace(rows, rows=tuple(changed))))
    playing(simulated, 1)

    # Nothing lost, nothing doubled: every entry of every journal is in the store, once.
    state = evening.desk().state
    for table in tables:
        for uid, history in folded(table):
            game = state.games[uid]
            assert [event for _, event in sorted(game.texts.items())] == [
                (row.at, bytes(row.event).decode())
                for row in table.rows
                if isinstance(row, messages.EntryRow) and row.game == uid
            ]
            assert not game.conflicts
            assert game.trouble is None
            assert game.history is not None
            assert game.history.state == history.state
            assert game.progress is Progress.SIGNED
    rows = [(row.table, row.boot, row.seq) for row in everything(open_store(store_url, EVENT, read_only=True))]
    assert len(rows) == len(set(rows))
    assert all(client.doubled and client.swapped for client in mischief)

    # The page that was open all the time shows what folding the tables' own journals gives.
    wanted = []
    for table in tables:
        history = folded(table)[-1][1]
        card = SPECS[history.game.key].card.load().card(history.state)
        wanted.append([f"card-{table.number}", *shown_on_card(card, history.game.progress(history.state))])
    end = time.monotonic() + 20
    while (seen := browser.read(CARDS)) != wanted and time.monotonic() < end:
        simulated.step()
    assert seen == wanted
    names = {
        name
        for table in tables
        for _, history in folded(table)
        for name in history.setup.teams or [seat.name for seat in history.setup.seats]
    }
    assert any("<script>" in name for name in names)
    assert browser.read("document.title") == "Písek <b>2026</b>"
    assert not browser.read("document.querySelector('main b[onclick], main script, h1 b')")
    assert not [complaint for complaint in browser.complaints if "Content Security Policy" in complaint]

    # Each refusal stands in the log with its reason.
    reasons = [f"{refusal.topic} {refusal.reason}" for refusal in evening.desk().refusals()]
    for part in (
        "table/3/rows no Rows",
        "bytes; 65536 is the most",
        "no topic of this vocabulary",
        f"device {clone.device} speaks as table 4, which belongs to device {tables[3].device}",
        "says something else than before",
    ):
        assert any(part in reason for reason in reasons), (part, reasons)
    assert not any("tabor" in reason for reason in reasons)  # the organiser never hears another event
    strays = [state.games[uid] for uid, _ in folded(clone) if uid in state.games]
    counted = {result.uid for result in results(state)}
    assert strays  # kept whole, shown and counted nowhere
    assert not counted.intersection(game.uid for game in strays)
    assert counted == {uid for table in tables for uid, _ in folded(table)}
    for client in (nobody, plain, again):
        client.loop_stop()
    simulated.close()
