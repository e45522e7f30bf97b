"""A table for telephones alone: the real kiosk without a window, the real pages, one server; for tests and looking."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from device.app.composition import assemble
from device.browser.telephones import Telephones, telephones_of
from device.browser.web import STATIC
from device.common import i18n
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from rules.history import History
from tests.ports import free_port
from tools.play.unwatched import HeadlessDisplay


class Served:
    """``phones`` on a port of 127.0.0.1, on a thread of its own."""

    def __init__(self, phones: Telephones, port: int | None = None) -> None:
        self.phones = phones
        self.port = port or free_port()
        config = uvicorn.Config(
            Starlette(routes=[*phones.routes(), STATIC]),
            host="127.0.0.1",
            port=self.port,
            log_level="warning",
            log_config=None,
            ws="websockets-sansio",
            ws_max_size=4096,
            ws_ping_interval=None,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        end = time.monotonic() + 20
        while not self._server.started and time.monotonic() < end:
            time.sleep(0.01)
        assert self._server.started

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/button"

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)


class PhoneTable:
    """A kiosk whose clock buttons are telephones. Its loop runs in a thread of its own; histories are values.

    ``code`` is what a page has to know, so that pages of a table that had the same port before stay out.
    """

    def __init__(self, folder: Path, setup=None, first=(), port: int | None = None, code: str = "") -> None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        settings = settings_for(Settings(journal=str(folder / "journal.db"), language=i18n.language()))
        factory = SimulatedFactory(time.monotonic_ns)
        self.kiosk, self.peripherals = assemble(
            settings, HeadlessDisplay((800, 480)), factory=factory, connector=SimulatedOleds(settings).connect
        )
        kiosk = self.kiosk
        if setup is None:
            kiosk.table.resume(kiosk.journal.games()[0].id)
        else:
            kiosk.table.new(setup)
        kiosk.host.enter(kiosk.host.games[kiosk.table.game.key].play(kiosk.host))
        for event in first:
            kiosk.table.do(event)
        self.wishes: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self.code = code
        self.phones = telephones_of(kiosk, lambda known, address: known == code)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.served = Served(self.phones, port)

    def _run(self) -> None:
        kiosk = self.kiosk
        while not self._ends.is_set():
            with contextlib.suppress(queue.Empty):
                while True:
                    self.wishes.get_nowait()()
                    kiosk.loop.invalidate()
            kiosk.queue.sleep(0.02)
            kiosk.loop.handle_all(kiosk.queue.take_all())
            kiosk.loop.step(wait=False)

    @property
    def history(self) -> History:
        return self.kiosk.table.playing

    def do(self, act: Callable[[], object]) -> None:
        """Something happens at the table, in its own thread."""
        self.wishes.put(act)

    def until(self, is_done, seconds: float = 20):
        """What ``is_done`` says of the history once that is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if answer := is_done(self.history):
                return answer
            time.sleep(0.01)
        raise AssertionError(f"it never came to that: {self.history.entries}")

    def close(self) -> None:
        self.served.close()
        self._ends.set()
        self._thread.join(10)
        self.peripherals.close()
        self.kiosk.close()


def main() -> None:
    """For a look at the pages: `python -m tests.browser.table`."""
    import sys
    from tempfile import TemporaryDirectory

    from rules.polish_doubles import DoublesSetup, PairSetup
    from rules.polish_doubles import acts as e

    i18n.use(sys.argv[1] if len(sys.argv) > 1 else "cs")
    setup = DoublesSetup(pairs=(PairSetup(name="Krtci"), PairSetup(name="Sloky")), press_order="edge")
    with TemporaryDirectory() as folder:
        print(PhoneTable(Path(folder), setup, [e.Starters(pair="A")], 8099).served.address, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
