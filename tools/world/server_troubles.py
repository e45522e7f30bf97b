"""Troubles of a database server of its own; each trouble is drawn from the seed and its own number.

Their numbers begin where `tools.world.troubles` never comes, so both are left out in the same way. An evening whose
store is a file has none of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tools.world.postgresql.messages import Query
from tools.world.postgresql.server import Server
from tools.world.postgresql.session import Session
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.machine import Machine

FIRST_NUMBER = 1000
APART = 150
"""Seconds between two of them on average, at rate 1."""
FIRST = 30.0
"""Until the first one may come (s)."""
SYNC_TIMES = tuple(ms * MILLISECOND for ms in (1, 4, 30, 400))
"""How long a commit takes the server's disk (ns)."""


class ServerTroubles:
    """The troubles of one evening's database server: ``rate`` times as many as usual, but for those in ``without``."""

    def __init__(self, evening: Evening, server: Server | None, rate: float, without: frozenset[int]) -> None:
        self._evening, self._server, self._rate, self._without = evening, server, rate, without
        self.happened: list[int] = []
        """The numbers of those that came."""

    @property
    def server(self) -> Server:
        """The server, where there is one."""
        assert self._server is not None
        return self._server

    def start(self) -> None:
        """Start the server, and draw when each comes."""
        if self._server is None:
            return
        draw = random.Random(f"server {self._evening.scheduler.seed}")
        self.server.sync_time = draw.choice(SYNC_TIMES)
        self.server.start()
        at, number = FIRST, FIRST_NUMBER
        while self._rate and (at := at + draw.expovariate(self._rate / APART)) * SECOND < self._evening.end:
            self._evening.scheduler.at(int(at * SECOND), self._happen, number)
            number += 1

    def stop(self) -> None:
        """Everything works again."""
        if self._server is not None:
            self.server.full = self.server.read_only = False
            self.server.on_query.clear()
            self._evening.counts["commits whose answer was lost"] += self.server.lost_answers
            self._go_on()

    def _happen(self, number: int) -> None:
        evening = self._evening
        if evening.closing or number in self._without or not self.server.machine.up or not self.server.running:
            return
        draw = random.Random(f"server trouble {evening.scheduler.seed} {number}")
        (trouble,) = draw.choices(list(TROUBLES), list(TROUBLES.values()))
        evening.scheduler.note("database", trouble.__name__)
        evening.counts["troubles of the database"] += 1
        self.happened.append(number)
        trouble(self, draw)

    def _go_on(self) -> None:
        if self.server.machine.up:
            self.server.start()

    # -- troubles -----------------------------------------------------------------------------------------------------

    def restart(self, draw: random.Random) -> None:
        """It is stopped, as for an update, and started again."""
        away = int(draw.uniform(0.5, 20) * SECOND)
        self.server.stop()
        self._evening.disturb(self.server.machine, away)
        self._evening.scheduler.after(away, self._go_on)

    def crash(self, draw: random.Random) -> None:
        """One of its processes dies; it recovers by itself."""
        recovery = int(draw.uniform(0.2, 10) * SECOND)
        self.server.crash(recovery)
        self._evening.disturb(self.server.machine, recovery)

    def end_sessions(self, draw: random.Random) -> None:
        """An administrator ends some sessions, or a firewall forgets their connections."""
        sessions = sorted(self.server.sessions, key=lambda session: session.pid)
        for session in draw.sample(sessions, draw.randint(0, len(sessions))):
            if draw.random() < 0.5:
                self.server.terminate(session)
            else:
                self.server.break_line(session)
        self._evening.disturb(self.server.machine, SECOND)

    def fill_disk(self, draw: random.Random) -> None:
        """Its disk is full until somebody sees to it."""
        self._deny("full", int(draw.uniform(1, 60) * SECOND))

    def forbid_writing(self, draw: random.Random) -> None:
        """It is read-only for a while: a standby took its place, or somebody at its settings."""
        self._deny("read_only", int(draw.uniform(1, 30) * SECOND))

    def _deny(self, trouble: str, duration: int) -> None:
        setattr(self.server, trouble, True)
        self._evening.disturb(self.server.machine, duration)
        self._evening.scheduler.after(duration, setattr, self.server, trouble, False)

    def break_commit(self, draw: random.Random) -> None:
        """One of the next commits meets a connection that breaks, before or after it, a server that crashes, or the
        end of the program that was about to ask for it."""
        ways = (self._line_before, self._line_after, self._crash_within, self._power_before)
        left, how = draw.randrange(6), draw.choice(ways)

        def on_query(session: Session, query: Query) -> bool:
            nonlocal left
            if query.sql != "COMMIT":
                return True
            left -= 1
            if left >= 0:
                return True
            self.server.on_query.remove(on_query)
            self._evening.counts["commits broken off"] += 1
            self._evening.disturb(self.server.machine, 5 * SECOND)
            how(session, query)
            return False

        self.server.on_query.append(on_query)

    def _line_before(self, session: Session, query: Query) -> None:
        self.server.break_line(session)

    def _line_after(self, session: Session, query: Query) -> None:
        session.on_query(query)
        self.server.break_line(session)

    def _crash_within(self, session: Session, query: Query) -> None:
        session.on_query(query)
        self.server.crash()

    def _power_before(self, session: Session, query: Query) -> None:
        """The organiser's machine is off, and the server has a transaction that nobody ends."""
        self._evening.scheduler.after(0, self._evening.organiser.machine.power_off)

    # -- what happens to machines -------------------------------------------------------------------------------------

    def is_concerned(self, machine: Machine) -> bool:
        """True for a machine whose writes are statements of this server, and not of a disk of its own."""
        return self._server is not None and machine in (self.server.machine, self._evening.organiser.machine)

    def cut_power_within(self, machine: Machine, number: int) -> None:
        """Power goes at the statement of a transaction after that many, when it has arrived."""

        def on_query(session: Session, query: Query) -> bool:
            nonlocal number
            if query.sql != "COMMIT" and not session.in_transaction:
                return True
            number -= 1
            if number < 0:
                self.server.on_query.remove(on_query)
                if machine.up:
                    self._evening.scheduler.after(0, machine.power_off)
            return True

        self.server.on_query.append(on_query)


TROUBLES: dict[Callable[[ServerTroubles, random.Random], None], float] = {
    ServerTroubles.restart: 0.2,
    ServerTroubles.crash: 0.15,
    ServerTroubles.end_sessions: 0.2,
    ServerTroubles.fill_disk: 0.1,
    ServerTroubles.forbid_writing: 0.1,
    ServerTroubles.break_commit: 0.25,
}
"""Each trouble, and how often it comes beside the others."""
