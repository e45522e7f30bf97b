"""How many files a thing enters on its way through the program: ``python tools/structure.py --walk [--at REV]``.

A press goes from its pin to screen and OLEDs, a touch through a table of mariáš, a result from a table to the
standings, a pairing from the desk to a table. Each goes its way twice, as in the tests: once to have everything loaded,
and once to be looked at, in all threads. Names are taken from the tests, which follow the code, so that an earlier
revision is walked just so.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from device.organiser.log.pairing import TableSeating

CODE = ("device", "rules")
entered: set[str] | None = None
"""Files whose code was entered; None while nobody looks."""


def note(frame: FrameType, event: str, _argument: Any) -> None:
    """Keeps whose code is entered; a profiler, as `sys.setprofile` has it."""
    if event == "call" and entered is not None:
        entered.add(frame.f_code.co_filename)


@contextlib.contextmanager
def looked_at(root: Path, files: set[str]) -> Iterator[None]:
    """Adds to ``files`` those below ``root`` whose code is entered meanwhile."""
    global entered  # noqa: PLW0603
    entered = set()
    try:
        yield
    finally:
        tops = tuple(f"{root / top}/" for top in CODE)
        files |= {file.removeprefix(f"{root}/") for file in entered if file.startswith(tops)}
        entered = None


Look = Callable[[str], Any]
"""Where a way begins and ends: a context with the way's name."""


def at_a_table(folder: Path, look: Look) -> None:
    """A press, and a touch on a deal of mariáš."""
    conftest, doubles, marias = (
        import_module(f"tests.kiosk.{name}") for name in ("conftest", "situations.polish_doubles", "situations.marias")
    )
    player = conftest.DoublesPlayer(folder)
    doubles.begin(player)
    for side in (0, 1, 0):
        doubles.write(player, "DÝMKA", 38)
        with look("press"):
            player.press(side)
            player.settle()
    player.close()
    (folder / "marias").mkdir()
    player = conftest.Counting(folder / "marias")
    marias.opened(player)
    for seat in ("A", "B"):
        with look("touch"):
            player.touch(marias.call_on(marias.DealEntryScreen.on_tap, seat))
            player.settle()
    player.close()


def at_an_event(folder: Path, look: Look) -> None:
    """A result to the standings, and a pairing to a table."""
    rig, real, board, helpers = (
        import_module(f"tests.{name}")
        for name in ("event.rig", "organiser.test_real_tables", "organiser.test_board", "kiosk.event_helpers")
    )
    (folder / "broker").mkdir()
    with contextlib.ExitStack() as stack:
        engine = stack.enter_context(contextlib.contextmanager(rig.running)(folder / "broker"))
        user, password = engine.files.desk
        url = str(folder / "event.db")
        broker = real.BrokerAddress("127.0.0.1", engine.files.port, user, password, engine.files.pin)
        service = real.OrganiserService(rig.EVENT, lambda: real.open_store(url, rig.EVENT), broker)
        service.start()
        stack.callback(service.close)
        desk = real.OrganiserDesk(real.open_store(url, rig.EVENT))
        table = stack.enter_context(contextlib.closing(rig.TableAt(engine, folder / "journal.db")))
        history = real.sample()
        rig.until(lambda: desk.read().places)
        for _ in range(2):
            with look("result"):
                real.play(table, history, 1, len(history.entries))
                table.journal.flush()
                rig.until(lambda: table.journal.outbox.count(rig.EVENT) == 0)
                shown = board.BoardModel()
                with contextlib.closing(real.open_store(url, rig.EVENT)) as store:
                    shown.take(board.everything(store))
                shown.flush()
                assert board.BoardPages(shown).part("results", "cs")
        with pytest.MonkeyPatch.context() as patch:
            (folder / "screen").mkdir()
            kiosk = helpers.Table(folder / "screen", patch)
            for title, names in (("Krtci", ["Krtci", "Sloky"]), ("Sloky", ["Sloky", "Krtci"])):
                with look("pairing"):
                    desk.pair_all("polish_doubles", [TableSeating(7, [["Jana", "Petr"], ["Eva", "Karel"]], names)], 3)
                    rig.until(lambda title=title: (pairing := table.status.order.pairing) and pairing.names[0] == title)
                    kiosk.came(table.status)
            kiosk.player.close()


def main() -> int:
    """Print the figures of the checkout in the working directory."""
    root = Path.cwd()
    sys.path.insert(0, str(root))
    ways: dict[str, list[set[str]]] = {}

    @contextlib.contextmanager
    def look(name: str) -> Iterator[None]:
        files: set[str] = set()
        with looked_at(root, files):
            yield
            time.sleep(0.2)  # what other threads do of it
        ways.setdefault(name, []).append(files)

    threading.setprofile(note)
    sys.setprofile(note)
    for walk in (at_a_table, at_an_event):
        with tempfile.TemporaryDirectory(prefix="dvojtah-walk-") as folder:
            walk(Path(folder), look)
    sys.setprofile(None)
    for name, times in ways.items():
        files = times[-1]
        parts = ", ".join(f"{top} {sum(file.startswith(f'{top}/') for file in files)}" for top in CODE)
        folders = sorted({str(Path(file).parent) for file in files})
        sys.stdout.write(f"{name}: {len(files)} files ({parts}) in {len(folders)} folders: {', '.join(folders)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
