"""A backup made and put back by the very commands of the page for organisers: real programs, a table, a broker."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device.event import broker
from device.event.status import OtherStore
from device.organiser.log.event_control import Desk
from device.organiser.store import StoreTrouble, open_store
from tests.event.rig import Engine, TableAt, mosquitto, until
from tests.ports import free_port
from tools.play.gallery import FULL, load_record

PAGES = Path(__file__).parents[2] / "docs"
EVENT = "pisek-2026"


def commands(page, heading):
    """The commands of a section of the page, in the order in which they stand there."""
    section = (PAGES / page).read_text(encoding="utf-8").split(f"### {heading}\n")[1].split("\n##")[0]
    return [line for block in re.findall(r"```\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]


class Machine:
    """An organiser's machine: a home, and commands given in it."""

    def __init__(self, home) -> None:
        self.home = home
        self.environment = os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        self.running: list[subprocess.Popen[bytes]] = []

    def words(self, line):
        word, *rest = shlex.split(line)
        return [*({"dvojtah": [sys.executable, "-m", "device"], "mosquitto": [mosquitto()]}[word]), *rest]

    def does(self, line):
        subprocess.run(self.words(line), cwd=self.home, env=self.environment, check=True, timeout=60)

    def runs(self, line):
        log = (self.home / "log").open("ab")
        self.running.append(
            subprocess.Popen(self.words(line), cwd=self.home, env=self.environment, stdout=log, stderr=log)
        )

    def ends(self):
        for one in self.running:
            one.kill()
            one.wait()
        self.running.clear()


@pytest.fixture
def machine(tmp_path):
    (tmp_path / "home").mkdir()
    one = Machine(tmp_path / "home")
    yield one
    one.ends()


def entries(path, uid):
    """How many entries of a game a store has."""
    try:
        store = open_store(str(path), EVENT, read_only=True)
    except StoreTrouble:
        return 0
    game = Desk(store).state.games.get(uid)
    store.close()
    return 0 if game is None else game.entry_count


class TableWithScreen(TableAt):
    """A table that does what a screen's link does with what it is told."""

    def hears(self):
        while (other := next((one for one in self.told if isinstance(one, OtherStore)), None)) is not None:
            self.told.remove(other)
            known = self.journal.outbox.member.store
            self.journal.outbox.on_store(other.store)
            if known not in (None, other.store):
                self.link.restart()
        return True


@pytest.mark.parametrize(("page", "heading"), [("cs/event.md", "Záloha"), ("event.md", "A backup")])
def test_the_pages_commands_bring_an_event_back_whole(machine, tmp_path, page, heading):
    backup, restore, start, run = commands(page, heading)
    folder, again = shlex.split(backup)[-1], shlex.split(restore)[-1]
    ports = f"--board-host 127.0.0.1 --board-port {free_port()} --desk-port {free_port()}"
    files = broker.make(machine.home / folder, EVENT, 12, "127.0.0.1", free_port(), address="127.0.0.1", tls=True)
    machine.runs(f"mosquitto -c {folder}/mosquitto.conf")
    machine.runs(f"dvojtah organiser --event {EVENT} run --broker-files {folder} {ports}")

    record = load_record(FULL)
    table = TableWithScreen(Engine(files), tmp_path / "seven.db", ticket=files.ticket(7))

    def plays(some):
        for entry in some:
            table.journal.append(game, entry, "touch", entry.at)
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
