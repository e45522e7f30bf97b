"""Acts on the clocks of any game that has some, in the same words in each game's record.

A game derives its own from `Pause`, `Resume` and `PowerLoss` and says when they are possible; with no field of its own
an act stands once in the schema of all records. Mariáš measures rounds, not turns, and has a power cut of its own with
a longer doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Act, with_fields
from rules.figures import Numeral
from rules.game import Entry, Event, ns
from rules.message import Message, msg

MOST_DOUBT_S = 60
"""The longest doubt after a power cut that a record says; one as long may be longer."""


Count = Annotated[float, Meta(ge=-4e6, le=4e6)]
"""Seconds that a clock had counted, from wherever it began."""
Readings = tuple[Count, Count]
"""What the clocks beside sides A and B had counted at an event, each by itself, where they have own time bases.

Only differences of two readings mean anything (S10): what a turn took is subtracted where it is folded.
"""


class ClockEvent(Act, frozen=True, kw_only=True):
    """Something at which clocks start, stop or are set; ``reads_s``: what they had counted then."""

    reads_s: Readings | None = None

    @property
    def says_more(self) -> bool:
        """Where the clocks were read."""
        return self.reads_s is not None or super().says_more


def readings_of(event: Event) -> tuple[int, int] | None:
    """What the clocks had counted at ``event`` (ns), where they were read. isinstance takes long for structs."""
    reads = getattr(event, "reads_s", None)
    return None if reads is None else (ns(reads[0]), ns(reads[1]))


class ClockPress(ClockEvent, frozen=True, kw_only=True):
    """The clock button of a side went down (S8, S10, C1).

    ``doubt_s``: by how much its time may be wrong, where a browser was the button; None: not worth saying.
    """

    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True

    doubt_s: Annotated[float, Meta(ge=0, le=86_400)] | None = None

    def with_doubt(self, doubt: int) -> Self:
        """The press with what its time may be wrong by (ns), rounded up to milliseconds."""
        return replace(self, doubt_s=min(-(-doubt // 1_000_000) / 1000, 86_400.0)) if doubt > 0 else self

    def describe(self) -> Message:
        """Whose press, and what its time may be wrong by, where that is on record."""
        press = super().describe()
        if self.doubt_s is None:
            return press
        return msg("{press}, exact to {s} s", press=press, s=Numeral(self.doubt_s, None))


class Pause(ClockEvent, frozen=True, kw_only=True):
    """The clocks stand: by agreement, for the referee, or for the organiser's break (C10)."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True

    reason: Annotated[str, Meta(max_length=200)] = ""

    def describe(self) -> Message:
        """That the clocks stand, and why, where that was said."""
        return msg("pause: {reason}", reason=self.reason) if self.reason else msg("pause")

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """Both clocks stand."""
        return with_fields(state.with_remark(entry), clock=state.clock.stop("pause", entry.at))


class Resume(ClockEvent, frozen=True, kw_only=True):
    """The clocks go on from where they stood."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    from_buttons: ClassVar[bool] = True
    words = msg("clocks go on")

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """The clocks go on from where they stood, unless something else holds them."""
        return with_fields(state.with_remark(entry), clock=state.clock.resume("pause", entry.at))


class PowerLoss(Act, frozen=True, kw_only=True):
    """The device lost power: the clocks stand, at most ``doubt_s`` seconds of what ran are not known."""

    lasting: ClassVar[bool] = True
    on_clocks: ClassVar[bool] = True
    in_use: ClassVar[Sequence[Any]]
    """The phases in which clocks are in use."""
    most_doubt_s: ClassVar[int] = MOST_DOUBT_S

    doubt_s: Annotated[float, Meta(ge=0, le=MOST_DOUBT_S)] = 1.0

    def describe(self) -> Message:
        """How much is not known."""
        return msg("power loss, up to {doubt} s not known", doubt=Numeral(self.doubt_s, None))

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """The clocks are paused at the last moment known, the doubt noted; where none is in use, nothing changes."""
        if state.phase not in self.in_use:
            return state
        return with_fields(state.with_remark(entry), clock=state.clock.power_loss(entry.at, ns(self.doubt_s)))
