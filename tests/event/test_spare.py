"""A spare table comes to a running event with six letters: real programs, TLS, announcements on the loopback."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from device.event.actions import EVENT as OPEN_EVENT
from device.graphics.actions import DONE, Key
from device.graphics.widgets import place_of
from tests.event.machines import DeskBrowser
from tests.event.rig import EVENT, TableAt, until
from tests.ports import free_port
from tools.play.players import PLAYERS

pytestmark = pytest.mark.xdist_group("announced in the network")  # whoever looks finds every organiser of this machine
PASSWORD = "tajné heslo"


@pytest.fixture
def hall(engine, tmp_path):
    """A broker with TLS and the organiser's program; ``desk`` is somebody at the desk."""
    desk_port, join_port = free_port(), free_port()
    base = [sys.executable, "-m", "device", "organiser", "--event", EVENT, "--store", str(tmp_path / "store.db"), "run"]
    places = ["--board-host", "127.0.0.1", "--board-port", str(free_port()), "--desk-port", str(desk_port)]
    places += ["--join-port", str(join_port), "--door-port", str(free_port())]
    environment = os.environ | {"HOME": str(tmp_path), "DVOJTAH_DESK_PASSWORD": PASSWORD}
    with (tmp_path / "organiser.log").open("wb") as log:
        program = subprocess.Popen(
            [*base, "--broker-files", str(engine.files.folder), *places],
            env=environment,
            stdout=log,
            stderr=log,
        )
        hall = Hall(engine, DeskBrowser(desk_port, PASSWORD), join_port)
        yield hall
        program.terminate()
        program.wait(20)


class Hall:
    """The broker, somebody at the desk, and where spare tables are let in."""

    def __init__(self, engine, desk, port) -> None:
        self.engine, self.desk, self.port = engine, desk, port

    def code(self, table):
        self.desk.act("join", page="fleet", table=str(table))
        return until(lambda: re.search(r'class="short-code"><code>(\w+)<', self.desk.get("/fleet")), awaited="a code")[
            1
        ]


def test_a_spare_joins_with_eight_touches_in_the_place_of_a_table_that_fell_out(hall, tmp_path):
    seven = TableAt(hall.engine, tmp_path / "seven.db")
    until(lambda: seven.status.answered)
    assert ">table 7," not in hall.desk.get("/fleet"), "who is connected keeps its number"
    seven.close()
    until(lambda: ">table 7, which has no connection<" in hall.desk.get("/fleet"))
    code = hall.code(7)
    player = PLAYERS["polish_doubles"](tmp_path / "spare", "cs", (800, 480))
    player.kiosk.event.start()
    player.settle()
    touched = [OPEN_EVENT, *map(Key, code), DONE]
    for action in touched:
        assert place_of(player.kiosk.scene, action) is not None, action
        player.touch(action)
        player.settle()

    def is_there():
        player.settle()
        status = player.kiosk.event.status
        return status is not None and status.answered and status.table == 7

    until(is_there)
    assert len(touched) == 8
    until(lambda: "Table 7 has joined." in hall.desk.get("/fleet"))
    until(lambda: (player.settle(), player.kiosk.event.status.order.holder == player.kiosk.event.device)[1])
    player.close()
