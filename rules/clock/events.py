"""What happens to the clocks of any game that has some, in the same words in each game's record.

Mariáš measures rounds, not turns, and has a power cut of its own with a longer doubt.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from rules.figures import Numeral
from rules.game import Event
from rules.message import Message, msg

MOST_DOUBT_S = 60
"""The longest doubt after a power cut that a record says; one as long may be longer."""


class ClockPress(Event, frozen=True, kw_only=True):
    """The clock button of a side went down (S8, S10, C1).

    ``doubt_s``: by how much its time may be wrong, where a browser was the button; None: not worth saying.
    """

    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True

    doubt_s: Annotated[float, Meta(ge=0, le=86_400)] | None = None

    def with_doubt(self, doubt: int) -> Self:
        """The press with what its time may be wrong by (ns), rounded up to milliseconds."""
        return replace(self, doubt_s=min(-(-doubt // 1_000_000) / 1000, 86_400.0)) if doubt > 0 else self

    def describe(self, press: Message) -> Message:
        """``press``, and what its time may be wrong by, where that is on record."""
        if self.doubt_s is None:
            return press
        return msg("{press}, exact to {s} s", press=press, s=Numeral(self.doubt_s, None))


class Pause(Event, tag="pause", frozen=True, kw_only=True):
    """The clocks stand: by agreement, for the referee, or for the organiser's break (C10)."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True

    reason: Annotated[str, Meta(max_length=200)] = ""


class Resume(Event, tag="resume", frozen=True, kw_only=True):
    """The clocks go on from where they stood."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True


class PowerLoss(Event, tag="power_loss", frozen=True, kw_only=True):
    """The device lost power: the clocks stand, at most ``doubt_s`` seconds of what ran are not known."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True

    doubt_s: Annotated[float, Meta(ge=0, le=MOST_DOUBT_S)] = 1.0
