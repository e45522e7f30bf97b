"""What all liars have in common: what they said of whose game, and what no check without keys could have stopped."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from device.common.event.wire import Topics
from tools.world.client import Client
from tools.world.machine import Machine
from tools.world.scheduler import SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.phone import Phone

ONLY_SEALS = "only seals would stop: "
"""How the counts begin of what a signature by a key would have stopped and nothing else can."""


class Subject(tuple[str, object]):
    """What a lie is about, to whoever compares at the end."""

    __slots__ = ()

    @classmethod
    def game(cls, uid: str) -> Subject:
        """The game of that name at the event."""
        return cls(("game", uid))

    @classmethod
    def order(cls, number: int) -> Subject:
        """What the organiser wants of that table."""
        return cls(("order", number))

    @classmethod
    def clock(cls, number: int) -> Subject:
        """How the board shows that table's clock."""
        return cls(("clock", number))


@dataclass(frozen=True)
class Lie:
    """Something that was said of a game by somebody who does not hold it.

    ``scores`` is what people had seen signed there (None: the game was under way), ``entries`` how many its table had.
    ``waits``: it says entries, which must wait as a claim; else it claims the game alone, and is passed over.
    """

    uid: str
    by: int
    scores: tuple[tuple[str, str, str], ...] | None
    entries: int
    waits: bool = False


class Liar:
    """Somebody who lies in ``evening``, as ``luck`` has it."""

    phone: type[Phone] | None = None
    """What everybody has as a telephone this evening, where he is one of those."""

    def __init__(self, evening: Evening, luck: random.Random) -> None:
        self.evening, self.scheduler, self.random = evening, evening.scheduler, luck
        self.topics = Topics(evening.event)
        self.machines: list[Machine] = []
        """What he runs on."""
        self.lies: list[Lie] = []
        """What must have changed nothing, and waits at the desk as a claim."""
        self.copied: dict[str, str] = {}
        """Games that a device of his plays as the table's own, and how: people at the desk hear of a conflict."""
        self._beyond: dict[Subject, str] = {}

    def start(self) -> None:
        """Begin."""

    def machine(self, name: str) -> Machine:
        """A computer of his own."""
        machine = Machine(self.scheduler, name, self.random.randrange(-60, 60))
        self.machines.append(machine)
        return machine

    def client(self, machine: Machine, user: str, password: str) -> Client:
        """A client of the broker's, let in with these words; it connects by itself."""
        evening = self.evening
        with self.scheduler.on(machine):
            client = partial(Client, evening.network)(client_id=f"{machine.name} {user}")
            client.username_pw_set(user, password)
            client.connect_async(evening.broker.host, evening.files.port, 15)
            client.loop_start()
        return client

    def wait(self, least: float, most: float) -> None:
        """Let some seconds go by."""
        self.scheduler.park(int(self.random.uniform(least, most) * SECOND))

    def say(self, client: Client, topic: str, message: msgspec.Struct, *, retain: bool = False) -> None:
        """Publish a lie."""
        self.scheduler.note("lie", topic)
        client.publish(topic, msgspec.json.encode(message), 1, retain)
        self.count()

    def count(self) -> None:
        """He lied."""
        self.evening.counts["lies"] += 1

    def on_store_restored(self) -> None:
        """The store that heard him is lost; nobody else says again what he said."""
        self.evening.counts["left out: lies that only the lost store heard"] += len(self.lies)
        self.lies.clear()

    # -- what no check without keys can stop ---------------------------------------------------------------------------

    def goes_beyond(self, subject: Subject, how: str) -> None:
        """A lie about ``subject`` that only a signature by a key would stop; ``how`` it lies."""
        self._beyond[subject] = how

    def excuses(self, subject: Subject) -> bool:
        """Whether what went wrong with ``subject`` is no fault of the product's; then it is counted aloud."""
        how = self._beyond.get(subject)
        if how is not None:
            self.evening.counts[ONLY_SEALS + how] += 1
        return how is not None

    def is_beyond(self, subject: Subject) -> bool:
        """Whether he lied about ``subject`` so that only a seal would stop it."""
        return subject in self._beyond
