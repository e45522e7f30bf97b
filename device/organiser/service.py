"""The organiser's program: ingest, and the announcer that tells the tables what the log says they should know."""

from __future__ import annotations

import logging
import queue
import threading
import time
import uuid
from collections.abc import Callable

import msgspec

from device.common.event import messages, wire
from device.common.event.mqtt_client import PAHO, MqttClientFactory
from device.common.version import version
from device.organiser.acts import observations
from device.organiser.acts.rollout_step import RolloutStep
from device.organiser.log import orders
from device.organiser.log.event_log import EventLog
from device.organiser.log.ingest import BrokerAddress, Ingest
from device.organiser.log.rollout import Rollout
from device.organiser.log.table_rows import MOST_OTHER_DEVICES
from device.organiser.store import DESK, EventStore, LogRow, RefusedMessage, StoreTrouble
from device.organiser.store.event_clock import APART, EventClock
from device.organiser.store.rows import CLOCK, ROLLOUT
from device.organiser.tournament.table_lists import lists_of, with_lists
from rules.game import SECOND, Nanoseconds
from rules.message import Message

log = logging.getLogger("dvojtah.organiser")

LOOK_S = 0.2
"""How often the announcer comes round: it looks for what another program decided in a store that tells nobody."""
HANGS = 30 * SECOND
"""How long one turn of the announcer may take."""


