"""A table at an event, without a network: what comes in, what goes out, what the screens may know.

No sockets, no threads, no clock of its own: times are ns of the device's monotonic clock and come from outside, so an
evening with a poor network is over in a second when tests want it. `device.event.connection` gives it a broker.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from device.common.event import wire
from device.common.event.messages import (
    Ack,
    AskGame,
    AskTime,
    CurrentRound,
    EntryRow,
    GamePart,
    TableHealth,
    TableSnapshot,
    Time,
    TurnState,
)
from device.common.event.mqtt_client import OutgoingMessage
from device.common.event.wire import BadMessage, Topics
from device.event.row_publisher import RowPublisher
from device.event.status import NOTHING, EventStatus, GameTakenOver, OtherStore, RowsLacking
from device.event.timing import QUICK, OrganiserClock, countdown
from device.journal.outbox import Outbox
from rules.game import SECOND, Nanoseconds
from rules.message import Message

log = logging.getLogger("dvojtah.event")

BUSY_BEAT, QUIET_BEAT = 15 * SECOND, 60 * SECOND
"""How often (ns) the snapshot is sent without a change, while a clock runs and while none does."""
STATE_GAP = SECOND
"""The least time between two snapshots."""
ASK_AGAIN = 3 * SECOND
"""How long an answer about a game may take."""
OTHER_SEEN = 150 * SECOND
"""How long another device with this number counts as present after its last message."""
AGAIN_GAP = 60 * SECOND
"""The least time between two sendings of everything, however often somebody says that rows are lacking."""
MOST_ENTRIES = 50_000
"""Entries of a game that is taken up; no game has so many."""


@dataclass(slots=True)
class _GameTransfer:
    """A game that is being taken up."""

    game: str
    entries: list[EntryRow]
    total: int = 0
    ask_at: Nanoseconds = 0


class EventSession:
    """One table's part in an event.

    ``tell`` takes what the table's loop has to do: `GameTakenOver`, `OtherStore`, `RowsLacking`. ``boot`` is this
    run's, ``device`` this device's id, ``health`` says how its machine is.
    Everything belongs to one thread.
    """

    def __init__(
        self,
        event: str,
        table: int,
        boot: str,
        device: str,
        store: Outbox,
        tell: Callable[[Any], None],
        version: str = "",
        health: Callable[[], TableHealth | None] = lambda: None,
    ) -> None:
        self._health = health
        self.topics = Topics(event)
        self.boot, self.device, self.table, self.event = boot, device, table, event
        self.refused = 0
        self._store = store
        self._tell = tell
        self.publisher = RowPublisher(lambda after, most: store.waiting(event, after, most))
        self._clock = OrganiserClock()
        self._status = EventStatus(event, table, device)
        self._round: CurrentRound | None = None
        self._state = TableSnapshot(boot=boot, device=device, version=version)
        self._stamp = 0
        self._shown_at: int | None = None
        self._changed = True
        self._other: int | None = None
        self._coming: _GameTransfer | None = None
        self._claim = ""
        self._claim_at = 0
        self._organiser: str | None = None
        self._again_from = 0

    # -- the connection --------------------------------------------------------------------------------------------

    @property
    def will(self) -> OutgoingMessage:
        """What the broker says when this table is gone without a word."""
        gone = TableSnapshot(boot=self.boot, device=self.device, online=False)
        return OutgoingMessage(self.topics.state(self.table), wire.encode(gone), retain=True)

    def on_open(self, now: Nanoseconds) -> None:
        """There is a connection with the broker."""
        self._status = replace(self._status, connected=True, trouble=None)
        self.publisher.open()
        self._clock.open(now)
        self._changed, self._shown_at = True, None
        if self._coming:
            self._coming.ask_at = now
        self._claim_at = now

    def on_close(self, trouble: Message | None = None) -> None:
        """There is none; ``trouble`` says why, where that is known. Nothing is forgotten."""
        self.publisher.close()
        self._clock.close()
        self._other = None
        self._status = replace(self._status, connected=False, trouble=trouble, twice=False)

    # -- what the table does ---------------------------------------------------------------------------------------

    def show(self, state: TableSnapshot, now: Nanoseconds) -> None:
        """What runs now, of game time and turn as of ``now``; identity and waiting are filled in here."""
        self._state = msgspec.structs.replace(state, boot=self.boot, device=self.device, version=self._state.version)
        self._stamp = now
        self._changed = True

    def take(self, game: str, now: Nanoseconds) -> None:
        """Take up the game of that uid: ask the organiser for its entries until all are here."""
        self._coming = _GameTransfer(game, [], ask_at=now)

    def claim(self, game: str, now: Nanoseconds) -> None:
        """The game stands on this device: the number is its own."""
        self._claim, self._claim_at = game, now

    # -- what comes in ---------------------------------------------------------------------------------------------

    def on_message(self, topic: str, payload: bytes, now: Nanoseconds, *, retained: bool = False) -> None:
        """A message. One that is not understood is refused, counted and logged; nothing else happens then."""
        try:
            where, content = wire.read(self.event, topic, payload)
            if where.table not in (0, self.table):
                raise BadMessage(f"for table {where.table}")
        except BadMessage as error:
            self.refused += 1
            log.warning("refused on %s: %s", topic[:120], error)
            return
        if where.word in ("order", "round", "notice") and not retained:
            self.publisher.on_message()  # the organiser is there, and may have missed what was sent before
        if not where.desk:
            self._namesake(content, now, retained)
        elif where.word == "order":
            self._status = replace(self._status, order=content or NOTHING)
        elif where.word == "round":
            self._round = content
            if content is not None and content.clock != self._clock.clock:
                self._clock.ask_soon(now)
        elif where.word == "notice":
            self._status = replace(self._status, notice=content if content and content.text else None)
        elif isinstance(content, Time):
            if content.boot == self.boot and self._clock.on_answer(content, now):
                self.publisher.on_message()
                if self._round is not None and self._round.clock != self._clock.clock:
                    self._clock.ask_soon(now + QUICK)  # of two organisers the other one answered
        elif isinstance(content, Ack):
            self._on_ack(content, now)
        elif isinstance(content, GamePart):
            self._part(content, now)

    def _on_ack(self, ack: Ack, now: Nanoseconds) -> None:
        if ack.store != self._organiser:
            self._organiser = ack.store
            self._tell(OtherStore(ack.store))
        if news := self.publisher.on_ack(ack.boot, ack.seq):
            self._store.on_delivered(self.event, ack.boot, news)
        elif now >= self._again_from and self.publisher.take_lacking():
            self._again_from = now + AGAIN_GAP
            self._tell(RowsLacking())

    def _namesake(self, content: Any, now: Nanoseconds, retained: bool) -> None:
        """Something was published under this table's number: by this device, or by another."""
        if not isinstance(content, TableSnapshot) or content.boot == self.boot:
            return
        if content.online and not retained and content.device != self.device:
            self._other = now
        elif not content.online:
            if content.device != self.device:
                self._other = None
            self._changed, self._shown_at = True, None  # somebody's last will stands where this table's state belongs

    def _part(self, part: GamePart, now: Nanoseconds) -> None:
        coming = self._coming
        if coming is None or part.boot != self.boot or part.game != coming.game or part.after != len(coming.entries):
            return
        numbers = [entry.n for entry in part.entries]
        if numbers != list(range(part.after + 1, part.after + 1 + len(numbers))) or part.total > MOST_ENTRIES:
            self.refused += 1
            log.warning("refused entries of game %s: not one after another", part.game)
            return
        coming.entries.extend(part.entries)
        coming.total = part.total
        coming.ask_at = now
        if len(coming.entries) >= part.total:
            self._coming = None
            self._tell(GameTakenOver(part.game, bytes(part.setup), tuple(coming.entries), part.at))

    # -- what goes out ---------------------------------------------------------------------------------------------

    @property
    def due(self) -> Nanoseconds | None:
        """When `poll` has something to do without anything coming in."""
        if not self._status.connected:
            return None
        moments = [self.publisher.due, self._clock.due, self._state_due]
        moments += [self._coming.ask_at if self._coming else None, self._claim_at if self._claim else None]
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def _state_due(self) -> Nanoseconds:
        if self._shown_at is None:
            return 0
        running = self._state.turn is not None and self._state.turn.running
        return self._shown_at + (STATE_GAP if self._changed else BUSY_BEAT if running else QUIET_BEAT)

    def poll(self, now: Nanoseconds) -> list[OutgoingMessage]:
        """What goes out now, in order."""
        if not self._status.connected:
            return []
        out: list[OutgoingMessage] = []
        if now >= self._state_due:
            out.append(OutgoingMessage(self.topics.state(self.table), wire.encode(self._snapshot(now)), retain=True))
            self._shown_at, self._changed = now, False
        if (asked := self._clock.ask(now)) is not None:
            out.append(self._out("ask-time", AskTime(boot=self.boot, asked=asked)))
        for rows in self.publisher.take(now):
            out.append(self._out("rows", rows))
        if self._coming is not None and now >= self._coming.ask_at:
            self._coming.ask_at = now + ASK_AGAIN
            ask = AskGame(boot=self.boot, device=self.device, game=self._coming.game, after=len(self._coming.entries))
            out.append(self._out("ask-game", ask))
        if self._status.order.holder == self.device:
            self._claim = ""
        if self._claim and now >= self._claim_at:
            self._claim_at = now + ASK_AGAIN
            ask = AskGame(boot=self.boot, device=self.device, game=self._claim, taken=True)
            out.append(self._out("ask-game", ask))
        return out

    def _out(self, word: str, message: msgspec.Struct) -> OutgoingMessage:
        return OutgoingMessage(self.topics.of_table(self.table, word), wire.encode(message))

    def _snapshot(self, now: Nanoseconds) -> TableSnapshot:
        state, passed = self._state, max(0, now - self._stamp)
        turn = state.turn
        if turn is not None and turn.running:
            turn = TurnState(side=turn.side, left=turn.left - passed, running=True)
        at = state.at + passed if state.game else 0
        return msgspec.structs.replace(
            state, at=at, turn=turn, waiting=self._waiting(), doubt=self._clock.doubt, health=self._health()
        )

    # -- what the screens see --------------------------------------------------------------------------------------

    def _waiting(self) -> int:
        """How many things have not arrived; what is taken out of the outbox just now is not counted any more."""
        return 0 if self.publisher.is_idle else self._store.count(self.event)

    def status(self, now: Nanoseconds) -> EventStatus:
        """What the table knows now."""
        coming = (len(self._coming.entries), self._coming.total) if self._coming else None
        return replace(
            self._status,
            answered=self.publisher.is_answered and self._clock.offset is not None,
            countdown=countdown(self._round, self._clock),
            ended=self._round if self._round and self._round.ended and not self._round.round else None,
            twice=self._other is not None and now - self._other < OTHER_SEEN,
            coming=coming,
            wall=self._clock.wall,
            waiting=self._waiting(),
        )
