"""A second machine copies the running event and goes on from it, by the page's commands: real programs and tables."""

from __future__ import annotations

import re
import shlex
import time

import pytest

from device.common.event import broker
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from rules.history import History
from tests.event.machines import EVENT, DeskBrowser, Machine, TableWithScreen, commands, entries
from tests.event.rig import Engine, until
from tests.ports import free_port
from tools.play.gallery import FULL, load_record


@pytest.fixture
def machines(tmp_path):
    started = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        started.append(Machine(tmp_path / name))
    yield started
    for machine in started:
        machine.ends()


def history_at(path, uid):
    """The game as the organiser folds it."""
    store = open_store(str(path), EVENT, read_only=True)
    state = OrganiserDesk(store).state
    store.close()
    assert len(state.games) == 2
    game = state.games[uid]
    assert game.entry_count == len(game.history.entries)
    assert not game.conflicts
    return game.history


@pytest.mark.timeout(240)
@pytest.mark.xdist_group("announced in the network")
@pytest.mark.parametrize(
    ("page", "heading", "is_short"),
    [("event.md", "A second machine", True), ("cs/event.md", "Druhý počítač", False)],
)
def test_the_event_goes_on_at_the_second_machine_when_the_first_is_killed(machines, tmp_path, page, heading, is_short):
    first, second = machines
    standby, *ways_on = commands(page, heading)
    copy = second.home / shlex.split(standby)[-1] / "event.db"
    ports = (
        f"--board-host 127.0.0.1 --board-port {free_port()} --desk-port {(desk_port := free_port())}"
        f" --door-port {free_port()} --standby-port {free_port()} --join-port {free_port()}"
    )
    files = broker.make(first.home / "made", EVENT, 12, "127.0.0.1", free_port(), address="127.0.0.1", tls=True)
    password = first.environment["DVOJTAH_DESK_PASSWORD"] = second.environment["DVOJTAH_DESK_PASSWORD"] = "heslo"
    first.runs("mosquitto -c made/mosquitto.conf")
    first.runs(f"dvojtah organiser --event {EVENT} --store made/event.db run --broker-files made {ports}")
    desk = DeskBrowser(desk_port, password)
    desk.act("standby", on="yes")
    shown = until(
        lambda: re.search(r"dvojtah organiser standby (\S+) ", desk.get("/papers")), 20, "the desk shows a code"
    )
    code = shown[1]
    if is_short:  # six characters, by which it is found in the network
        desk.act("standby", on="code")
        code = until(lambda: re.search(r"dvojtah organiser standby (\w{6}) ", desk.get("/papers")), 20, "a short one")[
            1
        ]
        assert f'short-code"><code>{code}' not in desk.get("/fleet")
    second.runs(standby.replace("CODE", code).replace("dvojtah", "dvojtah --lang en", 1) + " --every 0.2")

    record = load_record(FULL)
    tables = [TableWithScreen(Engine(files), tmp_path / f"{n}.db", ticket=files.ticket(n)) for n in (7, 8)]
    games = [table.journal.new_game(record.game, record.setup) for table in tables]
    uids = [table.journal.outbox.uid(game) for table, game in zip(tables, games, strict=True)]

    def plays(played):
        for table, game in zip(tables, games, strict=True):
            table.enter(game, played)
            assert table.journal.flush()

    def is_delivered():
        return all(table.hears() and table.journal.outbox.count(EVENT) == 0 for table in tables)

    plays(record.entries[:20])
    until(is_delivered, 60, "all is delivered to the first machine")
    until(lambda: all(entries(copy, uid) == 20 for uid in uids), 30, "the copy has it")
    until(lambda: "less than a minute old" in desk.get("/papers"), 20, "the desk says how old the copy is")

    plays(record.entries[20:40])
    first.ends()  # killed; of these twenty some may have come to the first machine, and some into the copy
    plays(record.entries[40:])
    began = time.monotonic()
    for line in ways_on:
        second.runs(f"{line} {ports}" if " run " in line else line)
    for uid in uids:
        until(lambda uid=uid: tables[0].hears() and tables[1].hears() and entries(copy, uid) == len(record.entries), 60)
    took = time.monotonic() - began
    until(is_delivered, 60, "nothing waits at the tables any more")
    assert took < 60
    expected = History.begin(record.game, record.setup)
    for entry in record.entries:
        expected = expected.accept(entry.event, entry.at)
    for uid in uids:
        assert history_at(copy, uid).state == expected.state, "each entry counts once, whoever said it how often"
    until(lambda: second.running[0].poll() == 0, 30, "who copied has ended by itself")
    assert "The event goes on from this copy now" in (second.home / "log").read_text()
    for table in tables:
        table.close()
