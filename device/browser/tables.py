"""Several tables for browsers on one computer: each a process of its own with its journal, and the starting page.

The parent loads everything once and forks; a table that ends is started anew, as the service manager does with a
device. Nothing is shared but how each stands (`Tables`): a table that hangs or dies takes none along.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from device.browser.places import SeatFile, TablePlace, only_address, qr_svg
from device.browser.serving import FILE, BrowserTable
from device.browser.web import HEADERS, LIMITS, STATIC, application, is_here, start_page
from device.common import i18n
from device.common.event.ticket import Ticket, store_ticket
from device.common.settings.reading import load_tolerant
from device.common.settings.settings import Settings
from device.common.web.certificates import Certificate
from device.common.web.front_file import FOLDER, FrontFile, RunningFront
from device.common.web.serve import free_port, server
from rules.message import Refusal

log = logging.getLogger("dvojtah.browser")

MOST = 60
"""Tables of one computer."""
AGAIN_S, PATIENCE_S = 1.0, 15.0
"""How long (s) a table that ended waits before it is started anew, and how long they are given to end."""
FORKING = get_context("fork")
PR_SET_PDEATHSIG = 1
ENDINGS = (signal.SIGTERM, signal.SIGINT)


def folder_of(settings: Settings, number: int) -> Path:
    """Where table ``number`` keeps its journal and its settings."""
    return settings.journal_path.parent / FOLDER / str(number)


def places(
    settings: Settings, count: int, host: str, front: int, first: int = 1, own: Certificate | None = None
) -> list[TablePlace]:
    """So many tables, the first with number ``first``: free ports after ``front``, and the codes that were kept."""
    table_places: list[TablePlace] = []
    port = front
    for number in range(first, first + count):
        port = free_port(port + 1, host)
        code = SeatFile(folder_of(settings, number) / FILE).kept.code
        table_places.append(TablePlace(number, port, code, only_address(host), own))
    return table_places


def give_tickets(settings: Settings, tickets: Sequence[Ticket], numbers: Sequence[int]) -> None:
    """Let the tables of these numbers take part in an event, each by its ticket. Raises `Refusal` and OSError."""
    given = {ticket.table: ticket for ticket in tickets}
    for number in numbers:
        if (ticket := given.get(number)) is None:
            raise Refusal("", "There is no code for table {n} in the file.", n=number)
        folder = folder_of(settings, number)
        folder.mkdir(parents=True, exist_ok=True)
        store_ticket(folder / settings.ticket_path.name, ticket)


def settings_of(settings: Settings, number: int) -> tuple[Settings, Path]:
    """The settings of a table and the file in which it keeps what is changed at it: as all begin, until then.

    Word lists and score sheets are those of the computer.
    """
    folder = folder_of(settings, number)
    folder.mkdir(parents=True, exist_ok=True)
    for shared in (settings.word_lists_path, settings.sheets_path):
        link = folder / shared.name
        if shared.is_dir() and not os.path.lexists(link):
            link.symlink_to(shared, target_is_directory=True)
    file = folder / "settings.toml"
    mine = load_tolerant(file).settings if file.exists() else settings
    event = mine.event if mine.event.table else replace(mine.event, table=str(number))
    return replace(mine, journal=str(folder / settings.journal_path.name), event=event), file


class Tables:
    """The processes. ``front`` is the port of the starting page.

    They share how each table stands: whether it runs, somebody holds it, and how many look on.
    """

    def __init__(self, settings: Settings, table_places: Sequence[TablePlace], host: str, front: int) -> None:
        self._settings, self._places, self._host, self._front = settings, table_places, host, front
        self._seats = [FORKING.RawArray("i", 3) for _ in table_places]
        self._running: dict[int, ForkProcess] = {}
        self._due: dict[int, float] = {}

    def run(self) -> int:
        """Run all of them until this program is ended; its exit status."""
        numbers = tuple(place.number for place in self._places)
        FrontFile(self._settings.journal_path).write(RunningFront(os.getpid(), self._front, numbers))
        gc.collect()
        gc.freeze()
        signal.pthread_sigmask(signal.SIG_BLOCK, {*ENDINGS, signal.SIGCHLD})
        for place in range(-1, len(self._places)):
            self._start(place)
        while True:
            wait = min(self._due.values(), default=time.monotonic() + 60) - time.monotonic()
            heard = signal.sigtimedwait({*ENDINGS, signal.SIGCHLD}, max(0.0, wait))
            if heard is not None and heard.si_signo in ENDINGS:
                self._end()
                if heard.si_signo == signal.SIGINT:
                    raise KeyboardInterrupt
                return 0
            for place, status in self._dead():
                log.warning("table %d ended with status %d and is started anew", place + 1, status)
                self._due[place] = time.monotonic() + AGAIN_S
            for place in [place for place, due in self._due.items() if time.monotonic() >= due]:
                del self._due[place]
                self._start(place)

    def _start(self, place: int) -> None:
        """The process of the table at ``place``; -1 is the starting page."""
        self._running[place] = FORKING.Process(target=self._serve, args=(place,), daemon=True)
        self._running[place].start()

    def _serve(self, place: int) -> None:
        """What such a process does, to its end."""
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)  # whoever started it may be killed
        for number in ENDINGS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {*ENDINGS, signal.SIGCHLD})
        try:
            sys.exit(self._serve_front() if place < 0 else self._serve_table(place))
        except KeyboardInterrupt:
            pass
        except Exception:
            log.exception("table %d", place + 1)
            sys.exit(1)
        finally:
            logging.shutdown()

    def _serve_table(self, n: int) -> int:
        place = self._places[n]
        mine, file = settings_of(self._settings, place.number)
        i18n.use(mine.language)

        def on_seats(held: bool, watchers: int) -> None:
            self._seats[n][:] = True, held, watchers

        table = BrowserTable(place, SeatFile(file.with_name(FILE)), self._host, on_seats=on_seats)
        on_seats(False, 0)
        return table.run(mine, file=file)

    def _serve_front(self) -> int:
        by_code = {place.code: place for place in self._places}
        by_number = {str(place.number): place for place in self._places}

        async def front(request: Request) -> Response:
            if not is_here(request):
                return Response("", 404, headers=HEADERS)
            return start_page([(place, tuple(seats)) for place, seats in zip(self._places, self._seats, strict=True)])

        async def qr(request: Request) -> Response:
            place = by_code.get(request.path_params["code"])
            if not is_here(request) or place is None:
                return Response("", 404, headers=HEADERS)
            return Response(qr_svg(place.link()), media_type="image/svg+xml", headers=HEADERS)

        async def look(request: Request) -> Response:
            place = by_number.get(request.path_params["number"])
            if not is_here(request) or place is None:
                return Response("", 404, headers=HEADERS)
            return RedirectResponse(f"{place.address('127.0.0.1')}?look#{place.code}", 303, headers=HEADERS)

        routes = [
            Route("/", front),
            Route("/table/{number}", look),
            Route("/start", front),
            Route("/qr/{code}.svg", qr),
            STATIC,
        ]
        server(application(routes), "127.0.0.1", self._front, LIMITS).run()
        return 0

    def _dead(self) -> list[tuple[int, int | None]]:
        """Places whose processes have ended since it was asked last, each with its status."""
        ended = [(place, process.exitcode) for place, process in self._running.items() if not process.is_alive()]
        for place, _ in ended:
            self._running.pop(place).close()
            if place >= 0:
                self._seats[place][:] = False, False, 0
        return ended

    def _end(self) -> None:
        for process in self._running.values():
            process.terminate()
        until = time.monotonic() + PATIENCE_S
        for process in self._running.values():
            process.join(max(0.0, until - time.monotonic()))
            process.kill()


def load_everything(load: Callable[[], object]) -> None:
    """Load what a table needs before forking, so that all of them share it; ``load`` loads the games."""
    load()
    for name in ("device.app.peripherals", "device.peripherals.oled_render", "device.screens.home"):
        __import__(name)
