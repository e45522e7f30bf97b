"""What people do about the event, as values that buttons carry: they mean the same on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from device.common.event.messages import Pairing, ReturnedResult


class EventAction(msgspec.Struct, frozen=True):
    """An action that means the same whatever shows below it."""


class OpenEvent(EventAction, frozen=True):
    """Show how this table stands with its event."""


class ReadNotice(EventAction, frozen=True):
    """The announcement ``notice`` (its identifier) was read here."""

    notice: str


class CallReferee(EventAction, frozen=True):
    """Call the referee."""


class CancelCall(EventAction, frozen=True):
    """The referee is no longer needed."""


class TakeUpGame(EventAction, frozen=True):
    """Take up the game that the organiser holds for this table."""


class PlayPairing(EventAction, frozen=True):
    """Set up the game of a pairing, with its names."""

    pairing: Pairing


class SitDown(EventAction, frozen=True):
    """Those whom the organiser has drawn sit down in the game on the table."""


class PutOff(EventAction, frozen=True):
    """Those of the pairing with the id ``pairing`` sit down later, or not at all; whoever sits here may play."""

    pairing: str


class ShowNextRound(EventAction, frozen=True):
    """Show who plays where in the next round."""


class ReadNextRound(EventAction, frozen=True):
    """Who plays where in ``round`` was read here."""

    round: int


class ReopenResult(EventAction, frozen=True):
    """Open the game whose result was sent back."""

    returned: ReturnedResult


class Postpone(EventAction, frozen=True):
    """Leave a result that was sent back as it is for now."""

    returned: ReturnedResult


EVENT = OpenEvent()
