"""What the organiser sees, as rows of the log: devices, its own clock, the line to the broker."""

from __future__ import annotations

import msgspec

from device.common.event.messages import Nonce, WireNanoseconds


class DeviceSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table said of itself, logged only where it changed: which device, whether it is there, which game.

    ``offset`` is the event's clock less the game's time, in ns: the moment at which the game stood at 0, as
    far as the table said it live. ``silent``: it did not say good bye, nothing was heard of it for too long.
    ``taken``: the device took the number and its game over.
    """

    device: Nonce
    online: bool = True
    game: Nonce | None = None
    offset: int | None = None
    silent: bool = False
    taken: bool = False


class ClockSet(msgspec.Struct, frozen=True, kw_only=True):
    """How far (ns) the event's clock is ahead of the wall clock from here on (`device.organiser.store.event_clock`).

    ``clock`` is its id from here on, the same for all organisers on one store; None: as before.
    """

    ahead: WireNanoseconds
    clock: Nonce | None = None


class BrokerLink(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the organiser reaches the broker."""

    up: bool
