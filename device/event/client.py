"""The table's loop and its event: joining, what is sent and shown, what people answer. It knows no game by name.

The loop asks for what screens show (`EventClient.strip`, `EventClient.status`), passes on what came over the line
(`EventClient.on_update`) and what people did; everything that takes time happens in the connection's own thread.
A table that plays no event has a client too, and it costs nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from device.common import i18n
from device.common.address import Address
from device.common.event.messages import (
    CallRow,
    HeldGame,
    NextSeats,
    Order,
    Pairing,
    ReturnedResult,
    TableSnapshot,
    TurnState,
    UpdateProgress,
)
from device.common.event.mqtt_client import PAHO, MqttClientFactory
from device.common.event.ticket import Ticket, from_settings, store_ticket, stored_ticket
from device.common.event.wire import encode
from device.common.i18n import t
from device.common.settings.settings import Settings
from device.common.version import version
from device.event.device_id import BoardNumbers, device_id
from device.event.health import HealthReport
from device.event.status import NOTHING, EventStatus, GameTakenOver, OtherStore, RowsLacking
from device.io.strip import Strip
from device.journal import Journal
from device.table.table import Table
from rules.game import SECOND, CallsReferee, KeepsTime, Nanoseconds, Progress
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.people import Newcomer
from rules.record import begin
from rules.stored_game import take

if TYPE_CHECKING:
    from device.event.connection import BrokerConnection

CONNECTION: Address[type[BrokerConnection]] = Address("device.event.connection:BrokerConnection")
"""Loads what a table without an event never needs."""


class RefereeRequest(msgspec.Struct, frozen=True):
    """What the table's gesture, or its game, asks for: the referee (``call``), or nobody any more."""

    call: bool


