"""The score sheet: any game of rounds, turns or boxes, by terms that stand in its setup (R1-R10)."""

from rules.options.rounds import Bonus, Box, SheetTerms
from rules.rounds.game import GAME, Rounds
from rules.rounds.state import Phase, RoundsSetup, State

__all__ = ["GAME", "Bonus", "Box", "Phase", "Rounds", "RoundsSetup", "SheetTerms", "State"]
