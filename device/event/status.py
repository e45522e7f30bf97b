"""What the connection reports to the table's loop: its status at the event, a game that came, another store."""

from __future__ import annotations

import msgspec

from device.common.event.messages import CurrentRound, EntryRow, HeldGame, Notice, Order
from device.common.version import numbers, version
from device.event.timing import RoundCountdown
from rules.game import Nanoseconds
from rules.message import Message, msg

NOTHING = Order()
"""The organiser wants nothing of this table."""


class EventStatus(msgspec.Struct, frozen=True):
    """What a table knows of its event, for screens.

    ``connected``: with the broker; ``answered``: the organiser's program answers, too. ``waiting`` is how many things
    have not arrived there yet. ``twice``: another device speaks under this number; ``away``: the number belongs to
    another device. ``trouble`` says why there is no connection, where that is known. ``coming``: how many entries of
    the game that is taken up are here, and how many it has. ``ended``: the organiser ended a round, and none is on
    since. ``wall`` is the organiser's wall clock (ns since 1970) less the table's own clock, None where not known.
    """

    event: str
    table: int
    device: str
    connected: bool = False
    answered: bool = False
    waiting: int = 0
    order: Order = NOTHING
    countdown: RoundCountdown | None = None
    ended: CurrentRound | None = None
    notice: Notice | None = None
    twice: bool = False
    trouble: Message | None = None
    coming: tuple[int, int] | None = None
    wall: Nanoseconds | None = None

    @property
    def away(self) -> bool:
        """Whether the organiser has given this number to another device."""
        return self.order.holder is not None and self.order.holder != self.device

    @property
    def other_version(self) -> Message | None:
        """What to say where the organiser's program has another version than this one, None where it has not."""
        both = {"theirs": self.order.version, "own": version()}
        theirs, own = numbers(both["theirs"]), numbers(both["own"])
        if not theirs or theirs == own:
            return None
        if theirs > own:
            return msg(
                "The organiser's computer has version {theirs}, newer than this table ({own}); update the table.",
                **both,
            )
        return msg(
            "The organiser's computer has version {theirs}, older than this table ({own}). What it does not understand "
            "waits here; update that computer.",
            **both,
        )

    @property
    def offered_game(self) -> HeldGame | None:
        """The game that this device may take up: the number was released, and not by this device."""
        return self.order.held if self.order.released and self.order.was != self.device else None


class GameTakenOver(msgspec.Struct, frozen=True):
    """A game has come from the organiser: its uid, its setup and entries as a record has them.

    ``at`` is the game time (ns) until which it was seen to be played.
    """

    game: str
    setup: bytes
    entries: tuple[EntryRow, ...]
    at: Nanoseconds


class RowsLacking(msgspec.Struct, frozen=True):
    """The organiser lacks rows that were acknowledged in its name, as whoever has its password can do."""


class OtherStore(msgspec.Struct, frozen=True):
    """The organiser's store is ``store``: it may not be the one that was reported before."""

    store: str
