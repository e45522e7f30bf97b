"""The organiser's program: ingest, and the announcer that tells the tables what the log says they should know."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable

from device.event import wire
from device.organiser.hall import Hall
from device.organiser.ingest import Broker, HallClock, Ingest
from device.organiser.store import Refused, Store, StoreTrouble, everything
from rules.message import Message

log = logging.getLogger("dvojtah.organiser")

LOOK_S = 0.2
"""How often the log is looked at for what another program decided."""


class Service:
    """Everything of the organiser's but its pages.

    ``open_store`` opens a handle on the store; each thread has its own. Raises `StoreTrouble` where there is none.
    ``troubled`` is told whenever the store begins to take nothing, and when it takes something again.
    """

    def __init__(self, event: str, open_store: Callable[[], Store], broker: Broker,
                 troubled: Callable[[bool], None] = lambda away: None) -> None:  # fmt: skip
        self.trouble: Message | None = None
        self._troubled = troubled
        self.event = event
        self.topics = wire.Topics(event)
        self.clock = HallClock()
        self._open_store = open_store
        self._hall = Hall()
        self._told: dict[str, bytes] = {}
        self._strangers: set[tuple[int, str]] = set()
        self._work: queue.SimpleQueue[int | str | None] = queue.SimpleQueue()
        self._asks: dict[int, wire.AskGame] = {}
        self._asking = threading.Lock()
        self._woken = threading.Event()
        self.ingest = Ingest(
            event, open_store, broker, self.clock,
            committed=self._wake, asked=self._ask,
            connected=lambda: self._work.put("connected"), trouble=self._note,
        )  # fmt: skip
        self._announcer = threading.Thread(target=self._announce, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin to listen and to tell. Raises `StoreTrouble`."""
        self._store = self._open_store()
        self.ingest.start()
        self._announcer.start()

    def close(self) -> None:
        """Stop; what was heard is committed."""
        self.ingest.close()
        self._work.put(None)
        self._announcer.join(timeout=10)
        self._store.close()

    def _note(self, trouble: Message | None) -> None:
        """What is wrong with the store where tables are listened to, None where nothing is."""
        before, self.trouble = self.trouble, trouble
        if (before is None) != (trouble is None):
            self._troubled(trouble is not None)

    def _wake(self) -> None:
        if not self._woken.is_set():
            self._woken.set()
            self._work.put("committed")

    def _ask(self, table: int, ask: wire.AskGame) -> None:
        """Answer a table later; of several questions that wait only its last is answered."""
        with self._asking:
            waits = table in self._asks
            self._asks[table] = ask
        if not waits:
            self._work.put(table)

    def _announce(self) -> None:
        while True:
            try:
                work = self._work.get(timeout=LOOK_S)
            except queue.Empty:
                work = "look"
            if work is None:
                return
            self._woken.clear()
            try:
                if work == "connected":
                    self._told.clear()
                    self._read()
                    self._tell_all()
                elif isinstance(work, int):
                    self._read()
                    with self._asking:
                        ask = self._asks.pop(work)
                    self._answer(work, ask)
                else:
                    self._read()
            except StoreTrouble as trouble:
                log.error("%s", trouble)
                time.sleep(1)
            except Exception:
                log.exception("the announcer goes on")

    def _read(self) -> None:
        """Take what is new in the log, and tell whoever it concerns."""
        touched: set[int] = set()
        everybody = False
        for row in everything(self._store, self._hall.last):
            one = self._hall.take(row)
            everybody = everybody or one.all
            if one.order and one.table:
                touched.add(one.table)
        if everybody:
            self._tell_all()
        else:
            for number in touched:
                self._tell_table(number)

    def _tell_all(self) -> None:
        on = self._hall.round
        paused = None if on.paused_at is None else self.clock.at_wall(on.paused_at)
        self._tell(
            self.topics.of_desk("all", "round"),
            wire.Round(
                clock=self.clock.id, round=on.round, title=self._hall.title, starts=self.clock.at_wall(on.starts),
                length_s=on.length_s, paused_at=paused,
            ),
            same=repr((on, self._hall.title)).encode(),
        )  # fmt: skip
        if (notice := self._hall.notice) is not None:
            said = wire.Notice(notice=notice.notice, text=notice.text, text_en=notice.text_en)
        else:
            said = wire.Notice(notice="0" * 16)
        self._tell(self.topics.of_desk("all", "notice"), said)
        for number in list(self._hall.places):
            self._tell_table(number)

    def _tell_table(self, number: int) -> None:
        place = self._hall.place(number)
        self._tell(self.topics.of_desk(number, "order"), self._hall.order(place))
        strangers = [device for device in place.strangers if (number, device) not in self._strangers]
        for device in strangers:
            self._strangers.add((number, device))
            reason = f"device {device} speaks as table {number}, which belongs to device {place.holder}"
            log.warning("%s", reason)
            self._store.append([], [Refused(time.time_ns(), self.topics.state(number), reason, 0, "")])

    def _tell(self, topic: str, message: wire.Order | wire.Round | wire.Notice, same: bytes | None = None) -> None:
        """Publish what differs from what was told last; ``same`` stands for a message that names a moment."""
        mark = wire.encode(message) if same is None else same
        if self._told.get(topic) != mark and self.ingest.publish(topic, message, retain=True):
            self._told[topic] = mark

    def _answer(self, table: int, ask: wire.AskGame) -> None:
        """Entries of a game for the spare that takes it up."""
        game = self._hall.games.get(ask.game)
        place = self._hall.place(table)
        if game is None or not (place.released or place.holder == ask.device):
            log.warning("table %d asks for game %s, which is not offered to it", table, ask.game)
            return
        self.ingest.publish(self.topics.of_desk(table, "game"), self._hall.part(game, ask))
