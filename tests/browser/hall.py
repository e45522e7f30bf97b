"""A hall with tables of both kinds at one event: devices and browsers, and everything that can happen to them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from websockets.exceptions import ConnectionClosed

from device.browser.tables import folder_of
from device.common.event.ticket import code_of
from device.common.games.registry import SPECS
from device.common.settings.settings import Settings
from device.event.client import fold
from device.event.status import GameTakenOver
from device.game_files import fetch
from device.kiosk.touches import COSTLY_SETTLE
from device.organiser.store import everything, open_store
from rules.history import History
from tests.browser.program import Cable, Client, ServedTable
from tests.browser.test_tables import addresses, children, client, listening
from tests.event.rig import TableAt, until
from tests.organiser.chromium import Browser
from tests.organiser.evening import CARDS, EVENT, Evening, FullDisk, shown_on_card
from tools.bench.browser import way_to_a_game
from tools.play.gallery import FULL, load_record

BELOW_LINE = 12
"""A table at an event has a line above its screen; half its height lower, what is touched is there in both cases."""
STEP = 8
"""Entries of the record that a device makes in a round."""
STORE_MB, TABLE_MB = 24, 160
"""Sizes of disks; a table with little room on its own says so where its buttons are."""


def tap(player: Client, place: tuple[int, int]) -> None:
    """Look at what has come up, and touch it; once more where the line of the event came up just then."""
    for _ in range(5):
        player.listen(COSTLY_SETTLE / 1e9 + 0.2)
        player.say("touch", "down", 1, *place, player.seq, 60_000)
        player.say("touch", "up", 1, *place, 0, 0)
        if player.changes(5):
            return
    raise AssertionError(f"nothing changes at {place}")


def begin(there: tuple[str, str], way: list[tuple[int, int]]) -> Client:
    """A browser that plays at a table, its chess clock ready for the first press."""
    player = client(there)
    assert player.seat()[1]
    player.whole()
    for place in way:
        tap(player, place)
    return player


def press(player: Client, side: int) -> None:
    key = ("ArrowLeft", "ArrowRight")[side]
    player.listen(0.1)
    player.say("key", key, "down", player.seq, 0)
    assert player.changes(20), "the press shows"
    player.say("key", key, "up")


def events(history: History) -> list[tuple[int, object]]:
    return [(entry.n, entry.event) for entry in history.entries]


class Hall:
    """``counts``: how many devices there are, and how many browsers. Half of all tables are behind one ``switch``."""

    def __init__(self, folder: Path, counts: tuple[int, int]) -> None:
        self.folder = folder
        self.devices = tuple(range(1, counts[0] + 1))
        self.browsers = tuple(range(counts[0] + 1, sum(counts) + 1))
        self.closing = contextlib.ExitStack()
        try:
            self._open(sum(counts))
        except BaseException:
            self.closing.close()
            raise

    def _open(self, count: int) -> None:
        folder = self.folder
        self.store_disk = FullDisk(folder / "store", STORE_MB)
        self.closing.callback(self.store_disk.close)
        self.evening = Evening(folder, self.store_disk.url, count)
        self.closing.callback(self.evening.close)
        self.evening.start_broker()
        self.evening.start_organiser()
        self.switch = Cable(self.evening.port)
        self.closing.callback(self.switch.cut)
        self.record = load_record(FULL)
        self.tables = {number: self.device(number) for number in self.devices}
        self.games = {
            n: table.journal.new_game(self.record.game, self.record.setup) for n, table in self.tables.items()
        }
        self.disks = {self.browsers[-1]: FullDisk(self.folder_of(self.browsers[-1]), TABLE_MB)}
        self.closing.callback(self.disks[self.browsers[-1]].close)
        codes = folder / "codes.txt"
        codes.write_text("".join(f"{number}\t{code_of(self.ticket(number))}\n" for number in self.browsers))
        options = ("--tables", str(len(self.browsers)), "--first", str(self.browsers[0]), "--codes", str(codes))
        self.served = ServedTable(folder / "browsers", *options)
        self.closing.callback(self.served.close)
        self.places = addresses(self.served)
        assert tuple(self.places) == self.browsers
        self.people = ThreadPoolExecutor(len(self.browsers))
        way = [(x, y + BELOW_LINE) for x, y in way_to_a_game(folder / "way")]
        self.lines = dict(zip(self.browsers, self.people.map(begin, self.places.values(), [way] * 99), strict=False))
        self.rounds = 0
        self._over = threading.Event()
        threading.Thread(target=self._live, daemon=True).start()

    def _live(self) -> None:
        """A page says now and then that it is there."""
        while not self._over.wait(4):
            for line in list(self.lines.values()):
                with contextlib.suppress(ConnectionClosed):
                    line.say("alive")

    def close(self) -> None:
        self._over.set()
        for line in self.lines.values():
            line.close()
        for table in self.tables.values():
            table.close()
        self.closing.close()

    # -- tables ----------------------------------------------------------------------------------------------------

    def ticket(self, number: int):
        """A table's ticket; every second one leads through the switch."""
        ticket = self.evening.files.ticket(number)
        return msgspec.structs.replace(ticket, port=self.switch.port) if number % 2 else ticket

    def device(self, number: int, name: str = "") -> TableAt:
        return TableAt(self.evening, self.folder / f"{number}{name}.db", number, self.ticket(number))

    def folder_of(self, number: int) -> Path:
        return folder_of(Settings(journal=str(self.folder / "browsers" / "journal.db")), number)

    def kept(self, number: int) -> History | None:
        """The game in the journal of a browser's table."""
        filed = fetch(self.folder_of(number) / "journal.db")
        return None if filed is None else filed.history

    def round(self) -> None:
        """Every browser presses once, every device makes some more entries of the record."""
        list(self.people.map(press, self.lines.values(), [self.rounds % 2] * len(self.lines)))
        for number, table in self.tables.items():
            for entry in self.record.entries[self.rounds * STEP : (self.rounds + 1) * STEP]:
                table.journal.append(self.games[number], entry, "touch", entry.at)
        self.rounds += 1

    def kill_table(self, number: int) -> None:
        """The process of a browser's table is killed; `dvojtah serve` starts it anew."""
        port = self.places[number][0].split(":")[1]
        os.kill(next(pid for pid in children(self.served.process.pid) if port in listening(pid)), signal.SIGKILL)
        self.lines.pop(number).close()

    def replace_device(self, number: int) -> None:
        """A device breaks, the organiser gives its number free, and a spare takes up its game."""
        broken, game, desk = self.tables[number], self.games[number], self.evening.desk()
        broken.journal.flush()
        uid = broken.journal.outbox.uid(game)
        until(lambda: broken.journal.outbox.count(EVENT) == 0, 40, "the broken one has said everything")
        broken.close()
        desk.read()
        desk.release(number)
        spare = self.device(number, "-spare")
        until(lambda: (game := spare.status.offered_game) and game.game == uid, 40, "its game is offered")
        spare.link.take(uid)
        taken = until(
            lambda: next((event for event in spare.told if isinstance(event, GameTakenOver)), None), 40, "it came"
        )
        self.games[number] = spare.journal.adopt(uid, EVENT, fold(taken), taken.at)
        spare.link.claim(uid)
        until(lambda: spare.status.order.holder == spare.status.device, 40, "the number is the spare's")
        self.tables[number] = spare

    def waits_for_the_organiser(self, number: int) -> bool:
        """Whether a device has something to say, and nobody to say it to."""
        table = self.tables[number]
        return not table.status.connected and table.journal.flush() and table.journal.outbox.count(EVENT) > 0

    # -- in the end ------------------------------------------------------------------------------------------------

    def histories(self) -> dict[int, History]:
        """The journals, folded by the rules."""
        history = History.begin(self.record.game, self.record.setup)
        for entry in self.record.entries[: self.rounds * STEP]:
            history = history.accept(entry.event, entry.at)
        return dict.fromkeys(self.devices, history) | {n: self.kept(n) for n in self.browsers}

    def arrived(self) -> tuple[dict[int, History], dict[int, History]] | None:
        """What the organiser has of each table, and what the tables have, once that is as many entries."""
        games = self.evening.desk().read().games.values()
        heard = {game.table: game.history for game in games if game.history is not None}
        counts = {number: len(history.entries) for number, history in heard.items()}
        histories = self.histories()
        wanted = {number: history and len(history.entries) for number, history in histories.items()}
        return (heard, histories) if counts == wanted else None

    def check(self, browser: Browser) -> int:
        """Nothing is lost, nothing doubled, and the board shows what the journals fold to; how many rows there are."""
        heard, histories = until(self.arrived, 120, "everything is at the organiser's")
        state = self.evening.desk().read()
        for number, mine in histories.items():
            assert events(heard[number]) == events(mine)
            assert heard[number].state == mine.state
        assert len(state.games) == len(histories)
        assert not any(game.conflicts or game.trouble for game in state.games.values())
        rows = [(row.table, row.boot, row.seq) for row in everything(open_store(self.store_disk.url, EVENT))]
        assert len(rows) == len(set(rows))
        wanted = []
        for number, history in histories.items():
            card = SPECS[history.game.key].card.load().card(history.state)
            wanted.append([f"card-{number}", *shown_on_card(card, history.game.progress(history.state))])
        browser.open(f"{self.evening.board}/cs/")
        seen(lambda: browser.read(CARDS), wanted)
        return len(rows)


def seen(look: Callable[[], object], wanted: object, seconds: float = 20) -> None:
    """Look until that is seen, and fail with what there is instead."""
    end = time.monotonic() + seconds
    while (now := look()) != wanted and time.monotonic() < end:
        time.sleep(0.1)
    assert now == wanted
