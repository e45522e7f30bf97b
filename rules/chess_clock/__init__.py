"""The chess clock: two players, two clocks of which one runs, any time control of the field (C1-C10)."""

from rules.chess_clock.control import Preset, Stage, TimeControl
from rules.chess_clock.game import GAME, ChessClockGame
from rules.chess_clock.state import ClockSetup, Phase, State

__all__ = ["GAME", "ChessClockGame", "ClockSetup", "Phase", "Preset", "Stage", "State", "TimeControl"]
