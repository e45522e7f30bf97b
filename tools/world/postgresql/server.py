"""The server: who is connected to it, its commits, and how it ends and comes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tools.world.packets import DatabaseMessage
from tools.world.postgresql.locks import AdvisoryLocks
from tools.world.postgresql.messages import Answer, ErrorResponse, Notification, Query, Startup, Terminate
from tools.world.postgresql.rows import Rows
from tools.world.postgresql.session import Session
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.machine import Machine
    from tools.world.network import End, Network
    from tools.world.packets import Packet

PORT = 5432
ADMIN_SHUTDOWN = ErrorResponse("57P01", "terminating connection due to administrator command", fatal=True)
STARTING = ErrorResponse("57P03", "the database system is starting up", fatal=True)
FLUSHED = 600 * MILLISECOND
"""Within this (ns) the log is on the disk after a commit that did not wait for it: three turns of the WAL writer."""
GAP = 33
"""By fewer than so many ids a sequence may go on later after a crash."""


class Server:
    """PostgreSQL on ``machine``, known as ``host``; `start` starts it. Its disk keeps what was synced.

    ``luck`` decides whether a commit stands that a crash met on its way to the disk. ``full`` and ``read_only`` are as
    they are called. ``on_query`` is asked of each statement that arrives whether it is to be run, and ``lost_answers``
    counts the commits that stood and whose client was told nothing.
    """

    def __init__(self, network: Network, machine: Machine, host: str, luck: random.Random) -> None:
        self.network, self.machine, self.host, self.port, self._luck = network, machine, host, PORT, luck
        self.rows = Rows(lambda: machine.wall() // 1000)
        self.locks = AdvisoryLocks()
        self.sessions: set[Session] = set()
        self.sync_time = 4 * MILLISECOND
        self.full = self.read_only = False
        self.running = self._accepts = False
        self.on_query: list[Callable[[Session, Query], bool]] = []
        self.lost_answers = 0
        self.flushed_after = FLUSHED
        self._ends: dict[Session, End] = {}
        self._pid = 1000
        self._unsynced: bytes | None = None
        """The disk's content, without commits that did not wait for it and are not there yet."""
        self._scheduler = network.scheduler
        network.name(host, machine)
        machine.on_cut.append(self._on_cut)

    def after(self, delay: int, do: Callable[..., object], *args: Any) -> None:
        """Do something later (ns), if it has power then."""
        self._scheduler.after(delay, do, *args, machine=self.machine)

    def time_to_sync(self) -> int:
        """How long the disk takes for one commit (ns): who began later may be through before."""
        return int(self.sync_time * self._luck.uniform(0.2, 2))

    # -- its process --------------------------------------------------------------------------------------------------

    def start(self, takes: int = 0) -> None:
        """Start it; for ``takes`` ns it tells everybody that it is starting."""
        if not self.running:
            self.running, self._accepts = True, not takes
            self.network.listen(self.host, PORT, self._accept)
            if takes:
                self.after(takes, self._open_up)

    def _open_up(self) -> None:
        self._accepts = self.running

    def stop(self) -> None:
        """End it as a service is stopped: whoever is connected is told, what is being committed is committed."""
        self._finish_commits()
        for session in self._in_order():
            self.terminate(session)
        self._let_go()

    def crash(self, takes: int = SECOND) -> None:
        """One of its processes dies: all sessions break off without a word, and it recovers by itself."""
        self._recover()
        for session in self._in_order():
            self.break_off(session)
        self._let_go()
        self.start(takes)

    def _on_cut(self) -> None:
        self._recover()
        for session in self._in_order():
            session.end()
        self._ends.clear()
        self._let_go()

    def _let_go(self) -> None:
        self.running = self._accepts = False
        self.network.unlisten(self.host, PORT)

    def _in_order(self) -> list[Session]:
        return sorted(self.sessions, key=lambda session: session.pid)

    def _finish_commits(self) -> None:
        for session in self._in_order():
            if session.committing:
                session.go_on()

    def _recover(self) -> None:
        """What a crash leaves: commits that were synced, and of those on their way what luck keeps."""
        if self._unsynced is not None:
            self.rows.restore(self._unsynced)
            self._unsynced = None
        for session in self._in_order():
            if session.committing and self._luck.random() < 0.5:
                self.rows.commit(session.written)
                self.lost_answers += 1
        self.rows.skip_ids(self._luck.randrange(GAP))

    # -- its sessions -------------------------------------------------------------------------------------------------

    def terminate(self, session: Session) -> None:
        """End a session as an administrator does; a commit that has begun is finished before."""
        if session.committing:
            session.go_on()
        session.send(ADMIN_SHUTDOWN)
        self.break_off(session)

    def break_off(self, session: Session) -> None:
        """End a session and its connection, now."""
        session.end()
        if (end := self._ends.pop(session, None)) is not None:
            end.close()

    def break_line(self, session: Session) -> None:
        """Break its connection, so that both ends know it."""
        if (end := self._ends.get(session)) is not None:
            end.peer.reset()
            end.reset()

    def _accept(self, end: End) -> None:
        def on_packet(packet: Packet) -> None:
            match packet:
                case Startup():
                    if not self._accepts:
                        end.send(STARTING)
                        self.break_off(session)
                        return
                    self._let_in(session, packet)
                    timeout = int(session.settings["tcp_user_timeout"])
                    end.user_timeout = timeout * MILLISECOND or end.user_timeout
                    idle, interval, count = (
                        int(session.settings[f"tcp_keepalives_{kind}"]) for kind in ("idle", "interval", "count")
                    )
                    end.keep_alive(idle * SECOND, interval * SECOND, count)
                    end.send(Answer())
                case Query():
                    runs = [asked(session, packet) for asked in list(self.on_query)]
                    if all(runs):
                        session.on_query(packet)
                case Terminate():
                    self.break_off(session)

        session = self._session(end.send)
        self._ends[session] = end
        end.on_packet = on_packet
        end.on_lost = session.on_lost

    def _session(self, send: Callable[[DatabaseMessage], None]) -> Session:
        self._pid += 1
        return Session(self, self._pid, send)

    def _let_in(self, session: Session, startup: Startup) -> None:
        for name, value in startup.settings.items():
            session.set(name, value)
        self.sessions.add(session)

    # -- commits ------------------------------------------------------------------------------------------------------

    def on_commit(self, session: Session) -> None:
        """It is safe, or will be soon where the session does not wait for it; everybody sees it now."""
        if session.settings["synchronous_commit"] == "on":
            self._unsynced = None
        elif self._unsynced is None:
            self._unsynced = self.rows.image()
            self.after(self.flushed_after, self._flush, self._unsynced)
        self.rows.commit(session.written)
        for channel, payload in session.notifications:
            for other in self._in_order():
                if channel in other.channels:
                    other.on_notification(Notification(channel, payload, session.pid))

    def _flush(self, before: bytes) -> None:
        if self._unsynced is before:
            self._unsynced = None
