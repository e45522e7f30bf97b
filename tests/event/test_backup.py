"""A backup made and put back by the very commands of the page for organisers: real programs, a table, a broker."""

from __future__ import annotations

import shlex
import shutil

import pytest

from device.common.event import broker
from tests.event.machines import EVENT, Machine, TableWithScreen, commands, entries
from tests.event.rig import Engine, until
from tests.ports import free_port
from tools.play.gallery import FULL, load_record


@pytest.fixture
def machine(tmp_path):
    (tmp_path / "home").mkdir()
    new_machine = Machine(tmp_path / "home")
    yield new_machine
    new_machine.ends()


@pytest.mark.parametrize(("page", "heading"), [("cs/event.md", "Záloha"), ("event.md", "A backup")])
def test_the_pages_commands_bring_an_event_back_whole(machine, tmp_path, page, heading):
    backup, restore, start, run = commands(page, heading)
    folder, again = shlex.split(backup)[-1], shlex.split(restore)[-1]
    ports = f"--board-host 127.0.0.1 --board-port {free_port()} --desk-port {free_port()} --door-port {free_port()}"
    files = broker.make(machine.home / folder, EVENT, 12, "127.0.0.1", free_port(), address="127.0.0.1", tls=True)
    machine.runs(f"mosquitto -c {folder}/mosquitto.conf")
    machine.runs(f"dvojtah organiser --event {EVENT} run --broker-files {folder} {ports}")

    record = load_record(FULL)
    table = TableWithScreen(Engine(files), tmp_path / "seven.db", ticket=files.ticket(7))

    def plays(played):
        table.enter(game, played)
        until(
            lambda: table.hears() and table.journal.flush() and table.journal.outbox.count(EVENT) == 0,
            60,
            "all is delivered",
        )

    game = table.journal.new_game(record.game, record.setup)
    plays(record.entries[:20])
    machine.does(backup)
    plays(record.entries[20:])

    machine.ends()
    shutil.rmtree(machine.home / folder)
    shutil.rmtree(machine.home / ".local")
    machine.does(restore)
    uid, store = table.journal.outbox.uid(game), machine.home / again / "event.db"
    assert entries(store, uid) == 20
    machine.runs(start)
    machine.runs(f"{run} {ports}")
    until(
        lambda: table.hears() and entries(store, uid) == len(record.entries),
        60,
        "the table, which says nothing new, sends it again",
    )
    table.close()