class OrganiserService:
    """Everything of the organiser's but its pages.

    ``open_store`` opens a handle on the store; each thread has its own. Raises `StoreTrouble` where there is none.
    ``troubled`` is called whenever the store begins to take nothing, and when it takes something again. ``mqtt`` makes
    the MQTT client.
    """

    def __init__(
        self,
        event: str,
        open_store: Callable[[], EventStore],
        broker: BrokerAddress,
        troubled: Callable[[bool], None] = lambda away: None,
        *,
        mqtt: MqttClientFactory = PAHO,
    ) -> None:
        self.trouble: Message | None = None
        self._turned_at, self._read_at = time.monotonic_ns(), 0.0
        self._troubled = troubled
        self.event = event
        self.topics = wire.Topics(event)
        self.clock = EventClock()
        self._own = "@" + uuid.uuid4().hex[:16]
        self._has_said_clock = False
        self._seq = 0
        self._open_store = open_store
        self.rollout = Rollout()
        self.update_address: Callable[[str], str] = lambda file: ""
        """Where tables find a file that is held here; empty for any other."""
        self._lists: object = None
        """The lists that all tables were told last."""
        self._told: dict[str, bytes] = {}
        self._other_devices: dict[int, set[str]] = {}
        self._older_copies: dict[str, int] = {}
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._asks: dict[int, messages.AskGame] = {}
        self._asking = threading.Lock()
        self.ingest = Ingest(
            event,
            open_store,
            broker,
            self.clock,
            asked=self._ask,
            connected=lambda: self._work.put(self._on_connected),
            trouble=self._note,
            mqtt=mqtt,
        )
        self._news = threading.Event()
        """That the announcer is asked to read the log and has not begun to."""
        self._announcer = threading.Thread(target=self._announce, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin to listen and to tell. Raises `StoreTrouble`."""
        self.open()
        self.ingest.start()
        self._announcer.start()

    def open(self) -> None:
        """Open the store and read what stands there; the event's clock goes on from it. Raises `StoreTrouble`."""
        self._store = self._open_store()
        self.log = EventLog(self._open_store())
        self.state, _ = self.log.changes()
        """The event as the announcer read it last; never changed, so that any thread may read it."""
        self._watch = self._store.watch(self._on_news, LOOK_S)
        self.clock.go_on(self._store.now(), self.state.ahead, self.state.heard)
        if self.state.unreadable:
            log.warning("%d rows of the log cannot be read and are passed over", self.state.unreadable)

    def comes_round(self, now: Nanoseconds) -> bool:
        """Whether the announcer has come round lately; ``now`` is monotonic ns. Where it has not it hangs."""
        return now - self._turned_at < HANGS

    def close(self) -> None:
        """Stop; what was heard is committed."""
        self.ingest.close()
        self._work.put(None)
        self._announcer.join(timeout=10)
        self._watch.close()
        self._store.close()
        self.log.close()

    def _note(self, trouble: Message | None) -> None:
        """What is wrong with the store where tables are listened to, None where nothing is."""
        before, self.trouble = self.trouble, trouble
        if (before is None) != (trouble is None):
            self._troubled(trouble is not None)

    def _ask(self, table: int, ask: messages.AskGame) -> None:
        """Answer a table later; of several questions that wait only its last is answered."""
        with self._asking:
            waits = table in self._asks
            self._asks[table] = ask
        if not waits:
            self._work.put(lambda: self._answer(table))

    def _on_news(self) -> None:
        """There may be new rows; from any thread. However often that is said, the announcer reads once."""
        if not self._news.is_set():
            self._news.set()
            self._work.put(self._read)

    def _look(self) -> None:
        """Nothing came: read what nobody told of."""
        if time.monotonic() - self._read_at >= self._watch.look_s:
            self._read()

    def _announce(self) -> None:
        while True:
            self._turned_at = time.monotonic_ns()
            try:
                work = self._work.get(timeout=LOOK_S)
            except queue.Empty:
                work = self._look
            if work is None:
                return
            try:
                self._say_clock()
                work()
                self._roll_out()
                self.compare_clocks()
            except StoreTrouble as trouble:
                log.error("%s", trouble)
                time.sleep(1)
            except Exception:
                log.exception("the announcer goes on")

    def _on_connected(self) -> None:
        self._told.clear()
        self._read()
        self._tell_all()

    def _say_clock(self) -> None:
        """Put the id of this clock into the log, once: tables that are told two know neither round nor time."""
        if not self._has_said_clock:
            clock_set = observations.ClockSet(ahead=self.clock.ahead(self._store.now()), clock=self.clock.id)
            self._write(CLOCK, clock_set)
            self._has_said_clock = True

    def _follow_clock(self, ahead: Nanoseconds) -> bool:
        """Go by the event's clock as the log has it, ``ahead`` until now; whether its id is another one."""
        state, wall = self.state, self._store.now()
        if not self._has_said_clock:
            return False
        if state.ahead != ahead and abs(self.clock.ahead(wall) - state.ahead) > APART:  # two machines drift apart
            self.clock.go_on(wall, state.ahead, 0)
        before, self.clock.id = self.clock.id, state.clock or self.clock.id
        return before != self.clock.id

    def compare_clocks(self) -> None:
        """Note it where the wall clock was set: everything else computes the event's time from it."""
        ahead = self.clock.ahead(self._store.now())
        if abs(ahead - self.state.ahead) > APART:
            log.warning("the wall clock was set; the event's clock is %.1f s ahead of it now", ahead / 1e9)
            self._write(CLOCK, observations.ClockSet(ahead=ahead))
            self._read()

    def _read(self) -> None:
        """Take what is new in the log, and tell whoever it concerns."""
        self._news.clear()
        self._read_at = time.monotonic()
        asked, ahead = self.state.rollout.asked, self.state.ahead
        self.state, changes = self.log.changes()
        now = self.state.rollout.asked
        if self._follow_clock(ahead) or changes.all:
            self._tell_all()
        else:
            before, self._lists = self._lists, lists_of(self.state) if changes.lists else self._lists
            for number in self.state.places if before != self._lists else changes.tables:
                self._tell_table(number)
            for number in {n for n in asked.keys() | now.keys() if asked.get(n) != now.get(n)}:
                self._tell_table(number)

    def _tell_all(self) -> None:
        on = self.state.round
        message = orders.round_on(on, self.clock.id, self.state.title)
        self._tell(self.topics.of_desk("all", "round"), message)
        self._tell(self.topics.of_desk("all", "notice"), orders.notice(self.state.notice))
        for number in self.state.places:
            self._tell_table(number)

    def _tell_table(self, number: int) -> None:
        place = self.state.place(number)
        order = with_lists(self.state, self.state.order(place), place)
        order = msgspec.structs.replace(order, version=version(), update=self._update_for(number))
        self._tell(self.topics.of_desk(number, "order"), order)
        self._note_older_copy(number)
        known = self._other_devices.setdefault(number, set())
        for device in [other_device for other_device in place.other_devices if other_device not in known][
            : MOST_OTHER_DEVICES - len(known)
        ]:
            known.add(device)
            reason = f"device {device} speaks as table {number}, which belongs to device {place.holder}"
            log.warning("%s", reason)
            self._store.append([], [RefusedMessage(self.clock.now(), self.topics.state(number), reason, 0, "")])

    def _note_older_copy(self, number: int) -> None:
        game = self.state.game_at(self.state.place(number))
        if game is not None and game.older_copy and self._older_copies.get(game.uid) != game.older_copy:
            self._older_copies[game.uid] = game.older_copy
            warning = (
                "table %d went on from an older copy of its card at entry %d of game %s: what it says since counts, "
            )
            log.warning(warning + "what it said before is kept in the log", number, game.older_copy, game.uid)

    def _update_for(self, number: int) -> messages.UpdateOrder | None:
        """The update that a table is to take now."""
        ordered, address = self.state.ordered, self.state.rollout.asked.get(number)
        if ordered is None or address is None:
            return None
        return messages.UpdateOrder(
            update=ordered.update, version=ordered.version, address=address, size=ordered.size if address else 0
        )

    def _roll_out(self) -> None:
        """Ask the next tables to take an update that was ordered, as long as none failed."""
        if self.state.ordered is None or self._next_step() is None:
            return
        with self._store.deciding():  # another organiser may have done it meanwhile
            self._read()
            if (step := self._next_step()) is not None:
                self._write(ROLLOUT, step)
        self._read()

    def _next_step(self) -> RolloutStep | None:
        """What is to be done now for an ordered update; None where nothing is, or others have the file."""
        ordered, state = self.state.ordered, self.state
        file = "" if ordered is None else ordered.file
        online, address = {place.number for place in state.tables() if place.online}, self.update_address(file)
        step = self.rollout.next_step(ordered, state.rollout, self.ingest.reports(), online, address)
        return None if file and not address else step

    def _write(self, kind: str, content: msgspec.Struct) -> None:
        """Keep a row of this program's own."""
        self._seq += 1
        body = msgspec.json.encode(content).decode()
        self._store.append([LogRow(0, DESK, self._own, self._seq, kind, "", 0, 0, self.clock.now(), body)])

    def _tell(self, topic: str, message: messages.Order | messages.CurrentRound | messages.Notice) -> None:
        """Publish what differs from what was sent last. What no table could read is logged, and the rest is sent."""
        try:
            mark = wire.encode(message)
            wire.decode(mark, type(message))
        except (wire.BadMessage, OverflowError, ValueError) as error:
            log.error("not sent on %s: %s", topic, error)
            return
        if self._told.get(topic) != mark and self.ingest.publish(topic, message, retain=True):
            self._told[topic] = mark

    def _answer(self, table: int) -> None:
        """Entries of a game for the spare that takes it up."""
        self._read()
        with self._asking:
            ask = self._asks.pop(table)
        game = self.state.games.get(ask.game)
        if game is None or not self.state.may_have(table, ask):
            log.warning("table %d asks for game %s, which is not offered to it", table, ask.game)
            return
        self.ingest.publish(self.topics.of_desk(table, "game"), self.state.part(game, ask))
