"""The network between machines: TCP lines that keep their order, and how they break.

A line delivers in order or not at all. Cut silently it holds what is sent, tries again ever less often as TCP does, and
each end gives it up at a time of its own: after `End.user_timeout` where the program set one, else when the program
itself loses patience. Cut loudly both ends learn it at once. What arrives at a machine that has started anew meets
nobody, and the sender is told so.

MQTT promises more than the product builds on: its messages may come twice, late or out of turn. `Network.twice` and
`Network.out_of_turn` make them so, apart from those words of topics that must keep their turn.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tools.world.packets import Packet, Publish
from tools.world.scheduler import MILLISECOND, SECOND, Scheduler

if TYPE_CHECKING:
    from tools.world.machine import Machine

FIRST_RETRY, LAST_RETRY = 200 * MILLISECOND, 120 * SECOND
"""How long TCP waits before it sends a segment again: at first, doubled each time, at most (Linux)."""
PATIENCE = 924 * SECOND
"""After this TCP gives a line up whose other end confirms nothing, where no program asked for less (Linux)."""
SYN_RETRY = SECOND
"""How long TCP waits before it asks again for a connection; doubled each time (Linux)."""
WITHIN = 50_000
"""How long a packet takes at least that does not leave its machine (ns)."""
LATEST = 3 * SECOND
"""How much later a message out of turn, or its double, may come at most."""


class End:
    """One end of a line: the socket that a program on ``machine`` holds.

    ``on_packet`` takes what arrives, ``on_lost`` is told once that the line broke or the other end closed it.
    """

    peer: End

    def __init__(self, network: Network, machine: Machine) -> None:
        self.network, self.machine, self.boot = network, machine, machine.restarts
        self.open = True
        self.user_timeout = PATIENCE
        self.on_packet: Callable[[Packet], None] = lambda packet: None
        self.on_lost: Callable[[], None] = lambda: None
        self._unconfirmed: deque[Packet | None] = deque()
        """What is to go out; None at the end of it: this end was closed."""
        self._arrives = 0
        self._blocked_since: int | None = None
        self._retry = FIRST_RETRY
        self._retrying = False

    @property
    def alive(self) -> bool:
        """Whether the program that holds this end still runs and has not closed it."""
        return self.open and self._powered

    @property
    def _powered(self) -> bool:
        return self.machine.up and self.machine.restarts == self.boot

    def setsockopt(self, level: int, option: int, value: int) -> None:
        """As a socket's; ``TCP_USER_TIMEOUT`` (ms) alone has an effect here."""
        if (level, option) == (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT):
            self.user_timeout = value * MILLISECOND

    def keep_alive(self, idle: int, interval: int, count: int) -> None:
        """Ask the other end for a sign of life every ``idle`` ns, as a socket with keepalive does.

        Where none comes this end asks every ``interval`` ns, and gives the line up after ``count`` times; while
        something waits to be confirmed it asks nothing, as Linux does.
        """
        self.network.scheduler.after(idle, self._probe, idle, interval, count, 0)

    def _probe(self, idle: int, interval: int, count: int, missed: int) -> None:
        if not self.alive:
            return
        wait = idle
        if self.network.reaches(self.machine, self.peer.machine):
            missed = 0
            if not self.peer.alive and not (self.peer._powered and self.peer._unconfirmed):
                self.reset()  # what a machine without power had to send is gone with it
                return
        elif not self._unconfirmed:
            if missed >= count:
                self.reset()
                return
            missed, wait = missed + 1, interval
        self.network.scheduler.after(wait, self._probe, idle, interval, count, missed)

    def send(self, packet: Packet) -> None:
        """Hand a packet over; on a line that was given up it goes nowhere."""
        if self.open:
            self._push(packet)

    def close(self) -> None:
        """Close this end, by its program or by the kernel when that ends; the other one learns it in turn."""
        if self.open:
            self.open = False
            self._push(None)

    def reset(self) -> None:
        """The line is broken and this end knows it."""
        if self.alive:
            self.open = False
            self._unconfirmed.clear()
            with self.network.scheduler.on(self.machine):
                self.on_lost()

    def _push(self, packet: Packet | None) -> None:
        self._unconfirmed.append(packet)
        if not self._retrying:
            self._transmit()

    def _transmit(self) -> None:
        """Send what is to go out, or wait as TCP waits."""
        self._retrying = False
        scheduler = self.network.scheduler
        if not self._powered:
            return
        if self.network.reaches(self.machine, self.peer.machine):
            self._blocked_since, self._retry = None, FIRST_RETRY
            while self._unconfirmed:
                self._carry(self._unconfirmed.popleft())
            return
        if self._blocked_since is None:
            self._blocked_since = scheduler.now
        left = self._blocked_since + self.user_timeout - scheduler.now
        if left <= 0:
            self.reset()
            return
        self._retrying = True
        scheduler.after(min(self._retry, left), self._transmit)
        self._retry = min(2 * self._retry, LAST_RETRY)

    def _carry(self, packet: Packet | None) -> None:
        """Put one packet on its way. No two arrive at one moment: the order on a line is its own, not the heap's."""
        network = self.network
        scheduler = network.scheduler
        self._arrives = when = max(self._arrives + 1, scheduler.now + network.delay(self.machine, self.peer.machine))
        if isinstance(packet, Publish):
            free = packet.topic.rpartition("/")[2] not in network.in_turn
            if free and scheduler.random.random() < network.out_of_turn:
                when += int(scheduler.random.random() * LATEST)
            if scheduler.random.random() < network.twice:
                later = int(scheduler.random.random() ** 3 * LATEST) if free else 0
                scheduler.at(when + later, self.peer._arrive, packet)
        scheduler.at(when, self.peer._arrive, packet)

    def _arrive(self, packet: Packet | None) -> None:
        """A packet is here. Where nobody has this line any more, the machine says so, if it can."""
        if not self.machine.up:
            self.peer._push(packet)
        elif not self.alive:
            if self.peer.open:
                self.network.scheduler.after(self.network.delay(self.machine, self.peer.machine), self.peer.reset)
        elif packet is None:
            self.reset()
        else:
            with self.network.scheduler.on(self.machine):
                self.on_packet(packet)


