"""An event on one machine, without a Pi and without people: broker, organiser, board, and tables that play.

Everything listens on the loopback only and ends with this program.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from device.common.event import broker as files
from device.common.event.ticket import PORT
from device.common.games.registry import SPECS
from device.common.i18n import t
from device.common.web.serve import free_port
from device.organiser.child_program import ChildProgram
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.ingest import BrokerAddress
from device.organiser.log.pairing import TableSeating
from device.organiser.store import open_store
from rules.game import SECOND
from rules.message import Message, msg
from tools.play.event.scripts import PAIRS, PLAYERS, names_of
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

log = logging.getLogger("dvojtah.organiser")

EVENT = "demo"
LOOPBACK = "127.0.0.1"


class DemoTrouble(Exception):
    """The demonstration cannot begin; ``message`` says what is missing."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


def mosquitto() -> str:
    """Where Mosquitto is. Raises `DemoTrouble`."""
    path = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/sbin")
    if path is None:
        raise DemoTrouble(msg("Mosquitto is missing. Run: sudo apt install mosquitto"))
    return path


@contextlib.contextmanager
def running_broker(broker: files.BrokerFiles) -> Iterator[subprocess.Popen[bytes]]:
    """Mosquitto with the project's own configuration, until the end of the block."""
    log_file = (broker.folder / "mosquitto.log").open("ab")
    process = subprocess.Popen([mosquitto(), "-c", str(broker.configuration)], stdout=log_file, stderr=log_file)
    try:
        reach(broker.port)
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
        process.kill()
        log_file.close()


def reach(port: int, seconds: float = 10) -> None:
    """Wait until somebody listens on a loopback port. Raises `DemoTrouble`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
            return
        time.sleep(0.02)
    raise DemoTrouble(msg("Nothing answers on port {port}; look at what was printed above.", port=port))


def tables_for(event: str, count: int, speed: float, kinds: tuple[str, ...], now: int) -> list[SimulatedTable]:
    """Simulated tables that begin one after another, within a little while."""
    spread = 20 * SECOND / max(1.0, speed)
    return [
        SimulatedTable(n, event, kinds, speed, vivid=count <= 60, begin=now + round(SECOND + spread * (n - 1) / count))
        for n in range(1, count + 1)
    ]


def access(broker: files.BrokerFiles, table: int = 0) -> BrokerAddress:
    """How a table (0: the organiser) reaches the broker."""
    if table == 0:
        user, password = broker.desk
        return BrokerAddress(LOOPBACK, broker.port, user, password, broker.pin)
    ticket = broker.ticket(table)
    return BrokerAddress(LOOPBACK, broker.port, ticket.named_user, ticket.password, broker.pin)


def run_demo(
    folder: Path, tables: int, speed: float, kinds: tuple[str, ...], lang: str, seconds: float | None, store: str = ""
) -> int:
    """Run the demonstration in ``folder`` until somebody stops it, or for so many seconds. Raises `DemoTrouble`.

    Raises KeyboardInterrupt where it was Ctrl-C, once all is closed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # whatever was started by then is ended too
    mqtt = free_port(PORT + 10000)
    board_port, desk_port = free_port(8000), free_port(8100)
    event = f"{EVENT}-{time.strftime('%H%M%S')}"
    broker = files.make(folder / event, event, tables, LOOPBACK, mqtt, address=LOOPBACK)
    url = store or str(folder / event / "event.db")
    desk = OrganiserDesk(open_store(url, event))
    desk.name(t("Demonstration"))
    organiser = ChildProgram(
        [
            "--lang",
            lang,
            "organiser",
            "--event",
            event,
            "--store",
            url,
            "run",
            "--broker-files",
            str(broker.folder),
            "--board-port",
            str(board_port),
            "--board-host",
            LOOPBACK,
            "--desk-port",
            str(desk_port),
        ]
    )
    with running_broker(broker):
        organiser.start()
        try:
            reach(board_port, 30)
            print(t("Live board: {address}", address=f"http://{LOOPBACK}:{board_port}/"), flush=True)
            print(t("For a projector: {address}", address=f"http://{LOOPBACK}:{board_port}/{lang}/projector"))
            print(t("Ctrl-C ends it."), flush=True)
            simulated = SimulatedTables(
                tables_for(event, tables, speed, kinds, time.monotonic_ns()), lambda n: access(broker, n)
            )
            end = None if seconds is None else time.monotonic() + seconds
            over = _play(simulated, desk, tables, speed, kinds, lambda: end is not None and time.monotonic() > end)
            simulated.close()
        finally:
            organiser.close()
    if over == signal.SIGINT:
        raise KeyboardInterrupt
    return 0


def _play(
    simulated: SimulatedTables,
    desk: OrganiserDesk,
    tables: int,
    speed: float,
    kinds: tuple[str, ...],
    over: Callable[[], bool],
) -> int:
    """Let the tables play; now and then something happens that an evening brings. The signal that ended it, else 0."""
    stopped = 0

    def stop(number: int, _: object) -> None:
        nonlocal stopped
        stopped = number

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    for n in range(1, tables + 1):
        kind = kinds[(n - 1) % len(kinds)]
        if SPECS[kind].seats.pairs:
            people = names_of(4 * (n - 1), 4, PLAYERS)
            desk.pair_all(kind, [TableSeating(n, [people[:2], people[2:]], names_of(2 * (n - 1), 2, PAIRS))], 1)
    drawn = next((kind for kind in kinds if SPECS[kind].by_terms is None), "")
    desk.round(1, round(3000 / max(1.0, speed / 4)), drawn)
    began = time.monotonic()
    scenes: list[tuple[float, Callable[[], None]]] = [
        (12, simulated.members[tables // 2].pull),
        (20, simulated.members[0].table.call_referee),
        (26, lambda: desk.answer_call(1)),
        (34, lambda: desk.settle_call(1)),
        (40, lambda: desk.notice("Za deset minut je přestávka.", "There is a break in ten minutes.")),
        (55, lambda: desk.notice("")),
        (75, simulated.members[tables // 2].plug),
    ]
    while not stopped and not over():
        simulated.step()
        if scenes and time.monotonic() - began > scenes[0][0]:
            scenes.pop(0)[1]()
    return stopped
