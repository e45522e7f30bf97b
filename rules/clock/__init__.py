"""The double clock: one clock beside each pair, and which of the two says a turn's official time (S8-S11, S16, S28)."""

from rules.clock.double import ClockTurn, DoubleClock, Official, PressMeans
from rules.clock.side import SideClock

__all__ = ["ClockTurn", "DoubleClock", "Official", "PressMeans", "SideClock"]