class Address(NamedTuple):
    """Where a program listens."""

    host: str
    port: int


class Network:
    """Which machines are cut off until when, who listens where, and how badly everything else goes.

    ``in_turn`` are the last words of topics whose messages keep their turn even here; ``latency`` is the mean time a
    packet is on its way (ns), ``twice`` and ``out_of_turn`` the shares of messages that come so.
    """

    def __init__(self, scheduler: Scheduler, in_turn: frozenset[str] = frozenset()) -> None:
        self.scheduler, self.in_turn = scheduler, in_turn
        self.on_handed_over: list[Callable[[Machine, str, bytes], None]] = []
        """Is told of each message when a program hands it to its client, before anything is sent."""
        self.latency = 20 * MILLISECOND
        self.twice = 0.0
        self.out_of_turn = 0.0
        self._cut_until: dict[str, int] = {}
        self._hosts: dict[str, Machine] = {}
        self._listeners: dict[Address, Callable[[End], None]] = {}
        self._ends: list[End] = []

    def delay(self, machine: Machine, other: Machine) -> int:
        """How long a packet is on its way from one to the other (ns)."""
        if machine is other:
            return WITHIN + self.scheduler.random.randrange(WITHIN)
        return MILLISECOND + int(self.scheduler.random.expovariate(1 / self.latency))

    # -- who can be reached -------------------------------------------------------------------------------------------

    def name(self, host: str, machine: Machine) -> None:
        """Call a machine ``host`` from now on."""
        self._hosts[host] = machine

    def listen(self, host: str, port: int, accept: Callable[[End], None]) -> None:
        """Take connections; ``accept`` gets this side's end of each."""
        self._listeners[Address(host, port)] = accept

    def unlisten(self, host: str, port: int) -> None:
        """Refuse connections from now on."""
        self._listeners.pop(Address(host, port), None)

    def is_cut(self, machine: Machine) -> bool:
        """Whether ``machine`` is cut off from all others."""
        return self._cut_until.get(machine.name, 0) > self.scheduler.now

    def reaches(self, machine: Machine, other: Machine) -> bool:
        """Whether a packet gets from one to the other now. Within a machine nothing is ever cut."""
        if not (machine.up and other.up):
            return False
        return machine is other or not (self.is_cut(machine) or self.is_cut(other))

    def cut(self, machine: Machine, duration: int, *, loud: bool = False) -> None:
        """Cut a machine off for ``duration`` ns. ``loud``: its lines break at once, and both ends know it."""
        self.scheduler.note("cut", machine.name, duration // MILLISECOND, "loud" if loud else "silent")
        self._cut_until[machine.name] = max(self._cut_until.get(machine.name, 0), self.scheduler.now + duration)
        if loud:
            self.break_lines(machine)

    def mend(self, machine: Machine) -> None:
        """End a cut now."""
        self._cut_until.pop(machine.name, None)

    def break_lines(self, machine: Machine) -> None:
        """Break every line of a machine with others, so that both ends know it."""
        for end in self._ends:
            if machine in (end.machine, end.peer.machine) and end.machine is not end.peer.machine:
                end.reset()
                end.peer.reset()

    # -- connecting ---------------------------------------------------------------------------------------------------

    def connect(self, machine: Machine, host: str, port: int, timeout: int) -> End:
        """Connect, within ``timeout`` ns; the running task waits for it. Raises OSError as a socket does."""
        scheduler = self.scheduler
        deadline, retry = scheduler.now + timeout, SYN_RETRY
        target = self._hosts.get(host)
        if target is None:
            self.sleep(self.latency)
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        while True:
            if self.reaches(machine, target):
                self.sleep(self.delay(machine, target) + self.delay(target, machine))
                accept = self._listeners.get(Address(host, port))
                if self.reaches(machine, target):
                    if accept is None:
                        raise ConnectionRefusedError(f"{host}:{port} refuses the connection")
                    return self._joined(machine, target, accept)
            left = deadline - scheduler.now
            if left <= 0:
                raise TimeoutError(f"{host}:{port} does not answer")
            self.sleep(min(retry, left))
            retry *= 2

    def _joined(self, machine: Machine, target: Machine, accept: Callable[[End], None]) -> End:
        end, other = End(self, machine), End(self, target)
        end.peer, other.peer = other, end
        self._ends = [known for known in self._ends if known.alive or known.peer.alive]
        self._ends.append(end)
        with self.scheduler.on(target):
            accept(other)
        return end

    def sleep(self, duration: int) -> None:
        """The running task waits ``duration`` ns, whoever wakes it before."""
        until = self.scheduler.now + duration
        while (left := until - self.scheduler.now) > 0:
            self.scheduler.park(left)
