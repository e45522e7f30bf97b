"""What happens to the clocks of any game that has some, in the same words in each game's record.

Mariáš measures rounds, not turns, and has a power cut of its own with a longer doubt.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from rules.game import Event

MOST_DOUBT_S = 60
"""The longest doubt after a power cut that a record says; one as long may be longer."""


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