class EventClient:
    """This device at its event, or at none. ``post`` takes what comes over the line, from any thread.

    ``status`` is what the table knows (None: it plays no event). ``read`` are announcements and notes that somebody
    has read, ``postponed`` results that are seen to later, ``put_off`` ids of pairings that do not sit down now,
    ``update_progress`` how far an update is that the organiser ordered, ``device`` is this device's id. ``mqtt`` makes
    the MQTT client, ``numbers`` are those of the board (None: they are read). All methods belong to the loop's thread.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        post: Callable[[Any], None],
        now: Callable[[], Nanoseconds],
        health: HealthReport | None = None,
        *,
        mqtt: MqttClientFactory = PAHO,
        numbers: BoardNumbers | None = None,
    ) -> None:
        self.health = health
        self.update_progress: UpdateProgress | None = None
        self.status: EventStatus | None = None
        self.call: CallRow | None = None
        self.trouble: Message | None = None
        self._path = settings.ticket_path
        self._settings = settings.event
        self._journal = journal
        self._post = post
        self._now = now
        self._mqtt = mqtt
        self._link: BrokerConnection | None = None
        self.device = device_id(settings.journal_path, numbers)
        self._shown: Any = None
        self._calls_seen = 0
        self._in_game = False
        self.read: set[str] = set()
        self.postponed: set[ReturnedResult] = set()
        self.put_off: set[str] = set()
        self._attend_found()

    # -- coming and going ------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Connect, in the background."""
        if self.ticket is not None and self._link is None:
            self._connect(self.ticket)

    def close(self) -> None:
        """Close the connection, where there is one."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def join(self, ticket: Ticket, table: Table) -> None:
        """Take part with a ticket; the game on the table is shared. Raises `Refusal`."""
        store_ticket(self._path, ticket)
        self.close()
        self._attend(ticket)
        if table.game_id is not None:
            self._journal.outbox.share(table.game_id)
        self._connect(ticket)

    def leave(self) -> None:
        """Take part no longer; what has not arrived is kept. Raises `Refusal`.

        Where the settings name an event that is the one again.
        """
        store_ticket(self._path, None)
        self.close()
        self._journal.outbox.leave()
        self.status, self.call, self._shown = None, None, None
        self._attend_found()
        self.start()

    def _attend_found(self) -> None:
        """Take part with the ticket of the code, or that of the settings; ``trouble`` is what is wrong with either."""
        self.ticket, self.trouble = stored_ticket(self._path)
        if self.ticket is None:
            self.ticket, wrong = from_settings(self._settings)
            self.trouble = self.trouble or wrong
        if self.ticket is not None:
            self._attend(self.ticket)

    def _attend(self, ticket: Ticket) -> None:
        self.ticket, self.trouble = ticket, None
        self.status = EventStatus(ticket.event, ticket.table, self.device)
        self._shown, self._in_game = None, False
        self._journal.outbox.join(ticket.event, ticket.table)

    def _connect(self, ticket: Ticket) -> None:
        outbox = self._journal.outbox
        health = (lambda: None) if self.health is None else self.health.read
        self._link = CONNECTION.load()(
            ticket, self._journal.boot, self.device, outbox, self._post, self._now, version(), health, mqtt=self._mqtt
        )
        outbox.on_more = self._link.on_more
        self._link.start()

    # -- what comes ------------------------------------------------------------------------------------------------

    def on_update(self, update: Any, table: Table) -> bool:
        """Take what came over the line. True where a game was taken up and is on the table now. Raises `Refusal`."""
        if self.ticket is None:
            return False
        if isinstance(update, RefereeRequest):
            self.call_referee(table) if update.call else self.call_off()
        elif isinstance(update, EventStatus):
            if (update.event, update.table) == (self.ticket.event, self.ticket.table):
                self.status = update
                if self.call is not None and update.away:
                    self.call = None
        elif isinstance(update, OtherStore):
            before = self._journal.outbox.member
            self._journal.outbox.on_store(update.store)
            if before is not None and before.store not in (None, update.store) and self._link is not None:
                self._link.restart()
        elif isinstance(update, RowsLacking):
            self._journal.outbox.send_again()
            if self._link is not None:
                self._link.restart()
        elif isinstance(update, GameTakenOver):
            game = self._journal.outbox.game(update.game)
            if game is None:
                game = self._journal.adopt(update.game, self.ticket.event, fold(update), update.at)
            table.resume(game)
            if self._link is not None:
                self._link.claim(update.game)
            return True
        return False

    # -- what the table shows the organiser ------------------------------------------------------------------------

    def show(self, table: Table) -> None:
        """Tell the organiser what runs, where that has changed."""
        self._follow(table)
        if self._link is None:
            return
        history = table.history
        at = table.game_time()
        turn = history.game.open_turn(history.state, at) if history and isinstance(history.game, KeepsTime) else None
        uid = self._journal.outbox.uid(table.game_id)
        beside = (self.call, self.health and self.health.faults, self.update_progress)
        known = (uid, len(history.entries) if history else 0, turn and (turn.side, turn.running), beside)
        if known == self._shown:
            return
        self._shown = known
        call = self.call.call if self.call else None
        state = TableSnapshot(boot=self._journal.boot, device=self.device, call=call, update=self.update_progress)
        if history is not None and uid is not None:
            state = msgspec.structs.replace(
                state,
                game=uid,
                kind=history.game.key,
                n=len(history.entries),
                at=at,
                turn=TurnState(side=turn.side, left=turn.left, running=turn.running) if turn else None,
                line=i18n.tr(history.game.summary(history.state))[:500],
            )
        self._link.show(state)

    def _follow(self, table: Table) -> None:
        """Call the referee, or call off, where a gesture on the buttons or the game itself did so since last time."""
        if table.calls_for_help != self._calls_seen:
            self._calls_seen = table.calls_for_help
            self._post(RefereeRequest(self.call is None))
        history = table.history
        if history is None:
            return
        in_game = isinstance(history.game, CallsReferee) and history.game.referee_called(history.state)
        if in_game != self._in_game:
            self._in_game = in_game
            self._post(RefereeRequest(in_game))

    # -- what people do --------------------------------------------------------------------------------------------

    def call_referee(self, table: Table) -> None:
        """The table calls the referee; kept like everything else until the organiser has it."""
        if self.status is not None and self.call is None:
            self.call = CallRow(call=uuid.uuid4().hex[:16], game=self._journal.outbox.uid(table.game_id))
            self._journal.outbox.say(encode(self.call).decode(), table.game_id)

    def call_off(self) -> None:
        """Nobody is needed any more."""
        if self.call is not None:
            over = msgspec.structs.replace(self.call, over=True)
            self._journal.outbox.say(encode(over).decode())
            self.call = None

    def confirm_pairing(self, pairing: Pairing) -> None:
        """The next game of its kind is begun for that pairing."""
        self._journal.outbox.pair(pairing.pairing, pairing.kind)

    def take_up(self) -> None:
        """Take up the game that is offered to a spare table."""
        if self.status is not None and self.status.offered_game is not None and self._link is not None:
            self._link.take(self.status.offered_game.game)

    # -- what screens show -----------------------------------------------------------------------------------------

    @property
    def is_referee_coming(self) -> bool:
        """Whether the referee is on the way to this table's call."""
        return self.call is not None and self.status is not None and self.status.order.referee == self.call.call

    @property
    def notice(self) -> tuple[str, str] | None:
        """An announcement that nobody here has read yet: its id and its text."""
        if self.status is None:
            return None
        notice, note = self.status.notice, self.status.order.note
        if notice is not None and notice.notice not in self.read:
            return notice.notice, i18n.wording(notice.text, notice.text_en)
        return (note, note) if note and note not in self.read else None

    @property
    def number(self) -> int | None:
        """This table's number at its event; None: it plays at none."""
        return None if self.status is None else self.status.table

    @property
    def order(self) -> Order:
        """What the organiser wants of this table: nothing without an event, or while the number is another device's."""
        return NOTHING if self.status is None or self.status.away else self.status.order

    @property
    def people(self) -> tuple[Newcomer, ...]:
        """Who takes part, as the organiser sent it last."""
        listed = () if self.status is None else self.status.order.people
        return tuple(Newcomer(participant.person or None, participant.name) for participant in listed)

    @property
    def next_seats(self) -> NextSeats | None:
        """Where those who sat here play next; None once a later round is on."""
        status, seats = self.status, self.order.next
        if status is None or seats is None or not seats.seats:
            return None
        return seats if status.countdown is None or status.countdown.round <= seats.round else None

    @property
    def offered_game(self) -> HeldGame | None:
        """A game that this device may take up."""
        return self.status.offered_game if self.status is not None else None

    def newest_game(self, kind: str) -> int | None:
        """The newest game of this event on this device that is of that kind."""
        mine = (game.id for game in self._journal.games() if game.key == kind and self._journal.outbox.uid(game.id))
        return next(mine, None)

    def game_of(self, returned: ReturnedResult) -> int | None:
        """The game on this device whose result is sent back."""
        return self._journal.outbox.game(returned.game)

    def returned_result(self, table: Table) -> ReturnedResult | None:
        """A result that was sent back, that nobody put off, and whose game is not open on the table already."""
        if self.status is None:
            return None
        for result in self.status.order.returned:
            game = self.game_of(result)
            if game is None or result in self.postponed:
                continue
            if game != table.game_id or table.history is None or table.game.progress(table.state) is Progress.SIGNED:
                return result
        return None

    def strip(self) -> Strip | None:
        """The line at the top of every screen; None where there is no event."""
        if self.status is None:
            return None
        status = self.status
        well = status.connected and status.answered and not status.waiting
        left = t("table {n}", n=status.table)
        if status.waiting and not (status.connected and status.answered):
            left += " · " + t("{n} to be sent later", n=status.waiting)
        elif not status.connected:
            left += " · " + t("not connected")
        elif not status.answered:
            left += " · " + t("waiting for the organiser")
        middle = ""
        if status.away:
            middle = t("Another device has number {n}.", n=status.table)
        elif status.twice:
            middle = t("Number {n} is used twice.", n=status.table)
        elif self.is_referee_coming:
            middle = t("The referee is on the way.")
        elif self.call is not None:
            middle = t("The referee is called.")
        return Strip(left, middle, self.clock(), well)

    def clock(self) -> str:
        """The round and what is left of it, in words; empty where there is none."""
        count = self.status.countdown if self.status is not None else None
        if count is None:
            return ""
        now = self._now()
        if count.paused_at is not None:
            text = t("stopped at {time}", time=i18n.clock(count.time_left(now)))
        elif count.time_until(now):
            text = t("starts in {time}", time=i18n.clock(count.time_until(now)))
        else:
            text = i18n.clock(count.time_left(now)) if count.time_left(now) else t("time is up")
        name = t("round {n}", n=count.round)
        return f"{name} · {text}"

    def due(self) -> Nanoseconds | None:
        """The device time (ns) at which the countdown shows something else; None where nothing counts."""
        count = self.status.countdown if self.status is not None else None
        if count is None or count.paused_at is not None:
            return None
        now = self._now()
        left = count.time_until(now) or count.time_left(now)
        return now + ((left - 1) % SECOND + 1) if left else None


def fold(taken: GameTakenOver) -> History:
    """The game that came over the line, folded by its rules. Raises `Refusal` where its setup makes no game here."""
    try:
        history = begin(msgspec.json.decode(taken.setup))
    except (Refusal, msgspec.DecodeError) as error:
        reason = error.message if isinstance(error, Refusal) else msg("it is damaged")
        raise Refusal("", "The game could not be taken up: {reason}", reason=reason) from None
    for entry in taken.entries:
        history = take(history, bytes(entry.event), entry.at)
    return history
