"""A table and an event client of an earlier version, as the hall speaks to the present ones.

People know today's game: they see what the earlier table has on record as today's rules read it, and what they do goes
to the earlier program as a record has it. What that refuses, it refuses.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from device.common.event.messages import Order, Pairing, ReturnedResult
from device.event.status import NOTHING
from rules.game import Event, Game, Setup
from rules.games import GAMES
from rules.history import History
from rules.loading import readable
from rules.message import Refusal
from rules.record import begin, setup_values
from rules.stored_game import kept_text, take

if TYPE_CHECKING:
    from tools.world.versions.earlier import EarlierProgram

T = TypeVar("T")


def as_present(kind: type[T], message: Any) -> T:
    """A message of an earlier version, as the present one would read its bytes."""
    return msgspec.json.decode(msgspec.json.encode(message), type=readable(kind))


def either(of: Any, *names: str) -> Any:
    """What ``of`` has by the first of these names that it knows."""
    return getattr(of, next(name for name in names if hasattr(of, name)))


class EarlierTable:
    """Stands for `device.table.table.Table`."""

    def __init__(self, program: EarlierProgram, journal: Any, now: Any) -> None:
        self._program = program
        self.own = program.copy.module("device.table.table").Table(journal, program.games, now)
        self._seen: Any = None
        self._history: History | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)

    @property
    def history(self) -> History | None:
        """The game on the table, as today's rules read what is on record of it."""
        own, before = self.own.history, self._seen
        if own is before:
            return self._history
        self._seen = own
        if own is None:
            self._history = None
            return None
        history = self._history
        if history is None or before is None or own.setup is not before.setup:
            history = begin(msgspec.json.decode(self._program.record.setup_line(own.setup)))
        elif len(history.entries) > len(own.entries):
            history = begin(setup_values(history.setup))
        known = len(history.entries)
        for entry, text in zip(islice(own.entries, known, None), self._texts(own, known), strict=True):
            history = take(history, text, entry.at)
        self._history = history
        return history

    def _texts(self, own: Any, known: int) -> Iterator[str]:
        record = self._program.record
        if hasattr(record, "kept_texts"):
            return islice(record.kept_texts(own), known + 1, None)  # the setup comes first
        return (record.kept_text(entry.event) for entry in islice(own.entries, known, None))

    @property
    def game(self) -> Game[Any]:
        """Today's rules of the game on the table."""
        return GAMES[self.own.game.key]

    @property
    def state(self) -> Any:
        """Its state by today's rules."""
        assert self.history is not None
        return self.history.state

    def new(self, setup: Setup) -> None:
        """As `Table.new`."""
        with self.refusing():
            _, own = self._program.record.setup_from(self._program.known(setup_values(setup)))
            self.own.new(own)

    def resume(self, game: int) -> None:
        """As `Table.resume`."""
        with self.refusing():
            self.own.resume(game)

    def leave(self) -> None:
        """As `Table.leave`."""
        with self.refusing():
            self.own.leave()

    def do(self, event: Event, *, source: str = "touch") -> int:
        """As `Table.do`."""
        with self.refusing():
            own = self._program.record.event_from(self.own.game, msgspec.json.decode(kept_text(event)))
            return int(self.own.do(own, source=source))

    def on_press(self, side: int, at: int, doubt: int = 0) -> None:
        """As `Table.on_press`; an earlier table knows of no doubt."""
        with self.refusing():
            either(self.own, "on_press", "pressed")(side, at)

    @contextlib.contextmanager
    def refusing(self) -> Iterator[None]:
        """What the earlier program refuses is a `Refusal` of today's, with its sentence."""
        try:
            yield
        except self._program.refusals as refusal:
            raise Refusal("", "{reason}", reason=str(refusal)) from None


@dataclass(frozen=True)
class EarlierStatus:
    """What people see of `device.event.status.EventStatus`."""

    own: Any
    order: Order

    @property
    def away(self) -> bool:
        """Whether the number belongs to another device."""
        return bool(self.own.away)

    @property
    def offered_game(self) -> Any:
        """The game that may be taken up."""
        return either(self.own, "offered_game", "offered")

    @property
    def coming(self) -> Any:
        """How far one is taken up."""
        return self.own.coming


class EarlierClient:
    """Stands for `device.event.client.EventClient`."""

    def __init__(self, program: EarlierProgram, own: Any) -> None:
        self._program, self.own = program, own
        self._status: EarlierStatus | None = None

    def start(self) -> None:
        """As `EventClient.start`."""
        self.own.start()

    @property
    def device(self) -> str:
        """The device's id."""
        return str(either(self.own, "device", "_device"))

    @property
    def call(self) -> Any:
        """The call of the referee, where there is one."""
        return self.own.call

    @property
    def status(self) -> EarlierStatus | None:
        """What the table knows of its event."""
        own = self.own.status
        if own is None:
            return None
        if self._status is None or self._status.own is not own:
            self._status = EarlierStatus(own, as_present(Order, own.order))
        return self._status

    @property
    def order(self) -> Order:
        """As `EventClient.order`."""
        status = self.status
        return NOTHING if status is None or status.away else status.order

    def call_referee(self, table: EarlierTable) -> None:
        """As `EventClient.call_referee`."""
        self.own.call_referee(table.own)

    def call_off(self) -> None:
        """As `EventClient.call_off`."""
        self.own.call_off()

    def take_up(self) -> None:
        """As `EventClient.take_up`."""
        self.own.take_up()

    def confirm_pairing(self, pairing: Pairing) -> None:
        """As `EventClient.confirm_pairing`."""
        kind = self._program.copy.module("device.event.messages").Pairing
        own = msgspec.json.decode(msgspec.json.encode(pairing), type=readable(kind))
        either(self.own, "confirm_pairing", "confirmed")(own)

    def newest_game(self, kind: str) -> int | None:
        """As `EventClient.newest_game`."""
        game: int | None = self.own.newest_game(kind)
        return game

    def returned_result(self, table: EarlierTable) -> ReturnedResult | None:
        """As `EventClient.returned_result`."""
        returned = either(self.own, "returned_result", "returned")(table.own)
        return None if returned is None else as_present(ReturnedResult, returned)

    def game_of(self, returned: ReturnedResult) -> int | None:
        """As `EventClient.game_of`."""
        game: int | None = self.own.game_of(returned)
        return game
