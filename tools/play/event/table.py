"""A simulated table: plays its course, keeps a journal, and sends it until it is acknowledged. No network in here."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from device.common.event import messages, wire
from device.common.games.registry import SPECS
from rules.game import SECOND
from rules.games import DEFAULT_KEY
from tools.play.event.scripts import Script, scripts, setup_for

BATCH = 50
"""Rows in a message."""
WINDOW = 400
"""Rows that may be on their way without an acknowledgement."""
AGAIN = 4 * SECOND
"""After how long without an acknowledgement everything on its way is sent again."""
STATE_EVERY = 20 * SECOND
"""How often a snapshot is sent without a change."""
PAUSE = 8 * SECOND
"""Between two games of a table."""


@dataclass
class Outgoing:
    """Something to publish."""

    topic: str
    payload: bytes
    retain: bool = False


def nonce() -> str:
    """A random id."""
    return uuid.uuid4().hex[:16]


@dataclass
class SimulatedTable:
    """Table ``number``. ``rows`` is its journal, everything it ever said; ``acked`` how much of it is acknowledged.

    Times are ns of the monotonic clock of whoever calls. Games are played ``speed`` times as fast as recorded,
    with their own game times; where it is ``vivid``, a snapshot follows every entry, so that the board's clocks keep up
    with that. ``rounds`` is how many games are played, None: no end. For measuring:
    ``latencies`` from sending to acknowledgement, and ``made``, when each entry of the running game was.
    """

    number: int
    event: str
    kinds: tuple[str, ...] = (DEFAULT_KEY,)
    speed: float = 1.0
    vivid: bool = False
    rounds: int | None = None
    begin: int = 0
    device: str = field(default_factory=nonce)
    boot: str = field(default_factory=nonce)
    wall: str = "2000-01-01T00:00:00"
    rows: list[messages.AnyRow] = field(default_factory=list)
    acked: int = 0
    sent: int = 0
    refused: bool = False
    played: int = 0
    online: bool = False
    latencies: list[int] = field(default_factory=list)
    made: dict[int, int] = field(default_factory=dict)
    call: str | None = None
    pairing: messages.Pairing | None = None
    round: messages.CurrentRound | None = None
    notice: messages.Notice | None = None
    order: messages.Order | None = None

    def __post_init__(self) -> None:
        self.topics = wire.Topics(self.event)
        self._courses: Iterator[Script] = scripts(self.kinds, self.number)
        self._course: Script | None = None
        self._next = 0
        self._game = ""
        self._origin = self.begin
        self._at = (0, self.begin)
        self._progress = 0
        self._stated = 0
        self._changed = True
        self._sent_at: dict[int, int] = {}
        self._spread = random.Random(self.number).random()

    def begin_at(self, when: int) -> None:
        """Begin the first game then, and not when it was said at first."""
        self.begin = self._origin = when
        self._at = (0, when)

    # -- playing ---------------------------------------------------------------------------------------------------

    @property
    def has_played_all(self) -> bool:
        """Whether it has played all it was to play."""
        return self.rounds is not None and self.played >= self.rounds

    @property
    def due(self) -> int:
        """When it has something to do next."""
        if self._course is None:
            return self._origin
        return self._origin + round(self._course.events[self._next][0] / self.speed)

    def play(self, now: int) -> int:
        """Do everything that was due until ``now``; how many rows that made."""
        entries_made = 0
        while not self.has_played_all and self.due <= now:
            if self._course is None:
                self._begin()
            else:
                at, text = self._course.events[self._next]
                self._next += 1
                self._at = (at, now)
                self.made[self._next] = now
                self._changed = self._changed or self.vivid
                self.rows.append(
                    messages.EntryRow(game=self._game, n=self._next, at=at, event=msgspec.Raw(text.encode()))
                )
                if self._next == len(self._course.events):
                    self._course = None
                    self.played += 1
                    self._origin += round(at / self.speed) + round(
                        PAUSE * (0.5 + self._spread) / max(1.0, self.speed / 20)
                    )
                    self._changed = True
            entries_made += 1
        return entries_made

    def _begin(self) -> None:
        self._course = next(self._courses)
        self._next = 0
        self._at = (0, self._origin)
        self._game = nonce()
        setup = setup_for(self._course.kind, self._course.setup, self.number, self.played + 1)
        pairing, self.pairing = self.pairing, None
        if pairing is not None and pairing.kind == self._course.kind and SPECS[pairing.kind].seats.pairs:
            names = pairing.names or tuple(" – ".join(group) for group in pairing.seats)
            setup["pairs"] = [
                {"name": name, "players": list(group)} for name, group in zip(names, pairing.seats, strict=True)
            ]
            setup["round"] = pairing.round
        text = json.dumps(setup, ensure_ascii=False).encode()
        begun = messages.SetupRow(
            game=self._game, setup=msgspec.Raw(text), pairing=pairing.pairing if pairing else None, created=self.wall
        )
        self.rows.append(begun)
        self._changed = True

    def call_referee(self) -> None:
        """Somebody at the table calls the referee."""
        self.call = nonce()
        self.rows.append(messages.CallRow(call=self.call, game=self._game or None, side=0))
        self._changed = True

    # -- speaking --------------------------------------------------------------------------------------------------

    @property
    def will(self) -> Outgoing:
        """What the broker says when the table is gone."""
        gone = messages.TableSnapshot(boot=self.boot, device=self.device, online=False, game=self._game or None)
        return Outgoing(self.topics.state(self.number), wire.encode(gone), retain=True)

    def on_connect(self, now: int) -> None:
        """The broker is reached: say what was not acknowledged again."""
        self.online = True
        self.sent = self.acked
        self._progress = now
        self._changed = True

    def on_disconnect(self) -> None:
        """The broker is gone."""
        self.online = False

    def speak(self, now: int) -> Iterator[Outgoing]:
        """What is to be published now."""
        if not self.online:
            return
        if self.sent > self.acked and now - self._progress > AGAIN:
            self.sent, self._progress = self.acked, now
        if self._changed or now - self._stated > STATE_EVERY:
            self._changed, self._stated = False, now
            yield Outgoing(self.topics.state(self.number), wire.encode(self.state(now)), retain=True)
        while self.sent < len(self.rows) and self.sent - self.acked < WINDOW:
            part = self.rows[self.sent : self.sent + BATCH]
            content = messages.Rows(boot=self.boot, first=self.sent + 1, rows=tuple(part))
            if self.sent == self.acked:
                self._progress = now
            self.sent += len(part)
            self._sent_at.setdefault(self.sent, now)
            yield Outgoing(self.topics.of_table(self.number, "rows"), wire.encode(content))

    def state(self, now: int) -> messages.TableSnapshot:
        """Its snapshot."""
        return messages.TableSnapshot(
            boot=self.boot,
            device=self.device,
            game=self._game or None,
            n=self._next,
            at=self._at[0] + max(0, now - self._at[1]),
            waiting=len(self.rows) - self.acked,
            call=self.call,
            version="simulated",
        )

    def hear(self, topic: str, payload: bytes, now: int) -> None:
        """Take what the organiser says. Raises `wire.BadMessage`."""
        _, content = wire.read(self.event, topic, payload)
        if isinstance(content, messages.Ack) and content.boot == self.boot:
            if content.seq > self.acked:
                self._progress = now
            self.acked = max(self.acked, min(content.seq, len(self.rows)))
            self.sent = max(self.sent, self.acked)
            for seq in [seq for seq in self._sent_at if seq <= content.seq]:
                self.latencies.append(now - self._sent_at.pop(seq))
        elif isinstance(content, messages.Order):
            self.order, self.pairing = content, content.pairing
            self.refused = content.holder not in (None, self.device)
        elif isinstance(content, messages.CurrentRound):
            self.round = content
        elif isinstance(content, messages.Notice):
            self.notice = content
