"""What the service manager hears from the table: a real socket, a real loop."""

import os
import select
import socket
import subprocess
import sys
import time

import pytest

from device.common.sd_notify import ServiceNotifier
from device.common.settings.settings import Settings
from device.io.inputs import Quit
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import HANGS, OrganiserService
from tests.journal.conftest import ROOT

SECOND = 1_000_000_000


class Manager:
    """systemd's end of the line."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(20)

    def next(self, table):
        """What is said next; a program that has ended instead tells why."""
        while table.poll() is None:
            if select.select([self.socket], [], [], 1)[0]:
                return self.socket.recv(4096)
        pytest.fail(table.communicate()[1])

    def waiting(self):
        """Everything that has been said by now."""
        self.socket.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(self.socket.recv(4096).decode())
        except BlockingIOError:
            return messages


@pytest.fixture
def manager(tmp_path):
    new_manager = Manager(str(tmp_path / "notify"))
    yield new_manager
    new_manager.socket.close()


def service(manager, **more):
    return ServiceNotifier({"NOTIFY_SOCKET": manager.socket.getsockname(), **more})


def test_ready_and_ending_are_said_once_each(manager):
    notifier = service(manager)
    notifier.ready()
    notifier.ending()
    notifier.ending()
    assert manager.waiting() == ["READY=1", "STOPPING=1"]


def test_the_watchdog_is_fed_by_turns_of_the_loop_and_by_nothing_else(manager):
    notifier = service(manager, WATCHDOG_USEC="10000000", WATCHDOG_PID=str(os.getpid()))
    for now in range(0, 10 * SECOND, SECOND // 50):
        notifier.on_turn(now)
    assert manager.waiting() == ["WATCHDOG=1"] * 4, "every quarter of what it allows"
    notifier.ready()
    assert manager.waiting() == ["READY=1"], "a loop that does not turn starves it"


@pytest.mark.parametrize("given", [{}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}])
def test_without_a_watchdog_of_its_own_nothing_is_fed(manager, given):
    notifier = service(manager, **given)
    for now in range(0, 100 * SECOND, SECOND):
        notifier.on_turn(now)
    assert manager.waiting() == []


@pytest.mark.parametrize("address", ["", "relative", "/nowhere/at/all", "@nobody-listens-there"])
def test_nobody_listening_is_no_trouble(address):
    notifier = ServiceNotifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000"})
    notifier.ready()
    notifier.on_turn(SECOND)
    notifier.close()


def test_a_name_in_the_abstract_name_space(tmp_path):
    name = f"dvojtah-{os.getpid()}"
    manager = Manager(f"\0{name}")
    ServiceNotifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
    assert manager.waiting() == ["READY=1"]
    manager.socket.close()


def test_programs_that_the_table_starts_do_not_speak_for_it(manager, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", manager.socket.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    ServiceNotifier(os.environ).ready()
    assert manager.waiting() == ["READY=1"]
    assert "NOTIFY_SOCKET" not in os.environ
    assert "WATCHDOG_USEC" not in os.environ


def test_the_organiser_is_ready_once_its_desk_listens_and_feeds_its_watchdog(manager, tmp_path):
    more = {"NOTIFY_SOCKET": manager.socket.getsockname(), "WATCHDOG_USEC": "400000", "PYTHONPATH": str(ROOT)}
    words = ["organiser", "--event", "klub", "--store", "event.db", "--broker", "127.0.0.1:1", "run"]
    run = [sys.executable, "-m", "device", "--journal", "journal.db", *words]
    with subprocess.Popen(run, cwd=tmp_path, env=os.environ | more, stderr=subprocess.PIPE, text=True) as process:
        messages = [manager.next(process) for _ in range(4)]
        process.terminate()
        assert messages == [b"READY=1", *[b"WATCHDOG=1"] * 3]
        assert process.wait(60) == 0
    assert manager.waiting()[-1] == "STOPPING=1"


def test_an_organiser_whose_announcer_hangs_starves_its_watchdog():
    organiser = OrganiserService("klub", lambda: None, BrokerAddress("127.0.0.1", 1))
    now = time.monotonic_ns()
    assert organiser.comes_round(now + HANGS - SECOND)
    assert not organiser.comes_round(now + HANGS + SECOND)


def test_the_loop_says_each_time_that_it_came_round(kiosk_of_nothing):
    kiosk = kiosk_of_nothing
    turns = []

    def turned(now):
        turns.append(now)
        if len(turns) == 3:
            kiosk.post(Quit())

    kiosk.run(turned)
    assert len(turns) == 4, "the one that took the end is a turn as well"


@pytest.fixture
def kiosk_of_nothing(tmp_path):
    from device.app.composition import assemble
    from tools.play.unwatched import HeadlessDisplay

    kiosk, edges = assemble(Settings(journal=str(tmp_path / "journal.db")), HeadlessDisplay((800, 480)))
    yield kiosk
    edges.close()
    kiosk.close()


def test_the_real_table_is_ready_once_its_picture_shows_feeds_its_watchdog_and_says_goodbye(manager, tmp_path):
    own = tmp_path / "settings.toml"
    own.write_text(
        f'journal = "{tmp_path}/journal.db"\nvolume = 0.0\n[buttons]\npin_factory = "none"\n'
        '[oled_a]\ntype = "none"\n[oled_b]\ntype = "none"\n[pods]\nports = []\n'
    )
    environment = os.environ | {
        "NOTIFY_SOCKET": manager.socket.getsockname(),
        "WATCHDOG_USEC": "200000",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    environment.pop("WATCHDOG_PID", None)
    table = subprocess.Popen(
        [sys.executable, "-m", "device", "--settings", str(own), "kiosk"],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        heard = [manager.next(table) for _ in range(4)]
        assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        table.terminate()
        output = table.communicate(timeout=60)[1]
    finally:
        table.kill()
    lines = output.splitlines()
    assert table.returncode == 0
    assert [line.split(" dvojtah: ")[1].split(":")[0] for line in lines] == ["started", "ended"]
    assert manager.waiting()[-1] == "STOPPING=1"
